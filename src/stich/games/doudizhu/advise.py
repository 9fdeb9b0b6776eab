"""Reasons for Club's choices, in one sentence each, from what the seat knows: those of all climbing games
(`bots/climbing/reasons.py`), and what is said of bids.
"""

from __future__ import annotations

from typing import Final

from stich.bots.climbing import reasons
from stich.games.doudizhu.club import Club
from stich.games.doudizhu.rules_combinations import NAMES
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action, Phrase
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB: Final = Club()


def advise(view: View[DouDizhu], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action)


def explain(view: View[DouDizhu], legal: list[Action], action: Action) -> Phrase:
    """Return the reason for any of the legal actions."""
    s = view.seen
    CLUB.tools.fit(s.rules.table)
    if s.phase is not PLAY:
        return reasons.why_bid(NAMES, CLUB, s.hand(view.seat), action.verb != "pass", s.stake())
    moves = [a.to if a.verb == "play" else 0 for a in legal]
    move = action.to if action.verb == "play" else 0
    return reasons.Reasons(NAMES, CLUB, CLUB.look(view), moves, move).why()
