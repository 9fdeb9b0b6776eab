"""What a bot is: something that chooses, by what its seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from mypy_extensions import mypyc_attr

from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """One player at one table. It may run in another thread than the table, hence it shares nothing with it.

    level: the name under which the game offers it.
    """

    level: ClassVar[str] = ""

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        """Return one of the legal actions, its cards filled in where the choice of cards matters to the bot.

        view: all that the bot may know; the state behind it is out of reach. legal: what its seat may do, at least one
        action. chance: for whatever the bot leaves to luck. The same three give the same
        answer.
        """
        raise NotImplementedError

    def think(self, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        """Choose, but come to an end soon after `stop` has begun to say True, with what looks best by then.

        A bot that thinks for long calls `stop` at least every millisecond or so. Compiled code lets no other thread of
        the process run by itself: where there are others, it is `stop` that gives them their turn. A bot that does not
        take long need not call it.
        """
        return self.choose(view, legal, chance)


def never() -> bool:
    return False
