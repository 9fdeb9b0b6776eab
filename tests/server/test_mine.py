"""A person's own data: the copy has what is theirs and nothing else, and the deletion leaves nothing that names them,
and everything that is somebody else's."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections import Counter
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select

from postgres import database
from server.desk import Desk, Window
from server.page import Page, any_legal
from server.running import Answer, Served, fetch, served
from server.snap import GAME as SNAP
from server.test_workers import workers
from stich.kernel.chance import quick
from stich.kernel.record import dump
from stich.server.connections.guests import SignedCookie
from stich.server.pages import sessions
from stich.server.state.entries import Entry
from stich.server.state.former import digest_of, former, is_former
from stich.server.storage.archive import ended_matches, match_of, rows
from stich.server.storage.database import snapshot
from stich.server.storage.export import of_table
from stich.server.storage.integrity import faults
from stich.server.storage.personal import FOR_GOOD, apart, tables_of
from stich.server.storage.ratings import Ratings
from stich.server.storage.reports import SaidLine, statements
from stich.server.storage.schema import metadata, rated, revoked, upsert
from stich.server.storage.store import Store
from stich.server.tables.forgetting import Forgetting
from stich.server.tables.registry import TableRegistry

pytestmark = pytest.mark.once

KEY = b"0" * 32  # as `served` has it
NAMES = ("Quendolina", "Rasputinka", "Sigismunda", "Tarquinius", "Ulysseus")
PEOPLE = tuple(name.lower()[0] * 32 for name in NAMES)


def find(name: str) -> Any:
    return {"snap": SNAP}[name]


def contents(store: Store) -> dict[str, list[str]]:
    """Every row of the database, as text."""
    with store.reading() as db:
        return {
            table.name: sorted(
                json.dumps([zlib.decompress(value).decode() if isinstance(value, bytes) else value for value in row])
                for row in db.execute(select(table))
            )
            for table in metadata.sorted_tables
        }


def written(store: Store, name: str, entries: list[Entry], also: list[Any]) -> None:
    done = Event()
    errors: list[Exception | None] = []

    def end(error: Exception | None) -> None:
        errors.append(error)
        done.set()

    store.submit(name, entries, end, also)
    assert done.wait(20)
    assert errors == [None]


def lived(seed: int) -> tuple[Desk, list[set[str]]]:
    """A rated table at which people come, go, are sent away, change their names and devices, and play. Return it, and
    who has turned out to be one person."""
    chance = quick(seed, 2)
    desk = Desk(SNAP, seed=seed, pace="instant", gather=True, owner=PEOPLE[seed % 3], rated=True, options={"limit": 2})
    windows = {identity: Window(desk, identity).open() for identity in PEOPLE}
    names = dict(zip(PEOPLE, NAMES, strict=True))
    same = [{identity} for identity in PEOPLE]
    for window in windows.values():
        window.read()
    windows[PEOPLE[0]].send("sit", seat=0, name=NAMES[0])
    windows[desk.table.state.ownership.owner].send("talk", talk="phrases", watchers=True)
    for window in windows.values():
        window.send("say", phrase="hello")
    for _ in range(250):
        identity = PEOPLE[int(chance.below(5))]
        window = windows[identity]
        window.read()
        seat, held = int(chance.below(3)), [one.holder for one in desk.table.state.seats]
        match int(chance.below(40)):
            case 0 | 1 | 2 | 3:
                window.send("sit", seat=seat, name=names[identity])
            case 4:
                window.send("rename", name=names[identity] if chance.below(2) else "")
            case 5 if desk.table.state.status != "playing" or chance.below(3) == 0:
                window.send("stand")
            case 6 | 13:
                window.send("remove", seat=seat)
            case 7 | 14 | 15:
                by = [line["by"] for one in window.frames if one["t"] == "talk" for line in one["lines"] if line["by"]]
                if by:
                    window.send("silence", by=by[int(chance.below(len(by)))], on=bool(chance.below(2)))
            case 8 | 9 if held[seat] and identity not in held and desk.table.state.status != "playing":
                desk.do(desk.table.recover(identity, seat, desk.now))
                both = [group for group in same if group & {identity, held[seat]}]
                same = [group for group in same if group not in both] + [set().union(*both)]
            case 10 if chance.below(2):
                window.send("lock", seats=[seat])
            case 10:
                window.send("lock", seats=[])
            case 11 | 12:
                window.send("say", phrase="hello")
            case _:
                window.send("start")
                for other in windows.values():
                    other.read()
                    other.send("again")
                    other.send("ready", deal=max(other.view["deal"], 1))
                    if other.view["legal"]:
                        other.act(int(chance.below(len(other.view["legal"]))))
        desk.wait(3000)
    return desk, same


def stored(store: Store, desk: Desk) -> None:
    """Write a table, and what lies beside it, as the server does."""
    also: list[Any] = []
    for state, at in ended_matches(desk.name, desk.log, find):
        also += rows(state, at)
    for n, (by, about) in enumerate([(0, 1), (1, 2), (2, 0)]):
        also += statements(n, desk.name, PEOPLE[by], PEOPLE[about], NAMES[about], [SaidLine(1, "", f"line {n}")])
    written(store, desk.name, desk.log, also)
    ratings = Ratings(store)
    while todo := ratings.next():
        written(store, "", [], todo)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_names_the_person_any_more_and_the_rest_is_as_it_was(where: Path | str, seed: int) -> None:
    desk, same = lived(seed)
    known = Counter(entry.actor for entry in desk.log)
    sent_away = Counter(getattr(entry.body, "person", "") for entry in desk.log)
    gone = max(PEOPLE, key=(sent_away if seed % 2 else known).__getitem__)
    names = [NAMES[PEOPLE.index(one)] for one in next(group for group in same if gone in group)]
    with closing(Store(where)) as store:
        stored(store, desk)
        before = contents(store)
        assert sum(gone in row for row in before["log"]) > 3, "the person was there"
        matches = [match_of(desk.name, n, desk.log, find).match for n in range(1, desk.table.state.matches)]
        registry = TableRegistry(store, {"snap": SNAP})
        asyncio.run(forgotten(registry, gone))
        after = contents(store)
        everything = json.dumps(after)
        assert gone not in everything
        told = json.dumps([after["log"], after["finished"], after["rated"]])
        assert not [name for name in names if name in told]
        assert after.pop("revoked") == [json.dumps([digest_of(gone), FOR_GOOD, row_time(store)])]
        before.pop("revoked")
        assert after == {table: expected(table, found, gone, names) for table, found in before.items()}
        log = store.read(desk.name)
        again = [match_of(desk.name, n, log, find).match for n in range(1, desk.table.state.matches)]
        assert [dump(one, [], "") for one in again] == [dump(one, [], "") for one in matches], "it replays"
        with snapshot(store.engine) as db:
            assert tables_of(db, gone) == []
            assert list(faults(db)) == []


def row_time(store: Store) -> int:
    with store.reading() as db:
        return int(db.execute(select(revoked.c.at_ms)).scalar_one())


def expected(table: str, found: list[str], gone: str, names: list[str]) -> list[str]:
    """What the rows of a table must have become: another identity, no name, and not a byte more."""
    own = NAMES[PEOPLE.index(gone)]
    if table in ("played", "rating"):
        return [row for row in found if gone not in row]
    out = []
    for row in found:
        if table == "report":
            about = json.loads(row)[4] == gone
            row = row.replace(f'"{own}"', '""') if about else row
        else:
            for name in names:
                row = re.sub(rf'\\"{name}( \(\d\))?\\"', r'\\"\\"', row)
        out.append(row.replace(gone, former(gone)))
    return sorted(out)


async def forgotten(registry: TableRegistry, identity: str) -> None:
    await Forgetting(registry).forget(identity)
    await registry.close()


# -- at a real server -------------------------------------------------------------------------------------------------


def identity_in(cookie: str) -> str:
    name, _, value = cookie.partition("=")
    identity = SignedCookie(KEY).of({name: value})
    assert identity is not None
    return identity


def remove_me(server: Served, cookie: str, **headers: str) -> Answer:
    return fetch(server.url + "api/me", method="DELETE", headers={"Cookie": cookie, **headers})


def copy_of(server: Served, cookie: str) -> Any:
    return fetch(server.url + "api/me/data", headers={"Cookie": cookie}).json


def test_a_bot_plays_on_for_somebody_who_leaves_for_good_and_the_others_stay(where: Path | str) -> None:
    async def work(server: Served) -> None:
        name = server.table(game="snap", pace="normal", gather=True)
        ann, ben = Page(server.url, name, sit=0).start(), Page(server.url, name, sit=1)
        try:
            await ann.until(lambda view: view["you"] == 0)
            ben.start()  # so that the table is not theirs
            await ben.until(lambda view: view["you"] == 1)
            await ann.ask({"t": "rename", "name": "Quendolina"})
            await ann.ask({"t": "start"})
            view = await ben.until(lambda view: view["status"] == "playing")
            hand, gone = view["zones"]["hand.1"], identity_in(ann.cookie)
            cookie = ann.cookie
            ann.cookie = ""
            answer = await asyncio.to_thread(remove_me, server, cookie)
            assert answer.status == 200
            assert "Max-Age=0" in answer.headers["set-cookie"]
            after = await ben.until(lambda view: view["occupants"][0]["who"] == "bot" and view["owner"] == 1, 20)
            assert after["zones"]["hand.1"] == hand
            assert after["occupants"][1]["name"] == "Page 1"
            assert not [problem for problem in ben.problems if problem["code"] != "storage"]
            found = json.dumps(contents(server.store))
            assert gone not in found
            assert "Quendolina" not in found
            assert copy_of(server, cookie)["tables"] == [], "the cookie is nobody's"
            assert [one["table"] for one in copy_of(server, ben.cookie)["tables"]] == [name]
            await ben.ask({"t": "rename", "name": "Ben"})
        finally:
            await ann.stop()
            await ben.stop()

    with served(where if isinstance(where, str) else where.parent, {"snap": SNAP}) as server:
        asyncio.run(work(server))


def test_the_copy_has_what_is_theirs_and_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path, {"snap": SNAP}) as server:
        acted: list[str] = []  # tables at which Ann has done something: a match of one point can be over before

        def choose(view: Any, chance: Any) -> Any:
            return None if view["status"] == "match_over" else any_legal(view, chance)

        def noted(view: Any, chance: Any) -> Any:
            done = choose(view, chance)
            if done is not None:
                acted.append(name)
            return done

        async def work() -> tuple[Page, Page]:
            ann, ben = Page(server.url, name, sit=0, choose=noted), Page(server.url, name, sit=1, choose=choose)
            for page in (ann, ben):
                page.start()
            await ann.until(lambda view: view["status"] == "match_over", 60)
            await ben.until(lambda view: view["status"] == "match_over", 60)
            await ann.stop()
            await ben.stop()
            return ann, ben

        for _ in range(9):
            name = server.table(game="snap", pace="instant", bots=["random"], options={"limit": 1}, rated=True)
            ann, ben = asyncio.run(work())
            if name in acted:
                break
        answer = fetch(server.url + "api/me/data", headers={"Cookie": ann.cookie})
        assert answer.headers["content-disposition"] == 'attachment; filename="stich-my-data.json"'
        assert "no-store" in answer.headers["cache-control"]
        copy = answer.json
        assert [one["table"] for one in copy["tables"]] == [name]
        done = copy["tables"][0]
        assert (done["game"], done["made"], done["code"]) == ("snap", False, True)
        assert {"sit", "act"} <= {one["kind"] for one in done["entries"]}
        assert {one["name"] for one in done["entries"] if one["kind"] == "sit"} == {"Page 0"}
        assert all("cards" in one for one in done["entries"] if one["kind"] == "act")
        assert [one["seat"] for one in copy["matches"]] == [0]
        text = answer.body.decode()
        for identity in (identity_in(ann.cookie), identity_in(ben.cookie)):
            assert identity not in text
        assert "secret" not in text
        assert fetch(server.url + "api/me/data").json == {"format": "stich-my-data-1", "tables": []}


def test_the_copy_names_no_card_and_no_secret_of_a_match_that_runs(tmp_path: Path) -> None:
    desk = Desk(SNAP, pace="instant", owner=PEOPLE[0])
    ann = desk.window(PEOPLE[0], sit=0)
    ann.send("start")
    ann.read()
    ann.act()
    with closing(Store(tmp_path / "tables.sqlite")) as store:
        written(store, desk.name, desk.log, [])
        with store.reading() as db:
            copy = of_table(db, desk.name, PEOPLE[0])
    assert copy["made"]
    acts = [one for one in copy["entries"] if one["kind"] == "act"]
    assert acts
    assert not [one for one in acts if "cards" in one or "to" in one]
    secrets = [entry.body.secret for entry in desk.log if entry.kind == "match"]  # type: ignore[union-attr]
    text = json.dumps(copy)
    assert not [secret for secret in secrets if secret and secret in text]


def test_only_our_own_page_deletes(tmp_path: Path) -> None:
    with served(tmp_path, {"snap": SNAP}) as server:
        made = fetch(server.url + "api/tables", {"game": "snap"}, headers={"Origin": server.url.rstrip("/")})
        cookie = made.headers["set-cookie"].partition(";")[0]
        assert copy_of(server, cookie)["tables"][0]["made"]
        assert remove_me(server, cookie, Origin="https://elsewhere.example").status == 403
        assert copy_of(server, cookie)["tables"][0]["made"]
        assert fetch(server.url + "api/me", headers={"Cookie": cookie}).status == 405
        assert remove_me(server, cookie).status == 200
        assert copy_of(server, cookie)["tables"] == []
        assert remove_me(server, "").status == 200, "who is nobody has nothing"


def test_another_process_ends_the_cookie_and_rewrites_what_it_has_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if another worker had deleted somebody who plays at a table of this one."""
    monkeypatch.setattr(sessions, "REFRESH", 0.05)

    async def work(server: Served) -> None:
        name = server.table(game="snap", gather=True)
        ann, ben = Page(server.url, name, sit=0).start(), Page(server.url, name, sit=1).start()
        try:
            await ann.until(lambda view: view["you"] == 0)
            await ben.until(lambda view: view["you"] == 1)
            gone = identity_in(ann.cookie)
            written(server.store, "", [], apart(gone, 1))  # a clock that is far behind is not that far behind
            await ben.until(lambda view: view["occupants"][0]["who"] == "person")
            assert gone in json.dumps(contents(server.store))
            written(server.store, "", [], apart(gone, 2**52))
            async with asyncio.timeout(20):
                while identity_in(ann.cookie) == gone or gone in json.dumps(contents(server.store)):
                    await asyncio.sleep(0.02)
            await ben.until(lambda view: view["occupants"][1]["who"] == "person")
        finally:
            await ann.stop()
            await ben.stop()

    with served(tmp_path, {"snap": SNAP}) as server:
        asyncio.run(work(server))


