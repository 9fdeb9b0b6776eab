"""The generators and the shuffle: held against a second implementation that knows only docs/notation.md, against the
published vectors, and against chance itself.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from repository import ROOT
from stich.kernel.chance import Chance, Quick, Stream, chance_of, quick, shuffle, stream

FILE = Path(__file__).parent / "vectors/chance.json"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
DOC = (ROOT / "docs/notation.md").read_text("utf-8")

# A second implementation, in big numbers and without an eye on speed


def turned(word: int, by: int) -> int:
    """Return a word of 32 bits turned left."""
    bits = f"{word:032b}"
    return int(bits[by:] + bits[:by], 2)


def sim_start(seed: int, part: int) -> tuple[int, int]:
    digest = hashlib.sha256(f"stich/sim/1/{seed}/{part}".encode()).hexdigest()
    return int(digest[:8], 16), int(digest[8:16], 16)


def sim_words(a: int, b: int) -> Iterator[int]:
    if (a, b) == (0, 0):
        b = 1
    while True:
        yield a * 461845907 % 2**32
        x = a ^ b
        a, b = (turned(a, 26) ^ x ^ x * 512) % 2**32, turned(x, 13)


def sim_below(words: Iterator[int]) -> Callable[[int], int]:
    return lambda n: next(words) * n // 2**32


def stream_words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).hexdigest()
        yield from (int(digest[i : i + 8], 16) for i in range(0, 64, 8))
        block += 1


def stream_below(words: Iterator[int]) -> Callable[[int], int]:
    def below(n: int) -> int:
        while True:
            word = next(words)
            if word < 2**32 // n * n:
                return word % n

    return below


def deal_key(secret: bytes, deal: int) -> bytes:
    return hmac.new(secret, b"stich/deal/1/%d" % deal, hashlib.sha256).digest()


def shuffled(n: int, below: Callable[[int], int]) -> list[int]:
    cards = list(range(n))
    for i in reversed(range(1, n)):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


BOUNDS = [2, 3, 54, 1000, 2**31 - 1]


def vectors() -> dict[str, list[dict[str, Any]]]:
    """Make the published vectors by the second implementation. `python -m kernel.test_chance` writes them."""
    out: dict[str, list[dict[str, Any]]] = {"sim1": [], "stream1": []}
    for seed, part in ((0, 1), (42, 1), (42, 2), (-7, 1)):
        below = sim_below(sim_words(*sim_start(seed, part)))
        start = " ".join(f"{word:08x}" for word in sim_start(seed, part))
        first = [below(n) for n in BOUNDS]
        cards = shuffled(54, sim_below(sim_words(*sim_start(seed, part))))
        out["sim1"].append({"seed": seed, "deal": part, "start": start, "below": first, "shuffle": cards})
    for secret, deal in (("00" * 32, 1), (bytes(range(32)).hex(), 1), (bytes(range(32)).hex(), 2)):
        key = deal_key(bytes.fromhex(secret), deal)
        below = stream_below(stream_words(key))
        first = [below(n) for n in BOUNDS]
        cards = shuffled(54, stream_below(stream_words(key)))
        out["stream1"].append({"secret": secret, "deal": deal, "key": key.hex(), "below": first, "shuffle": cards})
    return out


def in_words(kind: str, v: dict[str, Any]) -> str:
    """Return a vector as docs/notation.md shows it."""
    if kind == "sim1":
        head = f"sim1     seed {v['seed']}, deal {v['deal']}\nstart    {v['start']}"
    else:
        head = f"stream1  secret {v['secret']},\n         deal {v['deal']}\nkey      {v['key']}"
    cards = v["shuffle"]
    rows = [" ".join(f"{c:2}" for c in cards[i : i + 18]) for i in range(0, 54, 18)]
    below = " ".join(str(n) for n in v["below"])
    return f"{head}\nbelow    {below}\nshuffle  " + "\n         ".join(rows)


# The tests


def test_the_published_vectors_are_those_of_the_second_implementation() -> None:
    assert vectors() == VECTORS


@pytest.mark.parametrize("v", VECTORS["sim1"], ids=lambda v: f"{v['seed']}/{v['deal']}")
def test_sim1_gives_the_vectors(v: dict[str, Any]) -> None:
    chance = quick(v["seed"], v["deal"])
    assert [chance.below(n) for n in BOUNDS] == v["below"]
    assert list(shuffle(bytes(range(54)), quick(v["seed"], v["deal"]))) == v["shuffle"]


@pytest.mark.parametrize("v", VECTORS["stream1"], ids=lambda v: f"{v['secret'][:8]}/{v['deal']}")
def test_stream1_gives_the_vectors(v: dict[str, Any]) -> None:
    chance = stream(bytes.fromhex(v["secret"]), v["deal"])
    assert [chance.below(n) for n in BOUNDS] == v["below"]
    assert list(shuffle(bytes(range(54)), stream(bytes.fromhex(v["secret"]), v["deal"]))) == v["shuffle"]


def test_the_doc_shows_these_vectors() -> None:
    for kind, found in VECTORS.items():
        for v in found:
            assert in_words(kind, v) in DOC, f"docs/notation.md does not show\n{in_words(kind, v)}"


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(1, 2**31 - 1))
def test_quick_is_the_second_implementation(a: int, b: int, n: int) -> None:
    below, mine = sim_below(sim_words(a, b)), Quick(a, b)
    assert [mine.below(n) for _ in range(20)] == [below(n) for _ in range(20)]


@settings(max_examples=50)
@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**31 - 1))
def test_stream_is_the_second_implementation(key: bytes, n: int) -> None:
    below, mine = stream_below(stream_words(key)), Stream(key)
    assert [mine.below(n) for _ in range(20)] == [below(n) for _ in range(20)]


@pytest.mark.parametrize("make", [lambda i: quick(i), lambda i: stream(bytes(32), i)], ids=["quick", "stream"])
def test_every_order_comes_equally_often(make: Callable[[int], Chance]) -> None:
    """Chi-square over the 24 orders of four cards; each run is the same, so the bound may be tight."""
    tries = 4800
    seen = Counter(shuffle(bytes(range(4)), make(i)) for i in range(tries))
    expected = tries / 24
    chi = sum((seen[bytes(order)] - expected) ** 2 / expected for order in permutations(range(4)))
    assert chi < 23 + 4 * math.sqrt(2 * 23)


@pytest.mark.parametrize("make", [lambda i: quick(i), lambda i: stream(bytes(32), i)], ids=["quick", "stream"])
def test_every_card_comes_to_every_place(make: Callable[[int], Chance]) -> None:
    tries = 2000
    decks = [shuffle(bytes(range(54)), make(i)) for i in range(tries)]
    expected = tries / 54
    for place in (0, 17, 53):
        seen = Counter(deck[place] for deck in decks)
        chi = sum((seen[c] - expected) ** 2 / expected for c in range(54))
        assert chi < 53 + 4.5 * math.sqrt(2 * 53)


def test_a_shuffle_keeps_every_card() -> None:
    deck = bytes(sorted([5, 5, 5, 7, 200, 254]))
    assert bytes(sorted(shuffle(deck, quick(1)))) == deck
    assert shuffle(b"", quick(1)) == b""


def test_other_seeds_and_deals_are_other_numbers() -> None:
    first = {tuple(quick(seed, part).below(2**31 - 1) for _ in range(2)) for seed in range(50) for part in range(4)}
    assert len(first) == 200


def test_nothing_is_not_a_state() -> None:
    """From two zero words the generator would never come away."""
    assert len({Quick(0, 0).below(1000)} | {chance_of(bytes(8)).below(1000)}) == 1
    zero = Quick(0, 0)
    assert len({zero.below(1000) for _ in range(20)}) > 10


def test_entropy_of_a_table_is_a_key() -> None:
    assert chance_of(bytes(32)).below(1000) == Stream(bytes(32)).below(1000)
    assert chance_of(b"\0\0\0\1\0\0\0\2").below(1000) == Quick(1, 2).below(1000)


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", "utf-8")
    print("\n\n".join(in_words(kind, v) for kind, found in vectors().items() for v in found))
