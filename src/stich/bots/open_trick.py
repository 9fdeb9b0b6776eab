"""The points of a trick when all cards are open, for the rollouts of a search, which ask thousands of times for one
choice.

Sets of faces are ints, bit f for face f.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.kernel.cards import Cards
from stich.parts.tricks import Contract

BIT: Final[list[i64]] = [2**c for c in range(62)]


def face_set(cards: Cards) -> i64:
    """Return cards as a set of faces."""
    bits = BIT
    out: i64 = 0
    for c in cards:
        out |= bits[c]
    return out


@final
class OpenTrick:
    """One contract with the card points of its faces, made once.

    worth: of each face. dear: points from which a player spends a trump without having to.
    """

    def __init__(self, contract: Contract, worth: list[int], dear: int = 0) -> None:
        nothing: i64 = 0
        self.contract = contract
        self.worth: list[i64] = [*worth]
        self.beaten: list[i64] = [*contract.beaten]
        self.above: list[i64] = [*contract.above]
        self.led: list[i64] = [contract.members[suit] if suit >= 0 else 0 for suit in contract.suit]
        self.trumps: i64 = contract.members[contract.trump] if contract.trump >= 0 else nothing
        self.dear: i64 = dear
        faces = [c for c, suit in enumerate(contract.suit) if suit >= 0]
        self.rich: list[i64] = sorted(faces, key=lambda c: -worth[c])  # the richest face first
        self.low: list[i64] = sorted(faces, key=lambda c: -int(contract.above[c]).bit_count())  # the weakest face first

    def outcome(self, trick: Cards, ours: i64, hands: list[i64], bound: bool) -> i64:
        """Return the points that a trick will bring to a side, below 0 if to the other one.

        A player still to play takes from the other side if possible: without a trump as many points as possible,
        otherwise with the smallest trump. To their own side they add as much as possible, trumps last, to the other one
        as little as possible.

        trick: the cards on the table. ours: the places in the trick that belong to the side, as bits. hands: the hands
        that are still to play, in their order, none of them empty. bound: suit has to be followed.
        """
        bits = BIT
        worth = self.worth
        at: i64 = self.contract.best(trick)
        best: i64 = trick[at]
        owner: i64 = ours >> at & 1
        led = self.led[trick[0]]
        points: i64 = 0
        for c in trick:
            points += worth[c]
        place: i64 = len(trick)
        for hand in hands:
            may = hand
            if bound and hand & led:
                may = hand & led
            side: i64 = ours >> place & 1
            beating = may & self.beaten[best]
            plain = may & ~self.trumps
            if side == owner:
                card = self.first(self.rich, plain if plain else may)
            elif beating & plain:
                card = self.first(self.rich, beating & plain)
            elif beating and (points >= self.dear or beating == may):
                card = self.first(self.low, beating)
            else:
                card = self.last(self.rich, may & ~beating)
            points += worth[card]
            if self.beaten[best] & bits[card]:
                best = card
                owner = side
            place += 1
        return points if owner else -points

    def first(self, order: list[i64], among: i64) -> i64:
        """Return the first face of an order that is in a set; the set is not empty."""
        bits = BIT
        i = 0
        while not bits[order[i]] & among:
            i += 1
        return order[i]

    def last(self, order: list[i64], among: i64) -> i64:
        """Return the last face of an order that is in a set; the set is not empty."""
        bits = BIT
        i = len(order) - 1
        while not bits[order[i]] & among:
            i -= 1
        return order[i]
