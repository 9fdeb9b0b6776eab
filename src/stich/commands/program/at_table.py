"""A program that reads and writes lines of JSON, as a player at a table: it takes the place of a bot."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

from stich.bots.pipe import SEEDS, Program
from stich.client import News, Welcomed
from stich.client.address import place_of
from stich.client.connection import Connection
from stich.kernel.action import Refused
from stich.kernel.cards import BACK, Seat
from stich.server.messages.from_client import Act, Sit
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import TableView

STATES: Final = {"silent": "not asked", "waiting": "waiting", "sealed": "answered", "own": "answered"}
DECLINE: Final = {"verb": "window_closed", "cards": [], "to": -1}


async def play(link: str, seat: Seat, token: str, name: str, program: Program) -> None:
    """Play at the table until it ends or the program fails.

    seat, token: as the host of the table has them. Raises Refused for a link that leads nowhere, a wrong answer, and
    `error.token` if the token does not hold.
    """
    player = Player(link, seat, token, name, program)
    try:
        await player.play()
    finally:
        program.close()


class Player:
    """The connection, and the program that is asked."""

    def __init__(self, link: str, seat: Seat, token: str, name: str, program: Program) -> None:
        self.seat = seat
        self.name = name
        self.program = program
        self.spec: TableSpec | None = None
        self.line = Connection(place_of(link), self.hear, token=token)
        self.asked = asyncio.Event()

    async def play(self) -> None:
        """Answer whenever the table waits for the seat."""
        running = asyncio.create_task(self.line.run())
        answering = asyncio.create_task(self.answer())
        done, rest = await asyncio.wait({running, answering}, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        for task in done:
            task.result()
        ended = self.line.session.ended
        if ended is not None:
            told = {name: value for name, value in ended.args.items() if isinstance(value, int | str)}
            raise Refused(f"error.{ended.code}", dict(told))

    def hear(self, news: list[News]) -> None:
        """Sit down at first, and again if the seat was lost because an answer came too late."""
        for one in news:
            if isinstance(one, Welcomed):
                self.spec = one.spec
            if isinstance(one, Welcomed) or getattr(getattr(one, "answer", None), "code", "") == "not_seated":
                self.line.request(Sit(0, self.seat, self.name))
        self.asked.set()

    async def answer(self) -> None:
        """Ask the program as often as the seat can act. Raises Refused `error.player_failed`."""
        while True:
            await self.asked.wait()
            self.asked.clear()
            session = self.line.session
            if self.spec is None or not session.live or session.busy or session.view.you != self.seat:
                continue
            legal, v = session.view.legal, session.v
            if not legal:
                continue
            chosen = await asyncio.to_thread(self.program.choose, question_of(self.spec, session.view))
            if session.v != v:
                self.asked.set()  # something has happened meanwhile: it is asked again
            elif chosen < len(legal):
                one = legal[chosen]
                self.line.request(Act(0, v, one.verb, one.cards, one.to))


def question_of(spec: TableSpec, seen: TableView) -> dict[str, Any]:
    """Return the question to a program, as `stich.bots.pipe.question_of` does it in the arena."""
    legal = [{"verb": one.verb, "cards": named(spec, one.cards), "to": one.to} for one in seen.legal]
    kinds = {fact.name: fact.kind for fact in spec.facts}
    return {
        "game": spec.game,
        "version": spec.version,
        "options": spec.options,
        "seats": spec.seats,
        "seat": seen.you,
        "seed": random.randrange(SEEDS),
        "deal": seen.deal,
        "dealer": seen.dealer,
        "scores": seen.scores,
        "phase": seen.phase,
        "turn": seen.turn,
        "must": [seat for seat in range(spec.seats) if seen.must >> seat & 1],
        "zones": {name: named(spec, cards) for name, cards in seen.zones.items()},
        "facts": {name: plain(spec, kinds.get(name, ""), value) for name, value in seen.facts.items()},
        "answers": [STATES[answer.state] for answer in seen.answers],
        "legal": legal if seen.must >> seen.you & 1 else [*legal, DECLINE],
    }


def named(spec: TableSpec, cards: list[int]) -> list[str]:
    """Return the notation of cards; of unknown ones "?"."""
    return ["?" if face == BACK else spec.faces[face] for face in cards]


def plain(spec: TableSpec, kind: str, value: Any) -> Any:
    """Return a fact with cards by their notation."""
    if kind == "cards" and isinstance(value, list) and all(isinstance(face, int) for face in value):
        return named(spec, value)
    if kind == "card" and isinstance(value, int):
        return spec.faces[value] if 0 <= value < len(spec.faces) else None
    return value
