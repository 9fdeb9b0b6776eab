"""The daily deal: one deal of each game that is the same for everybody on a date.

Its seed follows from the date, the game and the version of its rules, so everybody can compute it and see every hand.
Therefore only one person plays such a deal at a table, against bots, and the table says what it is. The cards of other
tables come from secrets that have nothing to do with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import stich
from stich.kernel.action import Refused
from stich.kernel.cards import Seat
from stich.kernel.game import Game
from stich.server.messages.over_http import NewTable
from stich.server.state.entries import Opened
from stich.server.state.folders import game_folder

SALT: Final = "stich daily 1"
SEED_BYTES: Final = 7  # a seed below 10**17, as tables accept it
SEAT: Final = 0  # of the person
LEVEL: Final = "club"
MOST_SEATS: Final = 16
BOTS: Final = 10**6  # the generators of a daily deal's bots: far from those of its packs
OWN: Final = Path(str(stich.__file__)).parent / "games"  # the folder of stich's own games


def date_of(now: int) -> str:
    """Return the date of a deal, "2026-11-23", for a server time in ms. Days begin at midnight UTC, everywhere at
    once."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def left_of(now: int) -> int:
    """Return the ms until the next date."""
    then = datetime.fromtimestamp(now / 1000, UTC)
    midnight = then.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return int((midnight - then).total_seconds() * 1000)


def seed_of(date: str, game: str, version: int) -> int:
    """Return the seed of a game's deal: the first 7 bytes, most significant first, of the SHA-256 of four lines of
    ASCII without a line end after the last: "stich daily 1", the date, the game, the version of its rules."""
    text = "\n".join([SALT, date, game, str(version)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:SEED_BYTES], "big")


def game_of(date: str, known: Mapping[str, Game]) -> str:
    """Return the game of the day: stich's own games in the order of their names, one each day, so that it is the same
    where guests are offered, too. Where there are only guests, it is one of them. "" if there is no game."""
    own = [name for name, game in known.items() if game_folder(game).parent == OWN]
    games = sorted(own or known)
    return games[datetime.fromisoformat(date).toordinal() % len(games)] if games else ""


def daily_table(game: Game, new: NewTable, levels: list[str], now: int) -> Opened:
    """Return the table of a daily deal: the usual number of players, the usual preset, a person on seat 0 and Club bots
    on the others, without help. Only the pace can be chosen.

    Raises Refused `error.daily_fixed`: the request wants something else as well.
    """
    if new != NewTable(game=new.game, pace=new.pace, daily=True):
        raise Refused("error.daily_fixed")
    date = date_of(now)
    rules = game.rules(game.with_preset(game.recommended(), {}))
    seats = rules.layout.seats
    level = LEVEL if LEVEL in levels else levels[-1]
    seed = seed_of(date, game.name, game.version)
    return Opened(
        game=game.name, version=game.version, seats=seats, options=rules.options, bots=[level] * seats, pace=new.pace,
        gather=False, seed=seed, aids=False, daily=date,
    )  # fmt: skip


def seed_of_bot(seed: int, moves: int, seat: Seat) -> tuple[int, int]:
    """Return the seed of a bot's decision in a daily deal, see `quick`. seed: of the deal. moves: made before it."""
    return seed, BOTS + moves * MOST_SEATS + seat
