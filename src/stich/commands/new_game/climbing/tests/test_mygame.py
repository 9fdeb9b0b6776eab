"""The examples of the rule sheet, the refusals, and what every game has to hold."""

from __future__ import annotations

from pathlib import Path

from stich.testing import Table, check_bots, check_laws, check_texts, load

GAME = load(Path(__file__).resolve().parents[1])
HANDS = {"hand.0": "C3 S3 C4 C5 C6 C7 CK", "hand.1": "D4 H4 D8 D9 DT DJ DQ D2", "hand.2": "S9 H9 D5 H5 CA SA HA DA"}


def position() -> Table:
    """Return a table at which seat 0 leads."""
    return Table(GAME, seats=3).place(HANDS, rest="played", phase="play", turn=0)


def test_all_cards_are_dealt() -> None:
    for seats, each in ((3, 18), (4, 13)):
        table = Table(GAME, seats=seats)
        assert [len(table[f"hand.{seat}"].split()) for seat in range(seats)] == [each] * seats


def test_a_higher_combination_of_the_same_kind_beats() -> None:
    table = position().do("0 play C3 S3", "1 play H4 D4", "2 play D5 H5", "0 pass", "1 pass")
    assert (table.turn, table["trick"]) == (2, "")


def test_what_does_not_beat_is_refused() -> None:
    table = position().do("0 play C3 C4 C5 C6 C7")
    assert table.refused("1 play D4 H4") == "error.mygame.too_low"
    table.do("1 play D8 D9 DT DJ DQ")
    assert "pass" in table.choices(2)
    assert table.refused("2 play S9") == "error.mygame.too_low"
    assert table.refused("2 play S9 CA") == "error.mygame.no_combination"
    assert table.refused("2 play C3") == "error.not_held"


def test_four_of_a_rank_beat_everything() -> None:
    table = position().do("0 play C3 C4 C5 C6 C7", "1 pass", "2 play CA SA HA DA")
    assert table.choices(0) == ["pass"]


def test_who_leads_may_not_pass() -> None:
    assert position().refused("0 pass") == "error.mygame.lead"


def test_suits_are_the_players_choice() -> None:
    table = position().do("0 play S3", "1 play H4")
    assert "H4" not in table["hand.1"].split()


def test_the_cards_that_are_left_count() -> None:
    hands = {"hand.0": "C3", "hand.1": "D4 H4", "hand.2": "S9"}
    table = Table(GAME, seats=3).place(hands, rest="played", phase="play", turn=0).do("0 play C3")
    assert (table.phase, table.points) == ("over", (3, -2, -1))


def test_laws() -> None:
    for seats in (3, 4):
        check_laws(GAME, 5, seats)


def test_texts() -> None:
    check_texts(GAME)


def test_bots() -> None:
    check_bots(GAME)
