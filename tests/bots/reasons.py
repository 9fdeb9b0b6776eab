"""Whether what `stich.bots.trick.reason` says of a play is true, by the open cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stich.kernel.action import Action
from stich.kernel.cards import Seat, Seats
from stich.parts.tricks import Contract


class Trick(NamedTuple):
    """What a reason speaks of. side: those who are taken to play with whoever asks, himself included."""

    contract: Contract
    worth: list[int]
    lying: bytes
    seats: list[Seat]
    side: Seats
    held: list[bytes]


def is_true(trick: Trick, seat: Seat, legal: Sequence[Action], c: int, key: str, n: int) -> bool:
    options = [a.cards[0] for a in legal if a.verb == "play"]
    done = trick.lying + bytes([c])
    holder = trick.seats[trick.contract.best(done)]
    best = done[trick.contract.best(done)]
    ours = bool(trick.side >> holder & 1)
    others = [other for other in trick.seats[len(done) :] if bool(trick.side >> other & 1) != ours]
    threat = any(trick.contract.beats(d, best) for other in others for d in trick.held[other])
    before = trick.lying[trick.contract.best(trick.lying)] if trick.lying else -1
    winning = [d for d in options if trick.lying and trick.contract.beats(d, before)]
    least = min(trick.worth[d] for d in options)
    points = sum(trick.worth[d] for d in done)
    return {
        "only": len(options) == 1,
        "take": bool(trick.lying) and holder == seat and not threat and n == points,
        "sure": not trick.lying and not threat and n == points,
        "low": not trick.lying and n == trick.worth[c] == least,
        "best": True,
        "give": ours and holder != seat and not threat and n == trick.worth[c] >= 10,
        "leave": not ours and bool(winning) and n == points,
        "cheap": not ours and not winning and n == trick.worth[c] == least,
        "spare": not ours and not winning and n == trick.worth[c] > least,
    }[key]
