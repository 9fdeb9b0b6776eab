"""Chimera with open cards: the solvers against brute force through the real rules.

The brute force is `bots.solver`, which knows nothing but the rules. `--long` compares ten thousand positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pytest

from stich.bots.ceiling import ceiling
from stich.bots.solver import Solver
from stich.games.chimera.bot import duplicate
from stich.games.chimera.open_cards import OpenCards, ahead_of
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import DEN, EACH, HAND, TRICK, WON, ChimeraRules
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import only
from stich.kernel.chance import Chance, quick

LOOSE = {
    "kickers_distinct": "false",
    "kicker_may_repeat_run": "true",
    "triple_kicker_same_rank": "true",
    "piya_end": "high",
    "special_kickers": "both",
    "quad_pair_as_singles": "true",
    "quad_two_equal_pairs": "true",
    "idle_bonus": "per_hunter",
}


def position(rules: ChimeraRules, cards: int, chance: Chance, number: int) -> Chimera:
    """Return a position with so many cards in hands: drawn at random, and some actions played."""
    s, _ = duplicate(rules, GAME.prepare(rules, chance), number)[0]
    pack = bytearray(s.layout.deck)
    order = [pack.pop(int(chance.below(len(pack)))) for _ in range(54)]
    # many equal ranks, or hardly a combination would be met: the cards come from a few ranks
    if number % 3:
        few = 5 + int(chance.below(3))
        low = int(chance.below(13 - few))
        order.sort(key=lambda c: not (low <= c >> 2 < low + few))
        near = order[: 4 * few + 2]
        order = [near.pop(int(chance.below(len(near)))) for _ in range(len(near))] + order[4 * few + 2 :]
    at = [0, *sorted(1 + int(chance.below(cards - 1)) for _ in range(2)), cards]
    if not at[0] < at[1] < at[2] < at[3]:
        return position(rules, cards, chance, number)
    for seat in range(3):
        s.zones[HAND + EACH * seat] = bytes(sorted(order[at[seat] : at[seat + 1]]))
        s.zones[WON + EACH * seat] = bytes(order[cards + seat :: 3])
    s.zones[DEN] = b""
    s.phase = PLAY
    s.turn = int(chance.below(3))
    s.traps, s.attack, s.played = int(chance.below(2)), 0, int(chance.below(8))
    for _ in range(int(chance.below(3))):
        before = s.copy()
        legal = s.legal(s.turn)
        s.apply(s.turn, legal[int(chance.below(len(legal)))])
        if s.actor() < 0:
            return before
    return s


def table(options: dict[str, str]) -> int:
    rules = GAME.rules(dict(options))
    assert isinstance(rules, ChimeraRules)
    return rules.table


def key(s: Chimera) -> Hashable:
    won = [treasures(s.zones[WON + EACH * seat]) for seat in range(3)]
    hands = [s.zones[HAND + EACH * seat] for seat in range(3)]
    return (s.turn, s.last, s.passes, s.traps, s.attack, s.played, treasures(s.zones[TRICK]), *won, *hands)


def ahead(s: Chimera) -> float:
    return ahead_of(list(s.result().points), s.chimera)


def out_first(s: Chimera) -> float:
    return float(not s.hand(s.chimera))


def positions(options: dict[str, str], cards: int, count: int, seed: int) -> Iterator[Chimera]:
    rules = GAME.rules(dict(options))
    assert isinstance(rules, ChimeraRules)
    for number in range(count):
        yield position(rules, cards, quick(seed, number), number)


def compare(options: dict[str, str], cards: int, count: int, seed: int) -> set[object]:
    """Compare both solvers with brute force; return the values that were met."""
    found: OpenCards | None = None
    met: set[object] = set()
    for s in positions(options, cards, count, seed):
        found = found or OpenCards(s.rules.table, 12)
        wins = Solver(only(s.chimera), out_first, key).value(s.copy()) == 1.0
        points = Solver(only(s.chimera), ahead, key).value(s.copy())
        assert found.goes_out(s) == wins, s
        assert found.ahead(s) == points, s
        met |= {wins, points}
    return met


@pytest.mark.parametrize("options", [{}, LOOSE], ids=["default", "loose"])
def test_both_solvers_equal_brute_force(options: dict[str, str]) -> None:
    met = compare(options, 7, 60, 1)
    assert {True, False} <= met
    assert len(met) > 10


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, LOOSE], ids=["default", "loose"])
@pytest.mark.parametrize("cards", [8, 9, 10])
def test_both_solvers_equal_brute_force_on_many_positions(options: dict[str, str], cards: int) -> None:
    compare(options, cards, 1700, 100 + cards)


def test_a_limit_of_positions_and_a_stop_end_the_search() -> None:
    s = next(positions({}, 30, 1, 3))
    solver = OpenCards(s.rules.table, 12)
    assert solver.goes_out(s, limit=1) is None
    assert solver.ahead(s, limit=1) is None
    assert solver.goes_out(s, stop=lambda: True) is None
    asked: list[int] = []

    def later() -> bool:
        asked.append(1)
        return len(asked) > 2

    assert solver.ahead(s, stop=later) is None
    assert len(asked) == 3


def test_what_was_stopped_leaves_nothing_wrong_behind() -> None:
    for s in positions({}, 8, 12, 5):
        solver = OpenCards(s.rules.table, 12)
        for limit in (3, 10, 30):
            solver.ahead(s, limit=limit)
        assert solver.ahead(s) == Solver(only(s.chimera), ahead, key).value(s.copy())


def test_only_a_deal_in_which_cards_are_played_can_be_solved() -> None:
    rules = GAME.rules({})
    s = next(positions({}, 6, 1, 1))
    s.phase = GAME.deal(rules, s.setup, GAME.prepare(rules, quick(1, 1))).phase
    with pytest.raises(ValueError, match="nobody plays a card"):
        OpenCards(s.rules.table, 12).goes_out(s)


def test_the_ceiling_keeps_a_win_that_can_be_forced() -> None:
    player = ceiling(GAME, "ceiling@200")
    assert player is not None
    solver = OpenCards(table({}), 12)
    kept = 0
    for s in positions({}, 8, 40, 7):
        alone = s.turn == s.chimera
        legal = s.legal(s.turn)
        if len(legal) == 1 or solver.goes_out(s) is not alone:
            continue
        after = s.copy()
        after.apply(s.turn, player.choose(s.copy(), s.turn, legal, quick(1, 1)))
        won = out_first(after) == float(alone) if after.actor() < 0 else solver.goes_out(after) is alone
        assert won
        kept += 1
    assert kept > 5
