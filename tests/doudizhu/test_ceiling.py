"""The ceiling of Dou Dizhu: what the solver says of a position is what brute force through the rules says."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from stich.bots.ceiling import ceiling
from stich.bots.solver import Solver
from stich.games.doudizhu.bot import duplicate
from stich.games.doudizhu.ceiling import Ceiling
from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_cards import EACH, HAND, WON, DouDizhuRules
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.cards import only
from stich.kernel.chance import Chance, quick

pytestmark = pytest.mark.once

POSITIONS = 40
MOST = 4  # cards of a hand


def position(chance: Chance, number: int) -> DouDizhu:
    """Return a position with few cards, from few ranks, and some plays made."""
    rules = GAME.rules()
    assert isinstance(rules, DouDizhuRules)
    s, _ = duplicate(rules, GAME.prepare(rules, chance), number)[0]
    order = sorted(s.layout.deck, key=lambda c: (c >> 2 > 5, int(chance.below(1000))))
    sizes = [1 + int(chance.below(MOST)) for _ in range(3)]
    for seat in range(3):
        s.zones[HAND + EACH * seat] = bytes(sorted(order.pop(0) for _ in range(sizes[seat])))
        s.zones[WON + EACH * seat] = b""
    for _ in range(int(chance.below(3))):
        before = s.copy()
        legal = s.legal(s.turn)
        s.apply(s.turn, legal[int(chance.below(len(legal)))])
        if not s.must():
            return before
    return s


def key(s: DouDizhu) -> Hashable:
    return (s.turn, s.last, s.passes, *[s.hand(seat) for seat in range(3)])


def test_who_goes_out_is_what_brute_force_says() -> None:
    chance = quick(3, 5)
    player = ceiling(GAME, "ceiling@3000")
    assert isinstance(player, Ceiling)
    found = []
    for number in range(POSITIONS):
        s = position(chance, number)
        brute = Solver[DouDizhu](only(s.landlord), lambda end: float(not end.hand(end.landlord)), key)
        value = brute.value(s.copy())
        assert player.goes_out(s, 1_000_000) is (value == 1.0)
        found.append(value)
        seat = s.actor()
        legal = s.legal(seat)
        winning = player.winning(s, seat, legal)
        keeps = [a for a in legal if after(brute, s, a) == float(seat == s.landlord)]
        assert winning == keeps
        if winning:
            assert player.choose(s.copy(), seat, legal, quick(1, 1)) in winning
    assert 8 < sum(found) < POSITIONS - 8


def after(brute: Solver[DouDizhu], s: DouDizhu, a: object) -> float:
    world = s.copy()
    world.apply(s.turn, a)  # type: ignore[arg-type]
    return brute.value(world)


def test_what_is_too_much_is_left_to_the_search() -> None:
    rules = GAME.rules()
    s, _ = duplicate(rules, GAME.prepare(rules, quick(1, 2)), 0)[0]
    player = ceiling(GAME, "ceiling@1")
    assert isinstance(player, Ceiling)
    legal = s.legal(s.actor())
    assert player.winning(s, s.actor(), legal) == []
    assert player.choose(s.copy(), s.actor(), legal, quick(1, 1)) in legal
