"""What people at a table can say without words of their own: a fixed set, translated where it is read.

During a deal of more than two players only phrases about the table itself can be said. Two of them may play together,
openly or not, and "good luck" before a card is played is a signal between partners. The same holds for every game, so
no game declares it. Where people can use words of their own, there is nothing left to prevent.
"""

from __future__ import annotations

from typing import Final

from stich.server.state.table_state import TableState

IN_PLAY: Final = ["hello", "your_turn", "moment", "sorry", "thanks", "bye"]
"""These say nothing about cards."""

PHRASES: Final = [*IN_PLAY, "good_luck", "well_played", "close", "congratulations", "smile", "sad", "clap", "wow"]
"""The last four are signs: a page draws them."""

PAIR: Final = 2  # players: nobody is there to be signalled to


def phrases_of(state: TableState) -> tuple[list[str], list[str]]:
    """Return what can be said at a table, and what of it during a deal. Nothing where one person plays alone."""
    if state.opened.daily or state.opened.lesson:
        return [], []
    return PHRASES, PHRASES if len(state.seats) <= PAIR else IN_PLAY
