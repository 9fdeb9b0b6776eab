"""What a seat of Frustration can work out: what its contract lacks, and how many useful cards can still come."""

from __future__ import annotations

from stich.games.frustration.rules_cards import LOT
from stich.games.frustration.rules_lay import lay_offs
from stich.games.frustration.rules_melds import JOKER
from stich.games.frustration.rules_near import Near, lacking
from stich.games.frustration.rules_state import Frustration
from stich.kernel.cards import ONE, Card, Cards, Seat


def lacks(s: Frustration, seat: Seat, hand: Cards) -> int:
    """Return how many cards the contract of this seat lacks in a hand."""
    return lacking(s.contract_of(seat), hand)


def still_to_come(s: Frustration) -> list[int]:
    """Return how many copies of each face can still come: all except those whose place the seat sees or knows, such as
    a joker that another player has claimed. Called with the seat's view.
    """
    left = [s.layout.deck.count(ONE[c]) for c in range(JOKER + 1)]
    for zone in s.zones:
        for c in zone:
            if c < LOT:
                left[c] -= 1
    return left


def prospect(near: Near, left: list[int]) -> int:
    """Return how many of the cards that can still come bring a contract nearer."""
    n = left[JOKER] if near.joker else 0
    outs = int(near.outs)
    for c in range(JOKER):
        if outs >> c & 1:
            n += left[c]
    return n


def without(hand: Cards, c: Card) -> Cards:
    return hand.replace(ONE[c], b"", 1)


def to_lay_off(s: Frustration, hand: Cards) -> set[Card]:
    """Return the cards of a hand that fit some meld on the table."""
    return {a.cards[0] for a in lay_offs(s, hand)}
