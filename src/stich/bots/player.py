"""The interface of a bot: it chooses an action from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from mypy_extensions import mypyc_attr

from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.state import State
from stich.kernel.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """One player. It runs in another process or thread than the table, so it shares nothing with it.

    level: the name under which the game offers it.
    """

    level: ClassVar[str] = ""

    @classmethod
    def lacks(cls) -> str:
        """Return what keeps this player from playing here, such as a missing file, in words; "" if nothing does."""
        return ""

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        """Return one of the legal actions, with its cards filled in if the choice of cards matters to the bot.

        view: all that the bot knows; the state behind it is out of reach. legal: the actions of its seat, at least one.
        chance: for all random choices. The same three arguments give the same answer.
        """
        raise NotImplementedError

    def think(self, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        """Choose, but return soon after `stop` begins to return True, with the best action so far.

        A bot that thinks for long calls `stop` at least every millisecond; one that returns a second too late is
        replaced. A fast bot need not call it.
        """
        return self.choose(view, legal, chance)


def dead_end(s: State, seat: Seat) -> str:
    """Return in words that a seat has to act and nothing is listed for it."""
    return f"seat {seat} has to act in {s.phase.name} and can do nothing"


def never() -> bool:
    """Return False: nothing stops the thinking."""
    return False
