"""The arena: pairing, figures that were worked out by hand, going on after a break, and the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import stich
from stich.bots.arena import (
    DUPLICATE,
    MATCHES,
    ROUNDS,
    Arena,
    Contest,
    Played,
    Result,
    best,
    bootstrap,
    clock_class,
    quantile,
    result,
    seatings,
    summaries,
)
from stich.bots.arena_file import Writer, read
from stich.cli import main
from stich.commands import arena
from stich.commands.arena.crew import Here, Task
from stich.games import find, load_folder
from stich.games.chimera import bot as chimera
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Refused
from stich.kernel.chance import quick

pytestmark = pytest.mark.once

SCHNAPSEN = Path(__file__).parent.parent / "games" / "schnapsen"
NO_TIMES: tuple[Counter[int], Counter[int]] = (Counter(), Counter())


def played(number: int, *results: tuple[str, float, float]) -> Played:
    return Played(number, [Result(*one) for one in results], NO_TIMES)


# -- pairing -----------------------------------------------------------------------------------------------------


def test_each_sits_alone_against_the_other_at_every_seat() -> None:
    assert seatings(2) == [0b01, 0b10]
    assert seatings(3) == [0b001, 0b010, 0b100, 0b110, 0b101, 0b011]
    assert sorted(seatings(4)) == [0b0001, 0b0010, 0b0100, 0b0111, 0b1000, 0b1011, 0b1101, 0b1110]


def test_nine_duplicate_deals_give_every_seat_every_bid() -> None:
    rules = GAME.rules()
    seen = set()
    for number in range(9):
        [(state, roles)] = chimera.duplicate(rules, GAME.prepare(rules, quick(1, number)), number)
        assert isinstance(state, Chimera)
        assert [roles.index("chimera"), roles.count("hunter")] == [state.chimera, 2]
        assert len(state.hand(state.chimera)) == 20
        seen.add((state.chimera, state.bid, state.phase.name))
    assert seen == {(seat, b, "play" if b == 20 else "exchange") for seat in range(3) for b in (20, 30, 40)}


def test_equals_are_equal_in_what_they_win() -> None:
    """A bot without luck against itself: what one of the two sides wins with the cards, the other one loses."""
    arena = Arena(Contest("chimera", {}, "club", "club"), find("chimera"))
    for number in range(6):
        deal = {r.role: r for r in arena.deal(number).results}
        assert deal["chimera"].share + deal["hunter"].share == 1
        assert deal["chimera"].edge + 2 * deal["hunter"].edge == pytest.approx(0)


def test_a_game_without_roles_has_its_seats_exchanged() -> None:
    load_folder(SCHNAPSEN)
    arena = Arena(Contest("schnapsen", {}, "random", "random"), find("schnapsen"))
    for number in range(10):
        first, second = arena.deal(number).results
        assert {first.role, second.role} == {"1 of 2 seats"}
        assert first.share + second.share == 1  # every seat has its own random numbers, for either bot
        assert first.edge == -second.edge


@pytest.mark.parametrize(("seats", "roles"), [(0, 2), (2, 2), (3, 3), (4, 2)])
def test_as_many_play_as_are_asked_for(seats: int, roles: int) -> None:
    arena = Arena(Contest("gaigel", {}, "random", "random", seats=seats), find("gaigel"))
    assert arena.seats == (seats or 4)
    assert len({r.role for r in arena.deal(0).results}) == roles  # of four two are partners


@pytest.mark.parametrize("mode", [DUPLICATE, ROUNDS, MATCHES])
def test_a_deal_is_the_same_whenever_it_is_played(mode: str) -> None:
    contest = Contest("chimera", {"limit": "300"}, "beginner", "random", mode, seed=3)
    arena = Arena(contest, find(contest.game))
    arena.deal(0)
    assert arena.deal(1).results == Arena(contest, find(contest.game)).deal(1).results
    assert arena.deal(1).results != arena.deal(2).results


def test_whole_rounds_and_matches_are_played_in_six_seatings() -> None:
    for mode in (ROUNDS, MATCHES):
        results = Arena(Contest("chimera", {}, "beginner", "random", mode), find("chimera")).deal(0).results
        assert [r.role for r in results] == ["1 of 3 seats"] * 3 + ["2 of 3 seats"] * 3


# -- figures -----------------------------------------------------------------------------------------------------


def test_edge_and_share_by_hand() -> None:
    # Chimera wins at 20 with a trap: 65, 10, 0; treasures 10 with a hunter.
    assert result("chimera", 0b001, 0b001, (65, 10, 0)) == Result("chimera", 1.0, 60.0)
    assert result("hunter", 0b110, 0b001, (65, 10, 0)) == Result("hunter", 0.0, -30.0)
    # one of two winners is A's
    assert result("x", 0b010, 0b110, (-20, 20, 20)) == Result("x", 0.5, 20.0)
    assert best((5, 7, 7)) == 0b110


def test_a_sure_thing_has_no_interval() -> None:
    [one] = summaries([played(n, ("x", 1.0, 20.0)) for n in range(50)])
    assert (one.role, one.deals) == ("x", 50)
    assert one.share == (1.0, 1.0, 1.0)
    assert one.edge == (20.0, 20.0, 20.0)


def test_roles_count_alike() -> None:
    a, b, mean = summaries([played(n, ("a", 1.0, 10.0), ("b", 0.5, 0.0), ("b", 0.0, -4.0)) for n in range(4)])
    assert (a.role, a.share.mean, a.edge.mean) == ("a", 1.0, 10.0)
    assert (b.role, b.share.mean, b.edge.mean) == ("b", 0.25, -2.0)
    assert (mean.role, mean.share.mean, mean.edge.mean) == ("", 0.625, 4.0)
    assert summaries([]) == []


def test_the_interval_is_that_of_the_binomial() -> None:
    """Half of 400: 1.96 standard errors of .025 are .049 to each side."""
    [half] = bootstrap([[1.0] * 200 + [0.0] * 200], seed=1)
    assert half.mean == 0.5
    assert half.low == pytest.approx(0.451, abs=0.01)
    assert half.high == pytest.approx(0.549, abs=0.01)


def test_roles_of_a_deal_are_drawn_together() -> None:
    """Where one role wins what the other loses, their mean is certain, though neither of them is."""
    deals = [played(n, ("a", n % 2, 0.0), ("b", 1 - n % 2, 0.0)) for n in range(100)]
    a, _, mean = summaries(deals)
    assert a.share.low < 0.45 < 0.55 < a.share.high
    assert mean.share == (0.5, 0.5, 0.5)


def test_quantiles_of_times() -> None:
    times = Counter({clock_class(0.001): 90, clock_class(0.020): 10})
    assert quantile(times, 0.5) == pytest.approx(0.001, rel=0.05)
    assert quantile(times, 0.95) == pytest.approx(0.020, rel=0.05)
    assert quantile(Counter(), 0.5) == 0


# -- going on ----------------------------------------------------------------------------------------------------

CONTEST = Contest("chimera", {}, "beginner", "random", DUPLICATE, 4)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    arena = Arena(CONTEST, find(CONTEST.game))
    deals = [arena.deal(n) for n in range(3)]
    with Writer(file, CONTEST) as out:
        out.add(deals[0])
    with Writer(file, CONTEST) as out:
        out.add(deals[1])
        out.add(deals[2])
    assert read(file, CONTEST) == deals
    assert read(tmp_path / "none.jsonl", CONTEST) == []


@pytest.mark.parametrize(("asked", "fits"), [(0, True), (3, False)])
def test_a_file_that_does_not_say_how_many_played_means_as_many_as_usual(
    tmp_path: Path, asked: int, fits: bool
) -> None:
    file = tmp_path / "deals.jsonl"
    with Writer(file, CONTEST) as out:
        out.add(Arena(CONTEST, find(CONTEST.game)).deal(0))
    lines = file.read_text("utf-8").splitlines()
    head = json.loads(lines[0])
    del head["seats"]
    file.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n", "utf-8")
    if fits:
        assert len(read(file, CONTEST._replace(seats=asked))) == 1
    else:
        with pytest.raises(Refused):
            read(file, CONTEST._replace(seats=asked))


def test_a_line_that_was_being_written_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    arena = Arena(CONTEST, find(CONTEST.game))
    with Writer(file, CONTEST) as out:
        out.add(arena.deal(0))
        out.add(arena.deal(1))
    file.write_bytes(file.read_bytes()[:-9])
    assert [p.number for p in read(file, CONTEST)] == [0]
    with Writer(file, CONTEST) as out:
        out.add(arena.deal(2))
    assert [p.number for p in read(file, CONTEST)] == [0, 2]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: ["{}", *lines[1:]], "line 1"),
        (lambda lines: ["no json", *lines[1:]], "line 1"),
        (lambda lines: [lines[0].replace('"seed": 4', '"seed": 5'), *lines[1:]], "1: seed is 5 in the file, but 4"),
        (lambda lines: [lines[0].replace("random", "club"), *lines[1:]], "line 1: b is 'club'"),
        (lambda lines: [*lines[:1], "7"], "line 2"),
        (lambda lines: [*lines[:1], json.dumps({"deal": 0, "results": [], "times": [{}, {}]})], "without results"),
        (lambda lines: [*lines, '{"deal": "x"}'], "line 3"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, change, reason: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "deals.jsonl"
    with Writer(file, CONTEST) as out:
        out.add(Arena(CONTEST, find(CONTEST.game)).deal(0))
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join(change(lines)) + "\n", "utf-8")
    with pytest.raises(Refused) as refused:
        read(file, CONTEST)
    assert refused.value.phrase.key == "error.data"
    assert reason in str(refused.value.phrase.args["reason"])


def test_the_command_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, table = tmp_path / "deals.jsonl", tmp_path / "games.csv"
    words = ["arena", "chimera", "beginner", "random", "--resume", str(file), "--csv", str(table)]
    assert main([*words, "--deals", "3"]) == 0
    first = file.read_text("utf-8").splitlines()
    assert main([*words, "--deals", "5"]) == 0
    lines = file.read_text("utf-8").splitlines()
    assert lines[:4] == first
    assert [json.loads(line)["deal"] for line in lines[1:]] == [0, 1, 2, 3, 4]
    arena = Arena(Contest("chimera", {}, "beginner", "random"), find("chimera"))
    expected = [f"{n},{r.role},{r.share},{r.edge}" for n in range(5) for r in arena.deal(n).results]
    assert table.read_text("utf-8").splitlines() == ["deal,role,share,edge", *expected]
    said = capsys.readouterr().out
    assert "mean of the roles" in said
    assert "median" in said


def test_the_command_on_two_processes_finds_the_same(tmp_path: Path) -> None:
    tables = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.csv"
        assert (
            main(["arena", "chimera", "beginner", "random", "--rounds", "4", "--jobs", jobs, "--csv", str(file)]) == 0
        )
        tables.append(file.read_text("utf-8"))
    assert tables[0] == tables[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to a process of its own there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_command_shows_what_it_has(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "deals.jsonl"
    words = ["arena", "chimera", "beginner", "random", "--deals", "100000", "--jobs", jobs, "--resume", str(file)]
    source = Path(stich.__file__).parent.parent
    with subprocess.Popen(
        [sys.executable, "-m", "stich", *words],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            for _ in range(600):
                if file.exists() and file.read_bytes().count(b"\n") > 3:
                    break
                time.sleep(0.1)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of its processes
            said, _ = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    kept = len(read(file, Contest("chimera", {}, "beginner", "random")))
    assert kept >= 3
    assert f"interrupted: {kept} of 100000 deals" in said
    assert "mean of the roles" in said


def test_deals_are_handed_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of millions of deals would need gigabytes."""

    def stopped(crew: Here, tasks: Iterator[Task]) -> Iterator[tuple[Task, Played]]:
        yield next(tasks), Played(0, [], (Counter(), Counter()))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play", stopped)
    contest = Contest("chimera", {}, "beginner", "random")
    tracemalloc.start()
    try:
        found, interrupted = arena.complete(Console(), Here(), contest, 200_000, None)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    assert (len(found), interrupted) == (1, True)


@pytest.mark.parametrize(
    "words",
    [
        ["chess", "club", "random"],
        ["chimera", "club", "wizard"],
        ["chimera", "club", "random", "--option", "limit=much"],
        ["gaigel", "club", "random", "--seats", "5"],
        ["chimera", "club", "random", "--csv", "/nowhere/at/all.csv"],
    ],
)
def test_what_does_not_exist_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words, "--deals", "1"]) == 2
    assert capsys.readouterr().err.startswith("stich: ")
