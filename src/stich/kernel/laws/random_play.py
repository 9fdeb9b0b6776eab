"""Random play that meets rare actions too."""

from __future__ import annotations

from stich.kernel.action import Action
from stich.kernel.cards import Seat, seats_of
from stich.kernel.chance import Chance
from stich.kernel.laws.report import Broken
from stich.kernel.state import State


def choose(chance: Chance, acts: list[Action]) -> Action:
    """Return one of the actions at random. Half the time a verb is drawn first, so that rare verbs are met."""
    if chance.below(2):
        verbs = sorted({a.verb for a in acts})
        verb = verbs[chance.below(len(verbs))]
        acts = [a for a in acts if a.verb == verb]
    return acts[chance.below(len(acts))]


def resolved(s: State, seat: Seat, a: Action) -> Action:
    """Return the action with its cards, in the form that a record holds."""
    return Action(a.verb, s.phase.cards(s, seat, a), a.to)


def turn_at_random(s: State, chance: Chance) -> tuple[Seat, Action]:
    """Return an action that a seat can do now, interruptions included."""
    able = [(seat, acts) for seat in seats_of(s.must() | s.may()) if (acts := s.legal(seat))]
    if not able:
        raise Broken(f"none of the seats {seats_of(s.must())} can act in {s.phase.name}")
    seat, acts = able[chance.below(len(able))]
    return seat, resolved(s, seat, choose(chance, acts))
