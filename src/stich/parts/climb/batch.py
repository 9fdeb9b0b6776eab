"""Many plays of climbing games at once, for programs that learn: a step in all of them is one call.

It is the play of the cards alone: three hands of 20, 17 and 17 random cards, seat 0 leads, who goes out first wins.
What a program reads is kept in vectors whose memory never moves, so that it can look at them without copying. A
finished game begins again with other cards.

Three things make a step fast: the cards of each rank are counted again only in the hand that has played, the generators
write into the one list of all moves, and the chosen moves are fetched together before any game goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.parts.climb.generate import SCRATCH, gen_follow, gen_lead
from stich.parts.climb.hands import shifted
from stich.parts.climb.move import without
from stich.parts.climb.play import LOW32, WEYL, next32

MOST: Final = 1000  # moves of one position; 666 were the most that was seen. Rows of 1,024 would fight for a cache
ROW: Final = 64  # numbers of an observation, a byte each
WORDS: Final = 8  # of a row
LIES: Final = 4  # the words of a row for the move to beat, here and in the next one; nothing else has them
FIELDS: Final = 14  # of a game: three hands, turn, last move, passes, random state, cards of each seat, and by rank
TURN: Final = 3
LAST: Final = 4
PASSES: Final = 5
LUCK: Final = 6
SIZES: Final = 7
HELD: Final = 8  # two words for each seat: how many cards of each rank
PACK: Final = bytes([rank for rank in range(13) for _ in range(4)] + [13, 14])
FIRST: Final = 20  # cards of seat 0; the others share the rest equally
SECOND: Final = 37
DEALT: Final = 0x111114  # 20, 17, 17 cards, a byte each
SPREAD: Final = 0x00204081  # times four bits: each in a byte of its own


def spread(x: i64) -> i64:
    """Return the lowest eight bits of x, each in a byte of its own."""
    low: i64 = (x & 15) * SPREAD & 0x01010101
    high: i64 = ((x >> 4) & 15) * SPREAD & 0x01010101
    return low | high << 32


def ranks_of(hand: i64, first: i64) -> i64:
    """Return how many cards of the ranks first to first + 7 a hand holds, a byte each."""
    return spread(hand >> first) + spread(hand >> first + 16) + spread(hand >> first + 32) + spread(hand >> first + 48)


def total(ranks: i64) -> i64:
    """Return the sum of eight bytes, at most 31."""
    ranks += ranks >> 32
    ranks += ranks >> 16
    ranks += ranks >> 8
    return ranks & 31


def deal(state: vec[i64], at: i64, rows: vec[i64], o: i64, deck: vec[i64]) -> None:
    """Begin the game with these places in `state` and `rows` with other cards. deck: memory for a pack."""
    x: i64 = state[at + LUCK]
    k: i64 = 0
    while k < len(PACK):
        deck[k] = PACK[k]
        k += 1
    hand: i64 = 0
    seat: i64 = 0
    while k > 0:
        x = next32(x)
        drawn: i64 = (x * k) >> 32
        k -= 1
        bit: i64 = shifted(1, deck[drawn])
        deck[drawn] = deck[k]
        hand |= ((hand & (bit | bit << 16 | bit << 32)) << 16) | bit
        if k == len(PACK) - FIRST or k == len(PACK) - SECOND or k == 0:
            state[at + seat] = hand
            state[at + HELD + 2 * seat] = ranks_of(hand, 0)
            state[at + HELD + 2 * seat + 1] = ranks_of(hand, 8)
            hand = 0
            seat += 1
    state[at + LUCK] = x
    state[at + TURN] = 0
    state[at + PASSES] = 0
    state[at + SIZES] = DEALT
    clear(state, at, rows, o)


def clear(state: vec[i64], at: i64, rows: vec[i64], o: i64) -> None:
    """Take away the move to beat."""
    state[at + LAST] = 0
    rows[o + LIES] = 0
    rows[o + LIES + 1] = 0


def apply(state: vec[i64], at: i64, move: i64, rows: vec[i64], o: i64, deck: vec[i64]) -> i64:
    """Make a move. Return 0, or 1 and the seat that went out with it; then other cards were dealt."""
    turn: i64 = state[at + TURN]
    if move == 0:
        if state[at + PASSES] == 1:
            clear(state, at, rows, o)
            state[at + PASSES] = 0
        else:
            state[at + PASSES] = 1
    else:
        hand: i64 = without(state[at + turn], move)
        if hand == 0:
            deal(state, at, rows, o, deck)
            return turn + 1
        held: i64 = at + HELD + 2 * turn
        low: i64 = ranks_of(hand, 0)
        high: i64 = ranks_of(hand, 8)
        rows[o + LIES] = state[held] - low  # no byte borrows from the next: what is left is never more
        rows[o + LIES + 1] = state[held + 1] - high
        state[held] = low
        state[held + 1] = high
        state[at + SIZES] -= total(rows[o + LIES] + rows[o + LIES + 1]) << 8 * turn
        state[at + turn] = hand
        state[at + LAST] = move
        state[at + PASSES] = 0
    turn += 1
    if turn == 3:
        turn = 0
    state[at + TURN] = turn
    return 0


def list_moves(state: vec[i64], at: i64, rules: i64, moves: vec[i64], n: i64) -> i64:
    """Write the legal moves from place n on, and return how many there are."""
    last: i64 = state[at + LAST]
    hand: i64 = state[at + state[at + TURN]]
    if last == 0:
        return gen_lead(hand, rules, moves, n) - n
    return gen_follow(hand, last, rules, moves, n) - n


def look(state: vec[i64], at: i64, rows: vec[i64], o: i64) -> None:
    """Write what the seat whose turn it is knows from place o on, but for what lies there, which stands there already:
    `stich.env.batch` says what each number is.
    """
    turn: i64 = state[at + TURN]
    last: i64 = state[at + LAST]
    held: i64 = at + HELD
    low: i64 = state[held + 2 * turn]
    high: i64 = state[held + 2 * turn + 1]
    rows[o] = low
    rows[o + 1] = high
    rows[o + 2] = state[held] + state[held + 2] + state[held + 4] - low
    rows[o + 3] = state[held + 1] + state[held + 3] + state[held + 5] - high
    rows[o + 6] = (last & 15) | ((last >> 4) & 15) << 8 | turn << 16 | state[at + PASSES] << 24
    rows[o + 7] = state[at + SIZES]


def mark(mask: vec[u8], at: i64, had: i64, n: i64) -> None:
    """Mark the first n places from `at` on, where `had` are marked."""
    while had > n:
        had -= 1
        mask[at + had] = 0
    while had < n:
        mask[at + had] = 1
        had += 1


@final
class Climbs:
    """Many games. Game i has the numbers i of `counts`, `starts` and `done`, and the rows i of `rows` and `mask`.

    counts: how many legal moves there are. starts: where the first of them stands in `moves`, which has those of all
    games, one game after the other, a pass first if there is one. done: 0, or 1 and the seat that went out in the last
    step; the game has then begun again. rows: what the seat whose turn it is knows, ROW bytes in WORDS numbers. mask:
    MOST bytes, 1 for each legal move. steps: moves made, forced ones included.
    """

    def __init__(self, games: int, rules: int, seeds: list[int], skip_forced: bool = False) -> None:
        """games: how many. rules: a rule table. seeds: of each game. skip_forced: a single legal move is made at once.

        Raises ValueError unless there is a seed for each of at least one game.
        """
        if games < 1 or len(seeds) != games:
            raise ValueError(f"{games} games need as many seeds, at least 1; there are {len(seeds)}")
        self.games: i64 = games
        self.rules: i64 = rules
        self.skip = skip_forced
        self.steps: i64 = 0
        self.state: vec[i64] = vec[i64]([0] * (games * FIELDS))
        self.counts: vec[i64] = vec[i64]([0] * games)
        self.starts: vec[i64] = vec[i64]([0] * games)
        self.moves: vec[i64] = vec[i64]([0] * (games * MOST + SCRATCH))  # a generator can write more than MOST
        self.rows: vec[i64] = vec[i64]([0] * (games * WORDS))
        self.mask: vec[u8] = vec[u8](bytes(games * MOST))
        self.done: vec[u8] = vec[u8](bytes(games))
        self.chosen: vec[i64] = vec[i64]([0] * games)
        self.deck: vec[i64] = vec[i64]([0] * len(PACK))
        for i in range(games):
            luck = (seeds[i] * WEYL + 1) & LOW32
            self.state[i * FIELDS + LUCK] = luck or LOW32
            deal(self.state, i * FIELDS, self.rows, i * WORDS, self.deck)
        self.advance(True)

    def step(self, places: Iterable[int]) -> int:
        """Make a move in every game. Return how many games were finished.

        places: for each game the place of the move in its list. Raises ValueError, and nothing has changed, unless each
        is below its count.
        """
        counts, starts, moves, chosen = self.counts, self.starts, self.moves, self.chosen
        games = self.games
        taken = vec[i64](places)
        if len(taken) != games:
            raise ValueError(f"{games} games need as many moves, not {len(taken)}")
        i: i64 = 0
        while i < games:
            place: i64 = taken[i]
            if place < 0 or place >= counts[i]:
                raise ValueError(f"game {i} has the moves 0 to {counts[i] - 1}, not {place}")
            chosen[i] = moves[starts[i] + place]
            i += 1
        return self.advance(False)

    def advance(self, begun: bool) -> int:
        """Make the chosen moves, unless all games have only begun, and those that are forced, and write what is read
        of every game.
        """
        state, counts, starts, moves, rows = self.state, self.counts, self.starts, self.moves, self.rows
        mask, done, chosen, deck = self.mask, self.done, self.chosen, self.deck
        rules = self.rules
        skip = self.skip
        games = self.games
        finished: i64 = 0
        steps: i64 = 0
        first: i64 = 0
        i: i64 = 0
        while i < games:
            at: i64 = i * FIELDS
            o: i64 = i * WORDS
            out: i64 = 0
            if not begun:
                out = apply(state, at, chosen[i], rows, o, deck)
                steps += 1
            n: i64 = list_moves(state, at, rules, moves, first)
            while skip and n == 1:
                # after a deal there is more than one: only one game ends
                out |= apply(state, at, moves[first], rows, o, deck)
                steps += 1
                n = list_moves(state, at, rules, moves, first)
            if n > MOST:
                n = MOST
            mark(mask, i * MOST, counts[i], n)
            counts[i] = n
            starts[i] = first
            first += n
            look(state, at, rows, o)
            done[i] = u8(out)
            if out:
                finished += 1
            i += 1
        self.steps += steps
        return int(finished)
