"""Adds to the shuffles of a table, as a page does: pledges a nonce for the next deal once it is announced, and opens it
when it is due. docs/fairness.md says what that proves.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import partial
from typing import Final

from stich.client.session import Request, Session
from stich.server.messages.from_client import Disclose, Pledge

NONCE: Final = 16  # bytes
PATIENCE: Final = 1.5  # seconds: another client of this person may have the nonce that was pledged


def pledge(table: str, n: int, seat: int, nonce: bytes) -> str:
    """Return what a seat shows before it opens its nonce, in hexadecimal digits. n: the number of the deal at the
    table."""
    parts = [b"stich/nonce/1", table.encode(), str(n).encode(), str(seat).encode(), nonce]
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


class Shuffling:
    """What one client adds to the shuffles of its table.

    request: sends a message to the table. later: calls a function after some seconds.
    """

    def __init__(
        self,
        session: Session,
        request: Callable[[Request], object],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self.session = session
        self.request = request
        self.later = later
        self.nonce = (0, b"")  # of the next deal, with its number
        self.pledged: set[tuple[int, int]] = set()  # deals with the seat for which that was asked
        self.opened = 0  # the last deal for which the nonce was opened, or given up

    def follow(self) -> None:
        """Pledge or open what is due now. Called after all news."""
        session = self.session
        shuffle = session.view.shuffle if session.shown and session.live else None
        seat = session.view.you if shuffle is not None else -1
        if shuffle is None or seat >= len(session.view.occupants) or session.view.occupants[seat].who != "person":
            return
        n = shuffle.n
        if self.nonce[0] != n:
            self.nonce = (n, secrets.token_bytes(NONCE))
        mine = pledge(session.table, n, seat, self.nonce[1])
        shown = shuffle.pledges[seat] if shuffle.pledges else ""
        if not shuffle.opening:
            if shown != mine and (n, seat) not in self.pledged:
                self.pledged = {(n, seat)}
                self.request(Pledge(0, n, mine))
        elif shown and not shuffle.opened >> seat & 1 and self.opened != n:
            self.opened = n
            if shown == mine:
                self.request(Disclose(0, n, self.nonce[1].hex()))
            else:
                self.later(PATIENCE, partial(self.give_up, n))

    def give_up(self, n: int) -> None:
        """Say that this client does not have the nonce, unless another one of this person has opened it."""
        view = self.session.view
        shuffle = view.shuffle
        if shuffle is not None and shuffle.n == n and shuffle.opening and not shuffle.opened >> view.you & 1:
            self.request(Disclose(0, n, ""))
