"""Refusals: what a player reads who tries something impossible: the duty that applies, and what is allowed."""

from __future__ import annotations

import pytest

from ecarte.positions import position, refusal
from moves import do
from stich.games.ecarte.rules_cards import PACK
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action, Refused
from stich.kernel.match import Match
from stich.text.catalogue import LANGUAGES
from stich.text.say import Speaker

FIRST, SECOND = "SA SK SQ SJ ST", "CA CK CQ CJ CT"


@pytest.mark.parametrize(
    ("hand", "lead", "wrong", "duty", "allowed"),
    [
        ("SK S7 H8", "SA", "S7", "head", "SK"),
        ("S7 S8 H8", "SA", "H8", "follow", "S7 S8"),
        ("SQ SK H8", "SA", "H8", "follow", "SQ SK"),
        ("D7 H8 HK", "SA", "D7", "trump", "H8 HK"),
        ("H8 HK CK", "HA", "H8", "head", "HK"),
    ],
)
def test_a_card_that_breaks_a_duty(hand: str, lead: str, wrong: str, duty: str, allowed: str) -> None:
    m = do(position(hand, f"{lead} D8 D9"), f"1 card {lead}")
    assert refusal(m, 0, f"card {wrong}") == (f"error.ecarte.{duty}", {"cards": allowed, "card": lead})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_duty_is_named_in_every_language(language: str) -> None:
    m = do(position("S7 S8 H8", "SA D8 D9"), "1 card SA")
    with pytest.raises(Refused) as refused:
        m.act(0, Action("card", PACK.read("H8")))
    phrase = refused.value.phrase
    said = Speaker(language, "ecarte", card=lambda card: PACK.names[card]).say(phrase.key, phrase.args)
    assert {"SA", "S7", "S8"} <= set(said.replace(",", " ").replace(".", " ").replace(":", " ").split())
    assert "{" not in said


def test_the_king_at_the_wrong_time() -> None:
    held = "HK CK CQ CJ CT"
    assert refusal(position(FIRST, held, DECIDE), 1, "king")[0] == "error.ecarte.king_time"
    assert refusal(position(FIRST, held, CHANGE), 1, "king")[0] == "error.ecarte.king_time"
    m = do(position(FIRST, held, CLAIM), "0 no", "1 no")
    assert refusal(m, 1, "king")[0] == "error.ecarte.king_time"
    do(m, "1 card CT", "0 card ST")
    assert refusal(m, 1, "king")[0] == "error.ecarte.king_time"


def test_the_king_without_the_king() -> None:
    m = position(FIRST, SECOND, CLAIM)
    assert refusal(m, 1, "king") == ("error.ecarte.no_king", {"card": "HK"})
    do(m, "1 no")
    assert refusal(m, 1, "no")[0] == "error.not_your_turn"


def test_a_refusal_tells_as_little_as_the_window() -> None:
    """§4.3: whether the other one could declare shows in nothing that is said to me."""
    said = []
    for other in ("HK CK CQ CJ CT", "HQ CK CQ CJ CT"):
        m = position(FIRST, other, CLAIM)
        said.append([refusal(m, 0, text) for text in ("king", "card SA", "play")])
    assert said[0] == said[1]


def test_an_exchange_of_a_card_that_is_not_held() -> None:
    m = position(FIRST, SECOND, CHANGE)
    assert refusal(m, 1, "change CA SA") == ("error.not_held", {"cards": "CA SA"})
    assert refusal(m, 1, "change CA CA") == ("error.not_held", {"cards": "CA CA"})


def test_an_exchange_of_too_many_or_too_few() -> None:
    m = position(FIRST, SECOND, CHANGE, stock=2)
    assert refusal(m, 1, "change -") == ("error.ecarte.change", {"chosen": 0, "least": 1, "most": 2})
    assert refusal(m, 1, "change CA CK CQ") == ("error.ecarte.change", {"chosen": 3, "least": 1, "most": 2})


def test_an_exchange_that_nobody_has_offered() -> None:
    assert refusal(position(FIRST, SECOND, DECIDE), 1, "change CA")[0] == "error.ecarte.change_time"
    assert refusal(position(FIRST, SECOND), 1, "change CA")[0] == "error.ecarte.change_time"


def test_what_the_dealer_may_say() -> None:
    m = do(position(FIRST, SECOND, DECIDE), "1 decline")
    assert refusal(m, 0, "decline")[0] == "error.ecarte.dealer_offers"
    assert refusal(m, 1, "play")[0] == "error.not_your_turn"
    m = do(position(FIRST, SECOND, DECIDE, stock=0), "1 decline")
    assert refusal(m, 0, "offer")[0] == "error.ecarte.stock_empty"
    key, args = refusal(position(FIRST, SECOND, DECIDE), 1, "offer")
    assert (key, args["allowed"]) == ("error.verb", "decline play")


def test_cards_out_of_place() -> None:
    m = position(FIRST, SECOND)
    assert refusal(m, 1, "card SA") == ("error.not_held", {"cards": "SA"})
    assert refusal(m, 1, "card CA CK")[0] == "error.illegal"
    assert refusal(m, 1, "card CA to 3")[0] == "error.illegal"
    assert refusal(m, 1, "decline")[0] == "error.verb"
    with pytest.raises(Refused, match=r"error\.card"):
        do(m, "1 card C6")
    with pytest.raises(Refused, match=r"error\.notation"):
        do(m, "1 vole")


def test_nothing_is_done_after_the_end() -> None:
    m = do(position("SA", "S7", turn=0), "0 card SA", "1 card S7")
    assert isinstance(m.deal, Ecarte)
    assert isinstance(m, Match)
    with pytest.raises(Refused, match=r"error\.deal_over"):
        m.act(0, Action("play"))
