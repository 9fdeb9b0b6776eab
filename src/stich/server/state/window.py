"""The window of a table, as its log describes it; its times are in `server/tables/windows.py`."""

from __future__ import annotations

from typing import NamedTuple

from stich.kernel.cards import Seat, Seats


class ClosedWindow(NamedTuple):
    """A window that has closed: the entries that opened and closed it, the seats it was open to, who closed it (HOST:
    its time was up), and when, ms."""

    opened: int
    closed: int
    to: Seats
    by: Seat
    at: int


class WindowState:
    """The open window, if there is one, and the last that closed.

    at: its phase and turn, None without a window. v: the entry that opened it. waits_out: the seats that can act in it
    only because their turn is next. openly: actions are visible at once.
    """

    def __init__(self) -> None:
        self.at: tuple[str, Seat] | None = None
        self.v = -1
        self.waits_out: Seats = 0
        self.openly = True
        self.closed: ClosedWindow | None = None

    @property
    def open(self) -> bool:
        """Tell whether there is one now."""
        return self.at is not None
