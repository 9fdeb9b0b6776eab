"""What a good player would call stupid: cards taken in the last turn for what cannot be reached any more, and cards
kept that could have been laid off.
"""

from __future__ import annotations

from typing import Any

import pytest

from frustration.positions import OTHERS, state, table
from stich.games.frustration.bot import BOTS, advise
from stich.games.frustration.club import ORDERS, Rest, claims, left_over
from stich.games.frustration.expert import Expert
from stich.games.frustration.rules import GAME
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.view import view

pytestmark = pytest.mark.once


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


@pytest.mark.parametrize(("turn", "claimed"), [(2, True), (3, True), (0, False), (1, False)])
def test_in_the_last_turns_a_joker_is_claimed_for_a_contract_that_it_completes(turn: int, claimed: bool) -> None:
    """Seat 2 has gone out, so that seats 3, 0 and 1 have a turn each."""
    m = last_turn("H4 S4 D4 CK DK S8", "X", contracts=[1, 1, 1, 1])
    s = state(m)
    s.turn = turn
    assert claims(s, 0) == claimed
    s.laid |= 1
    assert not claims(s, 0)


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


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("hand", "melds", "left"),
    [
        ("H8 H9 CK DQ", ["C8 D8 S8", "H4 H5 H6 H7"], "DQ"),  # the 8 belongs to the run, for the 9 follows it
        ("S9 S2 CK", ["S4 S5 S6 S7"], ""),  # the wild card is the 8
        ("S9 X CK", ["S4 S5 S6 S7"], ""),
        ("S4 D2 CK DQ", ["S6 S7 S8 S9"], "DQ"),  # the wild card is the 5, at the other end
        ("SQ D2 X CK DQ", ["S4 S5 S6 S7", "S8 S9 ST"], "DQ"),  # and of two runs this one
        ("S9 SJ D2 X CK DQ", ["S4 S5 S6 S7"], "DQ"),  # 8, 9, T, J
    ],
)
def test_lay_offs_are_in_the_order_that_leaves_least(level: str, hand: str, melds: list[str], left: str) -> None:
    m = table(hand, *OTHERS[1:], laid=0b1, melds={0: melds})
    s = state(m)
    while m.deal.must() and m.deal.actor() == 0:
        m.act(0, GAME.read(m.rules, chosen(level, m)))
    assert GAME.pack.write(s.hand(0)) == left


def test_a_table_full_of_melds_is_not_looked_at_for_long() -> None:
    """With many wild cards and places there are thousands of orders; some of them are enough."""
    runs = ["S4 S5 S6 S7", "H4 H5 H6 H7", "D4 D5 D6 D7"]
    m = table("S2 H2 D2 C2 X X ST HT DT CT", *OTHERS[1:], pile="CK", laid=0b1, melds={0: runs})
    s = state(m)
    rest = Rest(0)
    assert rest.least(s) < 30
    assert ORDERS < len(rest.known) <= ORDERS + len(s.hand(0)) + 1
