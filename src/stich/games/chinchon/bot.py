"""The bots of Chinchón."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.chinchon.advise import advise
from stich.games.chinchon.beginner import Beginner
from stich.games.chinchon.chances import deal_worth
from stich.games.chinchon.club import Club
from stich.games.chinchon.expert import Expert

__all__ = ["BOTS", "advise", "deal_worth"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
