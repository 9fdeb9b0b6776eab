"""The bots of Durak."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.durak.advise import advise, explain
from stich.games.durak.beginner import Beginner
from stich.games.durak.endgame import Club, deal_worth
from stich.games.durak.expert import Expert

__all__ = ["BOTS", "COUNTED_IN", "PLAYED_OUT_BY", "advise", "deal_worth", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
COUNTED_IN: Final[tuple[str, float, float]] = ("chance", -1.0, 1.0)  # not to be the Durak
PLAYED_OUT_BY: Final = "policy"  # Club looks ahead itself, at the end
