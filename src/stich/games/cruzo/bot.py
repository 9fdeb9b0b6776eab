"""The bots of Cruzo."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.cruzo.advise import advise, explain
from stich.games.cruzo.beginner import Beginner
from stich.games.cruzo.endgame import Club
from stich.games.cruzo.expert import Expert

__all__ = ["BOTS", "COUNTED_IN", "PLAYED_OUT_BY", "advise", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
COUNTED_IN: Final[tuple[str]] = ("places",)
PLAYED_OUT_BY: Final = "policy"  # Club looks ahead itself, at the end
