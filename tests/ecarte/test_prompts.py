"""The sentence of the table in Écarté."""

from __future__ import annotations

import pytest

from ecarte.positions import position, state
from moves import do
from sentences import sentence
from stich.games.ecarte.rules import GAME
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE, DECLINE, TAKE, TURNED
from stich.kernel.action import Action
from stich.kernel.cards import SPECTATOR, Seat
from stich.kernel.match import Match
from stich.text.say import Speaker

FIRST, SECOND = "SA SK SQ SJ ST", "DA DK DQ DJ DT"
NOTE = "a player who stands must make three tricks"


def test_to_play_or_not() -> None:
    m = position(FIRST, SECOND, DECIDE)
    task = "stand with these cards, or propose an exchange"
    assert sentence(m, 1) == f"The H7 is turned up: its suit is trumps · {task} · {NOTE}"
    assert sentence(m, 0) == f"The H7 is turned up: its suit is trumps · waiting for Ben · {NOTE}"
    do(m, "1 decline")
    assert sentence(m, 0) == f"Ben proposes an exchange · refuse and stand, or accept the exchange · {NOTE}"
    assert sentence(m, 1) == f"You propose an exchange · waiting for Ada · {NOTE}"


def test_without_a_stock() -> None:
    m = position(FIRST, SECOND, DECIDE, stock=0)
    do(m, "1 decline")
    assert sentence(m, 0) == f"Ben passes, and the stock is gone · stand, or pass · {NOTE}"
    m = position(FIRST, SECOND, DECIDE, stock=0, stock_empty="dealer_must_play")
    do(m, "1 decline")
    assert sentence(m, 0) == f"Ben passes, and the stock is gone · you must stand · {NOTE}"


def note(m: Match, seat: Seat, a: Action) -> list[str]:
    """Return the lines below the words on a button."""
    label = GAME.label(state(m), seat, a)
    return Speaker("en", "ecarte").say(f"{label.key}.note", label.args).split("\n")


@pytest.mark.parametrize(
    ("loss", "at_first", "later"),
    [
        ("minus_two", "3 tricks +1, else −2", "3 tricks +1, else −2"),
        ("minus_two_and_point", "3 tricks +1, else −2", "3 tricks +1, else −2"),
        ("opponent_two", "+1, else opponent +2", "+1, else opponent +1"),
    ],
)
def test_the_button_says_what_standing_brings_and_costs(loss: str, at_first: str, later: str) -> None:
    m = position(FIRST, SECOND, DECIDE, declarer_loss=loss)
    assert note(m, 1, TAKE)[0] == at_first
    do(m, "1 decline")
    assert note(m, 0, TAKE)[0] == at_first
    do(m, "0 offer", "1 change DT", "0 change -")
    assert note(m, 1, TAKE)[0] == later


def test_the_button_says_what_follows_a_pass_without_a_stock() -> None:
    m = position(FIRST, SECOND, DECIDE, stock=0)
    assert note(m, 1, DECLINE)[0] == "the dealer decides"
    do(m, "1 decline")
    assert note(m, 0, DECLINE) == ["nobody stands", "three tricks +1, all five +2"]
    m = position(FIRST, SECOND, DECIDE, stock=0, stock_empty="dealer_must_play")
    assert note(m, 1, DECLINE) == ["the dealer must stand"]


def test_an_exchange() -> None:
    m = position(FIRST, SECOND, DECIDE)
    do(m, "1 decline", "0 offer")
    assert sentence(m, 1) == "Ada accepts the exchange · exchange up to 5 cards · 21 cards are left in the stock"
    assert sentence(m, 0) == "You accept the exchange · waiting for Ben"
    do(m, "1 change DT DJ")
    task = "exchange up to 5 cards, or keep all"
    assert sentence(m, 0) == f"Ben exchanged 2 cards · {task} · 19 cards are left in the stock"
    do(m, "0 change -")
    assert sentence(m, 1).startswith("Ada kept all cards · stand with these cards, or propose an exchange · ")
    m = position(FIRST, SECOND, CHANGE, stock=1)
    assert sentence(m, 1).endswith(" · exchange 1 card · 1 card is left in the stock")


def test_the_king() -> None:
    m = position(FIRST, "HK DK DQ DJ DT", CLAIM)
    m.deal.ask(3)
    assert sentence(m, 1) == "declare the king now, or keep it secret · it counts a point at once"
    assert sentence(m, 0) == "nothing to declare: you do not hold the HK"
    assert sentence(m, SPECTATOR) == "waiting for several players"
    m = position(FIRST, "HK DK DQ DJ DT", DECIDE)
    do(m, "1 play")
    assert sentence(m, 0).startswith("Ben has to make three tricks · nothing to declare")
    m = position(FIRST, "HK DK DQ DJ DT", DECIDE, king_declaration="auto")
    do(m, "1 play")
    assert sentence(m, 1) == "You have to make three tricks · you must declare the king · it counts a point at once"


def test_a_king_that_decides_the_match() -> None:
    m = position(FIRST, SECOND, TURNED, turnup="HK", turn=0, scores=(4, 0))
    assert sentence(m, 0) == "The HK is turned up: a point for you · take the point: it wins the match"
    assert sentence(m, 1) == "The HK is turned up: a point for Ada · waiting for Ada"


def test_the_lead() -> None:
    m = position(FIRST, SECOND)
    assert sentence(m, 1) == "you lead · three tricks are a point, all five two"
    m = position(FIRST, SECOND, DECIDE)
    do(m, "1 play", "0 no", "1 no")
    assert sentence(m, 1) == "You have to make three tricks · you lead · you have 0 tricks so far"
    do(m, "1 card DA", "0 card ST")
    assert sentence(m, 0) == "Ben has to make three tricks · Ben leads · Ben has 1 trick so far"


@pytest.mark.parametrize(
    ("hand", "lead", "task"),
    [
        ("SK S7 H8", "SQ", "you must follow suit and play higher"),
        ("S7 S8 H8", "SA", "you must follow suit"),
        ("D7 H8 HK", "SA", "you cannot follow suit: you must trump"),
        ("D7 C8 CK", "SA", "any card may be played"),
        ("S7 S8 S9", "SA", "any card may be played"),
    ],
)
def test_the_duty_is_named(hand: str, lead: str, task: str) -> None:
    m = do(position(hand, f"{lead} D8 D9"), f"1 card {lead}")
    assert sentence(m, 0) == f"Ben led the {lead} · {task} · Ben is winning so far [{lead}]"
    assert sentence(m, 1) == f"You led the {lead} · waiting for Ada · you are winning so far [{lead}]"


def test_in_the_other_languages() -> None:
    m = position(FIRST, SECOND, DECIDE)
    do(m, "1 decline")
    assert sentence(m, 0, "de").startswith("Ben möchte andere Karten · spiele so oder biete einen Tausch an · ")
    assert sentence(m, 0, "fr").startswith("Ben propose · refusez et jouez, ou acceptez · ")
    assert sentence(m, 0, "hu").startswith("Ben más lapokat kér · játssz így, vagy ajánlj cserét · ")
