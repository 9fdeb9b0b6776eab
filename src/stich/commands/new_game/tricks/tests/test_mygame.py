"""The examples of the rule sheet, the refusals, and what every game has to hold."""

from __future__ import annotations

from pathlib import Path

from stich.testing import Table, check_bots, check_laws, check_texts, load

GAME = load(Path(__file__).resolve().parents[1])
HANDS = {"hand.0": "SA C3", "hand.1": "HA H4", "hand.2": "HK S2", "hand.3": "C9 D9"}


def position(trump: str = "spades") -> Table:
    """Return a table at which two tricks are left, and seat 1 leads."""
    return Table(GAME, {"trump": trump}).place(HANDS, rest="won.0", phase="play", turn=1, tricks=(11, 0, 0, 0))


def test_all_cards_are_dealt() -> None:
    for seats, each in ((3, 17), (4, 13)):
        table = Table(GAME, seats=seats)
        assert [len(table[f"hand.{seat}"].split()) for seat in range(seats)] == [each] * seats


def test_suit_is_followed() -> None:
    table = position().do("1 play HA")
    assert table.choices(2) == ["play HK"]
    assert table.refused("2 play S2") == "error.mygame.follow"
    assert table.refused("2 play C9") == "error.not_held"


def test_the_highest_card_of_the_suit_led_wins_unless_it_is_trumped() -> None:
    plain = position("none").do("1 play HA", "2 play HK", "3 play C9", "0 play SA")
    trumped = position("spades").do("1 play HA", "2 play HK", "3 play C9", "0 play SA")
    assert (plain.turn, trumped.turn) == (1, 0)
    assert trumped.state.result().points == (12, 0, 0, 0)


def test_each_trick_is_a_point() -> None:
    table = position().do("1 play HA", "2 play HK", "3 play C9", "0 play SA")
    table.do("0 play C3", "1 play H4", "2 play S2", "3 play D9")
    assert table.phase == "over"
    assert table.points == (12, 0, 1, 0)


def test_laws() -> None:
    check_laws(GAME)
    check_laws(GAME, seats=3)


def test_texts() -> None:
    check_texts(GAME)


def test_bots() -> None:
    check_bots(GAME)
