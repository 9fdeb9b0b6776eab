"""The bots of Fünfhundert."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.games.fuenfhundert.advise import advise, explain
from stich.games.fuenfhundert.beginner import Beginner
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.expert import Expert

__all__ = ["BOTS", "PUZZLES", "advise", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PUZZLES: Final = Puzzling(cards=14, ready=lambda s: not s.has_talon(), gap=10.0)
