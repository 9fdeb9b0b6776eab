"""How Cruzo ends: finished players, and positions without progress (§7).

With two players left there are positions that nobody can ever win, so a position that occurs for the third time ends
the deal. Hands are hidden, but repetition is public: as long as nobody draws, all cards that enter or leave a hand are
seen, so two hands are equal if the same cards have come as have gone. `flow` is the sum of what has come minus what has
gone, with a number for each card in each hand. `trail` holds eight bytes for each turn since a card was drawn, burnt,
or played from the table; after any of these no earlier position can come again. So `trail` is short, reveals nothing,
and is shared by copies; while all players draw it is empty.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.cruzo.rules_cards import EACH, HAND, PILE, X
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Phrase, Refused
from stich.kernel.cards import Cards, Seat, has, only
from stich.kernel.state import OVER
from stich.parts.tuples import put

M60: Final = 0xFFFFFFFFFFFFFFF
M30: Final = 0x3FFFFFFF
LANE: Final = 0x40000000
ONE_WAY: Final = 0x1B873593  # odd factors below 2**30, for two lanes of a hash
OTHER_WAY: Final = 0x2C1B3C6D
KEY: Final = 8  # bytes of a position
THIRD: Final = 2  # occurrences before the one that ends the deal


def cards_leave(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """Record that cards leave a hand."""
    weights = s.rules.weights
    first: i64 = seat * (X + 1)
    for c in cards:
        s.flow = (s.flow - weights[first + c]) & M60


def cards_arrive(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """Record that cards come into a hand, seen by all."""
    weights = s.rules.weights
    first: i64 = seat * (X + 1)
    for c in cards:
        s.flow = (s.flow + weights[first + c]) & M60


def position(s: Cruzo) -> bytes:
    """Return what distinguishes positions since the last draw: hands, pile in its order, turn, direction."""
    a: i64 = 4 * s.turn + s.direction + 2
    b: i64 = a
    pile = s.zones[PILE]
    n: i64 = len(pile)
    i: i64 = 0
    while i < n:
        c: i64 = pile[i] + 1
        a = (a * ONE_WAY + c) & M30
        b = (b * OTHER_WAY + c) & M30
        i += 1
    return int((s.flow + a * LANE + b) & M60).to_bytes(KEY, "big")


def seen_before(trail: bytes, key: bytes) -> int:
    """Return how often a position occurs in a trail."""
    n = 0
    first: i64 = key[0]
    at: i64 = 0
    while at < len(trail):
        if trail[at] == first and trail[at : at + KEY] == key:
            n += 1
        at += KEY
    return n


def note(s: Cruzo) -> None:
    """§7 Before a turn in which nobody draws: this position can occur again."""
    if not s.trail:
        s.trail = position(s)


def stalls(s: Cruzo) -> bool:
    """§7 Begin a turn. Tell whether its position occurs for the third time, or the deal has gone on for too long."""
    trail = s.trail
    if trail:
        key = position(s)
        if len(trail) >= THIRD * KEY and seen_before(trail, key) >= THIRD:
            stop(s)
            return True
        s.trail = trail + key
    return wears_out(s)


def wears_out(s: Cruzo) -> bool:
    """§7 Tell whether the deal has gone on for too long; then it is over."""
    if s.actions < s.rules.action_cap or s.phase is OVER:
        return False
    stop(s)
    return True


def stop(s: Cruzo) -> None:
    s.stalled = True
    s.waiting = 0
    s.thrower = -1
    s.phase = OVER


def finishes(s: Cruzo, seat: Seat) -> bool:
    """§7 Mark players without cards as finished. Tell whether this ends the deal."""
    at = HAND + EACH * seat
    if s.zones[at] or s.zones[at + 1] or s.on_table(seat):
        return False
    place = max(s.places) + 1
    s.places = put(s.places, seat, place)
    s.playing &= ~only(seat)
    if s.log is not None:
        s.say("finished", seat, Phrase("cruzo.event.finished", {"seat": seat, "n": place}, n=place))
    if not s.rules.rank_by_table and s.left() > 1:
        return False
    s.waiting = 0
    s.thrower = -1
    s.phase = OVER
    return True


def why_finished(s: Cruzo, seat: Seat) -> Refused | None:
    """§7 Return the refusal for a player who has no cards left."""
    return None if has(s.playing, seat) else Refused("error.cruzo.finished")
