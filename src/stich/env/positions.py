"""Positions that are set up from text: `CardGame.position`."""

from __future__ import annotations

from typing import Any

from stich.env.words import in_notation, whole
from stich.kernel.cards import Seat
from stich.kernel.deal import Deck
from stich.kernel.faces import NoCard
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, Match, Source
from stich.kernel.zones import Rules
from stich.testing.table import Table

TURNUP = "turnup"
"""The place of the card that is turned up at the deal, in games that have one: what it decides follows from it."""


def laid_out(
    game: Game, rules: Rules, zones: dict[str, str], phase: str, turn: Seat, rest: str, turned: str, **facts: Any
) -> Match[Any, Any]:
    """Return a match whose deal is this position; the arguments are those of `CardGame.position`.

    Raises ValueError with the reason for a position that cannot be.
    """
    pack, seats = rules.layout.pack, rules.layout.seats
    if not -1 <= whole(turn, "turn") < seats:
        raise ValueError(f"{game.name} has the seats 0 to {seats - 1} here, not {turn}")
    for name, cards in zones.items():
        if not isinstance(cards, str):
            raise TypeError(f"the cards of {name!r} are a text such as {pack.names[0]!r}, not {cards!r}")
    lying = {name: in_notation(pack, cards) for name, cards in zones.items()}
    if turned and TURNUP not in rules.layout.ids:
        raise ValueError(f"no card is turned up in {game.name}, so turned={turned!r} says nothing")
    table = Table(game, dict(rules.options), seats)
    try:
        if TURNUP in rules.layout.ids:
            table.match = dealt_with(table.match, one_card(lying.get(TURNUP, ""), in_notation(pack, turned)))
        given = {name: fact(table.match, name, value) for name, value in facts.items()}
    except NoCard as error:
        raise ValueError(str(error)) from error
    return table.place(lying, rest, phase, turn, **given).match


def one_card(lies: str, turned: str) -> str:
    """Return which card was turned up. lies: the cards that lie there. turned: the one that lay there."""
    named = (lies or turned).split()
    if len(named) != 1 or (lies and turned and lies != turned):
        raise ValueError(
            f"one card is turned up: {{{TURNUP!r}: 'H9'}} if it lies there, turned='H9' if it has been drawn; "
            f"not {' '.join(named) or 'none'}"
        )
    return named[0]


def dealt_with(match: Match[Any, Any], turned: str) -> Match[Any, Any]:
    """Return a fresh match in which this card is turned up, so that all that the deal makes of it holds."""
    layout, cards = match.rules.layout, match.deck.cards
    at = layout.ids.index(TURNUP)
    wanted, old = layout.pack.read(turned)[0], match.deal.zones[at][0]
    if wanted not in cards:
        raise ValueError(f"{turned} is not among the cards of this game")
    place = cards.index(wanted)
    for here in [i for i, c in enumerate(cards) if c == old]:
        deck = list(cards)
        deck[here], deck[place] = wanted, old
        source = Source(GIVEN, decks=[(match.setup.dealer, Deck(bytes(deck)))])
        other: Match[Any, Any] = Match(match.game, match.rules, source, watched=True)
        if other.deal.zones[at] == bytes([wanted]):
            return other
    raise ValueError(f"{turned} cannot be turned up")


def fact(match: Match[Any, Any], name: str, value: Any) -> Any:
    """Return what the rules keep under a name, for what was given: cards can be texts. Raises ValueError."""
    s, layout = match.deal, match.rules.layout
    kinds = {one.name: one.kind for one in layout.facts}
    if name not in kinds:
        raise ValueError(f"the rules keep no {name!r}; they keep {', '.join(kinds)}")
    old = getattr(s, name)
    if isinstance(value, str) and not isinstance(old, str):
        cards = layout.pack.read(in_notation(layout.pack, value))
        value = cards[0] if isinstance(old, int) and len(cards) == 1 else cards
    alike = isinstance(value, int) if isinstance(old, int) else type(value) is type(old)
    if not alike or (isinstance(old, tuple) and len(old) == layout.seats != len(value)):
        raise ValueError(f"{name} is something like {old!r}, not {value!r}")
    if kinds[name] == "seat" and not -1 <= value < layout.seats:
        raise ValueError(f"{name} is a seat, 0 to {layout.seats - 1}, or −1 for none; not {value!r}")
    return value
