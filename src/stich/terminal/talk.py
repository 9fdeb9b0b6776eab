"""What people at the table say to each other, as a user of the terminal has it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from stich.server.messages import from_server as wire
from stich.server.messages.from_client import Say
from stich.server.messages.from_server import Sat
from stich.server.messages.view import Phrase
from stich.terminal.history import Line
from stich.terminal.position import WATCHER
from stich.terminal.preferences import Preferences
from stich.terminal.table import Table

KEPT: Final = 50  # lines
MOST_MUTED: Final = 200  # people; of more, the first are heard again
LONGEST: Final = 200  # characters of a text
SIGNS: Final = ("smile", "sad", "clap", "wow")
PLAIN: Final = "\u2060"  # invisible, and what begins with it is no text key

Answer = tuple[str, Callable[[], object]]
"""The words of a choice, and what it does."""


class Talk:
    """The talk at one table. preferences: whom this user does not want to hear."""

    def __init__(self, table: Table, preferences: Preferences) -> None:
        self.table = table
        self.preferences = preferences
        self.lines: deque[wire.Line] = deque(maxlen=KEPT)

    @property
    def possible(self) -> bool:
        """Whether anybody can say something at this table."""
        return bool(self.table.spec.phrases) and self.table.view.talk != "off"

    @property
    def free(self) -> bool:
        """Whether the user can say something in their own words."""
        return self.may_speak and self.table.view.talk == "text"

    @property
    def may_speak(self) -> bool:
        """Whether the user can say something."""
        view = self.table.view
        return self.possible and (view.you != WATCHER or view.watchers_talk)

    def hear(self, lines: list[wire.Line]) -> None:
        """Add lines to the history of the table, without those of muted people."""
        self.lines += lines
        names = [occupant.name for occupant in self.table.view.occupants]
        then = Sat(0, self.table.view.you, names)
        muted = self.preferences.liked.muted
        self.table.said += [Line(line.seat, self.told(line), then) for line in lines if line.by not in muted]

    def told(self, line: wire.Line) -> Phrase:
        """Return a line as a phrase."""
        name = self.name(line)
        if line.by and line.phrase in SIGNS:
            return Phrase(f"talk.told.{line.phrase}", {"name": name})
        what = f"{PLAIN}{line.text}" if line.text else f"@talk.say.{line.phrase}"
        return Phrase("talk.told", {"name": name, "what": what})

    def name(self, line: wire.Line) -> str:
        """Return how the person is called who said a line."""
        words = self.table.words
        if not line.by:
            return words.t("table.you")
        return line.name or (words.t("talk.spectator") if line.seat < 0 else words.nth(line.seat))

    def answers(self, write: Callable[[], object]) -> list[Answer]:
        """Return what can be chosen: phrases, a text with `write`, and whom the user hears."""
        t = self.table.words.t
        spec, view = self.table.spec, self.table.view
        few = view.status == "playing" and view.talk != "text"
        found: list[Answer] = [(t("talk.text"), write)] if self.free else []
        if self.may_speak:
            phrases = spec.phrases_in_play if few else spec.phrases
            found += [(t(f"talk.say.{phrase}"), self.saying(phrase)) for phrase in phrases]
        people = {line.by: self.name(line) for line in self.lines if line.by}
        muted = self.preferences.liked.muted
        for by, name in (muted | people).items():
            found.append((t("talk.unmute" if by in muted else "talk.mute", name=name), self.muting(by, name)))
        return found

    def saying(self, phrase: str) -> Callable[[], object]:
        """Return the function that says a phrase."""
        return lambda: self.table.ask(Say(0, phrase))

    def write(self, text: str | None) -> None:
        """Say something in the user's words."""
        if text and text.strip():
            self.table.ask(Say(0, text=text.strip()))

    def muting(self, by: str, name: str) -> Callable[[], object]:
        """Return the function that mutes a person, or ends that."""

        def switch() -> None:
            muted = dict(self.preferences.liked.muted)
            if muted.pop(by, None) is None:
                muted[by] = name
            self.preferences.liked.muted = dict(list(muted.items())[-MOST_MUTED:])
            self.preferences.keep()

        return switch
