"""What the table says when the user may do something else than before."""

from __future__ import annotations

from stich.client import Entitled
from stich.server.messages.view import Phrase


def change_of(news: Entitled) -> Phrase | None:
    """Return who asks the user for a seat, or that they have asked for one or lost theirs; None: nothing of that."""
    before, now = news
    if now.moved >= 0 and before.moved != now.moved:
        return Phrase("owner.moved")
    if now.removed and not before.removed:
        return Phrase("owner.removed")
    if now.asking >= 0:
        return Phrase("owner.asking")
    if len(now.askers) > len(before.askers):
        return Phrase("owner.asks", {"name": now.askers[-1].name or "@table.guest"})
    return None
