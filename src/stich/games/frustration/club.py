"""Club: knows what its contract lacks, takes what brings it nearer, keeps what could, and gets rid of cards with many
points.

It discards the card whose absence leaves the most useful cards still to come, high ones first among equals. After
laying the contract it lays off whatever fits, in the order that leaves least over, and discards the highest card. It
claims a joker while its contract is still to be laid, or if the joker can be laid off at once.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.frustration.rules_cards import MELD, PILE
from stich.games.frustration.rules_lay import lay_offs
from stich.games.frustration.rules_melds import JOKER, is_wild
from stich.games.frustration.rules_near import Near
from stich.games.frustration.rules_phases import CLAIM_IT, DISCARD, DRAW, FROM_PILE, PLAY, SWAP
from stich.games.frustration.rules_phases_start import CUT
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.sight import lacks, prospect, still_to_come, to_lay_off, without
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card, Cards, Seat, has
from stich.kernel.chance import Chance
from stich.kernel.view import View

LAID: Final = 45.0  # value in points of a contract that is laid in this deal
ORDERS: Final = 100  # positions examined in search of the best order of lay-offs


def takes_pile(s: Frustration, seat: Seat) -> bool:
    """Tell whether the top of the pile is better than an unknown card: it brings the contract nearer."""
    card = s.zones[PILE][-1:]
    if s.out >= 0:
        return takes_last(s, seat, card)
    if has(s.laid, seat):
        return bool(lay_offs(s, card))
    hand = s.hand(seat)
    return lacks(s, seat, hand + card) < lacks(s, seat, hand)


def takes_last(s: Frustration, seat: Seat, card: Cards) -> bool:
    """Tell the same for the last turn: only cards that can be laid or discarded at once are useful, the others
    count.
    """
    hand = s.hand(seat)
    taken = left_over(s, seat, hand + card, hand.replace(card, b"") if s.rules.no_return else hand + card)
    drawn = 0.0
    many = 0
    for c, n in enumerate(still_to_come(s)):
        if n > 0:
            drawn += n * left_over(s, seat, hand + ONE[c], hand + ONE[c])
            many += n
    return taken * max(many, 1) < drawn


def left_over(s: Frustration, seat: Seat, hand: Cards, may: Cards) -> float:
    """Return roughly how many points are left at the end of the last turn with these cards. may: those of them that can
    be discarded.
    """
    worth = s.rules.worth
    points = sum([worth[c] for c in hand])
    if has(s.laid, seat):
        points -= sum([worth[c] for c in to_lay_off(s, hand)])
    elif s.contract_of(seat).can(hand):
        return -LAID
    return float(max(points - max([worth[c] for c in may], default=0), 0))


def lay_off(s: Frustration, seat: Seat, legal: list[Action]) -> Action | None:
    """Return what to lay off next: natural cards first, so that wild ones find room behind them, the most expensive
    first; but another card or place if that order would leave more over in the end.
    """
    offered = [a for a in legal if a.verb == "layoff"]
    if not offered:
        return None
    worth, twos = s.rules.worth, s.rules.twos
    offered.sort(key=lambda a: (is_wild(a.cards[0], twos), -worth[a.cards[0]], a.to))
    if len(offered) == 1:
        return offered[0]
    rest = Rest(seat)
    return min(offered, key=lambda a: rest.after(s, a))


class Rest:
    """The points left over when a seat lays off all it can: every order and every place is tried, up to a limit."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: dict[tuple[Cards, ...], int] = {}

    def after(self, s: Frustration, a: Action) -> int:
        """Return the fewest points that can be left over after a lay-off and all that follow it."""
        t = s.copy()
        t.apply(self.seat, a)
        return self.least(t)

    def least(self, s: Frustration) -> int:
        """Return the points of what cannot be laid off, less the most expensive card, which is discarded."""
        hand = s.hand(self.seat)
        if len(hand) <= 1 or s.phase is not PLAY:
            return 0
        key = (hand, *s.zones[MELD:])
        if key not in self.known:
            worth = [s.rules.worth[c] for c in hand]
            self.known[key] = least = sum(worth) - max(worth)
            for a in lay_offs(s, hand):
                if least == 0 or len(self.known) > ORDERS:
                    break
                least = min(least, self.after(s, a))
            self.known[key] = least
        return self.known[key]


def keeps(s: Frustration, seat: Seat, kept: Cards, c: Card, left: list[int]) -> tuple[int, int, int]:
    """Return the loss of being left with these cards after discarding c: what the contract lacks, then how few of the
    cards still to come bring it nearer, then the points of c.
    """
    near = Near(s.contract_of(seat), kept)
    return int(near.missing), -prospect(near, left), -s.rules.worth[c]


def throw(s: Frustration, seat: Seat, may: Cards) -> list[Card]:
    """Return the cards in the order in which to discard them; wild cards last, except in the last turn."""
    worth = s.rules.worth
    if s.out >= 0:
        return sorted(may, key=lambda c: (-worth[c], c))
    natural = bytes([c for c in may if not is_wild(c, s.rules.twos)]) or may
    if has(s.laid, seat):
        gift = to_lay_off(s, natural)
        return sorted(natural, key=lambda c: (c in gift, -worth[c], c))
    hand = s.hand(seat)
    left = still_to_come(s)
    gift = to_lay_off(s, natural) if s.laid else set()
    return sorted(natural, key=lambda c: (*keeps(s, seat, without(hand, c), c, left), c in gift, c))


def claims(s: Frustration, seat: Seat) -> bool:
    """Tell whether a joker is useful: to a player who still has to lay, in the last turns only for a contract that it
    completes; to the others if it can be laid off.
    """
    if s.out >= 0:
        can = s.contract_of(seat).can(s.hand(seat) + ONE[JOKER])
        return can and not has(s.laid, seat) and still_has_a_turn(s, seat)
    return not has(s.laid, seat) or bool(lay_offs(s, ONE[JOKER]))


def still_has_a_turn(s: Frustration, seat: Seat) -> bool:
    """Tell whether a seat's last turn is still to come: they go round from the player who has gone out."""
    seats = s.layout.seats
    return (seat - s.out) % seats > (s.turn - s.out) % seats


class Club(Bot):
    level = "club"

    def choose(self, view: View[Frustration], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        seat = view.seat
        if len(legal) == 1:
            return legal[0]
        if s.phase is CUT:
            return legal[int(chance.below(len(legal)))]
        if s.phase is DRAW:
            return FROM_PILE if FROM_PILE in legal and takes_pile(s, seat) else legal[0]
        if CLAIM_IT in legal:
            return CLAIM_IT if claims(s, seat) else next(a for a in legal if a != CLAIM_IT)
        if s.phase is SWAP:
            return next(a for a in legal if a.cards == ONE[throw(s, seat, s.hand(seat))[0]])
        return play(s, seat, legal)


def play(s: Frustration, seat: Seat, legal: list[Action]) -> Action:
    """Lay the contract so that the fewest points are left, then lay off, then discard."""
    if legal[0].verb == "lay":
        contract = s.contract_of(seat)
        way = contract.way_of(contract.best(s.hand(seat)))
        return next(a for a in legal if a.verb == "lay" and a.to == way)
    return lay_off(s, seat, legal) or DISCARD[throw(s, seat, may_go(legal))[0]]


def may_go(legal: list[Action]) -> Cards:
    """Return the cards that can be discarded."""
    return bytes([a.cards[0] for a in legal if a.verb == "discard"])
