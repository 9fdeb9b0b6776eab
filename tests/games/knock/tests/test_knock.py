"""The examples of the rule sheet, the refusals, and what every game has to hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from stich.bots import advise
from stich.kernel.chance import quick
from stich.kernel.view import view
from stich.testing import Table, check_bots, check_laws, check_texts, load

GAME = load(Path(__file__).resolve().parents[1])


def position(own: str, other: str) -> Table:
    """Return a table at which seat 0 has drawn."""
    zones = {"hand.0": own, "hand.1": other, "discard": "H2"}
    return Table(GAME).place(zones, rest="stock", phase="lay", turn=0)


@pytest.mark.parametrize(
    ("own", "other", "points", "why"),
    [
        ("H5 H6 H7 SK CK DK C2 C3 DQ", "SA DA CA S4 S5 S6 SJ HJ", (15, 0), "difference"),  # 5 against 20
        ("H5 H6 H7 SK CK DK C2 C3 DQ", "SA DA CA S4 S5 S6 D3", (0, 12), "under"),  # 5 against 3
        ("H5 H6 H7 SK CK DK DQ", "SA DA CA S4 S5 S6", (20, 0), "nothing_left"),  # nothing against nothing
        ("H5 H6 H7 SK CK DK DQ", "S4 S5 S6 D3", (23, 0), "nothing_left"),
    ],
)
def test_knocking(own: str, other: str, points: tuple[int, int], why: str) -> None:
    table = position(own, other).do("0 knock DQ")
    assert table.points == points
    assert table.match.sheets[-1].result.headline.key == f"knock.event.{why}"


def test_knocking_needs_few_points() -> None:
    table = position("H5 H6 H7 SK CK DK C2 CQ DQ", "S4")
    assert table.refused("0 knock DQ") == "error.knock.knock"
    assert table.refused("0 discard S4") == "error.not_held"


def test_nobody_wins_when_two_cards_are_left() -> None:
    zones = {"hand.0": "SK DQ", "hand.1": "S4", "discard": "H2", "stock": "C2 C3"}
    table = Table(GAME).place(zones, phase="lay", turn=0).do("0 discard DQ")
    assert (table.phase, table.points) == ("over", (0, 0))
    assert table.match.sheets[-1].result.again


def test_the_note_names_the_discard_that_leaves_so_few_points() -> None:
    match = position("H5 H6 H7 SK CK DK C2 C3 DQ", "S4").match
    note = match.game.prompt(match.deal, 0, 1, match.legal(0)).note
    assert note is not None
    assert note.args["n"] == 5
    cards = note.args["cards"]
    assert isinstance(cards, bytes)
    assert [GAME.pack.names[card] for card in cards] == ["DQ"]


def test_advice_gives_a_reason() -> None:
    match = position("H5 H6 H7 SK CK DK DQ", "S4 S5 S6 D3").match
    action, why = advise(GAME, view(match.deal, 0), match.legal(0), quick(1))
    assert (action.verb, why.key) == ("knock", "knock.why.knock_clean")


def test_laws() -> None:
    check_laws(GAME)


def test_texts() -> None:
    check_texts(GAME)


def test_bots() -> None:
    check_bots(GAME)
