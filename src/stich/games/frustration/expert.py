"""Expert: plays some rounds ahead with a simplified Club in every seat: what to take, what to discard, and whether to
claim a joker.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from stich.bots.search import NO_LUCK, Search, before
from stich.games.frustration.club import LAID, Club, may_go, throw
from stich.games.frustration.rules_cards import PILE
from stich.games.frustration.rules_lay import lay_offs
from stich.games.frustration.rules_melds import JOKER, is_wild
from stich.games.frustration.rules_near import lacking
from stich.games.frustration.rules_phases import CLAIM_IT, DISCARD, DRAW, FROM_PILE, PLAY
from stich.games.frustration.rules_phases_start import CUT
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Seat, drop, has
from stich.kernel.chance import Chance
from stich.kernel.state import OVER
from stich.kernel.view import View

CLUB: Final = Club()
THROWS: Final = 4  # discards that are tried
CHEAP: Final = 5  # points of a card that is no worse than an unknown one
LACKING: Final = 9.0  # and for each card that it lacks
WON: Final = 100.0  # winning the match


@final
class Expert(Search[Frustration]):
    iterations: ClassVar[int] = 800
    horizon: ClassVar[int] = 14
    margin: ClassVar[float] = 5.0

    def candidates(self, view: View[Frustration], legal: list[Action]) -> list[Action]:
        """Return the candidates, Club's choice first. A contract that can be laid is laid, and cards that can be laid
        off are laid off; of the discards, those that lose no more than the best one.
        """
        s = view.seen
        seat = view.seat
        first = CLUB.choose(view, legal, NO_LUCK) if s.phase is not CUT else legal[0]
        if first.verb in ("cut", "lay", "layoff", "give"):
            return [first]
        if s.out >= 0:
            return [first]  # the possible results of the last turn can be computed
        if first.verb != "discard":
            return before(first, legal)
        chosen = throw(s, seat, may_go(legal))[:THROWS]
        if has(s.laid, seat):
            return [DISCARD[c] for c in chosen]
        contract = s.contract_of(seat)
        hand = s.hand(seat)
        least = lacking(contract, drop(hand, chosen[0]))
        return [DISCARD[c] for c in chosen if lacking(contract, drop(hand, c)) == least]

    def policy(self, s: Frustration, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is PLAY:
            return sensible(s, seat, legal)
        if s.phase is DRAW:
            return FROM_PILE if len(legal) > 1 and takes(s, seat) else legal[0]
        for a in legal:
            if a is CLAIM_IT:
                return a if wants_joker(s, seat) else other_than(legal, a)
        return legal[0]

    def value(self, s: Frustration, seat: Seat) -> float:
        return standing(s, seat)

    def utility(self, s: Frustration, seat: Seat) -> float:
        result = s.result()
        won = 0.0
        if has(result.winners, seat):
            won = WON / result.winners.bit_count()
        return won + standing(s, seat)


def takes(s: Frustration, seat: Seat) -> bool:
    """Tell whether the top of the pile can be laid off, or brings the contract nearer."""
    pile = s.zones[PILE]
    card = ONE[pile[len(pile) - 1]]
    if has(s.laid, seat):
        return len(lay_offs(s, card)) > 0
    contract = s.contract_of(seat)
    hand = s.hand(seat)
    lacks = lacking(contract, hand + card)
    if s.out >= 0:
        return lacks == 0 or s.rules.worth[card[0]] <= CHEAP
    return lacks < lacking(contract, hand)


def wants_joker(s: Frustration, seat: Seat) -> bool:
    """Tell whether a joker is useful: to a player who still has to lay, or can lay it off."""
    return s.out < 0 and (not has(s.laid, seat) or len(lay_offs(s, ONE[JOKER])) > 0)


def other_than(legal: list[Action], a: Action) -> Action:
    return legal[0] if legal[0] is not a else legal[1]


def sensible(s: Frustration, seat: Seat, legal: list[Action]) -> Action:
    """Return a simplified Club's play: lay, lay off the most expensive card, discard the most expensive unneeded
    one.
    """
    first = legal[0]
    if first.verb == "lay":
        contract = s.contract_of(seat)
        return Action("lay", b"", contract.way_of(contract.best(s.hand(seat))))
    worth = s.rules.worth
    if first.verb == "layoff":
        for a in legal:
            if a.verb == "layoff" and worth[a.cards[0]] > worth[first.cards[0]]:
                first = a
        return first
    if s.out >= 0 or has(s.laid, seat):
        return dearest(s, legal)
    contract = s.contract_of(seat)
    hand = s.hand(seat)
    twos = s.rules.twos
    best = first
    lacks = 99
    for a in legal:
        c = a.cards[0]
        if not is_wild(c, twos):
            n = lacking(contract, drop(hand, c))
            if n < lacks or (n == lacks and worth[c] > worth[best.cards[0]]):
                best = a
                lacks = n
    return best


def dearest(s: Frustration, legal: list[Action]) -> Action:
    worth = s.rules.worth
    best = legal[0]
    for a in legal:
        if worth[a.cards[0]] > worth[best.cards[0]]:
            best = a
    return best


def standing(s: Frustration, seat: Seat) -> float:
    """Return this seat's lead over the average of the others: contracts laid or near, and the points in hand."""
    others = 0.0
    mine = 0.0
    for who in range(s.layout.seats):
        n = worth_now(s, who)
        if who == seat:
            mine = n
        else:
            others += n
    return mine - others / (s.layout.seats - 1)


def worth_now(s: Frustration, seat: Seat) -> float:
    """Return the value of a hand: minus its points, plus a contract that is laid or comes nearer."""
    points = 0
    for c in s.hand(seat):
        points += s.rules.worth[c]
    if has(s.laid, seat):
        return LAID - points
    if s.phase is OVER:
        return -float(points)
    return LAID / 2 - LACKING * lacking(s.contract_of(seat), s.hand(seat)) - points
