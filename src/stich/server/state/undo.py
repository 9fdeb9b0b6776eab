"""Taking back a person's last decision, if nobody else has seen anything that came of it."""

from __future__ import annotations

from stich.kernel.action import Refused
from stich.kernel.cards import Seat
from stich.server.state.table_state import TableState


def undo_to(state: TableState, seat: Seat) -> int:
    """Return how many of the match's actions remain if this seat's person takes their last decision back.

    Raises Refused `error.undo_…` if that is not allowed, or there is none.
    """
    if not state.opened.aids:
        raise Refused("error.undo_off")
    holder = state.seats[seat].holder
    if state.match is None or holder is None:
        raise Refused("error.undo_none")
    if state.status != "playing":
        raise Refused("error.undo_over")
    others = bytes(sorted(other for who, other in state.people.saw.items() if who != holder))
    if others:
        raise Refused("error.undo_company", {"seats": others})
    if state.window.open:
        raise Refused("error.undo_window")
    at = state.decisions.last(seat, holder)
    if at < 0:
        raise Refused("error.undo_none")
    if state.decisions.shown_since(at, seat):
        raise Refused("error.undo_seen")
    return at


def may_undo(state: TableState, seat: Seat) -> bool:
    """Tell whether the person on this seat can take back now; False for spectators and bots."""
    if seat >= len(state.seats) or not state.decisions.made or len(state.people.saw) > 1:
        return False
    try:
        return undo_to(state, seat) >= 0
    except Refused:
        return False
