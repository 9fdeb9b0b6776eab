"""`stich serve` and `stich` alone, as a person starts them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.running import Process, fetch
from stich import cli, commands
from stich.commands import serve
from stich.kernel.action import Refused
from stich.server import listening

pytestmark = pytest.mark.once

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


def stich(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    everything = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    command = [sys.executable, "-m", "stich", *words]
    return subprocess.run(command, capture_output=True, text=True, env=everything, timeout=30)


def test_it_starts_serves_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    server = Process(tmp_path / "data").start()
    assert fetch(server.url + "healthz").status == 200
    assert server.interrupt() == 0


def test_it_ends_by_sigterm(tmp_path: Path) -> None:
    server = Process(tmp_path).start()
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(10) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)


def test_it_ends_by_sigterm_without_a_traceback_while_a_request_hangs(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    assert server.process is not None
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{")
        assert fetch(server.url + "healthz").status == 200  # by now it has been read
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(20) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        assert b" 503 " in line.recv(1000)
    server.errors.close()
    assert "Traceback" not in (tmp_path / "errors").read_text()


def test_only_the_given_host_names_are_answered(tmp_path: Path) -> None:
    server = Process(tmp_path, "--allow-host", "cards.example.org")
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    answers = []
    for host in ("evil.example", "cards.example.org", "localhost", "127.0.0.1", "evil.example"):
        with socket.create_connection(("127.0.0.1", server.port), 10) as line:
            line.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            answers.append(line.recv(1000).split()[1])
    assert answers == [b"421", b"200", b"200", b"200", b"421"]
    server.interrupt()
    server.errors.close()
    told = (tmp_path / "errors").read_text()  # the page tells players nothing that they would have to type into a shell
    assert told.count("evil.example") == 1
    assert "--allow-host" in told


def test_a_port_that_is_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = stich("serve", "--port", str(port), "--data", str(tmp_path))
    assert told.returncode == 2
    assert str(port) in told.stderr
    assert "Traceback" not in told.stderr


def test_without_a_port_the_next_free_one_is_taken() -> None:
    first = listening.listen("127.0.0.1", None)
    with first, listening.listen("127.0.0.1", None) as second:
        ports = [listener.getsockname()[1] for listener in (first, second)]
    assert listening.FIRST_PORT <= ports[0] < ports[1] < listening.FIRST_PORT + listening.PORTS


def test_when_every_port_is_in_use_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(listening, "FIRST_PORT", taken.getsockname()[1])
        monkeypatch.setattr(listening, "PORTS", 1)
        with pytest.raises(Refused) as refused:
            listening.listen("127.0.0.1", None)
    assert refused.value.phrase.key == "error.ports_used"


@pytest.mark.parametrize("port", ["70000", "-1"])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    told = stich("serve", f"--port={port}", "--data", str(tmp_path))
    assert (told.returncode, told.stdout) == (2, "")
    assert port in told.stderr


@pytest.mark.parametrize(
    ("host", "port"),
    [
        ("nowhere.invalid", []),  # no such name
        ("192.0.2.1", ["--port", "8000"]),  # an address of no machine
        pytest.param("nowhere.invalid", ["--port", "8000"], marks=pytest.mark.long),
        pytest.param("192.0.2.1", [], marks=pytest.mark.long),
    ],
)
def test_a_host_that_is_not_here(tmp_path: Path, host: str, port: list[str]) -> None:
    told = stich("serve", "--host", host, *port, "--data", str(tmp_path))
    assert told.returncode == 2
    assert f"no address {host}" in told.stderr


def test_the_address_for_other_machines_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine's own addresses are named, but for the one that is each machine's own; none is no fault."""
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.1.1", "192.168.7.5", "10.0.0.9"]))
    monkeypatch.setattr(listening, "way_out", lambda family, far: "10.0.0.9" if family == socket.AF_INET else "fe80::1")
    with listening.listen("0.0.0.0", None) as listener:
        port = listener.getsockname()[1]
        told = [f"http://10.0.0.9:{port}/", f"http://192.168.7.5:{port}/"]
        assert listening.from_outside("0.0.0.0", listener) == told
        assert listening.from_outside("127.0.0.1", listener) == []
        monkeypatch.setattr(socket, "gethostbyname_ex", nameless)
        monkeypatch.setattr(listening, "way_out", lambda family, far: "")
        assert listening.from_outside("0.0.0.0", listener) == []


def nameless(name: str) -> None:
    raise socket.gaierror(name)


def test_it_says_where_others_come_in_and_they_do(tmp_path: Path) -> None:
    own = listening.way_out(socket.AF_INET, "192.0.2.1")
    server = Process(tmp_path, "--host", "0.0.0.0").start()
    try:
        if not listening.is_of_a_network(own):
            pytest.skip("this machine is in no network")
        assert server.process is not None
        assert server.process.stdout is not None
        assert server.process.stdout.readline() == f"From other machines: http://{own}:{server.port}/\n"
        assert fetch(f"http://{own}:{server.port}/healthz").status == 200
    finally:
        assert server.interrupt() == 0


def test_data_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = stich("serve", "--data", str(tmp_path / "file" / "data"))
    assert told.returncode == 2
    assert str(tmp_path / "file" / "data") in told.stderr
    assert "Traceback" not in told.stderr


def test_a_folder_without_games(tmp_path: Path) -> None:
    told = stich("serve", "--games", str(tmp_path), "--data", str(tmp_path))
    assert told.returncode == 2
    assert str(tmp_path) in told.stderr


