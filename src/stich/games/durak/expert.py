"""Expert: samples many worlds while cards are hidden; with two players left and no talon it solves the last cards.

In rollouts each seat plays like Club (`rollout`). As long as there is a talon they end with the bout: the rest of the
game is mostly luck then, and each player's trumps tell most about it. Without a talon they go on to the end. What a
player did not do in this bout is evidence against worlds in which it would have been cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import exp
from typing import ClassVar, Final, final

from mypy_extensions import mypyc_attr

from stich.bots.search import NO_LUCK, Search, before
from stich.games.durak.club import choice
from stich.games.durak.judgement import (
    ATTACK,
    RID,
    SIZES,
    between,
    most_thrown,
    values,
)
from stich.games.durak.rollout import best_attack, best_defence, defence, throw_or_pass
from stich.games.durak.rules_cards import HAND, PAIR, TALON
from stich.games.durak.rules_phases_bout import DEFEND, OPEN
from stich.games.durak.rules_phases_first import REVEAL
from stich.games.durak.rules_state import Durak, throwers
from stich.kernel.action import Action
from stich.kernel.cards import Seat, has
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.tricks import BIT

SOLVED: Final = 8  # cards of the last two players that the solver is given if all of them are known,
SOLVED_LATER: Final = 6  # and at the end of a rollout
UNLIKELY: Final = 0.4  # probability of not doing something that would have cost little
LEAST: Final = 3  # cards of the talon with which a bout must begin to be judged by the trumps
# How much any trump lowers the risk of becoming the Durak, as a power of e, and how much more the ace does; for two,
# three, and more seats. Fitted to the bouts of 8,500 games of Club against itself: with a talon nothing else tells as
# much, neither plain cards nor the number of cards.
ANY_TRUMP: Final = [0.0, 0.2, 0.35]
TOP_TRUMP: Final = [0.95, 0.4, 0.2]


def safeties(size: int, kind: int) -> list[float]:
    """Return by how much a trump of each rank lowers the risk of becoming the Durak."""
    return [ANY_TRUMP[kind] + TOP_TRUMP[kind] * (rank / (size - 1)) ** 4 for rank in range(size)]


SAFETY: Final = {size: [safeties(size, kind) for kind in range(len(ANY_TRUMP))] for size in SIZES}


@mypyc_attr(allow_interpreted_subclasses=True)
class Ending(Search[Durak]):
    """The search with two players left and no talon: nothing is hidden any more."""

    iterations: ClassVar[int] = 1200
    margin: ClassVar[float] = 0.02
    interrupts: ClassVar[bool] = False  # a player who would throw in during a defence can do it at its end
    least: ClassVar[float] = -1.0
    most: ClassVar[float] = 1.0

    def candidates(self, view: View[Durak], legal: list[Action]) -> list[Action]:
        return before(choice(view.seen, view.seat, legal), legal)

    def policy(self, s: Durak, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is OPEN:
            return best_attack(s, seat, legal)
        if s.phase is DEFEND and seat == s.defender:
            return best_defence(s, seat, legal)
        if s.phase is REVEAL:
            return legal[1]
        return throw_or_pass(s, legal)

    def solvable(self, s: Durak) -> bool:
        return are_left(s, SOLVED)

    def key(self, s: Durak) -> Hashable:
        """Include what went from hand to hand: it decides when a position occurs for the third time."""
        zones = tuple(s.zones[PAIR:])
        return (s.turn, s.attacker, s.defender, s.taking, s.limit, s.waiting, s.shown, s.stall, s.drift, zones)

    def utility(self, s: Durak, seat: Seat) -> float:
        """§5 There is no winner: all that counts is not being the last one. A draw has the value in between."""
        return -1.0 if s.durak == seat else 1.0 if s.durak >= 0 else 0.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Late(Ending):
    """The search without a talon: hands are hidden, but few cards are left."""

    def weight(self, view: View[Durak], s: Durak) -> float:
        return likelihood(s, view.seat)

    def rest(self, s: Durak, seat: Seat, chance: Chance) -> float | None:
        """A player who is out is not the Durak, whatever follows."""
        return 1.0 if has(s.out, seat) else None

    def solvable(self, s: Durak) -> bool:
        return are_left(s, SOLVED_LATER)


@final
class Expert(Late):
    iterations: ClassVar[int] = 2000
    horizon: ClassVar[int] = 1

    def __init__(self, iterations: int = 0) -> None:
        super().__init__(iterations)
        self.late = Late(iterations)
        self.ending = Ending(iterations)

    def think(self, view: View[Durak], legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        s = view.seen
        if are_left(s, SOLVED):
            return self.ending.think(view, legal, chance, stop)
        if s.talon_empty():
            return self.late.think(view, legal, chance, stop)
        return super().think(view, legal, chance, stop)

    def value(self, s: Durak, seat: Seat) -> float:
        """Play on until a bout begins that can be evaluated, or to the end."""
        while True:
            at = s.actor()
            if at < 0:
                return self.utility(s, seat)
            if s.phase is OPEN and len(s.zones[TALON]) >= LEAST:
                return prospect(s, seat)
            legal = s.legal(at)
            s.apply(at, legal[0] if len(legal) == 1 else self.policy(s, at, legal, NO_LUCK))


def prospect(s: Durak, seat: Seat) -> float:
    """Return the expected utility of a seat while there is a talon, from the trumps of all seats."""
    size = s.rules.size
    safety = SAFETY[size][min(s.layout.seats - 2, len(ANY_TRUMP) - 1)]
    lowest = size * s.suit
    all_risks = 0.0
    own = 0.0
    for other in range(s.layout.seats):
        safe = 0.0
        for c in s.zones[HAND + other]:
            if lowest <= c < lowest + size:
                safe += safety[c - lowest]
        risk = exp(-safe)
        all_risks += risk
        if other == seat:
            own = risk
    return 1.0 - 2.0 * own / all_risks


def are_left(s: Durak, most: int) -> bool:
    """Tell whether two seats are left with at most n cards between them, and no talon."""
    if not s.talon_empty():
        return False
    left = 0
    n = 0
    for seat in range(s.layout.seats):
        if not has(s.out, seat):
            left += 1
            n += len(s.zones[HAND + seat])
    for at in range(PAIR, PAIR + s.count):
        n += len(s.zones[at])
    return left == 2 and n <= most


# -- evidence from what a player has not done ------------------------------------------------------------------------


def likelihood(s: Durak, viewer: Seat) -> float:
    """Return how well a world agrees with this bout: a player who takes could not have beaten everything cheaply, and a
    player who has passed had nothing that is usually thrown in.
    """
    how = 1.0
    if s.taking and s.defender != viewer:
        worth = values(s)
        rid = between(s, RID)
        gain, action = defence(s, s.defender, worth, rid)
        if action >= 0 and gain + ATTACK > 0:
            how *= UNLIKELY
    if s.waiting:
        passed = throwers(s) & ~s.waiting
        for seat in range(s.layout.seats):
            if has(passed, seat) and seat != viewer and would_throw(s, seat):
                how *= UNLIKELY
    return how


def would_throw(s: Durak, seat: Seat) -> bool:
    worth = values(s)
    top = most_thrown(s)
    fitting = s.fitting
    for c in s.zones[HAND + seat]:
        if fitting & BIT[c] and worth[c] < top:
            return True
    return False
