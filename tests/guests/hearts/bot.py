"""A player who passes at once and dozes over his cards: a table that waits for a bot, as long as a table can."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar, Final

from stich.bots.player import Bot
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View

LOOK: Final = 0.5  # seconds


class Dozing(Bot):
    """Once cards are played, thinks until nobody waits for it any more."""

    level: ClassVar[str] = "dozing"

    def think(self, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        while legal[0].verb == "play" and not stop():
            time.sleep(LOOK)
        return legal[0]


BOTS: Final[dict[str, type[Bot]]] = {"dozing": Dozing}
