"""The bots of Écarté."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.games.ecarte.advise import advise, explain
from stich.games.ecarte.beginner import Beginner
from stich.games.ecarte.club import Club
from stich.games.ecarte.expert import Expert
from stich.games.ecarte.rules_phases import PLAY

__all__ = ["BOTS", "PUZZLES", "advise", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PUZZLES: Final = Puzzling(cards=10, ready=lambda s: s.phase is PLAY, still=("stock", "discard"), distributions=15_000)
