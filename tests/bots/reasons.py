"""What is said for hints in many positions, and whether what `stich.bots.trick.reason` says of a play is true, by the
open cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stich.bots import advise, bot
from stich.games import find
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Seat, Seats
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import State
from stich.kernel.view import view
from stich.parts.tricks import Contract


class Said(NamedTuple):
    """A hint: the position and the seat that asked, its legal actions, the advised action, and the reason."""

    s: State
    seat: Seat
    legal: list[Action]
    action: Action
    why: Phrase


def hints(name: str, seats: int, options: dict[str, str], deals: int) -> Iterator[Said]:
    """Let Club play deals against itself, and ask for a hint at every choice: it is Club's own."""
    game = find(name)
    club, luck = bot(game, "club"), quick(7)
    for seed in range(deals):
        m = Match(game, game.rules(dict(options), seats), Source(SIM, seed))
        while m.deal.must():
            seat = m.deal.actor()
            seen, legal = view(m.deal, seat), m.deal.legal(seat)
            action, why = advise(game, seen, legal, luck)
            assert action == club.choose(seen, legal, luck)
            yield Said(m.deal.copy(), seat, legal, action, why)
            m.act(seat, action)


class Trick(NamedTuple):
    """The facts that a reason is about. side: the seats taken to play with the seat that asks, itself included."""

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
    speaks_of = key.removesuffix("_nothing")
    if (key != speaks_of) != (n == 0 and speaks_of in ("take", "sure", "low", "leave", "cheap")):
        return False
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
    }[speaks_of]
