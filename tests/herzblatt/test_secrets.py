"""What nobody may know: stock, what is laid away, votes before all have voted, lots before they are drawn."""

from __future__ import annotations

import pytest

from herzblatt.positions import at_play, cards, do, rules, start, state
from stich.games.herzblatt.rules_cards import ASIDE, EACH, HAND, LOTS, STOCK, TRICK, WON
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import SEALED
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.sample import sample
from stich.kernel.view import view, witnessed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_is_its_owners(seats: int) -> None:
    s = state(start(rules(seats)))
    for seat in range(seats):
        for eye in (*range(seats), SPECTATOR):
            seen = view(s, eye).seen.zones[HAND + EACH * seat]
            assert seen == (s.hand(seat) if eye == seat else bytes([BACK]) * len(s.hand(seat)))


def test_answers_and_plays_are_heard_by_all() -> None:
    m = start(rules())
    m.events.clear()
    s = do(m, "1 no", "2 yes", "2 leave", "1 play C9")
    assert len([e for e in m.events if e.phrase is not None]) >= 4
    assert [e.kind for e in m.events if e.phrase is not None and e.eyes & 0b111 != 0b111] == []
    for eye in (0, 1, 2, SPECTATOR):
        seen = view(s, eye).seen
        assert isinstance(seen, Herzblatt)
        assert (seen.declarer, seen.refused, seen.took, seen.zones[TRICK]) == (s.declarer, s.refused, 0, s.zones[TRICK])


def test_an_untaken_stock_is_unknown_to_the_declarer_too() -> None:
    s = do(start(rules()), "1 yes", "1 leave")
    assert {view(s, eye).seen.zones[STOCK] for eye in (0, 1, 2, SPECTATOR)} == {bytes([BACK, BACK])}


def test_a_taken_stock_is_the_declarer_s_secret() -> None:
    m = start(rules())
    do(m, "1 yes")
    stock = state(m).zones[STOCK]
    m.events.clear()
    s = do(m, "1 take")
    assert all(c in view(s, 1).seen.zones[HAND + EACH] for c in stock)
    for eye in (0, 2, SPECTATOR):
        assert set(view(s, eye).seen.zones[HAND + EACH]) == {BACK}
        seen = [witnessed(e, eye) for e in m.events if e.kind == "move"]
        assert [e.card for e in seen if e is not None] == [BACK, BACK]


def test_nobody_hears_what_is_laid_away() -> None:
    m = start(rules())
    s = do(m, "1 yes", "1 take")
    m.events.clear()
    own = s.layout.pack.write(s.hand(1)[:2])
    do(m, f"1 discard {own}")
    words = [e.phrase for e in m.events if e.phrase is not None]
    assert [phrase.args for phrase in words] == [{"seat": 1, "n": 2}]
    assert set(view(s, 0).seen.zones[ASIDE + EACH]) == {BACK}


def test_a_vote_stays_face_down_until_all_have_voted() -> None:
    m = start(rules(4, declarer_selection="agreement"))
    s = do(m, "0 nominate 3", "2 no")
    assert view(s, 1).seen.sealed[2] is SEALED
    assert view(s, 2).seen.sealed[2].verb == "no"
    assert not any("no" in e.phrase.key.split(".") for e in m.events if e.phrase is not None and e.eyes >> 1 & 1)
    s = do(m, "1 yes", "3 yes")
    assert (s.refused, s.sealed) == (0b0100, ())


def test_lots_are_seen_when_they_are_drawn() -> None:
    m = start(rules(no_volunteer="random"))
    s = state(m)
    lots = s.zones[LOTS]
    assert {view(s, eye).seen.zones[LOTS] for eye in (0, 1, 2, SPECTATOR)} == {bytes([BACK] * 3)}
    found = {sample(view(s, 0), quick(n)).zones[LOTS] for n in range(60)}
    assert len(found) == 6  # every order may be
    s = do(m, "1 no", "2 no", "0 no")
    assert view(s, SPECTATOR).seen.zones[LOTS] == bytes([lots[-1], BACK, BACK])


def test_who_did_not_follow_has_none_of_it_but_may_have_laid_it_away() -> None:
    m = at_play(rules(), ["SA SK DA", "S9 SQ C9", "DT CT CA"], turn=0, declarer=2)
    s = state(m)
    own = HAND + 2
    s.zones[ASIDE + EACH * 2], s.zones[own] = s.zones[own][:2], s.zones[own][2:]
    do(m, "0 play SA", "1 play S9", "2 play DT")
    spades = cards(m, "S9 SJ SQ SK ST SA")
    assert [c for c in range(32) if s.void[2] >> c & 1] == [c for c in range(32) if 8 <= c < 16]
    for n in range(50):
        drawn = sample(view(s, 0), quick(n))
        assert not set(drawn.zones[HAND + EACH * 2]) & set(spades)
    assert all(s.can_hold(c, ASIDE + EACH * 2) for c in spades)


def test_what_is_laid_away_is_turned_up_at_the_settlement_and_not_before() -> None:
    m = at_play(rules(), ["SA", "S9", "SJ"], turn=0, declarer=1, stock="HA HT")
    s = state(m)
    s.zones[ASIDE + EACH], s.zones[STOCK] = s.zones[STOCK], b""
    s = do(m, "0 play SA", "1 play S9")
    assert view(s, 1).seen.zones[ASIDE + EACH] == cards(m, "HA HT")
    assert {view(s, eye).seen.zones[ASIDE + EACH] for eye in (0, 2, SPECTATOR)} == {bytes([BACK, BACK])}
    assert view(s, 0).key()[5] != tuple(s.zones)
    s = do(m, "2 play SJ")
    for eye in (0, 2, SPECTATOR):
        assert set(cards(m, "HA HT")) <= set(view(s, eye).seen.zones[WON + EACH])


@pytest.mark.parametrize("left", [True, False])
def test_running_points_say_nothing_of_the_stock(left: bool) -> None:
    """§4, §6: its points are counted when it is turned up."""
    m = at_play(rules(), ["SA S9", "SQ SK", "SJ CA"], turn=0, declarer=1, stock="HA HT")
    s = state(m)
    if not left:
        s.zones[ASIDE + EACH], s.zones[STOCK] = s.zones[STOCK], b""
    s = do(m, "0 play SA", "1 play SQ", "2 play SJ")
    assert s.points == (16, 0, 16)
    assert do(m, "0 play S9", "1 play SK", "2 play CA").points == (16, 15 + 21, 16)


def test_a_sample_gives_the_other_hands_anything_but_what_was_shown() -> None:
    s = state(start(rules()))
    mine = s.hand(0)
    found = {sample(view(s, 0), quick(n)).zones[STOCK] for n in range(200)}
    assert len(found) > 100
    assert all(not set(stock) & set(mine) for stock in found)


def test_all_is_turned_up_at_the_end() -> None:
    s = do(
        at_play(rules(), ["SA", "S9", "SJ"], turn=0, declarer=1, stock="HA HT"), "0 play SA", "1 play S9", "2 play SJ"
    )
    assert view(s, SPECTATOR).key()[5] == tuple(s.zones)
