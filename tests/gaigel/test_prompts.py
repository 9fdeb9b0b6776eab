"""The sentence of the table in Gaigel."""

from __future__ import annotations

import pytest

from gaigel.positions import do, position, rules
from sentences import sentence
from stich.kernel.cards import SPECTATOR
from stich.kernel.match import Match

TALON = "CJ DJ CJ DJ SJ"


def table(hand: str, trick: str = "", scored: bool = True, turnup: str = "HT", **options: object) -> Match:
    who = [1] if scored else []
    how = rules(2, **options)
    return position(["DA", hand], how, talon=TALON, turnup=turnup, trick=trick, turn=1, scored=who)


def test_while_there_is_a_talon() -> None:
    assert sentence(table("SA CA"), 1) == "5 cards and the HT are left to draw · lead any card"
    assert sentence(table("SA CA"), 0) == "5 cards and the HT are left to draw · Ben leads"
    follows = table("SA CA", "CK")
    assert (
        sentence(follows, 1)
        == "Ada led the CK · stock open: any card may be played · Ada is winning so far: 4 points [CK]"
    )
    assert sentence(follows, 0) == "You led the CK · waiting for Ben · you are winning so far: 4 points [CK]"
    assert (
        sentence(table("SA CA", "C9"), 1)
        == "Ada led the C9 · stock open: any card may be played · Ada is winning so far [C9]"
    )


def test_what_can_be_done_before_playing() -> None:
    assert sentence(table("H9 SQ SK"), 1).endswith("lead any card · you can exchange the Diß for the HT")
    assert sentence(table("SQ SK HQ HK"), 1).endswith("lead any card · you can meld 40: HQ and HK")
    assert sentence(table("SQ SK"), 1).endswith("lead any card · you can meld 20: SQ and SK")
    assert (
        sentence(table("H9", "CK"), 1)
        == "Ada led the CK · stock open: any card may be played · you can exchange the Diß for the HT [CK]"
    )
    for hand in ("H9 SA", "SQ SK"):
        assert sentence(table(hand, scored=False), 1).endswith("lead any card · to meld or exchange, first win a trick")
        assert sentence(table(hand, scored=False), 0).endswith(" · Ben leads")


def test_one_of_the_pair_is_due() -> None:
    m = table("SQ SK CA")
    do(m, "1 meld SQ SK")
    assert sentence(m, 1) == "You meld 20: SQ and SK · now play one of the pair: SQ and SK"
    assert sentence(m, 0) == "Ben melds 20: SQ and SK · waiting for Ben"
    m = table("SQ SK CA", "CK", meld_when="own_turn")
    do(m, "1 meld SQ SK")
    assert sentence(m, 1).endswith("one of the pair: SQ and SK · Ada is winning so far: 4 points [CK]")


@pytest.mark.parametrize(
    ("options", "trick", "hand", "task"),
    [
        ({}, "SK", "SA ST S9 HA", "you must follow suit and play higher"),
        ({}, "SA", "S9 ST HA", "you must follow suit"),
        ({}, "SK", "H9 HA CA", "you cannot follow suit: you must trump"),
        ({"overtrump": True}, "SK HQ", "H9 HA CA", "you must overtrump"),
        ({}, "SK", "C9 CA", "any card may be played"),
        ({}, "SK", "SA ST", "any card may be played"),
    ],
)
def test_without_a_talon_the_duty_is_named(options: dict[str, bool], trick: str, hand: str, task: str) -> None:
    m = position(["", "", hand], rules(3, **options), trick=trick, turn=2)
    assert sentence(m, 2).split(" · ")[1] == task


def test_the_last_trick() -> None:
    assert sentence(position(["CA", "SA"], rules(2)), 0) == (
        "The stock is gone: suit must be followed · you lead · the last trick counts 10 more"
    )
    assert (
        sentence(position(["CA", "SA"], rules(2, last_trick=0)), 0)
        == "The stock is gone: suit must be followed · you lead"
    )


def test_a_leader_learns_what_is_missing() -> None:
    m = position(["CA HA", "SA S9"], rules(2), turn=0, scored=[0], points=[61, 4])
    assert sentence(m, 0).endswith(" · lead any card · 40 points missing for 101")


def test_partners() -> None:
    m = position(["SA", "S9", "CA", "SK"], rules(4), trick="ST SJ", turn=0)
    assert sentence(m, 0).startswith("Cleo led the ST · ")
    assert sentence(m, 0).endswith(" · your partner Cleo is winning so far: 12 points [ST]")
    assert sentence(m, 2).endswith(" · you are winning so far: 12 points [ST]")
    assert sentence(m, 1).endswith(" · waiting for Ada · Cleo is winning so far: 12 points [ST]")
    assert sentence(m, SPECTATOR) == "Cleo led the ST · waiting for Ada · Cleo is winning so far: 12 points [ST]"


@pytest.mark.parametrize(("direction", "second"), [("cw", "Dan"), ("ccw", "Ben")])
def test_the_direction_of_play(direction: str, second: str) -> None:
    m = position(["SA", "S9", "CA", "SK"], rules(4, direction=direction), trick="S9 SJ", turn=0)
    assert sentence(m, 0).startswith("Cleo led the S9 · ")
    assert sentence(m, 0).endswith(f" · {second} is winning so far: 2 points [SJ]")


def test_claiming() -> None:
    m = position(["CA SA", "SK CK"], rules(2, stop="claim"), turn=0, scored=[0, 1], points=[101, 105])
    assert sentence(m, 0).split(" · ")[1] == "you have 101 points: claim them"
    assert sentence(m, 1).split(" · ")[1] == "you have 105 points: claim them"
    m = position(["CA SA", "SK CK"], rules(2, stop="claim"), turn=0, scored=[0, 1], points=[101, 4])
    assert sentence(m, 1).split(" · ")[1] == "Ada leads"


def test_in_the_other_languages() -> None:
    m = table("SQ SK HQ HK")
    assert (
        sentence(m, 1, "de")
        == "Noch 5 Karten und HT zu ziehen · spiel aus, was du willst · du kannst 40 melden: HQ und HK"
    )
    assert sentence(m, 1, "fr").endswith(" · vous pouvez annoncer 40\N{NO-BREAK SPACE}: HQ et HK")
    assert sentence(m, 1, "hu").endswith(" · bemondhatsz 40 pontot: HQ és HK")
