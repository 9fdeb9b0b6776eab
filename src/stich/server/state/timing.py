"""How long people may take at a table, as its log describes it; the running clocks are in `server/tables/clocks.py`.

A clock runs for every person whom the table waits for, never while others can interrupt. Who that is is public.
"""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import HOST, Seats, has
from stich.kernel.match import Match
from stich.server.messages.frame import Timer
from stich.server.state.entries import Acted, AnyBody, Began, Dealt, Timed, Undone
from stich.server.state.seats import SeatState

BUDGET: Final = 600_000  # ms for all decisions of a match
INCREMENT: Final = 5_000  # ms that each decision adds to it
WINDOW_BIT: Final = 1 << HOST


class Timing:
    """The decisions that have a limit. timer: which; begun: the entry with which each seat's decision began, −1: the
    table does not wait for it; begun_at: when that was, ms; left: of each seat's time for the match, ms."""

    def __init__(self, timer: Timer, seats: int) -> None:
        self.timer = timer
        self.begun = [-1] * seats
        self.begun_at = [0] * seats
        self.left = [BUDGET] * seats

    def follow(self, body: AnyBody, v: int, at: int, match: Match | None, seats: list[SeatState]) -> None:
        """Note which decisions begin or end with entry v, written at `at`. Called after the entry was applied."""
        fresh = isinstance(body, (Began, Dealt, Undone))
        own = body.seat if isinstance(body, Acted) else -1
        if isinstance(body, Timed):
            self.timer = body.timer
        if isinstance(body, (Timed, Began)):
            self.left = [BUDGET] * len(seats)
        waited: Seats = 0
        if match is not None and not match.deal.must() & WINDOW_BIT:
            waited = match.deal.must()
        for seat in range(len(seats)):
            if isinstance(body, Acted) and own == seat and self.begun[seat] >= 0:
                self.left[seat] += INCREMENT - body.took
            if not has(waited, seat) or seats[seat].holder is None or seats[seat].bot:
                self.begun[seat] = -1
            elif self.begun[seat] < 0 or fresh or own == seat:
                self.begun[seat], self.begun_at[seat] = v, at
