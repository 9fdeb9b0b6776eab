"""Views: what one seat knows of a state. Hiding happens here and nowhere else."""

from __future__ import annotations

from typing import Generic, final

from stich.kernel.action import SEALED, SILENT, WAITING, Event
from stich.kernel.cards import BACK, ONE, SPECTATOR, Cards, Seat, Seats, has, in_order
from stich.kernel.state import S, State
from stich.kernel.zones import Layout, eyes_of, face_of, mark, zone_of


@final
class View(Generic[S]):
    """What a seat knows: a state of the game's own class in which everything else is absent.

    seen: unknown cards are BACK, and known ones stand first in their zone; secret attributes have their start values.
    seat: the viewer, SPECTATOR for a viewer without a seat. must: the seats that the table waits for. may: the viewer's
    own bit, or 0.
    """

    def __init__(self, seen: S, seat: Seat, must: Seats, may: Seats) -> None:
        self.seen = seen
        self.seat = seat
        self.must = must
        self.may = may

    def key(self) -> tuple[object, ...]:
        """Return all of it as one comparable value. Two views with equal keys cannot be distinguished."""
        s = self.seen
        facts = tuple([getattr(s, f.name) for f in s.layout.facts])
        return (
            self.seat,
            s.phase.name,
            s.turn,
            self.must,
            self.may,
            tuple(s.zones),
            tuple(sorted(s.marks)),
            s.sealed,
            facts,
        )


def outline(s: S) -> S:
    """Return what a spectator knows of s: no hidden cards and no sealed answers."""
    n = s.public_copy()
    n.setup = s.setup
    n.phase = s.phase
    n.turn = s.turn
    return n


def view(s: S, seat: Seat) -> View[S]:
    """Return what `seat` knows of s. It starts empty, and only what is allowed is added."""
    layout = s.layout
    n = outline(s)
    eye = 1 << seat
    zones = s.zones[:]
    eyes = layout.eyes
    size = layout.size
    known: list[Cards] = []  # in each zone
    if s.marks:
        known = [b""] * size
        for m in s.marks:
            if eyes_of(m) & eye:
                at = zone_of(m)
                c = face_of(m)
                n.marks.append(mark(at, c, eye))
                known[at] += ONE[c]
    i = 0
    while i < size:
        if not eyes[i] & eye:
            z = zones[i]
            if z:
                shown = in_order(known[i]) if known else b""
                zones[i] = shown + ONE[BACK] * (len(z) - len(shown))
        i += 1
    n.zones = zones
    if s.sealed:
        n.sealed = tuple([a if i == seat or a is WAITING or a is SILENT else SEALED for i, a in enumerate(s.sealed)])
    return View(n, seat, s.phase.must(s), s.phase.may(s) & eye)


def revealed(s: S) -> View[S]:
    """Return all of s that is declared, with every hand open: for use after the match."""
    n = outline(s)
    n.zones = s.zones[:]
    n.sealed = s.sealed
    return View(n, SPECTATOR, s.phase.must(s), 0)


def laid_out(seen: State) -> list[Cards]:
    """Return the zones of a view as they are shown on the table: a public pile that lies face down (won tricks) is all
    backs.

    Players who count cards know what is in it, and bots do; but nobody can turn it over again.
    """
    return [laid(seen.layout, at, z) for at, z in enumerate(seen.zones)]


def laid(layout: Layout, at: int, cards: Cards) -> Cards:
    """Return the cards of zone `at` of a view as they are shown on the table; see `laid_out`."""
    return cards if layout.zones[at].shown else ONE[BACK] * len(cards)


def witnessed(e: Event, seat: Seat) -> Event | None:
    """Return the event as `seat` saw it: with the card hidden if it was; None if the seat saw and heard nothing."""
    if has(e.eyes, seat):
        return e
    if e.kind == "move":
        return Event("move", e.seat, BACK, e.src, e.dst, 1 << seat)
    return None


def recounted(e: Event) -> Event | None:
    """Return the event as shown after the match: every card by its face, and the full words where only a few seats
    received them.
    """
    if e.kind == "move" or e.kind == "show" or e.seat < 0 or has(e.eyes, e.seat):
        return e
    return None
