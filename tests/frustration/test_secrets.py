"""What nobody may know: stock, hands, lots; and that a window tells nothing of who could use it."""

from __future__ import annotations

import pytest

from frustration.positions import OTHERS, cards, dealt, do, legal, state, table
from stich.games.frustration.rules_cards import BOTTOM, EACH, HAND, LOTS, MELD, STOCK
from stich.games.frustration.rules_phases import CLAIM, LOTTERY
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import SEALED, Action
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.sample import sample
from stich.kernel.view import view, witnessed


def do_cut(s: Frustration) -> None:
    s.apply(s.turn, Action("cut", b"", 20))


def test_hands_and_stock_are_hidden_and_the_cut_card_is_not() -> None:
    s = state(dealt(3, cut=-1, auto_cut=False))
    do_cut(s)
    for eye in (0, 1, 2, SPECTATOR):
        seen = view(s, eye).seen
        assert set(seen.zones[STOCK]) == {BACK}
        assert seen.zones[BOTTOM] == s.zones[BOTTOM]
        assert len(s.zones[BOTTOM]) == 1
        for seat in range(3):
            assert (set(seen.zones[HAND + EACH * seat]) == {BACK}) == (eye != seat)


@pytest.mark.parametrize("mode", ["reaction", "priority", "random"])
def test_the_same_windows_open_whatever_is_held(mode: str) -> None:
    """Two deals that differ in hidden cards alone: who is asked, and what everybody is shown, is the same."""
    hands = [("X H9 S5", "C3 C5 C7 C9", "D3 D5 D7 D9"), ("X H9 S5", "X X C7 C9", "D3 D5 D7 D9")]
    for discard in ("X", "H9"):
        views = []
        for held in hands:
            m = table(*held, joker_claim=mode)
            s = do(m, f"0 discard {discard}")
            views.append(
                [(view(s, seat).key(), s.must(), s.may(), [e.kind for e in m.events]) for seat in (0, 2, SPECTATOR)]
            )
            assert (s.phase in (CLAIM, LOTTERY)) == (discard == "X")
        assert views[0] == views[1]


def test_answers_lie_face_down_until_the_last_one() -> None:
    m = table("X H9 S5", *OTHERS[:2], joker_claim="random")
    s = do(m, "0 discard X", "1 claim")
    assert view(s, 2).seen.sealed[1] is SEALED
    assert view(s, 1).seen.sealed[1].verb == "claim"
    heard = [e.phrase.key for e in m.events if e.phrase is not None and e.eyes >> 2 & 1]
    assert "frustration.said.claim" not in heard


def test_lots_are_hidden_until_they_are_drawn() -> None:
    s = state(table("X H9 S5", *OTHERS[:2], joker_claim="random"))
    assert set(view(s, 0).seen.zones[LOTS]) == {BACK}
    assert len({sample(view(s, 0), quick(n)).zones[LOTS] for n in range(60)}) == 6
    assert all(set(sample(view(s, 0), quick(n)).zones[LOTS]) == set(s.zones[LOTS]) for n in range(20))


def test_a_claimed_joker_is_known_to_lie_in_that_hand() -> None:
    m = table("X H9 S5", *OTHERS[:2])
    s = do(m, "0 discard X", "2 claim")
    assert view(s, 0).seen.zones[HAND + EACH * 2].count(52) == 1
    assert all(52 in sample(view(s, 0), quick(n)).zones[HAND + EACH * 2] for n in range(20))


def test_nobody_sees_what_is_drawn_from_the_stock() -> None:
    m = table("H9 S5", *OTHERS[:2], drawn=False)
    m.events.clear()
    do(m, "0 draw")
    for eye in (1, 2, SPECTATOR):
        seen = [witnessed(e, eye) for e in m.events if e.kind == "move"]
        assert [e.card for e in seen if e is not None] == [BACK]


def test_nobody_learns_what_can_be_laid() -> None:
    """The list of ways is the player's own; the table looks the same with it and without it."""
    can, cannot = (table(f"{held} S9", *OTHERS[:2]) for held in ("H4 S4 D4 CK CK HK", "H4 S4 D5 CK CQ HK"))
    assert legal(can, 0, "lay")
    assert not legal(cannot, 0, "lay")
    for eye in (1, 2, SPECTATOR):
        assert view(can.deal, eye).key() == view(cannot.deal, eye).key()


def test_samples_leave_melds_where_they_lie() -> None:
    m = table("S9 C6", *OTHERS[:2], laid=1, melds={0: ["H4 D4 X", "H9 X HJ HQ"]})
    s = state(m)
    for n in range(30):
        drawn = sample(view(s, 1), quick(n))
        assert drawn.zones[MELD : MELD + 2] == s.zones[MELD : MELD + 2]
        assert drawn.zones[HAND + EACH] == cards(OTHERS[0])
        assert sorted(b"".join(drawn.zones)) == list(s.layout.deck)
