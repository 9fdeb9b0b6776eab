"""What the operator of the server has decided about people, addresses and tables, and the notice for everybody.

It is the same for all tables of a process, and known everywhere in it; `storage/moderation.py` keeps it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

Kind = Literal["ban", "mute", "close", "notice"]

FOR_EVER: Final = 2**53 - 1  # ms; no later time is meant
ALL: Final = "all"  # whom a notice is for


class Sanction(NamedTuple):
    """A decision. about: a person (`person_of`), an address, or a table; note: why, or the words of a notice."""

    kind: Kind
    about: str
    until: int
    note: str = ""


def person_of(identity: str) -> str:
    """Return what stands for a person here, in the database and in the page of the operator: their identity stays in
    their cookie."""
    return "p-" + hashlib.blake2b(identity.encode(), digest_size=12, person=b"stich.person").hexdigest()


class Sanctions:
    """The decisions in force."""

    def __init__(self) -> None:
        self.by_key: dict[tuple[str, str], Sanction] = {}

    def load(self, sanctions: Iterable[Sanction]) -> None:
        """Replace all by these."""
        self.by_key = {(one.kind, one.about): one for one in sanctions}

    def find(self, kind: Kind, about: str, now: int) -> Sanction | None:
        """Return the decision about somebody or something, None if there is none at this time."""
        found = self.by_key.get((kind, about))
        return found if found is not None and now < found.until else None

    def banned(self, now: int, address: str, identity: str | None = None) -> bool:
        """Tell whether an address or a person is kept away."""
        if not self.by_key:
            return False
        return bool(self.find("ban", address, now) or (identity and self.find("ban", person_of(identity), now)))

    def muted(self, now: int, identity: str) -> bool:
        """Tell whether a person may not write to others."""
        return bool(self.by_key) and self.find("mute", person_of(identity), now) is not None

    def closed(self, now: int, table: str) -> bool:
        """Tell whether a table was closed."""
        return bool(self.by_key) and self.find("close", table, now) is not None

    def notice(self, now: int) -> str:
        """Return what everybody is to read, "" if there is nothing."""
        found = self.find("notice", ALL, now)
        return found.note if found is not None else ""


SANCTIONS: Final = Sanctions()
