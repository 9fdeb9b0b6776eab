"""§8, contested readings: an open diamond that opens, a window after a four in turn, an ace on a three on a two."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, hand, legal, pile, refusal, state, table
from stich.games.cruzo.rules_cards import EACH, OPEN, STOCK
from stich.games.cruzo.rules_phases_turn import BEFORE, MORE, TURN

SOME = "4 5 6"
HANDS = ["C9 SK X", "C7 H7 X", "C4 CQ CJ"]
ROWS = ["C9", "D5 C5 C8", "D6 C2 C3"]


def names(m: object, zone: int) -> list[str]:
    s = state(m)  # type: ignore[arg-type]
    return s.layout.pack.write(s.zones[zone]).split()


def test_an_open_diamond_decides_who_begins_and_the_lowest_rank_in_hand_opens() -> None:
    m = dealt(HANDS, ROWS)
    assert state(m).turn == 1
    do(m, "1 dir cw")
    assert legal(m, 1) == ["play 7", "play 7 7"]


def test_an_open_diamond_is_itself_the_opening_card() -> None:
    m = dealt(HANDS, ROWS, table_diamond="diamond")
    s = do(m, "1 dir cw")
    assert legal(m, 1) == ["play 5", "play 5 5"], "another open five may go along"
    for move in ("1 play C7", "1 play 7 7", "1 play C5", "1 play C8"):
        assert refusal(m, move) == ("error.cruzo.decisive", {"card": "D5"})
    assert refusal(m, "1 play CA")[0] == "error.not_held"
    assert refusal(m, "1 play D5 C7")[0] == "error.cruzo.one_rank"
    do(m, "1 play 5")
    assert (pile(m), hand(m, 1), names(m, OPEN + EACH)) == ("5", "7 7 X", ["C5", "C8"])
    assert (s.turn, s.phase) == (2, BEFORE)


def test_open_cards_of_its_rank_may_go_along() -> None:
    m = dealt(HANDS, ROWS, table_diamond="diamond")
    do(m, "1 dir cw", "1 play D5 C5")
    assert (pile(m), names(m, OPEN + EACH)) == ("5 5", ["C8"])


@pytest.mark.parametrize(
    ("options", "opens"),
    [
        ({}, ["play 7", "play 7 7"]),
        ({"table_diamond": "diamond"}, ["play 7", "play 7 7"]),
        ({"tie_opening": "tied_diamond"}, ["play 7", "play 7 7"]),
        ({"table_diamond": "diamond", "tie_opening": "tied_diamond"}, ["play 5"]),
    ],
)
def test_equal_open_diamonds(options: dict[str, object], opens: list[str]) -> None:
    m = dealt(HANDS, ["C9", "D5 C6 C8", "D5 C2 C3"], ages=[0, 1, 2], **options)  # type: ignore[arg-type]
    assert state(m).turn == 1
    do(m, "1 dir cw")
    assert legal(m, 1) == opens


def test_a_diamond_in_hand_goes_before_an_open_one() -> None:
    m = dealt(["C9 SK X", "D7 H7 X", "C4 CQ CJ"], ["C9", "D5 C5 C8"], table_diamond="diamond")
    do(m, "1 dir cw")
    assert legal(m, 1) == ["play 7", "play 7 7"]
    assert refusal(m, "1 play H7") == ("error.cruzo.decisive", {"card": "D7"})


# -- window_after_four


def test_a_four_in_turn_burns_at_once() -> None:
    m = table("K K 4", "K 5 6", SOME, pile="Q K K")
    s = do(m, "0 play K K")
    assert (pile(m), s.turn, s.phase) == ("", 0, TURN)


@pytest.mark.parametrize("adds", [False, True])
def test_a_four_in_turn_opens_a_time_to_throw(adds: bool) -> None:
    m = table("K K 4", "K 5 6", SOME, pile="Q K K", window_after_four=True)
    s = do(m, "0 play K K")
    assert (pile(m), s.phase, s.turn) == ("Q K K K K", MORE, 0)
    assert legal(m, 1) == ["throw K"]
    assert legal(m, 2) == []
    assert s.may() == 0b111, "all are asked, whatever they hold"
    if adds:
        do(m, "1 throw K")
    do(m, "host")
    assert (pile(m), s.turn, s.phase) == ("", 1 if adds else 0, TURN), "the last to throw opens"
    assert [len(s.hand(seat)) for seat in range(3)] == [3, 3, 3]


def test_a_four_in_turn_where_all_are_asked_in_turn() -> None:
    m = table("K K 4", "K 5 6", SOME, pile="Q K K", window_after_four=True, throw_mode="priority")
    s = do(m, "0 play K K")
    assert (s.phase, s.must()) == (MORE, 0b010)
    do(m, "1 pass", "2 pass")
    assert (pile(m), s.turn, s.phase) == ("", 0, TURN)


def test_without_throwing_there_is_no_time_for_it() -> None:
    m = table("K K 4", "K 5 6", SOME, pile="Q K K", window_after_four=True, throw_mode="off")
    s = do(m, "0 play K K")
    assert (pile(m), s.turn, s.phase) == ("", 0, TURN)


def test_a_four_with_the_last_card_and_a_turned_bunker() -> None:
    bare = {"opened": ["", "", ""], "stock": 0}
    m = table("K", "K 5 6", SOME, pile="K K K", bunkers=["", SOME, SOME], window_after_four=True, **bare)  # type: ignore[arg-type]
    s = do(m, "0 play K", "host")
    assert (s.places, s.turn, pile(m)) == ((1, 0, 0), 1, "")
    m = table("", "K 5 6", SOME, pile="K K K", bunkers=["K 5", SOME, SOME], window_after_four=True, **bare)  # type: ignore[arg-type]
    s = do(m, "0 flip 1")
    assert (s.phase, legal(m, 1)) == (MORE, ["throw K"])
    s = do(m, "host")
    assert (s.turn, s.phase, pile(m)) == (0, TURN, "")


# -- ace_on_two_three


@pytest.mark.parametrize(
    ("option", "lying", "cards"),
    [(False, "2", 4), (False, "2 3", 3), (True, "2", 4), (True, "2 3", 4), (True, "2 3 3", 4), (True, "4 3", 3)],
)
def test_an_ace_on_threes_on_a_two(option: bool, lying: str, cards: int) -> None:
    m = table("A 5 6", SOME, pile=lying, stock=10, ace_on_two_three=option)
    s = do(m, "0 play A")
    assert len(s.hand(0)) == cards
    assert len(s.zones[STOCK]) == 10 - (cards - 2)
