"""Refusals: what a player reads who tries something impossible."""

from __future__ import annotations

import pytest

from fuenfhundert.positions import cards, dealt, do, match, position, state
from moves import refused
from stich.games.fuenfhundert.rules import GAME
from stich.games.fuenfhundert.rules_cards import PACK
from stich.kernel.action import Refused
from stich.text.say import Speaker


@pytest.mark.parametrize(
    ("hand", "card", "key", "allowed"),
    [
        ("D9 DK HA S7", "HA", "follow", "D9 DK"),
        ("D9 DK HA S7", "S7", "follow", "D9 DK"),
        ("CA C7 S7 SA", "CA", "trump", "S7 SA"),
    ],
)
def test_a_duty_is_named_with_the_cards_that_fulfil_it(hand: str, card: str, key: str, allowed: str) -> None:
    told = refused(position(hand, trick="DQ"), f"0 play {card}")
    assert told.key == f"error.fuenfhundert.{key}"
    assert told.args["cards"] == cards(allowed)


@pytest.mark.parametrize(
    ("options", "text", "key"),
    [
        ({"false_declarations": "reject"}, "declare A4", "incomplete"),
        ({}, "declare KQ:D", "too_late"),
        ({"declare_limit": "until_talon_out", "talon": 0}, "declare KQ:D", "barred"),
        ({"declare_limit": "until_talon_out", "talon": 0}, "declare A4", "barred"),  # no punishment for that either
        ({"declare_who": "leader", "trick": "H7"}, "declare KQ:D", "barred"),
        ({"trump": "C"}, "declare T7", "seven_waits"),
        ({}, "exchange", "no_seven"),
        ({"talon": 0}, "exchange", "no_talon"),
        ({"auto_declare": "true"}, "declare KQ:D", "auto_declare"),
    ],
)
def test_declarations(options: dict[str, object], text: str, key: str) -> None:
    m = position("DK DQ C7 C8", **{"talon": 4, **options})  # type: ignore[arg-type]
    if key == "too_late":
        state(m).settled = 3
    assert refused(m, f"0 {text}").key == f"error.fuenfhundert.{key}"
    assert state(m).fined == (0, 0)


def test_one_in_a_turn() -> None:
    m = position("DK DQ CK CQ", talon=4, declare_count="one_per_turn")
    do(m, "0 declare KQ:D")
    told = refused(m, "0 declare KQ:C")
    assert told.args["why"] == "@error.fuenfhundert.declare_count"
    assert refused(m, "0 declare A4").key == "error.fuenfhundert.barred"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "King and queen of diamonds"),
        ("de", "König und Dame in Karo"),
        ("fr", "roi et dame de carreau"),
        ("hu", "káró király és dáma"),
    ],
)
def test_in_every_language(language: str, says: str) -> None:
    m = position("DK C7 C8", talon=4, false_declarations="reject")
    told = refused(m, "0 declare KQ:D")
    said = Speaker(language, "fuenfhundert", card=lambda card: PACK.names[card]).say(told.key, told.args)
    assert says.lower() in said.lower()
    assert "DK" in said
    assert not {"{", "@"} & set(said)


def test_a_false_declaration_is_never_listed() -> None:
    m = position("DK C7 C8", talon=4)
    assert {a.verb for a in m.deal.legal(0)} == {"play"}
    s = do(m, "0 declare KQ:D")
    assert (s.fined, s.used) == ((20, 0), b"")


def test_what_is_not_there() -> None:
    m = dealt("C7", "C8", "S9")
    assert refused(m, "1 play C8").key == "error.not_held"
    assert refused(m, "0 play C8").key == "error.not_your_turn"
    for text in ("declare", "declare KQ", "declare KQ:X", "sing", "play ZZ", "play"):
        with pytest.raises(Refused):
            m.act(1, GAME.read(m.rules, text))
    with pytest.raises(Refused, match=r"error\.fuenfhundert\.combination.*SEQ:D"):
        GAME.read(m.rules, "declare five aces")


@pytest.mark.parametrize("value", ["0", "-5", "many", "1000000"])
def test_targets_that_make_no_sense(value: str) -> None:
    with pytest.raises(Refused, match=r"error\.option_value.*target"):
        match(target=value)
