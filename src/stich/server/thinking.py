"""Bots that have been asked, and when what they chose is done: at times that were fixed before they began to think."""

from __future__ import annotations

from threading import Event
from typing import NamedTuple

from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat
from stich.kernel.match import Match
from stich.kernel.view import View, view
from stich.server.pace import BOT_LIMIT

Key = tuple[str, int]
"""Which decision it is: its kind, and the entry of the log with which it began."""


class Ask(NamedTuple):
    """Let a bot choose from `legal`; the answer goes to `Table.answered` with this ticket. due: when it is wanted, ms.
    off: set when nobody waits for it any more.

    Where the action "window_closed" stands in the list the bot need not do anything, and says so by choosing it.
    """

    ticket: int
    seat: Seat
    view: View
    legal: list[Action]
    level: str
    due: int
    off: Event


class Think:
    """One bot's decision. step: ms; an answer that is late waits for the next of these times, so that lateness tells
    little. off: set when it is no longer asked for, and read by the thread in which the bot thinks."""

    def __init__(self, ticket: int, seat: Seat, key: Key, offered: list[Action], due: int, step: int) -> None:
        self.ticket = ticket
        self.seat = seat
        self.key = key
        self.offered = offered
        self.due = due
        self.step = step
        self.action: Action | None = None
        self.declined = False
        self.off = Event()

    def fallback(self) -> Action:
        """Return what is done for a bot that does not answer: nothing if it need not act, else the first legal action.
        """
        return CLOSE if CLOSE in self.offered else self.offered[0]

    def offers(self, action: Action) -> bool:
        """Tell whether it was offered, perhaps without the cards that the bot has chosen for it."""
        bare = Action(action.verb, b"", action.to)
        return action in self.offered or bare in self.offered

    def release_at(self) -> int:
        return self.due if self.action is not None else self.due + BOT_LIMIT


class Thinking:
    """The bots of one table; no more than one decision for each seat."""

    def __init__(self) -> None:
        self.ticket = 0
        self.by_seat: dict[Seat, Think] = {}

    def has(self, seat: Seat) -> bool:
        return seat in self.by_seat

    def keep(self, wanted: dict[Seat, Key]) -> None:
        """Forget every decision that is no longer asked for."""
        for seat, think in list(self.by_seat.items()):
            if wanted.get(seat) != think.key:
                self.drop(think)

    def drop(self, think: Think) -> None:
        think.off.set()
        if self.by_seat.get(think.seat) is think:
            del self.by_seat[think.seat]

    def pending(self) -> list[Think]:
        """Return the decisions that have yet to be carried out, first those of the lowest seat."""
        return [think for think in self.by_seat.values() if not think.declined]

    def begin(
        self, match: Match, seat: Seat, key: Key, offered: list[Action], level: str, due: int, step: int
    ) -> Ask | None:
        """Note a decision and return the question to the bot; None where there is nothing to choose."""
        self.ticket += 1
        think = Think(self.ticket, seat, key, offered, due, step)
        self.by_seat[seat] = think
        if len(offered) == 1:
            self.settle(think, offered[0])
            return None
        return Ask(think.ticket, seat, view(match.deal, seat), list(offered), level, due, think.off)

    def answer(self, ticket: int, action: Action | None, now: int) -> None:
        """Take in what a bot chose; what was not offered is replaced by `fallback`."""
        think = next((t for t in self.by_seat.values() if t.ticket == ticket), None)
        if think is None:
            return
        if now > think.due and think.step > 0:
            think.due += -(-(now - think.due) // think.step) * think.step
        self.settle(think, action if action is not None and think.offers(action) else think.fallback())

    def settle(self, think: Think, action: Action) -> None:
        if action.verb == CLOSE.verb:
            think.declined = True
        else:
            think.action = action
