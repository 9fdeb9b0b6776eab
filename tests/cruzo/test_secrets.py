"""What nobody may know: hands, the stock, bunkers; and that a window tells nothing of who could throw."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, hand, ranks, state, table
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import (
    ASIDE,
    BUNKER,
    EACH,
    HAND,
    KNOWN,
    LOTS,
    OPEN,
    PILE,
    RANKS,
    ROW,
    STOCK,
    is_diamond,
)
from stich.games.cruzo.rules_phases_turn import BEFORE, MORE
from stich.kernel.action import SEALED
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.sample import sample
from stich.kernel.view import view, witnessed

SOME = "4 5 6"


def test_who_sees_what() -> None:
    m = table("K 4 5", SOME, known={1: "Q Q"}, pile="5 6", stock=30)
    s = state(m)
    for eye in (0, 1, SPECTATOR):
        seen = view(s, eye).seen
        assert set(seen.zones[STOCK]) == {BACK}
        assert set(seen.zones[ASIDE]) <= {BACK}
        for seat in (0, 1):
            at = EACH * seat
            assert (set(seen.zones[HAND + at]) == {BACK}) == (eye != seat)
            assert [seen.zones[BUNKER + i + at] for i in range(ROW)] == [bytes([BACK])] * ROW, "nor his own"
            for zone in (KNOWN + at, OPEN + at, PILE):
                assert seen.zones[zone] == s.zones[zone]


@pytest.mark.parametrize("mode", ["reaction", "priority"])
def test_the_same_windows_open_whatever_is_held(mode: str) -> None:
    """Deals that differ in hidden cards alone: who is asked, and all that the others are shown, is the same."""
    rows = ["7 7 7", "9 9 9", "T T T", "2 2 2"]
    for play, opened in (("K", True), ("4", True), ("8", False)):
        views = []
        for hidden in ("J Q A", "K K K", "4 4 4", "8 8 8"):
            m = table("K 4 8", "7 7 9", hidden, "5 6 5", pile="2", opened=rows, throw_mode=mode, top="HJ")
            s = do(m, f"0 play {play}")
            views.append(
                [(view(s, seat).key(), s.must(), s.may(), [e.kind for e in m.events]) for seat in (0, 1, 3, SPECTATOR)]
            )
            assert (s.phase is BEFORE) == opened
        assert all(each == views[0] for each in views)


def test_a_window_stays_open_where_nobody_can_have_anything() -> None:
    """All four kings lie on the pile or are burnt, and still nobody sees that."""
    m = table("K 4 5", "", "", pile="2", stock=0)
    s = do(m, "0 play K")
    assert (s.phase, s.may()) == (BEFORE, 0b111)


def test_all_are_asked_whether_they_add() -> None:
    m = table("K 4 5", SOME, "K K K", SOME, pile="2", jokers_total="3")
    s = do(m, "0 play K", "2 throw K K K")
    assert (s.phase, s.may()) == (MORE, 0b1111)


def test_nobody_sees_what_is_drawn() -> None:
    m = table("K 4 5", SOME, pile="2")
    do(m, "0 play K")
    for eye in (1, SPECTATOR):
        drawn = [witnessed(e, eye) for e in m.events if e.kind == "move" and e.src == STOCK]
        assert [e.card for e in drawn if e is not None] == [BACK]


def test_what_has_been_taken_up_is_known_until_it_goes() -> None:
    m = table("4 5 6", "K K A", SOME, pile="Q A", stock=20)
    s = do(m, "0 pickup")
    assert ranks(view(s, 1).seen.zones[KNOWN]) == "Q A"
    assert all(set(s.zones[KNOWN]) <= set(sample(view(s, 1), quick(n)).hand(0)) for n in range(20))
    do(m, "1 play A", "2 pickup")
    s = do(m, "0 play Q")
    assert (ranks(s.zones[KNOWN]), hand(m, 0)) == ("A", "4 5 6 A")


def test_of_equal_cards_one_that_is_known_goes_first() -> None:
    m = table("A K 5", SOME, pile="5", known={0: "A"}, throw_mode="off")
    s = do(m, "0 play A")
    assert (ranks(s.zones[KNOWN]), ranks(s.zones[HAND])) == ("", "5 K A")


def test_who_takes_the_pile_has_shown_that_nothing_fits() -> None:
    m = table("4 5 6", SOME, SOME, pile="Q A", stock=40, throw_mode="off")
    s = do(m, "0 pickup")
    for n in range(40):
        drawn = sample(view(s, 1), quick(n))
        assert not set(ranks(drawn.zones[HAND]).split()) & {"2", "3", "T", "A", "X"}
        assert len(drawn.zones[HAND]) == 3


def test_what_has_been_drawn_since_may_be_anything() -> None:
    fitting = {"2", "3", "T", "A", "X"}
    m = table("7 7 7", "4 4 4", "5 5 5", pile="A", stock=60, throw_mode="off", top="X")
    s = do(m, "0 pickup", "1 play 4", "2 play 5", "0 play 7 7")
    assert (s.fresh[0], len(s.zones[HAND]), ranks(s.zones[KNOWN])) == (1, 2, "A")
    held = [ranks(sample(view(s, 1), quick(n)).zones[HAND]).split() for n in range(200)]
    counts = {sum(rank in fitting for rank in each) for each in held}
    assert counts == {0, 1}, "one of two has been drawn since"


def test_who_takes_the_pile_because_of_what_lies_in_it_tells_nothing() -> None:
    m = table("J K A", SOME, SOME, pile="6 6 9 9 6 2")
    s = do(m, "0 pickup")
    assert s.lacks == (0, 0, 0)


def test_who_does_not_begin_has_no_lower_diamond() -> None:
    m = dealt(["D7 C9 CK", "DQ C4 H9", "DK CQ CJ"])
    s = state(m)
    assert s.turn == 0
    for eye in (1, 2, SPECTATOR):
        for n in range(30):
            drawn = sample(view(s, eye), quick(n))
            assert GAME.pack.faces["D7"] in drawn.zones[HAND]
            for seat in range(3):
                others = [c for c in drawn.zones[HAND + EACH * seat] if is_diamond(c)]
                assert min(others, default=51) >= GAME.pack.faces["D7"]


def test_a_player_who_opens_with_the_lowest_rank_has_nothing_lower() -> None:
    m = dealt(["C9 SK X", "C9 H9 X", "C8 CQ CJ"], ages=[1, 2, 0], throw_mode="off")
    s = do(m, "1 dir cw", "1 play 9")
    lower = set(RANKS[:7])
    for n in range(60):
        assert sum(rank in lower for rank in ranks(sample(view(s, 0), quick(n)).zones[HAND + EACH]).split()) <= 1


def test_what_is_said_before_all_are_ready_lies_face_down() -> None:
    m = dealt(["D5 S9 HK", "D7 S2 H3"], ["D4 C8 CQ", "C9 CJ CK"], swap_before_start=True)
    m.events.clear()
    s = do(m, "0 ready")
    assert view(s, 1).seen.sealed[0] is SEALED
    heard = [e.phrase.key for e in m.events if e.phrase is not None and e.eyes >> 1 & 1]
    assert "cruzo.said.ready" not in heard


def test_lots_are_hidden() -> None:
    m = table("K 4 5", SOME, pile="2", tree="random")
    assert set(view(state(m), 0).seen.zones[LOTS]) == {BACK}
    lots = {sample(view(state(m), 0), quick(n)).zones[LOTS] for n in range(60)}
    assert len(lots) > 10


def test_the_count_of_positions_tells_nothing_of_hands() -> None:
    """The same play with other cards in hidden hands: the same trail."""

    def after(*moves: str) -> tuple[Match, Match]:
        one = table("8", "4 4 8", opened=["6", "5"], bunkers=["4 4 4", "5 5 5"], stock=0, throw_mode="off")
        two = table("8", "4 K 8", opened=["6", "5"], bunkers=["4 4 4", "5 5 5"], stock=0, throw_mode="off")
        for m in (one, two):
            do(m, *moves)
        return one, two

    one, two = after("0 play 8", "0 pickup", "1 play 4")
    assert state(one).trail[8:] == state(two).trail[8:]
    assert len(state(one).trail) == 4 * 8
