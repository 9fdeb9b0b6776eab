"""The source of the cards of a table's matches."""

from __future__ import annotations

from stich.kernel.match import GIVEN, SIM, STREAM, Source
from stich.server.state.entries import Began, Opened
from stich.server.state.lessons import Script


def source_of(opened: Opened, began: Began, script: Script | None) -> Source:
    """Return the source of a match; each rematch at a table with a seed uses the next seed. script: of a lesson."""
    if script is not None:
        return Source(GIVEN, decks=script.decks)
    if opened.seed is not None:
        return Source(SIM, seed=opened.seed + began.n - 1)
    return Source(STREAM, secret=bytes.fromhex(began.secret))
