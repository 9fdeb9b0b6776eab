"""Playouts: how a deal goes on when all players play sensibly. The search over worlds is based on them.

The style is that of a good club player, made fast: a plan for each hand (`sketch`), low and long leads, answers that
shorten the plan, attention to enemies with few cards left, and no answers to the partner's plays. Two things are
cheaper than at the table: whether a play stands is looked up in the open hands, and prices are those of the moment when
the search began. Nothing is random: two outcomes of one deal differ only by the choices made.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.generate import gen_follow, gen_lead, scratch
from stich.parts.climb.hands import held, size
from stich.parts.climb.move import BOMB, ROCKET, START, taken_by, without
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.sketch import WIDTH, Sketch
from stich.parts.climb.planning.turns import TURN

# Weights, in tenths of a hundredth of a turn; of two values the first is for a seat that plays alone, the second for a
# seat with a partner.
LEAD: Final = 600  # to lead next
KEEP: Final = 600  # combinations that stand are kept for later
SIZE_ALONE: Final = 3  # of each card of a lead
SIZE_PARTNER: Final = 60
LOWER: Final = 2  # of a rank less
SPEND_ALONE: Final = 400  # a bomb or the rocket
SPEND_PARTNER: Final = 2500
FORCE: Final = 5000  # what is left goes out in one play
WORTH: Final = 20  # for each point in the trick
PARTNER: Final = 600  # to leave a trick to the partner
NEVER: Final = 100_000
BLOCK: Final = [0, 8000, 5000, 2500, 1200, 800, 400, 400]  # to stop an enemy with that many cards
INVITE: Final = [0, 6000, 2000, 600, 400, 400, 0, 0]  # to lead what an enemy with that many cards could be waiting for
HELP: Final = [0, 4000, 1000, 0, 0, 0, 0, 0]  # to lead what the partner with that many cards can go out on
FEW: Final = 8
ENOUGH: Final = 160  # answers that are compared one by one


@final
class Playout:
    """Plays positions of three hands to the end, one after the other. Not for use by several threads at once.

    After `play`, the points of won tricks are in `won0`, `won1` and `won2`, and `bombs`, `rockets` and `played` (a set
    of seats) say what was played. All of them are added to the values that they had before.
    """

    def __init__(self, rules: i64, rank10: i64, rank5: i64) -> None:
        """Take a rule table, and the ranks whose cards are worth 10 and 5 to the winner of a trick."""
        nobody: i64 = 0
        self.rules = rules
        self.rank10 = rank10
        self.rank5 = rank5
        self.single = Sketch(rules)  # for who plays alone
        self.double = Sketch(rules)  # for the two others
        self.moves: vec[i64] = scratch()
        self.answers: vec[i64] = scratch()
        self.spend_alone: i64 = SPEND_ALONE
        self.spend_partner: i64 = SPEND_PARTNER
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.turn = nobody
        self.last: i64 = 0
        self.holder: i64 = -1
        self.passes: i64 = 0
        self.alone: i64 = 0
        self.trick: i64 = 0
        self.won0: i64 = 0
        self.won1: i64 = 0
        self.won2: i64 = 0
        self.bombs: i64 = 0
        self.rockets: i64 = 0
        self.played: i64 = 0

    def price(self, cards: i64, odds: Odds, alone: list[int], partner: list[int]) -> None:
        """Set the prices by which plans are made: `cards` are all cards still in hands; worth as `Turns.price`."""
        self.single.price(cards, odds, alone)
        self.double.price(cards, odds, partner)

    def spend(self, alone: i64, partner: i64) -> None:
        """Set what a bomb or the rocket costs who plays alone, and who has a partner."""
        self.spend_alone = alone
        self.spend_partner = partner

    def hand(self, seat: i64) -> i64:
        """Return the hand of a seat."""
        if seat == 0:
            return self.a
        if seat == 1:
            return self.b
        return self.c

    def play(self, a: i64, b: i64, c: i64, turn: i64, last: i64, holder: i64, passes: i64, alone: i64) -> int:
        """Play to the end and return the seat that goes out.

        `a`, `b`, `c`: the hands; `turn`: the seat that plays; `last`: the move to beat, 0 for none, and `holder` the
        seat that made it; `passes`: how many have passed on it; `alone`: the seat without a partner.
        """
        self.place(a, b, c, turn, last, holder, passes, alone)
        return self.finish()

    def finish(self) -> int:
        """Play the position that was set up to its end and return the seat that goes out."""
        hand: i64 = 0
        while True:
            hand = self.hand(self.turn)
            if self.act(hand, self.choose(hand)):
                return int(self.turn)

    def place(self, a: i64, b: i64, c: i64, turn: i64, last: i64, holder: i64, passes: i64, alone: i64) -> None:
        """Set up a position, given as for `play`."""
        self.a = a
        self.b = b
        self.c = c
        self.turn = turn
        self.last = last
        self.holder = holder
        self.passes = passes
        self.alone = alone

    def choose(self, hand: i64) -> i64:
        """Return the move of the seat whose turn it is; `hand` is its hand."""
        if self.last == 0:
            return self.lead(hand)
        return self.follow(hand)

    def act(self, hand: i64, move: i64) -> bool:
        """Play a move; True if it was the last card of the hand."""
        kind: i64 = move & 15
        taken: i64 = 0
        left: i64 = 0
        if move == 0:
            self.passes += 1
            if self.passes == 2:
                self.win(self.holder)
        else:
            taken = taken_by(move)
            left = without(hand, move)
            if self.turn == 0:
                self.a = left
            elif self.turn == 1:
                self.b = left
            else:
                self.c = left
            self.trick += 10 * held(taken, self.rank10) + 5 * held(taken, self.rank5)
            self.last = move
            self.holder = self.turn
            self.passes = 0
            self.played |= BITS[self.turn]
            if kind == BOMB:
                self.bombs += 1
            elif kind == ROCKET:
                self.rockets += 1
            if left == 0:
                self.win(self.turn)
                return True
        self.turn += 1
        if self.turn == 3:
            self.turn = 0
        return False

    def win(self, seat: i64) -> None:
        """Give the points of the trick to a seat, and clear the trick."""
        if seat == 0:
            self.won0 += self.trick
        elif seat == 1:
            self.won1 += self.trick
        else:
            self.won2 += self.trick
        self.trick = 0
        self.last = 0
        self.passes = 0
        self.holder = -1

    def beaten(self, hand: i64, move: i64) -> bool:
        """Tell whether a hand has an answer to a move that is neither bomb nor rocket."""
        buf = self.answers
        n: i64 = gen_follow(hand, move, self.rules, buf, 0)
        kind: i64 = 0
        if n == 1:
            return False
        kind = buf[1] & 15
        return kind < BOMB or move & 15 == BOMB  # answers of the same kind are listed before those

    def stands(self, move: i64) -> bool:
        """Tell whether no enemy has an answer to a move of the seat whose turn it is."""
        kind: i64 = move & 15
        one: i64 = self.turn + 1
        two: i64 = self.turn + 2
        if kind == ROCKET:
            return True
        if one >= 3:
            one -= 3
        if two >= 3:
            two -= 3
        if self.turn != self.alone:
            return not self.beaten(self.hand(self.alone), move)
        return not self.beaten(self.hand(one), move) and not self.beaten(self.hand(two), move)

    def danger(self, n: i64) -> i64:
        """Return the cost of a lead of n cards that an enemy with exactly n cards could go out on."""
        one: i64 = self.turn + 1
        two: i64 = self.turn + 2
        if n >= FEW:
            return 0
        if one >= 3:
            one -= 3
        if two >= 3:
            two -= 3
        if self.turn != self.alone:
            if size(self.hand(self.alone)) == n:
                return INVITE[n]
            return 0
        if size(self.hand(one)) == n or size(self.hand(two)) == n:
            return INVITE[n]
        return 0

    # -- leading ------------------------------------------------------------------------------------------------------

    def lead(self, hand: i64) -> i64:
        """Return the move to lead: from the plan, weak and long first; if all but one stand, those that do."""
        mine: bool = self.turn == self.alone
        sketch = self.single if mine else self.double
        slot: i64 = sketch.find(hand)
        plan = sketch.plans
        n: i64 = sketch.sizes[slot]
        at: i64 = slot * WIDTH
        i: i64 = 0
        best: i64 = plan[at]
        most: i64 = -NEVER
        worth: i64 = 0
        move: i64 = 0
        weak: i64 = 0
        stand: i64 = 0
        cards: i64 = 0
        mate: i64 = 0
        if n == 1:
            return best
        if n > WIDTH:
            n = WIDTH
        if not mine:
            mate = size(self.hand(3 - self.alone - self.turn))
        while i < n:
            move = plan[at + i]
            cards = size(taken_by(move))
            worth = -LOWER * rank_of(move)
            if mine:
                worth += SIZE_ALONE * cards
            else:
                worth += SIZE_PARTNER * cards
            if move & 15 >= BOMB:
                if mine:
                    worth -= self.spend_alone
                else:
                    worth -= self.spend_partner
            if self.stands(move):
                worth -= KEEP
                if stand == 0 or cards > size(taken_by(stand)):
                    stand = move
            else:
                weak += 1
                worth -= self.danger(cards)
            if cards == mate and mate < 3:
                worth += HELP[mate] * (16 - rank_of(move)) // 16
            if worth > most:
                best = move
                most = worth
            i += 1
        if weak <= 1 and stand:
            return stand
        if self.danger(size(taken_by(best))) >= INVITE[2] and not self.stands(best):
            return self.lead_anything(hand, sketch)
        return best

    def lead_anything(self, hand: i64, sketch: Sketch) -> i64:
        """Return the best of all leads, where each one of the plan would let an enemy out."""
        buf = self.moves
        n: i64 = gen_lead(hand, self.rules, buf, 0)
        best: i64 = buf[0]
        most: i64 = -NEVER
        worth: i64 = 0
        i: i64 = 0
        if n > ENOUGH:
            n = ENOUGH
        while i < n:
            worth = -10 * sketch.cost(without(hand, buf[i])) + LOWER * rank_of(buf[i])
            if not self.stands(buf[i]):
                worth -= self.danger(size(taken_by(buf[i])))
            if buf[i] & 15 >= BOMB:
                worth -= self.spend_alone
            if worth > most:
                best = buf[i]
                most = worth
            i += 1
        return best

    # -- following ----------------------------------------------------------------------------------------------------

    def follow(self, hand: i64) -> i64:
        """Return an answer to the last play, or 0."""
        buf = self.moves
        n: i64 = gen_follow(hand, self.last, self.rules, buf, 0)
        i: i64 = 1
        mine: bool = self.turn == self.alone
        friend: bool = not mine and self.holder != self.alone
        sketch = self.single if mine else self.double
        now: i64 = 0
        left: i64 = 0
        most: i64 = 0
        best: i64 = 0
        worth: i64 = 0
        if n == 1:
            return 0
        while i < n:
            if without(hand, buf[i]) == 0:
                return buf[i]
            i += 1
        if friend:
            if self.passes == 1 or size(self.hand(self.holder)) <= 3:
                left = size(self.hand(self.alone))
                if self.passes == 1 or left > 2:
                    return 0
            most = PARTNER
            if not self.beaten(self.hand(self.alone), self.last):
                most = 2 * PARTNER
        now = sketch.cost(hand)
        left = size(self.hand(self.holder))
        if n > ENOUGH:
            n = ENOUGH
        i = 1
        while i < n:
            worth = self.answer(sketch, hand, buf[i], now, mine)
            if not friend and left < FEW and self.stands(buf[i]):
                if mine or self.passes == 1:
                    worth += BLOCK[left]
                else:
                    worth += BLOCK[left] * 6 // 10
            if worth > most:
                best = buf[i]
                most = worth
            i += 1
        return best

    def answer(self, sketch: Sketch, hand: i64, move: i64, now: i64, mine: bool) -> i64:
        """Return the value of an answer, without the value of stopping an enemy."""
        rest: i64 = without(hand, move)
        slot: i64 = sketch.find(rest)
        worth: i64 = 10 * (now - sketch.costs[slot])
        if self.stands(move):
            worth += LEAD + WORTH * self.trick
            if sketch.sizes[slot] == 1 or sketch.costs[slot] <= TURN:
                worth += FORCE
        elif size(rest) < FEW:
            worth -= self.danger(size(taken_by(move))) // 2
        if move & 15 >= BOMB:
            if mine:
                worth -= self.spend_alone
            else:
                worth -= self.spend_partner
        return worth


BITS: Final[list[i64]] = [1, 2, 4]


def rank_of(move: i64) -> i64:
    """Return the lowest rank of a move's main part."""
    start: i64 = (move >> START) & 0x7FFF
    rank: i64 = 0
    while start > 1:
        start >>= 1
        rank += 1
    return rank
