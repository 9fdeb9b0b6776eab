"""Refusals that the server tells apart by their type. Compiled, because they inherit from a compiled class."""

from __future__ import annotations

from stich.kernel.action import Refused


class PublicRefused(Refused):
    """A log and today's rules do not agree. The phrase names no card, so that anybody may read it."""


class StorageRefused(Refused):
    """The disk has failed: the request may nevertheless have been stored."""


def refusal_of(why: Refused) -> Refused:
    """Return the refusal for a table whose log and rules do not agree.

    The rules' own message could name cards of a hand, so only the fact that something is wrong is reported.
    """
    if not isinstance(why, PublicRefused):
        return Refused("error.closed", {"reason": "@error.internal"})
    return Refused("error.closed", {"reason": "@" + why.phrase.key} | why.phrase.args)
