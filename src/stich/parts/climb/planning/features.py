"""What a network sees of a position and of a move: the numbers of the inputs that are on.

Each input is a fact ("four 9s are unseen", "the move leaves five combinations"), so its number is all that has to be
written down, and the first layer of a network is a sum of rows. A scene's inputs and a move's inputs are numbered
apart. 0 is no input; each role has inputs of its own, and once more for a scene in which all hands are known.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from stich.parts.bits import count
from stich.parts.climb.hands import ALL, JOKERS, NUMBERS, held, size, union
from stich.parts.climb.move import BOMB, CORE_COPIES, ROCKET, START, STRAIGHT, taken_by, without
from stich.parts.climb.planning.piles import Scene
from stich.parts.climb.planning.turns import TURN, Turns, lowest

ENCODING: Final = 1  # of these inputs: a network for another one is of no use
ROLES: Final = 6  # alone, against the next seat, against the previous one; from 3 on with all hands open
OPEN: Final = 3

COUNTS: Final = 60  # four inputs for each of 15 ranks
KINDS: Final = 240  # type and lowest rank
# inputs of a scene
OWN: Final = 0
UNSEEN: Final = 60
NEXT: Final = 120
PREVIOUS: Final = 180
LAST: Final = 240
LAST_LENGTH: Final = 480
HOLDER: Final = 493
OWN_SIZE: Final = 498
NEXT_SIZE: Final = 519
PREVIOUS_SIZE: Final = 540
OWN_TURNS: Final = 561
TRICK: Final = 577
WON_ALONE: Final = 590
WON_OTHERS: Final = 603
BOMBS: Final = 616
ROCKETS: Final = 620
IDLE: Final = 622
STAKE: Final = 630
BOMBS_OUT: Final = 633
ROCKET_OUT: Final = 638
OWN_LOSERS: Final = 639  # combinations of the plan that an enemy might beat
LAST_ABOVE: Final = 648  # as ABOVE, of the play to beat
SCENE_INPUTS: Final = 656
SCENE_WIDTH: Final = 64  # more than can be on at once
# inputs of a move
MOVE: Final = 0
MOVE_LENGTH: Final = 240
LEFT: Final = 253
LEFT_SIZE: Final = 313
LEFT_TURNS: Final = 334
AS_NEXT: Final = 350  # as many cards as the next seat has left
AS_PREVIOUS: Final = 359
ABOVE: Final = 368  # in how many places the other cards could have a higher one
SURE: Final = 376
POINTS: Final = 377
GAIN: Final = 386
MOVE_SIZE: Final = 394
LEFT_LOSERS: Final = 415
MOVE_INPUTS: Final = 424
MOVE_WIDTH: Final = 28

SLOTS: Final = 0x4000  # plans in the cache
SLOT_MASK: Final = 0x3FFF
PLANNED: Final = 12  # moves kept of a plan
MOST_LOSERS: Final = 8
MOST_ABOVE: Final = 7
MOST_TURNS: Final = 15
MOST_POINTS: Final = 12  # fives


@final
class Features:
    """Writes down inputs. Not for use by several threads at once."""

    def __init__(self, rules: i64, rank10: i64, rank5: i64) -> None:
        """Take a rule table, and the ranks whose cards are worth 10 and 5 points."""
        zero: i64 = 0
        self.rank10 = rank10
        self.rank5 = rank5
        self.turns = Turns(rules)
        self.keys: vec[i64] = vec[i64]([0] * SLOTS)
        self.costs: vec[i64] = vec[i64]([0] * SLOTS)
        self.sizes: vec[i64] = vec[i64]([0] * SLOTS)
        self.plans: vec[i64] = vec[i64]([0] * (SLOTS * PLANNED))
        self.role = zero
        self.hand = zero
        self.others = zero  # cards that an enemy may have
        self.most = zero  # cards of the enemy with more of them
        self.next_size = zero
        self.previous_size = zero
        self.now = zero

    def find(self, hand: i64) -> i64:
        """Return the slot of a plan for a hand that is not empty: in `costs` its turns, at most MOST_TURNS, and in
        `plans` its first moves.
        """
        mixed: i64 = hand ^ (hand >> 15) ^ (hand >> 31) ^ (hand >> 47)
        slot: i64 = mixed & SLOT_MASK
        n: i64 = 0
        i: i64 = 0
        if self.keys[slot] == hand:
            return slot
        n = self.turns.cost(hand) // TURN
        if n > MOST_TURNS:
            n = MOST_TURNS
        self.keys[slot] = hand
        self.costs[slot] = n
        n = self.turns.planned
        if n > PLANNED:
            n = PLANNED
        self.sizes[slot] = n
        while i < n:
            self.plans[slot * PLANNED + i] = self.turns.plan[i]
            i += 1
        return slot

    def losers(self, slot: i64) -> i64:
        """Return how many moves of a plan an enemy might beat."""
        n: i64 = 0
        at: i64 = slot * PLANNED
        end: i64 = at + self.sizes[slot]
        move: i64 = 0
        while at < end:
            move = self.plans[at]
            if self.above(move) or self.bombs_above(move):
                n += 1
            at += 1
        if n > MOST_LOSERS:
            n = MOST_LOSERS
        return n

    def scene(self, s: Scene, open_: bool, out: vec[i32], at: i64) -> i64:
        """Write the inputs of a scene from place `at` on; return the place behind. Moves of this scene can be asked
        for then.
        """
        role: i64 = s.role
        base: i64 = 0
        kind: i64 = s.last & 15
        bombs: i64 = 0
        known: i64 = 0
        slot: i64 = 0
        if open_:
            role += OPEN
        self.role = role
        self.hand = s.hand
        self.next_size = s.next_size
        self.previous_size = s.previous_size
        slot = self.find(s.hand)
        self.now = self.costs[slot]
        if s.role == 0:
            self.others = union(s.unseen, union(s.next, s.previous))
            self.most = s.next_size
            if s.previous_size > s.next_size:
                self.most = s.previous_size
        elif s.role == 1:
            self.others = union(s.unseen, s.next)
            self.most = s.next_size
        else:
            self.others = union(s.unseen, s.previous)
            self.most = s.previous_size
        base = 1 + role * SCENE_INPUTS
        at = put_counts(out, at, base + OWN, s.hand)
        at = put_counts(out, at, base + UNSEEN, s.unseen)
        at = put_counts(out, at, base + NEXT, s.next)
        at = put_counts(out, at, base + PREVIOUS, s.previous)
        at = put(out, at, base + LAST + 16 * kind + rank_of(s.last))
        at = put(out, at, base + LAST_LENGTH + ((s.last >> 4) & 15))
        if s.last == 0:
            at = put(out, at, base + HOLDER)
        else:
            at = put(out, at, base + HOLDER - 1 + 2 * s.holder + s.passes)
        at = put(out, at, base + OWN_SIZE + size(s.hand))
        at = put(out, at, base + NEXT_SIZE + s.next_size)
        at = put(out, at, base + PREVIOUS_SIZE + s.previous_size)
        at = put(out, at, base + OWN_TURNS + self.now)
        at = put(out, at, base + TRICK + fives(s.trick, MOST_POINTS))
        at = put(out, at, base + WON_ALONE + fives(s.won_alone, MOST_POINTS))
        at = put(out, at, base + WON_OTHERS + fives(s.won_others, MOST_POINTS))
        bombs = s.bombs
        if bombs > 3:
            bombs = 3
        at = put(out, at, base + BOMBS + bombs)
        at = put(out, at, base + ROCKETS + s.rockets)
        at = put(out, at, base + IDLE + s.idle_own + 2 * s.idle_next + 4 * s.idle_previous)
        at = put(out, at, base + STAKE + s.stake)
        known = count(self.others >> 48)
        if known > 4:
            known = 4
        at = put(out, at, base + BOMBS_OUT + known)
        if (self.others & JOKERS) == JOKERS:
            at = put(out, at, base + ROCKET_OUT)
        at = put(out, at, base + OWN_LOSERS + self.losers(slot))
        if s.last:
            known = self.above(s.last)
            if known > MOST_ABOVE:
                known = MOST_ABOVE
            at = put(out, at, base + LAST_ABOVE + known)
        return at

    def move(self, move: i64, out: vec[i32], at: i64) -> i64:
        """Write the inputs of a move in the last scene from place `at` on; return the place behind."""
        base: i64 = 1 + self.role * MOVE_INPUTS
        left: i64 = self.hand
        many: i64 = 0
        taken: i64 = 0
        turns: i64 = 0
        losers: i64 = 0
        above: i64 = 0
        gain: i64 = 0
        slot: i64 = 0
        if move:
            taken = taken_by(move)
            left = without(left, move)
            many = size(taken)
        if left:
            slot = self.find(left)
            turns = self.costs[slot]
            losers = self.losers(slot)
        at = put(out, at, base + MOVE + 16 * (move & 15) + rank_of(move))
        at = put(out, at, base + MOVE_LENGTH + ((move >> 4) & 15))
        at = put_counts(out, at, base + LEFT, left)
        at = put(out, at, base + LEFT_SIZE + size(left))
        at = put(out, at, base + LEFT_TURNS + turns)
        at = put(out, at, base + LEFT_LOSERS + losers)
        if move:
            if many == self.next_size and many <= 8:
                at = put(out, at, base + AS_NEXT + many)
            if many == self.previous_size and many <= 8:
                at = put(out, at, base + AS_PREVIOUS + many)
            above = self.above(move)
            if above == 0 and not self.bombs_above(move):
                at = put(out, at, base + SURE)
            if above > MOST_ABOVE:
                above = MOST_ABOVE
            at = put(out, at, base + ABOVE + above)
            at = put(out, at, base + POINTS + fives(10 * held(taken, self.rank10) + 5 * held(taken, self.rank5), 8))
            gain = self.now - turns + 4
            if gain < 0:
                gain = 0
            if gain > 7:
                gain = 7
            at = put(out, at, base + GAIN + gain)
            at = put(out, at, base + MOVE_SIZE + many)
        return at

    def above(self, move: i64) -> i64:
        """Return in how many places the cards that an enemy may have could make a higher move of the same kind; wild
        cards and attachments do not count.
        """
        kind: i64 = move & 15
        length: i64 = (move >> 4) & 15
        start: i64 = (move >> START) & ALL
        copies: i64 = (CORE_COPIES >> (4 * kind)) & 15
        plane: i64 = 0
        starts: i64 = 0
        i: i64 = 1
        if kind == ROCKET or self.most < copies * length:
            return 0
        plane = (self.others >> (16 * (copies - 1))) & ALL
        if length > 1 or kind == STRAIGHT:
            plane &= NUMBERS
        starts = plane & ~(2 * start - 1)
        while i < length:
            starts &= plane >> i
            i += 1
        return count(starts)

    def bombs_above(self, move: i64) -> bool:
        """Tell whether an enemy may have a bomb or the rocket that beats a move."""
        kind: i64 = move & 15
        bombs: i64 = self.others >> 48
        if kind == ROCKET:
            return False
        if self.most >= 2 and (self.others & JOKERS) == JOKERS:
            return True
        if kind == BOMB:
            bombs &= ~(2 * ((move >> START) & ALL) - 1)
        return self.most >= 4 and bombs != 0


def put(out: vec[i32], at: i64, number: i64) -> i64:
    """Write a number at place `at`; return the next place."""
    out[at] = i32(number)
    return at + 1


def put_counts(out: vec[i32], at: i64, base: i64, hand: i64) -> i64:
    """Write for each rank in a hand how many cards of it there are."""
    column: i64 = hand
    number: i64 = base
    while column:
        if column & 1:
            out[at] = i32(number + ((column >> 16) & 1) + ((column >> 32) & 1) + ((column >> 48) & 1))
            at += 1
        column = (column >> 1) & 0x7FFF7FFF7FFF7FFF
        number += 4
    return at


def rank_of(move: i64) -> i64:
    """Return the lowest rank of a move's main part; 0 for a pass."""
    start: i64 = (move >> START) & ALL
    return lowest(start) if start else 0


def fives(points: i64, most: i64) -> i64:
    """Return how many fives there are in a number of points, at most `most`."""
    n: i64 = points // 5
    return n if n < most else most
