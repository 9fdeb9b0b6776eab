"""Every game at each number of players and under each value of each option: laws, and a second reading of the sheet.

Each set of options is tried with a few deals here, and with many by `run.py test --long`. That both builds do the same
under all of them is test_both_builds.py's. The default sets get more deals in tests/kernel/test_laws.py.
"""

from __future__ import annotations

import pytest

import rounds
from fingerprint import GAMES, option_sets
from stich.kernel.laws.check import check

CASES = [(game, name, options, seats) for game in GAMES for name, options, seats in option_sets(GAMES[game])]
IDS = [f"{case[0]} {case[1]}" for case in CASES]
SLOW = {"cruzo", "durak", "frustration", "rummy"}  # a deal is hundreds of decisions
VAST = {"packs=3", "packs=4", *(f"seats={n}" for n in range(5, 13))}  # or thousands of views
SHORTER = {"cruzo": {"action_cap": "200"}}  # at random it takes a thousand actions to get rid of all cards

pytestmark = pytest.mark.once  # test_both_builds.py: the other build does the same


def obey(game: str, options: dict[str, str], seats: int, deals: int) -> None:
    """Hold deals against the laws."""
    report = check(GAMES[game], dict(options), seats, deals)
    assert report.failures == {}
    assert report.deals >= deals


def read(game: str, options: dict[str, str], seats: int, deals: int) -> None:
    """Hold deals against the second reading, tests/<game>/deals.py."""
    rules = GAMES[game].rules(dict(options), seats)
    assert len(list(rounds.play(GAMES[game], rules, deals, seed=2))) == deals


@pytest.mark.parametrize(("game", "name", "options", "seats"), CASES, ids=IDS)
def test_a_few_deals(game: str, name: str, options: dict[str, str], seats: int) -> None:
    slow = game in SLOW
    if (
        not slow or options or seats == GAMES[game].seats[-1]
    ):  # between the least and the most players there is little new
        obey(game, SHORTER.get(game, {}) | options, seats, 1 if slow else 2)
    read(game, options, seats, 1 if slow else 10)


@pytest.mark.long
@pytest.mark.parametrize(("game", "name", "options", "seats"), CASES, ids=IDS)
def test_many_deals(game: str, name: str, options: dict[str, str], seats: int) -> None:
    slow = 1 if name in VAST else 3 if game in SLOW else 0
    obey(game, options, seats, slow or 12)
    read(game, options, seats, slow or 200)
