"""The bots of Cruzo."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.cruzo.advise import advise
from stich.games.cruzo.beginner import Beginner
from stich.games.cruzo.endgame import Club
from stich.games.cruzo.expert import Expert

__all__ = ["BOTS", "PLAYED_OUT_BY", "advise"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PLAYED_OUT_BY: Final = "policy"  # Club looks ahead itself, at the end
