"""The daily deal: the same for everybody, for one person, and no way to the cards of other tables."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server.page import Json, Page, any_legal
from server.running import Served, fetch, served
from server.snap import GAME as SNAP
from stich.bots import levels
from stich.clock import clock
from stich.games import find, games
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.match import Match, Source
from stich.kernel.record_reader import load
from stich.server.messages.over_http import NewTable
from stich.server.state import daily
from stich.server.state.daily import daily_table, date_of, game_of, left_of, seed_of
from stich.server.state.folders import game_folder

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

NOON = 1_795_435_200_000  # 2026-11-23 12:00 UTC
DAY = 86_400_000
OWN = [name for name, game in games().items() if game_folder(game).parent == daily.OWN]


def test_a_date_begins_at_midnight_utc() -> None:
    assert (date_of(NOON), left_of(NOON)) == ("2026-11-23", DAY // 2)
    assert (date_of(NOON + DAY // 2 - 1), left_of(NOON + DAY // 2 - 1)) == ("2026-11-23", 1)
    assert (date_of(NOON + DAY // 2), left_of(NOON + DAY // 2)) == ("2026-11-24", DAY)


def test_the_seed_is_the_documented_one_on_every_machine() -> None:
    for date, game, version in [("2026-11-23", "gaigel", 1), ("2027-01-01", "chimera", 3)]:
        digest = hashlib.sha256(f"stich daily 1\n{date}\n{game}\n{version}".encode("ascii")).hexdigest()
        assert seed_of(date, game, version) == int(digest[:14], 16) < 10**17
    assert seed_of("2026-11-23", "gaigel", 1) == 40928759464188010
    days = {seed_of(f"2026-11-{day:02}", game, version) for day in range(1, 31) for game in OWN for version in (1, 2)}
    assert len(days) == 30 * len(OWN) * 2


@pytest.mark.parametrize("name", OWN)
def test_every_game_has_a_deal_for_one_person_against_equal_bots(name: str) -> None:
    game = find(name)
    opened = daily_table(game, NewTable(game=name, daily=True), levels(game), NOON)
    assert (opened.daily, opened.aids, opened.gather, opened.lesson) == ("2026-11-23", False, False, "")
    assert opened.bots == ["club"] * game.seats[0]
    rules = game.rules(dict(opened.options), opened.seats)
    assert game.preset_of(rules) == (game.recommended() or game.preset_of(game.rules({}, 0)))
    seed = opened.seed
    assert seed is not None
    first, second = (Match(game, rules, Source("sim1", seed=seed)) for _ in range(2))
    assert first.deal.zones == second.deal.zones
    tomorrow = daily_table(game, NewTable(game=name, daily=True), levels(game), NOON + DAY)
    assert tomorrow.seed != seed


@pytest.mark.parametrize(
    "more",
    [{"seed": 5}, {"seats": 2}, {"options": {"limit": 30}}, {"bots": ["random"]}, {"gather": True}, {"aids": False},
     {"preset": "german"}, {"lesson": "first"}],
)  # fmt: skip
def test_nothing_but_the_pace_can_be_chosen(more: Any) -> None:
    game = find("chimera")
    with pytest.raises(Refused) as refused:
        daily_table(game, NewTable(game="chimera", daily=True, **more), levels(game), NOON)
    assert refused.value.phrase.key == "error.daily_fixed"
    assert daily_table(game, NewTable(game="chimera", daily=True, pace="fast"), levels(game), NOON).pace == "fast"


def test_the_game_of_the_day_goes_round_and_guests_do_not_change_it() -> None:
    own = {name: find(name) for name in OWN}
    dates = [date_of(NOON + n * DAY) for n in range(2 * len(own))]
    picked = [game_of(date, own) for date in dates]
    assert sorted(picked[: len(own)]) == sorted(own)
    assert picked[len(own) :] == picked[: len(own)]
    assert [game_of(date, {"aaa": SNAP, **own}) for date in dates] == picked
    assert game_of(dates[0], {"snap": SNAP}) == "snap"
    assert game_of(dates[0], {}) == ""


# -- at a real server -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    known = {name: find(name) for name in ("chimera", "durak", "farbe_und_wert", "ecarte")}
    with served(tmp_path_factory.mktemp("data"), known) as running:
        yield running


def any_act(view: Json, chance: Any) -> Json | None:
    """Choose a legal act, or the next deal after one that was passed out; no rematch."""
    over = view["status"] == "match_over" or any(sheet["counted"] for sheet in view["sheets"])
    return None if over else any_legal(view, chance)


def open_daily(server: Served, game: str) -> str:
    answer = fetch(server.url + "api/tables", {"game": game, "daily": True, "pace": "instant"})
    assert answer.status == 201, answer.body
    name: str = answer.json["table"]
    return name


def hand_of(page: Page) -> list[int]:
    return sorted(page.view["zones"]["hand.0"])


def unfinished(server: Served, cookie: str, *tables: str) -> list[Json]:
    query = "&".join(f"table={table}" for table in tables)
    answer = fetch(f"{server.url}api/unfinished?{query}", headers={"Cookie": cookie} if cookie else {})
    assert answer.status == 200, answer.body
    found: list[Json] = answer.json
    return found


def test_the_server_says_which_deal_is_todays(server: Served) -> None:
    today = fetch(server.url + "api/daily").json
    assert set(today) == {"date", "left", "game"}
    assert today["game"] == game_of(today["date"], server.registry.games)
    assert 0 < today["left"] <= DAY


def test_two_persons_get_the_same_cards_each_at_a_table_of_their_own(server: Served) -> None:
    async def work() -> None:
        tables = [open_daily(server, "ecarte") for _ in range(2)]
        ann, ben = (Page(server.url, table, sit=0).start() for table in tables)
        for page in (ann, ben):
            await page.until(lambda view: view["you"] == 0)
            assert page.spec["daily"] == date_of(clock())
            assert page.spec["seeded"]
            assert (page.spec["deals"], page.spec["aids"]) == (1, False)
            assert [one["level"] for one in page.view["occupants"]] == ["club"] * 2
        assert hand_of(ann) == hand_of(ben)
        assert ann.view["dealer"] == ben.view["dealer"]
        await asyncio.gather(ann.stop(), ben.stop())

    asyncio.run(work())


def test_nobody_else_sits_down_or_sees_a_hand_at_a_daily_table(server: Served) -> None:
    async def work() -> None:
        table = open_daily(server, "ecarte")  # in every deal, whatever the day, a hand is secret
        ann = Page(server.url, table, sit=0).start()
        await ann.until(lambda view: view["you"] == 0)
        ben = Page(server.url, table).start()
        seen = await ben.until(lambda view: bool(view["zones"]))
        assert set(seen["zones"]["hand.0"]) == {255}
        for seat in range(2):
            assert (await ben.ask({"t": "sit", "seat": seat}))["code"] == "daily_alone"
        assert (await ann.ask({"t": "stand"}))["t"] == "ack"
        assert (await ben.ask({"t": "sit", "seat": 0}))["code"] == "daily_alone"  # the hand has been seen by another
        ann.wanted = None
        assert (await ann.ask({"t": "sit", "seat": 1}))["code"] == "daily_alone"
        assert (await ann.ask({"t": "sit", "seat": 0}))["t"] == "ack"
        assert (await ann.ask({"t": "undo"}))["code"] == "undo_off"
        await asyncio.gather(ann.stop(), ben.stop())

    asyncio.run(work())


@pytest.mark.parametrize("game", ["ecarte", "farbe_und_wert"])
def test_it_ends_with_the_first_deal_that_counts_and_has_no_rematch(server: Served, game: str) -> None:
    async def work() -> None:
        table = open_daily(server, game)
        ann = Page(server.url, table, sit=0, choose=any_act).start()
        await ann.until(lambda view: any(sheet["counted"] for sheet in view["sheets"]), 60)
        assert sum(sheet["counted"] for sheet in ann.view["sheets"]) == 1
        assert (await ann.ask({"t": "again"}))["code"] == "daily_once"
        if ann.view["status"] == "deal_over":
            assert (await ann.ask({"t": "ready", "deal": ann.view["deal"]}))["code"] == "no_more_deals"
        assert unfinished(server, ann.cookie, table) == []
        await ann.stop()

    asyncio.run(work())


def test_bots_draw_the_same_numbers_at_every_daily_table_and_fresh_ones_elsewhere(server: Served) -> None:
    names = [open_daily(server, "ecarte"), open_daily(server, "ecarte"), server.table(game="ecarte")]

    def drawn(name: str, moves: int) -> list[int]:
        runner = server.registry.runners[name]
        match = runner.table.state.match
        assert match is not None
        assert len(match.moves) == moves  # nobody looks on, so nothing has happened
        asks: list[Any] = [SimpleNamespace(seat=seat) for seat in (0, 1)]
        return [quick(*server.registry.minds.seed(runner, ask)).below(10**6) for ask in asks]

    first, second, other = (drawn(name, 0) for name in names)
    assert first == second
    assert first[0] != first[1]
    assert other != drawn(names[2], 0)
    assert other != first


def test_other_tables_do_not_get_the_cards_of_the_date(server: Served) -> None:
    """The seed of the date opens no other table: their cards come from secrets."""
    game = find("ecarte")
    today = fetch(server.url + "api/daily").json["date"]
    known = Match(game, game.rules({}, 0), Source("sim1", seed=seed_of(today, "ecarte", game.version)))
    answer = fetch(server.url + "api/tables", {"game": "ecarte"})
    runner = server.registry.runners[answer.json["table"]]
    match = runner.table.state.match
    assert match is not None
    assert match.source.kind == "hkdf1"
    assert len(runner.table.state.shuffles.secret) == 32
    assert match.deal.zones != known.deal.zones
    assert (runner.table.subscribers.spec.daily, runner.table.subscribers.spec.seeded) == ("", False)


def test_a_finished_daily_deal_is_marked_and_replays(server: Served) -> None:
    async def work() -> None:
        table = open_daily(server, "farbe_und_wert")
        ann = Page(server.url, table, sit=0, choose=any_act).start()
        await ann.until(lambda view: view["status"] == "match_over", 60)
        listed = fetch(server.url + "api/matches", headers={"Cookie": ann.cookie}).json
        assert [(one["daily"], one["lesson"], one["table"]) for one in listed] == [(ann.spec["daily"], False, table)]
        record = load(fetch(f"{server.url}api/tables/{table}/record").body, find)
        seed = seed_of(ann.spec["daily"], "farbe_und_wert", find("farbe_und_wert").version)
        assert (record.source.kind, record.source.seed) == ("sim1", seed)
        await ann.stop()

    asyncio.run(work())


# -- unfinished matches ---------------------------------------------------------------------------------------------


def test_the_tables_of_a_person_are_listed_while_there_is_something_to_play(server: Served) -> None:
    async def work() -> None:
        table = fetch(server.url + "api/tables", {"game": "durak", "pace": "instant"}).json["table"]
        ann = Page(server.url, table, sit=0).start()
        await ann.until(lambda view: (view["you"] == 0 and view["must"] & 1) or view["status"] == "match_over")
        (one,) = unfinished(server, ann.cookie, "nosuchtable0", table)
        assert (one["table"], one["game"], one["seat"], one["status"]) == (table, "durak", 0, "playing")
        assert (one["waits"], one["deal"]) == ([0], 1)
        assert one["at"] > 0
        assert (one["players"][0]["name"], one["players"][0]["who"]) == ("Page 0", "person")
        assert unfinished(server, "", table) == []
        ben = Page(server.url, table).start()
        await ben.until(lambda view: bool(view["zones"]))
        assert unfinished(server, ben.cookie, table) == []  # watching is no seat
        ann.wanted = None
        await ann.ask({"t": "stand"})
        assert unfinished(server, ann.cookie, table) == []
        await asyncio.gather(ann.stop(), ben.stop())

    asyncio.run(work())


def test_a_table_that_waits_for_friends_is_listed_and_survives_a_restart(tmp_path: Path) -> None:
    known = {"chimera": find("chimera")}
    cookie, table = "", ""

    async def sit(running: Served) -> str:
        ann = Page(running.url, table, sit=1).start()
        await ann.until(lambda view: view["you"] == 1)
        await ann.stop()
        return ann.cookie

    with served(tmp_path, known) as running:
        table = running.table(gather=True)
        cookie = asyncio.run(sit(running))
        before = unfinished(running, cookie, table)
    assert [(one["status"], one["waits"], one["deal"], one["seat"]) for one in before] == [("gathering", [], 0, 1)]
    with served(tmp_path, known) as running:
        assert unfinished(running, cookie, table) == before


def test_a_finished_match_has_its_preset(server: Served) -> None:
    """For the statistics by rule set; null is for matches of older versions."""

    async def work() -> None:
        body = {"game": "farbe_und_wert", "preset": "common", "pace": "instant"}
        table = fetch(server.url + "api/tables", body).json["table"]
        ann = Page(server.url, table, sit=0, choose=any_act).start()
        await ann.until(lambda view: view["status"] == "match_over", 60)
        (one,) = fetch(server.url + "api/matches", headers={"Cookie": ann.cookie}).json
        assert (one["preset"], one["daily"], one["lesson"]) == ("common", "", False)
        await ann.stop()

    asyncio.run(work())
