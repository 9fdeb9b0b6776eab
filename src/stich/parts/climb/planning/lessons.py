"""Positions to learn from: played by playouts, and by a network against itself.

Both write rows of inputs (`features`) into memory that the learner reads in place. A row has a fixed width and ends in
zeros.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from stich.parts.climb.generate import gen_follow, gen_lead, scratch
from stich.parts.climb.hands import size
from stich.parts.climb.planning.features import MOVE_WIDTH, SCENE_WIDTH, Features
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.piles import PACK, Dealer, Scene, Table, minus
from stich.parts.climb.planning.playout import Playout

MOST_MOVES: Final = 24  # of one position that are learnt from
OUTCOME: Final = 5  # numbers in an outcome: see `outcome`
HUNDRED: Final = 100
HEAD: Final = 0x7FFFFF  # the bits of a move without its attachments
VARIANTS: Final = 6  # offered of one combination with different attachments, the lowest ones


def outcome(out: vec[i32], at: i64, alone: i64, winner: i64, won: vec[i64], bombs: i64, idle: i64) -> None:
    """Write how a deal ended from place `at` on: 1 if the seat alone went out first, its points in tricks, those of
    the others together, bombs and rockets, idle enemies.
    """
    mine: i64 = won[alone]
    out[at] = 1 if winner == alone else 0
    out[at + 1] = i32(mine)
    out[at + 2] = i32(won[0] + won[1] + won[2] - mine)
    out[at + 3] = i32(bombs)
    out[at + 4] = i32(idle)


def idle_of(alone: i64, played: i64) -> i64:
    """Return how many enemies of the seat alone have played nothing."""
    n: i64 = 0
    seat: i64 = 0
    while seat < 3:
        if seat != alone and (played >> seat) & 1 == 0:
            n += 1
        seat += 1
    return n


@final
class Player:
    """Playouts on tables: one move, or a deal to its end."""

    def __init__(self, rules: i64, rank10: i64, rank5: i64, alone: list[int], partner: list[int]) -> None:
        """Take a rule table, ranks that are worth points, and what standing is worth for each type (`Turns.price`)."""
        self.odds = Odds(rules)
        self.playout = Playout(rules, rank10, rank5)
        self.worth_alone = alone
        self.worth_partner = partner

    def price(self, table: Table) -> None:
        """Set the prices by which plans are made, from the cards that are still out."""
        out: i64 = minus(PACK, table.gone)
        one: i64 = (table.turn + 1) % 3
        two: i64 = (table.turn + 2) % 3
        self.odds.look(out, 0, size(table.hands[one]), size(table.hands[two]), size(table.hands[table.turn]))
        self.playout.price(out, self.odds, self.worth_alone, self.worth_partner)

    def place(self, t: Table) -> None:
        """Set the playout to a table's position."""
        p = self.playout
        p.trick = t.trick
        p.won0 = t.won[0]
        p.won1 = t.won[1]
        p.won2 = t.won[2]
        p.bombs = t.bombs
        p.rockets = t.rockets
        p.played = t.played
        p.place(t.hands[0], t.hands[1], t.hands[2], t.turn, t.last, t.holder, t.passes, t.alone)

    def choose(self, t: Table) -> i64:
        """Return the move that the playout makes."""
        self.place(t)
        return self.playout.choose(t.hands[t.turn])

    def finish(self, t: Table, out: vec[i32], at: i64) -> None:
        """Play a deal to its end, and write the outcome."""
        p = self.playout
        winner: i64 = t.out
        won: vec[i64] = vec[i64]([0, 0, 0])
        if winner >= 0:
            outcome(out, at, t.alone, winner, t.won, t.bombs + t.rockets, idle_of(t.alone, t.played))
            return
        self.place(t)
        winner = p.play(t.hands[0], t.hands[1], t.hands[2], t.turn, t.last, t.holder, t.passes, t.alone)
        won[0] = p.won0
        won[1] = p.won1
        won[2] = p.won2
        outcome(out, at, t.alone, winner, won, p.bombs + p.rockets, idle_of(t.alone, p.played))


