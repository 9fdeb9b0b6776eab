"""Bots. A bot is given a View and nothing else, so it cannot use hidden cards.

Every game has the level "random". A game's own levels are in the module `bot` beside its rules: `BOTS`, level -> class,
weakest first. A game without that module also has the level "expert": a search that needs only the rules. A level that
searches can be given with its number of iterations, "expert@3000".
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from stich.bots.pipe import PREFIX, PipeBot
from stich.bots.player import Bot, never
from stich.bots.random import Random
from stich.bots.search import Search
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.options import is_number
from stich.kernel.view import View

__all__ = ["Bot", "advise", "bot", "classes", "contestant", "explain", "levels", "policies"]

BOTS_CHOICE: Final = Phrase("table.why.bot")
PLAYED_OUT: Final = Phrase("table.why.played_out")
LOG: Final = logging.getLogger(__name__)


def policies(game: Game) -> ModuleType | None:
    """Return the module `bot` in the game's folder; None if there is none."""
    package = type(game).__module__.rpartition(".")[0]
    if not package:
        return None  # a game that is a single file has no folder to look in
    name = f"{package}.bot"
    return import_module(name) if find_spec(name) is not None else None


def classes(game: Game) -> dict[str, type[Bot]]:
    """Return the players of a game by their levels, weakest first.

    Raises Refused `error.bot_file` (game, reason): its module `bot` has no dict `BOTS` of levels and players.
    """
    own = policies(game)
    found: dict[str, type[Bot]] = {Random.level: Random}
    if own is None:
        found[Search.level] = Search
        return found
    bots = getattr(own, "BOTS", None)
    if not isinstance(bots, dict):
        raise Refused("error.bot_file", {"game": game.name, "reason": "bot.py has no dict BOTS, level -> class"})
    for level, kind in bots.items():
        if not (isinstance(kind, type) and issubclass(kind, Bot)):
            raise Refused("error.bot_file", {"game": game.name, "reason": f"BOTS[{level!r}] is no class of Bot"})
    found.update(bots)
    return found


def levels(game: Game) -> list[str]:
    """Return the levels that exist for a game and can play here, weakest first."""
    return [level for level, kind in classes(game).items() if not kind.lacks()]


def bot(game: Game, level: str) -> Bot:
    """Return a new player: of the next lower level if this one cannot play here, which the log then says.

    Raises Refused: `error.level` (level, allowed).
    """
    known = classes(game)
    name, at, iterations = level.partition("@")
    kind = known.get(name)
    trouble = kind.lacks() if kind is not None else ""
    if trouble:
        lower = next(one for one in reversed(list(known)[: list(known).index(name)]) if not known[one].lacks())
        LOG.warning("%s of %s cannot play: %s. %s plays instead.", name, game.name, trouble, lower)
        kind = known[lower]
        at = at if issubclass(kind, Search) else ""
    if kind is not None and not at:
        return kind()
    if kind is not None and issubclass(kind, Search) and is_number(iterations) and int(iterations) > 0:
        return kind(int(iterations))
    raise Refused("error.level", {"level": level, "allowed": " | ".join(levels(game))})


def contestant(game: Game, level: str) -> Bot:
    """Return a new player for a contest: a level, a player of another program that only the arena has, or a program
    that is started with "pipe:COMMAND".

    The module `bot` of a game names these in `OPPONENTS`, level -> class. Raises Refused: `error.level` (level,
    allowed), and what a player says who cannot play here.
    """
    if level.startswith(PREFIX):
        return PipeBot(game, level.removeprefix(PREFIX))
    others: dict[str, type[Bot]] = getattr(policies(game), "OPPONENTS", {})
    if level in others:
        return others[level]()
    try:
        return bot(game, level)
    except Refused as error:
        if not others or error.phrase.key != "error.level":
            raise
        raise Refused("error.level", {"level": level, "allowed": " | ".join([*classes(game), *others])}) from error


def advise(
    game: Game, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool] = never
) -> tuple[Action, Phrase]:
    """Return what a good player would do with this view, and the reason in one sentence. stop: as in `Bot.think`.

    A game that can say more than its strongest bot's choice has a function of this name, without the game, in its
    module `bot`.
    """
    own = getattr(policies(game), "advise", None)
    if own is not None:
        said: tuple[Action, Phrase] = own(view, legal, chance)
        return said
    return bot(game, levels(game)[-1]).think(view, legal, chance, stop), BOTS_CHOICE


def explain(game: Game, view: View, legal: list[Action], action: Action, chance: Chance) -> Phrase:
    """Return why one of the legal actions is good, in one sentence that is true in this position.

    A game that can tell it of any action has a function of this name, without game and chance, in its module `bot`; it
    returns None if no reason is certain to be true. Without such a function the game's adviser is asked: its reason is
    returned if it chooses the same action.
    """
    own = getattr(policies(game), "explain", None)
    if own is not None:
        why: Phrase | None = own(view, legal, action)
        return why or PLAYED_OUT
    if getattr(policies(game), "advise", None) is None:
        return PLAYED_OUT
    s = view.seen
    said, reason = advise(game, view, legal, chance)
    same = said == action or s.phase.canon(s, view.seat, said) == s.phase.canon(s, view.seat, action)
    return reason if same else PLAYED_OUT
