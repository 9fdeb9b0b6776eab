"""Club with its endgame: it plays by `judgement.py` as long as there is a talon.

Without a talon it knows every card of the opponent. So it plays each choice out, and solves the last cards exactly.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.search import NO_LUCK, before
from stich.bots.solver import Solver
from stich.games.fuenfhundert.expert import Expert
from stich.games.fuenfhundert.judgement import chosen
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action
from stich.kernel.cards import only
from stich.kernel.chance import Chance, quick
from stich.kernel.sample import sample
from stich.kernel.view import View

ENDING: Final = Expert()  # the policy that plays out the rest; it does not search


class Club(Bot):
    level = "club"

    def choose(self, view: View[Fuenfhundert], legal: list[Action], chance: Chance) -> Action:
        first = chosen(view, legal)
        if len(legal) == 1 or first.verb != "play" or view.seen.has_talon():
            return first
        return foreseen(view, before(first, [a for a in legal if a.verb == "play"]))


def foreseen(view: View[Fuenfhundert], tried: list[Action]) -> Action:
    """Return the card that leads to the best result; the first one of equals. It is tried in the only possible deal."""
    world = sample(view, quick(1))
    solver = Solver[Fuenfhundert](only(view.seat), lambda end: ENDING.utility(end, view.seat), ENDING.key)
    found = []
    for a in tried:
        after = world.copy()
        after.apply(view.seat, a)
        found.append(outcome(after, solver))
    return tried[found.index(max(found))]


def outcome(s: Fuenfhundert, solver: Solver[Fuenfhundert]) -> float:
    """Return the value of a position when both play with open cards until so few are left that it is solved."""
    while (seat := s.actor()) >= 0 and not ENDING.solvable(s):
        legal = s.legal(seat)
        s.apply(seat, legal[0] if len(legal) == 1 else ENDING.policy(s, seat, legal, NO_LUCK))
    return solver.value(s)
