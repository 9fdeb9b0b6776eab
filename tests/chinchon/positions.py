"""Positions of Chinchón for tests, written with the names of the cards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stich.games.chinchon.rules import GAME
from stich.games.chinchon.rules_cards import CLOSED, EACH, HAND, LEFT, PILE, STOCK, ChinchonRules
from stich.games.chinchon.rules_phases import DRAW, FINISH
from stich.games.chinchon.rules_state import Chinchon
from stich.kernel.action import Refused
from stich.kernel.cards import Seat, Seats
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source

FILLER = "C1 C4 C12 B6 B10 E7 O11"  # of which nothing makes a meld: 51 points


def rules(seats: int = 2, **options: object) -> ChinchonRules:
    made = GAME.rules(dict(options), seats)
    assert isinstance(made, ChinchonRules)
    return made


def state(m: Match) -> Chinchon:
    assert isinstance(m.deal, Chinchon)
    return m.deal


def cards(text: str) -> bytes:
    return bytes(sorted(GAME.pack.read(text)))


def table(
    *hands: str,
    turn: Seat = 0,
    drawn: bool = True,
    pile: str = "",
    stock: int = -1,
    scores: Sequence[int] = (),
    out: Seats = 0,
    **options: object,
) -> Match:
    """Return a match in which these hands are held; `turn` has drawn already, and holds eight cards.

    pile: the top comes last; without it the first card that is left. stock: so many cards, the others lie in the pile.
    """
    seats = len(hands)
    m = Match(GAME, rules(seats, **options), Source(SIM, 1), watched=True)
    s = state(m)
    s.clear(Setup(2, 0, tuple(scores) or (0,) * seats, (), out))
    s.out = out
    for seat, hand in enumerate(hands):
        s.zones[HAND + EACH * seat] = cards(hand)
    lying = b"".join(s.zones) + GAME.pack.read(pile)
    rest = bytes(c for c in s.layout.deck if c not in lying)
    most = len(rest) - (0 if pile else 1)
    n = most if stock < 0 else stock
    s.zones[STOCK], s.zones[PILE] = rest[:n], rest[n:] + GAME.pack.read(pile)
    s.turn, s.phase, s.entropy = turn, FINISH if drawn else DRAW, b"12345678"
    m.setup, m.scores = s.setup, s.setup.scores
    m.events.clear()
    return m


def do(m: Match, *moves: str) -> Chinchon:
    """Do moves in the notation: "1 discard O7"."""
    for move in moves:
        seat, text = move.split(" ", 1)
        m.act(int(seat), GAME.read(m.rules, text))
    return state(m)


def legal(m: Match, seat: Seat, verb: str = "") -> list[str]:
    acts = m.deal.legal(seat)
    return [GAME.write(m.rules, a) for a in acts if not verb or a.verb == verb]


def refusal(m: Match, move: str) -> tuple[str, dict[str, object]]:
    """Return why a move in the notation is refused, with cards by their names; it changes nothing."""
    seat, text = move.split(" ", 1)
    before = (list(m.deal.zones), m.deal.turn, m.deal.phase, len(m.moves))
    with pytest.raises(Refused) as refused:
        m.act(int(seat), GAME.read(m.rules, text))
    assert (list(m.deal.zones), m.deal.turn, m.deal.phase, len(m.moves)) == before
    args = refused.value.phrase.args
    return refused.value.phrase.key, {
        name: GAME.pack.write(value) if isinstance(value, bytes) and name.startswith("card") else value
        for name, value in args.items()
    }


def lying(m: Match, zone: int, seat: Seat = 0) -> str:
    """Return the cards of a seat's zone, by their names."""
    return GAME.pack.write(m.deal.zones[zone + EACH * seat])


__all__ = ["CLOSED", "FILLER", "LEFT", "cards", "do", "legal", "lying", "refusal", "rules", "state", "table"]
