"""Puzzles: which there are, and one of them with every choice and what follows it."""

from __future__ import annotations

from typing import Literal

import msgspec

from stich.server.messages.from_server import Skip, Update
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Phrase, Said, TableView


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
