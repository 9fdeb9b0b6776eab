"""The examples of the rule sheet, the refusals, and what every game has to hold."""

from __future__ import annotations

from pathlib import Path

from stich.testing import Table, check_bots, check_laws, check_texts, load

GAME = load(Path(__file__).resolve().parents[1])
HANDS = {
    "hand.0": "H5 H6 H7 SK CK DK C2 DQ",
    "hand.1": "CA DA S5 S6 DJ CQ C7",
    "hand.2": "C3 C4 C5 D3 D4 D5 SA",
}


def position(**options: object) -> Table:
    """Return a table at which seat 0 has drawn."""
    zones = {**HANDS, "discard": "H2"}
    return Table(GAME, options, seats=3).place(zones, rest="stock", phase="lay", turn=0)


def test_the_deal() -> None:
    table = Table(GAME, seats=3)
    assert [len(table[f"hand.{seat}"].split()) for seat in range(3)] == [7, 7, 7]
    assert (len(table["discard"].split()), len(table["stock"].split())) == (1, 18)


def test_a_turn() -> None:
    table = position().do("0 discard C2")
    assert (table.turn, table.phase, table["discard"]) == (1, "draw", "H2 C2")
    table.do("1 take")
    assert "C2" in table["hand.1"].split()
    assert table.refused("1 take") == "error.verb"
    assert table.refused("1 discard HK") == "error.not_held"


def test_closing_costs_the_others_what_they_have_left_over() -> None:
    table = position().do("0 close DQ")
    assert table.phase == "over"
    assert table.points == (2, 1 + 1 + 5 + 6 + 10 + 10 + 7, 1)


def test_closing_needs_few_points() -> None:
    assert position().refused("0 close C2") == "error.mygame.close"
    assert position(close="0").refused("0 close DQ") == "error.mygame.close"


def test_nothing_left_over_is_ten_off() -> None:
    table = position().place({**HANDS, "hand.0": "H5 H6 H7 SK CK DK HK DQ"}, rest="stock", phase="lay", turn=0)
    table.do("0 close DQ")
    assert table.points[0] == -10


def test_the_deal_ends_with_the_stock() -> None:
    table = Table(GAME, seats=3).place({**HANDS, "discard": "H2"}, phase="lay", turn=0)
    table.do("0 discard DQ")
    assert table.phase == "over"
    assert table.points[0] == 2


def test_laws() -> None:
    for seats in (2, 3, 4):
        check_laws(GAME, 10, seats)


def test_texts() -> None:
    check_texts(GAME)


def test_bots() -> None:
    check_bots(GAME)
