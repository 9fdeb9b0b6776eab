"""Passwords: hashed by Argon2, in a thread beside the tables, two at a time because each takes 64 MiB.

The package is an extra, `stich[accounts]`; without it there are no accounts.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

if TYPE_CHECKING:
    from argon2 import PasswordHasher

AT_ONCE: Final = 2
SHORTEST: Final = 10  # characters
LONGEST: Final = 200


def is_offered() -> bool:
    """Tell whether passwords can be hashed here."""
    return find_spec("argon2") is not None


class Passwords:
    """The hashes of a process. hasher: None: one with the usual costs."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher
        self.turn = asyncio.Semaphore(AT_ONCE)
        self.nobody = ""  # a hash for names that nobody has

    async def hash(self, password: str) -> str:
        """Return a new hash of a password."""
        async with self.turn:
            return await asyncio.to_thread(self.hash_now, password)

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Tell whether this is the password with this hash. For None it takes as long, and is never so."""
        async with self.turn:
            return await asyncio.to_thread(self.fits_now, hashed, password)

    def is_old(self, hashed: str) -> bool:
        """Tell whether a hash was made with other costs than today's."""
        return self.made().check_needs_rehash(hashed)

    def made(self) -> PasswordHasher:
        """Return the hasher. The package is loaded when it is first needed."""
        if self.hasher is None:
            from argon2 import PasswordHasher

            self.hasher = PasswordHasher()
        return self.hasher

    def hash_now(self, password: str) -> str:
        """Return a new hash. Blocks."""
        return self.made().hash(normalize("NFC", password))

    def fits_now(self, hashed: str | None, password: str) -> bool:
        """Compare a password with a hash. Blocks."""
        from argon2.exceptions import InvalidHashError, VerificationError

        if not self.nobody:
            self.nobody = self.hash_now("a password that opens nothing")
        try:
            self.made().verify(hashed or self.nobody, normalize("NFC", password))
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None
