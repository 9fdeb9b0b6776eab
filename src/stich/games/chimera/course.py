"""What a network for Chimera is trained on: the rules as they are by default, and what a round is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stich.bots.course import Course
from stich.bots.player import Bot
from stich.games.chimera.expert import WIN
from stich.games.chimera.master import FILE, RULES, STAKES, UNIT, Master
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules_cards import CATS, TOADS, rule_table


def player(path: Path) -> Bot:
    """Return the network in a file as a player that does not search."""
    return Master(1, path)


COURSE: Final = Course(
    game="chimera",
    version=RULES,
    table=rule_table({}),
    rank10=TOADS,
    rank5=CATS,
    worth=(Planner.WORTH[0], Planner.WORTH[1]),
    stakes=STAKES,
    win=WIN,
    unit=UNIT,
    gain=(0, 2),
    loss=(20, 1),
    bonus=25,
    player=player,
    against="club",
    weights=FILE,
)
