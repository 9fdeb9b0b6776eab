"""The bots of Écarté."""

from __future__ import annotations

from typing import Final

from stich.bots.equity import MatchScore
from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.games.ecarte.advise import advise, explain
from stich.games.ecarte.beginner import Beginner
from stich.games.ecarte.club import Club
from stich.games.ecarte.expert import Expert
from stich.games.ecarte.rules_phases import PLAY
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.cards import Seat

__all__ = ["BOTS", "MATCH", "PUZZLES", "advise", "explain"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PUZZLES: Final = Puzzling(cards=10, ready=lambda s: s.phase is PLAY, still=("stock", "discard"), distributions=15_000)


def what(s: Ecarte) -> tuple[str, Seat]:
    """Return no kind of a finished deal, and its dealer."""
    return "", s.setup.dealer


MATCH: Final = MatchScore((-9, -8, -7, -6, -5, -4, -3, -2, -1), lambda rules: int(rules.target), what)
