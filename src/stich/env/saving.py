"""A deal in progress as plain data, and back: for pickling, and for handing it to another process.

Importing this module also tells pickle how the engine's own objects are taken apart: compiled classes do not say it
themselves. What a match has belongs to a game that is found by its name.
"""

from __future__ import annotations

import copyreg
from typing import Any, Final

from stich.kernel.action import SEALED, SILENT, WAITING, Action, Phrase, Refused
from stich.kernel.chance import Quick, quick
from stich.kernel.deal import DealResult, Deck, Score, Setup, Tally
from stich.kernel.fair import Agreed, Fair, Part
from stich.kernel.game import Game
from stich.kernel.match import Match, Move, Sheet, Source
from stich.kernel.state import OVER, S
from stich.kernel.view import View
from stich.kernel.zones import Rules

ANSWERS: Final = {"waiting": WAITING, "silent": SILENT, "sealed": SEALED}
BUILT: Final[dict[type, tuple[str, ...]]] = {  # what the constructor of each class takes, in its order
    Phrase: ("key", "args", "cards", "n", "seat", "moment"),
    Quick: ("a", "b"),
    Deck: ("cards", "cut"),
    Setup: ("number", "dealer", "scores", "carry", "out"),
    Score: ("seat", "key", "n", "count", "args"),
    Tally: ("seats", "n", "key", "rest"),
    DealResult: ("points", "why", "headline", "again", "carry", "winners", "tallies"),
    Part: ("seat", "pledge", "nonce"),
    Agreed: ("number", "secret", "parts"),
    Source: ("kind", "seed", "secret", "decks", "fair"),
    Move: ("deal", "seat", "action"),
    Sheet: ("setup", "result", "totals"),
}
GONE_THROUGH: Final = (  # what a match has become since it was dealt, beside its deal
    *("setup", "deck", "entropy", "moves", "sheets", "scores"),
    *("winners", "standings", "over", "called_off", "takebacks"),
)


def freeze(game: Game[S, Any], s: S) -> dict[str, object]:
    """Return everything that a deal consists of, as plain immutable data."""
    setup = s.setup
    frozen: dict[str, object] = {
        "setup": (setup.number, setup.dealer, setup.scores, setup.carry, setup.out),
        "zones": tuple(s.zones),
        "marks": tuple(s.marks),
        "sealed": tuple([(a.verb, a.cards, a.to) for a in s.sealed]),
        "phase": s.phase.name,
        "turn": s.turn,
        "entropy": s.entropy,
    }
    named = [fact.name for fact in s.layout.facts] + game.secrets
    frozen["facts"] = tuple([(name, getattr(s, name)) for name in named])
    return frozen


def thaw(game: Game[S, Any], rules: Rules, frozen: dict[str, Any]) -> S:
    """Return the deal that `freeze` was given. rules: those of the deal."""
    setup = Setup(*frozen["setup"])
    s = game.deal(rules, setup, game.prepare(rules, quick(0)))
    s.setup = setup
    s.zones = list(frozen["zones"])
    s.marks = list(frozen["marks"])
    s.sealed = tuple([interned(*each) for each in frozen["sealed"]])
    s.phase = next((phase for phase in game.phases if phase.name == frozen["phase"]), OVER)
    s.turn = frozen["turn"]
    s.entropy = frozen["entropy"]
    for name, value in frozen["facts"]:
        setattr(s, name, value)
    return s


def interned(verb: str, cards: bytes, to: int) -> Action:
    """Return an answer; those that stand for a state of answering are compared by identity."""
    return ANSWERS.get(verb) or Action(verb, cards, to)


def copied(match: Match[Any, Any]) -> Match[Any, Any]:
    """Return an independent copy of a match; nobody watches it."""
    other: Match[Any, Any] = Match(match.game, match.rules, match.source)
    for name in GONE_THROUGH:
        value = getattr(match, name)
        setattr(other, name, value[:] if isinstance(value, list) else value)
    other.deal = match.deal.copy()
    return other


def match_again(
    where: tuple[str, dict[str, str], int], source: Source, gone: dict[str, Any], frozen: dict[str, Any]
) -> Match[Any, Any]:
    """Return a pickled match. where: as for `found`. Raises Refused if there is no such game here."""
    match: Match[Any, Any] = Match(*found(*where), source)
    for name, value in gone.items():
        setattr(match, name, value)
    match.deal = thaw(match.game, match.rules, frozen)
    return match


def found(name: str, options: dict[str, str], seats: int) -> tuple[Game[Any, Any], Rules]:
    """Return a game and its rules. Raises Refused if there is no such game here, or it has no such options."""
    from stich.games import find

    game = find(name)
    return game, game.rules(dict(options), seats)


def place_of(game: Game[Any, Any], rules: Rules) -> tuple[str, dict[str, str], int]:
    """Return what `found` finds a game by."""
    return game.name, rules.options, rules.layout.seats


def freeze_view(game: Game[S, Any], v: View[S]) -> tuple[object, ...]:
    """Return what a seat knows as plain data."""
    return freeze(game, v.seen), v.seat, v.must, v.may


def thaw_view(game: Game[S, Any], rules: Rules, frozen: tuple[Any, ...]) -> View[S]:
    """Return the view that `freeze_view` was given."""
    return View(thaw(game, rules, frozen[0]), *frozen[1:])


def fair_again(table: str, first: int, seats: int, about: list[str], deals: list[Agreed]) -> Fair:
    """Return the pickled shuffles of a match."""
    fair = Fair(table, first, seats, about)
    fair.deals = deals
    return fair


def action_parts(a: Action) -> tuple[object, ...]:
    return interned, (a.verb, a.cards, a.to)


def parts(built: Any) -> tuple[object, ...]:
    return type(built), tuple([getattr(built, name) for name in BUILT[type(built)]])


def fair_parts(fair: Fair) -> tuple[object, ...]:
    return fair_again, (fair.table, fair.first, fair.seats, fair.about, fair.deals)


def refused_parts(refused: Refused) -> tuple[object, ...]:
    return Refused, (refused.phrase.key, refused.phrase.args)


def match_parts(match: Match[Any, Any]) -> tuple[object, ...]:
    gone = {name: getattr(match, name) for name in GONE_THROUGH}
    return match_again, (place_of(match.game, match.rules), match.source, gone, freeze(match.game, match.deal))


for kind, taken_apart in (
    (Action, action_parts),
    (Fair, fair_parts),
    (Refused, refused_parts),
    (Match, match_parts),
    *[(built, parts) for built in BUILT],
):
    copyreg.pickle(kind, taken_apart)  # type: ignore[arg-type]
