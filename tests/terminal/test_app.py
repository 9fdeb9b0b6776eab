"""The terminal table as its user has it: a real server, real sockets, and Textual's own driver of keys."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from repository import ROOT
from server.running import Served, served
from stich.client.address import TableAddress, place_of
from stich.games import find, games, load_folder
from stich.kernel.cards import SPECTATOR
from stich.terminal.app import TerminalTable
from stich.terminal.buttons import buttons_of
from stich.terminal.pieces import text_of
from stich.terminal.screens import Choices, Reading
from stich.text.catalogue import LANGUAGES

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

SIZE = (80, 24)


def opened(server: Served, language: str = "en", **wishes: object) -> TerminalTable:
    wishes = {"pace": "instant", "bots": ["random"], "seed": 4, **wishes}
    return TerminalTable(TableAddress(server.url.rstrip("/"), server.table(**wishes)), language=language, name="Ann")


@contextlib.asynccontextmanager
async def running(app: TerminalTable, size: tuple[int, int] = SIZE) -> AsyncIterator[Pilot[bool]]:
    """Run the application until it shows its table with all words."""
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.table.shown and app.table.words.has(f"{app.table.spec.game}.name"))
        yield pilot


async def until(pilot: Pilot[bool], fits: Callable[[], bool], seconds: float = 8) -> None:
    async with asyncio.timeout(seconds):
        while not fits():
            await pilot.pause(0.01)


def screen(app: TerminalTable) -> str:
    return text_of(app.lines(*app.size))


def test_a_whole_match_of_chimera_by_keyboard(tmp_path: Path) -> None:
    async def play(server: Served) -> None:
        app = opened(server, "de", options={"limit": 1})
        async with running(app) as pilot:
            table = app.table
            await until(pilot, lambda: table.me == 0)
            for _ in range(600):
                if table.view.status == "match_over":
                    break
                waits = app.table.session.busy or (table.view.status == "playing" and not table.view.legal)
                buttons = [] if waits else buttons_of(table)
                free = [button.hot for button in buttons if button.do is not None and button.hot]
                if free:
                    await pilot.press(free[-1])
                elif buttons:
                    await pilot.press("down", "enter")
                else:
                    await pilot.pause(0.01)
            assert table.view.status == "match_over"
            assert "Ende der Partie" in screen(app).splitlines()[0]
            await pilot.press("f2")
            assert isinstance(app.screen, Reading)
            await pilot.press("escape", "enter")
            await until(pilot, lambda: table.view.status == "playing")
            assert table.view.deal == 1

    with served(tmp_path, games()) as server:
        asyncio.run(play(server))


def test_it_adds_to_the_shuffle_as_a_page_does(tmp_path: Path) -> None:
    async def add(server: Served) -> None:
        app = opened(server, seed=None, gather=True)
        name = app.table.session.table
        async with running(app) as pilot:
            await until(pilot, lambda: app.table.me == 0)
            await until(pilot, lambda: "pledge" in [entry.kind for entry in server.store.read(name)])
            await pilot.press("enter")
            await until(pilot, lambda: app.table.view.status == "playing")
        told = server.registry.runners[name].table.state.running().source.fair
        assert told is not None
        assert [(part.seat, len(part.nonce)) for part in told.deals[0].parts] == [(0, 16)]

    with served(tmp_path, games()) as server:
        asyncio.run(add(server))


def test_screens_open_and_close_and_the_language_changes(tmp_path: Path) -> None:
    async def look(server: Served) -> None:
        app = opened(server)
        async with running(app) as pilot:
            await until(pilot, lambda: bool(app.table.view.legal))
            for key, kind in (("f1", Reading), ("f3", Reading), ("f4", Choices)):
                await pilot.press(key)
                assert isinstance(app.screen, kind)
                if key != "f4":
                    await pilot.press("escape")
                    assert len(app.screen_stack) == 1
            await pilot.press("down", "enter")  # the second language
            await until(pilot, lambda: app.table.words.language == LANGUAGES[1])
            assert app.table.words.game(f"phase.{app.table.view.phase}") in screen(app).splitlines()[0]
            assert "Punkte, bis 400" in screen(app)
            await pilot.press("question_mark")
            assert isinstance(app.screen, Reading)
            await pilot.press("escape", "f7")
            assert isinstance(app.screen, Reading)
            await pilot.press("escape", "exclamation_mark")
            await until(pilot, lambda: app.table.notice is not None)
            await pilot.resize_terminal(50, 10)
            assert "zu klein" in screen(app)
            await pilot.resize_terminal(150, 45)
            assert "Verlauf" in screen(app)
            await pilot.press("ctrl+c")
        assert app.return_code == 0

    with served(tmp_path, games()) as server:
        asyncio.run(look(server))


def test_a_click_takes_a_card_and_presses_a_button(tmp_path: Path) -> None:
    async def click(server: Served) -> None:
        app = opened(server, bots=["club"], seed=5)  # the others pass
        async with running(app) as pilot:
            await until(pilot, lambda: bool(app.table.view.legal))
            rows = screen(app).splitlines()
            at = next(y for y, row in enumerate(rows) if row.startswith(" ▏"))
            await pilot.click(offset=(rows[at].index("▏") + 6, at))
            assert len(app.table.selected) == 0, "while one bids no card can be chosen"
            assert app.table.cursor == 1
            y = next(y for y, row in enumerate(rows) if " Pass " in row)
            await pilot.click(offset=(rows[y].index("Pass") + 1, y))
            await until(pilot, lambda: any("You pass" in app.table.words.say(s.say) for s in app.table.said))

    with served(tmp_path, games()) as server:
        asyncio.run(click(server))


def test_a_lost_server_is_shown_and_the_user_returns_to_the_seat(tmp_path: Path) -> None:
    async def lose(server: Served) -> None:
        kept: list[str] = []
        app = opened(server)
        app.keep = kept.append
        async with running(app) as pilot:
            await until(pilot, lambda: app.table.me == 0)
            for line in list(server.registry.runners[app.table_address.table].connections.values()):
                server.loop.call_soon_threadsafe(line.hang_up)
            await until(pilot, lambda: not app.connection.session.connected)
            assert "Connection lost" in screen(app)
            await until(pilot, lambda: app.connection.session.live)
            assert app.table.me == 0
            assert "Connection lost" not in screen(app)
        again = TerminalTable(app.table_address, language="fr", cookie=kept[-1], sits=False)
        async with running(again) as pilot:
            assert again.table.me == 0
        other = TerminalTable(app.table_address, language="fr", sits=False)
        async with running(other) as pilot:
            assert other.table.me == SPECTATOR

    with served(tmp_path, games()) as server:
        asyncio.run(lose(server))


def test_a_lesson_is_walked_through(tmp_path: Path) -> None:
    async def learn(server: Served) -> None:
        app = TerminalTable(
            TableAddress(server.url.rstrip("/"), server.table(lesson="first", pace="instant")),
            language="en",
            name="Ann",
        )
        read: list[int] = []
        async with running(app) as pilot:
            table = app.table
            await until(pilot, lambda: table.lesson is not None and table.me == 0)
            for _ in range(1500):
                assert table.lesson is not None
                step = table.lesson.at
                if table.view.status != "playing" and not table.lesson.may_next:
                    break
                if step not in read:
                    read.append(step)
                    told = " ".join(screen(app).split())
                    assert f"{step + 1}/{len(table.lesson.steps)} " in told
                buttons = [] if table.session.busy else buttons_of(table)
                if any(button.do for button in buttons) and (table.lesson.may_next or table.view.legal):
                    await pilot.press(next(button.hot for button in buttons if button.do))
                elif table.view.legal and not table.session.busy:
                    await pilot.press("down")
                else:
                    await pilot.pause(0.01)
            assert table.view.scores[0] == 115, f"the lesson ends at step {read}: {screen(app)}"
            assert table.lesson is not None
            assert len(read) >= len(table.lesson.steps) - 2
            assert "Enter  Play a real match" in screen(app)
            await pilot.press("enter")
            assert app.return_value is True

    with served(tmp_path, games()) as server:
        asyncio.run(learn(server))


def test_a_table_that_does_not_exist_is_named(tmp_path: Path) -> None:
    async def come(server: Served) -> None:
        app = TerminalTable(TableAddress(server.url.rstrip("/"), "nosuchtable"), language="hu")
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: bool(app.ended))
            assert "Nincs" in screen(app) or "nem" in screen(app)
            assert "error." not in screen(app)

    with served(tmp_path, games()) as server:
        asyncio.run(come(server))


@pytest.mark.parametrize(
    ("link", "origin", "table"),
    [
        ("https://cards.example/t/abc", "https://cards.example", "abc"),
        ("wss://cards.example/t/abc/", "https://cards.example", "abc"),
        ("ws://127.0.0.1:8000/t/abc", "http://127.0.0.1:8000", "abc"),
        ("localhost:8000/t/abc", "http://localhost:8000", "abc"),
        ("https://cards.example/stich/t/abc?as=1#x", "https://cards.example/stich", "abc"),
    ],
)
def test_a_link_is_read_as_it_is_pasted(link: str, origin: str, table: str) -> None:
    assert place_of(link) == (origin, table)


@pytest.mark.parametrize("link", ["", "abc", "https://cards.example/", "ftp://x/t/a", "https://x/t/", "http://x:y/t/a"])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(ValueError):
        place_of(link)


def test_a_game_without_a_layout_of_its_own(tmp_path: Path) -> None:
    with contextlib.suppress(Exception):
        load_folder(ROOT / "tests/games/schnapsen")

    async def play(server: Served) -> None:
        app = opened(server, "hu", game="schnapsen")
        async with running(app) as pilot:
            await until(pilot, lambda: bool(app.table.view.legal))
            held = len(app.table.hand)
            await pilot.press("down", "enter")
            await until(pilot, lambda: len(app.table.hand) < held or app.table.said != [])
            assert "Snapszer" in screen(app)

    with served(tmp_path, {"schnapsen": find("schnapsen")}) as server:
        asyncio.run(play(server))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_keys_fit_on_the_last_line(language: str) -> None:
    app = TerminalTable(TableAddress("http://127.0.0.1:1", "t"), language=language)
    app.check_action = lambda action, parameters: True  # type: ignore[method-assign]
    assert "…" not in app.foot(80).plain
    assert app.foot(80).plain.count("F") >= 7
