"""The bots of Écarté."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.ecarte.advise import advise, explain
from stich.games.ecarte.beginner import Beginner
from stich.games.ecarte.club import Club
from stich.games.ecarte.expert import Expert

__all__ = ["BOTS", "advise", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
