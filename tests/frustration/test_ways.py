"""The melds of all ways at once, held against those of each way by itself."""

from __future__ import annotations

import random

import pytest

from stich.games.frustration.rules_cards import CARDS, CONTRACTS
from stich.games.frustration.rules_contracts import Contract
from stich.games.frustration.rules_melds import HIGH, JOKER, LOW, SET
from stich.games.frustration.rules_ways import Laying

pytestmark = pytest.mark.once

POINTS = [20, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 20]
NAMES = [" ".join(f"{'set' if kind == SET else 'run'}{size}" for kind, size in melds) for melds in CONTRACTS]


def hands(chance: random.Random) -> list[bytes]:
    """Return hands of which some are full of one suit or of few ranks, so that melds want the same cards."""
    near = [c for c in CARDS if c == JOKER or (c // 13 == 1 and 2 <= c % 13 <= 9) or c % 13 in (5, 6)]
    packs = ((list(CARDS), 30), (near, 14), (near, 18), (near, 18))
    return [bytes(sorted(chance.sample(pack, n))) for pack, n in packs]


@pytest.mark.parametrize("melds", CONTRACTS, ids=NAMES)
def test_each_way_has_the_melds_of_the_search(melds: list[tuple[int, int]]) -> None:
    chance = random.Random(7)
    met = 0
    for twos, low, high in ((True, LOW, HIGH), (False, LOW, HIGH), (True, LOW + 1, HIGH), (False, LOW, HIGH - 1)):
        contract = Contract(melds, twos, low, high, POINTS)
        for hand in hands(chance):
            laying = Laying(contract, hand)
            ways = contract.ways(hand)
            for way in chance.sample(ways, min(len(ways), 40)):
                assert laying.melds(way) == contract.laid(hand, way), (hand, way)
                met += 1
    assert met > 20
