"""The list of finished matches, reviews and loaded records over HTTP; and the list after a crash."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from server.desk import Desk
from server.hasty import SERVE
from server.page import Json, Page, any_legal
from server.running import Answer, Process, Served, fetch, served
from server.snap import GAME as SNAP
from server.test_review import some_match
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.record import dump
from stich.kernel.record_reader import load
from stich.server.connections import limits
from stich.server.pages import afterwards
from stich.server.pages.replies import RequestCredit
from stich.server.pages.review import review
from stich.server.state.entries import Began
from stich.server.storage.archive import Archive, Wanted, match_of, rows
from stich.server.storage.schema import finished as finished_table
from stich.server.storage.schema import listed
from stich.server.storage.store import Store

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

CHIMERA = find("chimera")
GAMES = {"chimera": CHIMERA, "snap": SNAP}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), GAMES) as running:
        yield running


HEAD = b"stich record 1\ngame chimera 1\nseats 3\nsource sim1 5\n"
QUICK: Any = {"pace": "instant", "bots": ["random"], "options": {"limit": 30}}


def game_of(name: str) -> Any:
    return GAMES[name]


def play(server: Served, table: str, matches: int, most: int = 10**9, cookie: str = "") -> Page:
    """Play so many matches to their end, or some actions of one, from seat 0; return the page."""
    done: list[int] = []

    def choose(view: Json, chance: Any) -> Json | None:
        if view["status"] == "match_over":
            done.append(1)
            return {"t": "again"} if len(done) < matches else None
        return any_legal(view, chance) if len(page.acked) < most else None

    page = Page(server.url, table, sit=0, choose=choose)
    page.cookie = cookie

    async def work() -> None:
        page.start()
        async with asyncio.timeout(180):
            while len(done) < matches and len(page.acked) < most:
                page.changed.clear()
                await page.changed.wait()
        await page.stop()

    asyncio.run(work())
    return page


def get(server: Served, path: str, cookie: str = "") -> Answer:
    return fetch(server.url + path, headers={"Cookie": cookie} if cookie else {})


@pytest.fixture(scope="module")
def two(server: Served) -> Page:
    """Somebody who has played two matches at one table."""
    return play(server, server.table(**QUICK, seed=5), 2)


def test_who_has_played_nothing_has_no_matches(server: Served) -> None:
    assert get(server, "api/matches").json == []
    assert get(server, "api/matches", "stich=forged.signature").json == []


def test_every_match_of_a_table_is_listed_for_those_who_sat_there(server: Served, two: Page) -> None:
    listed = get(server, "api/matches", two.cookie).json
    assert [match["id"] for match in listed] == [f"{two.table}-2", f"{two.table}-1"]
    for match in listed:
        assert (match["game"], match["table"], match["seat"]) == ("chimera", two.table, 0)
        assert match["players"][0] == {"name": "Page 0", "who": "person", "level": "random"}
        assert [player["who"] for player in match["players"]] == ["person", "bot", "bot"]
        best = max(match["scores"])
        assert match["winners"] == [seat for seat, n in enumerate(match["scores"]) if n == best]
        assert match["places"] == [1 + sum(other > n for other in match["scores"]) for n in match["scores"]]
    older = get(server, f"api/matches?before={listed[0]['at']}", two.cookie).json
    assert [match["id"] for match in older] == [f"{two.table}-1"]
    assert get(server, "api/matches?before=%C2%B2", two.cookie).json == listed  # a figure, but no number


def test_a_finished_match_is_reviewed_from_every_viewpoint(server: Served, two: Page) -> None:
    own = get(server, f"api/reviews/{two.table}-1", two.cookie).json
    assert (own["viewer"], own["own"], own["deal"], own["start"]["you"]) == ("0", 0, 1, 0)
    assert get(server, f"api/reviews/{two.table}-1").json["viewer"] == "open"
    assert get(server, f"api/reviews/{two.table}-last").json["id"] == f"{two.table}-2"
    last = len(own["deals"])
    for viewer, you in [("0", 0), ("1", 1), ("2", 2), ("open", 15), ("watch", 15)]:
        told = get(server, f"api/reviews/{two.table}-1?as={viewer}&deal={last}").json
        assert (told["viewer"], told["start"]["you"], told["start"]["deal"]) == (viewer, you, last)
        assert len(told["steps"]) == told["deals"][-1]["steps"]
    first, second = (get(server, f"api/reviews/{two.table}-{n}?as=open").json for n in (1, 2))
    assert first["start"]["zones"] != second["start"]["zones"]


def test_its_record_is_to_be_had_and_replays(server: Served, two: Page) -> None:
    for n in (1, 2):
        answer = get(server, f"api/reviews/{two.table}-{n}/record")
        assert answer.headers["content-disposition"] == f'attachment; filename="chimera-{two.table}-{n}.stich"'
        record = load(answer.body, game_of)
        assert record.names == ["Page 0", "Mira (random)", "Jonas (random)"]
        assert record.source.seed == 4 + n


def test_a_running_match_is_reviewed_by_nobody(server: Served, two: Page) -> None:
    running = server.table(**QUICK)
    person = play(server, running, 1, most=3)
    for cookie in ("", person.cookie, two.cookie):
        for path in (f"{running}-1", f"{running}-1/record", f"{running}-last"):
            for viewer in ("", "?as=0", "?as=open", "?as=watch", "?as=1&deal=1"):
                answer = get(server, f"api/reviews/{path}{viewer}", cookie)
                assert (answer.status, answer.json["code"]) == (409, "match_runs")
    assert get(server, "api/matches", person.cookie).json == []


def test_the_rematch_that_runs_stays_closed_while_the_first_match_is_open(server: Served) -> None:
    table = server.table(**QUICK)
    person = play(server, table, 1)
    play(server, table, 2, most=3, cookie=person.cookie)  # `again`, and some actions
    assert get(server, f"api/reviews/{table}-1?as=open").status == 200
    assert get(server, f"api/reviews/{table}-last?as=open").json["id"] == f"{table}-1"
    assert get(server, f"api/reviews/{table}-2?as=open").json["code"] == "match_runs"
    assert get(server, f"api/reviews/{table}-3?as=open").json["code"] == "unknown_review"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("nosuchtable-1", 404, "unknown_review"),
        ("0123456789abcdef01234567", 404, "unknown_review"),
        ("-1", 404, "unknown_review"),
        ("nosuchtable-last", 404, "unknown_review"),
        ("x-", 404, "unknown_review"),
        ("x-99999999999999999999", 404, "unknown_review"),
        ("{table}-0", 404, "unknown_review"),
        ("{table}-9", 404, "unknown_review"),
        ("{table}-1?as=7", 400, "viewpoint"),
        ("{table}-1?deal=0", 400, "review_deal"),
        ("{table}-1?deal=x", 400, "review_deal"),
        ("{table}-1?deal=99", 400, "review_deal"),
    ],
)
def test_what_is_not_there_is_said_so(server: Served, two: Page, path: str, status: int, code: str) -> None:
    answer = get(server, "api/reviews/" + path.format(table=two.table))
    assert (answer.status, answer.json["code"]) == (status, code)


# -- records out of files ---------------------------------------------------------------------------------------------


def test_a_loaded_record_has_one_address_for_good(server: Served) -> None:
    text = dump(some_match(CHIMERA, 3), ["Ann", "Ben", "?"]).encode()
    made = [fetch(server.url + "api/reviews", body) for body in (text, b"\xef\xbb\xbf" + text, text)]
    assert [answer.status for answer in made] == [201, 201, 201]
    id = made[0].json["id"]
    assert {answer.json["id"] for answer in made} == {id}
    assert made[0].json["url"] == f"/review/{id}"
    told = get(server, f"api/reviews/{id}?as=1").json
    assert [player["name"] for player in told["players"]] == ["Ann", "Ben", ""]
    assert (told["own"], told["viewer"]) == (-1, "1")
    assert get(server, f"api/reviews/{id}/record").body == text


@pytest.mark.parametrize(
    ("body", "status", "code", "line", "reason"),
    [
        (b"", 400, "record", 0, "@error.record.foreign"),
        (b"\x89PNG\r\n\x1a\n", 400, "record", 1, "@error.record.utf8"),
        (b"stich record 1\ngame poker 1\nseats 3\nsource sim1 5\ndeal 1 dealer 1\n", 400, "record", 2, "@error.game"),
        (HEAD + b"deal 1 dealer 1\n2 bid 30\n", 400, "record", 6, "@error.not_your_turn"),
        (b"stich record 1\n" * 20_000, 413, "record_large", None, None),
    ],
)  # fmt: skip
def test_a_file_that_is_no_record_is_refused_with_line_and_reason(
    server: Served, body: bytes, status: int, code: str, line: int | None, reason: str | None
) -> None:
    answer = fetch(server.url + "api/reviews", body)
    assert (answer.status, answer.json["code"]) == (status, code)
    assert (answer.json["args"].get("line"), answer.json["args"].get("reason")) == (line, reason)


def test_a_damaged_record_is_kept_up_to_its_first_faulty_line(server: Served) -> None:
    sound = HEAD + b"deal 1 dealer 1\n1 bid 30\n"
    made = fetch(server.url + "api/reviews", sound + b"1 pass\n2 pass\n")
    assert (made.status, made.json["faulty"]) == (201, 7)
    id = made.json["id"]
    assert made.json["url"] == f"/review/{id}?faulty=7"
    assert get(server, f"api/reviews/{id}/record").body == sound
    whole = fetch(server.url + "api/reviews", sound)
    assert (whole.json["id"], whole.json["faulty"]) == (id, 0)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_downloaded_record_is_kept_as_far_as_it_goes(
    server: Served, end: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RequestCredit, "spend", lambda credit, request: True)
    whole = dump(some_match(CHIMERA, 3), ["Ann", "Ben", "?"]).encode().replace(b"\n", end)
    lines = whole.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith(b"deal")) + 1  # the first move
    for at in (first + 1, (first + len(lines)) // 2, len(lines) - 1):
        head, line, rest = b"".join(lines[:at]), lines[at], b"".join(lines[at + 1 :])
        for damage in (b"", line[:2], b"\xff" + line + rest, b"nonsense\n" + rest, line.replace(b" ", b" \xff", 1)):
            made = fetch(server.url + "api/reviews", head + damage)
            assert (made.status, made.json["faulty"]) == (201, at + 1), damage
            kept = load(get(server, f"api/reviews/{made.json['id']}/record").body, game_of)
            assert (kept.by, kept.names) == ("", ["Ann", "Ben", "?"])
            moves = [one for one in lines[first:at] if one[:1].isdigit() or one.startswith(b"host")]
            assert len(kept.moves) == len(moves)


def test_another_sites_page_cannot_load_records(server: Served) -> None:
    answer = fetch(server.url + "api/reviews", b"x", headers={"Origin": "http://evil.example"})
    assert (answer.status, answer.json["code"]) == (403, "origin")


def test_who_loads_too_much_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RECORDS_AT_ONCE", 2)
    with served(tmp_path, GAMES) as busy:
        codes = [fetch(busy.url + "api/reviews", b"").json["code"] for _ in range(3)]
        assert codes == ["record", "record", "rate"]


def test_who_asks_for_many_reviews_at_once_leaves_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*args: Any) -> Any:
        time.sleep(0.1)
        return review(*args)

    monkeypatch.setattr(afterwards, "review", slow)
    with served(tmp_path, GAMES) as busy:
        id = fetch(busy.url + "api/reviews", dump(some_match(SNAP, 1)).encode()).json["id"]
        with ThreadPoolExecutor(24) as pages:
            answers = list(pages.map(fetch, [f"{busy.url}api/reviews/{id}"] * 24))
        assert {one.status for one in answers} == {200, 429}
        assert {one.json["args"]["n"] for one in answers if one.status == 429} == {afterwards.REVIEW_WAIT}
        assert fetch(f"{busy.url}api/reviews/{id}").status == 200


# -- the list and the log ---------------------------------------------------------------------------------------------


def finished(seed: int, matches: int) -> Desk:
    """A table at which somebody has played so many matches, and has begun another."""
    desk = Desk(SNAP, seed=seed, deals=seed)
    window = desk.window("ann", sit=1)
    while True:
        window.read()
        if desk.table.state.status == "match_over" and desk.table.state.matches > matches - 1:
            window.send("again")
            return desk
        message = any_legal(window.view, random.Random(seed))
        if message is not None:
            window.send(message.pop("t"), **message)
        desk.wait(2000)


def test_a_match_is_found_in_the_log_by_its_number() -> None:
    desk = finished(3, 2)
    first, second = (match_of("table", n, desk.log, game_of) for n in (1, 2))
    assert (first.finished.id, second.finished.id) == ("table-1", "table-2")
    assert first.at < second.at
    assert first.match.source.seed + 1 == second.match.source.seed
    with pytest.raises(Refused) as refused:
        match_of("table", 3, desk.log, game_of)
    assert refused.value.phrase.key == "error.match_runs"


def test_what_was_taken_back_is_not_in_a_review() -> None:
    desk = Desk(CHIMERA, seed=2, deals=2, options={"limit": "30"})
    window = desk.window("ann", sit=0)
    undone, luck = 0, random.Random(1)
    while desk.table.state.status != "match_over":
        window.read()
        if undone < 3 and window.view.get("undo"):
            assert window.send("undo")["t"] == "ack"
            undone += 1
        elif (message := any_legal(window.view, luck)) is not None:
            window.send(message.pop("t"), **message)
        desk.wait(2000)
    played, told = desk.table.state.finished, match_of("table", 1, desk.log, game_of).match
    assert played is not None
    assert [(m.seat, m.action) for m in told.moves] == [(m.seat, m.action) for m in played.moves]
    assert (told.takebacks, told.scores) == (3, played.scores)


def test_the_list_is_rebuilt_from_the_logs(tmp_path: Path) -> None:
    """The file of a server that knew no such list, or one whose list was thrown away."""
    desk = finished(4, 2)
    store = Store(tmp_path / "tables.sqlite")
    store.submit("table", desk.log, lambda error: None)
    store.submit("gone", [desk.log[0]], lambda error: None)
    wait(store)
    for _ in range(2):
        archive = Archive(store)
        archive.complete(game_of)
        archive.complete(game_of)
        store.submit("", [], lambda error: None, rows(desk.table.state, desk.log[-1].at))  # the same match once more
        wait(store)
        assert [match.id for match in archive.matches("ann", Wanted(10**15))] == ["table-2", "table-1"]
        assert archive.seat("ann", "table", 2) == 1
        assert archive.matches("ben", Wanted(10**15)) == []
        first, second = (match.at for match in reversed(archive.matches("ann", Wanted(10**15))))
        known = archive.matches("ann", Wanted(10**15))[0].players
        bot = next(one.name for one in known if one.who == "bot")
        for wanted, ids in [
            (Wanted(10**15, since=second), ["table-2"]),
            (Wanted(second), ["table-1"]),
            (Wanted(10**15, game="no such game"), []),
            (Wanted(10**15, player="no such player"), []),
            (Wanted(10**15, player=bot[1:].upper()), ["table-2", "table-1"]),
            (Wanted(10**15, player="ann"), []),
        ]:
            assert [match.id for match in archive.matches("ann", wanted)] == ids, wanted
        assert first < second
        store.submit("", [], lambda error: None, [delete(finished_table), delete(listed)])
        wait(store)
    store.close()


def wait(store: Store) -> None:
    done: list[Exception | None] = []
    store.submit("", [], done.append)
    while not done:
        pass


def test_a_killed_server_lists_what_the_log_holds(tmp_path: Path) -> None:
    """An entry that ends a match and its line in the list are on disk both, or neither."""
    process = Process(tmp_path)
    process.script = SERVE
    process.start()
    made = fetch(process.url + "api/tables", {"game": "chimera", **QUICK}).json
    page = play(Served(process.url, *[None] * 5), made["table"], 1)  # type: ignore[arg-type]
    process.kill()
    db = sqlite3.connect(tmp_path / "tables.sqlite")
    kinds = db.execute("SELECT kind FROM log JOIN tables ON no = table_no WHERE name = ?", (made["table"],))
    entries = [kind for (kind,) in kinds]
    listed = db.execute("SELECT count(*) FROM finished").fetchone()[0]
    db.close()
    assert (entries.count(str(Began.__struct_config__.tag)), listed) == (1, 1)
    process.start()
    try:
        own = fetch(process.url + "api/matches", headers={"Cookie": page.cookie}).json
        assert [match["id"] for match in own] == [f"{made['table']}-1"]
        assert fetch(f"{process.url}api/reviews/{own[0]['id']}?as=open").status == 200
    finally:
        process.kill()
