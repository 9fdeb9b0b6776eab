"""`stich generate`: all formats, the same data with any number of processes, going on after Ctrl-C, refusals."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from stich.cli import USAGE, main
from stich.commands import generate
from stich.env import data
from stich.env.self_play import Settings

pytestmark = pytest.mark.once

GAME = ["generate", "ecarte", "--deals", "5", "--seed", "3"]


def out(*files: Path) -> list[str]:
    """Return the words that name the files."""
    return ["--out", *map(str, files)]


def names(folder: Path) -> list[str]:
    """Return what lies in a folder."""
    return sorted(file.name for file in folder.iterdir())


def stopped_after(monkeypatch: pytest.MonkeyPatch, deals: int) -> None:
    """Let Ctrl-C come after some deals."""
    real = generate.played

    def some(settings: Settings, numbers: range, jobs: int, folders: list[Path]) -> Iterator[str]:
        for n, line in enumerate(real(settings, numbers, jobs, folders)):
            if n == deals:
                raise KeyboardInterrupt
            yield line

    monkeypatch.setattr(generate, "played", some)


def test_every_format_has_the_deals_and_a_card(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    files = [tmp_path / name for name in ("a.jsonl.gz", "a.jsonl", "a.parquet")]
    assert main([*GAME, "--bots", "club", "random", *out(*files)]) == 0
    assert names(tmp_path) == sorted([file.name for file in files] + [f"{file.name}.md" for file in files])
    first = list(data.read(files[0]))
    assert [deal.deal for deal in first] == [0, 1, 2, 3, 4]
    assert first[0].bots == ["club", "random"]
    for file in files[1:]:
        assert list(data.read(file)) == first


def test_the_card_says_what_is_in_the_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines, rows = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    option = ["--option", "declarer_loss=opponent_two", "--observations", "--players", "2"]
    assert main([*GAME, *option, *out(lines, rows)]) == 0
    card = Path(f"{lines}.md").read_text("utf-8")
    decisions = sum([len(deal.decisions) for deal in data.read(lines)])
    for said in (
        "| game | ecarte, rules of version 1, 2 seats |",
        "| options | declarer_loss=opponent_two |",
        "| bots, from seat 0 on | club, club |",
        "| seeds | 3 to 7: deal n has the seed 3 + n |",
        "| deals | 5 |",
        f"| decisions | {decisions:,} |",
        "stich generate ecarte --bots club --deals 5 --seed 3 --players 2 --option declarer_loss=opponent_two",
        "in Base64",
        "| licence | MIT",
        "`record` has the hands of all seats",
    ):
        assert said in card
    words = card.partition("`stich ")[2].partition("`")[0].split()
    other = tmp_path / "other"
    other.mkdir()
    at = words.index("--out")
    assert main([*words[:at], *out(other / "a.jsonl")]) == 0
    assert (other / "a.jsonl").read_bytes() == lines.read_bytes()
    parquet = pytest.importorskip("pyarrow.parquet")
    described = [line.split("`")[1] for line in Path(f"{rows}.md").read_text("utf-8").splitlines() if line[:3] == "| `"]
    assert described == parquet.read_schema(rows).names


@pytest.mark.parametrize("ending", [".jsonl.gz", ".parquet"])
def test_the_number_of_processes_makes_no_difference(ending: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    one, three = tmp_path / f"a{ending}", tmp_path / f"b{ending}"
    assert main([*GAME, "--observations", *out(one)]) == 0
    assert main([*GAME, "--observations", "--jobs", "3", *out(three)]) == 0
    assert one.read_bytes() == three.read_bytes()


def test_after_ctrl_c_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, file = tmp_path / "whole.jsonl.gz", tmp_path / "a.jsonl.gz"
    assert main([*GAME, *out(whole)]) == 0
    with monkeypatch.context() as patch:
        stopped_after(patch, 2)
        assert main([*GAME, *out(file)]) == 130
    assert "interrupted: 2 of 5 deals" in capsys.readouterr().out
    assert len(list(data.read(file))) == 2
    assert "| deals | 2 of 5 that were asked for" in Path(f"{file}.md").read_text("utf-8")
    begun: list[range] = []
    real = generate.played

    def watched(settings: Settings, numbers: range, jobs: int, folders: list[Path]) -> Iterator[str]:
        begun.append(numbers)
        return real(settings, numbers, jobs, folders)

    monkeypatch.setattr(generate, "played", watched)
    assert main([*GAME, *out(file)]) == 0
    assert begun == [range(2, 5)]
    assert file.read_bytes() == whole.read_bytes()
    assert "| deals | 5 |" in Path(f"{file}.md").read_text("utf-8")
    assert not Path(f"{file}.part").exists()


def test_ctrl_c_before_the_first_deal_writes_no_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_after(monkeypatch, 0)
    assert main([*GAME, *out(tmp_path / "a.jsonl")]) == 130
    assert names(tmp_path) == ["a.jsonl.part"]


def test_what_was_begun_with_other_settings_is_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.jsonl"
    with monkeypatch.context() as patch:
        stopped_after(patch, 2)
        assert main([*GAME, *out(file)]) == 130
    assert main([*GAME, "--bots", "random", *out(file)]) == USAGE
    assert "bots is ['club', 'club'] in the file" in " ".join(capsys.readouterr().err.split())
    assert len(list(data.read(file))) == 2


def test_a_finished_file_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("precious", "utf-8")
    assert main([*GAME, *out(file)]) == USAGE
    assert "already exists" in capsys.readouterr().err
    assert names(tmp_path) == ["a.jsonl"]
    assert file.read_text("utf-8") == "precious"


def test_a_deal_whose_process_is_lost_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, file = tmp_path / "whole.jsonl", tmp_path / "a.jsonl"
    assert main([*GAME, *out(whole)]) == 0
    real = generate.pooled
    lost: list[int] = []

    def pooled(settings: Settings, numbers: range, jobs: int, folders: list[Path]) -> Iterator[str]:
        for n, line in zip(numbers, real(settings, numbers, jobs, folders), strict=True):
            if n == 3 and len(lost) < losses:
                lost.append(n)
                raise BrokenExecutor
            yield line

    losses = 2
    monkeypatch.setattr(generate, "pooled", pooled)
    assert main([*GAME, "--jobs", "2", *out(file)]) == 0
    assert lost == [3, 3]
    assert file.read_bytes() == whole.read_bytes()
    losses, file = 100, tmp_path / "b.jsonl"
    assert main([*GAME, "--jobs", "2", *out(file)]) == USAGE
    assert "Deal 3 was begun 5 times" in capsys.readouterr().err
    assert len(Path(f"{file}.part").read_text("utf-8").splitlines()) == 1 + 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_that_fails_is_named(jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = f"pipe:{sys.executable} -c pass"
    assert main([*GAME, "--bots", "club", program, "--jobs", jobs, *out(tmp_path / "a.jsonl")]) == USAGE
    said = capsys.readouterr().err
    assert said.startswith("stich: ")
    assert sys.executable in said
    assert "error." not in said
    assert names(tmp_path) == ["a.jsonl.part"]


REFUSED = {
    "no such game": (["generate", "bridge"], "bridge"),
    "no such bot": ([*GAME, "--bots", "genius"], "There is no bot “genius”. There are: random"),
    "the ceiling": ([*GAME, "--bots", "ceiling"], "There is no bot “ceiling”"),
    "three bots for two": ([*GAME, "--bots", "club", "club", "club"], "one for each of the 2 seats"),
    "no such preset": ([*GAME, "--preset", "midnight"], "midnight"),
    "no such option": ([*GAME, "--option", "jokers=2"], "jokers"),
    "too many players": ([*GAME, "--players", "9"], "9"),
    "a seed too long": ([*GAME, "--seed", str(10**40)], "seed"),
    "no deals": (["generate", "ecarte", "--deals", "0"], "not a number from 1"),
    "no processes": ([*GAME, "--jobs", "0"], "not a number from 1"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_an_order_that_cannot_be_carried_out_is_refused(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, reason = REFUSED[fault]
    try:
        code = main([*words, *out(tmp_path / "a.jsonl")])
    except SystemExit as ended:  # of argparse
        code = int(str(ended.code))
    assert code == USAGE
    assert reason in " ".join(capsys.readouterr().err.split())
    assert names(tmp_path) == []


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    for file, reason in (
        (tmp_path / "nowhere" / "a.jsonl", "No such file"),
        (tmp_path / "folder.jsonl", "folder"),
        (tmp_path / "a.csv", ".jsonl.gz | .jsonl | .parquet"),
    ):
        assert main([*GAME, *out(tmp_path / "b.jsonl", file)]) == USAGE
        assert reason in " ".join(capsys.readouterr().err.split())
    assert names(tmp_path) == ["folder.jsonl"]


def test_parquet_without_pyarrow_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*GAME, *out(tmp_path / "a.parquet")]) == USAGE
    assert "pip install 'stich[data]'" in capsys.readouterr().err
    assert names(tmp_path) == []
    assert main([*GAME, *out(tmp_path / "a.jsonl.gz")]) == 0
