"""Club with its endgame: it compares single plays, and once the stock is gone it plays on in a few of the deals that
are still possible.

Without a stock nothing is drawn any more, a player who is stuck takes a pile and keeps it, and the value of a card
depends on the other hands: most of Club's losses with its sums alone were there.
"""

from __future__ import annotations

from typing import ClassVar, Final

from stich.bots.player import Bot
from stich.bots.search import NO_LUCK, Search, before
from stich.games.cruzo.club import choice, own_turn
from stich.games.cruzo.expert import fewest_and_most, is_four, sensible, standing
from stich.games.cruzo.rules_cards import STOCK
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

ROLLOUTS: Final = 16  # for one choice, together


class Late(Search[Cruzo]):
    """The search without a stock."""

    horizon: ClassVar[int] = 150
    interrupts: ClassVar[bool] = False

    def candidates(self, view: View[Cruzo], legal: list[Action]) -> list[Action]:
        first = choice(view, legal, NO_LUCK)
        some = [a for a in fewest_and_most(legal) if a.verb == first.verb]
        return before(first, some) if first.verb == "play" else [first]

    def policy(self, s: Cruzo, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return sensible(s, seat, legal)

    def value(self, s: Cruzo, seat: Seat) -> float:
        return standing(s, seat)


LATE: Final = Late(ROLLOUTS)


class Club(Bot):
    level = "club"

    def choose(self, view: View[Cruzo], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        first = choice(view, legal, chance)
        if first.verb != "play" or len(legal) == 1 or not own_turn(legal) or is_four(s, first):
            return first
        if s.zones[STOCK] or s.decisive >= 0:
            return first
        return LATE.choose(view, legal, chance)
