"""Data of bots: the decisions follow from the record, formats agree, and what is damaged is refused with its line."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import stich
from env.tables import tables
from repository import ROOT
from stich.bots import classes
from stich.env import data
from stich.env.actions import NO_NUMBER, ActionNumbers
from stich.env.data import Played
from stich.env.data_files import Part, Size, write
from stich.env.observation import Observation
from stich.env.self_play import SelfPlay, check_seeds, settings_of
from stich.env.turns import DECLINE
from stich.games import find
from stich.kernel.action import Action, Refused

TABLES = tables(every=False)


def written(folder: Path, deals: int = 6, game: str = "ecarte", name: str = "a.jsonl", seen: bool = True) -> Path:
    """Write a file of data, and return its path."""
    settings = settings_of(find(game), ["club"], seed=3, observations=seen)
    table = SelfPlay(settings, find(game))
    part = folder / f"{name}.part"
    with Part(part, settings) as file:
        for n in range(file.done, deals):
            file.add(msgspec.json.encode(table.play(n)).decode())
    write(folder / name, part, settings, deals)
    return folder / name


@pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])
def test_what_is_written_follows_from_the_record(name: str, players: int, preset: str) -> None:
    """Going through the record with the numbers of the environments gives each decision again."""
    settings = settings_of(find(name), ["random"], 5, players, preset, observations=True)
    played = SelfPlay(settings, find(name)).play(2)
    assert played == SelfPlay(settings, find(name)).play(2)
    game = stich.game(name, players, preset)
    numbers, layout = ActionNumbers(game.of, game.rules), Observation(game.of, game.rules)
    deal = game.deal(7)
    for decision in played.decisions:
        assert deal.seat == decision.seat
        numbered = numbers.of(deal.actions)
        assert list(numbered) == decision.legal
        seen = deal.view(deal.seat).view
        assert (layout.row(seen), layout.numbers(seen)) == (decision.observation, decision.facts)
        assert decision.action == NO_NUMBER or decision.move
        deal.play(decision.move)
    assert deal.over
    assert [-n if game.rules.layout.fewest else n for n in deal.points] == played.points
    moves = [str(move) for _, _, move in played.replay()]
    assert moves == [one.move for one in played.decisions if one.move != DECLINE.verb]


def test_the_deals_are_those_of_their_seeds() -> None:
    table = SelfPlay(settings_of(find("ecarte"), ["club", "random"], seed=40), find("ecarte"))
    one = table.play(3)
    assert one.deal == 3
    assert one.bots == ["club", "random"]
    assert "\nsource sim1 43\nnames club | random\n" in one.record
    assert one.decisions[0].observation == b""


def test_all_formats_have_the_same_deals(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines = list(data.read(written(tmp_path)))
    assert len(lines) == 6
    assert all(decision.observation and decision.facts for decision in lines[0].decisions)
    assert list(data.read(written(tmp_path, name="b.jsonl.gz"))) == lines
    assert list(data.read(written(tmp_path, name="c.parquet"))) == lines


def test_the_example_reads_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = (ROOT / "docs/data.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    decisions = [one for deal in data.read(written(tmp_path, name="deals.jsonl.gz")) for one in deal.decisions]
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(decisions)
    assert decisions[0].move in lines[0]


def test_parquet_has_a_row_for_each_decision_and_each_record_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("stich.env.data_files.GROUP", 4)
    path = written(tmp_path, name="a.parquet", seen=False)
    deals = list(data.read(path))
    rows = parquet.read_table(path).to_pylist()
    assert len(deals) == 6
    assert parquet.ParquetFile(path).num_row_groups == 2
    assert len(rows) == sum([len(deal.decisions) for deal in deals])
    assert "observation" not in rows[0]
    assert [row["record"] for row in rows if row["record"]] == [deal.record for deal in deals]
    assert all((row["record"] is None) == (row["step"] > 0) for row in rows)
    for row in rows:
        assert row["points"] == deals[row["deal"]].points[row["seat"]] == row["all_points"][row["seat"]]
        assert row["bot"] == "club"


def swapped(line: bytes) -> bytes:
    """Return a line with another card in its record."""
    return line.replace(b" card ", b" kard ", 1)


def other(line: bytes, **values: object) -> bytes:
    """Return a line with other values in its first decision."""
    deal = msgspec.json.decode(line)
    deal["decisions"][0] |= values
    return msgspec.json.encode(deal) + b"\n"


FAULTS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no JSON": (lambda line: line[:60] + b"\n", "JSON is malformed"),
    "a word for a number": (lambda line: line.replace(b'"deal":2', b'"deal":"2"'), "deal"),
    "a deal too late": (lambda line: line.replace(b'"deal":2', b'"deal":4'), "deal 2 should be here, not 4"),
    "another record": (swapped, "checksum"),
    "points of three": (lambda line: line.replace(b'"points":[', b'"points":[0,'), "points for 3 seats"),
    "what is not legal": (lambda line: other(line, action=1000), "1000, which is not legal"),
    "no such seat": (lambda line: other(line, seat=2), "of seat 2, and there are 2"),
    "a wrong step": (lambda line: other(line, step=1), "has the number 1"),
    "an unknown key": (lambda line: other(line, thought=1), "thought"),
    "the end is missing": (lambda line: line[:-1], "cut off"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_line_is_refused_with_its_number(fault: str, tmp_path: Path) -> None:
    path = written(tmp_path, 3)
    lines = path.read_bytes().splitlines(keepends=True)
    spoil, reason = FAULTS[fault]
    lines[2] = spoil(lines[2])
    path.write_bytes(b"".join(lines))
    found: list[Played] = []
    with pytest.raises(ValueError, match=rf"a\.jsonl, line 3: .*{reason}"):
        found.extend(data.read(path))


def test_the_deals_before_the_damage_are_there(tmp_path: Path) -> None:
    path = written(tmp_path, 3)
    path.write_bytes(path.read_bytes()[:-5])
    reader = data.read(path)
    assert [next(reader).deal, next(reader).deal] == [0, 1]
    with pytest.raises(ValueError, match="line 3: it is cut off"):
        next(reader)


@pytest.mark.parametrize("keep", [0.5, 0.99])
def test_a_packed_file_that_is_cut_off_is_refused(keep: float, tmp_path: Path) -> None:
    path = written(tmp_path, 6, name="a.jsonl.gz")
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(ValueError, match=r"a\.jsonl\.gz, line \d"):
        list(data.read(path))


@pytest.mark.parametrize("content", [b"", b"no gzip", gzip.compress(b"")], ids=["empty", "foreign", "nothing packed"])
def test_a_file_that_is_none_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="line 1: "):
        list(data.read(path))


def test_damaged_parquet_is_refused(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = written(tmp_path, 3, name="a.parquet")
    table = parquet.read_table(path)
    parquet.write_table(table.slice(table.num_rows // 2), path)
    with pytest.raises(ValueError, match=r"a\.parquet, deal 0: "):
        list(data.read(path))
    parquet.write_table(table.drop_columns(["move"]), path)
    with pytest.raises(ValueError, match=r"a\.parquet, deal 0: .*move"):
        list(data.read(path))
    parquet.write_table(arrow.table({"x": [1]}), path)
    with pytest.raises(ValueError, match=r"a\.parquet, deal 0: "):
        list(data.read(path))
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(ValueError, match=r"a\.parquet, deal 0: "):
        list(data.read(path))


def test_what_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz"):
        with pytest.raises(FileNotFoundError):
            list(data.read(tmp_path / name))


def test_another_ending_and_a_missing_package_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.csv", "a", ".jsonl"):
        with pytest.raises(ValueError, match=r"has to end in one of these: \.jsonl\.gz"):
            list(data.read(tmp_path / name))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"stich\[data\]"):
        list(data.read(tmp_path / "a.parquet"))


def test_a_bot_that_cannot_play_here_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table a weaker bot takes over. In data it would have the name of the other."""
    game = find("ecarte")
    level = "expert"
    monkeypatch.setattr(classes(game)[level], "lacks", classmethod(lambda cls: "nothing to think with"))
    with pytest.raises(Refused, match=r"error\.level"):
        SelfPlay(settings_of(game, [f"{level}@5"]), game)


