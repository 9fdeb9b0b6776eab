"""Herzblatt positions for tests, in the notation of the cards."""

from __future__ import annotations

from collections.abc import Sequence

import moves
from stich.games.herzblatt.rules import GAME
from stich.games.herzblatt.rules_cards import EACH, HAND, LOT, STOCK, TRICK, HerzblattRules
from stich.games.herzblatt.rules_phases import PLAY
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source


def rules(seats: int = 3, **options: object) -> HerzblattRules:
    made = GAME.rules(dict(options), seats)
    assert isinstance(made, HerzblattRules)
    return made


def start(how: HerzblattRules, dealer: int = 0, deck: bytes = b"", deals: int = 9) -> Match:
    """Return a match with this pack in every deal, the faces in their order where none is given; forehand is dealer + 1
    in the first deal, and so on."""
    cards = deck or how.layout.deck
    seats = how.layout.seats
    return Match(
        GAME, how, Source(GIVEN, decks=[((dealer + n) % seats, Deck(cards)) for n in range(deals)]), watched=True
    )


def state(m: Match) -> Herzblatt:
    assert isinstance(m.deal, Herzblatt)
    return m.deal


def do(m: Match, *given: str) -> Herzblatt:
    """Do moves in the notation, as `moves.do`; return the state."""
    return state(moves.do(m, *given))


def cards(m: Match, text: str) -> bytes:
    return bytes(sorted(m.rules.layout.pack.read(text)))


def at_play(
    how: HerzblattRules, hands: Sequence[str], trick: str = "", turn: int = 0, declarer: int = 0, stock: str = ""
) -> Match:
    """Return a match in which these hands are being played; what lies nowhere else has been won by seat 0."""
    m = start(how)
    s = state(m)
    for at in range(how.layout.size):
        if at < HAND:
            s.zones[at] = s.zones[at] if s.zones[at] and s.zones[at][0] >= LOT else b""
        else:
            s.zones[at] = b""
    for seat, hand in enumerate(hands):
        s.zones[HAND + EACH * seat] = cards(m, hand)
    s.zones[TRICK] = m.rules.layout.pack.read(trick)
    s.zones[STOCK] = cards(m, stock)
    lying = b"".join(s.zones)
    s.zones[HAND + 2] = bytes(c for c in how.layout.deck if c not in lying)
    s.declarer = declarer
    s.turn = turn
    s.leader = (turn - len(s.zones[TRICK])) % how.layout.seats
    s.phase = PLAY
    return m
