"""Expert: many worlds while cards are hidden; once two are left without a talon, their last cards are solved.

In rollouts each seat plays what a hand can tell by itself: low cards first, trumps late, taking where a defence would
cost more than it saves. What somebody did not do in this bout speaks against worlds in which he could have done it
cheaply.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import ClassVar, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from stich.bots.search import Search, before
from stich.games.durak.club import choice
from stich.games.durak.rules import DEFEND, OPEN, REVEAL
from stich.games.durak.rules_state import Durak, throwers
from stich.games.durak.rules_table import BEAT, FACES, HAND, PAIR, RANKS, SUITS, TALON
from stich.kernel.action import Action
from stich.kernel.cards import Seat, drop
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.tricks import BIT, faces_of

SOLVED: Final = 8  # cards of the last two that the solver is given where all of them are known,
SOLVED_LATER: Final = 6  # and at the end of a rollout
SPAN: Final = 8.0  # by so much the highest card of a suit is better to have than the lowest
TRUMP: Final = 12.0  # and the lowest trump than the lowest plain card
RID: Final = 6.0  # what it gains to be rid of a card while there is a talon
RID_AT_END: Final = 22.0  # and without one
ATTACK: Final = 4.0  # what the next attack is worth
SEVERAL: Final = 3.0  # each further card of an attack
PASSED_ON: Final = 3.0
UNBEATABLE: Final = 6.0  # an attack that the defender cannot beat
BURDEN: Final = 7.0  # what one more card costs while there is a talon
BURDEN_AT_END: Final = 32.0
THROWN: Final = 6.0  # cards that are worth less are thrown in: as long as there is a talon
THROWN_AT_END: Final = 30.0
GIVEN: Final = 6.0  # and the same to somebody who takes
GIVEN_AT_END: Final = 20.0
FAR: Final = 20  # cards in the talon from which on the end is far
UNLIKELY: Final = 0.4  # how likely somebody does not do what would have cost him little
NEVER: Final = -1000.0


def worths(size: int, trump: int) -> list[float]:
    """Return what it is worth to hold each face."""
    return [SPAN * (c % size) / (size - 1) + (TRUMP if c // size == trump else 0.0) for c in range(SUITS * size)]


WORTH: Final = {len(ranks): [worths(len(ranks), trump) for trump in range(SUITS)] for ranks in RANKS.values()}


@mypyc_attr(allow_interpreted_subclasses=True)
class Ending(Search[Durak]):
    """Two are left, and the talon is gone: nothing is hidden any more."""

    iterations: ClassVar[int] = 1200
    margin: ClassVar[float] = 0.02
    interrupts: ClassVar[bool] = (
        False  # whoever would throw in while a defence runs can do it when it has come to its end
    )
    least: ClassVar[float] = -1.0
    most: ClassVar[float] = 1.0

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        return before(choice(cast(Durak, view.seen), view.seat, legal), legal)

    def policy(self, s: Durak, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is OPEN:
            return best_attack(s, seat, legal)
        if s.phase is DEFEND and seat == s.defender:
            return best_defence(s, seat, legal)[0]
        if s.phase is REVEAL:
            return legal[1]
        return throw_or_pass(s, legal)

    def solvable(self, s: Durak) -> bool:
        return are_left(s, SOLVED)

    def key(self, s: Durak) -> Hashable:
        """What went from hand to hand is part of it: it decides when a position is there for the third time."""
        zones = tuple(s.zones[PAIR:])
        return (s.turn, s.attacker, s.defender, s.taking, s.limit, s.waiting, s.shown, s.stall, s.drift, zones)

    def utility(self, s: Durak, seat: Seat) -> float:
        """§5 There is no winner: all that counts is not to be the last one. A draw lies between the two."""
        return -1.0 if s.durak == seat else 1.0 if s.durak >= 0 else 0.0


@final
class Expert(Ending):
    def __init__(self, iterations: int = 0) -> None:
        super().__init__(iterations)
        self.ending = Ending(iterations)

    def think(self, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        if are_left(cast(Durak, view.seen), SOLVED):
            return self.ending.think(view, legal, chance, stop)
        return super().think(view, legal, chance, stop)

    def weight(self, view: View, s: Durak) -> float:
        return likelihood(s, view.seat)

    def rest(self, s: Durak, seat: Seat, chance: Chance) -> float | None:
        """Whoever is out is not the Durak, whoever it will be."""
        return 1.0 if s.out >> seat & 1 else None

    def solvable(self, s: Durak) -> bool:
        return are_left(s, SOLVED_LATER)


def are_left(s: Durak, most: int) -> bool:
    """Tell whether two seats are left with at most so many cards between them, and no talon."""
    if not s.talon_gone():
        return False
    left = 0
    n = 0
    for seat in range(s.layout.seats):
        if not s.out >> seat & 1:
            left += 1
            n += len(s.zones[HAND + seat])
    for at in range(PAIR, PAIR + s.count):
        n += len(s.zones[at])
    return left == 2 and n <= most


# -- what a seat does in a rollout -----------------------------------------------------------------------------------


def nearness(s: Durak) -> float:
    """Return how near the end is: 0 with a large talon, ½ when it runs out, 1 once it is gone."""
    if s.talon_gone():
        return 1.0
    n = len(s.zones[TALON]) + 1
    return 0.5 * (FAR - n) / FAR if n < FAR else 0.0


def best_attack(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return low cards, several at once, such as cannot be beaten rather than others; the whole hand, if that is it."""
    worth = WORTH[s.rules.size][s.suit]
    theirs = faces_of(s.zones[HAND + s.defender])
    beaten = s.rules.kind.contracts[s.suit].beaten
    last = len(s.zones[HAND + seat]) if s.talon_gone() else 0
    best = legal[0]
    top = NEVER
    for a in legal:
        n = len(a.cards)
        if n == 0:
            continue
        if n == last:
            return a
        value = SEVERAL * (n - 1)
        open_to: i64 = 0
        most = 0.0
        for c in a.cards:
            most = max(most, worth[c])
            mask: i64 = beaten[c]
            if mask & theirs == 0:
                open_to = 1
        value -= most
        if open_to:
            value += UNBEATABLE
        if value > top:
            best = a
            top = value
    return best


