"""Games in which nobody gives way, which random play hardly ever makes: the rules and the second reading see the same
position come back at the same time, and the same number of bouts on end that were taken.
"""

from __future__ import annotations

from typing import Any

import pytest

import rounds
from durak.positions import rules
from stich.games.durak.rules import GAME
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action
from stich.kernel.chance import Chance, quick

pytestmark = pytest.mark.once

DEALS = 12
FEW_CARDS = 12  # in every hand: from then on they are stubborn, with the talon gone


@pytest.mark.parametrize(
    ("options", "guard"), [({"pack": 32}, "again"), ({"pack": 32, "stall_limit": 5}, "idle")], ids=["again", "idle"]
)
def test_both_readings_end_a_game_that_goes_round(options: dict[str, object], guard: str) -> None:
    deals = rounds.hooks(GAME)
    ended = 0
    for seed in range(DEALS):
        told = play(options, quick(seed), deals.Watch)
        assert told.over
        if len(told.inside) > 1:
            assert told.durak == -1
            again = max(told.seen.values(), default=0) >= deals.AGAIN
            assert again if guard == "again" else told.idle >= 5
            ended += 1
    assert ended


def play(options: dict[str, object], chance: Chance, watch: Any) -> Any:
    """Play a deal of three, the second half of it stubbornly, with `watch` looking on; return its own account."""
    how = rules(3, **options)
    s = GAME.deal(how, GAME.first(how, chance), GAME.prepare(how, chance))
    assert isinstance(s, Durak)
    looking = watch(s)
    while s.must():
        seat = s.actor()
        legal = s.legal(seat)
        stubborn = s.talon_empty() and max(len(s.hand(other)) for other in range(3)) < FEW_CARDS
        a = give_nothing(legal) if stubborn else legal[int(chance.below(len(legal)))]
        a = Action(a.verb, s.phase.cards(s, seat, a), a.to)
        looking.before(seat, a)
        s.apply(seat, a)
    looking.finished(s.result())
    return looking.told


def give_nothing(legal: list[Action]) -> Action:
    """Take, throw in nothing, and attack with the first card that may go."""
    return next((a for a in legal if a.verb in ("take", "pass")), legal[0])
