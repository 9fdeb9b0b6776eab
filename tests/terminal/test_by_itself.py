"""In the terminal, what is forced plays by itself, and the points so far have a switch; both as on the page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from server.desk import Desk
from server.running import served
from stich.client import Happened, News
from stich.games import find, games
from stich.server.messages.view import Phrase, Said
from stich.terminal.by_itself import PAUSE, ByItself
from stich.terminal.preferences import Liked, Preferences
from stich.text.catalogue import LANGUAGES
from terminal.test_app import opened, running, screen, until
from terminal.test_table import Player, play_on

pytestmark = pytest.mark.once


def forced(which: str, language: str = "en") -> Iterator[tuple[Player, ByItself]]:
    """Play against bots; stop at every announcement of what will be done by itself."""
    player = Player(Desk(find(which), pace="instant", seed=3, deals=1), language)
    by_itself = ByItself(player.table)

    def hear(news: Sequence[News]) -> None:
        player.table.receive(news)
        by_itself.receive(list(news))

    player.wired.hear = hear
    player.wait(4000)
    for _ in range(400):
        if player.table.view.status != "playing":
            return
        if by_itself.look(player.desk.now / 1000):
            yield player, by_itself
            by_itself.look(player.desk.now / 1000)
            player.wait(100)
        else:
            play_on(player)


@pytest.mark.parametrize(
    ("which", "language"), list(zip(("durak", "ecarte", "chimera", "durak"), LANGUAGES, strict=True))
)
def test_what_is_forced_is_announced_and_done(which: str, language: str) -> None:
    times = 0
    for player, by_itself in forced(which, language):
        table, action = player.table, by_itself.announced
        assert action is not None
        assert table.view.legal == [action]
        assert table.view.forced
        for width in (60, 80, 120):
            assert "Esc" in player.screen(width) or "Échap" in player.screen(width)
        assert player.words.say(action.say)[:20] in player.screen()
        assert by_itself.due == player.desk.now / 1000 + PAUSE["instant"]
        before = player.table.session.v
        by_itself.act()
        player.wired.read()
        assert table.session.v > before
        assert by_itself.announced is None
        times += 1
    assert times > 0


@pytest.mark.parametrize(
    ("kind", "topic", "held"),
    [("say", "", False), ("say", "undo", True), ("say", "rename", True), ("trick", "", True), ("move", "", True)],
)
def test_only_what_the_user_has_done_lets_it_go_on(kind: str, topic: str, held: bool) -> None:
    for player, by_itself in forced("durak"):
        by_itself.hold()
        words = Phrase("durak.event.bout") if kind != "move" else None
        event = Said(kind, player.table.me, 0, "", "", words, topic=topic)
        by_itself.receive([Happened(player.table.session.v, [event])])
        assert by_itself.held is held
        return


def test_escape_leaves_the_decision_to_the_user_until_they_have_acted() -> None:
    for player, by_itself in forced("durak"):
        action, now = by_itself.announced, player.desk.now / 1000
        by_itself.hold()
        assert not by_itself.look(now + 10)
        assert player.table.notice is None
        assert player.table.tip is None
        assert player.table.view.legal == [action]
        player.table.do(player.table.view.legal[0])
        player.wired.read()
        assert not by_itself.held
        player.wait(100)
        if player.table.view.undo:
            player.table.undo()
            player.wired.read()
            player.wait(100)
            assert by_itself.held
            player.table.do(player.table.view.legal[0])
            return
    pytest.fail("nothing was forced")


def test_who_does_not_want_it_is_asked() -> None:
    for player, by_itself in forced("durak"):
        by_itself.on = False
        assert not by_itself.look(player.desk.now / 1000)
        assert player.table.notice is None
        return
    pytest.fail("nothing was forced")


def test_the_application_does_it_after_the_pause(tmp_path: Path) -> None:
    async def play() -> None:
        app = opened(server, game="durak", seats=2)
        async with running(app) as pilot:
            table = app.table
            for _ in range(200):
                await until(pilot, lambda: bool(table.view.legal) or table.view.status != "playing")
                if table.view.status != "playing" or app.by_itself.announced is not None:
                    break
                before = table.session.v
                table.do(table.view.legal[0])
                await until(pilot, lambda: table.session.v > before)  # noqa: B023
            assert app.by_itself.announced is not None
            assert app.timer is not None
            await pilot.press("f1")  # a screen covers the table
            before = table.session.v
            await pilot.pause(PAUSE["instant"] + 0.3)
            assert table.session.v == before
            await pilot.press("escape")
            await until(pilot, lambda: table.session.v > before)

    with served(tmp_path, games()) as server:
        asyncio.run(play())


def test_points_so_far_can_be_switched_off_and_stay_so(tmp_path: Path) -> None:
    kept = Preferences(tmp_path / "new" / "preferences.json")
    assert kept.liked == Liked()

    async def play() -> None:
        app = opened(server, game="doppelkopf", seats=4)
        app.preferences = kept
        async with running(app) as pilot:
            table = app.table
            shown = table.words.t("doppelkopf.fact.points")
            for _ in range(200):
                await until(pilot, lambda: bool(table.view.legal) or table.view.status != "playing")
                if table.view.facts.get("points", []) not in ([], [0, 0, 0, 0]) or table.view.status != "playing":
                    break
                before = table.session.v
                table.do(table.view.legal[0])
                await until(pilot, lambda: table.session.v > before)  # noqa: B023
            assert shown in screen(app)
            app._like_points()
            assert shown not in screen(app)
            app._like_forced()

    with served(tmp_path, games()) as server:
        asyncio.run(play())
    assert Preferences(kept.file).liked == Liked(forced=False, points=False)
    kept.file.write_text("no")  # type: ignore[union-attr]
    assert Preferences(kept.file).liked == Liked()
