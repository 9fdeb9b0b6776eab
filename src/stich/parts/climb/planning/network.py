"""A small network in whole numbers: what a move is worth, from the inputs that are on (`features`).

The first layer is a sum of rows, one for each input; the second a matrix; the third gives three numbers for each role.
Rows are packed: four numbers of 16 bits in an integer, or two of 32 bits, and one addition or multiplication serves
them all. The packed integer is the sum of its parts, each times a power of two, so that carries come out right when the
parts are taken off one by one, the lowest first. Weights are whole numbers, so every machine and both builds compute
the same.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from stich.parts.climb.planning.features import MOVE_INPUTS, MOVE_WIDTH, OPEN, SCENE_INPUTS, SCENE_WIDTH

HEADS: Final = 3  # the chance that the seat alone wins; its points in tricks above the mean of the others; its bonuses
FIRST: Final = 8  # binary digits behind the point in the first layer
SECOND: Final = 10  # … of the weights behind it
BOTH: Final = 18
WHOLE: Final = 262144  # one, with so many digits
MOST: Final = 4095  # a value between layers
ROLES: Final = OPEN  # the roles for scenes with all hands open are for training only
PACKED: Final = 4  # numbers in an integer of the first layer
PAIR: Final = 2  # … of the second
HALF16: Final = 0x8000
WORD16: Final = 0xFFFF
HALF32: Final = 0x80000000
WORD32: Final = 0xFFFFFFFF


def sizes(width: int, inner: int) -> list[int]:
    """Return how many integers each part of a network with these widths has: rows of scenes and of moves, the matrix,
    its constants, the third layer, its constants.
    """
    scenes = 1 + ROLES * SCENE_INPUTS
    moves = 1 + ROLES * MOVE_INPUTS
    return [
        scenes * width // PACKED,
        moves * width // PACKED,
        width * inner // PAIR,
        inner,
        ROLES * HEADS * inner,
        ROLES * HEADS,
    ]


@final
class Weights:
    """The numbers of a network. They do not change, and threads can share them."""

    def __init__(self, width: int, inner: int, parts: list[list[int]]) -> None:
        """Take the widths of the two hidden layers, and the parts in the order of `sizes`.

        Raises ValueError if a part has another size.
        """
        if [len(part) for part in parts] != sizes(width, inner):
            raise ValueError(f"the weights are not those of a network with {width} and {inner} places")
        self.width: i64 = width
        self.inner: i64 = inner
        self.scenes: vec[i64] = vec[i64](parts[0])
        self.moves: vec[i64] = vec[i64](parts[1])
        self.matrix: vec[i64] = vec[i64](parts[2])
        self.constants: vec[i64] = vec[i64](parts[3])
        self.heads: vec[i64] = vec[i64](parts[4])
        self.head_constants: vec[i64] = vec[i64](parts[5])


@final
class Network:
    """Judges moves. Not for use by several threads at once."""

    def __init__(self, weights: Weights) -> None:
        """Take the weights of any number of networks like this one."""
        zero: i64 = 0
        self.weights = weights
        self.width = weights.width
        self.inner = weights.inner
        self.role = zero
        self.scene_row: vec[i32] = vec[i32]([0] * SCENE_WIDTH)
        self.move_row: vec[i32] = vec[i32]([0] * MOVE_WIDTH)
        self.base: vec[i64] = vec[i64]([0] * int(self.width // PACKED))
        self.sum: vec[i64] = vec[i64]([0] * int(self.width // PACKED))
        self.pairs: vec[i64] = vec[i64]([0] * int(self.inner // PAIR))
        self.win = zero  # the last judgement, with BOTH binary digits behind the point
        self.points = zero
        self.bonus = zero

    def look(self, role: i64, end: i64) -> None:
        """Take the scene whose inputs stand in `scene_row` before place `end`; role: from whose side (0, 1, 2)."""
        i: i64 = 0
        k: i64 = 0
        at: i64 = 0
        words: i64 = self.width // PACKED
        base = self.base
        rows = self.weights.scenes
        self.role = role
        while k < words:
            base[k] = 0
            k += 1
        while i < end:
            at = i64(self.scene_row[i]) * words
            k = 0
            while k < words:
                base[k] = base[k] + rows[at + k]
                k += 1
            i += 1

    def judge(self, end: i64) -> None:
        """Judge the move whose inputs stand in `move_row` before place `end`: `win`, `points`, `bonus`."""
        i: i64 = 0
        k: i64 = 0
        at: i64 = 0
        x: i64 = 0
        value: i64 = 0
        part: i64 = 0
        words: i64 = self.width // PACKED
        twos: i64 = self.inner // PAIR
        sums = self.sum
        base = self.base
        pairs = self.pairs
        rows = self.weights.moves
        matrix = self.weights.matrix
        while k < words:
            sums[k] = base[k]
            k += 1
        while i < end:
            at = i64(self.move_row[i]) * words
            k = 0
            while k < words:
                sums[k] = sums[k] + rows[at + k]
                k += 1
            i += 1
        k = 0
        while k < twos:
            pairs[k] = 0
            k += 1
        at = 0
        i = 0
        while i < words:
            x = sums[i]
            part = 0
            while part < PACKED:
                value = ((x + HALF16) & WORD16) - HALF16
                x = (x - value) >> 16
                if value > 0:
                    if value > MOST:
                        value = MOST
                    k = 0
                    while k < twos:
                        pairs[k] = pairs[k] + value * matrix[at + k]
                        k += 1
                at += twos
                part += 1
            i += 1
        self.last_layer()

    def last_layer(self) -> None:
        """Compute the three numbers from the values of the second hidden layer."""
        k: i64 = 0
        x: i64 = 0
        value: i64 = 0
        part: i64 = 0
        place: i64 = 0
        at: i64 = self.role * HEADS * self.inner
        win: i64 = self.weights.head_constants[self.role * HEADS]
        points: i64 = self.weights.head_constants[self.role * HEADS + 1]
        bonus: i64 = self.weights.head_constants[self.role * HEADS + 2]
        heads = self.weights.heads
        constants = self.weights.constants
        inner: i64 = self.inner
        while k < inner // PAIR:
            x = self.pairs[k]
            part = 0
            while part < PAIR:
                value = ((x + HALF32) & WORD32) - HALF32
                x = (x - value) >> 32
                value = (value + constants[place]) >> SECOND
                if value > 0:
                    if value > MOST:
                        value = MOST
                    win += value * heads[at + place]
                    points += value * heads[at + inner + place]
                    bonus += value * heads[at + 2 * inner + place]
                place += 1
                part += 1
            k += 1
        self.win = win
        self.points = points
        self.bonus = bonus
