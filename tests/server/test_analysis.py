"""The analysis of a finished match over HTTP: for matches with a review alone, and never before bots have thought."""

from __future__ import annotations

import asyncio
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from server.running import Answer, Served, fetch, served
from server.test_afterwards import QUICK, play
from stich import build_info
from stich.analysis.evaluation import Evaluator, Outline, decisions
from stich.analysis.judge import Unit
from stich.games import find
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump
from stich.kernel.record_reader import load
from stich.server.bots.evaluations import DONE, FAILED, WAITING, WORKING, Evaluations
from stich.server.bots.judging import Failed
from stich.server.pages.analysis import AnalysisEndpoints
from stich.server.storage.evaluations import ENGINE, StoredEvaluation, statements, stored
from stich.server.storage.schema import evaluation
from stich.server.storage.store import Store
from stich.text.catalogue import LANGUAGES

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

ECARTE = find("ecarte")


def some_record(seed: int, most: int = 10**6) -> str:
    """Return the record of a match of Écarté by random play, of its first actions at most."""
    match, chance = Match(ECARTE, ECARTE.rules({}), Source(SIM, seed)), quick(seed)
    while not match.over and len(match.moves) < most:
        if not match.deal.must():
            match.next_deal()
            continue
        seat = match.deal.actor()
        legal = match.legal(seat)
        match.act(seat, legal[int(chance.below(len(legal)))])
    return dump(match, ["Ann", "Bo"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    games = {name: find(name) for name in ("chimera", "ecarte")}
    with served(tmp_path_factory.mktemp("data"), games, find=find) as running:
        yield running


def post(server: Served, record: str) -> str:
    answer = fetch(server.url + "api/reviews", record.encode())
    assert answer.status == 201, answer.body
    name: str = answer.json["id"]
    return name


def ask(server: Served, id: str, since: int = 0) -> Answer:
    return fetch(f"{server.url}api/reviews/{id}/analysis?from={since}")


def until_done(server: Served, id: str) -> Any:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found = ask(server, id).json
        if found["state"] in (DONE, FAILED):
            return found
        time.sleep(0.2)
    raise AssertionError("it does not end")


def test_it_is_what_the_evaluator_says(server: Served) -> None:
    text = some_record(3, 24)
    found = until_done(server, post(server, text))
    record = load(text, find)
    judged = list(Evaluator(record).all())
    assert found["state"] == DONE
    assert found["total"] == len(judged) == sum(1 for _ in decisions(record))
    assert [one["loss"] for one in found["decisions"]] == [list(one.loss) for one in judged]
    assert [one["mistake"] for one in found["decisions"]] == [one.mistake for one in judged]
    assert [one["why"][0] for one in found["decisions"]] == [one.why.key for one in judged]
    assert found["whole"] is False  # the record breaks off
    assert found["unit"] == "points"
    assert {line["seat"] for line in found["tallies"]} == {0, 1}


def test_a_reader_gets_what_is_new_alone(server: Served) -> None:
    id = post(server, some_record(3, 24))
    whole = until_done(server, id)
    rest = ask(server, id, 3).json
    assert rest["since"] == 3
    assert rest["decisions"] == whole["decisions"][3:]
    assert ask(server, id, 10_000).json["decisions"] == []


def test_a_question_for_more_reads_nothing_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    id = post(server, some_record(3, 24))
    until_done(server, id)

    def never_again(*_: object) -> None:
        raise AssertionError("the match is read again")

    monkeypatch.setattr(AnalysisEndpoints, "source", never_again)
    assert ask(server, id).status == 200


def test_it_is_a_file_in_every_language(server: Served) -> None:
    id = post(server, some_record(3, 24))
    until_done(server, id)
    seen = set()
    for language in LANGUAGES:
        answer = fetch(f"{server.url}api/reviews/{id}/analysis.html?lang={language}")
        assert answer.status == 200
        text = answer.body.decode()
        assert f'<html lang="{language}">' in text
        assert "Ann" in text
        assert "<script" not in text
        assert "http" not in text  # nothing is fetched from anywhere
        seen.add(text)
    assert len(seen) == len(LANGUAGES)
    assert fetch(f"{server.url}api/reviews/{id}/analysis.html?lang=xx").status == 404


def test_a_match_that_runs_has_none(server: Served) -> None:
    table = server.table(**QUICK, seed=5)
    play(server, table, 1, most=3)
    for path in ("analysis", "analysis.html"):
        for n in ("1", "last"):
            answer = fetch(f"{server.url}api/reviews/{table}-{n}/{path}")
            assert answer.status in (404, 409), answer.body
            assert answer.json["code"] in ("match_runs", "unknown_review")


def test_a_server_that_judges_none_says_so(tmp_path: Any) -> None:
    with served(tmp_path, {"ecarte": ECARTE}) as running:
        answer = ask(running, post(running, some_record(3, 10)))
        assert (answer.status, answer.json["code"]) == (409, "no_evaluation")


def test_it_is_there_at_once_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, text = {"ecarte": ECARTE}, some_record(3, 24)
    with served(tmp_path, games, find=find) as running:
        id = post(running, text)
        first = until_done(running, id)
        assert first["decisions"]

    def never(*_: object) -> None:
        raise AssertionError("it is judged again")

    monkeypatch.setattr(Evaluations, "step", never)
    with served(tmp_path, games, find=find) as running:
        again = ask(running, id).json
        assert again == first
        page = fetch(f"{running.url}api/reviews/{id}/analysis.html?lang=hu")
        assert page.status == 200
        assert "evaluation." not in page.body.decode()


def test_another_engine_and_damaged_data_are_left_out(where: Path | str) -> None:
    store = Store(where)
    try:
        outline = Outline(1, [], True, 12, Unit("points"))
        record = load(some_record(3, 24), find)
        found = StoredEvaluation(outline, list(Evaluator(record, 4).all()))
        for n, id in enumerate(["a", "b", "c"]):
            write(store, statements(id, found, n))
        with store.reading() as db:
            assert stored(db, "a") == found
            kept = zlib.decompress(db.execute(select(evaluation.c.data)).scalars().all()[0])
        assert record.names == ["Ann", "Bo"]
        assert not any(name.encode() in kept for name in record.names)  # who deletes their data is not in it
        with store.reading() as db:
            assert stored(db, "x") is None
        write(store, [evaluation.update().where(evaluation.c.id == "a").values(engine="0.0.9 1")])
        write(store, [evaluation.update().where(evaluation.c.id == "b").values(data=b"no")])
        with store.reading() as db:
            assert [stored(db, id) is not None for id in "abc"] == [False, False, True]
        build, other = ("compiled", "interpreted") if build_info().compiled else ("interpreted", "compiled")
        write(store, [evaluation.update().where(evaluation.c.id == "c").values(engine=ENGINE.replace(build, other))])
        with store.reading() as db:
            assert stored(db, "c") is None  # it draws another number of worlds
    finally:
        store.close()


def test_the_oldest_are_deleted(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stich.server.storage.evaluations.MOST", 2)
    store = Store(where)
    try:
        for n in range(4):
            write(store, statements(str(n), StoredEvaluation(Outline(0, [], True, 12, Unit("points")), []), n))
        with store.reading() as db:
            assert [id for id in "0123" if stored(db, id) is not None] == ["2", "3"]
    finally:
        store.close()


def write(store: Store, what: list[Any]) -> None:
    """Write, and wait until it is on disk."""
    done = threading.Event()
    store.submit("", [], lambda error: done.set() if error is None else None, what)
    assert done.wait(10)


class Alone:
    """Analyses without a server, whose bots think when the test says so."""

    def __init__(self) -> None:
        self.thinking = False
        self.all = Evaluations(find, lambda: self.thinking)

    async def until(self, id: str, done: Any) -> None:
        async with asyncio.timeout(60):
            while not done():
                self.all.ask(id, "somebody")
                await asyncio.sleep(0.02)


def test_bots_think_first() -> None:
    async def work() -> None:
        desk = Alone()
        try:
            one = desk.all.begin("a", some_record(3, 40), "somebody")
            await desk.until("a", lambda: len(one.judged) >= 2)
            desk.thinking = True
            await desk.until("a", lambda: one.state == WAITING)
            n = len(one.judged)
            await asyncio.sleep(0.5)
            assert len(one.judged) == n  # it is held between two decisions
            desk.thinking = False
            await desk.until("a", lambda: one.state == DONE)
            assert one.outline is not None
            assert len(one.judged) == one.outline.total > n
        finally:
            desk.all.close()

    asyncio.run(work())


def test_two_readers_have_their_turns() -> None:
    async def work() -> None:
        desk = Alone()
        try:
            first = desk.all.begin("a", some_record(3), "somebody")
            await desk.until("a", lambda: len(first.judged) >= 5)
            second = desk.all.begin("b", some_record(4), "another one")
            await desk.until("a", lambda: desk.all.ask("b", "another one") and len(second.judged) >= 5)
            assert first.state == second.state == WORKING
        finally:
            desk.all.close()

    asyncio.run(work())


def test_what_nobody_asks_for_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    from stich.server.bots import evaluations

    monkeypatch.setattr(evaluations, "WANTED", 0.3)

    async def work() -> None:
        desk = Alone()
        try:
            one = desk.all.begin("a", some_record(3), "somebody")
            await desk.until("a", lambda: len(one.judged) >= 1)
            await asyncio.sleep(0.5)
            n = len(one.judged)
            await asyncio.sleep(3.0)
            assert len(one.judged) <= n + 1  # one was in work
            assert one.outline is not None
            assert len(one.judged) < one.outline.total
            await desk.until("a", lambda: len(one.judged) > n + 1)
        finally:
            desk.all.close()

    asyncio.run(work())


def test_a_process_that_ends_is_replaced() -> None:
    async def work() -> None:
        desk = Alone()
        try:
            one = desk.all.begin("a", some_record(3, 40), "somebody")
            await desk.until("a", lambda: len(one.judged) >= 2)
            assert desk.all.process is not None
            desk.all.process.kill()
            await desk.until("a", lambda: one.state in (DONE, FAILED))
            assert one.state == DONE
        finally:
            desk.all.close()

    asyncio.run(work())


def test_a_record_that_cannot_be_read_fails_and_nothing_else_does() -> None:
    async def work() -> None:
        desk = Alone()
        try:
            bad = desk.all.begin("a", "stich record 1\n", "somebody")
            await desk.until("a", lambda: bad.state == FAILED)
            good = desk.all.begin("b", some_record(3, 12), "somebody")
            await desk.until("b", lambda: good.state == DONE)
            assert isinstance(good.outline, Outline)
            assert not isinstance(good.outline, Failed)
        finally:
            desk.all.close()

    asyncio.run(work())


def test_the_priority_is_the_lowest() -> None:
    import os

    async def work() -> None:
        desk = Alone()
        try:
            one = desk.all.begin("a", some_record(3, 12), "somebody")
            await desk.until("a", lambda: one.outline is not None)
            assert desk.all.process is not None
            assert desk.all.process.pid is not None
            assert os.getpriority(os.PRIO_PROCESS, desk.all.process.pid) == 19
        finally:
            desk.all.close()

    asyncio.run(work())
