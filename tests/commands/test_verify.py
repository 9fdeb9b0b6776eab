"""`stich verify`: what it says and its exit codes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kernel.fair_vectors import match_of
from kernel.test_fair import played
from stich.cli import main
from stich.games import find
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump, sum_of

RECORD = dump(played(match_of(find("durak"), 3, 4), 4, 60))


def written(tmp_path: Path, text: str, name: str = "match.stich") -> str:
    (tmp_path / name).write_text(text, "utf-8")
    return str(tmp_path / name)


def resummed(text: str) -> str:
    head = text[: text.index("\nsum ") + 1]
    return f"{head}sum {sum_of(head)}\n"


def test_a_fair_match_is_found_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", written(tmp_path, RECORD)]) == 0
    out = capsys.readouterr().out
    assert "round 1: commitment and cards as agreed" in out
    assert "match.stich: all is as agreed" in out


@pytest.mark.parametrize(("word", "reason"), [("secret ", "commitment of the server"), ("nonce ", "seat pledged")])
def test_a_changed_figure_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, reason: str) -> None:
    at = RECORD.index(f"\n{word}") + len(word) + (1 if word == "secret " else 3)
    while RECORD[at] == "-":
        at = RECORD.index(f"\n{word}", at) + len(word) + 3
    changed = RECORD[:at] + ("0" if RECORD[at] != "0" else "1") + RECORD[at + 1 :]
    assert main(["verify", written(tmp_path, resummed(changed))]) == 1
    out = capsys.readouterr().out
    assert "WRONG" in out
    assert reason in out
    assert f"Line {RECORD[:at].count(chr(10)) + 1}" in out


def test_a_match_with_a_seed_has_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = find("durak")
    text = dump(Match(game, game.rules(), Source(SIM, 3)))
    assert main(["verify", written(tmp_path, text)]) == 3
    assert "nothing to check" in capsys.readouterr().out


@pytest.mark.parametrize("packed", [False, True])
def test_many_matches_in_lines_of_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], packed: bool) -> None:
    bad = RECORD.replace("\nsecret ", "\nsecret 0", 1)
    text = "".join(json.dumps({"record": one}) + "\n" for one in (RECORD, bad))
    file = written(tmp_path, text, "dump.jsonl")
    if packed:
        Path(file).write_bytes(gzip.compress(text.encode()))
    assert main(["verify", "--json", file]) == 1
    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (first["fault"], first["source"], first["deals"][0]["deal"]) == ("", "hkdf1", 1)
    assert second["fault"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
