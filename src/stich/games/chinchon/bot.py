"""The bots of Chinchón."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.chinchon.advise import advise, explain
from stich.games.chinchon.beginner import Beginner
from stich.games.chinchon.chances import MATCH, deal_worth
from stich.games.chinchon.club import Club
from stich.games.chinchon.expert import Expert

__all__ = ["BOTS", "COUNTED_IN", "advise", "deal_worth", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
COUNTED_IN: Final[tuple[str, float, float]] = ("chance", 0.0, MATCH)  # to win the match
