"""How near a hand is to a contract, held against what can be laid with one card more."""

from __future__ import annotations

import random

import pytest

from stich.games.frustration.rules_contracts import Contract
from stich.games.frustration.rules_melds import JOKER, RANKS, RUN, SET, TWO
from stich.games.frustration.rules_near import Near, lacking

pytestmark = pytest.mark.once

POINTS = [20, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 20]  # of each rank, then of a wild card
PACK = [*range(JOKER), *range(JOKER), *[JOKER] * 6]
SHORT = [  # in which no three wild cards can lie side by side
    [(SET, 3), (SET, 3)], [(RUN, 3), (RUN, 3)], [(SET, 3), (RUN, 4)], [(SET, 4), (SET, 4)], [(SET, 3), (RUN, 5)],
    [(SET, 3), (SET, 3), (SET, 3)], [(SET, 3), (RUN, 6)], [(RUN, 4), (RUN, 4)], [(SET, 5), (SET, 5)],
]  # fmt: skip
LONG = [[(RUN, 7)], [(RUN, 9)]]


def hand(chance: random.Random, size: int) -> bytes:
    """Return a hand in which something goes together: many cards of a suit, or of some ranks, or of any kind."""
    suit, ranks, kind = chance.randrange(4), chance.sample(range(RANKS), 3), chance.randrange(3)
    liked = {c for c in PACK if c == JOKER or (kind == 1 and c // RANKS == suit) or (kind == 2 and c % RANKS in ranks)}
    return bytes(sorted(sorted(PACK, key=lambda c: chance.random() * (0.2 if c in liked else 1))[:size]))


def one_more(contract: Contract, cards: bytes) -> set[int]:
    """Return the faces with one of which more the contract can be laid."""
    faces = [c for c in range(JOKER + 1) if c == JOKER or cards.count(c) < 2]
    naturals = [c for c in faces if c == JOKER or not (contract.twos and c % RANKS == TWO)]
    return {c for c in naturals if contract.can(bytes(sorted([*cards, c])))}


def outs(near: Near, cards: bytes) -> set[int]:
    found = {c for c in range(JOKER) if int(near.outs) >> c & 1 and cards.count(c) < 2}
    return found | {JOKER} if near.joker else found


@pytest.mark.parametrize("twos", [False, True])
@pytest.mark.parametrize("melds", SHORT + LONG, ids=str)
def test_what_a_contract_lacks(melds: list[tuple[int, int]], twos: bool) -> None:
    contract = Contract(melds, twos, 0, 13, POINTS)
    chance = random.Random(str(melds))
    seen = set()
    for _ in range(60):
        cards = hand(chance, chance.choice([9, 11, 12]))
        near = Near(contract, cards)
        seen.add(min(int(near.missing), 2))
        if melds in SHORT:
            assert (near.missing == 0) == contract.can(cards)
            if near.missing == 1:
                assert outs(near, cards) == one_more(contract, cards)
        elif near.missing:
            assert not contract.can(cards)
            assert outs(near, cards) >= one_more(contract, cards)
    assert {1, 2} <= seen


def test_a_card_more_brings_a_contract_nearer_by_one_at_most() -> None:
    contract = Contract([(SET, 3), (RUN, 4)], True, 0, 13, POINTS)
    chance = random.Random(4)
    for _ in range(40):
        cards = hand(chance, 11)
        near = Near(contract, cards)
        for c in range(JOKER):
            if cards.count(c) < 2:
                fewer = int(near.missing) - lacking(contract, bytes(sorted([*cards, c])))
                assert fewer in (0, 1)
                if near.missing and int(near.outs) >> c & 1:
                    assert fewer == 1
