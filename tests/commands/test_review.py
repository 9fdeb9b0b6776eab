"""`stich review` says what each decision of a record cost, in the terminal and as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from stich.cli import main
from stich.games import find
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump
from stich.text.catalogue import LANGUAGES

pytestmark = pytest.mark.once


def played(most: int = 30) -> Match:
    game = find("ecarte")
    match, chance = Match(game, game.rules({}), Source(SIM, 5)), quick(1)
    while len(match.moves) < most and not match.over:
        if not match.deal.must():
            match.next_deal()
        seat = match.deal.actor()
        legal = match.legal(seat)
        match.act(seat, legal[int(chance.below(len(legal)))])
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(dump(played(), ["Mira", "Ünal"], "stich 0"), "utf-8")
    return path


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("STICH_LANG", "en")


def out_of(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main(["review", "--worlds", "8", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_it_names_mistakes_and_what_is_luck(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = out_of(capsys, file)
    assert "Analysis: Écarté" in out
    assert "The record breaks off" in out
    assert "Mistake: " in out
    assert "Better: " in out
    assert "could know, this cost " in out
    assert "Advice to " in out
    assert "With open cards it cost " in out
    for name in ("Mira", "Ünal"):
        assert f"\n{name}  " in out


def test_several_processes_say_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert out_of(capsys, file, "--jobs", "2") == out_of(capsys, file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_to_send(language: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "review.html"
    out_of(capsys, file, "--html", target, "--lang", language)
    text = target.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert f'lang="{language}"' in text
    assert "<svg" in text
    assert "evaluation." not in text
    assert "{" not in text.partition("</style>")[2]
    assert "<script" not in text
    assert "http" not in text


def test_a_file_that_cannot_be_written_is_refused_at_once(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--html", str(file.parent / "none" / "x.html")]) == 2
    assert "none" in capsys.readouterr().err


def test_a_record_that_is_cut_off_is_judged_up_to_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:20], lines[20][:1] + " nonsense"]), "utf-8")
    out = out_of(capsys, file)
    assert "nonsense" in out
    assert "Analysis: Écarté" in out


@pytest.mark.parametrize("content", ["", "nothing of the kind\n", "stich record 1\ngame ecarte 1\nseats 2\n"])
def test_what_has_no_deal_is_refused(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x"
    path.write_text(content, "utf-8")
    assert main(["review", str(path)]) == 2
    assert capsys.readouterr().err


def test_the_names_in_a_file_are_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, target = tmp_path / "x", tmp_path / "x.html"
    path.write_text(dump(played(12), ["<b>Mira", "&amp;"], "stich 0"), "utf-8")
    out_of(capsys, path, "--html", target)
    text = target.read_text("utf-8")
    assert "<b>Mira" not in text.replace("<b>&lt;b&gt;Mira", "")
    assert "&lt;b&gt;Mira" in text
    assert "&amp;amp;" in text
