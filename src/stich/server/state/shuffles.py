"""What a table has agreed on for the shuffle of the next deal; see `stich.kernel.fair` and `docs/fairness.md`."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Refused
from stich.kernel.cards import Seat
from stich.kernel.fair import HASH, NONCE, Agreed, Fair, Part, about, commitment, pledge
from stich.kernel.zones import Rules
from stich.server.state.entries import AnyBody, Began, Closed, Dealt, Disclosed, Pledged
from stich.server.state.seats import SeatState

TRIES: Final = 8  # pledges that are taken of a seat for one deal: each is an entry of the log


@final
class Pledge:
    """What the page of a person on a seat has pledged. nonce: b"" until it is opened. told: it is opened, or refused.
    tries: how many pledges there have been."""

    def __init__(self, holder: str, hash: bytes, tries: int) -> None:
        self.holder = holder
        self.hash = hash
        self.tries = tries
        self.nonce = b""
        self.told = False


@final
class Shuffles:
    """The shuffles of one table. The next deal has a secret from the moment at which the one before it begins."""

    def __init__(self, table: str, game: str, version: int, rules: Rules, secret: str) -> None:
        self.table = table
        self.seats = rules.layout.seats
        self.about = about(game, version, self.seats, rules.options)
        self.dealt = 0  # deals at this table so far
        self.running = ""  # the commitment of the last of them, "" if it had none
        self.secret = b""  # of the next one; b"" if it has none
        self.promised = ""  # its commitment in hexadecimal digits
        self.pledges: dict[Seat, Pledge] = {}
        self.changes = 0  # rises with every change
        self.closed_at = -1  # since when no more pledges are taken and the nonces are opened, ms; −1: they are taken
        self.promise(secret)

    @property
    def number(self) -> int:
        """Return the number of the next deal, counted through at this table, from 1."""
        return self.dealt + 1

    def promise(self, secret: str) -> None:
        """Begin to agree on the next deal. secret: in hexadecimal digits; "" if there is nothing to agree on."""
        self.secret = bytes.fromhex(secret)
        self.promised = commitment(self.table, self.number, self.secret).hex() if secret else ""
        self.pledges = {}
        self.closed_at = -1
        self.changes += 1

    def close(self, now: int) -> None:
        """Take no more pledges."""
        self.closed_at = now
        self.changes += 1

    def follow(self, body: AnyBody, actor: str, at: int, seats: list[SeatState]) -> None:
        """Note what an entry of the log means for the shuffles. seats: after it."""
        match body:
            case Began(next=next) | Dealt(next=next):
                self.deal(next)
            case Pledged(seat, _, hash):
                self.take(seat, actor, hash)
            case Closed():
                self.close(at)
            case Disclosed(seat, _, nonce):
                self.open(seat, nonce)
        for seat, one in list(self.pledges.items()):
            if seats[seat].holder != one.holder:
                self.leave(seat)

    def deal(self, next: str) -> None:
        """Note that the next deal has begun. next: the secret of the one after it."""
        self.running = self.promised
        self.dealt += 1
        self.promise(next)

    def check_pledge(self, number: int, seat: Seat, hash: str) -> None:
        """Raise Refused unless a pledge can be taken: `error.shuffle` (n), `error.pledge` (allowed)."""
        known = self.pledges.get(seat)
        many = known is not None and known.tries >= TRIES
        if number != self.number or not self.secret or self.closed_at >= 0 or many:
            raise Refused("error.shuffle", {"n": number})
        if not is_hex(hash, HASH):
            raise Refused("error.pledge", {"allowed": f"{2 * HASH}×0-9a-f"})

    def check_nonce(self, number: int, seat: Seat, holder: str, nonce: str) -> None:
        """Raise Refused unless this opens the pledge of the person on this seat, or says that they cannot ("").

        `error.shuffle` (n): there is nothing to open now. `error.nonce` (allowed): it is not what was pledged.
        """
        given = self.pledges.get(seat)
        if number != self.number or self.closed_at < 0 or given is None or given.holder != holder or given.told:
            raise Refused("error.shuffle", {"n": number})
        if nonce and not is_hex(nonce, NONCE):
            raise Refused("error.nonce", {"allowed": f"{2 * NONCE}×0-9a-f"})
        if nonce and pledge(self.table, self.number, seat, bytes.fromhex(nonce)) != given.hash:
            raise Refused("error.nonce", {"allowed": given.hash.hex()})

    def take(self, seat: Seat, holder: str, hash: str) -> None:
        """Note the pledge of the person on a seat, instead of an earlier one."""
        tries = self.pledges[seat].tries + 1 if seat in self.pledges else 1
        self.pledges[seat] = Pledge(holder, bytes.fromhex(hash), tries)
        self.changes += 1

    def open(self, seat: Seat, nonce: str) -> None:
        """Note the nonce of a seat, "" if it is not opened."""
        given = self.pledges.get(seat)
        if given is not None:
            given.nonce = bytes.fromhex(nonce)
            given.told = True
            self.changes += 1

    def leave(self, seat: Seat) -> None:
        """Forget the pledge of a person who has left the seat. Once the nonces are opened it stays, and is not opened:
        leaving must not be better than refusing.
        """
        if self.closed_at < 0:
            del self.pledges[seat]
            self.changes += 1
        else:
            self.pledges[seat].told = True

    def agreed(self) -> Agreed:
        """Return the figures of the next deal."""
        parts = [Part(seat, self.pledges[seat].hash, self.pledges[seat].nonce) for seat in sorted(self.pledges)]
        return Agreed(self.number, self.secret, parts)

    def begin(self) -> Fair:
        """Return the shuffles of a match that begins with the next deal."""
        fair = Fair(self.table, self.number, self.seats, self.about)
        fair.deals.append(self.agreed())
        return fair


def is_hex(text: str, size: int) -> bool:
    """Tell whether a text is so many bytes in lower-case hexadecimal digits."""
    return len(text) == 2 * size and all(c in "0123456789abcdef" for c in text)
