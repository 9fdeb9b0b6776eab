"""Positions of Doppelkopf, written as cards."""

from __future__ import annotations

from typing import cast

import moves
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import CONTRACT_NAMES, EACH, HAND, PACK, TRICK, WON
from stich.games.doppelkopf.rules_phases_play import PLAY
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.cards import Cards
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source

BOTH = "CQ CQ SQ HQ DQ CJ DA DT CA SA HA HK"  # a hand that has to announce


def hand(text: str) -> Cards:
    return bytes(sorted(PACK.read(text)))


def dealt(*hands: str, **options: object) -> Match:
    """Return a match in which seats 1, 2, 3, 0 were dealt these cards, as many as are given; seat 0 deals.

    What is not given is dealt from the rest of the pack, the lowest first, without both club queens for anybody.
    """
    how = GAME.rules(dict(options))
    size = len(how.layout.deck) // 4
    given = [PACK.read(text) for text in hands] + [b""] * (4 - len(hands))
    rest = list(how.layout.deck)
    for cards in given:
        for c in cards:
            rest.remove(c)
    queens = [rest.pop(rest.index(2)) for _ in range(rest.count(2))]
    free = [i for i in range(4) if len(given[i]) < size]
    for queen, i in zip(queens, free[-2:] if len(free) > 1 else free * 2, strict=False):
        given[i] += bytes([queen])
    for i in free:
        need = size - len(given[i])
        given[i] += bytes(rest[:need])
        del rest[:need]
    deck = Deck(b"".join(given))
    return Match(GAME, how, Source(GIVEN, decks=[(0, deck)] * 30), watched=True)


def state(m: Match) -> Doppelkopf:
    return cast(Doppelkopf, m.deal)


def all_ok(m: Match) -> Match:
    moves.do(m, *[f"{seat} ok" for seat in (1, 2, 3, 0)])
    return m


def playing(
    hands: dict[int, str], trick: str = "", leader: int = 1, contract: str = "normal", **options: object
) -> Match:
    """Return a match in which these hands are held, these cards lie in the trick, and who comes next has to play."""
    m = all_ok(dealt(**options))
    s = state(m)
    s.contract = CONTRACT_NAMES.index(contract)
    s.zones = [b""] * len(s.zones)
    for seat, text in hands.items():
        s.zones[HAND + EACH * seat] = hand(text)
    s.zones[TRICK] = PACK.read(trick)
    out = list(s.layout.deck)
    for c in b"".join(s.zones):
        if c in out:  # small cards of which nothing depends may be held more often than there are
            out.remove(c)
    s.zones[WON] = bytes(out)
    s.turn = (leader + len(s.zones[TRICK])) % 4
    s.phase = PLAY
    return m


def choices(m: Match, seat: int) -> list[str]:
    return sorted(moves.choices(m, seat))


def plays(m: Match, seat: int) -> list[str]:
    return sorted(PACK.write(a.cards) for a in m.deal.legal(seat))
