"""What a trick comes to with open cards, against what the players of a trick can do about it."""

from __future__ import annotations

import itertools

import pytest

from stich.bots.open_trick import OpenTrick, face_set
from stich.kernel.chance import quick, shuffle
from stich.parts.suits import HEARTS, SUITS, of_suit
from stich.parts.tricks import Contract, Duty, choice

pytestmark = pytest.mark.once

RANKS = "789JQKTA"
WORTH = [0, 0, 0, 2, 3, 4, 10, 11] * 4
CONTRACT = Contract([of_suit(suit, 8) for suit in range(4)], HEARTS)
OPEN = OpenTrick(CONTRACT, WORTH)
THRIFTY = OpenTrick(CONTRACT, WORTH, dear=9)


def cards(text: str) -> bytes:
    return bytes([8 * SUITS.index(name[0]) + RANKS.index(name[1]) for name in text.split()])


def outcome(trick: str, ours: int, hands: list[str], bound: bool = True, table: OpenTrick = OPEN) -> int:
    return int(table.outcome(cards(trick), ours, [face_set(cards(hand)) for hand in hands], bound))


@pytest.mark.parametrize(
    ("trick", "ours", "hands", "points"),
    [
        ("CA", 0b001, ["C7 C8", "CK"], 15),  # nobody beats it, and both have to follow
        ("CT", 0b001, ["C7", "CA C9"], -21),  # the last one does
        ("CT", 0b101, ["C7", "CA CK"], 21),  # the player is a friend, and adds the ace
        ("CA", 0b001, ["S7 H7", "CK"], -15),  # trumped
        ("CA", 0b001, ["S7 H7", "C9 HJ"], -11),  # the third one has to follow, and gives nothing away
        ("CA", 0b101, ["S7 H7", "HJ D7"], 13),  # trumped, and trumped again by a friend
        ("CA", 0b011, ["ST H7 DA", "CK"], 26),  # a friend adds the best that is no trump
        ("C7 CK", 0b010, ["C8 CA"], -15),
    ],
)
def test_a_trick(trick: str, ours: int, hands: list[str], points: int) -> None:
    assert outcome(trick, ours, hands) == points


def test_without_a_duty_trumps_are_spent_on_what_is_dear() -> None:
    assert outcome("CK", 0b01, ["H7 C8 S7"], bound=False, table=THRIFTY) == 4
    assert outcome("CT", 0b01, ["H7 C8 S7"], bound=False, table=THRIFTY) == -10
    assert outcome("CK", 0b01, ["H7 CT S7"], bound=False, table=THRIFTY) == -14
    assert outcome("CK", 0b01, ["H7 C8 S7"], bound=True, table=OPEN) == 4


def test_it_is_an_outcome_that_the_rules_allow() -> None:
    """Whatever the hands, the points are those of cards that may be played, taken by who takes that trick."""
    duty = Duty()
    for seed in range(300):
        pack = shuffle(bytes(range(32)), quick(seed))
        lead, hands = pack[:1], [bytes(sorted(pack[1 + 4 * i : 5 + 4 * i])) for i in range(2)]
        ours = 0b001 | seed % 4 << 1
        found = int(OPEN.outcome(lead, ours, [face_set(hand) for hand in hands], True))
        possible = set()
        for second, third in itertools.product(*[choice(hand, duty.wanted(CONTRACT, lead)) for hand in hands]):
            trick = lead + bytes([second, third])
            points = sum(WORTH[c] for c in trick)
            possible.add(points if ours >> CONTRACT.best(trick) & 1 else -points)
        assert found in possible