def test_a_review_in_memory_forgets_the_name(tmp_path: Path) -> None:
    with served(tmp_path, {"snap": SNAP}) as server:
        name = server.table(game="snap", pace="instant", bots=["random"], options={"limit": 1})

        async def work() -> Page:
            page = Page(server.url, name, sit=0, choose=any_legal).start()
            await page.until(lambda view: bool(view["sheets"]) and view["status"] == "match_over", 60)
            await page.stop()
            return page

        ann = asyncio.run(work())
        review = f"{server.url}api/reviews/{name}-1?as=watch"
        assert b"Page 0" in fetch(review).body
        assert remove_me(server, ann.cookie).status == 200
        assert b"Page 0" not in fetch(review).body
        assert b"Page 0" not in fetch(f"{server.url}api/tables/{name}/record").body


def test_former_people_are_no_people() -> None:
    assert is_former(former("0" * 32))
    assert not is_former("0" * 32)
    assert former("0" * 32) != former("1" * 32)


def test_a_cookie_with_a_smaller_number_is_ended() -> None:
    cookies = SignedCookie(KEY)
    value = {number: cookies.issue("ab", False, number).partition(";")[0].partition("=")[2] for number in (0, 1, 2)}
    assert [cookies.read(value[number]) for number in (0, 1, 2)] == ["ab"] * 3
    cookies.revoked[digest_of("ab")] = 1
    assert [cookies.read(value[number]) for number in (0, 1, 2)] == [None, "ab", "ab"]
    cookies.revoked[digest_of("ab")] = FOR_GOOD
    assert [cookies.read(value[number]) for number in (0, 1, 2)] == [None] * 3


