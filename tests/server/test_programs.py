"""Bots from anywhere: a program plays in place of a seat's bot, with a token of the table's owner."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from examples.bot import play
from server.page import Page, any_legal
from server.running import Served, fetch, served
from server.slam import GAME as SLAM
from stich.bots.pipe import Program as Pipe
from stich.client import Answered
from stich.client.address import place_of
from stich.client.connection import Connection
from stich.commands.program.at_table import play as play_at_table
from stich.games import games
from stich.kernel.action import Refused
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_client import Act, Hint, Rename, SetPace, Sit, Start
from stich.server.messages.from_server import Problem
from stich.server.state.entries import Acted
from stich.server.state.names import person_name, program_name
from stich.server.tables import bots, pace

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {**games(), "slam": SLAM}) as running:
        yield running


def cookie_of(name: str) -> str:
    """Return the cookie of a person; `served` signs with this key."""
    return SignedCookie(b"0" * 32).issue(name, False).split(";")[0]


OWNER = cookie_of("0" * 32)


def owned(server: Served, **wishes: Any) -> str:
    """Open a table as the owner; return its name."""
    answer = fetch(server.url + "api/tables", wishes, headers={"Cookie": OWNER})
    assert answer.status == 201, answer.body
    name: str = answer.json["table"]
    return name


def page_of(server: Served, table: str, choose: Any = any_legal, sit: int | None = 0) -> Page:
    page = Page(server.url, table, sit=sit, choose=choose)
    page.cookie = OWNER
    return page.start()


def grant(server: Served, table: str, seat: int = 1, cookie: str = OWNER) -> str:
    answer = fetch(f"{server.url}api/tables/{table}/programs/{seat}", b"", "POST", {"Cookie": cookie})
    assert answer.status == 201, answer.body
    assert answer.headers["cache-control"] == "no-store"
    token: str = answer.json["token"]
    return token


async def until(what: Any, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not come to this"
        await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def running(line: Connection) -> Any:
    task = asyncio.create_task(line.run())
    try:
        yield line
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def actors(server: Served, table: str) -> list[str]:
    return [entry.actor for entry in server.store.read(table) if entry.kind == "act"]


@pytest.mark.parametrize(("game", "options"), [("durak", {"pack": "32"}), ("slam", {}), ("chimera", {"limit": 50})])
def test_the_bot_of_the_examples_plays_whole_matches(server: Served, game: str, options: dict[str, Any]) -> None:
    table = owned(server, game=game, pace="instant", options=options, seats=3, gather=True)
    tokens = {seat: grant(server, table, seat) for seat in (1, 2)}
    link = f"{server.url}t/{table}"

    async def work() -> None:
        async with running(play(link, 1, tokens[1])) as one, running(play(link, 2, tokens[2], "Chance")) as two:
            await until(lambda: all(line.session.shown and line.session.view.you in (1, 2) for line in (one, two)))
            page = page_of(server, table)
            await page.until(lambda view: view["you"] == 0)
            assert (await page.ask({"t": "start"}))["t"] == "ack"  # not before: the bots might play it all alone
            await page.until(lambda view: view["status"] == "match_over", 100)
            names = [occupant["name"] for occupant in page.view["occupants"]]
            assert names[1:3] == ["Lucky (bot)", "Chance (bot)"]
            assert [page.view["occupants"][seat]["who"] for seat in (1, 2)] == ["bot", "bot"]
            assert page.view["occupants"][1]["program"] is True
            await page.stop()

    asyncio.run(work())
    acted = [entry for entry in server.store.read(table) if isinstance(entry.body, Acted) and entry.body.seat == 1]
    assert len(acted) > 1  # a match of slam can be short
    assert {entry.actor for entry in acted} == {"bot:program"}


def test_a_program_over_a_pipe_plays_a_whole_match(server: Served) -> None:
    table = owned(server, game="durak", pace="instant", options={"pack": "32"}, seats=3, gather=True)
    token = grant(server, table, 1)
    example = Path(__file__).parents[2] / "examples/pipe_bot.py"

    async def work() -> None:
        asked = Pipe(f"{sys.executable} {example}")
        task = asyncio.create_task(play_at_table(f"{server.url}t/{table}", 1, token, "Pipe", asked))
        try:
            page = page_of(server, table)
            await page.until(lambda view: view["occupants"][1]["name"] == "Pipe (bot)")
            assert (await page.ask({"t": "start"}))["t"] == "ack"
            await page.until(lambda view: view["status"] == "match_over", 100)
            await page.stop()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert asked.process is None  # it was ended

    asyncio.run(work())
    assert "bot:program" in actors(server, table)


def test_nobody_starts_a_program_on_the_server(server: Served, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    level = f"pipe:{sys.executable} -c open({str(trace)!r},'w')"
    answer = fetch(server.url + "api/tables", {"game": "durak", "bots": [level], "pace": "instant"})
    assert (answer.status, answer.json["code"]) == (400, "level")
    assert not trace.exists()


def test_a_wrong_token_over_a_pipe_is_refused(server: Served) -> None:
    table = owned(server, game="durak", pace="instant")
    with pytest.raises(Refused):
        asyncio.run(
            asyncio.wait_for(play_at_table(f"{server.url}t/{table}", 1, "wrong", "Pipe", Pipe(sys.executable)), 20)
        )


class Program:
    """A program with a socket of its own, which does what the test says."""

    def __init__(self, server: Served, table: str, token: str) -> None:
        self.news: list[Any] = []
        self.line = Connection(place_of(f"{server.url}t/{table}"), self.news.extend, token=token)

    async def says(self, message: Any) -> str:
        """Send a message; return "ack" or the code of the problem."""
        id = self.line.request(message)
        await until(lambda: any(one.request is not None and one.request.id == id for one in self.answers()))
        answer = next(one.answer for one in self.answers() if one.request is not None and one.request.id == id)
        return answer.code if isinstance(answer, Problem) else "ack"

    def answers(self) -> list[Answered]:
        return [one for one in self.news if isinstance(one, Answered)]

    @property
    def you(self) -> int:
        return self.line.session.view.you if self.line.session.shown else -2

    def move(self) -> Act:
        choice = self.line.session.view.legal[0]
        return Act(0, self.line.session.v, choice.verb, choice.cards, choice.to)


def test_a_program_that_does_not_answer_is_replaced_by_the_bot_and_may_come_back(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PROGRAM_LIMIT", 500)
    table = owned(server, game="ecarte", pace="instant", gather=True)
    token = grant(server, table)

    async def work() -> None:
        program = Program(server, table, token)
        async with running(program.line):
            await until(lambda: program.line.session.shown)
            assert await program.says(Sit(0, 1, "Sleepy")) == "ack"
            page = page_of(server, table)
            await page.until(lambda view: view["you"] == 0)
            assert (await page.ask({"t": "start"}))["t"] == "ack"
            await page.until(lambda view: view["occupants"][1]["name"] != "Sleepy (bot)", 30)
            occupant = page.view["occupants"][1]
            assert (occupant["who"], occupant.get("program", False)) == ("bot", False)
            told = [event[5][0] for event in page.events if event[5]]
            assert "table.said.program_gone" in told
            await until(lambda: "bot:club" in actors(server, table))
            await until(lambda: program.you not in (1, -2))
            assert await program.says(Sit(0, 1, "Sleepy")) == "ack"  # it has seen this hand and no other
            await until(lambda: program.you == 1)
            await page.stop()

    asyncio.run(work())


def test_a_program_that_goes_is_replaced_at_once(server: Served) -> None:
    table = owned(server, game="ecarte", pace="instant")
    token = grant(server, table)

    async def work() -> None:
        page = page_of(server, table)
        program = Program(server, table, token)
        async with running(program.line):
            await until(lambda: program.line.session.shown)
            await program.says(Sit(0, 1, "Brief"))
            await until(lambda: program.you == 1 or page.view["status"] != "playing", 60)
        await page.until(lambda view: not view["occupants"][1].get("program", False), 20)
        await until(lambda: len(actors(server, table)) > 5)
        await page.stop()

    asyncio.run(work())


def test_a_program_may_do_nothing_else_and_its_mistakes_are_refused_like_those_of_people(server: Served) -> None:
    table = owned(server, game="durak", pace="normal", gather=True)
    program, owner = Program(server, table, grant(server, table)), Program(server, table, "")
    owner.line.cookie = OWNER

    async def work() -> None:
        async with running(program.line), running(owner.line):
            await until(lambda: program.line.session.shown and owner.line.session.shown)
            assert await program.says(Act(0, 99, "attack")) == "not_seated"
            for message in (Start(0), SetPace(0, "fast"), Rename(0, "Ann"), Sit(0, 2, "x")):
                assert await program.says(message) in ("program", "no_seat")
            assert await program.says(Hint(0, 0)) in ("not_seated", "program")
            assert await program.says(Sit(0, 1, "x")) == "ack"
            await until(lambda: program.you == 1)
            assert [await owner.says(Sit(0, 0, "Ann")), await owner.says(Start(0))] == ["ack", "ack"]
            assert await program.says(Act(0, 10**6, "fly")) != "ack"
            assert await program.says(Act(0, -1, "attack")) != "ack"
            session = program.line.session
            while "bot:program" not in actors(server, table):
                if session.view.legal and session.view.must & 2:
                    await program.says(program.move())
                if owner.line.session.view.legal and owner.line.session.view.must & 1:
                    await owner.says(owner.move())
                await asyncio.sleep(0.05)

    asyncio.run(work())
    log = server.store.read(table)
    first = next(entry for entry in log if entry.actor == "bot:program")
    asked = max(entry.at for entry in log[: first.seq] if entry.kind in ("act", "match"))
    assert first.at - asked >= pace.THINK["normal"] // 2, "it acts when the bot would"


def test_tokens_are_the_owners_to_give_and_to_take_back(server: Served) -> None:
    table = owned(server, game="durak", pace="slow")
    url = f"{server.url}api/tables/{table}/programs/1"
    other = {"Cookie": cookie_of("1" * 32)}
    assert fetch(url, b"", "POST", other).json["code"] == "not_owner"
    assert fetch(url, b"", "POST").json["code"] == "not_owner"
    assert fetch(url, b"", "POST", {"Cookie": OWNER, "Origin": "http://evil.example"}).json["code"] == "origin"
    assert fetch(url[:-1] + "9", b"", "POST", {"Cookie": OWNER}).json["code"] == "no_seat"
    assert fetch(f"{server.url}api/tables/nowhere/programs/1", b"", "POST", {"Cookie": OWNER}).status == 404
    first, second = grant(server, table), grant(server, table)
    assert first != second

    async def shown(token: str) -> str:
        program = Program(server, table, token)
        async with running(program.line):
            session = program.line.session
            await until(lambda: session.shown or session.ended is not None or program.answers())
            ended = program.line.session.ended
            if ended is not None:
                return ended.code
            refused = [one.answer.code for one in program.answers() if isinstance(one.answer, Problem)]
            return refused[0] if refused else "shown"

    async def work() -> None:
        assert await shown(first) == "token", "a new one replaces it"
        assert await shown(second) == "shown"
        socket = server.url.replace("http", "ws") + "api/socket"
        for wrong in (first[:-2] + "xx", "", "a.1.1.x", "x" * 5000):
            with pytest.raises(InvalidStatus) as refused:
                await connect(socket, additional_headers={"Authorization": f"Bearer {wrong}"})
            assert refused.value.response.status_code in (401, 431, 400)
        program = Program(server, table, second)
        async with running(program.line):
            await until(lambda: program.line.session.shown)
            await program.says(Sit(0, 1, "Deep"))
            await until(lambda: program.you == 1)
            assert fetch(url, None, "DELETE", other).json["code"] == "not_owner"
            assert (await asyncio.to_thread(fetch, url, None, "DELETE", {"Cookie": OWNER})).status == 200
            await until(lambda: program.you not in (1, -2))
        assert await shown(second) == "token"

    asyncio.run(work())


def test_a_token_is_of_one_table_and_ends_by_itself(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table, elsewhere = owned(server, game="durak"), owned(server, game="durak")
    token = grant(server, table)
    monkeypatch.setattr(pace, "TOKEN", -1)
    late = grant(server, elsewhere)

    async def work() -> None:
        for where, used in ((elsewhere, token), (elsewhere, late)):
            program = Program(server, where, used)
            async with running(program.line):
                await until(lambda program=program: program.line.session.ended is not None or program.answers())
                assert not program.line.session.shown

    asyncio.run(work())


def test_in_the_middle_of_a_deal_a_program_gets_the_seat_when_it_is_over(server: Served) -> None:
    """Otherwise the owner could read a bot's hand with a token (docs/decisions/0017)."""
    table = owned(server, game="durak", pace="slow")
    token = grant(server, table)

    async def work() -> None:
        page = page_of(server, table, choose=None)
        await page.until(lambda view: view["status"] == "playing" and view["you"] == 0, 20)
        program = Program(server, table, token)
        async with running(program.line):
            await until(lambda: program.line.session.shown)
            assert await program.says(Sit(0, 1, "Eve")) == "ack"
            await asyncio.sleep(0.3)
            view = program.line.session.view
            assert view.you not in range(6)
            assert not view.legal
            assert all(set(cards) <= {255} for name, cards in view.zones.items() if name.startswith("hand"))
        await page.stop()

    asyncio.run(work())


def test_nothing_changes_by_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, games()) as before:
        table = owned(before, game="durak")
        token = grant(before, table)
    with served(tmp_path, games()) as after:

        async def work() -> None:
            program = Program(after, table, token)
            async with running(program.line):
                await until(lambda: program.line.session.shown)
                assert await program.says(Sit(0, 1, "Deep")) == "ack"
                await until(lambda: program.you == 1)

        asyncio.run(work())


def test_no_person_has_a_name_like_a_program_and_no_program_one_like_a_person() -> None:
    assert program_name("Deep", ["Ann"]) == "Deep (bot)"
    assert program_name("", []) == "Program (bot)"
    assert program_name("Deep (bot)", []) == "Deep (bot)"
    assert program_name("Ann", ["Ann"]) == "Ann (2) (bot)"
    assert len(program_name("x" * 99, [])) <= 24
    for name in ("Deep (bot)", "Deep(BOT)", "Deep [bot]", "Deep bot", "Deep (bot) (bot)", "Deep (bоt)"):
        assert person_name(name) == "Deep"
    assert person_name("Abbot") == "Abbot"
    assert person_name("bot") == ""
