"""The bots of Farbe und Wert. The skill is to remember what has been turned, and to think of the next turn.

No player ever knows more than another. With a stack for each player a guess changes nothing but its own result, so the
likeliest one is the best. At a common stack a player who is right goes on: `odds.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.farbe_und_wert.ceiling import Ceiling
from stich.games.farbe_und_wert.odds import odds
from stich.games.farbe_und_wert.rules import BLACK_OR_RED, PACK, RED, SIZE, FarbeUndWert
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import BACK, Card, Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View

__all__ = ["BOTS", "CEILING", "advise"]

RECENT: Final = 3  # cards on top of each pile that a beginner remembers
GO_ON: Final = 2.0  # units that another guess is worth
ROUNDING: Final = 1e-9  # guesses count as equal up to this difference


def unseen(s: FarbeUndWert) -> Cards:
    """Return the cards that have not been turned: each is equally likely to be the next one."""
    stacks = {s.rules.stack_of(0), s.rules.stack_of(1)}
    turned = b"".join([zone for at, zone in enumerate(s.zones) if at not in stacks])
    return PACK.deck.translate(None, turned)


def hits(a: Action, cards: Cards) -> int:
    """Return for how many of these cards a guess would be right."""
    if a.verb == "value":
        return sum([1 for c in cards if c % SIZE == a.to])
    return sum([1 for c in cards if (c >= RED) == (a.verb == "red")])


def worth(s: FarbeUndWert, a: Action, left: Cards) -> float:
    """Return the expected value of a guess: its units, and at a common stack the right to go on."""
    units = s.rules.value_worth if a.verb == "value" else s.rules.colour_worth
    return hits(a, left) * (units + (GO_ON if s.rules.single else 0.0))


def likeliest(s: FarbeUndWert, legal: list[Action], left: Cards) -> list[Action]:
    """Return the guesses with the highest expected value, looking one guess ahead."""
    worths = [worth(s, a, left) for a in legal]
    most = max(worths)
    return [a for a, n in zip(legal, worths, strict=True) if n == most]


def best(s: FarbeUndWert, legal: list[Action], left: Cards) -> list[Action]:
    """Return the best guesses; at a common stack the likeliest of them."""
    if not s.rules.single:
        return likeliest(s, legal, left)
    worths = odds(s.rules.colour_worth, s.rules.value_worth, s.rules.sequence).of(legal, left)
    most = max(worths) - ROUNDING
    return likeliest(s, [a for a, n in zip(legal, worths, strict=True) if n >= most], left)


def foreseen(s: FarbeUndWert, a: Action, left: Cards) -> float:
    """Return the expected value of a guess at the common stack, with the best guess at the card behind it."""
    out = 0.0
    for c in left:
        if hits(a, bytes([c])):
            out += (s.rules.value_worth if a.verb == "value" else s.rules.colour_worth) + behind(s, a, left, c)
    return out / len(left)


def behind(s: FarbeUndWert, a: Action, left: Cards, c: Card) -> float:
    """Return the value of the best guess at the card behind c, if `a` was right about c."""
    rest = left.replace(bytes([c]), b"")
    if not rest:
        return 0.0
    red = len([d for d in rest if d >= RED])
    colour = max(red, len(rest) - red) * (s.rules.colour_worth + GO_ON)
    value = max([len([d for d in rest if d % SIZE == v]) for v in range(SIZE)]) * (s.rules.value_worth + GO_ON)
    alternate = s.rules.sequence == "alternate"
    if s.rules.sequence == "free_choice":
        return max(colour, value) / len(rest)
    return (value if alternate and a.verb != "value" else colour) / len(rest)


class Beginner(Bot):
    """Remembers the cards on top, and guesses what is not among them."""

    level = "beginner"

    def choose(self, view: View[FarbeUndWert], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        tops = b"".join([zone[-RECENT:] for zone in s.zones]).replace(bytes([BACK]), b"")
        return any_of(likeliest(s, legal, PACK.deck.translate(None, tops)), chance)


class Club(Bot):
    """Remembers every card and guesses what is most frequent; at a common stack it also considers the next guess."""

    level = "club"

    def choose(self, view: View[FarbeUndWert], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        left = unseen(s)
        if not s.rules.single:
            return any_of(likeliest(s, legal, left), chance)
        worths = [foreseen(s, a, left) for a in legal]
        most = max(worths) - ROUNDING
        return any_of([a for a, n in zip(legal, worths, strict=True) if n >= most], chance)


class Expert(Search[FarbeUndWert]):
    """Has solved the game to the last card; there is nothing to search, whatever the number of iterations."""

    def think(self, view: View[FarbeUndWert], legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        s = view.seen
        return any_of(best(s, legal, unseen(s)), chance)


def any_of(good: list[Action], chance: Chance) -> Action:
    return good[int(chance.below(len(good)))]


def advise(view: View[FarbeUndWert], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return the best guess and the count that makes it the best, or why it is best despite the count."""
    s = view.seen
    left = unseen(s)
    good = best(s, legal, left)
    action = good[0]
    return action, why(action, good, legal, left)


def explain(view: View[FarbeUndWert], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for one of the best guesses; None for another one."""
    left = unseen(view.seen)
    good = best(view.seen, legal, left)
    return why(action, good, legal, left) if action in good else None


def why(action: Action, good: list[Action], legal: list[Action], left: Cards) -> Phrase:
    key, n = reason(action, good, legal, left)
    args: dict[str, Arg] = {"n": n} if key in ("value", "even") else {"n": n, "of": len(left)}
    return Phrase(f"farbe_und_wert.why.{key}", args)


def reason(action: Action, good: list[Action], legal: list[Action], left: Cards) -> tuple[str, int]:
    """Return the reason for a guess, and for how many cards it is right. good: all best guesses."""
    n = hits(action, left)
    if n < max(hits(a, left) for a in legal if (a.verb == "value") == (action.verb == "value")):
        return ("ahead" if action.verb == "value" else "rare"), n
    if action.verb == "value" or 2 * n > len(left):
        return action.verb, n
    return ("even" if all(a in good for a in BLACK_OR_RED) else "ahead"), n


CEILING: Final = Ceiling
BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
