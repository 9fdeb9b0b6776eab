"""What a good player would call stupid in the last turn: cards taken for what cannot be reached any more."""

from __future__ import annotations

from typing import Any

import pytest

from frustration.positions import OTHERS, state, table
from stich.games.frustration.bot import BOTS, advise
from stich.games.frustration.club import claims, left_over
from stich.games.frustration.expert import Expert
from stich.games.frustration.rules import GAME
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.view import view


def last_turn(hand: str, pile: str, **given: Any) -> Match:
    """Return a match in which seat 2 has gone out, and seat 0 is to draw for the last time."""
    others = [*OTHERS[:1], "", *OTHERS[2 : given.pop("seats", 4) - 1]]
    m = table(hand, others[0], "", *others[2:], pile=pile, drawn=False, laid=given.pop("laid", 0b100), **given)
    s = state(m)
    s.out = 2
    return m


def chosen(level: str, m: Match) -> str:
    bot = Expert(40) if level == "expert" else BOTS[level]()
    return GAME.write(m.rules, bot.choose(view(m.deal, 0), m.deal.legal(0), quick(1)))


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("hand", "pile", "contract"),
    [
        ("H4 S4 C9 DK CJ S8", "D3 S2", 1),  # two sets of three: a wild card makes one of them, and counts 20
        ("H4 S4 C9 CK CJ S8", "D3 X", 1),
        ("H4 H5 C9 CK SJ S8 D7", "D3 X", 7),  # a run of seven
        ("H4 H5 C9 CK SJ S8 D7", "D3 HA", 2),
        ("H4 H5 C9 DK SJ S8 D7", "D3 SK", 10),  # a king would bring it nearer, and that is no use any more
    ],
)
def test_nothing_dear_is_taken_for_a_contract_out_of_reach(level: str, hand: str, pile: str, contract: int) -> None:
    m = last_turn(hand, pile, contracts=[contract, 1, 1, 1])
    assert chosen(level, m) == "draw"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_what_completes_the_contract_is_taken_however_dear(level: str) -> None:
    assert chosen(level, last_turn("H4 S4 D4 CK DK S8", "D3 X", contracts=[1, 1, 1, 1])) == "take"
    assert chosen(level, last_turn("H4 S4 D4 CK DK S8", "D3 S2", contracts=[1, 1, 1, 1])) == "take"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_what_counts_little_is_better_than_what_nobody_knows(level: str) -> None:
    assert chosen(level, last_turn("HK SQ C9 DJ", "HA C5", contracts=[7, 1, 1, 1])) == "take"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_after_laying_club_takes_what_can_be_laid_off_and_nothing_expensive(level: str) -> None:
    melds = {0: ["C4 D4 H4"]}
    assert chosen(level, last_turn("HK SQ", "HA S4", laid=0b101, melds=melds)) == "take"
    assert chosen(level, last_turn("HK SQ", "S4 HA", laid=0b101, melds=melds)) == "draw"


def test_no_joker_is_claimed_in_the_last_turn() -> None:
    m = last_turn("H4 S4 C9 DK", "X", contracts=[1, 1, 1, 1])
    assert not claims(state(m), 0)


def test_what_is_left_over_is_counted() -> None:
    s = state(last_turn("H4 S4 C9 DK", "X", contracts=[7, 1, 1, 1]))
    hand = s.hand(0)
    assert left_over(s, 0, hand, hand) == 5 + 5 + 5
    assert left_over(s, 0, hand + b"", b"") == 25
    s = state(last_turn("H4 S4 D4 CK DK HK S8", "X", contracts=[1, 1, 1, 1]))
    assert left_over(s, 0, s.hand(0), s.hand(0)) < 0


def test_the_reason_says_so() -> None:
    said = set()
    for hand, pile in (("H4 S4 C9 DK CJ S8", "D3 S2"), ("HK SQ C9 DJ", "HA C5"), ("H4 S4 D4 CK DK S8", "D3 X")):
        m = last_turn(hand, pile, contracts=[1 if "4" in hand else 7, 1, 1, 1])
        said.add(advise(view(m.deal, 0), m.deal.legal(0), quick(1))[1].key.removeprefix("frustration.why."))
    assert said == {"draw_last", "take_last", "take"}
