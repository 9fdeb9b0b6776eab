"""What a seat of Chinchón can know and work out: what may still come, and what its hand would leave."""

from __future__ import annotations

from typing import Final

from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.rules_table import EACH, HAND, NO_LIMIT, PILE
from stich.kernel.cards import BACK, Card, Cards, Seat
from stich.parts.melds import arrange

DRAWS: Final = 1.6  # draws that a good card has time to come in
DRAWS_TO_LIMIT: Final = 2.2  # and where nobody may close before little is left over
MAY_CLOSE: Final = 20.0  # points that it is worth to be allowed to
HIGH: Final = 9  # the 10: this and what counts more is thrown early, and may be taken then
THROWN: Final = 2.0  # by so many times likelier is it to get one of them than another card, at first
EACH_ROUND: Final = 0.7  # of that is left after every round
LOST: Final = 20.0  # what it costs to have so much left over that one would be out with it
LOST_EACH: Final = 0.2  # and each point of it then


def unseen(s: Chinchon, seat: Seat) -> Cards:
    """Return all that the seat has not seen lie anywhere, and so may draw."""
    known = s.hand(seat) + s.zones[PILE]
    for other in range(s.layout.seats):
        if other != seat:
            known += bytes([c for c in s.zones[HAND + EACH * other] if c != BACK])
    return s.layout.deck.translate(None, known)


def left_without(s: Chinchon, cards: Cards) -> list[tuple[int, Card]]:
    """Return for each of eight cards what the others leave, and the card: the best first, high cards first among
    equals.
    """
    rules = s.rules
    mask = rules.mask(cards)
    out = [(int(arrange.least(mask & ~rules.bits[c], rules.worth)), -rules.values[c], c) for c in cards]
    return [(n, c) for n, _, c in sorted(out)]


def ends_at(s: Chinchon) -> int:
    """Return the total that ends the match, or with which one drops out."""
    return s.rules.out_from if s.rules.conga else s.rules.limit


def costs(s: Chinchon, seat: Seat, left: int) -> float:
    """Return what it costs a seat to have so much left over: the points, but if they lose it the match it makes hardly
    a difference how many they are.
    """
    most = ends_at(s) - 1 - s.setup.scores[seat]
    return float(left) if left <= most else max(most, 0) + LOST + LOST_EACH * left


def prospect(s: Chinchon, seat: Seat, cards: Cards, fresh: Cards) -> float:
    """Return what seven cards are worth, in points that will be left over: those of now, less what may well come.

    fresh: cards that may be drawn. For each of them it is looked what would be left after the best discard, and whether
    that is little enough to close with. Where it has to be little, high cards are likelier to come: others throw first
    what counts most, and the pile may be taken.
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
