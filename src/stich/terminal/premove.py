"""A choice made before it is one's turn (web/src/premove.ts): kept here, done when the turn comes if it is then exactly
one thing that may be done with exactly these cards, and dropped otherwise."""

from __future__ import annotations

from typing import Literal, NamedTuple

from stich.server.messages import Legal
from stich.terminal.choose import Menu, Slot


class Queued(NamedTuple):
    """slots: the cards it is done with. when: the phase of the deal in which it was made, and trick: the cards of the
    trick on which."""

    verb: str
    slots: tuple[Slot, ...]
    when: str
    trick: tuple[int, ...]


Fate = Literal["wait", "over", "unfit"] | Legal
"""wait: its turn has not come. over: what it was meant for is past. unfit: it is none, or more than one, of the things
that may be done."""


def fate(queued: Queued, menu: Menu, when: str, trick: tuple[int, ...]) -> Fate:
    """Return what becomes of a choice. One without cards is meant for one trick only: that on which it was made, and
    which since can only have grown."""
    if queued.when != when or (not queued.slots and trick[: len(queued.trick)] != queued.trick):
        return "over"
    if not menu.legal:
        return "wait"
    fitting = menu.exactly(queued.slots) if queued.slots else [a for a in menu.legal if not a.cards]
    meant = [action for action in fitting if action.verb == queued.verb]
    return meant[0] if len(meant) == 1 else "unfit"