@final
class Lessons:
    """Positions from deals that playouts play with some noise, and what each move leads to when playouts go on."""

    def __init__(self, player: Player, features: Features, rules: i64, seed: i64, room: i64) -> None:
        """room: positions at once. seed: above 0, below 2**32."""
        zero: i64 = 0
        self.player = player
        self.features = features
        self.rules = rules
        self.room = room
        self.dealer = Dealer(seed)
        self.table = Table(features.rank10, features.rank5)
        self.tried = Table(features.rank10, features.rank5)
        self.seen = Scene()
        self.buf: vec[i64] = scratch()
        self.moves = zero
        self.begun = False
        self.scenes: vec[i32] = vec[i32]([0] * (room * SCENE_WIDTH))
        self.opens: vec[i32] = vec[i32]([0] * (room * SCENE_WIDTH))
        self.roles: vec[i32] = vec[i32]([0] * room)
        self.stakes: vec[i32] = vec[i32]([0] * room)
        self.sizes: vec[i32] = vec[i32]([0] * room)  # moves of each position
        self.rows: vec[i32] = vec[i32]([0] * (room * MOST_MOVES * MOVE_WIDTH))
        self.ends: vec[i32] = vec[i32]([0] * (room * MOST_MOVES * OUTCOME))

    def collect(self, noise: i64, part: i64) -> int:
        """Fill the memory with positions; return how many moves they have together.

        noise: of a hundred moves, how many are random. part: of a hundred positions, how many are learnt from.
        """
        t = self.table
        buf = self.buf
        n: i64 = 0
        chosen: i64 = 0
        got: i64 = 0
        total: i64 = 0
        while got < self.room:
            if not self.begun or t.out >= 0:
                self.dealer.deal(t)
                self.player.price(t)
                self.begun = True
            if t.last:
                n = gen_follow(t.hands[t.turn], t.last, self.rules, buf, 0)
            else:
                n = gen_lead(t.hands[t.turn], self.rules, buf, 0)
            if n == 1:
                t.apply(buf[0])
                continue
            if self.dealer.below(HUNDRED) < part:
                self.player.price(t)
                total += self.learn(got, total, n)
                got += 1
            if self.dealer.below(HUNDRED) < noise:
                if t.last:
                    n = gen_follow(t.hands[t.turn], t.last, self.rules, buf, 0)
                else:
                    n = gen_lead(t.hands[t.turn], self.rules, buf, 0)
                chosen = buf[self.dealer.below(n)]
            else:
                chosen = self.player.choose(t)
            t.apply(chosen)
        return int(total)

    def learn(self, got: i64, at: i64, n: i64) -> i64:
        """Write position number `got`, with its moves from row `at` on; return how many moves are written: all, or as
        many random ones as there is room for, the playout's among them.
        """
        t = self.table
        buf = self.buf
        f = self.features
        own: i64 = self.player.choose(t)
        i: i64 = 0
        j: i64 = 0
        k: i64 = 0
        move: i64 = 0
        end: i64 = 0
        while i < n:  # the playout's move comes first
            if buf[i] == own:
                buf[i] = buf[0]
                buf[0] = own
            i += 1
        i = 1
        while i < n and n > MOST_MOVES and i < MOST_MOVES:
            j = i + self.dealer.below(n - i)
            move = buf[j]
            buf[j] = buf[i]
            buf[i] = move
            i += 1
        if n > MOST_MOVES:
            n = MOST_MOVES
        t.show(self.seen, True)
        end = f.scene(self.seen, True, self.opens, got * SCENE_WIDTH)
        clear(self.opens, end, (got + 1) * SCENE_WIDTH)
        t.show(self.seen, False)
        end = f.scene(self.seen, False, self.scenes, got * SCENE_WIDTH)
        clear(self.scenes, end, (got + 1) * SCENE_WIDTH)
        self.roles[got] = i32(self.seen.role)
        self.stakes[got] = i32(t.stake)
        self.sizes[got] = i32(n)
        k = 0
        while k < n:
            move = buf[k]
            end = f.move(move, self.rows, (at + k) * MOVE_WIDTH)
            clear(self.rows, end, (at + k + 1) * MOVE_WIDTH)
            self.tried.copy_from(t)
            self.tried.apply(move)
            self.player.finish(self.tried, self.ends, (at + k) * OUTCOME)
            k += 1
        return n


def clear(out: vec[i32], at: i64, to: i64) -> None:
    """Write zeros from place `at` to before `to`."""
    while at < to:
        out[at] = 0
        at += 1


