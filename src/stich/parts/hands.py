"""Hands at the end of a deal: cards that count are laid open."""

from __future__ import annotations

from stich.kernel.action import Event, Phrase
from stich.kernel.cards import EVERYBODY
from stich.kernel.state import State
from stich.kernel.zones import mark, zone_of


def lay_open(s: State, zones: list[int], key: str) -> None:
    """Show all seats every card in these zones, where they stay; with equal ones, each of them. key: of what is said
    first, so that it is no part of the last action. Nothing happens if there are no such cards.
    """
    held = [at for at in zones if s.zones[at]]
    if not held:
        return
    if s.log is not None:
        s.say("open", -1, Phrase(key))
    s.marks = [m for m in s.marks if zone_of(m) not in held]
    for at in held:
        hidden = EVERYBODY & ~s.layout.eyes[at]
        for c in s.zones[at]:
            s.marks.append(mark(at, c, hidden))
            if s.log is not None:
                s.log.append(Event("show", -1, c, at, at, EVERYBODY))
