"""The source of the cards of a table's matches."""

from __future__ import annotations

from stich.kernel.match import GIVEN, HKDF, SIM, STREAM, Source
from stich.server.state.entries import Began, Opened
from stich.server.state.lessons import Script
from stich.server.state.shuffles import Shuffles


def source_of(opened: Opened, began: Began, script: Script | None, shuffles: Shuffles) -> Source:
    """Return the source of a match; each rematch at a table with a seed uses the next seed. script: of a lesson.
    shuffles: of the table. Matches that began before there were any have a secret of their own."""
    if script is not None:
        return Source(GIVEN, decks=script.decks)
    if opened.seed is not None:
        return Source(SIM, seed=opened.seed + began.n - 1)
    if began.fair:
        return Source(HKDF, fair=shuffles.begin())
    return Source(STREAM, secret=bytes.fromhex(began.secret))


def is_fair(opened: Opened) -> bool:
    """Tell whether nobody can know the cards of a table beforehand: it has no seed and no given cards. Only there are
    shuffles agreed on, and only there may a match be rated."""
    return opened.seed is None and not opened.script
