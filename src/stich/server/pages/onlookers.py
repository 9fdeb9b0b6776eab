"""All hands of a running match, three minutes later, for people who watch it.

`state/open_hands.py` says which deals are open, and how far they are seen. A person who has or had a seat in this match
never sees them, nor does anybody from an address of such a person: they could tell a friend, or be one. After a restart
of the server the addresses of the players are known again once they are back.

It is a review that grows: made by the same functions, from the actions that are old enough and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from stich.kernel.action import Refused
from stich.kernel.record import Record
from stich.server.messages.over_http import Player
from stich.server.messages.reviews import Review
from stich.server.pages.review import HANDS, played, review
from stich.server.state.seats import Sitting
from stich.server.state.table_state import TableState
from stich.server.storage.archive import players, review_id


class Seen(NamedTuple):
    """What an onlooker sees of a match now. open: its deals that are open."""

    id: str
    record: Record
    players: list[Player]
    sittings: list[Sitting]
    open: frozenset[int]


def seated(state: TableState) -> set[str]:
    """Return the identities of everybody who has or had a seat in this match, or gets one after this deal."""
    people = {holder for sitting in state.people.sittings for holder in sitting.holders}
    people |= {one.holder for one in state.seats} | {one.next_holder for one in state.seats}
    people |= state.people.saw.keys() | state.ownership.moved.keys()
    return {identity for identity in people if identity is not None}


def seen(state: TableState, identity: str, address: str, known: dict[str, set[str]], now: int) -> Seen:
    """Return what a person sees now. known: from which addresses each person has been here.

    Raises Refused: `error.open_own` (they or their address have a seat), `error.open_none` (no deal is open),
    `error.open_later` (none is old enough), `error.open_unknown` (the address of a player is not known).
    """
    people = seated(state)
    if identity in people or any(address in known.get(one, ()) for one in people):
        raise Refused("error.open_own")
    match = state.match
    if match is None or not state.open_hands.deals or not state.ownership.watching:
        raise Refused("error.open_none")
    if not all(known.get(one) for one in people):
        raise Refused("error.open_unknown")
    mark = state.open_hands.seen(now)
    if mark is None or mark.deal not in state.open_hands.deals:
        raise Refused("error.open_later")
    moves = [move for move in match.moves[: mark.moves] if move.deal <= mark.deal]
    record = Record(match.game, match.rules, match.source, moves=moves, deals=mark.deal)
    opened = frozenset(deal for deal in state.open_hands.deals if deal <= mark.deal)
    return Seen(
        review_id(state.table, state.matches), record, players(state), list(state.people.sittings), opened
    )  # fmt: skip


def review_of(of: Seen, deal: int) -> Review:
    """Return a deal as an onlooker sees it; 0: the last one. Raises Refused `error.open_none` if it is not open."""
    wanted = deal or max(of.open)
    if wanted not in of.open:
        raise Refused("error.open_none")
    made = played(of.id, 0, of.record, of.players, of.sittings)
    return review(made, HANDS, wanted, -1, [HANDS])
