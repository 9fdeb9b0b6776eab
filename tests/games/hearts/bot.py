"""The players of Hearts, weakest first: two that decide by a rule of thumb, and one that searches."""

from __future__ import annotations

from typing import ClassVar, Final, final

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.trick_phase import TRICK

from .rules import CONTRACT, PASS, SIZE, WORTH, Hearts


def danger(c: Card) -> int:
    """Return how much a seat wants to be rid of a card."""
    return 3 * WORTH[c] + c % SIZE


class Beginner(Bot):
    """Plays its lowest card, and passes its highest ones."""

    level: ClassVar[str] = "beginner"

    def choose(self, view: View[Hearts], legal: list[Action], chance: Chance) -> Action:
        if view.seen.phase is PASS:
            return max(legal, key=lambda a: sum(c % SIZE for c in a.cards))
        return min(legal, key=lambda a: a.cards[0] % SIZE)


class Club(Bot):
    """Stays below what lies there with its highest card, and throws what is dangerous where it cannot follow."""

    level: ClassVar[str] = "club"

    def choose(self, view: View[Hearts], legal: list[Action], chance: Chance) -> Action:
        return careful(view.seen, legal)


def careful(s: Hearts, legal: list[Action]) -> Action:
    if s.phase is PASS:
        return max(legal, key=lambda a: sum(danger(c) for c in a.cards))
    trick = s.zones[TRICK]
    if not trick:
        return min(legal, key=lambda a: danger(a.cards[0]))
    losing = [a for a in legal if CONTRACT.best(trick + ONE[a.cards[0]]) < len(trick)]
    return max(losing, key=lambda a: danger(a.cards[0])) if losing else min(legal, key=lambda a: danger(a.cards[0]))


@final
class Expert(Search[Hearts]):
    """Searches; in its rollouts everybody plays as Club does."""

    iterations: ClassVar[int] = 2000

    def candidates(self, view: View[Hearts], legal: list[Action]) -> list[Action]:
        if view.seen.phase is PASS:
            return sorted(legal, key=lambda a: -sum(danger(c) for c in a.cards))[:6]
        return legal

    def policy(self, s: Hearts, seat: int, legal: list[Action], chance: Chance) -> Action:
        return careful(s, legal)


BOTS: Final = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