@final
class SelfPlay:
    """Many deals, side by side, in which the caller of `step` chooses the moves."""

    def __init__(self, features: Features, rules: i64, seed: i64, tables: i64, room: i64) -> None:
        """tables: deals side by side. room: moves that can be offered in one step."""
        zero: i64 = 0
        self.features = features
        self.rules = rules
        self.dealer = Dealer(seed)
        self.tables = [Table(features.rank10, features.rank5) for _ in range(tables)]
        self.count = tables
        self.room = room
        self.seen = Scene()
        self.buf: vec[i64] = scratch()
        self.at = zero  # rows of moves written in this step
        self.live = zero
        self.forced = zero  # moves without a choice so far
        self.which: vec[i32] = vec[i32]([0] * tables)  # the table of each position
        self.scenes: vec[i32] = vec[i32]([0] * (tables * SCENE_WIDTH))
        self.opens: vec[i32] = vec[i32]([0] * (tables * SCENE_WIDTH))
        self.roles: vec[i32] = vec[i32]([0] * tables)
        self.firsts: vec[i32] = vec[i32]([0] * (tables + 1))  # row of each position's first move
        self.offered: vec[i64] = vec[i64]([0] * room)
        self.rows: vec[i32] = vec[i32]([0] * (room * MOVE_WIDTH))
        self.owners: vec[i32] = vec[i32]([0] * room)  # the position of each row
        self.stakes: vec[i32] = vec[i32]([0] * tables)
        self.ends: vec[i32] = vec[i32]([0] * (tables * OUTCOME))  # of each table

    def begin(self) -> int:
        """Deal at every table, and offer the first moves; return the number of positions."""
        for i, table in enumerate(self.tables):
            self.dealer.deal(table)
            self.stakes[i] = i32(table.stake)
        return self.offer()

    def step(self, choices: list[int]) -> int:
        """Play the row that is chosen for each position, and offer the next moves; return the number of positions, 0
        if all deals are over.
        """
        i: i64 = 0
        while i < self.live:
            self.tables[i64(self.which[i])].apply(self.offered[i64(choices[i])])
            i += 1
        return self.offer()

    def offer(self) -> int:
        """Write the positions in which there is a choice, and their moves."""
        i: i64 = 0
        n: i64 = 0
        k: i64 = 0
        end: i64 = 0
        buf = self.buf
        self.at = 0
        self.live = 0
        while i < self.count:
            t = self.tables[i]
            n = self.moves(t)
            if t.out >= 0:
                outcome(self.ends, i * OUTCOME, t.alone, t.out, t.won, t.bombs + t.rockets, idle_of(t.alone, t.played))
                i += 1
                continue
            if n > self.room - self.at - (
                self.count - i
            ):  # all else would not fit: the rest of the moves is not offered
                n = self.room - self.at - (self.count - i)
            t.show(self.seen, True)
            end = self.features.scene(self.seen, True, self.opens, self.live * SCENE_WIDTH)
            clear(self.opens, end, (self.live + 1) * SCENE_WIDTH)
            t.show(self.seen, False)
            end = self.features.scene(self.seen, False, self.scenes, self.live * SCENE_WIDTH)
            clear(self.scenes, end, (self.live + 1) * SCENE_WIDTH)
            self.which[self.live] = i32(i)
            self.roles[self.live] = i32(self.seen.role)
            self.firsts[self.live] = i32(self.at)
            k = 0
            while k < n:
                end = self.features.move(buf[k], self.rows, self.at * MOVE_WIDTH)
                clear(self.rows, end, (self.at + 1) * MOVE_WIDTH)
                self.offered[self.at] = buf[k]
                self.owners[self.at] = i32(self.live)
                self.at += 1
                k += 1
            self.live += 1
            i += 1
        self.firsts[self.live] = i32(self.at)
        return int(self.live)

    def moves(self, t: Table) -> i64:
        """Play on while there is no choice; return the number of moves offered, which stand in `buf`."""
        n: i64 = 0
        while t.out < 0:
            if t.last:
                n = gen_follow(t.hands[t.turn], t.last, self.rules, self.buf, 0)
            else:
                n = gen_lead(t.hands[t.turn], self.rules, self.buf, 0)
            if n > 1:
                return shortened(self.buf, n)
            t.apply(self.buf[0])
            self.forced += 1
        return 0


def shortened(buf: vec[i64], n: i64) -> i64:
    """Leave out most of the moves that differ in their attachments alone; return how many are left."""
    i: i64 = 0
    left: i64 = 0
    head: i64 = -1
    alike: i64 = 0
    while i < n:
        if buf[i] & HEAD == head:
            alike += 1
        else:
            head = buf[i] & HEAD
            alike = 1
        if alike <= VARIANTS:
            buf[left] = buf[i]
            left += 1
        i += 1
    return left
