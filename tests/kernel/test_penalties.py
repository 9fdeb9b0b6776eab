"""Games in which points are penalties, matches that more than the totals decides, and seats that have dropped out."""

from __future__ import annotations

from functools import cache

import pytest

from stich.bots.arena import Arena, Contest
from stich.bots.search import Search
from stich.games import find
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.deal import DealResult, Setup
from stich.kernel.describe import describe_table
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import State
from stich.server.messages.specs import TableSpec
from stich.server.tables import pace

PENALTIES, POINTS = find("chinchon"), find("chimera")


@cache
def played(seed: int) -> Match:
    """Return a match at two of which one deal has been played."""
    m = Match(PENALTIES, PENALTIES.rules({}, 2), Source(SIM, seed))
    chance = quick(seed)
    while m.deal.must():
        acts = m.deal.legal(m.deal.turn)
        m.act(m.deal.turn, acts[chance.below(len(acts))])
    return m


def test_where_points_are_penalties_the_fewest_win() -> None:
    rules = PENALTIES.rules({}, 2)
    assert rules.layout.fewest
    assert Game.winners(PENALTIES, rules, Setup(1, 0, (0, 0)), (3, 4)) == 1
    assert not POINTS.rules().layout.fewest


def test_the_page_receives_it() -> None:
    told = describe_table(PENALTIES, PENALTIES.rules({}, 2))
    assert told["fewest"] is True
    assert (
        TableSpec.__struct_defaults__[TableSpec.__struct_fields__.index("fewest") - len(TableSpec.__struct_fields__)]
        is False
    )


def test_search_and_arena_take_penalties_for_what_they_are() -> None:
    s = played(1).deal
    points = s.result().points
    assert points[0] != points[1]
    better = points.index(min(points))
    assert Search[State]().utility(s, better) == max(points) - min(points)
    arena = Arena(Contest("chinchon", {}, "random", "random"), find("chinchon"))
    assert arena.worth((3, -10, 0)) == (-3, 10, 0)
    assert arena.winners(s) == 1 << better


def test_what_a_deal_says_of_the_winner_goes_before_the_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    m = played(1)
    again = Match(PENALTIES, m.rules, m.source)
    result = m.deal.result()
    assert PENALTIES.winners(m.rules, m.setup, result.points) == 0
    worse: Seat = result.points.index(max(result.points))

    class Decided(State):
        def __init__(self, s: State) -> None:
            super().__init__(s.layout)
            self.setup = s.setup

        def result(self) -> DealResult:
            return DealResult(result.points, result.why, result.headline, winners=1 << worse)

    monkeypatch.setattr(again, "deal", Decided(again.deal))
    again.finish()
    assert (again.over, again.winners) == (True, 1 << worse)


def test_a_seat_that_is_out_of_the_match_reads_so() -> None:
    m = Match(PENALTIES, PENALTIES.rules({"mode": "conga"}, 3), Source(SIM, 1))
    s = PENALTIES.deal(m.rules, Setup(2, 0, (0, 120, 0), (), 0b010), m.deck)
    m.deal = s
    with pytest.raises(Refused) as refused:
        m.act(1, Action("draw"))
    assert refused.value.phrase.key == "error.out_of_match"
    assert not (s.must() | s.may()) & 0b010


def test_a_rule_may_say_how_long_a_window_stays_open() -> None:
    assert find("frustration").rules().layout.window_ms == 3000
    assert POINTS.rules().layout.window_ms == 0, "as the pace has it"
    assert 3000 not in pace.WINDOW.values()