def test_somebody_deleted_gets_no_rating_for_a_match_that_is_counted_later(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "tables.sqlite")) as store:
        told = {"players": [former("a"), "bb"], "names": ["", "Ben"], "teams": [[0], [1]], "places": [1, 2]}
        row = {
            "table_id": "t",
            "n": 1,
            "game": "snap",
            "at_ms": 1,
            "told": msgspec.json.encode(told).decode(),
            "done": 0,
        }
        written(store, "", [], [insert(metadata.tables["rated"]).values(row)])
        written(store, "", [], Ratings(store).next())
        assert [json.loads(row)[1] for row in contents(store)["rating"]] == ["bb"]


def test_a_table_at_another_worker_forgets_too(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request comes to one worker, the person plays at the other one, and goes on playing meanwhile."""
    monkeypatch.setattr(sessions, "REFRESH", 0.05)

    async def work(here: Served, there: Served) -> None:
        name = here.table(game="snap", pace="normal", gather=True)
        ann, ben = Page(here.url, name, sit=0, choose=any_legal).start(), Page(here.url, name, sit=1)
        try:
            await ann.until(lambda view: view["you"] == 0)
            ben.start()
            await ben.until(lambda view: view["you"] == 1)
            await ann.ask({"t": "start"})
            view = await ben.until(lambda view: view["status"] == "playing")
            gone, cookie = identity_in(ann.cookie), ann.cookie
            assert (await asyncio.to_thread(remove_me, there, cookie)).status == 200
            after = await ben.until(lambda view: view["owner"] == 1 and view["occupants"][0]["name"] != "Page 0", 20)
            assert after["zones"]["hand.1"] == view["zones"]["hand.1"]
            async with asyncio.timeout(20):
                while gone in json.dumps(contents(here.store)) or identity_in(ann.cookie) == gone:
                    await asyncio.sleep(0.05)
        finally:
            await ann.stop()
            await ben.stop()

    with database(postgres) as url, workers(url) as (here, there):
        asyncio.run(work(here, there))


def test_a_match_that_waits_to_be_counted_is_counted_before(tmp_path: Path) -> None:
    """The other player's rating is the same as if the person had stayed."""

    def match(n: int) -> Any:
        told = {"players": [PEOPLE[0], PEOPLE[1]], "names": ["A", "B"], "teams": [[0], [1]], "places": [1, 2]}
        encoded = msgspec.json.encode(told).decode()
        return upsert(rated, table_id="t", n=n, game="snap", at_ms=n, told=encoded, done=0)

    async def forget(store: Store) -> None:
        registry = TableRegistry(store, {"snap": SNAP})
        registry.start()
        await forgotten(registry, PEOPLE[0])

    ratings: list[list[str]] = []
    for early in (True, False):
        with closing(Store(tmp_path / f"{early}.sqlite")) as store:
            written(store, "", [], [match(n) for n in range(5)])
            written(store, "", [], Ratings(store).next())
            written(store, "", [], [match(5)])
            if early:
                written(store, "", [], Ratings(store).next())
            asyncio.run(forget(store))
            ratings.append(contents(store)["rating"])
    assert ratings[0] == ratings[1]
    assert len(ratings[0]) == 1
