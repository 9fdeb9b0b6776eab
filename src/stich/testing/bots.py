"""Whether a game's bots play: each level against itself, every choice checked."""

from __future__ import annotations

from typing import Final

from stich.bots import advise, bot, classes, policies
from stich.bots.player import Bot, dead_end
from stich.bots.random import Random
from stich.bots.search import Search
from stich.games import failure
from stich.kernel.action import CLOSE, Refused
from stich.kernel.cards import HOST
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

ITERATIONS: Final = 8  # of a level that searches: enough to run all of it
LONGEST: Final = 400  # actions of one deal; a bot that can play these can play the others
SEARCHES: Final = 40  # questions to a level that searches: other choices are left to chance


def bot_troubles(game: Game, deals: int = 1, options: dict[str, object] | None = None, seats: int = 0) -> list[str]:
    """Let each level play deals against itself, with hints asked for on the way. Returns what went wrong, a line each:
    the level, the error, and where in the game's files it was raised.
    """
    try:
        known = classes(game)
    except Refused as refused:
        return [str(refused.phrase.args.get("reason", refused))]
    except Exception as error:
        return [failure(game, error)]
    out: list[str] = []
    for level, kind in known.items():
        if level != kind.level:
            out.append(f"BOTS calls {kind.__name__} {level!r}, and its level is {kind.level!r}")
        name = f"{level}@{ITERATIONS}" if issubclass(kind, Search) else level
        for seed in range(deals):
            try:
                trouble = plays(game, name, Match(game, game.rules(dict(options or {}), seats), Source(SIM, seed)))
            except Exception as error:  # of the rules, not of the bot
                trouble = f"{level}: {failure(game, error)}"
            if trouble:
                out.append(trouble)
                break
    return out


def plays(game: Game, level: str, match: Match) -> str:
    """Play one deal with a level at every seat. Returns what went wrong, "" for nothing."""
    chance = quick(7)
    questions = SEARCHES if "@" in level else LONGEST
    try:
        player: Bot = bot(game, level)
    except Exception as error:
        return f"{level}: {failure(game, error)}"
    for step in range(LONGEST):
        s = match.deal
        seat = s.actor()
        if seat < 0:
            break
        legal = s.legal(seat)
        if not legal:
            return f"{level}: {dead_end(s, seat)}"
        if seat == HOST:
            match.act(seat, CLOSE if CLOSE in legal else legal[0])
            continue
        if questions == 0 or (questions < SEARCHES // 2 and step % 4):
            match.act(seat, legal[int(chance.below(len(legal)))])
            continue
        questions -= 1
        asked = level
        try:
            if level == Random.level and step % 8 == 0 and hasattr(policies(game), "advise"):
                asked = "advise"
                match.check(seat, advise(game, view(s, seat), list(legal), chance)[0])
            asked = level
            chosen = player.choose(view(s, seat), list(legal), chance)
            match.act(seat, chosen)
        except Refused as refused:
            return f"{asked}: chose what is refused in {s.phase.name}: {refused}"
        except Exception as error:
            return f"{asked}: in {s.phase.name}, {failure(game, error)}"
    return ""
