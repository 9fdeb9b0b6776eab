"""`run.py`, the script of a clone: it sets up one at a time, starts what is built, and builds for the next start."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import run
from repository import ROOT


def test_an_old_python_gets_as_far_as_the_explanation() -> None:
    ast.parse((ROOT / "run.py").read_text("utf-8"), feature_version=(3, 7))


HOLD = """
import sys, time, pathlib, run
run.ROOT = pathlib.Path(sys.argv[1])
with run.Lock("sample"):
    print("has it", flush=True)
    time.sleep(float(sys.argv[2]))
"""


@pytest.mark.once
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is Unix's")
def test_the_next_run_waits_and_goes_on_when_the_first_is_killed(tmp_path: Path) -> None:
    def hold(seconds: float) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", HOLD, str(tmp_path), str(seconds)]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    with hold(60) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "has it\n"
        with hold(0) as second:
            assert second.stdout is not None
            said = [second.stdout.readline() for _ in range(2)]
            assert "another run.py is busy in this folder (sample)" in "".join(said)
            time.sleep(0.5)
            assert second.poll() is None
            first.send_signal(signal.SIGKILL)
            assert second.stdout.readline() == "has it\n"
            assert second.wait(10) == 0


# The start


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ([], True),
        (["--port", "9000"], True),
        (["serve"], True),
        (["serve", "--reload"], True),
        (["play", "durak"], False),
        (["arena", "durak", "club", "random"], False),
        (["--help"], False),
        (["--version"], False),
    ],
)
def test_only_a_server_waits_for_the_page(words: list[str], page: bool) -> None:
    assert run.shows_page(words) == page


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let run.py believe that it lies in a folder with a package of one module."""
    for name in ("src/stich/__init__.py", "pyproject.toml", "hatch_build.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"# {name}")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "BUILD", tmp_path / "build")
    monkeypatch.setattr(run, "SOURCES", tmp_path / "src")
    monkeypatch.setattr(run, "compilers", lambda: ["cc"])
    monkeypatch.delenv("STICH_PURE", raising=False)
    return tmp_path


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """List what is started beside the caller, instead of starting it."""
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: found.append(command))
    return found


def test_the_first_start_runs_the_sources_and_compiles_for_the_next(
    clone: Path, begun: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.package() == clone / "src"
    assert [command[2:] for command in begun] == [("compile", "--behind")]
    assert "used from the next start on" in capsys.readouterr().out
    compiled = clone / "build" / f"stich-{run.digest()}"
    compiled.mkdir()
    assert run.package() == compiled
    assert len(begun) == 1


def test_what_was_compiled_of_other_sources_is_not_run(clone: Path, begun: list[tuple[str, ...]]) -> None:
    (clone / "build" / f"stich-{run.digest()}").mkdir(parents=True)
    source = clone / "src/stich/__init__.py"
    source.write_text("# edited")
    assert run.package() == clone / "src"
    assert len(begun) == 1
    source.write_text("# src/stich/__init__.py")
    assert run.package() != clone / "src"


def test_a_compiler_that_failed_is_not_asked_again(
    clone: Path, begun: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    (clone / "build").mkdir()
    (clone / "build/failed.txt").write_text(f"stich-{run.digest()}")
    assert run.package() == clone / "src"
    assert not begun
    assert "did not compile" in capsys.readouterr().out


def test_without_a_compiler_nothing_is_begun(
    clone: Path, begun: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "compilers", list)
    assert run.package() == clone / "src"
    assert not begun
    assert "no C compiler" in capsys.readouterr().out


def test_the_three_newest_builds_are_kept(clone: Path) -> None:
    for n, name in enumerate("abcde"):
        folder = clone / "build" / f"stich-{name}"
        folder.mkdir(parents=True)
        os.utime(folder, (n, n))
    run.clear(clone / "build/stich-e")
    assert sorted(f.name for f in (clone / "build").iterdir()) == ["stich-c", "stich-d", "stich-e"]


def test_who_waits_for_a_network_reads_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    waiting = run.Waiting("npm", " Without it all else works.")
    answers = iter([False, False, True])
    monkeypatch.setattr(waiting.done, "wait", lambda _: next(answers))
    waiting.tell()
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2
    assert all("still waiting for npm" in line and line.endswith("Without it all else works.") for line in said)


def test_half_of_a_deleted_copy_is_never_run(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = clone / "build" / f"stich-{run.digest()}"
    compiled.mkdir(parents=True)
    monkeypatch.setattr(shutil, "rmtree", lambda folder, ignore_errors: None)  # killed before it deletes anything
    run.delete(compiled)
    assert not compiled.exists()
    monkeypatch.undo()
    run.delete(compiled)
    assert not list((clone / "build").iterdir()), "the next time it deletes what was left"


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script of a Unix shell")
def test_microsofts_compiler_is_found_where_no_path_names_it(tmp_path: Path) -> None:
    assert run.microsoft(str(tmp_path)) == []
    asked = tmp_path / "Microsoft Visual Studio/Installer/vswhere.exe"
    asked.parent.mkdir(parents=True)
    asked.write_text("#!/bin/sh\nfor word; do last=$word; done\n[ $last = installationPath ] && echo 'C:/VS 2026'\n")
    asked.chmod(0o755)
    assert run.microsoft(str(tmp_path)) == ["C:/VS 2026"]
    asked.write_text("#!/bin/sh\nexit 1\n")
    assert run.microsoft(str(tmp_path)) == []
