"""Who goes out first when all cards are open: the seat that plays alone, or one of the two others.

The search asks for nothing but this, so one winning move ends the work at a position (alpha-beta with a window of no
width: Knuth and Moore 1975). In a search, seats are numbered from the one that plays alone, which is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from stich.parts.climb.hands import size
from stich.parts.climb.move import START, without
from stich.parts.climb.solving.order import SHAPE, Moves
from stich.parts.climb.solving.squeeze import closed, closed_move, gaps, runs
from stich.parts.climb.solving.table import BITS, EMPTY, Table

TURN_AT: Final = 23
PASSED: Final = 0x2000000  # one seat has passed
KEY: Final = 0x3FFFFFF
WON: Final = 0x4000000  # the seat alone goes out first
LOOK: Final = 0x3FF  # nodes between two looks at the limits
NODES: Final = 20_000_000
MANY: Final = 26  # cards from which on the search learns which moves decide
UNKNOWN: Final = -1


def never() -> bool:
    """Return False: nothing stops the search."""
    return False


@final
class OpenWin:
    """Solves positions under one rule table, one after the other. Not for use by several threads at once.

    nodes: positions that were looked at since this was made. out: the last search was ended by a limit.
    """

    def __init__(self, rules: i64, bits: int = BITS) -> None:
        """Take a rule table, and the size of the table of positions: 2**bits, of 32 bytes each."""
        self.table = Table(KEY, bits)
        self.moves = Moves(rules)
        self.nodes: i64 = 0
        self.most: i64 = 0
        self.out = False
        self.stop: Callable[[], bool] = never

    def solve(
        self,
        hands: tuple[int, int, int],
        turn: int,
        last: int = 0,
        passes: int = 0,
        alone: int = 0,
        limit: int = NODES,
        stop: Callable[[], bool] = never,
    ) -> int:
        """Return 1 if the seat `alone` goes out first, 0 if one of the others does, UNKNOWN if it was not found.

        hands: of seats 0, 1, 2, none of them empty. turn: the seat that plays. last: the move to beat, 0 for none;
        passes: how many have passed on it. limit: nodes. stop: the search ends soon after it begins to return True.
        """
        a, b, c = hands[alone], hands[(alone + 1) % 3], hands[(alone + 2) % 3]
        self.begin(size(a) + size(b) + size(c), limit, stop)
        found = self.search(a, b, c, (turn - alone) % 3, last, passes, 0)
        return UNKNOWN if self.out else int(found)

    def begin(self, cards: i64, limit: int, stop: Callable[[], bool]) -> None:
        """Prepare for a position with so many cards. limit, stop: as in `solve`."""
        self.moves.learns = cards > MANY
        self.most = self.nodes + limit
        self.out = stop()
        self.stop = stop

    def tick(self) -> None:
        """Count a node, and notice when the search has to end."""
        self.nodes += 1
        if self.nodes >= self.most or (self.nodes & LOOK == 0 and self.stop()):
            self.out = True

    def search(self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, base: i64) -> i64:
        """Return 1 if seat 0 goes out first. `base`: the first free place among the moves. No answer once `out`."""
        moves = self.moves
        hand: i64 = a if turn == 0 else b if turn == 1 else c
        end: i64 = moves.write(hand, last, base)
        empty: i64 = 0
        while last and end == base + 1:  # nothing but the pass
            passes += 1
            turn = 0 if turn == 2 else turn + 1
            if passes == 2:
                last = 0
                passes = 0
            hand = a if turn == 0 else b if turn == 1 else c
            end = moves.write(hand, last, base)
        if self.goes_out(hand, base, end):
            return 1 if turn == 0 else 0
        if not runs(a) and not runs(b) and not runs(c):
            empty = gaps(a | b | c | last >> START)
            if empty:
                a = closed(a, empty)
                b = closed(b, empty)
                c = closed(c, empty)
                last = closed_move(last, empty)
                hand = a if turn == 0 else b if turn == 1 else c
                end = moves.write(hand, last, base)
        return self.looked_up(a, b, c, turn, last, passes, base, end, hand)

    def goes_out(self, hand: i64, base: i64, end: i64) -> bool:
        """Tell whether one of the moves between two places is the whole hand."""
        moves = self.moves.list
        i: i64 = base
        while i < end:
            if without(hand, moves[i]) == 0:
                return True
            i += 1
        return False

    def looked_up(
        self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, base: i64, end: i64, hand: i64
    ) -> i64:
        """Return the result of a position from the table, or search it and write it there."""
        rest: i64 = last & SHAPE | turn << TURN_AT
        if passes:
            rest |= PASSED
        found: i64 = self.table.find(a, b, c, rest)
        if found != EMPTY:
            return 1 if found & WON else 0
        self.tick()
        if self.out:
            return 0
        # the trick is the partner's if seat 2 follows seat 1, or the other way round after a pass
        partner: bool = last != 0 and ((turn == 2 and passes == 0) or (turn == 1 and passes == 1))
        self.moves.judge(base, end, turn, partner)
        found = self.tried(a, b, c, turn, last, passes, base, end, hand)
        if not self.out:
            self.table.put(a, b, c, rest, WON if found else 0)
        return found

    def tried(self, a: i64, b: i64, c: i64, turn: i64, last: i64, passes: i64, base: i64, end: i64, hand: i64) -> i64:
        """Try the moves between two places, the most promising first; return the result of the best one."""
        moves = self.moves
        mine: i64 = 1 if turn == 0 else 0
        after: i64 = 0 if turn == 2 else turn + 1
        found: i64 = 0
        move: i64 = 0
        while base < end:
            move = moves.best(base, end)
            if move == 0 and passes:
                found = self.search(a, b, c, after, 0, 0, end)
            elif move == 0:
                found = self.search(a, b, c, after, last, 1, end)
            elif turn == 0:
                found = self.search(without(hand, move), b, c, after, move, 0, end)
            elif turn == 1:
                found = self.search(a, without(hand, move), c, after, move, 0, end)
            else:
                found = self.search(a, b, without(hand, move), after, move, 0, end)
            if self.out:
                return 0
            if moves.learns:
                moves.learn(turn, move, found == mine)
            if found == mine:
                return mine
            base += 1
        return 1 - mine
