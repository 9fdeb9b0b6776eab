"""Which worker a table's name leads to."""

from __future__ import annotations

import re
from typing import Final
from zlib import crc32

LONGEST: Final = 2048  # bytes of a request's first line that are looked at
# the name of a finished match leads somewhere, too: its analysis is in the memory of one worker
REQUEST: Final = re.compile(rb"[A-Z]+ (?:/api/socket|/api/tables|/api/reviews|/t|/watch)/([\w-]{1,60})[/? ]")


def home(table: str, workers: int) -> int:
    """Return the number of the worker, below `workers`, to which the name of a table leads. It is the same on every
    machine and in every version: pages of one table must meet."""
    return crc32(table.encode()) % workers


def table_in(head: bytes) -> str | None:
    """Return the table that the first line of a request names, "" if it names none; None: more of it must be seen.
    head: what has arrived so far, at most `LONGEST` bytes."""
    line, whole, _ = head.partition(b"\n")
    if not whole and len(head) < LONGEST:
        return None
    found = REQUEST.match(line)
    return found[1].decode("ascii", "ignore") if found else ""
