"""Refusals: what a player reads who tries something impossible."""

from __future__ import annotations

import pytest

from doppelkopf.positions import BOTH, dealt, playing
from moves import do, refused
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import PACK
from stich.kernel.action import Refused
from stich.text.say import Speaker

ACES = "CQ CQ CA CA SA SA HA HA C9 S9 H9 D9"  # both queens and every ace that could be called


@pytest.mark.parametrize(
    ("trick", "hand", "card", "key", "allowed"),
    [
        ("SA", "S9 SJ HK", "SJ", "follow", "S9"),
        ("SA", "S9 SK HK", "HK", "follow", "S9 SK"),
        ("DA", "SJ HK C9", "HK", "follow_trump", "SJ"),
        ("SJ", "D9 SK S9", "SK", "follow_trump", "D9"),
    ],
)
def test_a_duty_is_named_with_the_cards_that_fulfil_it(
    trick: str, hand: str, card: str, key: str, allowed: str
) -> None:
    told = refused(playing({2: hand}, trick), f"2 play {card}")
    assert told.key == f"error.doppelkopf.{key}"
    assert told.args["cards"] == bytes(sorted(PACK.read(allowed)))


@pytest.mark.parametrize(("contract", "key"), [("grossspiel", "follow_jacks"), ("solo_h", "follow")])
def test_queens_are_of_their_suit_where_they_are_not_trump(contract: str, key: str) -> None:
    """§8: no refusal says that queens do not follow if they do."""
    m = playing({2: "SQ SJ HK"}, "SA", contract=contract)
    if contract == "grossspiel":
        assert refused(m, "2 play SJ").args["cards"] == PACK.read("SQ")
    m = playing({2: "S9 SJ HK"}, "SA", contract=contract)
    assert refused(m, "2 play SJ").key == f"error.doppelkopf.{key}"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "You hold spades"),
        ("de", "Du hast Pik"),
        ("fr", "Vous avez de la couleur demandée (pique)"),
        ("hu", "Van pikk lapod"),
    ],
)
def test_in_every_language(language: str, says: str) -> None:
    told = refused(playing({2: "S9 HK"}, "SA"), "2 play HK")
    said = Speaker(language, "doppelkopf", card=lambda card: PACK.names[card]).say(told.key, told.args)
    assert says in said
    assert "S9" in said
    assert not {"{", "@"} & set(said)


@pytest.mark.parametrize(
    ("hand", "options", "text", "key"),
    [
        (BOTH, {}, "ok", "error.doppelkopf.both_queens"),
        (BOTH, {}, "call_ace D", "error.doppelkopf.call_diamonds"),
        (BOTH.replace("HK", "SA"), {}, "call_ace S", "error.doppelkopf.own_aces"),
        (ACES, {}, "call_ace S", "error.doppelkopf.must_solo"),
        (ACES, {}, "call_ace D", "error.doppelkopf.must_solo"),
        (BOTH, {}, "wedding", "error.verb"),
        (BOTH, {"wedding": "first_foreign_trick"}, "call_ace S", "error.verb"),
        ("", {}, "call_ace S", "error.doppelkopf.not_both"),
        ("", {}, "solo S", "error.doppelkopf.not_both"),
        ("", {}, "grossspiel", "error.verb"),
        ("", {}, "play C9", "error.verb"),
    ],
)
def test_announcements(hand: str, options: dict[str, object], text: str, key: str) -> None:
    assert refused(dealt(hand, **options), f"1 {text}").key == key


@pytest.mark.parametrize("suit", ["D", "S"])
def test_the_aces_that_can_be_called_are_named(suit: str) -> None:
    """§4: not the diamond ace, nor one of which both copies are one's own."""
    told = refused(dealt(BOTH.replace("HK", "SA")), f"1 call_ace {suit}")
    assert told.args == {"cards": PACK.read("CA HA")}


def test_grossspiel_is_not_for_others() -> None:
    m = dealt(grossspiel=True)
    do(m, "1 ok")
    assert refused(m, "2 grossspiel").key == "error.doppelkopf.not_forehand"


def test_what_is_not_there() -> None:
    m = playing({1: "S9 HK", 2: "C9"})
    assert refused(m, "1 play CA").key == "error.not_held"
    assert refused(m, "2 play C9").key == "error.not_your_turn"
    assert refused(m, "1 ok").key == "error.verb"
    assert refused(m, "1 play S9 to 3").key == "error.illegal"
    for text in ("solo X", "call_ace", "sing", "play ZZ"):
        with pytest.raises(Refused):
            m.act(1, GAME.read(m.rules, text))
