"""The chance to win a match from its scores: worked out by hand, without changing the mean, and read as written."""

from __future__ import annotations

import json
import logging
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from stich.analysis.equity import Player, Sample, rounded, solve
from stich.bots.equity import FILE, Equity, Kind, MatchScore, equity, read, written
from stich.cli import main
from stich.commands.equity import BLOCK, begin, match_of, sampled, score_of
from stich.games import find, folder, games
from stich.kernel.action import Refused
from stich.kernel.chance import quick

pytestmark = pytest.mark.once

ECARTE = find("ecarte")
CARD = {"game": "ecarte", "rules": ECARTE.version, "seats": 2}


def sample(*points: int) -> Sample:
    return Sample(points, "k", points)


def short() -> Equity:
    """A match to two points in which the dealer takes each of them in one of three deals."""
    score = MatchScore((-2, -1), lambda rules: int(rules.target), lambda s: ("", 0))
    return solve(ECARTE, ECARTE.rules(), score, [sample(1, 0), sample(0, 1), sample(0, 1)], seed=1)


def test_a_short_match_by_hand() -> None:
    table = short()
    last = table.chance((-1, -1), 0, 0)
    assert last == pytest.approx(1 / 3, abs=1e-3)
    # one of the two needs one point, the other two: the next deal is dealt by the other
    behind = table.chance((-2, -1), 0, 0)  # wins this deal as the dealer (1/3), then as the other one (2/3)
    assert behind == pytest.approx(1 / 3 * 2 / 3, abs=1e-3)
    ahead = table.chance((-1, -2), 0, 0)  # wins this deal, or loses it and wins as the other one
    assert ahead == pytest.approx(1 / 3 + 2 / 3 * 2 / 3, abs=1e-3)
    begin = table.chance((-2, -2), 0, 0)  # 1 : 0 or 0 : 1, and the other one deals
    assert begin == pytest.approx(1 / 3 * (1 - 2 / 9) + 2 / 3 * (1 - 7 / 9), abs=1e-3)


def test_the_seat_of_the_dealer_is_all_that_matters() -> None:
    table = short()
    assert table.chance((-2, -1), 0, 0) == table.chance((-1, -2), 1, 1)
    assert table.chance((-2, -1), 0, 0) + table.chance((-2, -1), 0, 1) == pytest.approx(1)


def test_a_score_between_two_levels_keeps_its_mean() -> None:
    levels = (-100, -60, -50)
    chance = quick(1, 2)
    many = [levels[rounded(levels, -70, chance)] for _ in range(4000)]
    assert set(many) == {-100, -60}
    assert sum(many) / len(many) == pytest.approx(-70, abs=1)
    assert [rounded(levels, n, chance) for n in (-300, -100, -60, -50, -7)] == [0, 0, 1, 2, 2]


def test_between_the_scores_of_a_table_it_is_interpolated() -> None:
    table = Equity((-20, -10), [(0.5, 0.5), (0.1, 0.9), (0.9, 0.1), (0.5, 0.5)], {})
    assert table.chance((-15, -20), 0, 0) == pytest.approx(0.7)
    assert table.chance((-15, -20), 1, 0) == pytest.approx((0.5 + 0.9) / 2)
    assert table.chance((-400, -3), 0, 0) == pytest.approx(0.1)
    assert table.chance((-15, -15), 0, 1) == pytest.approx(0.5)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / FILE
    table = Equity((-2, -1), [(0.5, 0.5)] * 4, {"a": Kind(7, [(1, 0)])})
    path.write_text(written(table, CARD), "utf-8")
    found = read(path, "ecarte", ECARTE.version, 2)
    assert (found.levels, found.chances, found.kinds) == (table.levels, table.chances, table.kinds)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data | {"game": "chimera"},
        lambda data: data | {"rules": 99},
        lambda data: data | {"format": 0},
        lambda data: data | {"chances": data["chances"][1:]},
        lambda data: data | {"chances": [[500]] * 4},
        lambda data: data | {"levels": [-1, -2]},
        lambda data: {key: data[key] for key in data if key != "kinds"},
        lambda data: data | {"kinds": {"a": [1, [[1]]]}},
        lambda data: data | {"kinds": {"a": [1, []]}},
        lambda data: data | {"kinds": {"a": [0, [[1, 0]]]}},
        lambda data: data | {"levels": [], "chances": []},
        lambda data: data | {"chances": [[float("inf"), 0]] * 4},
        lambda data: [data],
    ],
)
def test_a_file_that_does_not_fit_is_not_used(tmp_path: Path, change, caplog: pytest.LogCaptureFixture) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / FILE
    data = json.loads(written(Equity((-2, -1), [(0.5, 0.5)] * 4, {"a": Kind(7, [(1, 0)])}), CARD))
    path.write_text(json.dumps(change(data)), "utf-8")
    with caplog.at_level(logging.WARNING):
        assert equity(path, "ecarte", ECARTE.version, 2) is None
    assert "played by points" in caplog.text


def test_a_file_that_is_not_there_is_not_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert equity(tmp_path / "none", "ecarte", 1, 2) is None
    assert "none" in caplog.text


