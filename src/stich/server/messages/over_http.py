"""What is fetched and posted without a socket: docs/protocol.md lists the addresses, `server/app.py` routes them."""

from __future__ import annotations

from typing import Literal

import msgspec

from stich.server.messages.frame import Absent, Pace, Status, Talking, Timer
from stich.server.messages.from_server import Skip, Update
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Phrase, Said, Sheet, TableView


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/tables.

    `preset` names one of `GameSpec.presets`; `options` gives what differs from it, or from the defaults. `seed` makes
    the deals repeatable (practice). `lesson`: one of `GameSpec.lessons`; it brings its own deal, options and bots.
    `daily`: today's deal of this game; with it only `pace` can be chosen. `listed`: strangers find it in the list of
    open tables. `joined`: the page that makes the table sits down at it and adds to the first shuffle; nothing is dealt
    before, for three seconds.
    open tables. `rated`: the matches count for the ratings of those who play; such a table has no aids and no seed.
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


class Bookmark(msgspec.Struct, array_like=True):
    """A place to jump to in a deal, with `at` acts done: a phase begins ("phase"; `say` has its name), or something
    public was decided ("trick", or another kind of event of the game's own)."""

    at: int
    kind: str
    say: Phrase


class ReviewDeal(msgspec.Struct):
    """A deal in a table of contents. `steps`: acts in it; `sheet`: null if it was not played to its end."""

    deal: int
    dealer: int
    steps: int
    bookmarks: list[Bookmark]
    sheet: Sheet | None


class Review(msgspec.Struct):
    """A match to step through, and one deal of it as one viewer saw it.

    `start` is the view before the first act of deal `deal`, `opening` what was said then; the nth of `steps` is what
    the nth act changed.
    """

    id: str
    at: int  # server time when the match ended, or the record was loaded, ms; 0: it still runs
    spec: TableSpec
    players: list[Player]
    own: int  # the seat of the person who asks; −1: none
    viewer: str  # the viewpoint: a seat, "open" (all hands open), "watch" (what everybody saw)
    viewers: list[str]  # all viewpoints that this reader can take
    deals: list[ReviewDeal]
    deal: int
    opening: list[Said]
    start: TableView
    steps: list[Update | Skip]


class PuzzlesOf(msgspec.Struct):
    """The puzzles of a game. `today`: the number of today's, from 1. `grades`: of each, 1 to 5; `sure`: for each, 1 if
    its answer holds whatever the others have.
    """

    game: str
    today: int
    grades: list[int]
    sure: list[int]


class Puzzles(msgspec.Struct):
    """GET /api/puzzles: the date of today's puzzles (UTC), the ms until the next ones, and the games that have some."""

    date: str
    left: int
    games: list[PuzzlesOf]


class PuzzleReply(msgspec.Struct, array_like=True):
    """What a seat does after a choice."""

    seat: int
    label: Phrase


class PuzzleTry(msgspec.Struct):
    """An action to choose from. `steps`: what it changes, then each act that follows until the deal is over, if both
    sides play best. `lost`: points of the deal that it loses against the answer. `why`: what speaks for it, where that
    is certain. `replies`: the first acts that follow, without passes; they refute a wrong choice.
    """

    verb: str
    cards: list[int]
    to: int
    label: Phrase
    lost: float
    why: Phrase | None
    replies: list[PuzzleReply]
    steps: list[Update | Skip]


class Puzzle(msgspec.Struct):
    """GET /api/puzzles/<game>/<n>: a position with all hands open, in which one action is better than all others.

    `view` is that of `seat`, which chooses, with all hands. `goal`: "win" if the others lose the deal, otherwise
    "points". `sure`: the answer is best whatever cards the others hold. `answer`: its place in `tries`, which are in
    the order of `view.legal`.
    """

    game: str
    number: int
    grade: int
    sure: bool
    goal: Literal["win", "points"]
    seat: int
    cards: int
    answer: int
    spec: TableSpec
    names: list[str]
    opening: list[Said]
    view: TableView
    tries: list[PuzzleTry]


class Estimated(msgspec.Struct, array_like=True):
    """A number with its 95 % interval."""

    mean: float
    low: float
    high: float


class JudgedChoice(msgspec.Struct):
    """An action: its name as a choice, and the cards that it moves."""

    label: Phrase
    cards: list[int]


class JudgedDecision(msgspec.Struct):
    """A decision of a match: what it cost by what its player could know, and what it cost with open cards.

    `step`: acts of the deal before it. `loss` is that against `best`, in possible deals; `mistake`: its interval
    excludes zero. `better`, `worse`: the share of the possible deals in which `best` brings more, and less.
    `expected`: the value of the deal after the choice, by what the player could know. `open_best`, `open_loss`: the
    same with open cards; `open_values`: of the deal for each seat, after the choice. `luck`: it cost something with
    open cards, but is no mistake. `why`: the reason for `best`.
    """

    deal: int
    step: int
    seat: int
    phase: str
    chosen: JudgedChoice
    best: JudgedChoice
    loss: Estimated
    mistake: bool
    luck: bool
    better: float
    worse: float
    expected: Estimated
    open_best: JudgedChoice
    open_loss: Estimated
    open_values: list[float]
    why: Phrase


class DealEnd(msgspec.Struct):
    """A finished deal: its number, its acts, and what it brought each seat."""

    deal: int
    steps: int
    values: list[float]


class PlayerTally(msgspec.Struct):
    """The decisions of a player, of one phase or, with "", of all. `accuracy`: the share without mistakes; `lost`: by
    mistakes; `luck`: what the decisions cost with open cards.
    """

    seat: int
    phase: str
    decisions: int
    mistakes: int
    accuracy: float
    lost: float
    luck: float


class Analysis(msgspec.Struct):
    """GET /api/reviews/<id>/analysis?from=<n>: what the decisions of a match cost, as far as they are judged.

    `state`: "working", "waiting" (bots at the tables think first), "done" or "failed". `total`: of decisions, −1 if not
    known yet. `decisions`: from number `since` on. `turning`: which of all decisions are turning points. `whole`: the
    match came to its end. `unit`: "points", "chance" or "places"; of a chance, `low` and `high` are the values that
    mean none and certainty. `worlds`: possible deals for a first look at a decision.
    """

    id: str
    state: str
    total: int
    since: int
    decisions: list[JudgedDecision]
    ends: list[DealEnd]
    tallies: list[PlayerTally]
    turning: list[int]
    whole: bool
    unit: str
    low: float
    high: float
    worlds: int


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


class RecordKept(msgspec.Struct):
    """Answer to POST /api/reviews: the record can be reviewed under this id, by everybody who has it. `faulty`: the
    first line that is damaged or missing; it was kept up to there. 0: it is whole.
    """

    id: str
    url: str
    faulty: int = 0


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
