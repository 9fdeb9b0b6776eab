"""What a request for a new table asks for, checked."""

from __future__ import annotations

from typing import Final

from stich.bots import levels
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.server.messages.over_http import NewTable
from stich.server.state.entries import Opened
from stich.server.state.lessons import read_lesson
from stich.server.tables.minds import USUAL_BOT

SEEDS: Final = 10**17  # at most 17 digits, and rematches count up from it, so that a record can contain it
MOST_ASKED: Final = 999  # players: with more, a refusal would quote a number of thousands of digits


def opening(game: Game, new: NewTable) -> Opened:
    """Return the table that a request asks for. Raises Refused with the fault of the request."""
    if new.seed is not None and not 0 <= new.seed < SEEDS:
        raise Refused("error.seed", {"value": str(new.seed)[:20], "allowed": f"0–{SEEDS - 1}"})
    if new.rated and (new.seed is not None or new.lesson):
        raise Refused("error.rated_fixed")
    plan = read_lesson(game, new.lesson) if new.lesson else None
    asked = max(-1, min(new.seats, MOST_ASKED))
    wanted = game.with_preset(new.preset, dict(new.options), asked)
    rules = plan.record.rules if plan is not None else game.rules(wanted, asked)
    seats = rules.layout.seats
    return Opened(
        game=game.name,
        version=game.version,
        seats=seats,
        options=rules.options,
        bots=seat_levels(new.bots, levels(game), seats),
        pace="fast" if plan is not None else new.pace,  # a learner has enough to read
        gather=new.gather,
        seed=new.seed,
        talk=new.talk,
        aids=new.aids and not new.rated,
        rated=new.rated,
        lesson=new.lesson,
        script=plan.text if plan is not None else "",
        timer="off" if plan is not None else new.timer,
        absent=new.absent,
        joined=new.joined and not new.gather and new.seed is None and plan is None,
    )


def seat_levels(given: list[str], known: list[str], seats: int) -> list[str]:
    """Return a bot's level for each seat: the last one given repeats; default: "club", or the strongest one.

    Raises Refused `error.level` (level, allowed), `error.bots` (n, allowed): more levels than seats.
    """
    if len(given) > seats:
        raise Refused("error.bots", {"n": len(given), "allowed": seats})
    for level in given:
        if level not in known:
            raise Refused("error.level", {"level": level[:40], "allowed": " | ".join(known)})
    chosen = given or [USUAL_BOT if USUAL_BOT in known else known[-1]]
    return [chosen[min(seat, len(chosen) - 1)] for seat in range(seats)]
