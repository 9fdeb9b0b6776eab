"""The server over HTTP and sockets: every address, and every way to ask wrongly."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import threading
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.page import Json, Page, any_legal
from server.running import Answer, Served, fetch, served
from server.snap import GAME as SNAP
from stich.bots import Bot
from stich.games import find
from stich.kernel.action import Action, Refused
from stich.kernel.record_reader import load
from stich.server.bots.threads import BotThreads
from stich.server.connections import limits
from stich.server.messages.frame import PROTO
from stich.server.state import folders
from stich.server.tables import changes, thinking
from stich.server.views import subscribers

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

CHIMERA = find("chimera")


MANIFEST = {
    "index.html": {"file": "assets/index-1a2b.js", "isEntry": True},
    "src/pages/StartPage.svelte": {"file": "assets/StartPage-8.js", "imports": ["index.html"]},
    "_table-7.js": {
        "file": "assets/table-7.js",
        "name": "table",
        "css": ["assets/table-7.css"],
        "imports": ["index.html"],
    },
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    static = tmp_path_factory.mktemp("static")
    (static / "assets").mkdir()
    (static / "index.html").write_text("<!doctype html><title>stich</title><script>early()</script>")
    (static / "assets" / "index-1a2b.js").write_text("export {}")
    (static / "manifest.json").write_text(json.dumps(MANIFEST))
    for ending, content in (("", "plain"), (".br", "packed by brotli"), (".gz", "packed by gzip")):
        (static / "assets" / f"long-3c4d.css{ending}").write_text(content)
    with served(tmp_path_factory.mktemp("data"), {"chimera": CHIMERA, "snap": SNAP}, static) as running:
        yield running


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(30):
            await work()

    asyncio.run(limited())


# -- HTTP -------------------------------------------------------------------------------------------------------------


def test_the_page_is_one_file_for_its_addresses(server: Served) -> None:
    for path in ("", "t/anything", "rules/chimera"):
        answer = fetch(server.url + path)
        assert answer.status == 200
        assert b"<title>stich</title>" in answer.body
        assert answer.headers["cache-control"] == "no-cache"
        assert "set-cookie" not in answer.headers  # who only looks gets no identity


def test_the_rules_of_a_game_come_in_sections(server: Served) -> None:
    sections = json.loads(fetch(f"{server.url}api/help/chimera/hu.json").body)
    assert [section["id"] for section in sections][:2] == ["goal", "cards"]
    assert all(set(section) == {"id", "title", "level", "html"} for section in sections)
    told = {game["game"]: game["help"] for game in json.loads(fetch(f"{server.url}api/games").body)}
    assert told == {"chimera": True, "snap": False}


@pytest.mark.parametrize(
    ("path", "code"), [("chimera/xx", "language"), ("snap/en", "not_found"), ("nothing/en", "game")]
)
def test_rules_that_are_not_there_are_refused(server: Served, path: str, code: str) -> None:
    answer = fetch(f"{server.url}api/help/{path}.json")
    assert (answer.status, json.loads(answer.body)["code"]) == (404, code)


def test_rules_that_cannot_be_read_are_logged_once_and_refused(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "snap/help").mkdir(parents=True)
    (tmp_path / "snap/help/en.md").write_text("# Snap\n", "utf-8")
    monkeypatch.setattr(folders, "game_folder", lambda game: tmp_path / "snap")
    for _ in range(2):
        answer = fetch(f"{server.url}api/help/snap/en.json")
        assert (answer.status, answer.json["code"]) == (500, "help_file")
        assert answer.json["args"]["path"] == "snap/help/en.md"  # not where it lies on this machine
        assert answer.json["args"]["reason"].startswith("en.md:1: no heading")
    told = [record.getMessage() for record in caplog.records if "rules of snap" in record.getMessage()]
    assert len(told) == 1
    assert f"{tmp_path}/snap/help/en.md:1: no heading" in told[0]


def test_the_pages_parts_may_be_kept_for_good(server: Served) -> None:
    answer = fetch(server.url + "assets/index-1a2b.js")
    assert answer.status == 200
    assert "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]


def test_the_address_of_a_table_names_what_it_will_need(server: Served) -> None:
    assert "table-7.js>; rel=modulepreload" in fetch(server.url + "t/anything").headers["link"]
    assert "StartPage-8.js" in fetch(server.url).headers["link"]
    made = fetch(server.url + "api/tables", {"game": "chimera"})
    headers = fetch(server.url + json.loads(made.body)["url"].lstrip("/")).headers
    assert headers["server-timing"] == 'game;desc="chimera"'
    links = headers["link"].split(", ")
    assert sorted(links) == [
        "</assets/index-1a2b.js>; rel=modulepreload",
        "</assets/table-7.css>; rel=preload; as=style; crossorigin",
        "</assets/table-7.js>; rel=modulepreload",
    ]


def test_what_is_long_comes_packed_and_only_to_who_can_unpack_it(server: Served) -> None:
    path = server.url + "assets/long-3c4d.css"
    for accepted, packing in (("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", None)):
        answer = fetch(path, headers={"accept-encoding": accepted})
        assert answer.headers.get("content-encoding") == packing
        assert answer.body == {"br": b"packed by brotli", "gzip": b"packed by gzip", None: b"plain"}[packing]
        assert "css" in answer.headers["content-type"]
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "accept-encoding"
    words = fetch(server.url + "api/text/de.json", headers={"accept-encoding": "gzip"})
    assert json.loads(gzip.decompress(words.body)) == json.loads(fetch(server.url + "api/text/de.json").body)


@pytest.mark.parametrize("path", ["", "api/games", "healthz", "nowhere", "assets/nothing.js"])
def test_every_answer_carries_the_security_headers(server: Served, path: str) -> None:
    headers = fetch(server.url + path).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_a_part_of_a_page_is_spared_the_headers_of_a_page(server: Served) -> None:
    headers = fetch(server.url + "assets/index-1a2b.js").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in headers


def test_of_inline_scripts_only_those_of_the_page_may_run(server: Served) -> None:
    allowed = b64encode(sha256(b"early()").digest()).decode()
    assert f"script-src 'self' 'sha256-{allowed}';" in fetch(server.url).headers["content-security-policy"]


def test_what_is_not_there(server: Served) -> None:
    for path, status, code in [
        ("nowhere", 404, "not_found"),
        ("assets/nothing.js", 404, "not_found"),
        ("assets/../../../app.py", 404, "not_found"),
        ("api/tables", 405, "method"),
        ("api/text/xx.json", 404, "language"),
        ("api/text/de.json?game=poker", 404, "game"),
        ("api/tables/nosuchtable/record", 404, "unknown_table"),
    ]:
        answer = fetch(server.url + path)
        assert (answer.status, answer.json["code"]) == (status, code), path
        assert b"Traceback" not in answer.body


def test_a_browser_gets_the_page_for_an_unknown_address(server: Served) -> None:
    answer = fetch(server.url + "nowhere/at/all", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "content-security-policy" in answer.headers
    asked = fetch(server.url + "api/nowhere", headers={"Accept": "text/html"})
    assert (asked.status, asked.json["code"]) == (404, "not_found")


def test_a_page_that_was_not_built_is_said_so(tmp_path: Path) -> None:
    with served(tmp_path, {"chimera": CHIMERA}, tmp_path) as bare:
        assert (fetch(bare.url).status, fetch(bare.url).json["code"]) == (503, "no_page")
        asked = fetch(bare.url, headers={"Accept": "text/html,*/*;q=0.8", "Accept-Language": "de-AT,de;q=0.9"})
        assert (asked.status, asked.headers["content-type"]) == (503, "text/html; charset=utf-8")
        assert "<p>Die Seite wurde nicht gebaut" in asked.body.decode()
        assert "python3 run.py" in asked.body.decode()


def test_the_games_are_listed_with_their_options_and_bots(server: Served) -> None:
    chimera, snap = fetch(server.url + "api/games").json
    assert (chimera["game"], snap["game"]) == ("chimera", "snap")
    assert {option["name"] for option in chimera["options"]} == {option.name for option in CHIMERA.options}
    assert chimera["bots"][0] == "random"
    assert chimera["seats"] == [3]


def test_texts_come_in_every_language(server: Served) -> None:
    german, english = (fetch(f"{server.url}api/text/{lang}.json?game=chimera").json for lang in ("de", "en"))
    common = [{key for key in texts if not key.startswith("form.")} for texts in (german, english)]
    assert common[0] == common[1], "only the forms of words differ"
    assert german["error.stale"] != english["error.stale"]


def test_a_start_page_gets_what_it_shows_of_a_game(server: Served) -> None:
    asked = f"{server.url}api/text/en.json?game=chimera&table=no"
    whole, part = fetch(asked).json, fetch(asked + "&part=start").json
    assert part.items() <= whole.items()
    shown = ("name", "about", "credit", "option", "preset")
    wanted = {key for key in whole if key.split(".")[0] == "chimera" and key.split(".")[1] in shown}
    assert set(part) == wanted
    assert {"chimera.name", "chimera.about"} <= wanted
    assert len(part) < len(whole) / 2


def test_a_table_gets_the_texts_of_its_first_cards_first(server: Served) -> None:
    asked = f"{server.url}api/text/en.json?game=chimera"
    whole, part = fetch(asked).json, fetch(asked + "&part=first").json
    assert part.items() <= whole.items()
    assert {"table.your_hand", "card.back", "chimera.verb.play", "chimera.phase.play"} <= part.keys()
    assert {"chimera.preset.german", "chimera.preset.german.about"} & part.keys() == {"chimera.preset.german"}
    assert not [key for key in part if key.startswith(("error.", "cli.", "terminal.", "puzzle.", "chimera.lesson."))]
    assert len(part) < 0.6 * len(whole)


def test_health(server: Served) -> None:
    assert fetch(server.url + "healthz").status == 200


@pytest.mark.parametrize(
    ("wishes", "code", "args"),
    [
        ({"game": "poker"}, "game", {"game": "poker", "allowed": "chimera | snap"}),
        ({"game": "chimera", "options": {"goal": "3"}}, "option", {"option": "goal"}),
        ({"game": "chimera", "options": {"limit": "many"}}, "option_value", {"option": "limit", "value": "many"}),
        ({"game": "chimera", "options": {"den_open": "perhaps"}}, "option_value", {"allowed": "false | true"}),
        (
            {"game": "chimera", "preset": "casino"},
            "preset",
            {"preset": "casino", "allowed": "german | hungarian | french"},
        ),
        ({"game": "chimera", "preset": "french", "options": {"x": "1"}}, "option", {"option": "x"}),
        ({"game": "chimera", "seats": 4}, "seats", {"n": 4, "allowed": "3"}),
        ({"game": "chimera", "bots": ["grandmaster"]}, "level", {"level": "grandmaster"}),
        ({"game": "chimera", "bots": ["random"] * 4}, "bots", {"n": 4, "allowed": 3}),
        ({"game": "chimera", "pace": "warp"}, "malformed", {}),
        ({"game": "chimera", "extra": 1}, "malformed", {}),
        ({}, "malformed", {}),
        ([], "malformed", {}),
        (b"{", "malformed", {}),
        (b"\xff\xfe", "malformed", {}),
        (b'{"game":"\xed\xa0\x80"}', "malformed", {}),
        ({"game": "chimera", "seed": -1}, "seed", {"value": "-1"}),
        (b'{"game":"chimera","seed":1' + b"0" * 900 + b"}", "seed", {}),
        (b'{"game":"chimera","options":{"limit":1' + b"0" * 900 + b"}}", "option_value", {"option": "limit"}),
        (b"", "malformed", {}),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(server: Served, wishes: Any, code: str, args: Json) -> None:
    answer = fetch(server.url + "api/tables", wishes, "POST")
    assert answer.status == 400
    assert (answer.json["t"], answer.json["id"], answer.json["code"]) == ("error", -1, code)
    assert answer.json["args"].items() >= args.items()


LONG_WORDS = (
    *('"seats":%s', '"seats":-%s', '"seed":%s', '"options":{"limit":%s}', '"options":{"%s":1}'),
    *('"preset":"%s"', '"bots":["%s"]', '"lesson":"%s"', '"pace":"%s"'),
)


@pytest.mark.parametrize("field", LONG_WORDS)
def test_a_number_or_a_word_of_thousands_of_characters_is_refused_in_few(server: Served, field: str) -> None:
    wish = '{"game":"chimera",' + field % ("9" * 4001) + "}"
    answer = fetch(server.url + "api/tables", wish.encode(), "POST")
    assert answer.status == 400
    assert len(answer.body) < 700


def test_a_wish_that_is_too_long_is_refused(server: Served) -> None:
    answer = fetch(server.url + "api/tables", b" " * 20_000)
    assert (answer.status, answer.json["code"]) == (413, "too_large")


def test_another_sites_page_cannot_open_tables(server: Served) -> None:
    answer = fetch(server.url + "api/tables", {"game": "chimera"}, headers={"Origin": "http://evil.example"})
    assert (answer.status, answer.json["code"]) == (403, "origin")
    none = fetch(server.url + "api/tables", {"game": "chimera"}, headers={"Origin": "http://["})
    assert (none.status, none.json["code"]) == (403, "origin")
    own = fetch(server.url + "api/tables", {"game": "chimera"}, headers={"Origin": server.url.rstrip("/")})
    assert own.status == 201


def test_a_table_belongs_to_who_made_it(server: Served) -> None:
    def owner(answer: Answer) -> str:
        return server.registry.runners[answer.json["table"]].table.state.ownership.owner

    address, wish = server.url + "api/tables", {"game": "chimera"}
    program = fetch(address, wish)
    assert (owner(program), "set-cookie" in program.headers) == ("", False)
    page = {"Origin": server.url.rstrip("/")}
    first = fetch(address, wish, headers=page)
    cookie = first.headers["set-cookie"].partition(";")[0]
    again = fetch(address, wish, headers=page | {"Cookie": cookie})
    assert owner(first) == owner(again) != ""
    assert "set-cookie" not in again.headers
    assert owner(fetch(address, wish, headers={"Cookie": cookie})) == owner(first)
    name, _, value = cookie.partition("=")
    forged = fetch(address, wish, headers={"Cookie": f"{name}=0{value}"})
    assert owner(forged) == ""


def test_a_lesson_with_a_hint_and_a_takeback_over_a_real_socket(server: Served) -> None:
    name = server.table(lesson="first")

    async def learn() -> None:
        page = Page(server.url, name, sit=0).start()
        steps = (await welcome(page))["lesson"]["steps"]
        await page.ask({"t": "pace", "pace": "instant"})
        for step in [step for step in steps if step["verb"]]:
            await page.until(lambda view, at=step["at"]: view["you"] == 0 and view["acts"] == at, 20)  # type: ignore[misc]
            tip = await page.ask({"t": "hint", "v": page.have})
            assert tip["t"] == "tip", tip
            assert tip["say"][0].startswith("chimera.why.")
            if step["at"] == 6:  # the first lead: try something else, and think better of it
                legal = page.view["legal"][-1]
                other = await page.ask(
                    {"t": "act", "v": page.have, "verb": legal[0], "cards": legal[1], "to": legal[2]}
                )
                assert other["t"] == "ack"
                assert (await page.ask({"t": "undo"}))["t"] == "ack"
                await page.until(lambda view: view["acts"] == 6)
            act = {"t": "act", "v": page.have, "verb": step["verb"], "cards": step["cards"], "to": step["to"]}
            assert (await page.ask(act))["t"] == "ack"
        await page.until(lambda view: view["status"] == "deal_over")
        await page.stop()

    run(learn)


async def welcome(page: Page) -> Json:
    await page.until(lambda view: view["you"] == 0)
    return page.spec


def test_a_record_is_to_be_had_when_the_match_is_over_and_replays(server: Served) -> None:
    name = server.table(pace="instant", options={"limit": 50}, bots=["random"])
    address = f"{server.url}api/tables/{name}/record"
    assert (fetch(address).status, fetch(address).json["code"]) == (409, "match_runs")

    async def play() -> None:
        def choose(view: Json, chance: Any) -> Json | None:
            return None if view["status"] == "match_over" else any_legal(view, chance)

        page = Page(server.url, name, sit=0, choose=choose).start()
        await page.until(lambda view: view["status"] == "match_over", 25)
        assert page.view["record"]
        await page.stop()

    run(play)
    answer = fetch(address)
    assert answer.headers["content-type"].startswith("text/plain")
    assert load(answer.body, lambda game: CHIMERA).game is CHIMERA


def test_a_match_whose_end_is_not_on_disk_has_no_record(tmp_path: Path) -> None:
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table()
        runner = running.registry.runners[name]

        async def work() -> None:
            runner.whole.clear()
            runner.table.state.finished = runner.table.state.match
            asked = asyncio.create_task(asyncio.to_thread(fetch, f"{running.url}api/tables/{name}/record"))
            await asyncio.sleep(0.3)
            assert not asked.done()
            running.loop.call_soon_threadsafe(runner.fail, OSError("the disk is gone"))
            answer = await asked
            assert (answer.status, answer.json["code"]) == (409, "match_runs")

        run(work)


# -- sockets ----------------------------------------------------------------------------------------------------------


def raw(server: Served, **more: Any) -> Any:
    return connect(server.url.replace("http", "ws") + "api/socket", **more)


async def say(socket: ClientConnection, msg: Any) -> Json:
    await socket.send(msg if isinstance(msg, str | bytes) else json.dumps(msg))
    answer: Json = json.loads(await socket.recv())
    return answer


def hello(table: str, **more: Any) -> Json:
    return {"t": "hello", "proto": PROTO, "table": table, **more}


def test_an_identity_is_given_when_a_socket_opens_and_kept(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            cookie = socket.response.headers["Set-Cookie"]
        assert cookie.startswith("stich-")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        value = cookie.split(";")[0]
        async with raw(server, additional_headers={"Cookie": value}) as socket:
            assert "Set-Cookie" not in socket.response.headers
        forged = value[:6] + ("0" if value[6] != "0" else "1") + value[7:]
        async with raw(server, additional_headers={"Cookie": forged}) as socket:
            assert socket.response.headers["Set-Cookie"].split(";")[0] not in (value, forged)

    run(work)


def test_a_page_of_another_site_gets_no_socket(server: Served) -> None:
    async def work() -> None:
        for origin in ("http://evil.example", "http://[", "null"):
            with pytest.raises(InvalidStatus) as refused:
                async with raw(server, origin=origin):
                    pass
            assert refused.value.response.status_code == 403
        async with raw(server, origin=server.url.rstrip("/")):
            pass

    run(work)


def test_an_unknown_table(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            answer = await say(socket, hello("nosuchtable"))
            assert (answer["code"], answer["args"]) == ("unknown_table", {"table": "nosuchtable"})
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    run(work)


def test_another_protocol(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            assert (await say(socket, {**hello(server.table()), "proto": PROTO + 1}))["code"] == "outdated"

    run(work)


def test_hello_comes_first(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            assert await say(socket, {"t": "stand", "id": 3}) == {
                "t": "error",
                "id": 3,
                "code": "hello_first",
                "args": {},
            }

    run(work)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "{",
        "null",
        '{"t":"hello"}',
        '{"t":"dance","id":1}',
        '{"t":"stand","id":1,"extra":2}',
        '{"t":"stand","id":"x"}',
        "[" * 10_000,
    ],
)
def test_the_third_message_that_cannot_be_read_ends_the_socket(server: Served, bad: str) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            for n in (1, 2, 3):
                answer = await say(socket, bad)
                assert (answer["id"], answer["code"], answer["args"]["n"]) == (-1, "malformed", n)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008

    run(work)


@pytest.mark.parametrize("size", [limits.LARGEST_FRAME + 1, 200_000])
def test_a_frame_that_is_too_long_is_answered_and_ends_the_socket(server: Served, size: int) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            answer = await say(socket, "x" * size)
            assert (answer["code"], answer["args"]) == ("too_large", {"n": size, "allowed": limits.LARGEST_FRAME})
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    run(work)


def test_a_frame_beyond_all_measure_only_ends_the_socket(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await say(socket, "x" * (limits.LARGEST_READ + 1))
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    run(work)


END_FRAME = b"\x88\x80\x00\x00\x00\x00"
NO_FRAME = b"\xff\xff"


@pytest.mark.parametrize("last", [END_FRAME, NO_FRAME])
def test_the_server_closes_a_connection_when_the_end_is_sent_for_good(server: Served, last: bytes) -> None:
    """A client waits for that, and otherwise for long. The client's end is among messages that are not handled any
    more, or is not read because of what came before."""

    async def work() -> None:
        _, _, host, *_ = server.url.split("/")
        reader, writer = await asyncio.open_connection(*host.split(":"))
        key = b64encode(b"k" * 16).decode()
        writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        bad = b"\x81\x81\x00\x00\x00\x00{"
        writer.write(bad * (limits.MALFORMED_MOST + limits.BURST) + last)
        assert (await reader.read()).startswith(b"\x88")  # until the server closes
        writer.close()

    run(work)


def test_a_binary_frame_is_answered_and_ends_the_socket(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            assert (await say(socket, b"\x00\x01"))["code"] == "binary"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1003

    run(work)


def test_the_server_measures_how_long_a_line_takes(server: Served) -> None:
    """A client that answers pings late has a line that is as slow; what it does not ask for costs nothing."""
    name = server.table(seats=3, gather=True)
    late = 0.15

    class Slow(ClientConnection):
        def data_received(self, data: bytes) -> None:
            asyncio.get_running_loop().call_later(late, super().data_received, data)

    async def work() -> None:
        url = server.url.replace("http", "ws") + "api/socket"
        async with connect(url, create_connection=Slow, ping_interval=None, open_timeout=5) as socket:
            await socket.send(json.dumps({"t": "hello", "proto": PROTO, "table": name, "have": -1, "epoch": ""}))
            runner = server.registry.runners[name]
            for _ in range(200):
                await asyncio.sleep(0.02)
                (conn,) = runner.table.subscribers.conns.values() or [None]
                if conn is not None and conn.delay:
                    break
            assert conn is not None
            assert late * 1000 - 1 <= conn.delay < 2000

    run(work)


def test_a_flood_is_answered_and_pings_are_free(server: Served) -> None:
    name = server.table()

    async def work() -> None:
        async with raw(server) as socket:
            await socket.send(json.dumps(hello(name)))
            for n in range(limits.CREDIT + 600):
                await socket.send(json.dumps({"t": "stand", "id": n}))
            for n in range(50):
                await socket.send(json.dumps({"t": "ping", "n": n}))
            codes: list[str] = []
            pongs = 0
            while pongs < 50:
                frame = json.loads(await socket.recv())
                pongs += frame["t"] == "pong"
                codes += [frame["code"]] if frame["t"] == "error" else []
            assert len(codes) == limits.CREDIT + 600
            assert 100 < codes.count("rate") <= 601  # the hello has cost one, too
            await asyncio.sleep(0.2)
            assert (await say(socket, {"t": "stand", "id": 1000}))["code"] == "not_seated"

    run(work)


def test_who_always_says_a_wrong_hash_is_not_shown_the_table_for_ever(server: Served) -> None:
    async def work() -> None:
        async with raw(server) as socket:
            assert (await say(socket, hello(server.table())))["t"] == "welcome"
            v = json.loads(await socket.recv())["v"]
            for n in range(1000):
                await socket.send(json.dumps({"t": "ping", "n": n, "v": v, "h": "wrong"}))
            kinds = [json.loads(await socket.recv())["t"]]
            while kinds.count("pong") < 1000:
                kinds.append(json.loads(await socket.recv())["t"])
            assert 0 < kinds.count("view") <= 601

    run(work)


def test_a_page_that_never_reads_is_let_go(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENCE", 1.0)
    monkeypatch.setattr(limits, "CREDIT", 100_000)
    assert limits.UNREAD < 1_000_000  # a third of what is sent here, once the system keeps no more
    name = server.table(gather=True)

    async def work() -> None:
        async with raw(server, max_queue=1, compression=None, close_timeout=0.1) as socket:
            lines = server.registry.runners[name].connections
            for n in range(2000):  # more than what the system keeps for a socket
                await socket.send(json.dumps(hello(name)))
                if n % 50 == 0:
                    await asyncio.sleep(0.02)  # but never too much at once
                    assert n or len(lines) == 1
            for _ in range(100):
                await socket.send(json.dumps({"t": "ping", "n": 1}))  # it is not silent
                await asyncio.sleep(0.05)
                if not lines:
                    return
            raise AssertionError("a socket that nobody reads stays for ever")

    with contextlib.suppress(ConnectionClosed):
        run(work)
    assert not server.registry.runners[name].connections


def test_one_address_may_not_open_sockets_without_end(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        while server.sockets.open:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(limits, "SOCKETS_MOST", 2)
        async with raw(server) as one, raw(server) as two:
            async with raw(server) as socket:
                refused = json.loads(await socket.recv())
                assert (refused["code"], refused["args"]) == ("sockets", {"allowed": 2})
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
            proxied = {"X-Forwarded-For": "10.1.2.3, 192.0.2.7", "X-Forwarded-Proto": "https"}
            async with raw(server, additional_headers=proxied) as other:  # a proxy here says where it comes from
                assert (await say(other, {"t": "stand", "id": 3}))["code"] == "hello_first"
                assert "Secure" in other.response.headers["Set-Cookie"]
            async with contextlib.AsyncExitStack() as household:  # all of whose addresses are one
                sockets = [
                    await household.enter_async_context(raw(server, additional_headers={"X-Forwarded-For": address}))
                    for address in ("2001:db8:1:2::3", "2001:db8:1:2::4", "2001:db8:1:2:5::6")
                ]
                assert json.loads(await sockets[2].recv())["code"] == "sockets"
            for socket in (one, two):
                assert (await say(socket, {"t": "stand", "id": 3}))["code"] == "hello_first"

    run(work)


def test_nobody_is_disturbed_by_what_another_does_wrong(server: Served) -> None:
    name = server.table(gather=True)

    async def work() -> None:
        page = Page(server.url, name, sit=0).start()
        await page.until(lambda view: view["you"] == 0)
        connects = page.connects
        for bad in ("x" * 20_000, b"\x00"):
            async with raw(server) as socket:
                await socket.send(json.dumps(hello(name)))
                await socket.send(bad)
                await asyncio.wait_for(socket.wait_closed(), 5)
        assert (await page.ask({"t": "rename", "name": "Ann"}))["t"] == "ack"
        assert page.connects == connects
        await page.stop()

    run(work)


def test_one_socket_can_go_to_another_table(server: Served) -> None:
    first, second = server.table(gather=True), server.table(gather=True)

    async def work() -> None:
        async with raw(server) as socket:
            assert (await say(socket, hello(first)))["spec"]["table"] == first
            for _ in ("view", "rights"):
                await socket.recv()
            assert (await say(socket, hello(second)))["spec"]["table"] == second
            await socket.recv()
            assert not server.registry.runners[first].connections

    run(work)


def test_friends_play_together_and_a_third_watches(server: Served) -> None:
    name = server.table(game="snap", pace="instant", options={"limit": 1}, bots=["random"], gather=True)

    async def work() -> None:
        def choose(view: Json, chance: Any) -> Json | None:
            return None if view["status"] in ("gathering", "match_over") else any_legal(view, chance)

        pages = []
        for seat in (0, 1):  # one after the other: the first owns the table
            pages.append(Page(server.url, name, sit=seat, choose=choose, seed=seat).start())
            await pages[seat].until(lambda view: view["you"] != 15)
        assert (await pages[0].ask({"t": "start"}))["t"] == "ack"
        pages.append(Page(server.url, name).start())
        for page in pages:
            await page.until(lambda view: view["status"] == "match_over", 28)
        views = [{**page.view, "you": 0, "zones": 0, "legal": 0, "answers": 0, "may": 0} for page in pages]
        views = [{name: part for name, part in view.items() if part is not None} for view in views]
        assert [page.view["you"] for page in pages] == [0, 1, 15]
        assert views[0] == views[1] == views[2]
        for page in pages:
            assert not page.problems
            assert not page.gaps
            await page.stop()

    run(work)


def test_when_the_disk_is_full_nothing_is_shown_and_the_table_stands_where_the_log_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(changes, "AT_ONCE", 1000)
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table(gather=True)

        async def work() -> None:
            ann, ben = (Page(running.url, name, sit=seat).start() for seat in (0, 1))
            for page in (ann, ben):
                await page.until(lambda view: view["you"] != 15)
            pages_used = running.store.db.exec_driver_sql("PRAGMA page_count").scalar_one()
            running.store.db.exec_driver_sql(f"PRAGMA max_page_count={pages_used}")
            names = []
            for n in range(200):
                names.append(f"{n} " + "x" * 20)
                answer = await ann.ask({"t": "rename", "name": names[-1]})
                if answer["t"] == "error":
                    break
                await asyncio.sleep(0.01)
            else:
                raise AssertionError("the disk never filled")
            assert answer["code"] == "storage"
            said = [record for record in caplog.records if "is read from its log again" in record.getMessage()]
            assert said
            assert all("full" in record.getMessage() and record.exc_info is None for record in said)  # a line each time
            await ann.until(lambda view: view["occupants"][0]["name"] == names[-2])  # as the log has it
            await ben.until(lambda view: view["occupants"][0]["name"] == names[-2])
            assert fetch(running.url + "api/tables", {"game": "chimera"}).json["code"] == "storage"
            running.store.db.exec_driver_sql("PRAGMA max_page_count=100000")  # somebody made runner
            for _ in range(100):  # refused as long as the table is being read
                answer = await ann.ask({"t": "rename", "name": "Ann"})
                if answer["t"] == "ack":
                    break
                await asyncio.sleep(0.05)
            assert answer["t"] == "ack"
            await ben.until(lambda view: view["occupants"][0]["name"] == "Ann")
            assert [entry.seq for entry in running.store.read(name)] == list(range(ben.have + 1))
            for page in (ann, ben):
                await page.stop()

        run(work)


def test_a_table_of_other_rules_is_closed(tmp_path: Path) -> None:
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table()
        running.registry.runners.clear()
        later = """UPDATE log SET body = replace(body, '"version":1', '"version":99') WHERE seq = 0"""
        running.store.db.exec_driver_sql(later)

        async def work() -> None:
            async with raw(running) as socket:
                answer = await say(socket, hello(name))
                assert answer["code"] == "closed"
                assert answer["args"]["reason"] == "@error.version"

        run(work)


def test_a_bot_that_breaks_does_not_stop_the_table(tmp_path: Path) -> None:
    class Broken(Bot):
        def choose(self, view: Any, legal: Any, chance: Any) -> Any:
            raise RuntimeError("out of ideas")

    with served(tmp_path, {"chimera": CHIMERA}) as running:
        running.registry.minds.thinkers = BotThreads(lambda game, level: Broken())
        name = running.table(pace="instant", options={"limit": 50})

        async def work() -> None:
            page = Page(running.url, name, sit=0, choose=any_legal).start()
            await page.until(lambda view: len(view["sheets"]) > 0, 25)
            await page.stop()

        run(work)


def test_a_bot_that_chooses_what_cannot_be_done_does_not_stop_the_table(tmp_path: Path) -> None:
    class Confused(Bot):
        asked = 0

        def choose(self, view: Any, legal: Any, chance: Any) -> Any:
            Confused.asked += 1
            played = [action for action in legal if action.verb == "play" and not action.cards]
            return Action("play", b"\xff", played[0].to) if played else legal[0]  # offered, but not with this card

    with served(tmp_path, {"chimera": CHIMERA}) as running:
        running.registry.minds.thinkers = BotThreads(lambda game, level: Confused())
        name = running.table(pace="instant", options={"limit": 50})

        async def work() -> None:
            page = Page(running.url, name, sit=0, choose=any_legal).start()
            await page.until(lambda view: len(view["sheets"]) > 0, 25)
            assert Confused.asked <= page.have  # once for every action, not again and again
            await page.stop()

        run(work)


class Pensive(Bot):
    """Never comes to an end by itself."""

    def __init__(self) -> None:
        self.thinking = threading.Event()
        self.stopped = threading.Event()

    def think(self, view: Any, legal: Any, chance: Any, stop: Callable[[], bool]) -> Any:
        self.thinking.set()
        while not stop():
            time.sleep(0.001)
        self.stopped.set()
        return legal[0]


async def kept_waiting(running: Served, table: str, player: Pensive) -> Page:
    """Let a person sit down at a table, and return their page when this bot is thinking there."""
    running.registry.minds.thinkers = BotThreads(lambda game, level: player)
    page = Page(running.url, table, sit=0, choose=any_legal).start()
    assert await asyncio.to_thread(player.thinking.wait, 20)
    return page


def test_a_server_that_closes_does_not_wait_for_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "BOT_LIMIT", 600_000)  # on a slow machine, too, it is not late before that
    player = Pensive()
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table(pace="instant", seed=1)

        async def work() -> None:
            page = await kept_waiting(running, name, player)
            assert not player.stopped.is_set()
            closed = asyncio.run_coroutine_threadsafe(
                running.registry.close(), running.loop
            )  # with somebody at the table
            await asyncio.wrap_future(closed)
            assert await asyncio.to_thread(player.stopped.wait, 5)
            await page.stop()

        run(work)


def test_of_a_table_that_is_forgotten_no_bot_goes_on_thinking(tmp_path: Path) -> None:
    player = Pensive()
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table(pace="instant", seed=1)

        async def work() -> None:
            page = await kept_waiting(running, name, player)
            await page.stop()

        run(work)
        deadline = time.monotonic() + 10
        while name in running.registry.runners and time.monotonic() < deadline:
            running.loop.call_soon_threadsafe(running.registry.forget, float("inf"))
            time.sleep(0.02)
        assert name not in running.registry.runners
        assert player.stopped.wait(5)


def test_a_table_that_is_at_fault_whenever_it_is_read_is_not_read_without_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table()
        reads: list[str] = []
        read = running.store.read

        def counted(table: str) -> Any:
            reads.append(table)
            return read(table)

        monkeypatch.setattr(running.store, "read", counted)

        async def work() -> None:
            with monkeypatch.context() as broken:
                broken.setattr(subscribers, "Welcome", lambda *args: 1 / 0)
                async with raw(running) as socket:
                    await socket.send(json.dumps(hello(name)))
                    await asyncio.sleep(1)
                    assert len(reads) == 1
            page = Page(running.url, name, sit=0).start()  # and nothing is lost
            await page.until(lambda view: view["you"] == 0)
            await page.stop()

        run(work)


def test_pages_that_come_at_once_find_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table()
        read = running.store.read
        tries: list[int] = []

        def failing_once(table: str) -> Any:
            tries.append(1)
            time.sleep(0.05)
            if len(tries) == 1:
                raise Refused("error.data", {"path": "x", "reason": "for a moment"})
            return read(table)

        monkeypatch.setattr(running.store, "read", failing_once)

        async def all_at_once() -> list[Any]:
            running.registry.runners.clear()
            first = [asyncio.ensure_future(running.registry.runner(name)) for _ in range(2)]
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            return await asyncio.gather(*first, running.registry.runner(name), return_exceptions=True)

        found = asyncio.run_coroutine_threadsafe(all_at_once(), running.loop).result(20)
        runners = [runner for runner in found if not isinstance(runner, Exception)]
        assert len(runners) == 2
        assert runners[0] is runners[1] is running.registry.runners[name]


def test_a_fault_in_a_games_rules_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path, {"snap": SNAP}) as running:
        name = running.table(game="snap", bots=["random"], pace="instant")

        async def work() -> None:
            page = Page(running.url, name, sit=0).start()
            await page.until(lambda view: view["you"] == 0)
            verb, cards, to, *_ = page.view["legal"][0]
            act = {"t": "act", "verb": verb, "cards": cards, "to": to}
            epoch = page.epoch
            with monkeypatch.context() as broken:
                sound = type(SNAP.phases[0]).apply
                broken.setattr(
                    type(SNAP.phases[0]), "apply", lambda self, s, seat, a: sound(self, s, seat, a) if seat else 1 / 0
                )
                assert (await page.ask({**act, "v": page.have}))["code"] == "internal"
                await page.until(lambda view: page.epoch != epoch and view["you"] == 0 and view["phase"] == "vow")
                before = page.connects
            assert (await page.ask({**act, "v": page.have}))["t"] == "ack"
            assert page.connects == before
            await page.stop()
            with monkeypatch.context() as broken:
                broken.setattr(type(SNAP.phases[0]), "apply", lambda self, s, seat, a: 1 / 0)
                running.registry.runners.clear()
                async with raw(running) as socket:  # and if even the log cannot be replayed
                    assert (await say(socket, hello(name)))["code"] == "closed"

        run(work)


def test_a_table_nobody_looks_at_is_forgotten_and_comes_back(tmp_path: Path) -> None:
    with served(tmp_path, {"chimera": CHIMERA}) as running:
        name = running.table(gather=True)

        async def work() -> None:
            page = Page(running.url, name, sit=1).start()
            await page.until(lambda view: view["you"] == 1)
            cookie = page.cookie
            await page.stop()
            running.loop.call_soon_threadsafe(running.registry.runners.clear)
            back = Page(running.url, name)
            back.cookie = cookie
            back.start()
            await back.until(lambda view: view["you"] == 1)
            assert back.view["occupants"][1]["name"] == "Page 1"
            await back.stop()

        run(work)
