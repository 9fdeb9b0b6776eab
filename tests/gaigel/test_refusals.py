"""Refusals: what a player reads who tries something impossible: the duty that applies, what is missing, the right
time.
"""

from __future__ import annotations

import pytest

from gaigel.positions import do, position, rules, start
from moves import refused
from stich.games.gaigel.rules_cards import TRICK
from stich.kernel.match import Match


@pytest.mark.parametrize(
    ("options", "trick", "hand", "tried", "key", "allowed"),
    [
        ({}, "SK", "SA ST S9 HA", "S9", "head", "ST SA"),
        ({}, "SA", "S9 ST HA", "HA", "follow", "S9 ST"),
        ({}, "SK", "H9 HA CA", "CA", "trump", "H9 HA"),
        ({"overtrump": True}, "SK HQ", "H9 HA CA", "H9", "overtrump", "HA"),
        ({"higher_after_trump": True}, "SK H9", "SA S9 HA", "S9", "head", "SA"),
    ],
)
def test_the_duty_is_named_with_the_cards_that_are_left(
    options: dict[str, bool], trick: str, hand: str, tried: str, key: str, allowed: str
) -> None:
    m = position(["", "", hand], rules(3, **options), trick=trick, turn=2)
    phrase = refused(m, f"2 play {tried}")
    assert phrase.key == f"error.gaigel.{key}"
    assert phrase.args["cards"] == bytes(sorted(m.rules.layout.pack.read(allowed)))
    assert phrase.args["card"] == m.deal.zones[TRICK][0]


def table(hand: str = "SA CA", turnup: str = "HT", scored: bool = True, trick: str = "", **options: object) -> Match:
    talon = "CJ DJ CJ DJ SJ" if turnup else ""
    who = [1] if scored else []
    return position(["DA", hand], rules(2, **options), talon=talon, turnup=turnup, trick=trick, turn=1, scored=who)


def test_why_there_is_no_exchange() -> None:
    assert refused(table("SA CA"), "1 exchange").key == "error.gaigel.no_diss"
    assert refused(table("H9 CA", turnup=""), "1 exchange").key == "error.gaigel.talon_gone"
    assert refused(table("H9 CA", turnup="H9"), "1 exchange").key == "error.gaigel.diss_lies"
    assert refused(table("H9 CA", scored=False), "1 exchange").key == "error.gaigel.no_trick"
    late = table("H9 CA", trick="CK", exchange_timing="on_lead")
    assert refused(late, "1 exchange").key == "error.gaigel.exchange_lead"
    assert refused(table("H9 CA"), "0 exchange").key == "error.not_your_turn"


def test_why_there_is_no_meld() -> None:
    assert refused(table("SK SA"), "1 meld SK SA").key == "error.gaigel.not_a_pair"
    assert refused(table("SK CQ"), "1 meld SK CQ").key == "error.gaigel.not_a_pair"
    assert refused(table("SK CQ"), "1 meld SK SQ").key == "error.gaigel.pair_not_held"
    assert refused(table("SK SQ", trick="CK"), "1 meld SK SQ").key == "error.gaigel.meld_lead"
    assert refused(table("SK SQ", scored=False), "1 meld SK SQ").key == "error.gaigel.no_trick"
    late = table("SK SQ", turnup="", meld_after_talon=False)
    assert refused(late, "1 meld SK SQ").key == "error.gaigel.meld_late"


def test_a_pair_is_not_melded_twice() -> None:
    m = table("SK SQ CA")
    do(m, "1 meld SK SQ", "1 play SQ", "0 play DA")
    assert refused(m, "1 meld SK SQ").key == "error.gaigel.pair_not_held"


def test_after_a_meld_one_of_the_pair_has_to_be_led() -> None:
    m = table("SK SQ CK CQ H9")
    do(m, "1 meld SK SQ")
    pair = bytes(sorted(m.rules.layout.pack.read("SK SQ")))
    for move in ("play H9", "exchange", "meld CK CQ"):
        phrase = refused(m, f"1 {move}")
        assert (phrase.key, phrase.args["cards"]) == ("error.gaigel.lead_pair", pair)


def test_cards_that_somebody_else_has() -> None:
    assert refused(table(), "1 play DA").key == "error.not_held"
    assert refused(table(), "0 play DA").key == "error.not_your_turn"


def test_whose_turn_it_is_where_others_may_claim() -> None:
    m = start(rules(3, stop="claim"))
    phrase = refused(m, "0 play CA")
    assert (phrase.key, phrase.args) == ("error.not_your_turn", {"seats": b"\x01"})
