"""Finished matches to step through, and what their decisions cost."""

from __future__ import annotations

import msgspec

from stich.server.messages.from_server import Skip, Update
from stich.server.messages.over_http import Player
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Phrase, Said, Sheet, TableView


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


class RecordKept(msgspec.Struct):
    """Answer to POST /api/reviews: the record can be reviewed under this id, by everybody who has it. `faulty`: the
    first line that is damaged or missing; it was kept up to there. 0: it is whole.
    """

    id: str
    url: str
    faulty: int = 0
