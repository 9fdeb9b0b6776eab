"""What a seat of Durak can work out: which cards are worth keeping, the cheapest way to beat an attack, and the other
hand when two players are left and there is no talon.
"""

from __future__ import annotations

from stich.games.durak.judgement import values
from stich.games.durak.rules_cards import PAIR
from stich.games.durak.rules_state import Durak
from stich.kernel.cards import BACK, ONE, Card, Cards, Seat, drop, has


def is_trump(s: Durak, c: Card) -> bool:
    return c // s.rules.size == s.suit


def beats(s: Durak, c: Card, on: Card) -> bool:
    """§4.2 Tell whether c beats an attack card."""
    if c // s.rules.size == on // s.rules.size:
        return c > on
    return is_trump(s, c)


def worth(s: Durak, c: Card) -> float:
    """Return the value of having this card in hand."""
    return values(s)[c]


def to_beat(s: Durak) -> Cards:
    """Return the uncovered attack cards."""
    return b"".join([pair for pair in s.zones[PAIR : PAIR + s.count] if len(pair) == 1])


def cheapest(s: Durak, attack: Cards, hand: Cards) -> list[tuple[Card, Card]] | None:
    """Return which card beats which, the most expensive attack card first, each as cheaply as possible; None if a hand
    cannot beat all of them.
    """
    left = hand
    out: list[tuple[Card, Card]] = []
    for on in sorted(attack, key=lambda c: (-worth(s, c), c)):
        able = [c for c in left if beats(s, c, on)]
        if not able:
            return None
        least = min(able, key=lambda c: worth(s, c))
        out.append((on, least))
        left = drop(left, least)
    return out


def unseen(s: Durak, seat: Seat) -> Cards:
    """Return the cards of the pack that are in the talon or in other hands, as far as this seat knows."""
    left = s.layout.deck
    for zone in s.zones:
        for c in zone:
            if c != BACK:
                left = left.replace(ONE[c], b"", 1)
    return left


def elsewhere(s: Durak, seat: Seat) -> Cards:
    """Return the cards in the other hands once the talon is gone: all that this seat has not seen go."""
    others = b"".join([s.hand(other) for other in range(s.layout.seats) if other != seat])
    return bytes([c for c in others if c != BACK]) + unseen(s, seat)


def rival(s: Durak, seat: Seat) -> Seat:
    """Return the only other player who is still in; −1 if there are several."""
    others = [other for other in range(s.layout.seats) if other != seat and not has(s.out, other)]
    return others[0] if len(others) == 1 else -1


def known_hand(s: Durak, seat: Seat, other: Seat) -> Cards | None:
    """Return the cards of `other` if they follow from what this seat has seen: two players are left, and no talon."""
    if rival(s, seat) != other or not s.talon_empty():
        return None
    seen = bytes([c for c in s.hand(other) if c != BACK])
    return bytes(sorted(seen + unseen(s, seat)))
