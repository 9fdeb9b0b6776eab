"""What is fetched and posted without a socket, but for reviews and puzzles. docs/protocol.md lists the addresses,
`server/app.py` routes them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from stich.server.messages.frame import Absent, Pace, Status, Talking, Timer


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/tables.

    `preset` names one of `GameSpec.presets`; `options` gives what differs from it, or from the defaults. `seed` makes
    the deals repeatable (practice). `lesson`: one of `GameSpec.lessons`; it brings its own deal, options and bots.
    `daily`: today's deal of this game; with it only `pace` can be chosen. `listed`: strangers find it in the list of
    open tables. `joined`: the page that makes the table sits down at it and adds to the first shuffle; nothing is dealt
    before, for three seconds. `rated`: the matches count for the ratings of those who play; such a table has no aids
    and no seed.
    """

    game: str
    seats: int = 0  # 0: the game's usual number
    preset: str = ""
    options: dict[str, str | int | bool] = {}
    bots: list[str] = []  # a level per seat; shorter: the last one repeats; empty: "club"
    pace: Pace = "normal"
    gather: bool = False  # wait for friends until somebody says start
    seed: int | None = None
    aids: bool = True
    lesson: str = ""
    daily: bool = False
    timer: Timer = "off"  # how long people may take
    absent: Absent = "bot"  # what becomes of the seat of a person who is away
    listed: bool = False
    talk: Talking = "phrases"  # what people at the table can say
    joined: bool = False
    rated: bool = False


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/tables/<table>/reports: complain about the person with this `Line.by`."""

    by: str


class Daily(msgspec.Struct):
    """The daily deals: their date (UTC), the ms until the next ones, and the game of the day."""

    date: str
    left: int
    game: str


class TableMade(msgspec.Struct):
    """Answer to POST /api/tables. `url`: the path of the table's page."""

    table: str
    url: str


class Invitation(msgspec.Struct):
    """What to send to friends. `url`: the link of the table as they can open it, `reached`: other machines can.

    `size`, `code`: its QR code, `size` modules wide and high with its light border, and the dark ones as an SVG path.
    """

    url: str
    reached: bool
    size: int
    code: str


class ProgramToken(msgspec.Struct):
    """A token with which a program plays in place of the bot of a seat, until a server time, ms. It is shown once."""

    token: str
    seat: int
    until: int


class HelpSection(msgspec.Struct):
    """A piece of a game's rules. `level` 2, or deeper for a section inside the one before it. `html` is safe to show; a
    `<span class="cards" data-kind data-cards>` in it is a place where the page draws a row of cards.
    """

    id: str
    title: str
    level: int
    html: str


class Player(msgspec.Struct, omit_defaults=True):
    """The occupant of a seat when a match ended. `name` "": a person without a name. `by_bot`: how many of a person's
    decisions a bot made for them.
    """

    name: str
    who: Literal["person", "bot"]
    level: str
    by_bot: int = 0


class Finished(msgspec.Struct):
    """A finished match in the reader's list, the last one first. `id` names its review."""

    id: str
    table: str
    game: str
    at: int  # server time when it ended, ms
    seat: int  # the reader's seat; −1: none
    players: list[Player]
    scores: list[int]
    winners: list[int]
    deals: int
    fewest: bool = False  # points are penalties
    places: list[int] = []  # of each seat, from 1; [] of matches that ended before places were kept
    preset: str | None = None  # the preset with exactly these rules, "" for none; null of matches before this was kept
    lesson: bool = False
    daily: str = ""  # the date of the daily deal that it was
    public: bool = False  # its table was open to strangers when it ended
    seeded: bool = False  # the person who made the table could know every hand
    rated: bool = False  # at a rated table
    called_off: bool = False  # its players have ended it, because somebody had left: nobody has won it


class Unfinished(msgspec.Struct):
    """A table at which the reader has a seat and whose match is not over. `waits`: the seats that have to act, or in
    the pause after a deal those of persons who have not confirmed it; [] while friends are awaited. `until`: the server
    time at which the reader's time is over, ms; 0: no clock of theirs runs."""

    table: str
    game: str
    at: int  # server time of the last act, ms
    seat: int  # the reader's
    players: list[Player]
    waits: list[int]
    deal: int
    status: Status
    until: int
    lesson: bool
    daily: str


class FairPart(msgspec.Struct):
    """What a seat has added to a shuffle: its pledge and its nonce in hexadecimal digits, "" if it was not opened."""

    seat: int
    pledge: str
    nonce: str


class FairDeal(msgspec.Struct):
    """The figures of a deal, docs/fairness.md. `deal`: its number in the match, `n`: counted through at the table.

    `order`: for each place of the shuffled pack the zone to which its card went, an index of `Fairness.zones`; []
    if that depends on the cards.
    """

    deal: int
    n: int
    secret: str
    commitment: str
    parts: list[FairPart]
    order: list[int]


class Fairness(msgspec.Struct):
    """GET /api/reviews/<id>/shuffle: how the cards of a finished match were agreed on. `source` names where they come
    from, as in a record; `deals` is empty unless it is "hkdf1". `about`: what is played, as it enters the keys; `pack`:
    all cards in ascending order.
    """

    id: str
    source: str
    table: str
    about: list[str]
    seats: int
    pack: list[int]
    zones: list[str]
    deals: list[FairDeal]


class Rated(msgspec.Struct):
    """A player's rating in a game. `n`: the number to show; the strength lies within `margin` to either side of it.
    `name` "": a person without a name; of a bot its level."""

    who: Literal["person", "bot"]
    name: str
    n: int
    margin: int
    matches: int
    you: bool = False


class Ratings(msgspec.Struct):
    """The ratings of a game: its bots and its best players, the strongest first, and the reader wherever they stand.
    `people`: how many persons have one."""

    game: str
    people: int
    best: list[Rated]


class RatingChange(msgspec.Struct):
    """What a rated match has changed at a seat: the number to show before and after it."""

    seat: int
    before: int
    after: int


class RatingChanges(msgspec.Struct):
    """GET /api/reviews/<id>/ratings: of each seat; [] until the match is counted, a moment after its end."""

    changes: list[RatingChange]


class RecoveryCode(msgspec.Struct):
    """GET and POST /api/tables/<table>/code: stands for a person's seat, so that they can go on on another device."""

    code: str


class AccountState(msgspec.Struct):
    """Whether the server has accounts, and the name of the reader's, "" for a guest."""

    offered: bool
    name: str


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """What makes an account, or signs in to it."""

    name: str
    password: str


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """What changes the password of an account."""

    old: str
    new: str


class SeatRecovered(msgspec.Struct):
    """Answer to POST /api/tables/<table>/code."""

    seat: int


class OpenTable(msgspec.Struct):
    """A table in the list of open tables. `free`: seats that can be had unasked; `names` of the people who sit there,
    "" without one; `since` when it has been open (server time, ms). `seeded`: its maker could know every hand;
    nobody is sent there who did not choose it.
    """

    table: str
    game: str
    preset: str
    seats: int
    free: int
    names: list[str]
    since: int
    status: Status
    seeded: bool = False


class Lobby(msgspec.Struct):
    """GET /api/lobby: a page of the open tables, how many there are of the game that was asked for, and by game."""

    tables: list[OpenTable]
    all: int
    games: dict[str, int]
