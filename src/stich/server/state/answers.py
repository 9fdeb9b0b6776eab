"""The answers to people's last messages, so that a repeated message gets the same one."""

from __future__ import annotations

from typing import Final

import msgspec

from stich.server.messages.from_server import Ack, Problem
from stich.server.state.counts import COUNTS

PERSONS_KEPT: Final = 256  # persons whose answers are kept, the most recent ones
ANSWERS_KEPT: Final = 8  # of each person: a repeat comes within seconds
UNKNOWN: Final = 0  # the digest of a message that is known only from the log


class Answers:
    """The answers of one table."""

    def __init__(self) -> None:
        # those who wrote last come last; an OrderedDict would take three times the memory
        self.by_person: dict[str, dict[int, tuple[int, Ack | Problem]]] = {}

    def find(self, identity: str, id: int) -> tuple[int, Ack | Problem] | None:
        """Return the digest of this person's message `id` (UNKNOWN: before a restart) and its answer, if it had one."""
        kept = self.by_person.get(identity)
        found = None if kept is None else kept.get(id)
        if found is not None:
            COUNTS.answers_repeated += 1
        return found

    def keep(self, identity: str, id: int, digest: int, answer: Ack | Problem) -> None:
        """Keep the answer to a person's message `id`, so that a repeat gets the same one. digest: of the message."""
        kept = self.by_person.pop(identity, None)
        if kept is None:
            kept = {}
        self.by_person[identity] = kept
        kept[id] = (digest, answer)
        if len(kept) > ANSWERS_KEPT:
            del kept[next(iter(kept))]
        if len(self.by_person) > PERSONS_KEPT:
            del self.by_person[next(iter(self.by_person))]


def digest(msg: msgspec.Struct) -> int:
    """Return the digest by which a repeated message is recognised, never 0; the message itself can be long.

    A collision harms only its sender, who receives the answer to the first message."""
    return hash(msgspec.json.encode(msg)) or 1
