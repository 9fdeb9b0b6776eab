"""Expert: it tries out whether to play and what to discard, with Club's judgement of what follows; the five tricks are
solved in each world.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import exp
from typing import ClassVar, Final, final

from stich.bots.search import Search, before
from stich.games.ecarte.judgement import chosen, discard, margin, plays, poor, price
from stich.games.ecarte.rules_cards import CONTRACTS, EACH, HAND, MOST, TRICK, WON
from stich.games.ecarte.rules_phases import CHANGE, DECIDE, PLAY
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

ODD: Final = 0.2  # how likely it is that somebody lays a good card away, or keeps a bad one
DARES: Final = 0.9  # how likely it is that somebody plays with a hand with which Club would …
DOUBT: Final = 0.2  # … and by how many points short of it that becomes less likely


def dealt(s: Ecarte, seat: Seat) -> Cards:
    """Return the hand with which a seat began the tricks: of each trick the winner has played the higher card."""
    cards = s.hand(seat)
    contract = CONTRACTS[s.trump()]
    for winner in range(2):
        pile = s.zones[WON + EACH * winner]
        for i in range(0, len(pile), 2):
            lead, answer = pile[i], pile[i + 1]
            high, low = (answer, lead) if contract.beats(answer, lead) else (lead, answer)
            cards += bytes([high if winner == seat else low])
    return bytes(sorted(cards))


@final
class Expert(Search[Ecarte]):
    iterations: ClassVar[int] = 4000
    margin: ClassVar[float] = 0.1

    def candidates(self, view: View[Ecarte], legal: list[Action]) -> list[Action]:
        """Of the exchanges those that keep the best cards: one for each number."""
        first = chosen(view, legal)
        if first.verb != "change":
            return before(first, legal)
        s = view.seen
        hand = s.hand(view.seat)
        trump = s.trump()
        by_price = sorted(hand, key=lambda c: price(c, hand, trump))
        best = [Action("change", bytes(sorted(by_price[:n]))) for n in range(len(hand) + 1)]
        return before(first, [a for a in best if a in legal])

    def weight(self, view: View[Ecarte], s: Ecarte) -> float:
        """Ask of a drawn hand what the other one would have done with it: kept as many good cards, declined, played."""
        other = 1 - view.seat
        hand = dealt(s, other)
        likely = 1.0
        if s.exchanges:
            good = MOST - len(poor(hand, s.trump()))
            likely *= ODD ** max(MOST - s.changed[other] - good, 0)
        before = s.copy()
        before.zones[HAND + EACH * other] = hand
        if s.declarer == other or (s.phase is DECIDE and view.seat == s.setup.dealer):
            dares = DARES if plays(before, other) else 1 / (1 + exp(-margin(before, other) / DOUBT))
            likely *= dares if s.declarer == other else 1 - dares
        return likely + 0.001

    def policy(self, s: Ecarte, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is DECIDE:
            return legal[0] if plays(s, seat) else legal[1]
        return discard(s, seat, legal) if s.phase is CHANGE else legal[0]

    def solvable(self, s: Ecarte) -> bool:
        return s.phase is PLAY

    def key(self, s: Ecarte) -> Hashable:
        return (s.turn, s.hand(0), s.hand(1), s.zones[TRICK], s.tricks, s.declarer, s.kings)

    def utility(self, s: Ecarte, seat: Seat) -> float:
        """Points count up to the target; to have reached it is worth some more."""
        points = s.result().points
        target = s.rules.target
        own = min(s.setup.scores[seat] + points[seat], target)
        other = min(s.setup.scores[1 - seat] + points[1 - seat], target)
        return own - other + (2 if own == target else 0) - (2 if other == target else 0)
