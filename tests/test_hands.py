"""The largest hand that each game declares, for which a page keeps room: it is never passed, and it is needed.

Played at random, every game in each of its presets.
"""

from __future__ import annotations

import pytest

from stich.games import find
from stich.kernel.chance import quick
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from test_prompts import TABLES

pytestmark = pytest.mark.once

DECISIONS = 400
GROWING = {"cruzo", "durak", "frustration"}  # a hand takes cards up without bound; pages make its cards smaller


def largest_hand(name: str, preset: str, seats: int) -> tuple[int, int]:
    """Return the largest declared hand and the largest that a random match has."""
    game = find(name)
    options: dict[str, object] = next((dict(one.options) for one in game.presets if one.name == preset), {})
    rules = game.rules(options, seats)
    layout = rules.layout
    hands = [
        [at for at in range(layout.size) if layout.owner[at] == seat and layout.zones[at].role == "hand"]
        for seat in range(seats)
    ]
    match, chance, most = Match(game, rules, Source(SIM, 5)), quick(seats), 0
    for _ in range(DECISIONS):
        if match.over:
            break
        if not match.deal.must():
            match.next_deal()
        most = max([most, *[sum(len(match.deal.zones[at]) for at in zones) for zones in hands]])
        match.act(*turn_at_random(match.deal, chance))
    return max([zone.most for zone in layout.zones]), most


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_the_declared_hand_is_the_largest(name: str, preset: str, seats: int) -> None:
    declared, most = largest_hand(name, preset, seats)
    if name in GROWING:
        assert declared > 0
    else:
        assert declared == most
