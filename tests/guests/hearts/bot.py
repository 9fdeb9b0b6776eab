"""A player who passes at once and plays very slowly: a table waits for this bot as long as it ever can."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar, Final

from stich.bots.player import Bot
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View

LOOK: Final = 0.5  # seconds
LONG: Final = 14.0  # longer than a table waits for a bot


class Dozing(Bot):
    """Once cards are played, does not look at the clock: the table waits for it as long as it waits for anybody."""

    level: ClassVar[str] = "dozing"

    def think(self, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        until = time.monotonic() + LONG
        while legal[0].verb == "play" and time.monotonic() < until:
            time.sleep(LOOK)
        return legal[0]


BOTS: Final[dict[str, type[Bot]]] = {"dozing": Dozing}
