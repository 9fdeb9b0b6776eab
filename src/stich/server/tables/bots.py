"""The bots of a table: which of them are asked now, and what is done with their choices."""

from __future__ import annotations

from typing import final

from stich.kernel.action import CLOSE, Refused
from stich.kernel.cards import Seat, has, seats_of
from stich.server.state.entries import BOT_ACTOR, HOST_ACTOR, Programmed, StandsIn
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.attendance import Attendance
from stich.server.tables.clocks import Clocks
from stich.server.tables.journal import Journal
from stich.server.tables.outbox import Outbox
from stich.server.tables.pace import PROGRAM_LIMIT
from stich.server.tables.thinking import Ask, BotDecision, Key, PendingDecisions
from stich.server.tables.windows import Windows
from stich.server.views.subscribers import Subscribers


@final
class Bots:
    """The bots of one table."""

    def __init__(
        self,
        state: TableState,
        subscribers: Subscribers,
        attendance: Attendance,
        windows: Windows,
        clocks: Clocks,
        journal: Journal,
        outbox: Outbox,
    ) -> None:
        self.state = state
        self.subscribers = subscribers
        self.attendance = attendance
        self.windows = windows
        self.clocks = clocks
        self.journal = journal
        self.outbox = outbox
        self.pending = PendingDecisions()

    def plan(self, now: int) -> None:
        """Ask the bots whose turn it is, and drop the decisions of those whose turn has passed."""
        wanted = self.awaited_bots(now)
        if wanted or self.pending.by_seat:
            self.pending.keep(wanted)
        rank = 0  # among the seats that must act: that is public, unlike what a seat can do out of turn
        for seat, key in wanted.items():
            if not self.pending.has(seat):
                self.ask(seat, key, rank, now)
            elif self.state.seats[seat].program is None:
                self.decide_instead(self.pending.by_seat[seat])
            rank += key[0] == "turn"

    def awaited_bots(self, now: int) -> dict[Seat, Key]:
        """Return the bots that can or must act now, each with its decision."""
        state = self.state
        if state.match is None or state.status != "playing":
            return {}
        if self.attendance.asleep or self.attendance.looking_around(now):
            return {}
        must = state.match.deal.must()
        if state.script is not None and not state.people.visited:
            return {}  # a lesson begins when its learner has sat down
        script = state.scripted()  # in a lesson one after the other, as in its record
        wanted: dict[Seat, Key] = {}
        for seat in seats_of(state.asked & state.rules.layout.everyone):
            if not self.attendance.bot_plays(seat) and seat not in self.clocks.overdue:
                continue
            if script is not None and script.seat != seat:
                continue
            if self.subscribers.window is not None and has(state.window.waits_out, seat):
                continue  # it plays when nobody can interrupt any more
            if has(must, seat):
                wanted[seat] = ("turn", state.since.seats[seat])
            elif self.subscribers.window is not None:
                wanted[seat] = ("window", state.window.v)
            else:
                wanted[seat] = ("interrupt", state.progress.played_v)
        return wanted

    def ask(self, seat: Seat, key: Key, rank: int, now: int) -> None:
        """Ask a bot. The time of its action follows from public facts, and not from its cards."""
        match = self.state.running()
        optional = key[0] != "turn"
        step = pace.THINK[self.state.pace]
        window = self.subscribers.window
        if window is not None and optional:
            due = window.closes - self.windows.bot_times[seat]  # drawn when the window opened
        elif optional:  # before the seats on turn
            due = max(now, self.journal.seen_at) + (step + step * seat // len(self.state.seats)) // 2
        else:
            due = max(now, self.journal.seen_at) + step + step * rank // 4 + step * self.pending.lag
            if seat in self.clocks.overdue:  # in place of the person, whose decision counts as long as it is in time
                due = max(due, now + pace.TOLERANCE)
        script = self.state.scripted()
        legal = match.deal.legal(seat)
        offered = [script.action] if script is not None else [*legal, CLOSE] if optional else legal
        level = self.state.seats[seat].level
        ask = self.pending.begin(match, seat, key, offered, level, due, step)
        if self.state.seats[seat].program is not None:
            self.leave_to_program(self.pending.by_seat[seat], ask, now)
        elif script is None:
            self.outbox.put(ask)
        else:  # a lesson's record is no secret, and nothing has to be computed
            self.pending.answer(ask.ticket, script.action, match, now, now)

    def leave_to_program(self, decision: BotDecision, ask: Ask, now: int) -> None:
        """Let a program decide. It need not say that it does not interrupt."""
        decision.ask = ask
        decision.program_until = decision.due if CLOSE in decision.offered else max(decision.due, now) + PROGRAM_LIMIT

    def decide_instead(self, decision: BotDecision) -> None:
        """Ask the bot of a seat for the decision of a program that no longer plays there."""
        if decision.program_until and decision.ask is not None and decision.action is None:
            decision.program_until = 0
            self.outbox.put(decision.ask)

    def release(self, decision: BotDecision, now: int) -> None:
        """Do a bot's choice.

        If something came between, `plan` asks the bot again. If its choice is not legal, the fallback is done, because
        it would be asked again endlessly otherwise."""
        if decision.action is None and decision.program_until and CLOSE not in decision.offered:
            program = self.state.seats[decision.seat].program
            self.journal.append(HOST_ACTOR, Programmed(decision.seat, ""), now)
            self.subscribers.reseat(program or "", now)
            return  # `plan` asks the bot
        action = decision.action if decision.action is not None else decision.fallback()
        if action.verb == CLOSE.verb:
            decision.declined = True
            return
        match = self.state.running()
        try:
            done = self.state.act(decision.seat, action)
        except Refused:
            if match.deal.legal(decision.seat) != [offered for offered in decision.offered if offered != CLOSE]:
                self.pending.drop(decision)
            elif action == decision.fallback():
                raise  # listed by the rules, and refused by them
            else:
                self.pending.settle(decision, decision.fallback())
            return
        self.pending.drop(decision)
        one = self.state.seats[decision.seat]
        level = "program" if decision.program_until else one.level
        self.journal.played(BOT_ACTOR + level, decision.seat, done, -1, now)
        if one.late >= pace.TOO_SLOW and not one.bot:
            self.journal.append(HOST_ACTOR, StandsIn(decision.seat, late=True), now)
