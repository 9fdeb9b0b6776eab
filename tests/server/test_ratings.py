"""Rated tables, from the first card to the list: `state.rated`, `storage.ratings`."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from server.desk import Desk
from server.page import Json, Page, any_legal
from server.running import Served, fetch, served
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.action import Refused
from stich.server.state.rated import rated_players
from stich.server.state.seats import Sitting
from stich.server.storage.ratings import Ratings, best
from stich.server.storage.schema import rated, upsert
from stich.server.storage.store import Store

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

BOTS = ["club", "club"]


def sat(*sittings: tuple[int, tuple[str | None, str | None]]) -> list[Sitting]:
    return [Sitting(moves, 1, holders, ("", "")) for moves, holders in sittings]


@pytest.mark.parametrize(
    ("sittings", "players"),
    [
        (sat((0, (None, None)), (0, ("ann", None))), ["ann", "bot:club"]),  # she sat down before the first card
        (sat((0, ("ann", "bob"))), ["ann", "bob"]),
        (sat((0, ("ann", "bob")), (9, ("ann", None))), ["ann", "bob"]),  # one has left, and it is still their match
        (sat((0, ("ann", "bob")), (9, ("ann", None)), (12, ("ann", "bob"))), ["ann", "bob"]),
        (sat((0, ("ann", "bob")), (9, ("ann", "eve"))), None),  # the seat was given on
        (sat((0, ("ann", None)), (9, ("ann", "bob"))), None),  # a bot has played the beginning
        (sat((0, (None, None))), None),
        (sat((0, ("ann", None)), (4, (None, "ann"))), None),
    ],
)
def test_whose_match_it_was(sittings: list[Sitting], players: list[str] | None) -> None:
    assert rated_players(sittings, BOTS) == players


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with closing(Store(where)) as opened:
        yield opened


def test_a_rated_table_has_no_programs_and_no_open_hands() -> None:
    """Who watches with open hands could be the second window of a player."""
    desk = Desk(SNAP, rated=True, owner="ann")
    ann = desk.window("ann", sit=0)
    ann.send("agree", on=True)
    assert max(ann.answers.items())[1]["code"] == "rated"
    with pytest.raises(Refused, match=r"error\.rated"):
        desk.table.programs.check_may_grant("ann", 1)


def counted(store: Store, game: str = "snap") -> list[tuple[str, str, int, bool]]:
    """What a reader named ann sees after everything has been counted."""
    ratings = Ratings(store)
    while todo := ratings.next():
        written(store, todo)
    with store.reading() as db:
        return [(one.who, one.name, one.matches, one.you) for one in best(db, game, "ann").best]


def written(store: Store, statements: list[Any]) -> None:
    done = Event()
    errors: list[Exception | None] = []

    def end(error: Exception | None) -> None:
        errors.append(error)
        done.set()

    store.submit("", [], end, statements)
    assert done.wait(20)
    assert errors == [None]


def one_match(n: int, players: str, places: list[int], game: str = "snap") -> Any:
    told = f'{{"players":{players},"names":["Ann","Bob"],"teams":[[0],[1]],"places":{places}}}'
    return upsert(rated, table_id="t", n=n, game=game, at_ms=n, told=told, done=0)


def test_matches_are_counted_once_in_their_order(store: Store) -> None:
    """The winner stands above; a second run has nothing to do; another game has its own list."""
    written(store, [one_match(n, '["ann","bob"]', [1, 2]) for n in range(1, 6)])
    written(store, [one_match(9, '["bob","bot:expert"]', [1, 2], "other")])
    assert counted(store) == [
        ("bot", "club", 0, False),
        ("person", "Ann", 5, True),
        ("person", "Bob", 5, False),
    ]
    assert Ratings(store).next() == []
    assert counted(store) == counted(store)
    assert ("bot", "expert", 1, False) in counted(store, "other")


def test_nobody_has_played_yet(store: Store) -> None:
    with store.reading() as db:
        answer = best(db, "snap", "ann")
    assert (answer.people, answer.best) == (0, [])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), {"chimera": find("chimera"), "snap": SNAP}) as running:
        yield running


def test_a_rated_match_is_in_the_list_a_moment_later(server: Served) -> None:
    """Of somebody who plays against Club: a number, how sure it is, and the bot as the fixed point."""
    table = server.table(pace="instant", bots=["club"], options={"limit": 30}, rated=True)
    page = played(server, table)
    assert page.spec["rated"] is True
    assert page.spec["aids"] is False
    for _ in range(100):
        answer = fetch(server.url + "api/ratings/chimera", headers={"Cookie": page.cookie}).json
        if answer["people"]:
            break
        time.sleep(0.1)
    assert answer["people"] == 1
    assert [(one["who"], one["n"]) for one in answer["best"] if one["who"] == "bot"] == [("bot", 1000)]
    assert [(one["matches"], one["you"]) for one in answer["best"] if one["who"] == "person"] == [(1, True)]
    changes = fetch(f"{server.url}api/reviews/{table}-last/ratings").json["changes"]
    assert changes == fetch(f"{server.url}api/reviews/{table}-1/ratings").json["changes"]
    mine = next(one["n"] for one in answer["best"] if one["you"])
    assert [one["seat"] for one in changes] == [0, 1, 2]
    assert (changes[0]["before"], changes[0]["after"]) == (1000, mine)
    assert mine != 1000
    assert [(one["before"], one["after"]) for one in changes[1:]] == [(1000, 1000)] * 2, "Club is the fixed point"
    for unknown in (f"{table}-2", "nowhere-1", "0123456789abcdef01234567"):
        refused = fetch(f"{server.url}api/reviews/{unknown}/ratings")
        assert (refused.status, refused.json["code"]) == (404, "not_rated")
    stranger = fetch(server.url + "api/ratings/chimera").json
    assert not any(one["you"] for one in stranger["best"])
    assert "identity" not in str(stranger)


def test_an_unrated_match_is_not(server: Served) -> None:
    before = fetch(server.url + "api/ratings/chimera").json["people"]
    played(server, server.table(pace="instant", bots=["club"], options={"limit": 30}))
    time.sleep(0.5)
    assert fetch(server.url + "api/ratings/chimera").json["people"] == before


def test_an_unknown_game_has_no_list(server: Served) -> None:
    assert fetch(server.url + "api/ratings/poker").status == 404


@pytest.mark.parametrize("wish", [{"seed": 7}, {"lesson": "first"}])
def test_a_chosen_deal_is_not_rated(server: Served, wish: dict[str, Any]) -> None:
    answer = fetch(server.url + "api/tables", {"game": "chimera", "rated": True, **wish})
    assert (answer.status, answer.json["code"]) == (400, "rated_fixed")


def played(server: Served, table: str) -> Page:
    """Play a match to its end on seat 0."""
    over: list[int] = []

    def choose(view: Json, chance: random.Random) -> Json | None:
        if view["status"] == "match_over":
            over.append(1)
            return None
        return any_legal(view, chance)

    page = Page(server.url, table, sit=0, choose=choose)

    async def work() -> None:
        page.start()
        async with asyncio.timeout(120):
            while not over:
                page.changed.clear()
                await page.changed.wait()
        await page.stop()

    asyncio.run(work())
    return page
