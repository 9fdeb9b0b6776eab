"""What nobody may know: stock, hands, and the card with which somebody has closed."""

from __future__ import annotations

from chinchon.positions import CLOSED, FILLER, cards, do, lying, state, table
from stich.games.chinchon.rules_cards import EACH, HAND, PILE, STOCK
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.sample import sample
from stich.kernel.view import view, witnessed

OTHER = "C2 C5 E1 B4 B12 O6 E10"


def test_hands_and_stock_are_hidden() -> None:
    s = state(table(FILLER, OTHER, drawn=False))
    for eye in (0, 1, SPECTATOR):
        seen = view(s, eye).seen
        assert set(seen.zones[STOCK]) == {BACK}
        assert [set(seen.zones[HAND + EACH * seat]) == {BACK} for seat in (0, 1)] == [eye != 0, eye != 1]
        assert seen.zones[PILE] == s.zones[PILE]


def test_a_card_taken_from_the_pile_is_known_until_it_goes() -> None:
    m = table(FILLER, OTHER, drawn=False, pile="B2")
    s = do(m, "0 take")
    assert cards("B2") + bytes([BACK] * 7) == view(s, 1).seen.zones[HAND]
    assert all(cards("B2")[0] in sample(view(s, 1), quick(n)).zones[HAND] for n in range(30))
    s = do(m, "0 discard B2")
    assert set(view(s, 1).seen.zones[HAND]) == {BACK}


def test_nobody_sees_or_hears_the_closing_card() -> None:
    m = table("O1 O2 O3 E5 C5 B5 C4 E12", FILLER)
    m.events.clear()
    s = do(m, "0 close E12")
    for eye in (1, SPECTATOR):
        assert view(s, eye).seen.zones[CLOSED] == bytes([BACK])
        told = [witnessed(e, eye) for e in m.events]
        assert not any(e is not None and e.kind == "move" and e.card == cards("E12")[0] for e in told)
    words = [e.phrase for e in m.events if e.phrase is not None]
    assert not any(name.startswith("card") for phrase in words for name in phrase.args)
    assert view(s, 0).seen.zones[CLOSED] == cards("E12"), "he knows it himself"


def test_the_cards_are_laid_open_before_they_are_arranged() -> None:
    m = table("O1 O2 O3 E5 C5 B5 C4 E12", OTHER)
    m.events.clear()
    do(m, "0 close E12")
    moves = [(e.src, e.dst) for e in m.events if e.kind == "move"]
    assert moves[1:15] == [(HAND + EACH * seat, HAND + 1 + EACH * seat) for seat in (0, 1) for _ in range(7)]
    assert len(lying(m, HAND, 1)) == 0


def test_a_new_stock_is_unknown_but_for_what_it_holds() -> None:
    m = table(f"{FILLER} E2", OTHER, stock=0)
    pile = sorted(m.deal.zones[PILE])
    s = do(m, "0 discard C1")
    assert sorted(s.zones[STOCK]) == pile
    assert set(view(s, 1).seen.zones[STOCK]) == {BACK}
    drawn = {sample(view(s, 1), quick(n)).zones[STOCK] for n in range(20)}
    assert len(drawn) == 20
    assert all(sorted(s.hand(1)) == sorted(sample(view(s, 1), quick(n)).zones[HAND + EACH]) for n in range(20))


def test_samples_never_put_what_was_seen_elsewhere() -> None:
    s = state(table(FILLER, OTHER, drawn=False, pile="B2 B3", stock=10))
    for n in range(50):
        drawn = sample(view(s, 0), quick(n))
        assert drawn.zones[PILE] == s.zones[PILE]
        assert sorted(b"".join(drawn.zones)) == list(s.layout.deck)
