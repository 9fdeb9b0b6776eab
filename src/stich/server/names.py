"""What bots are called: by their seat, the same at the table, in the list of matches and in the record."""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import Seat

BOT_NAMES: Final = ("Ada", "Mira", "Jonas", "Noor", "Bence", "Zoé", "Emil", "Lena", "Tomás", "Ilse", "Otto", "Yun")


def bot_name(seat: Seat) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


def recorded_name(seat: Seat, name: str, level: str, bot: bool) -> str:
    """Return what a record calls a seat: a bot by its name and level."""
    return f"{bot_name(seat)} ({level})" if bot else name
