"""`stich serve --reload` starts the server again when a source changes, and only then."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from repository import ROOT
from stich.server import reload

pytestmark = pytest.mark.once


class Server:
    """Stands in for a process."""

    def __init__(self) -> None:
        self.ended = False


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    found: list[Server] = []

    def start(argv: list[str]) -> Server:
        assert not found or found[-1].ended, "two servers at one port"
        found.append(Server())
        return found[-1]

    @contextlib.contextmanager
    def no_page(url: str) -> Iterator[str]:
        yield ""

    monkeypatch.setattr(reload, "start", start)
    monkeypatch.setattr(reload, "stop", lambda server: setattr(server, "ended", True))
    monkeypatch.setattr(reload, "page_server", no_page)
    return found


def test_it_starts_again_after_each_change(
    tmp_path: Path, started: list[Server], capsys: pytest.CaptureFixture[str]
) -> None:
    rules, text, other = (tmp_path / name for name in ("rules.py", "text/de.po", "notes.txt"))
    text.parent.mkdir()
    for file in (rules, text, other):
        file.write_text("")

    def touch(file: Path) -> None:
        os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))

    steps: Iterator[Callable[[], object]] = iter([
        lambda: None,  # nothing has happened
        lambda: touch(other),  # nothing that matters
        lambda: touch(rules),
        lambda: touch(text),
        lambda: text.unlink(),
        lambda: (tmp_path / "new.py").write_text(""),
    ])  # fmt: skip
    servers = []

    def look() -> bool:
        servers.append(len(started))
        step = next(steps, None)
        if step is None:
            return False
        step()
        return True

    assert reload.serve_again(["serve"], "http://127.0.0.1:8000/", [tmp_path], look) == 0
    assert servers == [1, 1, 1, 2, 3, 4, 5]
    assert all(server.ended for server in started)
    assert [line.split(" ")[0].rpartition("/")[2] for line in capsys.readouterr().out.splitlines()] == [
        "rules.py",
        "de.po",
        "de.po",
        "new.py",
    ]


def test_an_interrupted_server_is_ended(tmp_path: Path, started: list[Server]) -> None:
    def look() -> bool:
        raise KeyboardInterrupt

    assert reload.serve_again(["serve"], "http://127.0.0.1:8000/", [tmp_path], look) == 0
    assert started[-1].ended


@pytest.mark.skipif(os.name == "nt", reason="SIGINT is Unix's")
def test_the_real_server_answers_again_after_an_edit(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    games = tmp_path / "games"
    shutil.copytree(ROOT / "tests/games/rummy", games / "rummy")
    argv = ["serve", "--reload", "--port", str(port), "--data", str(tmp_path / "data"), "--games", str(games)]
    code = (
        "import sys; from stich.cli import main; from stich.server import reload; "
        "reload.WEB = reload.Path('nowhere'); sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, *argv]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            wait_for(port)
            (games / "rummy/new.py").write_text("")
            assert any("new.py has changed" in line for line in iter(process.stdout.readline, ""))
            wait_for(port)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def wait_for(port: int) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return
        time.sleep(0.1)
    raise AssertionError("the server does not answer")
