"""A match as one viewer is sent it: the kernel's views, events and refusals put into messages. Hides nothing itself:
that is `kernel.view`'s, and only what it returns is read here."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from stich.kernel.action import SEALED, SILENT, WAITING, Action, Event, Refused
from stich.kernel.action import Phrase as Words
from stich.kernel.cards import BACK, SPECTATOR, Cards, Seat, Seats, seats_of
from stich.kernel.match import Match
from stich.kernel.match import Sheet as DealSheet
from stich.kernel.state import State
from stich.kernel.view import View, laid_out, view, witnessed
from stich.kernel.zones import Layout
from stich.server.messages import (
    Answer,
    Chair,
    Item,
    Legal,
    Pace,
    Phrase,
    Problem,
    Said,
    Sheet,
    Status,
    TableView,
    Value,
    Window,
)

NO_CARD = -1  # an event without a card: 0 would be a face
Plain = dict[str, Any]  # a TableView as JSON would have it


def value(arg: int | str | Cards) -> Value:
    if isinstance(arg, bytes):
        return list(arg)
    return int(arg) if isinstance(arg, bool) else arg


def phrase(words: Words) -> Phrase:
    return Phrase(words.key, {name: value(arg) for name, arg in words.args.items()})


def problem(refused: Refused, id: int = -1) -> Problem:
    """Return a refusal as a message: the key "error.x" is the code "x"."""
    said = phrase(refused.phrase)
    return Problem(id, said.key.removeprefix("error."), said.args)


def said(event: Event, layout: Layout) -> Said:
    """Return an event that `witnessed` let through."""
    ids = layout.ids
    src = ids[event.src] if event.src >= 0 else ""
    dst = ids[event.dst] if event.dst >= 0 else ""
    words = phrase(event.phrase) if event.phrase is not None else None
    return Said(event.kind, event.seat, event.card if src or dst else NO_CARD, src, dst, words)


def seen_by(events: list[Event], viewer: Seat, layout: Layout) -> list[Said]:
    seen = [witnessed(event, viewer) for event in events]
    return [said(event, layout) for event in seen if event is not None]


def fact(given: object) -> Any:
    if isinstance(given, bytes):
        return list(given)
    if isinstance(given, tuple):
        return [fact(part) for part in given]
    return int(given) if isinstance(given, bool) else given


def answer(given: Action) -> Answer:
    if given is WAITING:
        return Answer("waiting")
    if given is SILENT:
        return Answer("silent")
    if given is SEALED:
        return Answer("sealed")
    return Answer("own", given.verb, list(given.cards), given.to)


def legal(match: Match, seat: Seat, asked: Seats) -> list[Legal]:
    """Return what a seat may do now; nothing for those who are not asked, or who only watch."""
    if seat == SPECTATOR or not asked >> seat & 1:
        return []
    s = match.deal
    out = []
    for listed in s.legal(seat):
        cards = s.phase.cards(s, seat, listed)
        label = match.game.label(s, seat, Action(listed.verb, cards, listed.to))
        out.append(Legal(listed.verb, list(cards), listed.to, phrase(label)))
    return out


def sheet(done: DealSheet) -> Sheet:
    result = done.result
    items = [Item(line.seat, line.n, Phrase(line.key, {"seat": line.seat, "n": line.count})) for line in result.why]
    headline = phrase(result.headline)
    return Sheet(done.setup.number, list(result.points), list(done.totals), items, headline, not result.again)


@lru_cache(4096)
def masks(cards: Cards) -> str:
    """Return cards as hexadecimal masks, see `TableView.gone`; backs are left out."""
    found: list[int] = []
    copies = [0] * (BACK + 1)
    for c in cards:
        if c != BACK:
            if copies[c] == len(found):
                found.append(0)
            found[copies[c]] |= 1 << c
            copies[c] += 1
    return ",".join([f"{mask:x}" for mask in found])


def gone(deal: State) -> str:
    """Return what a viewer who counts along knows to lie in piles that nobody may look into any more."""
    zones = deal.layout.zones
    return masks(b"".join([cards for at, cards in enumerate(deal.zones) if not zones[at].shown]))


def table_view(
    match: Match | None,
    layout: Layout,
    viewer: Seat,
    *,
    status: Status,
    pace: Pace,
    chairs: list[Chair],
    window: Window | None,
    undo: bool = False,
    aids: bool = False,
    seen: View | None = None,
) -> TableView:
    """Return all that `viewer` (a seat or SPECTATOR) may know. match None: the table still waits for friends, nothing
    is dealt. seen: show this instead, and nothing to choose from: the match is over, or is no match of ours."""
    if match is None:
        return TableView(
            you=viewer, status=status, pace=pace, chairs=chairs, deal=0, dealer=-1, phase="", turn=-1, must=0, may=0,
            zones={name: [] for name in layout.ids}, facts={}, answers=[], legal=[], scores=[0] * layout.seats,
            sheets=[], winners=[], window=None, record=False,
        )  # fmt: skip
    v = view(match.deal, viewer) if seen is None else seen
    asked = v.must | v.may if seen is None else 0
    deal = v.seen
    return TableView(
        you=viewer,
        status=status,
        pace=pace,
        chairs=chairs,
        deal=match.setup.number,
        dealer=match.setup.dealer,
        phase=deal.phase.name,
        turn=deal.turn,
        must=v.must,
        may=v.may,
        zones={name: list(zone) for name, zone in zip(layout.ids, laid_out(deal), strict=True)},
        facts={f.name: fact(getattr(deal, f.name)) for f in layout.facts},
        answers=[answer(a) for a in deal.sealed],
        legal=legal(match, viewer, asked),
        scores=list(match.scores),
        sheets=[sheet(done) for done in match.sheets],
        winners=seats_of(match.winners),
        window=window,
        record=match.over,
        undo=undo,
        gone=gone(deal) if aids else "",
    )


def plain(shown: TableView) -> Plain:
    built: Plain = msgspec.to_builtins(shown)
    return built


def digest(shown: Plain) -> str:
    """Return the hash that goes with a view; opaque to pages, which only say it back. Absent and null are the same in
    a view."""
    kept = {name: part for name, part in shown.items() if part is not None}
    return hashlib.blake2b(msgspec.json.encode(kept, order="sorted"), digest_size=8).hexdigest()


def difference(old: Plain, new: Plain) -> Plain:
    """Return the JSON merge patch (RFC 7386) that makes `new` of `old`."""
    patch: Plain = {name: None for name in old if name not in new}
    for name, part in new.items():
        before = old.get(name)
        if isinstance(part, dict) and isinstance(before, dict):
            inner = difference(before, part)
            if inner:
                patch[name] = inner
        elif part != before:
            patch[name] = part
    return patch
