"""Reviews: a finished match, or one from a file, shown deal by deal and act by act from the view of one viewer.

A seat is shown what `kernel.view` showed it at the time and nothing more, by the same functions as at the table. Only
the viewpoint "open" shows all hands. Who may take which viewpoint while the match is still played, `pages/deals.py`
says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.json import Decoder

from stich.kernel.action import Event, Refused, is_own
from stich.kernel.cards import EVERYBODY, SPECTATOR, Cards, Seat, has
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import Match, Sheet
from stich.kernel.record import Record
from stich.kernel.view import recounted, revealed, view
from stich.server.messages import view as wire
from stich.server.messages.frame import Status
from stich.server.messages.from_server import Skip, Update
from stich.server.messages.over_http import Player
from stich.server.messages.reviews import Bookmark, Review, ReviewDeal
from stich.server.messages.specs import TableSpec
from stich.server.state.seats import Sitting
from stich.server.views.description import table_spec
from stich.server.views.hands import all_hands, heard_by_any
from stich.server.views.projection import encode, phrase, said, seen_by, sheet
from stich.server.views.snapshot import SharedState, snapshot_of
from stich.server.views.stream import Stream

read_step: Final = Decoder(Update | Skip).decode

OPEN: Final = "open"
WATCH: Final = "watch"
HANDS: Final = "hands"  # all hands of a match that still runs: `pages/onlookers.py`


class Opening(NamedTuple):
    """The start of a deal, from which it can be played without those before it. moves: of the match, done by then."""

    setup: Setup
    deck: Deck
    entropy: Cards
    moves: int


class Played(NamedTuple):
    """A match to review. at: when it ended or was uploaded, server time, ms; players: who sat where at its end.
    openings: of all its deals; sheets: of those that are finished; sittings: who sat there during it, if known."""

    id: str
    at: int
    record: Record
    players: list[Player]
    contents: list[ReviewDeal]
    openings: list[Opening]
    sheets: list[Sheet]
    sittings: list[Sitting]


def played(
    id: str,
    at: int,
    record: Record,
    players: list[Player],
    sittings: list[Sitting] | None = None,
    known: Played | None = None,
) -> Played:
    """Return a match to review, played through once for its contents. known: the same match when fewer deals of it were
    finished; only the others are played. Raises Refused if its rules reject it."""
    if known and len(known.sheets) == record.deals:
        return known._replace(at=at, record=record, players=players, sittings=sittings or [])
    deals, openings, sheets = contents(record, known.sheets if known else [])
    if known:
        deals, openings, sheets = known.contents + deals, known.openings + openings, known.sheets + sheets
    return Played(id, at, record, players, deals, openings, sheets, sittings or [])


def record_of(match: Match) -> Record:
    """Return what is needed to play a match again."""
    return Record(match.game, match.rules, match.source, moves=list(match.moves), deals=match.setup.number)


def named(record: Record) -> list[Player]:
    """Return the players of a record by name; it does not say who was a person."""
    names = record.names or [""] * record.rules.layout.seats
    return [Player("" if name == "?" else name, "person", "") for name in names]


def viewpoints(record: Record) -> list[str]:
    """Return the viewpoints of a match: every seat, all hands open, a spectator."""
    return [*(str(seat) for seat in range(record.rules.layout.seats)), OPEN, WATCH]


# Replaying


def again(record: Record, before: list[Sheet] | None = None) -> Iterator[tuple[Match, list[Event], int]]:
    """Yield the match at its first position and after every act and every new deal, with the events, and the number of
    acts of the deal so far. It is always the same object, which changes with the next step.

    before: the sheets of the first deals, which are left out.
    """
    match = Match(record.game, record.rules, record.source, watched=True)
    if before:
        go_on(match, before)
    done = 0
    yield match, taken(match), done
    for move in record.moves[begin_of(record, match.setup.number) :]:
        while match.setup.number < move.deal:
            match.next_deal()
            done = 0
            yield match, taken(match), done
        match.act(move.seat, move.action)
        done += 1
        yield match, taken(match), done
    while match.setup.number < record.deals:
        match.next_deal()
        yield match, taken(match), 0


def go_on(match: Match, before: list[Sheet]) -> None:
    """Have a fresh match stand at the deal after these, without playing them."""
    last = before[-1]
    match.events.clear()
    match.sheets = list(before)
    match.scores = last.totals
    chance = match.source.chance(len(before) + 1)
    setup = match.game.following(match.rules, last.setup, last.result, last.totals, chance)
    match.deal = match.start(setup, chance)


def begin_of(record: Record, deal: int) -> int:
    """Return how many actions of a match were done when a deal began."""
    return sum(move.deal < deal for move in record.moves)


def taken(match: Match) -> list[Event]:
    """Return the events of the last step, and forget them."""
    events = list(match.events)
    match.events.clear()
    return events


def one_deal(of: Played, deal: int) -> Iterator[tuple[Match, list[Event], int]]:
    """Yield what `again` yields for this deal. The cost does not depend on the number of deals before it."""
    record, opening = of.record, of.openings[deal - 1]
    match = Match(record.game, record.rules, record.source, watched=True)
    match.stand_at(opening.setup, opening.deck, opening.entropy, of.sheets[: deal - 1])
    yield match, taken(match), 0
    end = opening.moves + of.contents[deal - 1].steps
    for done, move in enumerate(record.moves[opening.moves : end], 1):
        match.act(move.seat, move.action)
        yield match, taken(match), done


def contents(record: Record, before: list[Sheet]) -> tuple[list[ReviewDeal], list[Opening], list[Sheet]]:
    """Return the deals with the places to jump to, from public events only; how each began; and how the finished ones
    ended. before: the sheets of the first deals, which are left out."""
    deals: list[ReviewDeal] = []
    openings: list[Opening] = []
    sheets: list[Sheet] = []
    name = ""
    skipped = begin_of(record, len(before) + 1)
    for match, events, done in again(record, before):
        if done == 0:
            deals.append(ReviewDeal(match.setup.number, match.setup.dealer, 0, [], None))
            openings.append(Opening(match.setup, match.deck, match.entropy, skipped + len(match.moves)))
            name = ""
        deal = deals[-1]
        deal.steps = done
        for event in events:
            if is_own(event) and event.phrase is not None and event.eyes == EVERYBODY:
                deal.bookmarks.append(Bookmark(done, event.kind, phrase(event.phrase)))
        if match.deal.must() == 0:
            sheets.append(match.sheets[-1])
            deal.sheet = sheet(sheets[-1])
        elif match.deal.phase.name != name:
            name = match.deal.phase.name
            deal.bookmarks.append(Bookmark(done, "phase", wire.Phrase(f"{record.game.name}.phase.{name}")))
    return deals, openings, sheets


# Messages


def review(of: Played, viewer: str, deal: int, own: Seat, allowed: list[str] | None = None) -> Review:
    """Return one deal as one viewer saw it. viewer: a seat's number, "open", "watch", or "" for the best there is: the
    reader's seat `own`, otherwise all hands open. allowed: the viewpoints of this reader; None: all.

    Raises Refused: `error.viewpoint` (value, allowed), `error.review_deal` (n, most).
    """
    known = viewpoints(of.record) if allowed is None else allowed
    chosen = viewer or next(best for best in (str(own), OPEN, WATCH) if best in known)
    if chosen not in known:
        raise Refused("error.viewpoint", {"value": viewer[:20], "allowed": " | ".join(known)})
    if not 1 <= deal <= len(of.contents):
        raise Refused("error.review_deal", {"n": deal, "most": len(of.contents)})
    start, steps = frames(of, chosen, deal)
    return Review(
        of.id, of.at, spec(of), of.players, own, chosen, known, of.contents, deal, start.opening, start.view, steps
    )


class Start(NamedTuple):
    """How a deal begins for a viewer: the view, and what was said then."""

    view: wire.TableView
    opening: list[wire.Said]


def frames(of: Played, viewer: str, deal: int) -> tuple[Start, list[Update | Skip]]:
    """Return how a deal begins for a viewer, and what each of its acts changes. Arguments as in `review`."""
    layout, game = of.record.rules.layout, of.record.game
    seat = int(viewer) if viewer.isdigit() else SPECTATOR
    stream: Stream | None = None
    start: Start | None = None
    steps: list[Update | Skip] = []
    before = [done.sheet for done in of.contents[: deal - 1] if done.sheet is not None]
    for match, events, done in one_deal(of, deal):
        if viewer == OPEN:
            event_messages = [said(event, layout, game) for event in map(recounted, events) if event is not None]
        elif viewer == HANDS:
            noticed = [heard_by_any(event, layout.seats) for event in events]
            event_messages = [said(event, layout, game) for event in noticed if event is not None]
        else:
            event_messages = seen_by(events, seat, layout, game)
        shared = shared_of(of, match, before, of.openings[deal - 1].moves + done)
        if viewer == OPEN:
            seen = revealed(match.deal)
        else:
            seen = all_hands(match.deal) if viewer == HANDS else view(match.deal, seat)
        snapshot = snapshot_of(match, layout, seat, shared, seen=seen)
        if stream is None:
            stream = Stream(seat, 0, snapshot)
            start = Start(snapshot.whole(), event_messages)
        else:
            steps.append(read_step(stream.push(done, encode(event_messages), snapshot, 0, shared)))
    assert start is not None
    return start, steps


def shared_of(of: Played, match: Match, before: list[wire.Sheet], moves: int) -> SharedState:
    """Return the table as it was. before: the sheets of the deals before this one; moves: done so far in the match."""
    status: Status = "playing" if match.deal.must() else "match_over" if match.over else "deal_over"
    occupants = occupants_at(of, moves)
    sheets = before if status == "playing" else [*before, sheet(match.sheets[-1])]
    return SharedState({"status": status, "pace": "normal", "occupants": occupants, "sheets": sheets})


def occupants_at(of: Played, moves: int) -> list[wire.Occupant]:
    """Return who sat there when the last of this number of actions was done."""
    occupants = [wire.Occupant(p.name, p.who, p.level, online=True, ready=False) for p in of.players]
    then = [sitting for sitting in of.sittings if sitting.moves < max(moves, 1)]
    if then:
        who = zip(occupants, then[-1].holders, then[-1].names, strict=True)
        for seat, (occupant, holder, name) in enumerate(who):
            occupant.name = name
            occupant.who = "bot" if holder is None or has(then[-1].bots, seat) else "person"
    return occupants


def spec(of: Played) -> TableSpec:
    """Return the table's description. A review has no actions, aids or bots to choose."""
    description = table_spec(of.record.game, of.record.rules)
    description.unlisted = []
    return description
