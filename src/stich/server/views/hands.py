"""All hands of a running deal: what the seats know together, and nothing that none of them knows.

It is put together from the views of the seats, so `kernel.view` has hidden everything that has to be: the order of a
stock and cards that lie aside stay hidden.
"""

from __future__ import annotations

from stich.kernel.action import Event
from stich.kernel.cards import BACK, SPECTATOR, has
from stich.kernel.state import State
from stich.kernel.view import View, view, witnessed


def all_hands(s: State) -> View[State]:
    """Return what all seats know together."""
    made = view(s, SPECTATOR)
    zones = made.seen.zones
    for seat in range(s.layout.seats):
        for at, cards in enumerate(view(s, seat).seen.zones):
            if cards.count(BACK) < zones[at].count(BACK):
                zones[at] = cards
    return made


def heard_by_any(event: Event, seats: int) -> Event | None:
    """Return an event as the seat saw it that saw most of it; None if no seat noticed it."""
    if any(has(event.eyes, seat) for seat in range(seats)):
        return event
    return witnessed(event, SPECTATOR)
