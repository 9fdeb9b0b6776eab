"""The finished deals of a match that still runs: who may look at which of them, and from where.

A finished deal is over for the match: nothing can be taken back in it, and the next deal is shuffled from its own
stream. What remains is what the players know of each other. So each sees it as their own seat saw it, or as everybody
did. Only a person who has played the whole match alone with bots can lay the hands open: bots learn nothing from it.
When the match is over its review is open to all (`afterwards.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from stich.kernel.action import Refused
from stich.kernel.record import Record
from stich.server.messages.over_http import Player
from stich.server.messages.reviews import Review
from stich.server.pages.review import WATCH, Played, played, review, viewpoints
from stich.server.state.seats import Sitting
from stich.server.state.table_state import TableState
from stich.server.storage.archive import players, review_id


class Finished(NamedTuple):
    """The finished deals of a table's match, as they were when somebody asked. over: the match is finished, too.
    watching: people without a seat may look."""

    id: str
    record: Record
    players: list[Player]
    sittings: list[Sitting]
    over: bool
    watching: bool = True


def finished_deals(state: TableState) -> Finished:
    """Return the finished deals of the match that runs at a table, in copies that another thread can read.

    Raises Refused `error.not_started` if no match has begun.
    """
    match = state.match
    if match is None:
        raise Refused("error.not_started")
    done = len(match.sheets)
    moves = [move for move in match.moves if move.deal <= done]
    record = Record(match.game, match.rules, match.source, moves=moves, deals=done)
    return Finished(
        review_id(state.table, state.matches),
        record,
        players(state),
        list(state.people.sittings),
        match.over,
        state.ownership.watching,
    )


def seats_in(of: Finished, identity: str, deal: int) -> list[int]:
    """Return the seats that a person has held in a deal."""
    moves = of.record.moves
    begin = sum(move.deal < deal for move in moves)
    end = begin + sum(move.deal == deal for move in moves)
    held = set()
    for sitting, after in zip(of.sittings, [*of.sittings[1:], None], strict=True):
        there = sitting.moves < end and (after is None or after.moves > begin)
        if there and identity in sitting.holders:
            held.add(sitting.holders.index(identity))
    return sorted(held)


def alone(of: Finished, identity: str) -> bool:
    """Tell whether this person is the only one who has held a seat in the match so far."""
    return {holder for sitting in of.sittings for holder in sitting.holders} - {None} == {identity}


def allowed(of: Finished, identity: str, deal: int) -> list[str]:
    """Return the viewpoints from which a person may see a finished deal. identity: "" if unknown."""
    if of.over or (identity and alone(of, identity)):
        return viewpoints(of.record)
    own = seats_in(of, identity, deal) if identity else []
    return [*(str(seat) for seat in own), *([WATCH] if own or of.watching else [])]


def review_of_deal(of: Finished, known: Played | None, viewer: str, deal: int, identity: str) -> tuple[Played, Review]:
    """Return all finished deals, to be kept, and one of them as a person may see it. known: what was kept before.

    Raises Refused: `error.viewpoint` (value, allowed), `error.review_deal` (n, most).
    """
    if not of.record.deals:
        raise Refused("error.review_deal", {"n": deal, "most": 0})
    may = allowed(of, identity, deal)
    if not may:
        raise Refused("error.no_watching")
    now = played(of.id, 0, of.record, of.players, of.sittings, known)
    own = seats_in(of, identity, deal)
    return now, review(now, viewer, deal, own[-1] if own else -1, may)
