"""The only source of randomness: three generators and one shuffle. They are part of the record format, so they never
change.

`Quick` is for simulation: 64 bits of state, repeatable from a seed. `Stream` is a keyed stream made with HMAC-SHA-256,
so that cards already seen do not predict later ones. `Mixed` is for tables with people: streams of one key, another one
for each shuffle of the deal, so that a shuffle can be checked without the rules of the game. `docs/notation.md` and
`docs/fairness.md` have test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from stich.kernel.cards import Cards

M32: Final = 0xFFFFFFFF
KEY: Final = 32  # bytes of the key of a `Mixed`
MIXED: Final = 40  # bytes of its entropy: the key, and how many shuffles there have been


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A source of numbers."""

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n−1, each equally likely; 1 ≤ n < 2**31."""
        raise NotImplementedError

    def of_shuffle(self) -> Chance:
        """Return the generator of the next shuffle: this one, unless every shuffle has its own."""
        return self


@final
class Quick(Chance):
    """xoroshiro64 (Blackman and Vigna 2018) with an output factor below 2**31.

    Every product stays below 2**63, so plain ints and machine words agree. `below` has a bias of n/2**32. That does not
    matter in simulation, but it is one more reason never to deal to people with this generator.
    """

    def __init__(self, a: int, b: int) -> None:
        """Start from two words of 32 bits, of which at least one is not 0."""
        self.a: i64 = a & M32
        self.b: i64 = b & M32
        if self.a == 0 and self.b == 0:
            self.b = 1

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n − 1. n: at most 2**31."""
        a = self.a
        b = self.b ^ a
        r: i64 = (a * 0x1B873593) & M32
        self.a = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & M32
        self.b = ((b << 13) | (b >> 19)) & M32
        return (r * n) >> 32


def quick(seed: int, part: int = 0) -> Quick:
    """Return generator number `part` of a seed; both can be any int. Different pairs give unrelated generators."""
    digest = hashlib.sha256(f"stich/sim/1/{seed}/{part}".encode()).digest()
    return Quick(int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big"))


@final
class Stream(Chance):
    """A keyed generator: eight big-endian 32-bit words from each HMAC-SHA-256(key, label and counter). `below` rejects
    the uneven rest.
    """

    def __init__(self, key: bytes, label: bytes = b"") -> None:
        self.key = key
        self.label = label
        self.counter = 0
        self.words: list[int] = []

    def word(self) -> int:
        """Return the next 32 bits."""
        if not self.words:
            block = hmac.digest(self.key, self.label + self.counter.to_bytes(8, "big"), "sha256")
            self.words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
            self.counter += 1
        return self.words.pop()

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n − 1, all equally likely. n: at most 2**32."""
        top = 0x100000000 - 0x100000000 % int(n)
        while True:
            w = self.word()
            if w < top:
                return w % int(n)


@final
class Mixed(Chance):
    """The chance of a deal under a key to which the server and the players have added (`stich.kernel.fair`).

    Shuffle number k of the deal, from 1, has the stream with the label k, and everything else that with the label 0.
    shuffles: how many there have been.
    """

    def __init__(self, key: bytes, shuffles: int = 0) -> None:
        self.key = key
        self.shuffles = shuffles
        self.rest = Stream(key, label(0))

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n − 1, all equally likely. n: at most 2**32."""
        return self.rest.below(n)

    def of_shuffle(self) -> Chance:
        """Return the stream of the next shuffle."""
        self.shuffles += 1
        return Stream(self.key, label(self.shuffles))


def label(number: int) -> bytes:
    """Return the label of a stream."""
    return number.to_bytes(8, "big")


def stream(secret: bytes, deal: int) -> Stream:
    """Return the stream of deal number `deal` under a match's secret of 32 bytes.

    The key of one deal reveals nothing about the others.
    """
    return Stream(hmac.digest(secret, f"stich/deal/1/{deal}".encode(), "sha256"))


def entropy_for(chance: Chance) -> bytes:
    """Return the entropy of a deal that may be shuffled again later, from the chance with which it began."""
    if isinstance(chance, Mixed):
        return chance.key + label(chance.shuffles)
    return bytes([chance.below(256) for _ in range(32 if isinstance(chance, Stream) else 8)])


def chance_of(entropy: bytes) -> Chance:
    """Return a generator for the entropy of a state: 8 bytes in simulation, 32 or 40 at a table."""
    if len(entropy) == 8:
        return Quick(int.from_bytes(entropy[:4], "big"), int.from_bytes(entropy[4:], "big"))
    if len(entropy) == MIXED:
        return Mixed(entropy[:KEY], int.from_bytes(entropy[KEY:], "big"))
    return Stream(entropy)


def entropy_after(entropy: bytes, chance: Chance) -> bytes:
    """Return the entropy for the shuffle after the next one. chance: the generator for `entropy`, not used yet."""
    if len(entropy) == MIXED:
        return entropy[:KEY] + label(int.from_bytes(entropy[KEY:], "big") + 1)
    return bytes([chance.below(256) for _ in range(len(entropy))])


def shuffle(cards: Cards, chance: Chance) -> Cards:
    """Return the cards in random order, as the next shuffle of the deal."""
    return ordered_by(cards, chance.of_shuffle())


def ordered_by(cards: Cards, chance: Chance) -> Cards:
    """Return the cards in an order drawn from this generator.

    Method: Fisher and Yates, from the end, one `below(i + 1)` for each place i down to 1.
    """
    a = vec[u8](cards)
    i: i64 = len(a) - 1
    while i > 0:
        j = chance.below(i + 1)
        c = a[i]
        a[i] = a[j]
        a[j] = c
        i -= 1
    return bytes(a)
