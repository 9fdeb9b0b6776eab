"""The bots of Fünfhundert."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.fuenfhundert.advise import advise, explain
from stich.games.fuenfhundert.beginner import Beginner
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.expert import Expert

__all__ = ["BOTS", "advise", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
