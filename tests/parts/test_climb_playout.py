"""Playing positions out: by the rules, always the same, and not foolishly."""

from __future__ import annotations

import random

import pytest

from oracles.agreement import other_values
from parts.test_climb_play import planes
from stich.games.chimera.rules_cards import rule_table
from stich.parts import climb
from stich.parts.climb import Climb
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.playout import Playout
from stich.parts.climb.planning.sketch import SLOTS, Sketch, as_read
from stich.parts.climb.planning.turns import Turns

pytestmark = pytest.mark.once

CHIMERA = rule_table({})

FULL = int(climb.planes(bytes([r for r in range(13) for _ in range(4)] + [13, 14])))
ALONE = [150] * 15
PARTNER = [105] * 15
TOADS, CATS = 1, 10
TABLES = [CHIMERA, *[rule_table(options) for options in other_values()]]


def hands(rng: random.Random, sizes: tuple[int, int, int] = (20, 17, 17)) -> list[int]:
    pack = [r for r in range(13) for _ in range(4)] + [13, 14]
    rng.shuffle(pack)
    out = []
    for n in sizes:
        out.append(int(climb.planes(bytes(pack[:n]))))
        pack = pack[n:]
    return out


def ready(rules: int = CHIMERA) -> Playout:
    odds = Odds(rules)
    odds.look(FULL, 0, 17, 17, 20)
    playout = Playout(rules, TOADS, CATS)
    playout.price(FULL, odds, ALONE, PARTNER)
    return playout


def points(cards: int) -> int:
    return 10 * climb.held(cards, TOADS) + 5 * climb.held(cards, CATS)


@pytest.mark.parametrize("rules", [CHIMERA, *(pytest.param(rules, marks=pytest.mark.once) for rules in TABLES[1:])])
def test_every_choice_is_legal_and_every_deal_ends(rules: int) -> None:
    """`Climb`, which is held to the rule sheet, is the referee; it also counts what lies in the tricks."""
    rng = random.Random(rules)
    playout = ready(rules)
    for number in range(40):
        a, b, c = hands(rng)
        alone = number % 3
        game = Climb(a, b, c, alone, 0, 0, rules, climb.scratch())
        won, trick, holder, traps, attacks, played = [0, 0, 0], 0, -1, 0, 0, 0
        while not game.over:
            seat, hand = game.turn, game.hand(game.turn)
            playout.place(game.a, game.b, game.c, seat, game.last, holder, game.passes, alone)
            playout.trick = trick
            move = playout.choose(hand)
            assert move in game.legal()
            game.apply(move)
            if move:
                holder, trick = seat, trick + points(climb.cards(move))
                traps += climb.kind(move) == climb.BOMB
                attacks += climb.kind(move) == climb.ROCKET
                played |= 1 << seat
            if not game.hand(seat) or game.last == 0:
                won[holder], trick = won[holder] + trick, 0
        fresh = ready(rules)
        assert fresh.play(a, b, c, alone, 0, -1, 0, alone) == game.turn
        assert [fresh.won0, fresh.won1, fresh.won2] == won
        assert (fresh.bombs, fresh.rockets, fresh.played) == (traps, attacks, played)


def test_what_was_played_before_makes_no_difference() -> None:
    """Plans are kept from one deal to the next: the same position has the same outcome all the same."""
    rng = random.Random(3)
    used = ready()
    for _ in range(60):
        a, b, c = hands(rng, (12, 10, 11))
        found = []
        for playout in (used, ready()):
            playout.won0 = playout.won1 = playout.won2 = playout.trick = 0
            out = playout.play(a, b, c, 1, 0, -1, 0, 1)
            found.append((out, playout.won0, playout.won1, playout.won2))
        assert found[0] == found[1]


@pytest.mark.parametrize(
    ("why", "own", "left", "right", "last", "holder", "expected"),
    [
        ("it goes out over its partner", "H", "4 4 9", "10 10", "9", 1, "H"),
        ("it leaves the partner alone", "12 3 3 5 6", "4 8", "10 10 11", "11", 1, ""),
        ("it stops an enemy with one card", "10 10 4 5 6", "H", "7", "9", 2, "10"),
        ("it beats cheaply", "5 12 3 4 9 9", "6 6 7 8 8", "7 2 3 H 4 5", "4", 2, "5"),
        ("it saves a trap", "7 7 7 7 1 3 5 8 8", "6 6 9 9 1", "H H 9 5 5 3 3 2 10 10", "12", 2, ""),
    ],
)
def test_it_does_what_one_does(
    why: str, own: str, left: str, right: str, last: str, holder: int, expected: str
) -> None:
    """Seat 0 is a Hunter and answers; seat 2 is the Chimera."""
    playout = ready()
    a, b, c = (planes(cards.split()) for cards in (own, left, right))
    before = climb.readings(planes(last.split()), CHIMERA, climb.scratch())[0]
    playout.place(a, b, c, 0, before, holder, 1 if holder == 1 else 0, 2)
    move = playout.choose(a)
    assert move == (climb.readings(planes(expected.split()), CHIMERA, climb.scratch())[0] if expected else 0), why


def test_plans_are_those_of_turns() -> None:
    odds = Odds(CHIMERA)
    odds.look(FULL, 0, 17, 17, 20)
    sketch, turns = Sketch(CHIMERA), Turns(CHIMERA)
    sketch.price(FULL, odds, ALONE)
    turns.price(FULL, odds, ALONE)
    rng = random.Random(5)
    some = [hands(rng, (n, 0, 0))[0] for n in range(1, 15) for _ in range(40)]
    assert len(some) < SLOTS
    for hand in some * 2:
        assert sketch.cost(hand) == turns.cost(hand)
    assert sketch.cost(0) == 0
    odds.look(FULL, 0, 3, 3, 48)
    sketch.price(FULL, odds, PARTNER)
    turns.price(FULL, odds, PARTNER)
    assert [sketch.cost(hand) for hand in some[:50]] == [turns.cost(hand) for hand in some[:50]]


def test_an_open_end_is_read_as_the_table_has_it() -> None:
    """5 6 7 8 with Pi Ya: a straight from 4 or from 5; only the latter where the higher one counts [11]."""
    high = rule_table({"piya_end": "high"})
    both = climb.readings(planes(["5", "6", "7", "8", "P"]), CHIMERA, climb.scratch())
    [one] = climb.readings(planes(["5", "6", "7", "8", "P"]), high, climb.scratch())
    assert sorted(both, key=climb.rank)[1] == one
    assert {as_read(move, high) for move in both} == {one}
    assert [as_read(move, CHIMERA) for move in both] == both
    top = climb.readings(planes(["9", "10", "11", "12", "P"]), high, climb.scratch())
    assert [as_read(move, high) for move in top] == top
