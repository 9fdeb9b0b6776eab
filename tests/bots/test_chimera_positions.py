"""What a human partner would call stupid, and what every player at a club sees at once: Club does the one never, the
other always.

Each position names hands, who is the Chimera, the plays of the current trick, and what may or may not be done. Seat 0
is to choose in all of them; where there are no plays, it leads.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bots.tables import choice, table

pytestmark = pytest.mark.once


class Position(NamedTuple):
    """good: what may be chosen, in tokens; bad: what may not. One of the two is given."""

    why: str
    hands: list[str]
    chimera: int
    plays: list[str]
    good: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()


# Seat 0 plays before seat 1, and that before seat 2. Where seat 2 is the Chimera, the partner sits to the left.
POSITIONS = {
    "partner is about to go out": Position(
        "The partner holds the trick and has one card left; the Chimera has passed.",
        ["8 H 3 3 5 6", "4 9 7", "10 10 11 11 2 1"],
        2,
        ["1 9", "2 pass"],
        good=("pass",),
    ),
    "partner is about to go out, Chimera still to play": Position(
        "The partner's 12 needs no help, and he goes out on the next lead.",
        ["H 4 4 6 7 9", "10 10 11 11 2 1", "12 5"],
        1,
        ["2 12"],
        good=("pass",),
    ),
    "partner's low card before a Chimera with one card": Position(
        "She would go out over the partner's 3; only a high card stops her.",
        ["H 4 4 6 7 9", "5", "3 11 11"],
        1,
        ["2 3"],
        good=("H",),
    ),
    "trap on a single 4": Position(
        "The Chimera has led a low card from a long hand; a trap would win nothing but the lead, and 25 for her.",
        ["7 7 7 7 1 3 5 8 9 9 11 12 2", "6 6 10 10 5 4 8 12 3 11 1 2", "4 H H C 9 8 6 5 3 3 1 2 10"],
        2,
        ["2 4"],
        bad=("7 7 7 7",),
    ),
    "attack on a single 4": Position(
        "The same with Pi Ya and the Chimera card.",
        ["P C 1 1 3 5 8 8 9 9 11 12 2", "6 6 10 10 5 4 7 12 3 11 1 2", "4 H H 7 9 8 6 5 3 3 1 2 10"],
        2,
        ["2 4"],
        bad=("P C",),
    ),
    "a trap that is not needed": Position(
        "Her pair gives her nothing yet: she keeps eleven cards, and the trap would give her 25 if she wins.",
        ["5 5 5 5 1 3 4 7 8 10 11 12 2", "H H 9 9 6 6 8 12 3 11 1 2 4", "10 10 C P H 7 8 6 3 3 1 2 4"],
        2,
        ["2 10 10"],
        bad=("5 5 5 5",),
    ),
    "no trap on the partner": Position(
        "The partner holds the trick with a good card.",
        ["5 5 5 5 1 3 4 7 8", "H 9 9 6 6", "10 10 C P H 7 8"],
        2,
        ["1 H", "2 pass"],
        good=("pass",),
    ),
    "Chimera has one card: lead a pair": Position(
        "She waits for a single.",
        ["3 3 9 11 12", "5 5 6 7 8", "10"],
        2,
        [],
        good=("3 3",),
    ),
    "Chimera has one card: lead the highest single": Position(
        "There are only singles; the lowest would let her out.",
        ["3 5 9 12", "4 4 6 7 10", "H"],
        2,
        [],
        good=("12",),
    ),
    "Chimera has two cards: no low pair": Position(
        "She has just led a triple with a single and passed on singles: a pair is what she waits for.",
        ["4 4 8 9 9 9 11", "3 5 6 7 10 10", "12 12"],
        2,
        [],
        bad=("4 4",),
    ),
    "go out on the lead": Position(
        "The straight is the whole hand.",
        ["5 6 7 8 9", "3 3", "10 10"],
        2,
        [],
        good=("5 6 7 8 9",),
    ),
    "go out over the partner": Position(
        "It is the partner's trick, but the last card ends the round for both.",
        ["H", "9 4 4", "10 10 11 11"],
        2,
        ["1 9", "2 pass"],
        good=("H",),
    ),
    "go out with a trap": Position(
        "If the Hunters win the trap gives nothing away.",
        ["6 6 6 6", "9 4 4", "10 12 11 11 P C"],
        2,
        ["2 10"],
        good=("6 6 6 6",),
    ),
    "play what stands, then go out": Position(
        "Nothing beats the Hero any more: first the Hero, then the 3.",
        ["3 H", "4 4 6", "10 11 12"],
        2,
        [],
        good=("H",),
    ),
    "count the pairs that are gone": Position(
        "No higher pair is out: the 10s stand, and the 2 goes out after them.",
        ["2 10 10", "12 4 6 6", "11 5 H 9"],
        2,
        [],
        good=("10 10",),
    ),
    "as the Chimera: what stands first": Position(
        "The attack cannot be beaten, counts 25, and what is left goes out in one play.",
        ["P C 4 4 4 6 6", "12 12 12 H H 3", "5 5 5 11 11"],
        0,
        [],
        good=("P C",),
    ),
    "as the Chimera: a Hunter has one card": Position(
        "Any single that is not the highest may let him out.",
        ["3 7 7 7 10", "H", "5 5 6 8 9 12"],
        0,
        [],
        bad=("3", "10", "7"),
    ),
    "keep a trap together": Position(
        "The 9 can be beaten by the single 10; the trap stays whole.",
        ["11 11 11 11 10 3 5", "9 2 2 4 6 8", "12 12 H 7 7 1"],
        1,
        ["1 9", "2 pass"],
        bad=("11",),
    ),
    "keep a pair together": Position(
        "The single 10 is enough for the 7.",
        ["10 11 11 4 4 6", "7 2 2 3 6 8", "12 12 5 9 9 1"],
        1,
        ["1 7", "2 pass"],
        good=("10",),
    ),
    "keep a straight together": Position(
        "A single 12 beats the 4 as well as a card out of the straight would.",
        ["5 6 7 8 9 12 2", "4 2 2 3 6 8", "H H 5 10 10 1"],
        1,
        ["1 4", "2 pass"],
        good=("12",),
    ),
    "a free trick": Position(
        "The partner has passed and the Chimera cannot beat a 12 any more: it costs nothing and wins the lead.",
        ["12 4 4 5 6 7 8", "10 2 2 3 6 8", "11 11 5 9 9 1"],
        1,
        ["1 10", "2 pass"],
        good=("12",),
    ),
    "lead for a partner with one card": Position(
        "He is next and goes out on any single that he beats.",
        ["3 8 8 9 9 12", "7", "10 10 11 H 5 5"],
        2,
        [],
        good=("3",),
    ),
    "stop a Chimera with one card": Position(
        "If her 9 holds she goes out on the next lead.",
        ["10 10 4 5 6", "9 H", "7 7 8"],
        1,
        ["1 9", "2 pass"],
        good=("10",),
    ),
    "stop her with a trap": Position(
        "Nothing else beats her pair, and with one card left she would go out.",
        ["4 4 4 4 5 6 8", "9 9 H", "7 7 8"],
        1,
        ["1 9 9", "2 pass"],
        good=("4 4 4 4",),
    ),
    "attach what is worth least": Position(
        "The triple takes the 3 along, not the Hero.",
        ["3 7 7 7 H P 10 10", "5 5 6 8 9 12 11", "4 4 6 8 9 12 11"],
        0,
        [],
        bad=("7 7 7 H", "7 7 7 P", "7 7 7", "H", "P"),
    ),
    "leave the partner a trick that he has won": Position(
        "The Chimera has passed; a Hero on the partner's 11 only costs a Hero.",
        ["H 12 4 5 5 8 8 9", "11 3 6 6 7 7", "10 10 12 2 2 1"],
        2,
        ["1 11", "2 pass"],
        good=("pass",),
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_club_is_not_stupid(name: str) -> None:
    p = POSITIONS[name]
    s = table(p.hands, p.chimera, p.plays, turn=0)
    assert s.actor() == 0
    chosen = choice(s)
    if p.good:
        assert chosen in p.good, p.why
    else:
        assert chosen not in p.bad, p.why
