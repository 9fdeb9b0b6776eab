"""The page of the operator: who gets in, what can be decided there, and what follows from it."""

from __future__ import annotations

import contextlib
import json
import re
import stat
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server.running import Answer, Served, fetch, served
from stich import cli
from stich.clock import clock
from stich.games import find
from stich.kernel.action import Refused
from stich.server import settings
from stich.server.pages import admin
from stich.server.settings import digest_of
from stich.server.state.sanctions import FOR_EVER, SANCTIONS, Sanction, Sanctions, person_of
from stich.text.catalogue import LANGUAGES

pytestmark = pytest.mark.once

TOKEN = "a token that nobody can guess"


class Quiet(urllib.request.HTTPRedirectHandler):
    """Follows no redirection."""

    def redirect_request(self, *args: Any, **more: Any) -> None:
        return None


class Operator:
    """A browser with the page of the operator."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.cookie = ""
        self.open = urllib.request.build_opener(Quiet()).open

    def ask(self, path: str, **given: str) -> Answer:
        return self.send(path, given or None)

    def send(self, path: str, given: dict[str, str] | None = None, **headers: str) -> Answer:
        data = urllib.parse.urlencode(given).encode() if given is not None else None
        named = {"Cookie": self.cookie, "X-Forwarded-For": "203.0.113.9", **headers}
        request = urllib.request.Request(self.server.url + path, data, named)
        try:
            with self.open(request, timeout=10) as answer:
                return Answer(answer.status, dict(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read())

    def enter(self) -> Operator:
        answer = self.ask("admin/login", token=TOKEN)
        assert answer.status == 303
        assert re.search("HttpOnly; .*Path=/admin; SameSite=strict", answer.headers["set-cookie"])
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return self

    def page(self) -> str:
        answer = self.ask("admin")
        assert answer.status == 200
        return answer.body.decode()

    def act(self, **given: str) -> Answer:
        token = re.search('name="csrf" value="([0-9a-f]+)"', self.page())
        assert token is not None
        return self.ask("admin/act", csrf=token[1], **given)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {"chimera": find("chimera")}, operator=digest_of(TOKEN)) as running:
        yield running
    SANCTIONS.load([])


def line(running: Served, address: str, **headers: str) -> ClientConnection:
    url = running.url.replace("http", "ws") + "api/socket"
    return connect(url, additional_headers={"X-Forwarded-For": address, **headers})


def hello(socket: ClientConnection, table: str) -> Any:
    socket.send(json.dumps({"t": "hello", "proto": 2, "table": table, "have": -1, "epoch": ""}))
    while (heard := json.loads(socket.recv(10)))["t"] not in ("view", "error"):
        pass
    return heard


def sent_away(socket: ClientConnection) -> None:
    """Read until the server ends a socket."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(10)
    assert socket.close_code == 1001


def said(socket: ClientConnection, **message: Any) -> Any:
    socket.send(json.dumps(message))
    while (heard := json.loads(socket.recv(10))).get("id") != message["id"]:
        pass
    return heard


def test_without_a_token_there_is_no_page(tmp_path: Path) -> None:
    with served(tmp_path, {"chimera": find("chimera")}) as running:
        for path in ("admin", "admin/login", "admin/act"):
            assert fetch(running.url + path).status == 404
        assert fetch(running.url + "admin/login", b"token=").status == 404


def test_only_the_token_opens_it_and_it_cannot_be_tried_for_long(server: Served) -> None:
    stranger = Operator(server)
    assert "Tables in memory" not in stranger.page()
    assert 'type="password"' in stranger.page()
    for _ in range(admin.TRIES - 1):
        assert stranger.ask("admin/login", token="guess").status == 401
    assert Operator(server).enter().page().count("<h2>") == 4
    assert stranger.ask("admin/login", token=TOKEN).status == 429
    stranger.cookie = f"{admin.COOKIE}=operator.AAAA.BBBB"
    assert "Tables in memory" not in stranger.page()


