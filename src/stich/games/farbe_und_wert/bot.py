"""The bots of Farbe und Wert: all the skill there is, is to remember what has been turned.

Nobody ever knows more than anybody else. So with a stack for each player, who counts both colours and every value makes
the best guess there is; only the free choice at a common stack leaves something to think about.
"""

from __future__ import annotations

from typing import Final, cast

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.farbe_und_wert.rules import PACK, RED, SIZE, VALUES, FarbeUndWert
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import BACK, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

__all__ = ["BOTS", "advise"]

RECENT: Final = 3  # cards on top of each pile that a beginner remembers
GO_ON: Final = 1.0  # units that it is worth to be allowed to guess again


def unseen(s: FarbeUndWert) -> Cards:
    """Return the cards that have not been turned: each is as likely as any other to be the next one."""
    stacks = {s.rules.stack_of(0), s.rules.stack_of(1)}
    turned = b"".join([zone for at, zone in enumerate(s.zones) if at not in stacks])
    return PACK.deck.translate(None, turned)


def hits(a: Action, cards: Cards) -> int:
    """Return with how many of these cards a guess would be right."""
    if a.verb == "value":
        return sum([1 for c in cards if c % SIZE == a.to])
    return sum([1 for c in cards if (c >= RED) == (a.verb == "red")])


def worth(s: FarbeUndWert, a: Action, left: Cards) -> float:
    """Return what a guess brings on average: its units, and at a common stack the right to go on."""
    units = s.rules.value_worth if a.verb == "value" else s.rules.colour_worth
    return hits(a, left) * (units + (GO_ON if s.rules.single else 0.0))


def best(s: FarbeUndWert, legal: list[Action], left: Cards) -> Action:
    return max(legal, key=lambda a: worth(s, a, left))


class Beginner(Bot):
    """Remembers the cards that lie on top, and guesses what is not among them."""

    level = "beginner"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(FarbeUndWert, view.seen)
        tops = b"".join([zone[-RECENT:] for zone in s.zones]).replace(bytes([BACK]), b"")
        left = PACK.deck.translate(None, tops)
        most = max(worth(s, a, left) for a in legal)
        some = [a for a in legal if worth(s, a, left) == most]
        return some[int(chance.below(len(some)))]


class Club(Bot):
    """Remembers every card."""

    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(FarbeUndWert, view.seen)
        return best(s, legal, unseen(s))


class Expert(Search[FarbeUndWert]):
    """Club, but that it tries out whether a colour or a value is the better choice where both are free."""

    iterations = 1500

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        s = cast(FarbeUndWert, view.seen)
        left = unseen(s)
        kinds = [[a for a in legal if (a.verb == "value") is value] for value in (False, True)]
        return [best(s, kind, left) for kind in kinds if kind]

    def policy(self, s: FarbeUndWert, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return best(s, legal, unseen(s))  # in a world with open cards, too, it guesses by what has been turned


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}


def advise(view: View, legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return the best guess, and the count that makes it the best."""
    s = cast(FarbeUndWert, view.seen)
    left = unseen(s)
    action = best(s, legal, left)
    n = hits(action, left)
    if action.verb == "value":
        args: dict[str, Arg] = {"n": n, "value": f"@farbe_und_wert.value.{VALUES[action.to]}"}
        return action, Phrase("farbe_und_wert.why.value", args)
    if 2 * n == len(left):
        return action, Phrase("farbe_und_wert.why.even", {"n": n})
    return action, Phrase(f"farbe_und_wert.why.{action.verb}", {"n": n, "of": len(left)})
