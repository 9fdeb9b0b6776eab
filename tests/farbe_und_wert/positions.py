"""Positions of Farbe und Wert for tests, written with the names of the cards."""

from __future__ import annotations

from stich.games.farbe_und_wert.rules import BY_VALUE, GAME, PACK, FarbeUndWert, FarbeUndWertRules
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source


def rules(**options: object) -> FarbeUndWertRules:
    made = GAME.rules(dict(options))
    assert isinstance(made, FarbeUndWertRules)
    return made


def state(m: Match) -> FarbeUndWert:
    assert isinstance(m.deal, FarbeUndWert)
    return m.deal


def stacked(*stacks: str, **options: object) -> Match:
    """Return a match with these stacks, top first: seat 0's and seat 1's, or the only one. What is not named lies
    below, in the order of the pack.
    """
    named = PACK.read(" ".join(stacks))
    left = bytes(c for c in PACK.deck if c not in named)
    cards = b""
    for stack in stacks:
        size = 32 // len(stacks)
        top = PACK.read(stack)
        cards += top + left[: size - len(top)]
        left = left[size - len(top) :]
    return Match(GAME, rules(**options), Source(GIVEN, decks=[(1, Deck(cards)), (0, Deck(cards))] * 3))


def at_value(m: Match) -> Match:
    """Go on to the guess at the value, as if a colour had been guessed."""
    m.deal.phase = BY_VALUE
    return m