def test_a_choice_that_is_not_legal_is_an_error() -> None:
    table = SelfPlay(settings_of(find("ecarte"), ["club"]), find("ecarte"))
    deal = table.table.deal(1)
    with pytest.raises(RuntimeError, match="the bot club of ecarte chose"):
        table.listed(deal, deal.seat, Action("bet", b"", 3))


def test_seeds_have_a_limit() -> None:
    most = 10**40 - 1
    check_seeds(settings_of(find("ecarte"), ["club"], seed=-5), 10)
    check_seeds(settings_of(find("ecarte"), ["club"], seed=most), 1)
    with pytest.raises(Refused, match=r"error\.seed"):
        check_seeds(settings_of(find("ecarte"), ["club"], seed=most), 2)


def test_a_part_of_other_settings_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, 2)
    part = Path(f"{path}.part")
    settings = settings_of(find("ecarte"), ["club"], seed=3, observations=True)
    with Part(part, settings) as file:
        assert file.done == 2
    with pytest.raises(Refused, match="seed is 3 in the file, but 4 was given"):
        Part(part, settings_of(find("ecarte"), ["club"], seed=4, observations=True))
    part.write_text("{}\n", "utf-8")
    with pytest.raises(Refused, match="does not begin like"):
        Part(part, settings)


def test_an_unfinished_line_is_played_again_and_a_damaged_one_refused(tmp_path: Path) -> None:
    path = written(tmp_path, 3)
    whole = path.read_bytes()
    part = Path(f"{path}.part")
    settings = settings_of(find("ecarte"), ["club"], seed=3, observations=True)
    part.write_bytes(part.read_bytes()[:-100])
    assert write(path, part, settings, 3) == Size(2, sum([len(deal.decisions) for deal in data.read(path)]))
    assert written(tmp_path, 3).read_bytes() == whole
    part.write_bytes(part.read_bytes().replace(b'"deal":1', b'"deal":7'))
    with pytest.raises(Refused, match="line 3: deal 1 should be here, not 7"):
        Part(part, settings)
