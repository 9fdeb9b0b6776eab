"""What is scheduled at a table."""

from __future__ import annotations

from typing import Literal, NamedTuple

from stich.kernel.cards import Seat


class Due(NamedTuple):
    """Something scheduled, at a time, ms. what: a person is "here" or "away", or a bot begins to "stand_in" for them;
    the time of a seat's "clock" is over; a "window" closes; a "bot" acts; the next deal or match begins ("begin"), or a
    match that somebody has left ends ("end"); the table passes from its "owner" to another; seats whose persons' data
    were deleted go to bots ("release"); "plan": nothing but to plan again. seat: of the person or the bot.
    """

    at: int
    what: Literal["here", "away", "stand_in", "clock", "window", "bot", "begin", "end", "owner", "release", "plan"]
    seat: Seat = -1


def due_at(due: Due) -> int:
    """Return when something is due."""
    return due.at
