"""The history of a deal: the phrases of events, and the cards that came to a hand without a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from stich.server.messages.from_server import Sat
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Phrase, Said, TableView
from stich.text.cards import BACK

WAYS: Final = {"hand": "gives", "stock": "draws"}  # of the words for cards from a place, `table.told.<way>`


class Line(NamedTuple):
    """A phrase about a seat (−1: none), and who sat there at the time."""

    seat: int
    say: Phrase
    then: Sat


def sat_now(view: TableView, n: int = 0, *, people: bool = False) -> Sat:
    """Return who plays from event n on: bots also for people who are away, unless people are wanted."""
    names = [one.name if people else one.bot or one.name for one in view.occupants]
    seated = view.you < len(names) and (people or not view.occupants[view.you].bot)
    return Sat(n, view.you if seated else -1, names)


def lines(spec: TableSpec, events: Sequence[Said], sat: Sequence[Sat]) -> list[Line]:
    """Return the phrases of events, and the cards that the user received without a phrase. sat: who sat there, from
    which event on."""
    found: list[Line] = []
    named: set[int] = set()
    given: dict[tuple[str, str], list[int]] = {}
    then = sat[0]
    for n, event in enumerate(events):
        then = next((at for at in reversed(sat) if at.n <= n), then)
        if event.say is not None:
            found += _given(spec, given, then)
            given.clear()
            found.append(Line(event.seat, event.say, then))
            named |= {*event.cards}
        elif event.kind == "move" and event.card not in named and event.card != BACK:
            given.setdefault((event.src, event.dst), []).append(event.card)
    return found + _given(spec, given, then)


def _given(spec: TableSpec, given: dict[tuple[str, str], list[int]], then: Sat) -> list[Line]:
    """Return a line for the cards that have come from each zone to a hand, unless they had been open."""
    zones = {zone.id: zone for zone in spec.zones}
    found = []
    for (src, dst), cards in given.items():
        here, there = zones.get(src), zones.get(dst)
        if here is None or there is None or there.role != "hand" or here.see == "public":
            continue
        if here.owner == there.owner or (here.role != "hand" and there.owner != then.you):
            continue
        key = f"table.told.{WAYS.get(here.role, 'takes')}"
        giver = "@table.you" if here.owner == then.you else then.names[here.owner] if here.owner >= 0 else ""
        source = giver if here.role == "hand" else f"@{spec.game}.zone.{here.name}"
        found.append(Line(there.owner, Phrase(key, {"seat": there.owner, "from": source, "cards": [*cards]}), then))
    return found