def test_each_form_needs_the_secret_of_its_session(server: Served) -> None:
    operator = Operator(server).enter()
    form = {"what": "notice", "note": "Hello", "hours": "1"}
    for wrong in ("", "0" * 64):
        assert operator.ask("admin/act", csrf=wrong, **form).status == 403
    token = re.search('name="csrf" value="([0-9a-f]+)"', operator.page())
    assert token is not None
    foreign = operator.send("admin/act", {"csrf": token[1], **form}, Origin="https://evil.example")
    assert foreign.status == 403
    assert SANCTIONS.notice(clock()) == ""
    assert operator.act(**form).status == 303
    assert SANCTIONS.notice(clock()) == "Hello"
    operator.cookie = ""
    assert operator.ask("admin/act", csrf=token[1], **{**form, "note": "Bye"}).headers["location"] == "/admin"
    assert SANCTIONS.notice(clock()) == "Hello"


def test_a_notice_is_for_everybody_and_can_be_taken_back(server: Served) -> None:
    operator = Operator(server).enter()
    operator.act(what="notice", note="Restart at <b>noon</b>", hours="1")
    assert fetch(server.url + "api/notice").json == {"text": "Restart at <b>noon</b>"}
    assert "Restart at &lt;b&gt;noon" in operator.page()
    operator.act(what="notice", note=" ", hours="1")
    assert fetch(server.url + "api/notice").json == {"text": ""}


@pytest.mark.parametrize("hours", ["²", "-1", "", "9999999"])
def test_what_is_no_number_of_hours_holds_for_ever(server: Served, hours: str) -> None:
    operator = Operator(server).enter()
    assert operator.act(what="ban", about="198.51.100.7", hours=hours, note="a\0b").status == 303
    one = SANCTIONS.by_key["ban", "198.51.100.7"]
    assert one.until == FOR_EVER
    assert one.note == "ab"


def test_a_person_who_is_banned_is_sent_away_and_comes_back_when_it_is_lifted(server: Served) -> None:
    operator = Operator(server).enter()
    made = server.table(gather=True)
    with line(server, "192.0.2.1") as ann, line(server, "192.0.2.2") as ben:
        cookie = ann.response.headers["Set-Cookie"].partition(";")[0]  # type: ignore[union-attr]
        hello(ann, made)
        said(ann, t="sit", id=1, seat=0, name="Ann <i>")
        hello(ben, made)
        page = operator.page()
        assert "Ann &lt;i&gt;" in page
        assert made in page
        about = re.search('name="about" value="(p-[0-9a-f]+)"', page)
        assert about is not None
        assert operator.act(what="ban", about=about[1], hours="1", note="Ann").status == 303
        sent_away(ann)
        assert said(ben, t="rename", id=1, name="Ben")["code"] == "not_seated"  # the other one is still here
    for _ in range(2):
        with pytest.raises(InvalidStatus) as refused:
            line(server, "192.0.2.1", Cookie=cookie)
        assert refused.value.response.status_code == 403
    assert "Ann" in operator.page()
    operator.act(what="lift", kind="ban", about=about[1])
    with line(server, "192.0.2.1", Cookie=cookie) as ann:
        assert hello(ann, made)["view"]["you"] == 0


def test_an_address_that_is_banned_gets_a_sentence_and_nothing_else(server: Served) -> None:
    operator = Operator(server).enter()
    operator.act(what="ban", about="192.0.2.1", hours="0", note="")
    theirs = {"X-Forwarded-For": "192.0.2.1"}
    assert fetch(server.url + "api/games", headers=theirs).json["code"] == "banned"
    asked = fetch(server.url, headers={**theirs, "Accept": "text/html", "Accept-Language": "de"})
    assert (asked.status, "vorerst ausgesperrt" in asked.body.decode()) == (403, True)
    with pytest.raises(InvalidStatus):
        line(server, "192.0.2.1")
    assert fetch(server.url + "api/games", headers={"X-Forwarded-For": "192.0.2.2"}).status == 200
    operator.act(what="ban", about="203.0.113.9", hours="0", note="")  # their own
    assert operator.act(what="lift", kind="ban", about="203.0.113.9").status == 303