def test_a_folder_of_games_is_served(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "snap"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text(Path(__file__).with_name("snap.py").read_text("utf-8"), "utf-8")
    (folder / "text").mkdir()
    (folder / "text/en.po").write_text(f'{HEAD}\nmsgid "snap.name"\nmsgstr "Snap!"\n', "utf-8")
    server = Process(tmp_path / "data", "--games", str(tmp_path / "games")).start()
    try:
        assert "snap" in [game["game"] for game in fetch(server.url + "api/games").json]
        assert fetch(server.url + "api/tables", {"game": "snap"}).status == 201
    finally:
        assert server.interrupt() == 0


def test_a_game_that_does_not_load_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STICH_LANG", "en")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "rules.py").write_text("GAME = 1 / 0")
    assert cli.main(["check", "broken", "--games", str(tmp_path / "broken")]) == 2
    told = capsys.readouterr().err
    assert "broken" in told
    assert "rules.py:1: ZeroDivisionError" in told
    assert "Traceback" not in told


def test_the_key_is_made_once_and_nobody_elses_to_read(tmp_path: Path) -> None:
    key = serve.signing_key(tmp_path / "data")
    assert len(key) == 32
    assert serve.signing_key(tmp_path / "data") == key
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "data" / "key").stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    (tmp_path / "data" / "key").write_bytes(b"short")
    with pytest.raises(Refused):
        serve.signing_key(tmp_path / "data")


def test_alone_it_opens_the_browser_and_prints_the_address(tmp_path: Path) -> None:
    seen = tmp_path / "seen.txt"
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    opener.chmod(0o755)
    environment = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path), "BROWSER": f"{opener} %s"}
    command = [sys.executable, "-m", "stich", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        url = next(word for word in lines[1].split() if word.startswith("http://"))
        deadline = time.monotonic() + 10
        while not (seen.exists() and seen.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert seen.read_text().strip() == url
        assert fetch(url + "healthz").status == 200
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0


class Started:
    """A server that has started and ends at once."""

    started = True

    async def serve(self, sockets: list[socket.socket]) -> None:
        return


@pytest.mark.parametrize("built", [True, False])
def test_a_page_that_was_not_built_is_said_at_the_start(
    built: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "STATIC", tmp_path)
    if built:
        (tmp_path / "index.html").write_text("<!doctype html>")
    with listening.listen("127.0.0.1", None) as listener:
        asyncio.run(serve.announced(Started(), listener, "127.0.0.1", browser=False))  # type: ignore[arg-type]
    last = capsys.readouterr().out.splitlines()[-1]
    assert ("http://127.0.0.1:" in last) == built
    assert ("python3 run.py" in last) != built


def test_the_data_folder_follows_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert commands.data_folder() == tmp_path / "stich"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert commands.data_folder() == tmp_path / ".local/share/stich"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert commands.data_folder() == tmp_path / "Library/Application Support/stich"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert commands.data_folder() == tmp_path / "Local/stich"


def test_help_names_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    for verb in ("serve", "check", "replay"):
        assert verb in told


def test_an_unknown_verb_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["dance"])
    assert ended.value.code == 2
    assert "serve" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "word"), [("de_DE.UTF-8", "belegt"), ("en_GB.UTF-8", "in use"), ("xx", "in use")])
def test_errors_speak_the_users_language(tmp_path: Path, language: str, word: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = stich("serve", "--port", port, "--data", str(tmp_path), STICH_LANG="", LANGUAGE="", LC_ALL=language)
    assert word in told.stderr


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    first = Process(tmp_path).start()
    told = stich("serve", "--port", "0", "--data", str(tmp_path))
    assert told.returncode == 2
    assert str(tmp_path) in told.stderr
    assert "--data" in told.stderr
    first.kill()
    second = Process(tmp_path).start()  # what a killed one held is free again
    assert second.interrupt() == 0


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    assert server.process is not None
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{")
        assert fetch(server.url + "healthz").status == 200
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        assert server.process.poll() is None
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(20) == 128 + signal.SIGTERM
        assert time.monotonic() - began < 1
    server.errors.close()
    assert "Traceback" not in (tmp_path / "errors").read_text()


STUCK = """
import sys, time
from stich import cli
from stich.server import serving
from stich.server.storage.store import Store

serving.LAST = 1
Store.close = lambda self: time.sleep(60)
sys.exit(cli.main(sys.argv[1:]))
"""


def test_it_ends_within_its_time_even_if_the_disk_does_not_answer(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.script = STUCK
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    assert server.process is not None
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) == 128 + signal.SIGTERM
    assert time.monotonic() - began < 8
    server.errors.close()
    told = (tmp_path / "errors").read_text()
    assert "did not stop in time" in told
    assert "Traceback" not in told


def test_pages_are_told_to_come_back_and_what_was_played_is_written(tmp_path: Path) -> None:
    server = Process(tmp_path).start()
    made = fetch(server.url + "api/tables", {"game": "chimera", "gather": True}).json["table"]
    assert server.process is not None
    with connect(server.url.replace("http", "ws") + "api/socket") as guest:
        cookie = guest.response.headers["Set-Cookie"].partition(";")[0]  # type: ignore[union-attr]
        guest.send(json.dumps({"t": "hello", "proto": 2, "table": made, "have": -1, "epoch": ""}))
        guest.send(json.dumps({"t": "sit", "id": 1, "seat": 0, "name": "Ann"}))
        server.process.send_signal(signal.SIGTERM)
        with suppress(ConnectionClosed):
            while True:
                guest.recv(10)
        assert guest.close_code == 1001
    server.process.wait(20)
    server.start()
    with connect(server.url.replace("http", "ws") + "api/socket", additional_headers={"Cookie": cookie}) as guest:
        guest.send(json.dumps({"t": "hello", "proto": 2, "table": made, "have": -1, "epoch": ""}))
        while (heard := json.loads(guest.recv(10)))["t"] != "view":
            pass
        assert heard["view"]["you"] in (0, 15)  # it came in time or not, but nothing is broken
    server.interrupt()
