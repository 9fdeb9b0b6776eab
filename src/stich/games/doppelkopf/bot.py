"""The bots of Doppelkopf, and how two of them are compared."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.doppelkopf.advise import advise
from stich.games.doppelkopf.beginner import Beginner
from stich.games.doppelkopf.club import Club

__all__ = ["BOTS", "advise"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club}
