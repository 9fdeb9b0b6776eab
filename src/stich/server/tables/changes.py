"""How often people can change something about a table: its log must not grow by requests that play no game."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.server.state.table_state import TableState
from stich.server.state.token_bucket import TokenBucket

AT_ONCE: Final = 20  # logged changes by one person: seats, names, what the owner sets
REFILL: Final = 0.5  # and then a second
COMING_AT_ONCE: Final = 30  # by all who have no seat, because anybody can have any number of cookies
COMING_REFILL: Final = 0.5
MOST_ENTRIES: Final = 20_000  # of a log, some dozens of matches: reading it again takes a fraction of a second
PERSONS_KEPT: Final = 100  # persons whose changes are counted; of more, the earliest is forgotten


@final
class Changes:
    """The credit of the people of one table."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.of_person: dict[str, TokenBucket] = {}
        self.of_comers = TokenBucket(COMING_AT_ONCE, COMING_REFILL, 0)

    def charge(self, identity: str, now: int) -> list[TokenBucket]:
        """Take credit for a change by this person, and return where from, see `give_back`.

        Raises Refused: `error.rate` (n: ms to wait); `error.table_full` as `check_room` does.
        """
        check_room(self.state)
        own = self.of_person.pop(identity, None) or TokenBucket(AT_ONCE, REFILL, now / 1000)
        self.of_person[identity] = own  # the latest ones stand last
        if len(self.of_person) > PERSONS_KEPT:
            del self.of_person[next(iter(self.of_person))]
        known = self.state.seat_of(identity) != SPECTATOR or self.state.ownership.may_rule(identity)
        for bucket in [own] if known else [own, self.of_comers]:
            if not bucket.spend(now / 1000):
                raise Refused("error.rate", {"n": bucket.wait()})
        return [own] if known else [own, self.of_comers]


def check_room(state: TableState) -> None:
    """Refuse what would only lengthen a log that is long already. The running match can always be finished.

    Raises Refused `error.table_full` (n: the entries of a full log).
    """
    if state.v >= MOST_ENTRIES:
        raise Refused("error.table_full", {"n": MOST_ENTRIES})


def give_back(buckets: list[TokenBucket]) -> None:
    """Return credit: nothing was logged."""
    for bucket in buckets:
        bucket.credit += 1
