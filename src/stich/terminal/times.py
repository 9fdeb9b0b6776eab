"""People's time in the terminal: who is waited for and for how long, and what can be done about it."""

from __future__ import annotations

from typing import Final

from stich.client import Request
from stich.clock import clock
from stich.server.messages.from_client import Back, Wait, WantBot
from stich.terminal.table import Table

HOURS: Final = 2  # from so many on only hours are written
MINUTE, HOUR = 60, 3600  # seconds


def left(table: Table, until: int, now: int) -> int:
    """Return how many seconds are left of a time on the server's clock. now: on this machine's, ms."""
    return max(0, -(-(until - now - table.session.ahead) // 1000))


def written(table: Table, seconds: int) -> str:
    """Return a time in figures: "0:17", "9:30", "23 h"."""
    if seconds >= HOURS * HOUR:
        return table.words.t("table.hours", n=-(-seconds // HOUR))
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


def until(table: Table, seat: int) -> int:
    """Return when the time is over that runs at a seat, on the server's clock, ms; 0: none runs."""
    view = table.view
    away = view.occupants[seat].until
    return away or (view.clocks[seat].until if seat < len(view.clocks) else 0)


def time_notes(table: Table, seat: int) -> list[str]:
    """Return what is said beside a player: that a bot plays for them, how much time is left."""
    bot, ends = table.view.occupants[seat].bot, until(table, seat)
    notes = [table.words.t("table.bot_plays", name=bot)] if bot else []
    return [*notes, written(table, left(table, ends, clock()))] if ends else notes


def runs(table: Table) -> bool:
    """Tell whether a time runs that changes from second to second."""
    if not table.shown:
        return False
    ends = [until(table, seat) for seat in range(table.spec.seats)]
    return any(0 < left(table, one, clock()) < HOURS * HOUR for one in ends if one)


def time_wish(table: Table) -> tuple[str, Request] | None:
    """Return what a player can ask for about time, in words and as a message: to play on after a bot has, to wait
    longer for somebody, or no longer; None for nothing."""
    if table.watching:
        return None
    t, view = table.words.t, table.view
    if view.occupants[table.me].bot:
        return t("table.back"), Back(0)
    running = view.status in ("playing", "deal_over")
    for seat, one in enumerate(view.occupants):
        if one.who == "bot" or one.online or one.bot or seat == table.me or not running:
            continue
        name = table.words.seat(seat)
        if one.until:
            return t("table.wait_more", name=name), Wait(0, seat)
        if table.view.absent == "wait" and table.me not in one.agreed:
            return t("table.want_bot", name=name), WantBot(0, seat)
    return None
