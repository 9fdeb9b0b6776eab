"""Club as it plays: by its sums as long as cards are hidden. Of the last two, without a talon, either one knows every
card of the other; so it plays each choice out, and the last cards it knows by heart.
"""

from __future__ import annotations

from typing import Final, cast

from stich.bots.player import Bot
from stich.bots.search import NO_LUCK
from stich.bots.solver import Solver
from stich.games.durak.club import choice
from stich.games.durak.expert import SOLVED_LATER, Ending, are_left
from stich.games.durak.rules_state import Durak
from stich.games.durak.sight import rival
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick
from stich.kernel.sample import sample
from stich.kernel.view import View

ENDING: Final = Ending()


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Durak, view.seen)
        first = choice(s, view.seat, legal)
        if len(legal) == 1 or CLOSE in legal or not knows_all(s, view.seat):
            return first
        return foreseen(view, [first, *[a for a in legal if a != first]])


def knows_all(s: Durak, seat: Seat) -> bool:
    """Tell whether only two are left, and no talon."""
    return s.talon_gone() and rival(s, seat) >= 0


def foreseen(view: View, tried: list[Action]) -> Action:
    """Return the choice that leads to the best end; of equals the first one."""
    world = cast(Durak, sample(view, quick(1)))  # there is only one
    solver = Solver[Durak](1 << view.seat, lambda end: ENDING.utility(end, view.seat), ENDING.key)
    best = tried[0]
    top = -2.0
    for a in tried:
        after = cast(Durak, world.copy())
        after.apply(view.seat, a)
        value = outcome(after, view.seat, solver)
        if value > top:
            best, top = a, value
        if top == ENDING.most:
            break
    return best


def outcome(s: Durak, seat: Seat, solver: Solver[Durak]) -> float:
    """Return what a position leads to, both playing by Club's sums until so few cards are left that it is solved."""
    while True:
        at = s.actor()
        if at < 0:
            return ENDING.utility(s, seat)
        if are_left(s, SOLVED_LATER):
            return solver.value(s, ENDING.least, ENDING.most)
        legal = s.legal(at)
        s.apply(at, legal[0] if len(legal) == 1 else ENDING.policy(s, at, legal, NO_LUCK))
