"""Passes what tables ask of their bots to where bots think, and the answers back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event
from typing import Final

from stich.bots.question import Preparation
from stich.kernel.game import Game
from stich.server.bots.job import ADVICE_TIME, Job, Kind, Place, Thinkers, Thought, kind_of
from stich.server.logs import short_table, without_words
from stich.server.state.counts import COUNTS
from stich.server.state.daily import seed_of_bot
from stich.server.tables.advice import Advise
from stich.server.tables.runner import TableRunner
from stich.server.tables.table import Table
from stich.server.tables.thinking import Ask, BotAnswer

log: Final = logging.getLogger("stich")

USUAL_BOT: Final = "club"


class Minds:
    """The bots of all tables of this process. entropy: for their random choices."""

    def __init__(self, thinkers: Thinkers, entropy: Callable[[int], bytes]) -> None:
        self.thinkers = thinkers
        self.entropy = entropy
        self.kinds: dict[tuple[str, str], Kind] = {}

    def kind(self, game: Game, level: str) -> Kind:
        """Return how long choices of this level take."""
        known = self.kinds.get((game.name, level))
        if known is None:
            known = self.kinds[game.name, level] = kind_of(game, level)
        return known

    def expect(self, table: Table) -> None:
        """Get ready for the bots of a table that was just opened or read."""
        rules, game = table.state.rules, table.state.game
        for level in dict.fromkeys(seat.level for seat in table.state.seats):
            needed = Preparation(game.name, level, tuple(rules.options.items()), rules.layout.seats)
            self.thinkers.expect(self.kind(game, level), needed)

    async def think(self, runner: TableRunner, ask: Ask) -> None:
        """Let a bot choose, and give the table its choice; if it fails, that of the usual bot, or None."""
        thought = await self.thought(runner, ask, ask.level)
        began = thought.began
        COUNTS.bot_decisions[ask.level] += 1
        COUNTS.bot_seconds[ask.level] += max(0, thought.done - began) / 1000
        if thought.action is None:
            COUNTS.bot_failures += 1
            if thought.fault:
                table, fault = short_table(runner.name), without_words(thought.fault)
                log.error("table %s: the bot %s has failed: %s", table, ask.level, fault)
            game = runner.table.state.game
            if ask.level != USUAL_BOT and self.kind(game, USUAL_BOT) is Kind.QUICK:
                thought = await self.thought(runner, ask, USUAL_BOT)
        runner.answered(ask.ticket, BotAnswer(thought.action, began, thought.done))

    async def thought(self, runner: TableRunner, ask: Ask, level: str) -> Thought:
        """Let a bot of this level choose."""
        state = runner.table.state
        kind = self.kind(state.game, level)
        options = state.rules.options
        seed = self.seed(runner, ask)
        return await self.thinkers.think(
            Job(kind, place(runner), state.game, options, ask.view, ask.legal, level, seed, ask.until, ask.off)
        )

    def seed(self, runner: TableRunner, ask: Ask) -> tuple[int, int]:
        """Return the seed of a bot's decision. In a daily deal it follows from the deal's and from the position, so
        that the bots answer the same acts with the same cards for everybody."""
        state = runner.table.state
        if state.opened.daily and state.opened.seed is not None and state.match is not None:
            return seed_of_bot(state.opened.seed, len(state.match.moves), ask.seat)
        return self.any_seed()

    def any_seed(self) -> tuple[int, int]:
        """Return a random seed."""
        return int.from_bytes(self.entropy(8), "big"), 0

    async def advise(self, runner: TableRunner, asked: Advise) -> None:
        """Let an adviser choose, and give the table its advice, or None if it has failed."""
        state = runner.table.state
        options, seed, off = state.rules.options, self.any_seed(), Event()
        thought = await self.thinkers.think(
            Job(Kind.ADVICE, place(runner), state.game, options, asked.view, asked.legal, "", seed, advice_until, off)
        )
        if thought.action is None or thought.why is None:
            if thought.fault:
                table, fault = short_table(runner.name), without_words(thought.fault)
                log.error("table %s: there was no advice to be had: %s", table, fault)
            runner.advised(asked.ticket, None)
        else:
            runner.advised(asked.ticket, (thought.action, thought.why))


def advice_until(began: int) -> int:
    """Return when an advice must be there that was begun at a time, ms."""
    return began + ADVICE_TIME


def place(runner: TableRunner) -> Place:
    """Return for whom a table's bots think: a seated person who is there, or else the first who watches."""
    state = runner.table.state
    seated = {one.holder for one in state.seats}
    present = list(runner.connections.values())
    chosen = next((one for one in present if one.peer.identity in seated), present[0] if present else None)
    if chosen is None:
        return Place("", "", runner.name)
    return Place(chosen.address, chosen.peer.identity, runner.name)
