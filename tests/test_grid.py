"""Every game at each number of players and under each value of each option: laws, and a second reading of the sheet.

Here each set of options is tried with a few deals, and of long games only some sets; `run.py test --long` tries all of
them with many deals. That both builds do the same under all of them is test_both_builds.py's. The default sets get more
deals in tests/kernel/test_laws.py.
"""

from __future__ import annotations

import pytest

import rounds
from fingerprint import GAMES, option_sets
from stich.kernel.laws.check import check

Case = tuple[str, str, dict[str, str], int]

CASES = [(game, name, options, seats) for game in GAMES for name, options, seats in option_sets(GAMES[game])]
SLOW = {"cruzo", "durak", "frustration", "rummy"}  # a deal is hundreds of decisions
VAST = {"packs=3", "packs=4", *(f"seats={n}" for n in range(5, 13))}  # or thousands of views
SHORTER = {"cruzo": {"action_cap": "200"}}  # at random it takes a thousand actions to get rid of all cards
SMALLER = {("durak", "seats=12"): {"pack": "32"}}  # fewer cards and so fewer decisions

pytestmark = pytest.mark.once  # test_both_builds.py: the other build does the same


def presets() -> list[Case]:
    """Return a case for each usual table that differs from the default."""
    return [
        (name, f"preset={preset.name}", dict(preset.options), seats)
        for name, game in GAMES.items()
        for preset in game.presets
        for seats in (preset.seats or game.seats)[:1]
        if preset.options
    ]


def outermost(game: str, seats: int) -> bool:
    """Tell whether so many players (0: the usual number) are the fewest, the usual number or the most."""
    counts = GAMES[game].seats
    return seats in (0, min(counts), max(counts))


def ids(cases: list[Case]) -> list[str]:
    return [f"{case[0]} {case[1]}" for case in cases]


# The laws look at every view of every decision, and the second reading does not: so it can try more sets.
LAWFUL = [
    case
    for case in CASES
    if case[0] not in SLOW or (not case[2] and outermost(case[0], case[3]))  # of long games no single option
] + presets()
READ = [
    case
    for case in CASES
    if case[0] not in SLOW or case[1] not in VAST or (not case[2] and outermost(case[0], case[3]))
] + presets()


def obey(game: str, options: dict[str, str], seats: int, deals: int) -> None:
    """Hold deals against the laws."""
    report = check(GAMES[game], dict(options), seats, deals)
    assert report.failures == {}
    assert report.deals >= deals


def read(game: str, options: dict[str, str], seats: int, deals: int) -> None:
    """Hold deals against the second reading, tests/<game>/deals.py."""
    rules = GAMES[game].rules(dict(options), seats)
    assert len(list(rounds.play(GAMES[game], rules, deals, seed=2))) == deals


@pytest.mark.parametrize(("game", "name", "options", "seats"), LAWFUL, ids=ids(LAWFUL))
def test_the_laws_hold_in_a_deal(game: str, name: str, options: dict[str, str], seats: int) -> None:
    obey(game, SHORTER.get(game, {}) | SMALLER.get((game, name), {}) | options, seats, 1)


@pytest.mark.parametrize(("game", "name", "options", "seats"), READ, ids=ids(READ))
def test_a_few_deals_are_as_they_are_read_again(game: str, name: str, options: dict[str, str], seats: int) -> None:
    read(game, options, seats, 1 if game in SLOW else 10)


@pytest.mark.long
@pytest.mark.parametrize(("game", "name", "options", "seats"), CASES, ids=ids(CASES))
def test_many_deals(game: str, name: str, options: dict[str, str], seats: int) -> None:
    slow = 1 if name in VAST else 3 if game in SLOW else 0
    obey(game, options, seats, slow or 12)
    read(game, options, seats, slow or 200)
