"""Pending bot decisions, and when they are carried out.

A bot acts at a time that was fixed before it began to think. The time follows from the pace and from public events, and
is the same whether the bot has one legal action or thirty. Thinking ends before that time, with the best action so far.
A bot without a choice is asked in the same way and waits in the same queue.

If the machine is so busy that thinking starts too late, the action moves to the next of a row of times. Only the start
of the thinking decides which one, never its duration: the time before the start is spent waiting for other bots. If
thinking takes too long anyway, the action moves on too, and the whole table stays that far behind
(`PendingDecisions.lag`), so that a second slow decision with the same cause is not visible. See
docs/decisions/0016-when-a-bot-answers.md.
"""

from __future__ import annotations

from threading import Event
from typing import NamedTuple

from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat
from stich.kernel.match import Match
from stich.kernel.state import State
from stich.kernel.view import View, view
from stich.server.bots.job import Recall
from stich.server.tables import pace
from stich.server.tables.pace import BOT_LIMIT

Key = tuple[str, int]
"""The identity of a decision: its kind, and the log entry with which it began."""


class Ask(NamedTuple):
    """Let a bot choose from `legal`; the answer goes to `Table.answered` with this ticket.

    due: when it acts, ms; or one or more `step` later, see `slot`. off: set when the answer is no longer needed.

    With a single action there is nothing to choose, but the answer is given in the same way. If `legal` has the action
    "window_closed", the bot need not act, and says so by choosing it.
    """

    ticket: int
    seat: Seat
    view: View
    legal: list[Action]
    level: str
    due: int
    step: int
    off: Event

    def until(self, began: int) -> int:
        """Return when thinking that began at `began` must end, ms."""
        return slot(self.due, self.step, began) - pace.cut(self.step)


def slot(due: int, step: int, began: int) -> int:
    """Return the time, of due, due + step, …, at which a bot acts that began to think at `began`."""
    late = began - (due - pace.start(step))
    return due + -(-late // step) * step if late > 0 else due


class BotAnswer(NamedTuple):
    """A bot's choice, None: it failed; and from when to when it thought, server time in ms."""

    action: Action | None
    began: int
    done: int


class BotDecision:
    """One bot's decision. due, step: as in `Ask`. off: set when it is no longer needed, which stops the bot."""

    def __init__(self, ticket: int, seat: Seat, key: Key, offered: list[Action], due: int, step: int) -> None:
        self.ticket = ticket
        self.seat = seat
        self.key = key
        self.offered = offered
        self.due = due
        self.step = step
        self.action: Action | None = None
        self.declined = False
        self.ask: Ask | None = None  # the question for the bot, if a program decides
        self.program_until = 0  # until when a program decides, ms; 0: the bot does
        self.off = Recall()

    def fallback(self) -> Action:
        """Return the action for a bot that does not answer: none if it need not act, otherwise the first legal one."""
        return CLOSE if CLOSE in self.offered else self.offered[0]

    def offers(self, action: Action, deal: State) -> bool:
        """Tell whether the action was offered, in any form that the rules read as the offered one."""
        bare = Action(action.verb, b"", action.to)
        if action in self.offered or bare in self.offered:
            return True
        return deal.phase.canon(deal, self.seat, action) in self.offered

    def release_at(self) -> int:
        """Return when the choice is carried out, or replaced if there is none, ms."""
        if self.action is not None:
            return self.due
        return self.program_until or self.due + BOT_LIMIT


class PendingDecisions:
    """The pending decisions of one table's bots, at most one for each seat.

    lag: the number of steps by which bots act later in this deal, because thinking has taken too long.
    """

    def __init__(self) -> None:
        self.ticket = 0
        self.lag = 0
        self.by_seat: dict[Seat, BotDecision] = {}

    def has(self, seat: Seat) -> bool:
        """Tell whether the bot on this seat has a decision pending."""
        return seat in self.by_seat

    def keep(self, wanted: dict[Seat, Key]) -> None:
        """Drop every decision that is no longer needed."""
        for seat, decision in list(self.by_seat.items()):
            if wanted.get(seat) != decision.key:
                self.drop(decision)

    def drop(self, decision: BotDecision) -> None:
        """Give up a decision, and stop the bot that thinks about it."""
        decision.off.set()
        if self.by_seat.get(decision.seat) is decision:
            del self.by_seat[decision.seat]

    def outstanding(self) -> list[BotDecision]:
        """Return the decisions that have not been carried out, in the order of seats."""
        return [decision for decision in self.by_seat.values() if not decision.declined]

    def begin(self, match: Match, seat: Seat, key: Key, offered: list[Action], level: str, due: int, step: int) -> Ask:
        """Add a decision and return the question for the bot."""
        self.ticket += 1
        decision = BotDecision(self.ticket, seat, key, offered, due, step)
        self.by_seat[seat] = decision
        return Ask(decision.ticket, seat, view(match.deal, seat), list(offered), level, due, step, decision.off)

    def answer(self, ticket: int, action: Action | None, match: Match | None, began: int, done: int) -> None:
        """Store a bot's choice; an action that was not offered is replaced by `fallback`. match: the running one, in
        which the bot was asked. began, done: as in `BotAnswer`.
        """
        decision = next((t for t in self.by_seat.values() if t.ticket == ticket), None)
        if decision is None or match is None:
            return
        decision.due = slot(decision.due, decision.step, began)
        if done > decision.due:
            late = -(-(done - decision.due) // decision.step)
            decision.due += late * decision.step
            self.lag = min(self.lag + late, max(1, pace.LATEST // decision.step))
        self.settle(
            decision, action if action is not None and decision.offers(action, match.deal) else decision.fallback()
        )

    def settle(self, decision: BotDecision, action: Action) -> None:
        """Store the choice for a decision. CLOSE: the bot does nothing."""
        if action.verb == CLOSE.verb:
            decision.declined = True
        else:
            decision.action = action

    def recover(self) -> None:
        """At the start of a deal: reduce the lag of the last one."""
        self.lag //= 2
