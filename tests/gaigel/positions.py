"""Gaigel positions for tests, in the notation of the cards."""

from __future__ import annotations

from collections.abc import Sequence

import moves
from stich.games.gaigel.rules import GAME
from stich.games.gaigel.rules_cards import EACH, HAND, TALON, TRICK, TURNUP, WON, GaigelRules
from stich.games.gaigel.rules_phases import OPEN, STRICT
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source


def rules(seats: int = 2, **options: object) -> GaigelRules:
    made = GAME.rules(dict(options), seats)
    assert isinstance(made, GaigelRules)
    return made


def start(how: GaigelRules, dealer: int = 0, deck: bytes = b"", deals: int = 9) -> Match:
    """Return a match with this pack in every deal, the faces in their order where none is given."""
    cards = deck or how.layout.deck
    return Match(GAME, how, Source(GIVEN, decks=[(dealer, Deck(cards))] * deals), watched=True)


def state(m: Match) -> Gaigel:
    assert isinstance(m.deal, Gaigel)
    return m.deal


def do(m: Match, *given: str) -> Gaigel:
    """Do moves in the notation, as `moves.do`; return the state."""
    return state(moves.do(m, *given))


def position(
    hands: Sequence[str],
    how: GaigelRules | None = None,
    trump: str = "H",
    turnup: str = "",
    talon: str = "",
    trick: str = "",
    turn: int = 0,
    scored: Sequence[int] = (),
    points: Sequence[int] = (),
) -> Match:
    """Return a match in which these cards lie there, the top of the talon first; all others have been won by seat 0."""
    rules_ = how or rules(len(hands))
    m = start(rules_)
    s = state(m)
    pack, seats = rules_.layout.pack, rules_.layout.seats
    s.zones = [b""] * rules_.layout.size
    for seat, hand in enumerate(hands):
        s.zones[HAND + EACH * seat] = bytes(sorted(pack.read(hand)))
    s.zones[TURNUP], s.zones[TALON], s.zones[TRICK] = pack.read(turnup), pack.read(talon)[::-1], pack.read(trick)
    left = list(rules_.layout.deck)
    for c in b"".join(s.zones):
        left.remove(c)
    s.zones[WON] = bytes(left)
    s.suit = "CSHD".index(trump)
    s.trump = f"@gaigel.suit.{s.suit}"
    s.turn = turn
    s.leader = (turn - rules_.step * len(s.zones[TRICK])) % seats
    for seat in scored:
        s.scored |= rules_.side[seat]
    s.points = tuple(points) or (0,) * seats
    s.phase = STRICT if s.talon_empty() else OPEN
    return m


def hand(m: Match, seat: int) -> str:
    return state(m).layout.pack.write(state(m).held(seat))
