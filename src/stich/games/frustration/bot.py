"""The bots of Frustration, and what the search has to know of it."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.frustration.advise import advise
from stich.games.frustration.beginner import Beginner
from stich.games.frustration.club import Club, claims, lay_off, play, spare_cards, swapped, takes_pile, throw
from stich.games.frustration.rules import CLAIM_IT, DISCARD, FROM_PILE
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.sight import plan
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

__all__ = ["BOTS", "advise"]

THROWS: Final = 3  # discards that are tried
LAID: Final = 45  # points that a contract is worth which is laid in this deal
LACKING: Final = 9  # and each card that it lacks


class Expert(Search[Frustration]):
    """Plays some rounds ahead with Club's ways: what to take, what to part with, and whether a joker is worth it."""

    iterations = 800
    horizon = 14
    margin = 1.0

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """A contract that can be laid is laid, what can be laid off is laid off; of the discards the best ones."""
        s = view.seen
        assert isinstance(s, Frustration)
        seat = view.seat
        if s.phase.name == "play":
            if legal[0].verb == "lay" or lay_off(s, legal) is not None:
                return [play(s, seat, legal)]
            return [DISCARD[c] for c in throw(s, seat, legal)[:THROWS]]
        if s.phase.name == "draw" and len(legal) == 2 and takes_pile(s, seat):
            return [legal[1], legal[0]]
        if s.phase.name == "swap":
            return [swapped(s, seat, legal)]
        return legal[:1] if s.phase.name == "cut" else legal

    def policy(self, s: Frustration, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        phase = s.phase.name
        if phase == "play":
            if legal[0].verb != "discard":
                return play(s, seat, legal)
            may = bytes([a.cards[0] for a in legal])
            return DISCARD[max(spare_cards(s, seat, may), key=lambda c: s.rules.worth[c])]
        if phase == "draw":
            return FROM_PILE if takes_pile(s, seat) else legal[0]
        if phase in ("claim", "lottery"):
            return CLAIM_IT if claims(s, seat) else next(a for a in legal if a != CLAIM_IT)
        return legal[0]

    def value(self, s: Frustration, seat: Seat) -> float:
        return self.standing(s, seat)

    def utility(self, s: Frustration, seat: Seat) -> float:
        result = s.result()
        won = 0.0
        if result.winners:
            won = 100 * (result.winners >> seat & 1) / result.winners.bit_count()
        return won + self.standing(s, seat)

    def standing(self, s: Frustration, seat: Seat) -> float:
        """Return by how much this seat stands better than the others do, on average: contracts laid or near, and what
        they hold.
        """
        each = [worth_now(s, who) for who in range(s.layout.seats)]
        return each[seat] - (sum(each) - each[seat]) / (len(each) - 1)


def worth_now(s: Frustration, seat: Seat) -> float:
    hand = s.hand(seat)
    points = sum([s.rules.worth[c] for c in hand])
    if s.laid >> seat & 1:
        return LAID - points
    over = s.phase.name == "over"
    return -points - (0 if over else LACKING * plan(s.contract_of(seat), hand, s.rules.twos)[0] - LAID / 2)


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
