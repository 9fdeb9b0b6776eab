"""How many connections this process can have: each needs a file descriptor."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from stich.server.connections import limits

UNLIMITED: Final = 65_536  # files, where the system does not say how many; more connections keep no process busy


def raise_limit() -> None:
    """Let this process open as many files as the system allows it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, UNLIMITED) if hard != resource.RLIM_INFINITY else UNLIMITED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """Return how many connections this process can have, sockets included."""
    if sys.platform == "win32":
        return UNLIMITED
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = UNLIMITED if soft == resource.RLIM_INFINITY else min(soft, UNLIMITED)
    return files - min(limits.RESERVED, files // 4)


def most_of_one(most: int) -> int:
    """Return how many connections of a kind one address can have. most: where there are descriptors enough."""
    return min(most, max(1, most_connections() // limits.SHARE))