def best_defence(s: Durak, seat: Seat, legal: list[Action]) -> tuple[Action, float]:
    """Return what brings most, and by how much more than to take: beating everything with as little as does it, passing
    on, or taking.
    """
    worth = WORTH[s.rules.size][s.suit]
    near = nearness(s)
    rid = RID + (RID_AT_END - RID) * near
    best = legal[len(legal) - 1]  # taking stands last
    taken = 0.0
    burden = BURDEN + (BURDEN_AT_END - BURDEN) * near
    for i in range(s.count):
        for c in s.zones[PAIR + i]:
            taken += worth[c] - burden
    top = taken
    gain, action = defence(s, seat, worth, rid)
    if action >= 0 and gain + ATTACK > top:
        top = gain + ATTACK
        best = BEAT[action]
    i = len(legal) - 2
    while i >= 0 and legal[i].verb != "beat":
        value = PASSED_ON
        if legal[i].verb == "transfer":
            for c in legal[i].cards:
                value += rid - worth[c]
        if value > top:
            top = value
            best = legal[i]
        i -= 1
    return best, top - taken


def defence(s: Durak, seat: Seat, worth: list[float], rid: float) -> tuple[float, int]:
    """Return what is gained by beating everything, each card with the least that does it, and the number of the first
    such action; −1 where not everything can be beaten.
    """
    beaten = s.rules.kind.contracts[s.suit].beaten
    left = s.zones[HAND + seat]
    gain = 0.0
    first = -1
    for i in range(s.count):
        pair = s.zones[PAIR + i]
        if len(pair) > 1:
            continue
        mask: i64 = beaten[pair[0]]
        least = -1
        for c in left:
            if mask & BIT[c] and (least < 0 or worth[c] < worth[least]):
                least = c
        if least < 0:
            return 0.0, -1
        if first < 0:
            first = FACES * pair[0] + least
        gain += rid - worth[least]
        left = drop(left, least)
    return gain, first


def throw_or_pass(s: Durak, legal: list[Action]) -> Action:
    """Return the throw that is worth least, if it is not worth keeping; it stands behind the pass."""
    worth = WORTH[s.rules.size][s.suit]
    best = legal[0]
    top = most_thrown(s)
    for i in range(1, len(legal)):
        cards = legal[i].cards
        if cards and worth[cards[0]] < top:
            best = legal[i]
            top = worth[cards[0]]
    return best


def most_thrown(s: Durak) -> float:
    """Return the worth below which a card is thrown in."""
    far, near = (GIVEN, GIVEN_AT_END) if s.taking else (THROWN, THROWN_AT_END)
    return far + (near - far) * nearness(s)


# -- what somebody has not done --------------------------------------------------------------------------------------


def likelihood(s: Durak, viewer: Seat) -> float:
    """Return how well a world agrees with this bout: who takes could not have beaten everything cheaply, and who has
    passed had nothing that is gladly thrown in.
    """
    how = 1.0
    if s.taking and s.defender != viewer:
        worth = WORTH[s.rules.size][s.suit]
        rid = RID + (RID_AT_END - RID) * nearness(s)
        gain, action = defence(s, s.defender, worth, rid)
        if action >= 0 and gain + ATTACK > 0:
            how *= UNLIKELY
    if s.waiting:
        passed = throwers(s) & ~s.waiting
        for seat in range(s.layout.seats):
            if passed >> seat & 1 and seat != viewer and would_throw(s, seat):
                how *= UNLIKELY
    return how


def would_throw(s: Durak, seat: Seat) -> bool:
    worth = WORTH[s.rules.size][s.suit]
    top = most_thrown(s)
    fitting = s.fitting
    for c in s.zones[HAND + seat]:
        if fitting & BIT[c] and worth[c] < top:
            return True
    return False
