"""The rest of a deal that the solver of tricks finds for Expert is what the general solver finds through the rules."""

from __future__ import annotations

from functools import partial

import pytest

from stich.bots import classes, policies
from stich.bots.search import Search
from stich.bots.solver import Solver, options
from stich.games import find
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.state import State


def played(name: str, seats: int, cards: int, number: int) -> State | None:
    """Return a position of the tricks with so many cards in hands or fewer, after random play; None if none came."""
    game = find(name)
    rules = game.rules({}, seats)
    chance = quick(77, number)
    deck = game.prepare(rules, chance)
    make = getattr(policies(game), "duplicate", None)
    s: State = (
        make(rules, deck, number)[0][0] if make else game.deal(rules, Setup(1, number % seats, (0,) * seats), deck)
    )
    while s.actor() >= 0:
        if s.phase.name == "play" and left(s) <= cards:
            return s
        legal = options(s, s.actor())
        s.apply(s.actor(), legal[int(chance.below(len(legal)))])
    return None


def left(s: State) -> int:
    return sum(len(zone) for zone, kind in zip(s.zones, s.layout.zones, strict=True) if kind.role == "hand")


@pytest.mark.parametrize(("name", "seats", "cards"), [("herzblatt", 3, 8), ("herzblatt", 4, 9)])
def test_a_deal_is_settled_as_the_rules_settle_it(name: str, seats: int, cards: int) -> None:
    search: Search[State] = classes(find(name))["expert"]()  # type: ignore[assignment]
    met = set()
    for number in range(1, 30):
        s = played(name, seats, cards, number)
        if s is None:
            continue
        for seat in range(seats):
            tricks = search.tricks(s)
            assert tricks is not None
            found = search.settled(s.copy(), seat, tricks)
            solver = Solver(search.side(s, seat), partial(search.utility, seat=seat), search.key)
            assert found == pytest.approx(solver.value(s.copy()))
            met.add(found)
    assert len(met) > 3