def test_who_is_muted_plays_on_and_says_nothing(server: Served) -> None:
    operator = Operator(server).enter()
    made = server.table(gather=True)
    with line(server, "192.0.2.1") as ann:
        hello(ann, made)
        said(ann, t="sit", id=1, seat=0, name="Ann")
        about = re.search('name="about" value="(p-[0-9a-f]+)"', operator.page())
        assert about is not None
        before = said(ann, t="say", id=2, phrase="hello")
        operator.act(what="mute", about=about[1], hours="1", note="Ann")
        assert said(ann, t="say", id=3, phrase="hello")["code"] == "muted" != before.get("code")
        assert said(ann, t="rename", id=4, name="Anne")["t"] == "update"


def test_a_table_that_is_closed_stays_closed_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, {"chimera": find("chimera")}, operator=digest_of(TOKEN)) as running:
        operator = Operator(running).enter()
        made = running.table(gather=True)
        with line(running, "192.0.2.1") as ann:
            hello(ann, made)
            operator.act(what="close", about=made, note="chimera")
            sent_away(ann)
    SANCTIONS.load([])
    with served(tmp_path, {"chimera": find("chimera")}) as running:
        while not SANCTIONS.by_key:
            pass
        with line(running, "192.0.2.1") as ann:
            assert hello(ann, made)["code"] == "table_closed"
        assert fetch(f"{running.url}api/tables/{made}/record").json["code"] == "table_closed"
    SANCTIONS.load([])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_speaks_four_languages_and_has_no_script(lang: str, server: Served) -> None:
    operator = Operator(server).enter()
    operator.act(what="ban", about="192.0.2.1", hours="24", note="")
    server.table(gather=True)
    answer = operator.send("admin", None, **{"Accept-Language": lang})
    page = answer.body.decode()
    assert f'<html lang="{lang}">' in page
    assert "<script" not in page
    assert not re.search(r">\s*(admin\.[\w.]+|[a-z]+_[a-z_0-9]+)\s*<", page), "a text is missing"
    assert page.count("<h1>") == 1
    for one in re.findall("<(?:select|textarea|input)[^>]*>", page):
        assert "hidden" in one or "aria-label" in one or "textarea" in one, one


def test_a_decision_ends_with_its_time() -> None:
    one = Sanctions()
    one.load([Sanction("ban", "192.0.2.1", 1000), Sanction("mute", person_of("x"), FOR_EVER)])
    assert one.banned(999, "192.0.2.1")
    assert not one.banned(1000, "192.0.2.1")
    assert one.muted(10**15, "x")
    assert not one.muted(0, "y")
    assert not one.banned(0, "192.0.2.2", "x")


def test_the_command_makes_a_token_that_only_its_digest_is_kept_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STICH_LANG", "en")
    assert settings.operator(tmp_path) == b""
    assert cli.main(["admin-token", "--data", str(tmp_path)]) == 0
    token = capsys.readouterr().out.split("only now: ")[1].split()[0]
    file = tmp_path / settings.OPERATOR
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token not in file.read_text()
    assert settings.operator(tmp_path) == digest_of(token)
    monkeypatch.setenv("STICH_ADMIN_TOKEN", "short")
    with pytest.raises(Refused, match="admin_token"):
        settings.operator(tmp_path)
    monkeypatch.setenv("STICH_ADMIN_TOKEN", TOKEN)
    assert settings.operator(tmp_path) == digest_of(TOKEN)
    monkeypatch.delenv("STICH_ADMIN_TOKEN")
    assert cli.main(["admin-token", "--off", "--data", str(tmp_path)]) == 0
    assert settings.operator(tmp_path) == b""
