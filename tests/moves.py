"""What tests of any game do at a table: moves in its notation, what may be done and why not, deals at random."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stich.kernel.action import Phrase, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.match import Match


def do(m: Match, *moves: str) -> Match:
    """Do moves in the notation, each behind its seat: "1 play SA"."""
    for move in moves:
        seat, text = move.split(" ", 1)
        m.act(int(seat), m.game.read(m.rules, text))
    return m


def choices(m: Match, seat: Seat) -> list[str]:
    """Return what a seat may do, in the notation and in the order of the list."""
    return [m.game.write(m.rules, a) for a in m.deal.legal(seat)]


def refused(m: Match, move: str) -> Phrase:
    """Return why a move in the notation, behind its seat, is refused; it changes nothing."""
    seat, text = move.split(" ", 1)
    before = (list(m.deal.zones), m.deal.turn, m.deal.phase, m.deal.sealed, len(m.moves))
    with pytest.raises(Refused) as refusal:
        m.act(int(seat), m.game.read(m.rules, text))
    assert (list(m.deal.zones), m.deal.turn, m.deal.phase, m.deal.sealed, len(m.moves)) == before
    return refusal.value.phrase


def at_random(m: Match, chance: Chance) -> None:
    """Play the running deal to its end; nobody acts but whom the table waits for."""
    while m.deal.must():
        acts = m.deal.legal(m.deal.actor())
        m.act(m.deal.actor(), acts[int(chance.below(len(acts)))])


def deals_of(m: Match, chance: Chance) -> Iterator[Match]:
    """Play a match to its end at random, and yield it after each deal."""
    at_random(m, chance)
    yield m
    while not m.over:
        m.next_deal()
        at_random(m, chance)
        yield m
