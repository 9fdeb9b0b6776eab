"""Club with its endgame: it plays by its sums as long as there is a talon, and later while many cards are hidden.

With two players left each knows every card of the other; so it plays each choice out, and solves the last cards
exactly. With more players left and few cards in all hands it does the same in a few of the deals that are still
possible.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.search import NO_LUCK
from stich.bots.solver import Solver
from stich.games.durak.club import choice
from stich.games.durak.expert import SOLVED_LATER, Ending, are_left
from stich.games.durak.rules_state import Durak
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat, has, only
from stich.kernel.chance import Chance, quick
from stich.kernel.sample import sample
from stich.kernel.view import View

ENDING: Final = Ending()
WORLDS: Final = 4  # deals to look at with more than two players left
FEW: Final = 24  # cards in their hands with which it looks ahead


class Club(Bot):
    level = "club"

    def choose(self, view: View[Durak], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        first = choice(s, view.seat, legal)
        worlds = foreseeable(s)
        if len(legal) == 1 or CLOSE in legal or worlds == 0:
            return first
        return foreseen(view, [first, *[a for a in legal if a != first]], worlds)


def foreseeable(s: Durak) -> int:
    """Return the number of deals to look ahead in: the only possible one with two players left and no talon, some with
    more players and few cards, else none.
    """
    if not s.talon_empty():
        return 0
    if s.layout.seats - s.out.bit_count() == 2:
        return 1
    return WORLDS if sum([len(s.hand(seat)) for seat in range(s.layout.seats)]) <= FEW else 0


def foreseen(view: View[Durak], tried: list[Action], worlds: int) -> Action:
    """Return the choice that leads to the best result on average; the first one of equals."""
    chance = quick(1)  # the same deals for the same question
    totals = [0.0] * len(tried)
    for _ in range(worlds):
        world = sample(view, chance)
        solver = Solver[Durak](only(view.seat), lambda end: deal_worth(end, view.seat), ENDING.key)
        for i, a in enumerate(tried):
            after = world.copy()
            after.apply(view.seat, a)
            totals[i] += outcome(after, view.seat, solver)
            if worlds == 1 and totals[i] == ENDING.most:
                return a
    return tried[totals.index(max(totals))]


def deal_worth(s: Durak, seat: Seat) -> float:
    """Return the value of a finished deal for a seat.

    All that counts is not being the last one with cards. If those who are left do not come to an end, nobody is; then
    the seats that are out have their full value, and the others half.
    """
    return -1.0 if s.durak == seat else 1.0 if s.durak >= 0 or has(s.out, seat) else 0.0


def outcome(s: Durak, seat: Seat, solver: Solver[Durak]) -> float:
    """Return the value of a position when both play by Club's sums until it has few enough cards to be solved."""
    while True:
        at = s.actor()
        if at < 0 or has(s.out, seat):
            return deal_worth(s, seat)
        if are_left(s, SOLVED_LATER):
            return solver.value(s, ENDING.least, ENDING.most)
        legal = s.legal(at)
        s.apply(at, legal[0] if len(legal) == 1 else ENDING.policy(s, at, legal, NO_LUCK))
