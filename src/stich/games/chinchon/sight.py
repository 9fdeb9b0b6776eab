"""What a seat of Chinchón can know and work out: the cards that can still come, and what its hand would leave."""

from __future__ import annotations

from typing import Final

from stich.games.chinchon.rules_cards import EACH, HAND, NO_LIMIT, PILE
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.cards import BACK, Card, Cards, Seat
from stich.parts.melds import arrange

DRAWS: Final = 1.6  # draws in which a good card can come
DRAWS_TO_LIMIT: Final = 2.2  # and if closing requires that little is left over
MAY_CLOSE: Final = 20.0  # value of being able to close, in points
HIGH: Final = 9  # the 10: this and higher cards are thrown early, and can be taken then
THROWN: Final = 2.0  # how much likelier one of them is than another card, at first
EACH_ROUND: Final = 0.7  # share of that after every round
LOST: Final = 20.0  # cost of having so much left over that the player would be out
LOST_EACH: Final = 0.2  # and each point of it then


def unseen(s: Chinchon, seat: Seat) -> Cards:
    """Return all cards whose place the seat has not seen, and so could draw."""
    known = s.hand(seat) + s.zones[PILE]
    for other in range(s.layout.seats):
        if other != seat:
            known += bytes([c for c in s.zones[HAND + EACH * other] if c != BACK])
    return s.layout.deck.translate(None, known)


def left_without(s: Chinchon, cards: Cards) -> list[tuple[int, Card]]:
    """Return for each of eight cards what the others leave, and the card: the best first; of equals, high cards
    first.
    """
    rules = s.rules
    mask = rules.mask(cards)
    out = [(int(arrange.least(mask & ~rules.bits[c], rules.worth)), -rules.values[c], c) for c in cards]
    return [(n, c) for n, _, c in sorted(out)]


def ends_at(s: Chinchon) -> int:
    """Return the total that ends the match, or with which a player drops out."""
    return s.rules.out_from if s.rules.conga else s.rules.limit


def costs(s: Chinchon, seat: Seat, left: int) -> float:
    """Return the cost of having so much left over: the points; if they lose the seat the match, the exact number hardly
    matters.
    """
    most = ends_at(s) - 1 - s.setup.scores[seat]
    return float(left) if left <= most else max(most, 0) + LOST + LOST_EACH * left


def prospect(s: Chinchon, seat: Seat, cards: Cards, fresh: Cards) -> float:
    """Return the value of seven cards, in expected points left over: those of now, less likely gains.

    fresh: cards that could be drawn. For each of them the result of the best discard is computed, and whether it allows
    closing. If closing requires that little is left over, high cards are likelier to come: other players throw them
    first, and the pile can be taken.
    """
    rules = s.rules
    most = s.most_left(seat)
    bonus = MAY_CLOSE if most < NO_LIMIT else 0.0
    most = min(most, ends_at(s) - 1 - s.setup.scores[seat])
    mask = rules.mask(cards)
    now = int(arrange.least(mask, rules.worth))
    cost = costs(s, seat, now)
    gain = 0.0
    loose = [rules.values[c] for c in cards if not arrange.meldable(mask) & rules.bits[c]]
    heaviest = max(loose, default=0)
    playing = s.layout.seats - s.setup.out.bit_count()
    thrown = THROWN * float(EACH_ROUND ** (s.turns // max(playing, 1))) if bonus else 0.0
    for c in fresh:
        bit = rules.bits[c]
        grown = mask | bit
        if arrange.meldable(grown) & bit:
            left = int(arrange.least(grown, rules.worth))
            then = max(left - heaviest, 0)
            better = max(cost - costs(s, seat, then), 0) + (bonus if then <= most < now else 0.0)
            gain += better * (1 + thrown) if rules.values[c] >= rules.values[HIGH] else better
    return cost - (DRAWS_TO_LIMIT if bonus else DRAWS) * gain / max(len(fresh), 1)
