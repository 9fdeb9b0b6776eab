"""A deal in progress as plain data, and back: for pickling, and for handing it to another process."""

from __future__ import annotations

from typing import Any, Final

from stich.kernel.action import SEALED, SILENT, WAITING, Action
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.game import Game
from stich.kernel.state import OVER, S
from stich.kernel.zones import Rules

ANSWERS: Final = {"waiting": WAITING, "silent": SILENT, "sealed": SEALED}


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
