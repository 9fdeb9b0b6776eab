"""The sentence of the table in Fünfhundert."""

from __future__ import annotations

import pytest

from fuenfhundert.positions import do, position
from sentences import sentence
from stich.kernel.cards import SPECTATOR

OPEN = "3 cards and the DA left to draw: the higher value wins"
STRICT = "The stock is gone: suit must be followed"


def test_while_there_is_a_talon() -> None:
    m = position("CA D9", "S8", talon=4)
    assert sentence(m, 0) == f"{OPEN} · you lead"
    assert sentence(m, 1) == f"{OPEN} · Ada leads"
    m = position("CA D9", "S8", talon=4, trick="HT")
    assert (
        sentence(m, 0) == "Ben led the HT · stock open: any card may be played · Ben is winning so far: 10 points [HT]"
    )
    assert sentence(m, 1) == "You led the HT · waiting for Ada · you are winning so far: 10 points [HT]"
    assert sentence(position("CA D9", talon=4, trick="H9"), 0).endswith(" · Ben is winning so far [H9]")


def test_what_can_be_declared_and_exchanged() -> None:
    assert sentence(position("CK CQ D9", talon=4), 0).endswith(
        "you lead · you can declare king and queen of clubs now: 20"
    )
    m = position("SK SQ DJ", talon=4, trick="HT")
    assert sentence(m, 0).endswith("may be played · you can declare king and queen of spades now: 40 [HT]")
    assert sentence(position("SK SQ CK CQ", talon=4), 0).endswith(" · you lead · 2 declarations are possible now")
    m = position("S7 D9", talon=4, bottom="SA")
    assert sentence(m, 0).endswith(" · you lead · you can exchange the trump seven for the SA")
    assert sentence(m, 1) == f"{OPEN.replace('DA', 'SA')} · Ada leads"
    barred = position("CK CQ D9", "S8", trick="HT", talon=4, declare_who="leader")
    assert sentence(barred, 0).endswith("may be played · Ben is winning so far: 10 points [HT]")


def test_declarations_that_come_with_the_card() -> None:
    m = position("CK CQ D9", talon=4, auto_declare=True)
    assert sentence(m, 0).endswith(" · you lead · your card comes with king and queen of clubs: 20")
    m = position("CK CQ SK SQ D9", talon=4, auto_declare=True)
    assert sentence(m, 0).endswith(" · you lead · your card comes with 2 declarations")


@pytest.mark.parametrize(
    ("trick", "hand", "task"),
    [
        ("HT", "H9 HA C9", "you must follow suit"),
        ("HT", "S9 C9", "you cannot follow suit: you must trump"),
        ("HT", "D9 C9", "any card may be played"),
        ("HT", "H9 H8", "any card may be played"),
    ],
)
def test_without_a_talon_the_duty_is_named(trick: str, hand: str, task: str) -> None:
    m = position(hand, "CA", trick=trick)
    assert sentence(m, 0) == f"Ben led the HT · {task} · Ben is winning so far: 10 points [HT]"


def test_after_the_last_trick() -> None:
    m = position("DK", "DQ", won="SJ", scores=(120, 90))
    do(m, "0 play DK", "1 play DQ")
    assert (
        sentence(m, 0) == "The last trick has been played · 2 declarations are still possible · you stand at 127 of 500"
    )
    m = position("DK", "DQ", scores=(120, 90))
    do(m, "0 play DK", "1 play DQ")
    start = "The last trick has been played · declare king and queen of diamonds: 20, or finish"
    assert sentence(m, 0) == f"{start} · you stand at 127 of 500"
    assert sentence(m, SPECTATOR) == "The last trick has been played · waiting for Ada · Ada stands at 127 of 500"


def test_in_the_other_languages() -> None:
    m = position("CK CQ D9", talon=4)
    assert sentence(m, 0, "de").endswith(" · du spielst aus · du kannst jetzt ansagen: König und Dame in Kreuz, 20")
    assert sentence(m, 0, "fr").endswith("vous pouvez annoncer roi et dame de trèfle\N{NO-BREAK SPACE}: 20")
    assert sentence(m, 0, "hu").endswith(" · te hívsz · most bemondható: treff király és dáma, 20")
