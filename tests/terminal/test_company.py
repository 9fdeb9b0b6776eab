"""The people at a table in the terminal: its owner, locked seats, leaving, and a seat that is taken along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client.wired import Wired
from server.desk import Desk
from server.page import Page
from server.running import served
from server.snap import GAME as SNAP
from stich.client.address import TableAddress, fetch_code
from stich.commands.join import with_seat
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.server.messages.from_client import Start
from stich.terminal.buttons import buttons_of
from stich.terminal.company import leave, leaving_hurts, ruling, table_settings
from stich.terminal.draw import gathering
from stich.terminal.look import Look
from stich.terminal.table import Table
from stich.terminal.words import Words

pytestmark = pytest.mark.once


class User:
    """Somebody at a terminal, and the questions that they are asked."""

    def __init__(self, desk: Desk, name: str, *, sits: bool = True) -> None:
        self.desk = desk
        self.wired = Wired(desk, name.lower())
        session = self.wired.session
        self.table = Table(session, Words("en"), lambda msg: session.request(msg, desk.now), name=name, sits=sits)
        self.wired.hear = self.table.receive
        self.asked: list[str] = []
        self.wired.open()
        self.read()

    def read(self) -> None:
        for _ in range(3):
            self.wired.read()

    def ask(self, question: str, answers: list[tuple[str, Callable[[], object]]]) -> None:
        """Say yes."""
        self.asked.append(question)
        answers[-1][1]()

    def choose(self, wording: str) -> None:
        found = [do for words, do in ruling(self.table, self.ask) if wording in words]
        assert found, [words for words, _ in ruling(self.table, self.ask)]
        found[0]()
        self.read()

    def buttons(self) -> list[str]:
        return [button.label for button in buttons_of(self.table)]

    def screen(self) -> str:
        return "\n".join(line.plain for line in gathering(self.table, Look(plain=True), 70))


def test_the_owner_locks_lets_in_removes_and_hands_over() -> None:
    desk = Desk(SNAP, gather=True, pace="normal", owner="ann")
    ann = User(desk, "Ann")
    assert "host" in ann.screen()
    ann.choose("Only people I let in")
    ben = User(desk, "Ben")
    assert ben.table.view.you == SPECTATOR, "who joins by the link has asked"
    assert ben.buttons() == ["Never mind"]
    assert "Start" not in ben.buttons()
    assert "Ann starts the match." not in ben.screen()
    ann.read()
    assert ann.table.words.say(ann.table.notice or pytest.fail("nobody is announced")) == "Ben asks for a seat"
    ann.choose("Let in")
    ben.read()
    assert ben.table.view.you == 1
    assert ben.buttons() == []
    assert "Ann starts the match." in ben.screen()
    assert ruling(ben.table, ben.ask) == []
    ann.choose("Remove")
    assert "Take the seat of Ben?" in ann.asked[-1]
    ben.read()
    assert ben.table.view.you == SPECTATOR
    assert "has taken your seat" in ben.table.words.say(ben.table.notice or pytest.fail("they are not told"))


def test_what_the_owner_and_the_players_change_at_the_table() -> None:
    desk = Desk(SNAP, gather=True, pace="normal", owner="ann")
    ann, ben = User(desk, "Ann"), User(desk, "Ben")

    def change(user: User, wording: str) -> None:
        next(do for words, do in table_settings(user.table) if words.startswith(wording))()
        user.read()
        ann.read()
        ben.read()

    def offered(user: User) -> str:
        return "\n".join(words for words, _ in table_settings(user.table))

    ann.read()
    for wording in ("Bot speed: Fast", "Time limit: 60 seconds a turn", "If somebody is away: all wait"):
        assert f"{wording} *" not in offered(ann)
        change(ann, wording)
        assert f"{wording} *" in offered(ann)
        assert wording not in offered(ben), "only the owner"
    change(ben, "Spectators may see my hand")
    assert (ann.table.view.agreed, ben.table.view.agreed) == ([1], [1])
    assert "later: yes" in offered(ben)
    change(ben, "Spectators may see my hand")
    assert ben.table.view.agreed == []
    change(ann, "Others can watch")
    assert not ben.table.view.watching
    assert offered(ben) == "", "nobody sees a hand where nobody watches"
    ann.table.request(Start(0))
    ann.read()
    assert "Time limit" not in offered(ann)
    assert "Bot speed" in offered(ann)


def test_leaving_asks_only_where_it_hurts() -> None:
    desk = Desk(SNAP, gather=True, pace="normal")
    ann, ben = User(desk, "Ann"), User(desk, "Ben")
    ann.read()
    assert not leaving_hurts(ann.table)
    ann.table.request(Start(0))
    ann.read()
    ben.read()
    assert leaving_hurts(ben.table)
    leave(ben.table, ben.ask)
    ben.read()
    assert len(ben.asked) == 1
    assert ben.table.view.you == SPECTATOR
    ann.read()
    leave(ann.table, ann.ask)
    ann.read()
    assert (ann.asked, ann.table.view.you) == ([], SPECTATOR)


def test_a_seat_is_taken_along_by_its_code(tmp_path: Path) -> None:
    with served(tmp_path, {"snap": SNAP}) as server:
        place = TableAddress(server.url.rstrip("/"), server.table(game="snap"))

        async def work() -> None:
            ann = Page(server.url, place.table, sit=2).start()
            await ann.until(lambda view: view["you"] == 2)
            code = await asyncio.to_thread(fetch_code, place, ann.cookie)
            with pytest.raises(Refused, match="wrong_code"):
                await asyncio.to_thread(with_seat, place, "ABCD-EFGH-JKMN", "")
            cookie = await asyncio.to_thread(with_seat, place, code, "")
            await ann.until(lambda view: view["you"] == SPECTATOR)
            assert await asyncio.to_thread(fetch_code, place, cookie) != code
            await ann.stop()

        asyncio.run(work())
