"""What a table offers besides its game's rules. It lies in files beside them, which a running table does not read."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stich.bots import levels
from stich.kernel.game import Game
from stich.server.messages.specs import Lesson
from stich.server.state.entries import Opened
from stich.server.state.folders import help_file
from stich.server.state.lessons import kept_lesson
from stich.text.catalogue import LANGUAGES


class Extras(NamedTuple):
    """levels: of the game's bots, weakest first; help: the game has rules to read; lesson: the one of this table;
    given_back: returns how many ms longer a decision lasts that began at a time and lasts so long, because the server
    was not there.
    """

    levels: list[str]
    help: bool = False
    lesson: Lesson | None = None
    given_back: Callable[[int, int], int] = lambda begun, lasts: 0


def extras_of(game: Game, opened: Opened) -> Extras:
    """Read what there is for a table from the files of its game.

    Raises Refused if the table's lesson has faults, see `read_lesson`.
    """
    there = help_file(game, LANGUAGES[0]) is not None
    return Extras(levels(game), there, kept_lesson(game, opened.lesson, opened.script))
