"""The players of Hearts, weakest first: two that decide by a rule of thumb, and one that searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, final

from stich.bots.player import Bot, never
from stich.bots.search import Search
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import ONE, Card, Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.trick_phase import EACH, HAND, TRICK
from stich.parts.tricks import bearing

from .rules import CONTRACT, PASS, QUEEN, SIZE, WORTH, Hearts


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


def advise(
    view: View[Hearts], legal: list[Action], chance: Chance, stop: Callable[[], bool] = never
) -> tuple[Action, Phrase]:
    """Return what Expert would do, and a reason that holds in this position."""
    a = Expert().think(view, legal, chance, stop)
    s = view.seen
    hand = s.zones[HAND + EACH * view.seat]
    if s.phase is PASS:
        return a, why_passed(hand, a.cards)
    options = b"".join([x.cards for x in legal])
    if len(legal) == 1:
        return a, said("only")
    return a, why_follow(s, options, a.cards[0]) if s.zones[TRICK] else why_lead(options, a.cards[0])


def said(key: str, n: int = 0, **args: Arg) -> Phrase:
    return Phrase(f"hearts.why.{key}", {**args, "n": n}, n=n)


def why_passed(hand: Cards, given: Cards) -> Phrase:
    if QUEEN in given:
        return said("pass_queen", card=QUEEN)
    kept = [c for c in hand if c not in given]
    for c in given:
        if all(d // SIZE != c // SIZE for d in kept):
            return said("pass_suit")
    least = min([danger(c) for c in given])
    return said("pass_high" if all(danger(c) <= least for c in kept) else "pass_rest")


def why_lead(options: Cards, c: Card) -> Phrase:
    lowest = min([d for d in options if d // SIZE == c // SIZE])
    return said("lead_low" if c == lowest else "best")


def why_follow(s: Hearts, options: Cards, c: Card) -> Phrase:
    """A card that does not beat the trick now is safe; of one that does, say what it brings or why it has to be."""
    trick = s.zones[TRICK]
    n = bearing(trick, WORTH)
    if CONTRACT.best(trick + ONE[c]) < len(trick):
        if c // SIZE == trick[0] // SIZE:
            return said("below", card=trick[CONTRACT.best(trick)])
        return said("throw", WORTH[c]) if WORTH[c] else said("rid" if danger(c) >= SIZE // 2 else "best")
    last = len(trick) == s.layout.seats - 1
    if last and n + WORTH[c] == 0:
        return said("take_nothing")
    if all(CONTRACT.best(trick + ONE[d]) == len(trick) for d in options):
        return said("must_take") if last else said("cannot_stay")
    return said("best")


BOTS: Final = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
