"""What bots are asked to do, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from threading import Event
from typing import NamedTuple, Protocol

import stich
from stich.bots import classes
from stich.bots.question import Preparation
from stich.bots.search import Search
from stich.kernel.action import Action, Phrase
from stich.kernel.game import Game
from stich.kernel.view import View
from stich.server.state.folders import game_folder

ADVICE_TIME = 3000  # ms for an advice: somebody is waiting for it


class Kind(Enum):
    """How long a choice takes, and who waits for it."""

    QUICK = "quick"  # milliseconds
    SEARCH = "search"  # as long as it may
    ADVICE = "advice"  # the same, and no table waits for it


class Place(NamedTuple):
    """For whom a bot thinks: an address, a person there, and one of their tables."""

    address: str
    person: str
    table: str


class Recall(Event):
    """Set when a choice is no longer needed. heard: called then, in the thread that sets it."""

    heard: Callable[[], None] | None = None

    def set(self) -> None:
        """Say that nobody waits any more."""
        super().set()
        if self.heard is not None:
            self.heard()


class Job:
    """A choice of a bot, or an advice.

    options: of the match. seed: of all random choices; see `quick`. until: returns when thinking that began at a time
    must end, server time in ms. off: set when the answer is no longer needed.
    """

    def __init__(
        self,
        kind: Kind,
        place: Place,
        game: Game,
        options: dict[str, str],
        view: View,
        legal: list[Action],
        level: str,
        seed: tuple[int, int],
        until: Callable[[int], int],
        off: Event,
    ) -> None:
        self.kind = kind
        self.place = place
        self.game = game
        self.options = options
        self.view = view
        self.legal = legal
        self.level = level
        self.seed = seed
        self.until = until
        self.off = off

    @property
    def needs(self) -> Preparation:
        """What a process has to know before it is asked."""
        level = "" if self.kind is Kind.ADVICE else self.level
        return Preparation(self.game.name, level, tuple(self.options.items()), self.view.seen.layout.seats)

    @property
    def forced(self) -> bool:
        """Tell whether there is nothing to choose. It waits for its turn like any other, and takes no time then."""
        return len(self.legal) == 1 and self.kind is not Kind.ADVICE


class Thought(NamedTuple):
    """What came of a job. action: None if the bot has failed, and `fault` says why; "" if it had no chance to think.
    why: the reason for an advice. began, done: from when to when it thought, server time in ms."""

    action: Action | None
    began: int
    done: int
    why: Phrase | None = None
    fault: str = ""


class Thinkers(Protocol):
    """Where bots think. All methods run in the event loop."""

    async def think(self, job: Job) -> Thought:
        """Return what comes of a job; never raises."""

    def busy(self) -> bool:
        """Tell whether a bot thinks, or waits for its turn."""

    def expect(self, kind: Kind, needed: Preparation) -> None:
        """Get ready for such jobs, without waiting."""

    def rest(self) -> None:
        """Give back what has not been needed for long."""

    def close(self) -> None:
        """Stop all thinking; nobody waits for it."""


def is_own(game: Game) -> bool:
    """Tell whether a game is part of stich."""
    return game_folder(game) == Path(stich.__file__).with_name("games") / game.name


def kind_of(game: Game, level: str) -> Kind:
    """Return how long a bot's choices take. Bots of other games than stich's own can take as long as they want."""
    try:
        known = classes(game).get(level.partition("@")[0])
    except Exception:  # foreign code, which fails when it is asked
        known = None
    if known is None or issubclass(known, Search) or not is_own(game):
        return Kind.SEARCH
    return Kind.QUICK
