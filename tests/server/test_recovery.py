"""Going on on another device by a short code: the seat, in the middle of a deal, after a restart, while a bot plays."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.desk import Desk
from server.page import Page
from server.running import Answer, Process, Served, fetch, served
from server.snap import GAME as SNAP
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.server.connections import limits
from stich.server.state.entries import Recovered

pytestmark = pytest.mark.once


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {"snap": SNAP}) as running:
        yield running


def cookie_of(answer: Answer) -> str:
    return answer.headers["set-cookie"].partition(";")[0]


def code_at(url: str, table: str, cookie: str) -> str:
    answer = fetch(f"{url}api/tables/{table}/code", headers={"Cookie": cookie})
    assert answer.status == 200, answer.body
    code: str = answer.json["code"]
    return code


def enter(url: str, table: str, code: str, cookie: str = "") -> Answer:
    return fetch(f"{url}api/tables/{table}/code", {"code": code}, headers={"Cookie": cookie} if cookie else {})


# -- at the table -----------------------------------------------------------------------------------------------------


def moved(desk: Desk, identity: str, seat: int) -> None:
    desk.table.seating.check_may_recover(identity, seat)
    desk.do(desk.table.recover(identity, seat, desk.now))


@pytest.mark.parametrize("before", ["nothing", "bot plays", "restart", "not there yet"])
def test_the_new_device_plays_on_in_mid_deal_and_the_old_one_watches(before: str) -> None:
    desk = Desk(SNAP, pace="normal", gather=True, owner="ann")
    ann = desk.window("ann", sit=0)
    ben = desk.window("ben", sit=1)
    ann.send("start")
    ann.read()
    hand = ann.view["zones"]["hand.0"]
    if before == "bot plays":
        ann.close()
        desk.wait(30_000)
        ben.read()
        assert ben.view["occupants"][0].get("bot")
        hand = None
    if before == "restart":
        desk.restart()
        ann.open()
        ben.open()
    phone = None if before == "not there yet" else desk.window("phone")
    moved(desk, "phone", 0)
    if phone is None:
        desk.wait(1000)
        phone = desk.window("phone")
    phone.read()
    ben.read()
    assert phone.view["you"] == 0
    assert 255 not in phone.view["zones"]["hand.0"]
    assert hand in (None, phone.view["zones"]["hand.0"])
    assert phone.rights["rules"]
    assert phone.view["owner"] == 0
    occupant = ben.view["occupants"][0]
    assert (occupant["name"], occupant["who"], occupant["online"]) == ("Ann", "person", True)
    assert not occupant.get("bot")
    if before != "bot plays":
        ann.read()
        assert (ann.view["you"], ann.rights["moved"]) == (SPECTATOR, 0)
        assert set(ann.view["zones"]["hand.0"]) <= {255}
        assert ann.send("act", verb="vow", cards=[0])["code"] == "not_seated"
        assert ann.send("sit", seat=2, name="Ann")["code"] == "saw_hand"
        ann.open()
        ann.read()
        assert ann.rights["moved"] == 0, "it says so after a reload, too"
    desk.restart()
    phone.open()
    phone.read()
    assert phone.view["you"] == 0


def test_a_code_does_not_show_a_second_hand() -> None:
    desk = Desk(SNAP, pace="normal", gather=True)
    ann = desk.window("ann", sit=0)
    desk.window("ben", sit=1)
    ann.send("start")
    with pytest.raises(Refused, match="seated"):
        moved(desk, "ben", 0)
    desk.window("ben").send("stand")
    with pytest.raises(Refused, match="saw_hand"):
        moved(desk, "ben", 0)
    assert not [entry for entry in desk.log if isinstance(entry.body, Recovered)]


# -- over HTTP --------------------------------------------------------------------------------------------------------


def test_the_code_is_short_and_belongs_to_one_person_at_one_table(server: Served) -> None:
    async def work() -> None:
        codes = []
        for table in (server.table(game="snap", gather=True), server.table(game="snap", gather=True)):
            ann, ben = (Page(server.url, table, sit=seat).start() for seat in (0, 1))
            for page in (ann, ben):
                await page.until(lambda view: view["you"] != SPECTATOR)
                codes.append(await asyncio.to_thread(code_at, server.url, table, page.cookie))
            assert await asyncio.to_thread(code_at, server.url, table, ann.cookie) == codes[-2]
            wrong = await asyncio.to_thread(enter, server.url, table, codes[0][::-1])
            assert (wrong.status, wrong.json["code"]) == (409, "wrong_code")
            await ann.stop()
            await ben.stop()
        assert len(set(codes)) == 4
        assert all(re.fullmatch(r"[A-HJKMNP-UW-Z]{4}(-[A-HJKMNP-UW-Z]{4}){2}", code) for code in codes)
        stranger = fetch(f"{server.url}api/tables/{table}/code")
        assert (stranger.status, stranger.json["code"]) == (409, "not_seated")

    asyncio.run(work())


def test_a_seat_is_taken_back_as_people_type_the_code_and_the_code_works_once(server: Served) -> None:
    table = server.table(game="snap", pace="normal")

    async def work() -> None:
        ann = Page(server.url, table, sit=1).start()
        await ann.until(lambda view: view["you"] == 1)
        code = await asyncio.to_thread(code_at, server.url, table, ann.cookie)
        typed = f" {code.lower().replace('-', ' ')} "
        back = await asyncio.to_thread(enter, server.url, table, typed)
        assert (back.status, back.json) == (200, {"seat": 1})
        await ann.until(lambda view: view["you"] == SPECTATOR)
        cookie = cookie_of(back)
        assert await asyncio.to_thread(code_at, server.url, table, cookie) != code
        again = await asyncio.to_thread(enter, server.url, table, code, ann.cookie)
        assert (again.status, again.json["code"]) == (409, "wrong_code")
        await ann.stop()

    asyncio.run(work())


@pytest.mark.parametrize("who", ["address", "person"])
def test_few_codes_can_be_tried(server: Served, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.table(game="snap")
    seen: Any = None
    tries = limits.CODES_AT_ONCE
    if who != "address":
        addresses = iter(f"192.0.2.{n}" for n in range(1, 250))
        monkeypatch.setattr("stich.server.pages.recovery.address_of", lambda request: next(addresses))
    made = fetch(server.url + "api/tables", {"game": "snap"}, headers={"Origin": server.url.rstrip("/")})
    cookie = cookie_of(made) if who == "person" else ""
    for n in range(tries + 1):
        seen = enter(server.url, table, f"ABCD-EFGH-{n:04}", cookie)
        if n < tries:
            assert seen.json["code"] == "wrong_code"
    assert (seen.status, seen.json["code"]) == (429, "rate")


def test_those_who_guess_do_not_keep_a_person_from_their_seat(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.table(game="snap", gather=True)
    addresses = iter(f"192.0.2.{n}" for n in range(1, 250))
    monkeypatch.setattr("stich.server.pages.recovery.address_of", lambda request: next(addresses))

    async def work() -> None:
        ann = Page(server.url, table, sit=1).start()
        await ann.until(lambda view: view["you"] == 1)
        code = await asyncio.to_thread(code_at, server.url, table, ann.cookie)
        for n in range(100):
            assert (await asyncio.to_thread(enter, server.url, table, f"ABCD-EFGH-{n:04}")).json["code"] == "wrong_code"
        assert (await asyncio.to_thread(enter, server.url, table, code)).status == 200
        await ann.stop()

    asyncio.run(work())


@pytest.mark.parametrize("body", [b"", b"{}", b'{"code": 7}', b"\xff", b'{"code": "' + b"A" * 300 + b'"}'])
def test_what_is_no_code_is_refused(server: Served, body: bytes) -> None:
    answer = fetch(f"{server.url}api/tables/{server.table(game='snap')}/code", body)
    assert answer.json["code"] in ("malformed", "too_large")


def test_another_sites_page_cannot_enter_a_code(server: Served) -> None:
    path = f"{server.url}api/tables/{server.table(game='snap')}/code"
    assert fetch(path, {"code": "x"}, headers={"Origin": "http://evil.example"}).status == 403
    assert fetch(f"{server.url}api/tables/nosuchtable/code", {"code": "x"}).json["code"] == "unknown_table"


def test_a_code_outlives_the_server(tmp_path: Path) -> None:
    server = Process(tmp_path).start()
    try:
        table = fetch(server.url + "api/tables", {"game": "durak"}).json["table"]

        async def sit() -> str:
            page = Page(server.url, table, sit=0).start()
            await page.until(lambda view: view["you"] == 0)
            code = await asyncio.to_thread(code_at, server.url, table, page.cookie)
            await page.stop()
            return code

        code = asyncio.run(sit())
        server.kill()
        server.start()
        assert enter(server.url, table, code).json == {"seat": 0}
    finally:
        server.kill()
