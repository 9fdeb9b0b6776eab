"""Many plays of climbing games at once, for programs that learn: a step in all of them is one call.

It is the play of the cards alone: three hands of 20, 17 and 17 random cards, seat 0 leads, who goes out first wins.
What a program reads is kept in vectors whose memory never moves, so that it can look at them without copying. A
finished game begins again with other cards.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.parts.climb.generate import gen_follow, gen_lead, scratch
from stich.parts.climb.hands import shifted, size, union
from stich.parts.climb.move import cards, without
from stich.parts.climb.play import LOW32, WEYL, next32

MOST: Final = 1000  # moves of one position; 666 were the most that was seen. Rows of 1,024 would fight for a cache
ROW: Final = 64  # numbers of an observation, a byte each
WORDS: Final = 8  # of a row
FIELDS: Final = 9  # of a game: three hands, turn, last move, passes, random state, what lies there, cards of each seat
TURN: Final = 3
LAST: Final = 4
PASSES: Final = 5
LUCK: Final = 6
LIES: Final = 7
SIZES: Final = 8
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


def deal(state: vec[i64], at: i64, deck: vec[i64]) -> None:
    """Begin the game whose fields are at this place with other cards. deck: memory for a pack."""
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
            hand = 0
            seat += 1
    state[at + LUCK] = x
    state[at + TURN] = 0
    state[at + LAST] = 0
    state[at + PASSES] = 0
    state[at + LIES] = 0
    state[at + SIZES] = DEALT


def apply(state: vec[i64], at: i64, move: i64, deck: vec[i64]) -> i64:
    """Make a move. Return 0, or 1 and the seat that went out with it; then other cards were dealt."""
    turn: i64 = state[at + TURN]
    if move == 0:
        if state[at + PASSES] == 1:
            state[at + LAST] = 0
            state[at + LIES] = 0
            state[at + PASSES] = 0
        else:
            state[at + PASSES] = 1
    else:
        hand: i64 = without(state[at + turn], move)
        if hand == 0:
            deal(state, at, deck)
            return turn + 1
        state[at + turn] = hand
        state[at + LAST] = move
        lies: i64 = cards(move)
        state[at + LIES] = lies
        state[at + SIZES] -= i64(size(lies)) << 8 * turn
        state[at + PASSES] = 0
    turn += 1
    if turn == 3:
        turn = 0
    state[at + TURN] = turn
    return 0


def list_moves(state: vec[i64], at: i64, rules: i64, buf: vec[i64]) -> i64:
    """Write the legal moves to the scratch memory, and return how many there are."""
    last: i64 = state[at + LAST]
    hand: i64 = state[at + state[at + TURN]]
    if last == 0:
        return gen_lead(hand, rules, buf, 0)
    return gen_follow(hand, last, rules, buf, 0)


def look(state: vec[i64], at: i64, rows: vec[i64], o: i64) -> None:
    """Write what the seat whose turn it is knows from place o on: `stich.env.batch` says what each number is."""
    turn: i64 = state[at + TURN]
    last: i64 = state[at + LAST]
    lies: i64 = state[at + LIES]
    own: i64 = state[at + turn]
    one: i64 = at
    other: i64 = at + 2
    if turn == 0:
        one += 1
    elif turn == 2:
        other -= 1
    others: i64 = union(state[one], state[other])
    rows[o] = ranks_of(own, 0)
    rows[o + 1] = ranks_of(own, 8)
    rows[o + 2] = ranks_of(others, 0)
    rows[o + 3] = ranks_of(others, 8)
    rows[o + 4] = ranks_of(lies, 0)
    rows[o + 5] = ranks_of(lies, 8)
    rows[o + 6] = (last & 15) | ((last >> 4) & 15) << 8 | turn << 16 | state[at + PASSES] << 24
    rows[o + 7] = state[at + SIZES]


def offer(buf: vec[i64], n: i64, had: i64, moves: vec[i64], mask: vec[u8], at: i64) -> None:
    """Copy n moves to place `at`, where there were `had`, and mark them in the mask."""
    k: i64 = 0
    while k < n:
        moves[at + k] = buf[k]
        k += 1
    while had > n:
        had -= 1
        mask[at + had] = 0
    while had < n:
        mask[at + had] = 1
        had += 1


@final
class Climbs:
    """Many games. Game i has the numbers i of `counts` and `done`, and the rows i of `rows`, `mask` and `moves`.

    counts: how many legal moves there are. done: 0, or 1 and the seat that went out in the last step; the game has then
    begun again. rows: what the seat whose turn it is knows, ROW bytes in WORDS numbers. mask: MOST bytes, 1 for each
    legal move. moves: MOST legal moves of the core, the pass first if there is one. steps: moves made, forced ones
    included.
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
        self.moves: vec[i64] = vec[i64]([0] * (games * MOST))
        self.rows: vec[i64] = vec[i64]([0] * (games * WORDS))
        self.mask: vec[u8] = vec[u8](bytes(games * MOST))
        self.done: vec[u8] = vec[u8](bytes(games))
        self.buf: vec[i64] = scratch()
        self.deck: vec[i64] = vec[i64]([0] * len(PACK))
        for i in range(games):
            luck = (seeds[i] * WEYL + 1) & LOW32
            self.state[i * FIELDS + LUCK] = luck or LOW32
            deal(self.state, i * FIELDS, self.deck)
        self.advance(vec[u8]())

    def step(self, chosen: bytes) -> int:
        """Make a move in every game. Return how many games were finished.

        chosen: for each game the place of the move in its list, two bytes each, the lower first. Raises ValueError, and
        nothing has changed, unless each is below its count.
        """
        n = self.games
        counts = self.counts
        if len(chosen) != 2 * n:
            raise ValueError(f"{n} games need {2 * n} bytes, not {len(chosen)}")
        places = vec[u8](chosen)
        i: i64 = 0
        while i < n:
            place: i64 = i64(places[2 * i]) | i64(places[2 * i + 1]) << 8
            if place >= counts[i]:
                raise ValueError(f"game {i} has the moves 0 to {counts[i] - 1}, not {place}")
            i += 1
        return self.advance(places)

    def advance(self, places: vec[u8]) -> int:
        """Make the chosen moves, if any, and those that are forced, and write what is read of every game."""
        state, counts, moves, rows = self.state, self.counts, self.moves, self.rows
        mask, done, buf, deck = self.mask, self.done, self.buf, self.deck
        rules = self.rules
        skip = self.skip
        games = self.games
        begun = len(places) == 0
        finished: i64 = 0
        steps: i64 = 0
        i: i64 = 0
        while i < games:
            at: i64 = i * FIELDS
            out: i64 = 0
            if not begun:
                place: i64 = i64(places[2 * i]) | i64(places[2 * i + 1]) << 8
                out = apply(state, at, moves[i * MOST + place], deck)
                steps += 1
            n: i64 = list_moves(state, at, rules, buf)
            while skip and n == 1:
                out |= apply(state, at, buf[0], deck)  # after a deal there is more than one: only one game ends
                steps += 1
                n = list_moves(state, at, rules, buf)
            if n > MOST:
                n = MOST
            offer(buf, n, counts[i], moves, mask, i * MOST)
            counts[i] = n
            look(state, at, rows, i * WORDS)
            done[i] = u8(out)
            if out:
                finished += 1
            i += 1
        self.steps += steps
        return int(finished)
