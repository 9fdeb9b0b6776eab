"""Plans and odds, held against brute force on small hands."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stich.games.chimera.rules_cards import rule_table
from stich.kernel.chance import Quick, quick, shuffle
from stich.parts import climb
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.turns import TURN, Turns

pytestmark = pytest.mark.once

CHIMERA = rule_table({})

RANKS = bytes([c >> 2 if c < 52 else c - 39 for c in range(54)])
BUFFER = climb.scratch()
FLAT = Turns(CHIMERA)


def deal(chance: Quick, *sizes: int) -> list[bytes]:
    """Return hands of these sizes, as ranks; low ranks are denser, so that small hands have combinations, too."""
    cards = shuffle(bytes(range(54)), chance).translate(RANKS + bytes(202))
    if chance.below(2):
        cards = bytes([r for r in cards if r < 7 or r > 12])
    out = []
    for size in sizes:
        out.append(bytes(sorted(cards[:size])))
        cards = cards[size:]
    return out


@cache
def fewest(hand: int) -> int:
    """Return in how few turns a hand can be led out, by trying every move."""
    if hand == 0:
        return 0
    lowest = min(climb.ranks(hand))
    takes_lowest = [m for m in climb.moves(hand, 0, CHIMERA, BUFFER) if (climb.counts(m) >> 4 * lowest) & 15]
    return 1 + min(fewest(climb.without(hand, m)) for m in takes_lowest)


def hand_of(tokens: str) -> int:
    names = [*map(str, range(1, 13)), "H", "P", "C"]
    return climb.planes(bytes([names.index(t) for t in tokens.split()]))


def test_plans_by_hand() -> None:
    for tokens, turns in (
        ("5", 1),
        ("5 6 7 8 9", 1),
        ("5 6 7 P 9", 1),
        ("P C", 1),
        ("4 4 4 7 7", 1),
        ("4 4 4 7", 1),
        ("4 4 4 5 5 5 8 10", 1),
        ("4 4 4 5 5 5 8 8 10 10", 1),
        ("4 4 5 5 6 6", 1),
        ("4 4 4 4 6 9", 1),
        ("3 4 5 6 7 7 8 9 10 11", 2),
        ("H H H 3 5 5", 2),
        ("1 3 5 7 9", 5),
        ("12 12 12 H H H", 2),
    ):
        assert FLAT.cost(hand_of(tokens)) == turns * TURN, tokens


@given(seed=st.integers(0, 10**9), size=st.integers(1, 20))
@settings(max_examples=150, deadline=None)
def test_a_plan_is_legal_and_takes_every_card(seed: int, size: int) -> None:
    hand_ranks, others = deal(quick(seed), min(size, 20), 10)
    hand = climb.planes(hand_ranks)
    odds = Odds(CHIMERA)
    odds.look(climb.planes(others), 0, 6, 4, 0)
    priced = Turns(CHIMERA)
    for worth in ([120] * 15, []):
        priced.price(hand, odds, worth)
        for planner in (FLAT, priced):
            left = hand
            plan = planner.combinations(hand)
            for move in plan:
                assert move in climb.moves(left, 0, CHIMERA, BUFFER)
                left = climb.without(left, move)
            assert left == 0
            assert planner is not FLAT or planner.cost(hand) == TURN * len(plan)


def test_plans_are_hardly_ever_longer_than_they_need_be() -> None:
    longer = 0
    for seed in range(400):
        hand = climb.planes(deal(quick(seed, 1), 4 + seed % 8)[0])
        turns = FLAT.cost(hand) // TURN
        assert turns >= fewest(hand)
        assert turns <= fewest(hand) + 1
        longer += turns > fewest(hand)
    assert longer <= 8  # where a pair would have to be broken to attach its cards


@given(seed=st.integers(0, 10**9), a=st.integers(1, 8), b=st.integers(0, 8))
@settings(max_examples=150, deadline=None)
def test_what_is_sure_is_never_beaten(seed: int, a: int, b: int) -> None:
    chance = quick(seed)
    mine, first, second, elsewhere = deal(chance, 7, a, b, 3)
    odds = Odds(CHIMERA)
    odds.look(climb.planes(first + second + elsewhere), 0, len(first), len(second), len(elsewhere))
    for move in climb.moves(climb.planes(mine), 0, CHIMERA, BUFFER):
        kind = climb.kind(move)
        if kind in (climb.TRIPLE1, climb.TRIPLE2, climb.TRIPLES1, climb.TRIPLES2):
            continue  # asked for as they are without attachments
        if odds.sure(kind, climb.length(move), climb.rank(move) - climb.length(move)):
            for enemy in (first, second):
                assert climb.moves(climb.planes(enemy), move, CHIMERA, BUFFER) == [climb.PASS]


def test_sure_by_hand() -> None:
    odds = Odds(CHIMERA)
    odds.look(hand_of("3 5 5 9 9 12"), 0, 4, 2, 0)
    single, pair, triple, straight = climb.SINGLE, climb.PAIR, climb.TRIPLE, climb.STRAIGHT
    assert odds.sure(single, 1, 11)
    assert not odds.sure(single, 1, 10)
    assert odds.sure(pair, 1, 8)
    assert not odds.sure(pair, 1, 7)
    assert odds.sure(triple, 1, 0)
    assert odds.sure(straight, 5, 0)  # no enemy has five cards
    odds.look(hand_of("5 6 7 9 P"), 0, 5, 0, 0)
    assert not odds.sure(straight, 5, 3)  # 5 6 7 P 9
    assert odds.sure(straight, 5, 4)
    odds.look(hand_of("P C 3"), 0, 2, 1, 0)
    assert not odds.sure(pair, 1, 12)  # the attack
    odds.look(hand_of("4 4 4 4 6"), 0, 4, 1, 0)
    assert not odds.sure(pair, 1, 12)  # a trap
    assert odds.sure(climb.BOMB, 1, 3)
    assert not odds.sure(climb.BOMB, 1, 2)


def test_chances_are_those_of_random_deals() -> None:
    """One enemy with 6 of 14 unseen cards, and two with 6 and 8; binomial by rank against 4,000 real deals."""
    unseen = bytes(sorted([1, 1, 3, 4, 4, 4, 6, 7, 7, 9, 9, 9, 11, 12]))
    chance = quick(3)
    for sizes in ((6, 0, 8), (6, 8, 0)):
        odds = Odds(CHIMERA)
        odds.look(climb.planes(unseen), 0, *sizes)
        beaten = {(kind, rank): 0 for kind in (climb.SINGLE, climb.PAIR) for rank in range(13)}
        for _ in range(4000):
            cards = shuffle(unseen, chance)
            enemies = [cards[: sizes[0]], cards[sizes[0] : sizes[0] + sizes[1]]]
            for kind, rank in beaten:
                beaten[kind, rank] += any(r > rank and e.count(r) >= kind for e in enemies for r in e)
        for (kind, rank), times in beaten.items():
            assert abs(1 - times / 4000 - odds.stands(kind, 1, rank) / 1000) < 0.12, (kind, rank, sizes)


def test_a_card_that_an_enemy_showed_is_there() -> None:
    odds = Odds(CHIMERA)
    odds.look(hand_of("3 4 5 6"), hand_of("H"), 2, 0, 3)
    assert odds.stands(climb.SINGLE, 1, 11) == 0
    assert not odds.sure(climb.SINGLE, 1, 11)
    assert odds.sure(climb.SINGLE, 1, 12)
