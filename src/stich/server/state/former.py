"""People who have had their data deleted. Another identity stands for theirs in the logs, and nobody has its cookie.

It follows from the identity, so a deletion that was interrupted goes on with the same one, and every process of a site
finds it by itself. The way back is closed: an identity is 128 random bits, which nobody can try.
"""

from __future__ import annotations

import hashlib
from typing import Final

FORMER: Final = "former:"  # no person's identity begins like this


def digest_of(identity: str) -> str:
    """Return what stands for a person where their identity must not lie."""
    return hashlib.blake2b(identity.encode(), digest_size=16, person=b"stich.former").hexdigest()


def former(identity: str) -> str:
    """Return the identity that takes the place of a person's."""
    return FORMER + digest_of(identity)


def is_former(identity: str) -> bool:
    """Tell whether this stands for a person whose data was deleted."""
    return identity.startswith(FORMER)
