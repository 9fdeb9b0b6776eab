"""The bots of Cruzo."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.cruzo.advise import advise
from stich.games.cruzo.beginner import Beginner
from stich.games.cruzo.endgame import Club
from stich.games.cruzo.expert import Expert

__all__ = ["BOTS", "advise"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
