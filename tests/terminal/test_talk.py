"""Talk in the terminal: what is said stands in the history, and who is muted does not, in the next match either."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from client.wired import Wired
from server.desk import Desk
from server.running import Served, served
from stich.client import News, Overheard
from stich.games import find
from stich.server.messages.from_client import SetTalk
from stich.server.tables.talk import EVERY
from stich.terminal.preferences import Preferences
from stich.terminal.screens import Answers, Choices
from stich.terminal.table import Table
from stich.terminal.talk import MOST_MUTED, Talk
from stich.terminal.words import Words
from terminal.test_app import opened, running, until

pytestmark = pytest.mark.once


class User:
    """Somebody at a terminal, and what they can say."""

    def __init__(self, desk: Desk, name: str, language: str = "en", file: Path | None = None) -> None:
        self.desk = desk
        self.wired = Wired(desk, name.lower())
        session = self.wired.session
        words = Words(language)
        self.table = Table(session, words, lambda msg: session.request(msg, desk.now), name=name)
        self.talk = Talk(self.table, Preferences(file))

        def hear(news: Sequence[News]) -> None:
            self.table.receive(news)
            for one in news:
                if isinstance(one, Overheard):
                    self.talk.hear(one.lines)

        self.wired.hear = hear
        self.wired.open().read()

    def choose(self, wording: str, text: str = "") -> None:
        """Choose from the list, and write a text if it asks for one."""
        answers = dict(self.talk.answers(lambda: self.talk.write(text)))
        answers[wording]()
        self.desk.now += EVERY
        self.wired.read()

    @property
    def history(self) -> list[str]:
        self.wired.read()
        lines = [line for line in self.table.said if line.say.key.startswith("talk")]
        return [self.table.words.say(line.say, line.then) for line in lines]


def two(tmp_path: Path) -> tuple[User, User]:
    desk = Desk(find("durak"), seats=3, gather=True)
    ann, ben = User(desk, "Ann", file=tmp_path / "ann"), User(desk, "Ben", "de")
    ann.wired.read()
    assert (ann.table.me, ben.table.me) == (0, 1)
    return ann, ben


def test_what_is_said_stands_in_the_history_in_the_readers_language(tmp_path: Path) -> None:
    ann, ben = two(tmp_path)
    ben.choose("Viel Glück!")
    ben.choose("Lächeln")
    ann.choose("Thank you!")
    assert ann.history == ["Ben: Good luck!", "Ben smiles", "You: Thank you!"]
    assert ben.history == ["Du: Viel Glück!", "Du: Lächeln", "Ann: Danke!"]


def test_a_text_is_written_where_the_table_allows_it(tmp_path: Path) -> None:
    ann, ben = two(tmp_path)
    assert "Your words" not in dict(ann.talk.answers(lambda: None))
    ann.table.ask(SetTalk(0, "text"))
    ann.wired.read()
    ann.choose("Your words", "@error.rate {name} [b]")
    assert [told.replace("\u2060", "") for told in ben.history] == ["Ann: @error.rate {name} [b]"]


def test_a_muted_person_is_not_heard_at_the_next_table_either(tmp_path: Path) -> None:
    ann, ben = two(tmp_path)
    ben.choose("Hallo!")
    assert len(ann.history) == 1
    ann.choose("Mute Ben")
    ben.choose("Hallo!")
    assert len(ann.history) == 1
    ann, ben = two(tmp_path)
    ben.choose("Hallo!")
    assert ann.history == []
    ann.choose("Hear Ben again")
    ben.choose("Hallo!")
    assert len(ann.history) == 1
    for n in range(MOST_MUTED + 5):
        ann.talk.muting(f"somebody {n}", "x")()
    assert len(ann.talk.preferences.liked.muted) == MOST_MUTED


def test_a_phrase_is_chosen_with_a_key(tmp_path: Path) -> None:
    async def play(server: Served) -> None:
        app = opened(server, game="durak", seats=2, talk="text")
        async with running(app) as pilot:
            await until(pilot, lambda: app.table.me == 0)
            await pilot.press("f8")
            await until(pilot, lambda: isinstance(app.screen, Choices))
            await pilot.press("down", "enter")  # the first phrase after the words of one's own
            await until(pilot, lambda: any(line.say.args.get("what") == "@talk.say.hello" for line in app.table.said))
            await pilot.press("quotation_mark", "enter")
            await until(pilot, lambda: isinstance(app.screen, Answers))
            await pilot.press(*"gg", "enter")
            await until(pilot, lambda: any("gg" in str(line.say.args.get("what")) for line in app.table.said))

    with served(tmp_path, {"durak": find("durak")}) as server:
        asyncio.run(play(server))
