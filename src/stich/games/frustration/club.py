"""Club: plans which cards the contract will be made of, takes what brings it nearer, and gets rid of what counts most.

Once the contract lies it lays off whatever fits, wild cards last, and discards the highest card. A joker it claims
while its contract is still to be laid, or where it can be laid off at once.
"""

from __future__ import annotations

from typing import cast

from stich.bots.player import Bot
from stich.games.frustration.rules import CLAIM_IT, DISCARD, FROM_PILE
from stich.games.frustration.rules_laying import lay_offs
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.rules_table import PILE
from stich.games.frustration.sight import dead, plan, to_lay_off
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds.shape import JOKER, is_wild


def takes_pile(s: Frustration, seat: Seat) -> bool:
    """Tell whether the top of the pile is better than an unknown card."""
    hand = s.hand(seat)
    card = s.zones[PILE][-1:]
    if s.laid >> seat & 1:
        return bool(lay_offs(s, card))
    before = plan(s.contract_of(seat), hand, s.rules.twos)[0]
    return plan(s.contract_of(seat), hand + card, s.rules.twos)[0] < before


def lay_off(s: Frustration, legal: list[Action]) -> Action | None:
    """Return what to lay off next: natural cards first, so that wild ones find room behind them; the dearest first."""
    offered = [a for a in legal if a.verb == "layoff"]
    if not offered:
        return None
    return max(offered, key=lambda a: (not is_wild(a.cards[0], s.rules.twos), s.rules.worth[a.cards[0]], -a.to))


def spare_cards(s: Frustration, seat: Seat, may: Cards) -> list[Card]:
    """Return which of these cards may go: those of no use, and natural ones, as long as there are any."""
    hand = s.hand(seat)
    spare = may if s.laid >> seat & 1 else dead(hand, plan(s.contract_of(seat), hand, s.rules.twos)[1])
    of_no_use = [c for c in may if c in spare and (s.out >= 0 or not is_wild(c, s.rules.twos))]
    natural = [c for c in may if not is_wild(c, s.rules.twos)]
    return of_no_use or natural or list(may)


def throw(s: Frustration, seat: Seat, legal: list[Action]) -> list[Card]:
    """Return the cards that may be discarded, the best choice first: what the contract misses least, then what nobody
    can lay off, then the dearest.
    """
    may = bytes([a.cards[0] for a in legal if a.verb == "discard"])
    chosen = spare_cards(s, seat, may)
    gift = to_lay_off(s, bytes(chosen)) if s.laid else set()
    return sorted(chosen, key=lambda c: (lacking_without(s, seat, c), c in gift, -s.rules.worth[c], c))


def lacking_without(s: Frustration, seat: Seat, c: Card) -> int:
    """Return how many cards the contract lacks without c."""
    if s.laid >> seat & 1:
        return 0
    return plan(s.contract_of(seat), s.hand(seat).replace(ONE[c], b"", 1), s.rules.twos)[0]


def claims(s: Frustration, seat: Seat) -> bool:
    """Tell whether a joker is of use: to whoever still has to lay, unless the deal is nearly over."""
    if s.laid >> seat & 1:
        return bool(lay_offs(s, bytes([JOKER]))) and s.out < 0
    return s.out < 0


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Frustration, view.seen)
        seat = view.seat
        phase = s.phase.name
        if len(legal) == 1:
            return legal[0]
        if phase == "cut":
            return legal[int(chance.below(len(legal)))]
        if phase == "draw":
            return FROM_PILE if FROM_PILE in legal and takes_pile(s, seat) else legal[0]
        if phase in ("claim", "lottery"):
            return CLAIM_IT if claims(s, seat) else next(a for a in legal if a != CLAIM_IT)
        if phase == "swap":
            return swapped(s, seat, legal)
        return play(s, seat, legal)


def swapped(s: Frustration, seat: Seat, legal: list[Action]) -> Action:
    """Return the card that goes under the pile: of no use, and dear."""
    hand = s.hand(seat)
    spare = dead(hand, plan(s.contract_of(seat), hand, s.rules.twos)[1]) or hand
    natural = [c for c in spare if not is_wild(c, s.rules.twos)] or list(spare)
    card = max(natural, key=lambda c: s.rules.worth[c])
    return next(a for a in legal if a.cards == ONE[card])


def play(s: Frustration, seat: Seat, legal: list[Action]) -> Action:
    """Lay the contract so that least is left, then lay off, then discard."""
    if legal[0].verb == "lay":
        contract = s.contract_of(seat)
        way = contract.way_of(contract.best(s.hand(seat)))
        return next(a for a in legal if a.verb == "lay" and a.to == way)
    return lay_off(s, legal) or DISCARD[throw(s, seat, legal)[0]]
