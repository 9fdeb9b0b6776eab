"""Positions set up from text: what follows from the card that is turned up, and what there cannot be."""

from __future__ import annotations

from typing import Any

import pytest

import stich
from stich.env.deals import Deal
from stich.env.moves import IllegalMove

pytestmark = pytest.mark.once

HANDS = {"hand.0": "HK S7 S8 D9 CT", "hand.1": "SA SK DJ C8 H7", "turnup": "H9"}
UP = {"turnup": "H9"}


def winner_of(card: str, **given: Any) -> int:
    """Return who wins when seat 1 leads the ace of spades and seat 0 plays a card."""
    zones = {"hand.0": card, "hand.1": "SA", **given.pop("zones", {})}
    deal = stich.game("ecarte").position(zones, phase="play", turn=1, **given)
    deal.play("SA")
    deal.play(card)
    return 0 if deal["won.0"] else 1


def test_a_position_is_set_up_from_text_and_played() -> None:
    deal = stich.game("ecarte").position(HANDS, phase="play", turn=1)
    deal.play("card SA")
    assert deal.legal() == ["card S7", "card S8"]
    with pytest.raises(IllegalMove, match="The SA was led"):
        deal.play("card D9")


def test_trumps_follow_from_the_card_that_is_turned_up() -> None:
    """Whether it lies there or has been drawn, and not from a deal that nobody sees."""
    for up, trump in (("H9", "H7"), ("C9", "C7"), ("D9", "D7")):
        for card in ("H7", "C7", "D7"):
            wins = 0 if card == trump else 1
            assert winner_of(card, zones={"turnup": up}) == wins
            assert winner_of(card, turned=up) == wins


@pytest.mark.parametrize("name", ["durak", "gaigel"])
def test_each_suit_can_be_trumps(name: str) -> None:
    game = stich.game(name, players=2)
    pack = game.rules.layout.pack
    cards = sorted({pack.names[c] for c in game.rules.layout.deck if pack.names[c][1] not in "9K"})
    for up in cards:
        deal = game.position({"hand.0": "C9 CK", "hand.1": "S9 SK", "turnup": up})
        assert deal.match.deal.suit == "CSHD".index(up[0])
        assert deal["turnup"] == up


def test_what_the_rules_keep_can_be_given_as_text() -> None:
    game = stich.game("ecarte")
    deal = game.position(
        {"hand.0": "HK", "hand.1": "SA", "turnup": "H9"}, phase="play", turn=1, turnup="♠8", declarer=1
    )
    assert deal.match.deal.turnup == game.rules.layout.pack.faces["S8"]
    assert deal.match.deal.declarer == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"zones": {"hand.0": "HK HK", **UP}}, "not so many of HK"),
        ({"zones": {"hand.0": "H1", **UP}}, "H1"),
        ({"zones": {"sleeve": "HK", **UP}}, "no zone 'sleeve'"),
        ({"zones": HANDS, "phase": "tea"}, "no phase 'tea'"),
        ({"zones": UP, "phase": "play", "turn": 0}, "can do nothing"),
        ({"zones": HANDS, "colour": 1}, "keep no 'colour'; they keep turnup"),
        ({"zones": HANDS, "apply": 1}, "keep no 'apply'"),
        ({"zones": HANDS, "sealed": 7}, "keep no 'sealed'"),
        ({"zones": HANDS, "phase": "play", "turn": 5}, "seats 0 to 1"),
        ({"zones": HANDS, "phase": "play", "turn": -5}, "seats 0 to 1"),
        ({"zones": HANDS, "declarer": 9}, "declarer is a seat, 0 to 1"),
        ({"zones": HANDS, "tricks": (1, 2, 3)}, "tricks is something like"),
        ({"zones": HANDS, "tricks": 3}, "tricks is something like"),
        ({"zones": {"hand.0": "HK"}}, "one card is turned up"),
        ({"zones": {"hand.0": "HK", "turnup": "H9 H8"}}, "one card is turned up"),
        ({"zones": {"hand.0": "HK", **UP}, "turned": "S9"}, "one card is turned up"),
        ({"zones": {"hand.0": "HK", "turnup": "H1"}}, "H1"),
        ({"zones": {"hand.0": "HK", "turnup": "HK"}}, "not so many of HK"),
    ],
)
def test_an_impossible_position_is_refused(given: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stich.game("ecarte").position(**given)  # type: ignore[arg-type]


def test_no_card_is_turned_up_where_the_game_has_none() -> None:
    with pytest.raises(ValueError, match="no card is turned up in doppelkopf"):
        stich.game("doppelkopf").position({}, turned="HT")


def test_cards_that_are_no_text_are_refused() -> None:
    with pytest.raises(TypeError, match="are a text such as"):
        stich.game("ecarte").position({"hand.0": ["HK"]})  # type: ignore[dict-item]


def test_a_position_that_cannot_go_on_says_so_and_is_unchanged() -> None:
    deal = stich.game("ecarte").position({"hand.0": "HK", **UP}, phase="play", turn=0)
    before = str(deal)
    with pytest.raises(ValueError, match="cannot go on after 'card HK': seat 1"):
        deal.play("card HK")
    assert str(deal) == before


def test_a_position_has_no_record_and_belongs_to_no_match() -> None:
    deal = stich.game("ecarte").position(HANDS, phase="play", turn=1)
    deal.play("card SA")
    for other in (deal, deal.copy(), deal.sample(0)):
        with pytest.raises(ValueError, match="no record"):
            other.record()
        with pytest.raises(ValueError, match="no match"):
            other.next()


def played(deal: Deal) -> Deal:
    """Play a position to its end."""
    while not deal.over:
        deal.play(deal.legal()[0])
    return deal


def test_a_position_is_played_to_its_end_and_scored() -> None:
    assert played(stich.game("ecarte").position(HANDS, phase="play", turn=1)).points != ()
