"""Times the meld solver, for random hands and for the worst ones that a search finds, and compares it with a naive
solver.

    python benchmarks/melds.py                                  both solvers, bad cases searched for
    python benchmarks/melds.py --seconds 60                     a longer search
    pip install open_spiel==2.0.2                               adds its gin rummy

The search climbs: it changes one card of a hand and keeps the change if the solver took longer (steps counted by the
clock, each hand the least of several times). The naive solver tries all disjoint choices from a list of all melds; on
every hand it is checked that both give the same answer.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from stich import build_info
from stich.games.chinchon.rules import GAME as CHINCHON
from stich.games.chinchon.rules_cards import ChinchonRules
from stich.games.frustration.rules import GAME as FRUSTRATION
from stich.games.frustration.rules_cards import CARDS, CONTRACTS, FrustrationRules
from stich.games.frustration.rules_contracts import Contract
from stich.games.frustration.rules_near import lacking
from stich.games.frustration.rules_ways import Laying
from stich.parts.melds import arrange

Hand = list[int]
REPEAT = 5
ROUNDS = 200  # steps of a climb before it restarts
SIZES = (
    18,
    30,
)  # of Frustration's hands: 23 were the most in a million random decisions, because jokers can be claimed repeatedly


def seconds(question: Callable[[bytes], object], hand: Hand) -> float:
    """Return the least of several times for one question."""
    cards = bytes(sorted(hand))
    best = 1.0
    for _ in range(REPEAT):
        begun = time.perf_counter()
        question(cards)
        best = min(best, time.perf_counter() - begun)
    return best


def climb(question: Callable[[bytes], object], pack: Hand, size: int, chance: random.Random, until: float) -> Hand:
    """Return the hand for which the question took longest."""
    worst: tuple[float, Hand] = (0.0, [])
    while time.monotonic() < until or not worst[1]:
        cards = pack[:]
        chance.shuffle(cards)
        hand, rest = cards[:size], cards[size:]
        now = seconds(question, hand)
        for _ in range(ROUNDS):
            i, j = chance.randrange(size), chance.randrange(len(rest))
            hand[i], rest[j] = rest[j], hand[i]
            then = seconds(question, hand)
            if then >= now:
                now = then
            else:
                hand[i], rest[j] = rest[j], hand[i]
            if time.monotonic() > until:
                break
        worst = max(worst, (now, sorted(hand)))
    return worst[1]


def naive(rules: ChinchonRules, cards: bytes) -> int:
    """Return the fewest points left, by trying every choice of disjoint melds."""
    hand = rules.mask(cards)
    melds = arrange.melds(hand)

    def best(at: int, left: int) -> int:
        found = int(arrange.points(left, rules.worth))
        for i in range(at, len(melds)):
            if melds[i] & left == melds[i]:
                found = min(found, best(i + 1, left & ~melds[i]))
        return found

    return best(0, int(hand))


def spelled(contract: Contract, cards: bytes) -> list[list[bytes]]:
    """Return the melds of every way to lay the contract, in the form that a table shows."""
    laying = Laying(contract, cards)
    return [laying.melds(way) for way in contract.ways(cards)]


def row(
    name: str, question: Callable[[bytes], object], pack: Hand, size: int, chance: random.Random, length: float
) -> None:
    hands = [sorted(chance.sample(pack, size)) for _ in range(400)]
    usual = statistics.median([seconds(question, hand) for hand in hands])
    worst = climb(question, pack, size, chance, time.monotonic() + length)
    print(
        f"{name:34} {1e6 * usual:10.2f} {1e6 * seconds(question, worst):10.2f}   {' '.join(map(str, worst))}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="for each search (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    single = CHINCHON.rules()
    assert isinstance(single, ChinchonRules)
    pack = list(single.layout.deck)
    for _ in range(300):
        cards = bytes(sorted(chance.sample(pack, 8)))
        assert naive(single, cards) == single.least(cards)
    print(f"engine: {build_info()}\n{'':34} {'median µs':>10} {'worst µs':>10}   worst hand, as faces")
    row("chinchon, 7 cards", single.least, pack, 7, chance, given.seconds)
    row("chinchon, 8 cards", single.least, pack, 8, chance, given.seconds)
    row("chinchon, 8 cards, naive", lambda cards: naive(single, cards), pack, 8, chance, given.seconds)
    wild = FRUSTRATION.rules({}, 4)
    assert isinstance(wild, FrustrationRules)
    for number in range(1, len(CONTRACTS) + 1):
        contract = wild.contracts[number - 1]
        for size in SIZES:
            row(f"frustration {number}, best, {size} cards", contract.best, list(CARDS), size, chance, given.seconds)
            row(f"frustration {number}, ways, {size} cards", contract.ways, list(CARDS), size, chance, given.seconds)
            told = partial(spelled, contract)
            row(f"frustration {number}, melds of all, {size}", told, list(CARDS), size, chance, given.seconds)
        near = partial(lacking, contract)
        row(f"frustration {number}, lacking, {SIZES[0]} cards", near, list(CARDS), SIZES[0], chance, given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
