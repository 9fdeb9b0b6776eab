"""Positions of Fünfhundert, written as cards."""

from __future__ import annotations

from typing import cast

import moves
from stich.games.fuenfhundert.rules import GAME
from stich.games.fuenfhundert.rules_cards import BOTTOM, EACH, HAND, PACK, TALON, TRICK, WON
from stich.games.fuenfhundert.rules_combinations import NAMES
from stich.games.fuenfhundert.rules_phases import OPEN, STRICT_PLAY
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.cards import Cards
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import GIVEN, Match, Source
from stich.parts.tricks import faces_of


def cards(text: str) -> Cards:
    return bytes(sorted(PACK.read(text)))


def match(deck: Cards = PACK.deck, **options: object) -> Match:
    """Return a match in which every deal has this deck; seat 0 deals, seat 1 leads."""
    decks = [(0, Deck(deck))] * 30
    return Match(GAME, GAME.rules(dict(options)), Source(GIVEN, decks=decks), watched=True)


def dealt(leader: str, dealer: str, turned: str, talon: str = "", **options: object) -> Match:
    """Return a match whose first deal has these hands, filled up with what is left; the first card of `talon` is
    drawn first.
    """
    given = [PACK.read(text) for text in (leader, dealer, turned, talon)]
    rest = [c for c in PACK.deck if c not in b"".join(given)]
    hands = []
    for some in given[:2]:
        hands.append(some + bytes(rest[: 8 - len(some)]))
        del rest[: 8 - len(some)]
    return match(b"".join(hands) + given[2] + given[3] + bytes(rest), **options)


def state(m: Match) -> Fuenfhundert:
    return cast(Fuenfhundert, m.deal)


def position(
    hand: str,
    other: str = "",
    won: str = "",
    talon: int = 0,
    bottom: str = "",
    trump: str = "S",
    trick: str = "",
    used: str = "",
    deal: int = 1,
    scores: tuple[int, int] = (0, 0),
    **options: object,
) -> Match:
    """Return a match in which seat 0, who has these cards in hand and tricks, is to play, as if all were new to it.

    talon: cards in it, including the last one, which is `bottom` if that is given.
    """
    m = match(PACK.deck, **options)
    s = state(m)
    given = [cards(hand), cards(other), cards(won), PACK.read(trick)]
    low = PACK.read(bottom)
    taken = b"".join(given) + low
    rest = [c for c in PACK.deck if c not in taken]
    if talon and not low:
        low = bytes([rest.pop()])
    above = bytes(rest[: max(0, talon - 1)])
    s.zones = [b""] * len(s.zones)
    s.zones[HAND], s.zones[HAND + EACH], s.zones[WON], s.zones[TRICK] = given
    s.zones[BOTTOM], s.zones[TALON] = low if talon else b"", above
    left = [c for c in PACK.deck if c not in b"".join(s.zones)]
    s.zones[WON + EACH] = bytes(left)
    s.trump = low[0] if talon and PACK.names[low[0]][0] == trump else PACK.faces[f"{trump}9"]
    s.taken = (int(faces_of(s.zones[WON])), int(faces_of(s.zones[WON + EACH])))
    s.used = cards(used)
    s.seven_open = 0 if talon else 3
    s.phase = OPEN if talon else STRICT_PLAY
    s.turn = 0
    s.setup = m.setup = Setup(deal, 1, scores)
    m.scores = scores
    return m


def do(m: Match, *given: str) -> Fuenfhundert:
    """Do moves in the notation, as `moves.do`; return the state."""
    return state(moves.do(m, *given))


def plays(m: Match, seat: int = 0) -> list[str]:
    return sorted(PACK.write(a.cards) for a in m.deal.legal(seat) if a.verb == "play")


def declarable(m: Match, seat: int = 0) -> list[str]:
    return sorted(NAMES[a.to] for a in m.deal.legal(seat) if a.verb == "declare")


def can_exchange(m: Match, seat: int = 0) -> bool:
    return any(a.verb == "exchange" for a in m.deal.legal(seat))
