"""The sentence of the table, as a player reads it in English."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, state, table
from sentences import sentence
from stich.kernel.cards import SPECTATOR

SPECIAL = "twos, threes, tens and jokers fit too"
CLOCKWISE = "play goes clockwise"


@pytest.mark.parametrize(
    ("pile", "task"),
    [
        ("C6", "The C6 is on top · play equal or higher"),
        ("C7", "The C7 is on top · play equal or lower"),
        ("C6 X", "The X is on top · play equal to the C6 or lower"),
        ("CK C3", "The C3 is on top · play equal to the CK or higher"),
    ],
)
def test_what_fits(pile: str, task: str) -> None:
    m = table("4 5 6 7 J K A 8", "4 5 9", "4 5 9", pile=pile)
    note = "twos, tens and jokers fit too, but no threes" if pile[-1] == "X" else SPECIAL
    assert sentence(m, 0) == f"{task} · {note}"
    for viewer in (1, SPECTATOR):
        assert sentence(m, viewer) == f"{task.split(' · ')[0]} · waiting for Ada · {CLOCKWISE}"


def test_what_is_lower_than_a_joker() -> None:
    m = table("4 5 9", "4 5 9", pile="C6 X", joker_equal_ok=False)
    assert "play lower than the C6" in sentence(m, 0)


def test_a_pile_on_which_everything_fits() -> None:
    m = table("4 5 9", "4 5 9", "4 5 9", direction=-1)
    assert sentence(m, 0) == "The pile is empty · play any rank · play goes anticlockwise"
    assert "play any rank" in sentence(table("4 5 9", "4 5 9", pile="C2"), 0)
    assert sentence(table("4 5 9", "4 5 9"), 0) == "The pile is empty · play any rank", "two play no way round"


def test_nothing_fits() -> None:
    m = table("4 5 6", "4 5 9", pile="CK")
    assert sentence(m, 0) == "The CK is on top · nothing of yours fits: take the pile"


def test_more_than_a_play() -> None:
    m = table("J J 5", "4 5 9", pile="CJ DJ")
    assert sentence(m, 0).endswith("· you can make four of a rank and burn the pile")
    m = table("J J J", "4 5 9", pile="C4")
    assert sentence(m, 0).endswith("· or show your three equal cards and take the pile")
    m = table("J Q K", "4 5 9", pile="C6 D6 S6 C9 D9")
    assert sentence(m, 0).endswith("· you may also take the pile")


def test_open_cards_and_bunkers() -> None:
    m = table("", "4 5 9", pile="C4", opened=["5 6 J"], stock=0)
    assert sentence(m, 0).endswith("· play equal or higher · you play from your open cards now")
    m = table("", "4 5 9", pile="C4", opened=[""], stock=0)
    assert sentence(m, 0).endswith("· turn over one of your bunkers · if it does not fit, you take it with the pile")


def test_a_throw() -> None:
    m = table("4 5 9", "6 6 K", "5 K A", pile="C6 D6", window=True)
    scene = "The C6 and the D6 are on top"
    assert sentence(m, 0) == f"{scene} · play equal or higher · {SPECIAL}"
    assert sentence(m, 1) == f"{scene} · you may throw 2 more and complete the four · Ada plays next"
    assert sentence(m, 2) == f"{scene} · waiting for Ada · {CLOCKWISE}"
    do(m, "1 throw 6 6")
    assert sentence(m, 0) == "The four is complete · others may add to it · Ben put down the last one and opens then"
    assert sentence(m, 1).endswith("· you put down the last one and open then")


def test_a_throw_in_turn_order() -> None:
    m = table("4 5 9", "6 6 6", "5 K A", pile="C6 D6", window=True, throw_mode="priority")
    assert sentence(m, 1).split(" · ")[1] == "you may throw 2 more and complete the four"
    assert sentence(m, 0).split(" · ")[1] == "waiting for Ben"
    do(m, "1 pass")
    assert sentence(m, 2).split(" · ")[1] == "2 more would make four, but you cannot throw them: pass"
    m = table("4 5 9", "6 6 6", "5 K A", pile="C6 D6", window=True, throw_mode="priority")
    do(m, "1 throw 6 6")
    assert sentence(m, 2).split(" · ")[1] == "you have nothing to add: pass"


def test_a_draw_that_is_owed() -> None:
    m = table("K 4 5", "A 5 6", "4 5 6", pile="Q", draw_mode="manual", throw_mode="off")
    do(m, "0 play K")
    assert sentence(m, 0) == "The CK is on top · you may draw the 1 card you owe · play goes clockwise"
    assert sentence(m, 1) == "The CK is on top · play equal or higher · somebody has forgotten to draw"
    assert sentence(m, 2) == "The CK is on top · you may say who has forgotten to draw · play goes clockwise"
    m = table("", "A 5 6", "4 5 6", pile="Q", draw_mode="manual", throw_mode="off")
    assert sentence(m, 0).startswith("The CQ is on top · draw before anything else")


def test_the_start() -> None:
    m = dealt(["D5 5 6", "D6 7 8", "7 8 9"], fill="CS")
    assert sentence(m, 0) == "You begin · choose which way round play goes · opening with the D5"
    assert sentence(m, 1) == "Ada begins · waiting for Ada · opening with the D5"
    do(m, "0 dir cw")
    assert sentence(m, 0) == f"You open · play the D5, with more of its rank if you like · {CLOCKWISE}"
    assert sentence(m, 1) == f"Ada opens · waiting for Ada · {CLOCKWISE}"
    m = dealt(["C5 5 6", "C6 7 8", "7 8 9"], fill="CS")
    do(m, "0 dir ccw")
    assert sentence(m, 0) == "You open · play the lowest rank in your hand · play goes anticlockwise"


def test_exchanging_before_the_start() -> None:
    m = dealt(["D5 5 6", "D6 7 8"], swap_before_start=True)
    text = "exchange hand cards for open ones, or be ready · 3 exchanges left"
    assert sentence(m, 0) == text


def test_a_player_who_has_finished() -> None:
    m = table("4 5 9", "4 5 9", "5 K A", pile="C4")
    state(m).playing &= ~4
    assert sentence(m, 2) == "The C4 is on top · you have finished, the others play on"
