"""Every game at each number of players and under each value of each option: laws, and a second reading of the sheet.

Each set of options is tried with a few deals here, and with many by `run.py test --long`. That both builds do the same
under all of them is test_both_builds.py's. The default sets get more deals in tests/kernel/test_laws.py.
"""

from __future__ import annotations

import pytest

import rounds
from fingerprint import GAMES, option_sets
from stich.kernel.laws import check

CASES = [(game, name, options, seats) for game in GAMES for name, options, seats in option_sets(GAMES[game])]
IDS = [f"{case[0]} {case[1]}" for case in CASES]
SLOW = {"cruzo", "durak", "frustration", "rummy"}  # a deal is hundreds of decisions
VAST = {"packs=3", "packs=4", *(f"seats={n}" for n in range(5, 13))}  # or thousands of views

pytestmark = pytest.mark.once  # test_both_builds.py: the other build does the same


def play(game: str, name: str, options: dict[str, str], seats: int, laws: int, deals: int) -> None:
    """Hold `laws` deals against the laws, and `deals` against the second reading, tests/<game>/deals.py."""
    report = check(GAMES[game], dict(options), seats, laws)
    assert report.failures == {}
    assert report.deals >= laws
    rules = GAMES[game].rules(dict(options), seats)
    assert len(list(rounds.play(GAMES[game], rules, deals, seed=2))) == deals


@pytest.mark.parametrize(("game", "name", "options", "seats"), CASES, ids=IDS)
def test_a_few_deals(game: str, name: str, options: dict[str, str], seats: int) -> None:
    slow = game in SLOW
    play(game, name, options, seats, laws=1 if slow else 2, deals=1 if slow else 10)


@pytest.mark.long
@pytest.mark.parametrize(("game", "name", "options", "seats"), CASES, ids=IDS)
def test_many_deals(game: str, name: str, options: dict[str, str], seats: int) -> None:
    slow = 1 if name in VAST else 3 if game in SLOW else 0
    play(game, name, options, seats, laws=slow or 12, deals=slow or 200)
