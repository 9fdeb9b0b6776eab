"""People's time in the terminal: how long somebody is waited for or may take, and the key to wait longer."""

from __future__ import annotations

import pytest

from server.desk import Desk
from stich.games import find
from stich.server.state.entries import Waits
from stich.server.tables import pace
from stich.terminal import times
from stich.terminal.buttons import buttons_of
from stich.text.catalogue import LANGUAGES
from terminal.test_table import Player

pytestmark = pytest.mark.once


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    made = Desk(find("farbe_und_wert"), pace="fast", seats=2, gather=True, timer="60s", absent="bot")
    monkeypatch.setattr(times, "clock", lambda: made.now)
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_away_is_counted_down_and_a_key_waits_longer(desk: Desk, language: str) -> None:
    player = Player(desk, language)
    player.wait(4000)
    ben = desk.window("ben", sit=1)
    player.press("enter")  # begin
    ben.close()
    player.wait(pace.OFFLINE + 100)
    assert "0:17" in player.screen()
    assert player.words.t("table.wait_more", name="Ben") in player.screen()
    player.press("+")
    assert [entry.actor for entry in desk.log if isinstance(entry.body, Waits)] == ["ann"]
    assert "1:17" in player.screen()
    assert "1:17" in player.screen(40, 20, plain=True)
    player.wait(77_000)
    assert player.words.t("table.bot_plays", name="Mira") in player.screen(120, 30)
    assert player.words.t("table.wait_more", name="Ben") not in player.screen(120, 30)


def test_at_a_table_that_waits_the_key_lets_a_bot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(find("farbe_und_wert"), pace="fast", seats=2, gather=True, absent="wait")
    player = Player(desk)
    player.wait(4000)
    ben = desk.window("ben", sit=1)
    player.press("enter")
    ben.close()
    player.wait(pace.OFFLINE + 100)
    assert "Let a bot play for Ben" in player.screen()
    player.press("+")
    player.wait(100)
    assert "Mira, a bot, plays" in player.screen(120, 30)


def test_who_was_too_slow_is_played_for_until_they_press_the_key(desk: Desk) -> None:
    player = Player(desk)
    player.wait(4000)
    ben = desk.window("ben", sit=1)
    player.press("enter")
    for _ in range(400):
        player.wait(1000)
        ben.read()
        if player.table.view.occupants[0].bot:
            break
        if ben.view["must"] & 2:
            ben.act()
        elif player.table.view.clocks[0].until:
            ends = times.until(player.table, 0)
            assert times.written(player.table, times.left(player.table, ends, desk.now)) in player.screen()
            assert times.runs(player.table) or desk.now >= ends
    assert "Play on myself" in player.screen()
    player.press("+")
    assert not player.table.view.occupants[0].bot


def test_times_are_written_as_people_read_them(desk: Desk) -> None:
    table = Player(desk).table
    assert [times.written(table, n) for n in (0, 17, 60, 600, 7199, 7200, 86_400)] == [
        "0:00", "0:17", "1:00", "10:00", "119:59", "2 h", "24 h",
    ]  # fmt: skip


def test_what_a_bot_does_is_told_of_the_bot_and_that_it_does_of_the_person(desk: Desk) -> None:
    player = Player(desk)
    player.wait(4000)
    ben = desk.window("ben", sit=1)
    player.press("enter")
    ben.close()
    for _ in range(60):
        player.wait(1000)
        if player.table.turn:
            player.press(buttons_of(player.table)[0].hot)
    told = {line.say.key: line.then.names[1] for line in player.table.said}
    assert told["table.said.stands_in"] == "Ben"
    assert "Mira" in {line.then.names[1] for line in player.table.said if not line.say.key.startswith("table.said")}
