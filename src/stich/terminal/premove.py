"""A premove, a choice made before one's turn (web/src/choosing/premove.ts).

It is kept here and done when the turn comes, if exactly one legal action with exactly these cards exists then.
Otherwise it is dropped."""

from __future__ import annotations

from typing import Literal, NamedTuple

from stich.server.messages.view import Legal
from stich.terminal.choose import Menu, Slot


class Queued(NamedTuple):
    """slots: its cards. when: the phase of the deal in which it was made, and trick: the cards of the trick at that
    time."""

    verb: str
    slots: tuple[Slot, ...]
    when: str
    trick: tuple[int, ...]


Fate = Literal["wait", "over", "unfit"] | Legal
"""wait: the turn has not come. over: the moment it was meant for is past. unfit: it fits no legal action, or more than
one."""


def fate(queued: Queued, menu: Menu, when: str, trick: tuple[int, ...]) -> Fate:
    """Return what becomes of a premove. One without cards is valid only for the trick in which it was made, which can
    only have grown since."""
    if queued.when != when or (not queued.slots and trick[: len(queued.trick)] != queued.trick):
        return "over"
    if not menu.legal:
        return "wait"
    fitting = menu.exactly(queued.slots) if queued.slots else [a for a in menu.legal if not a.cards]
    meant = [action for action in fitting if action.verb == queued.verb]
    return meant[0] if len(meant) == 1 else "unfit"