TABLES = [name for name in games() if (folder(name) / FILE).is_file()]


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_in_the_package_are_chances(name: str) -> None:
    game = find(name)
    seats = game.rules().layout.seats
    table = read(folder(name) / FILE, name, game.version, seats)
    assert all(sum(some) == pytest.approx(1, abs=0.002) for some in table.chances)
    even = -table.levels[len(table.levels) // 2]
    for seat in range(seats):
        rising = [
            table.chance(tuple([level if i == seat else -even for i in range(seats)]), 0, seat)
            for level in table.levels
        ]
        assert rising == sorted(rising)
        assert table.chance((-even,) * seats, 0, seat) == pytest.approx(1 / seats, abs=0.06)


def shipped(name: str) -> tuple[Equity, int]:
    """Return the table in the package and the number of its seats."""
    game = find(name)
    seats = game.rules().layout.seats
    return read(folder(name) / FILE, name, game.version, seats), seats


def test_a_game_that_is_played_to_a_score_has_its_table() -> None:
    assert [name for name in games() if score_of(name) is not None] == TABLES == ["chimera", "ecarte"]


@pytest.mark.parametrize("name", TABLES)
def test_every_shipped_chance_lies_between_none_and_certainty(name: str) -> None:
    table, seats = shipped(name)
    assert len(table.chances) == len(table.levels) ** seats
    assert all(0 <= chance <= 1 for row in table.chances for chance in row)
    assert 0.9 < max(map(max, table.chances)) <= 1  # far ahead is nearly won
    assert 0 <= min(map(min, table.chances)) < 0.1


@pytest.mark.parametrize("name", TABLES)
def test_a_better_score_never_lowers_a_shipped_chance(name: str) -> None:
    """Whatever the others have, and wherever the dealer sits."""
    table, seats = shipped(name)
    many = len(table.levels)
    falls = []
    for at, row in enumerate(table.chances):
        for seat in range(seats):
            step = many ** (seats - 1 - seat)
            if at // step % many < many - 1 and table.chances[at + step][seat] < row[seat]:
                falls.append((at, seat))
    assert not falls


@pytest.mark.parametrize("name", TABLES)
def test_seats_that_exchange_their_scores_exchange_their_shipped_chances(name: str) -> None:
    """Who deals makes the only difference, and a small one: at most the worth of the last deal."""
    table, seats = shipped(name)
    for scores in product(table.levels, repeat=seats):
        for one, other in combinations(range(seats), 2):
            seat = {one: other, other: one}
            turned = tuple([scores[seat.get(i, i)] for i in range(seats)])
            for i in range(seats):
                apart = table.chance(scores, 0, i) - table.chance(turned, 0, seat.get(i, i))
                assert abs(apart) < 0.07, (scores, one, other, i)


def test_deals_of_one_number_are_the_same() -> None:
    match = match_of("chimera")
    game = find("chimera")
    player = Player(game, game.rules(), match, "random", 3)
    first = player.sample(5)
    assert Player(game, game.rules(), match, "random", 3).sample(5) == first
    assert sorted(first.points) == sorted(first.listed)
    assert first.kind.split()[1] in ("won", "lost")


def test_the_command_writes_a_table_with_its_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / FILE
    assert main(["equity", "ecarte", "--deals", "40", "--level", "random", "--seed", "9", "--file", str(path)]) == 0
    table = read(path, "ecarte", ECARTE.version, 2)
    data = json.loads(path.read_text("utf-8"))
    assert (data["level"], data["deals"], data["seed"]) == ("random", 40, 9)
    assert table.kinds[""].often == 40
    assert "chances at the beginning" in capsys.readouterr().out


def test_several_processes_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stich.commands.equity.BLOCK", 9)
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / jobs
        given = ["equity", "ecarte", "--deals", "40", "--level", "random", "--jobs", jobs, "--file", str(path)]
        assert main(given) == 0
        texts.append(path.read_text("utf-8"))
    assert texts[0] == texts[1]


class Pool(ThreadPoolExecutor):
    """Counts what it is given, and is closed as processes are."""

    given = 0
    cancelled = False

    def __init__(self, jobs: int, initializer: object, initargs: tuple[str, str, int]) -> None:
        super().__init__(1)
        begin(*initargs)

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        Pool.given += 1
        return super().submit(*args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        Pool.cancelled |= cancel_futures
        super().shutdown(wait, cancel_futures=cancel_futures)


def test_after_an_interrupt_few_deals_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stich.commands.equity.ProcessPoolExecutor", Pool)
    coming = sampled("ecarte", "random", 1, 5_000, 2)
    next(coming)
    coming.close()  # as Ctrl-C does
    assert Pool.given == 2 * BLOCK
    assert Pool.cancelled


def test_a_file_that_cannot_be_written_is_refused_before_a_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a deal was played")

    monkeypatch.setattr("stich.commands.equity.sampled", never)
    assert main(["equity", "ecarte", "--file", str(tmp_path / "no" / FILE)]) == 2
    assert str(tmp_path / "no") in capsys.readouterr().err


@pytest.mark.parametrize("words", [["durak"], ["ecarte", "--level", "wizard"], ["chess"]])
def test_what_cannot_be_computed_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", *words, "--deals", "1"]) == 2
    assert capsys.readouterr().err.startswith("stich: ")


def test_a_game_without_a_score_says_so() -> None:
    with pytest.raises(Refused) as refused:
        match_of("durak")
    assert refused.value.phrase.key == "error.no_equity"
    assert refused.value.phrase.args["allowed"] == "chimera | ecarte"
