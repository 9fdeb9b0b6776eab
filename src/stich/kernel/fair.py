"""The fair shuffle: how the server and the players' browsers agree on the cards of a deal, so that nobody chooses them
alone and everybody can check it afterwards. `docs/fairness.md` describes it for people who write it a second time.

The server draws a secret and publishes its commitment. Each player's page pledges a nonce by its hash. Only then are
the nonces opened. The key of the deal's chance (`Mixed`) follows from the secret and all nonces.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, final

from stich.kernel.action import Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import Mixed

SECRET: Final = 32  # bytes that the server draws for each deal
NONCE: Final = 16  # bytes that each player's page draws
HASH: Final = 32
NO_NONCE: Final = bytes(NONCE)  # what a seat counts with that has opened none


def packed(parts: list[bytes]) -> bytes:
    """Return the parts one after the other, each after its length in 4 bytes, so that no two lists give the same."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def sha(parts: list[str | bytes]) -> bytes:
    """Return the SHA-256 of the packed parts; text in UTF-8."""
    return hashlib.sha256(packed([part.encode() if isinstance(part, str) else part for part in parts])).digest()


def commitment(table: str, number: int, secret: bytes) -> bytes:
    """Return what the server publishes before the deal. number: of the deal, counted through at the table, from 1."""
    return sha(["stich/commit/1", table, str(number), secret])


def pledge(table: str, number: int, seat: Seat, nonce: bytes) -> bytes:
    """Return what the page of a seat publishes before it opens its nonce."""
    return sha(["stich/nonce/1", table, str(number), str(seat), nonce])


@final
class Part:
    """The part of a seat in a shuffle: its pledge, and the nonce, b"" if it was not opened."""

    def __init__(self, seat: Seat, pledge: bytes, nonce: bytes = b"") -> None:
        self.seat = seat
        self.pledge = pledge
        self.nonce = nonce


@final
class Agreed:
    """The figures from which the cards of a deal follow. number: of the deal, counted through at the table. parts: by
    seat, of those that have pledged.
    """

    def __init__(self, number: int, secret: bytes, parts: list[Part]) -> None:
        self.number = number
        self.secret = secret
        self.parts = parts

    def nonces(self, seats: int) -> bytes:
        """Return the nonces of all seats, one after the other."""
        opened = {part.seat: part.nonce for part in self.parts if part.nonce}
        return b"".join([opened.get(seat, NO_NONCE) for seat in range(seats)])

    def pledges(self, seats: int) -> list[bytes]:
        """Return the pledge of every seat, b"" where there is none."""
        given = {part.seat: part.pledge for part in self.parts}
        return [given.get(seat, b"") for seat in range(seats)]


@final
class Fair:
    """The shuffles of a match. first: the number of its first deal, counted through at the table.

    about: the game with the version of its rules, the number of seats and all options, in the form that enters the key.
    """

    def __init__(self, table: str, first: int, seats: int, about: list[str]) -> None:
        self.table = table
        self.first = first
        self.seats = seats
        self.about = about
        self.deals: list[Agreed] = []

    def chance(self, number: int) -> Mixed:
        """Return the generator of deal `number` of the match. Raises Refused `error.no_deck` if it is not agreed on."""
        if not 1 <= number <= len(self.deals):
            raise Refused("error.no_deck", {"n": number})
        return Mixed(self.key(self.deals[number - 1]))

    def key(self, deal: Agreed) -> bytes:
        """Return the key of a deal: HKDF-SHA-256 (RFC 5869) of the secret, with the nonces as salt; 32 bytes.

        The pledges enter it, too, so that none can be exchanged later, not even one that was not opened.
        """
        info = [part.encode() for part in ["stich/deck/1", *self.about, self.table, str(deal.number)]]
        first = hmac.digest(deal.nonces(self.seats), deal.secret, "sha256")
        return hmac.digest(first, packed(info + deal.pledges(self.seats)) + b"\x01", "sha256")


def about(game: str, version: int, seats: int, options: dict[str, str]) -> list[str]:
    """Return what enters the key of a deal besides the figures: what is played."""
    chosen = "\n".join([f"{name}={options[name]}" for name in sorted(options)])
    return [game, str(version), str(seats), chosen]
