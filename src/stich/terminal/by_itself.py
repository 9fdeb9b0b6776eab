"""What is forced plays by itself, as on the page: the table says what it is (`TableView.forced`), never this client.
The pause follows from the pace alone, see docs/decisions/0023."""

from __future__ import annotations

from typing import Final

from stich.client import Happened, News
from stich.server.messages.view import Legal, Phrase
from stich.terminal.table import Table

PAUSE: Final = {"slow": 3.0, "normal": 1.8, "fast": 1.0, "instant": 0.5}
"""Seconds, by pace: about as long as a bot takes."""


class ByItself:
    """Announces the only action of a user who wants that, and tells when it is due.

    on: the user wants it; table: where they play. Times are seconds of any clock.
    """

    def __init__(self, table: Table, *, on: bool = True) -> None:
        self.table = table
        self.on = on
        self.held = False  # what was stopped or taken back is left to the user until they have acted
        self.announced: Legal | None = None
        self.due = 0.0

    def receive(self, news: list[News]) -> None:
        """See what the user has done, or taken back."""
        for one in news:
            if isinstance(one, Happened):
                for event in one.events:
                    if event.seat != self.table.me or event.kind != "say":
                        continue
                    if event.topic == "undo":
                        self.held = True
                    elif not event.topic:
                        self.held = False

    def look(self, now: float) -> bool:
        """Announce what will be done, or stop if it is forced no longer. Returns whether something is announced."""
        action = self._action()
        if action != self.announced:
            self._withdraw()
            if action is not None:
                self.announced, self.due = action, now + PAUSE[self.table.view.pace]
                self.table.tip, self.table.notice = action, Phrase("terminal.forced.soon")
        return self.announced is not None

    def hold(self) -> None:
        """The user has pressed a key or chosen a card: leave the decision to them."""
        if self.announced is not None:
            self.held = True
            self._withdraw()

    def act(self) -> None:
        """Do what was announced."""
        action, self.announced = self.announced, None
        if action is not None:
            self.table.do(action)

    def _withdraw(self) -> None:
        if self.announced is not None and self.table.tip == self.announced:
            self.table.tip = self.table.notice = None
        self.announced = None

    def _action(self) -> Legal | None:
        """Return the action that may be done without asking; None if there is none, or the user is doing something."""
        table = self.table
        if not self.on or self.held or not table.shown or table.watching or not table.view.forced:
            return None
        if table.session.busy or not table.session.live or table.queued is not None or table.only is not None:
            return None
        if table.question is not None or table.selected or len(table.view.legal) != 1:
            return None
        return table.view.legal[0]
