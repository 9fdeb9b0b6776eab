"""What all know of a hand of Cruzo as cards leave it: which cards of it they have seen, and which faces it lacks.

`lacks` holds the faces that the hidden cards of a hand were shown not to have, `fresh` how many were drawn since.
"""

from __future__ import annotations

from mypy_extensions import i64

from stich.games.cruzo.rules_cards import BIT, EACH, HAND, OPEN, PILE, base
from stich.games.cruzo.rules_end import cards_leave
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Phrase
from stich.kernel.cards import ONE, Cards, Seat, drop
from stich.parts.tuples import put


def put_down(s: Cruzo, seat: Seat, cards: Cards, source: int) -> None:
    """Move cards to the pile; from a hand, the publicly known ones first."""
    at = HAND + EACH * seat
    if source == OPEN:
        s.move_cards(cards, OPEN + EACH * seat, PILE)
        s.trail = b""
        return
    cards_leave(s, seat, cards)
    known = s.zones[at + 1]
    hidden = not_among(cards, known) if known else cards
    if hidden and s.fresh[seat]:
        forget_lacks(s, seat, hidden)
    if len(hidden) == len(cards):
        s.move_cards(cards, at, PILE)
    elif not hidden:
        s.move_cards(cards, at + 1, PILE)
    else:
        for c in cards:
            s.move(c, at + 1 if c in s.zones[at + 1] else at, PILE)


def not_among(cards: Cards, known: Cards) -> Cards:
    """Return which of the cards are not among the known ones, each copy for itself."""
    hidden = b""
    n: i64 = len(cards)
    i: i64 = 0
    while i < n:
        c = cards[i]
        if c in known:
            known = drop(known, c)
        else:
            hidden = hidden + ONE[c]
        i += 1
    return hidden


def forget_lacks(s: Cruzo, seat: Seat, hidden: Cards) -> None:
    """Update what is known of a hand before hidden cards leave it.

    The hand was shown to lack some faces, and cards have been drawn since: a leaving card of such a face was drawn
    since, any other one perhaps. If this may be true of all that are left, nothing is known.
    """
    left = len(s.zones[HAND + EACH * seat]) - len(hidden)
    fresh = s.fresh[seat]
    for c in hidden:
        if s.lacks[seat] & BIT[c]:
            fresh -= 1
    if fresh >= left:
        fresh = 0
        s.lacks = put(s.lacks, seat, 0)
    s.fresh = put(s.fresh, seat, fresh)


def expose(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """§6 `penalise`: all have seen cards that were not allowed to be played or thrown. Hand cards go back to the hand,
    known to all; open cards stay where they are.
    """
    at = HAND + EACH * seat
    if s.source(seat) == HAND:
        hidden = not_among(cards, s.zones[at + 1])
        if s.fresh[seat]:
            forget_lacks(s, seat, hidden)
        s.move_cards(hidden, at, at + 1)
    if s.log is not None:
        s.say("punished", seat, Phrase("cruzo.event.punished", {"seat": seat, "cards": cards}, cards))


def learn_from_pickup(s: Cruzo, seat: Seat, shown: bool, forced: bool) -> None:
    """§6 Note what all learn about the hand of a seat that takes up the pile. shown: it has three equal cards, which
    all see. forced: nothing in it fits.
    """
    at = HAND + EACH * seat
    if shown:
        forget_lacks(s, seat, s.zones[at])
        s.move_all(at, at + 1)
    elif forced and s.zones[at]:
        lacks = s.lacks[seat] | s.rules.missing[base(s.zones[PILE])]
        if s.fresh[seat]:  # knowledge about all of them is worth more than about some
            lacks = s.rules.missing[base(s.zones[PILE])]
            s.fresh = put(s.fresh, seat, 0)
        if lacks != s.lacks[seat]:
            s.lacks = put(s.lacks, seat, lacks)
