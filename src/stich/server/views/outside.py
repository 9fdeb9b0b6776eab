"""What people see who may not watch a table: who sits there, as before a match, and nothing of the match."""

from __future__ import annotations

from stich.kernel.cards import SPECTATOR
from stich.server.messages.view import Occupant
from stich.server.state.table_state import TableState
from stich.server.views.snapshot import SharedState, Snapshot, snapshot_of


def shut_out(state: TableState) -> bool:
    """Tell whether people without a seat see nothing of the match."""
    return not state.ownership.watching and state.status in ("playing", "deal_over")


def outside(state: TableState, occupants: list[Occupant]) -> tuple[Snapshot, SharedState]:
    """Return their view, and what it was made from."""
    owned = state.ownership
    shared = SharedState({
        "status": "gathering", "pace": state.pace, "occupants": occupants, "owner": state.seat_log.owner_seat,
        "locked": owned.locked, "listed": owned.listed, "watching": False, "talk": state.talk,
        "watchers_talk": state.watchers_talk,
    })  # fmt: skip
    return snapshot_of(None, state.rules.layout, SPECTATOR, shared), shared


def agreed(state: TableState) -> list[int]:
    """Return the seats whose persons agree that people who watch see all hands."""
    known = state.open_hands.agreed
    return [seat for seat, one in enumerate(state.seats) if one.holder in known] if known else []
