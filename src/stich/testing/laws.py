"""Where to look in this game when a law does not hold."""

from __future__ import annotations

from typing import Final

from stich.kernel.game import Game
from stich.kernel.laws.report import Failure
from stich.parts.trick_phase import Tricks

ASKED_TWICE: Final = (
    "Tricks asks `wanted` for `legal` and again in `apply`: has a fact that it reads been changed before "
    "super().apply? Change it afterwards."
)


def hint_of(game: Game, failure: Failure) -> str:
    """Return where to look: what the kernel knows, and what the parts that the game uses add. "": no usual cause."""
    shown = failure.law in ("L8", "L9") and any(isinstance(phase, Tricks) for phase in game.phases)
    return f"{failure.hint} {ASKED_TWICE}" if failure.hint and shown else failure.hint
