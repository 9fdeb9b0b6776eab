"""How far a table's log has come: what all may see of it, and since when choices refer to the position as it is."""

from __future__ import annotations


class Progress:
    """public_v: the last entry that all may see, because later ones belong to a window that hides them; public_moves:
    how many actions the match had then. played_v: the last entry that changed the deal; played_at: the time of the last
    one that all may see, ms."""

    def __init__(self) -> None:
        self.public_v = -1
        self.public_moves = 0
        self.played_v = -1
        self.played_at = 0


class Since:
    """A choice made from a view older than this entry is stale. seats: for the choices of each seat; table: for the
    events of the table."""

    def __init__(self, seats: int) -> None:
        self.seats = [-1] * seats
        self.table = -1
