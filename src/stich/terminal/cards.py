"""Cards as characters: the rank, and the suit by a sign and a letter, so that colour never stands alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

BACK: Final = 255

Suit = tuple[str, str, str, str]
"""Sign, letter, name in `card.<deck>.<name>`, ink."""

SUITS: Final[Mapping[str, Mapping[str, Suit]]] = {
    "chimera": {
        "J": ("◆", "J", "jade", "green"),
        "S": ("†", "S", "sword", "blue"),
        "P": ("▲", "P", "pagoda", "red"),
        "T": ("★", "T", "star", "yellow"),
    },
    "french": {
        "S": ("♠", "S", "spade", "plain"),
        "H": ("♥", "H", "heart", "red"),
        "C": ("♣", "C", "club", "plain"),
        "D": ("♦", "D", "diamond", "red"),
    },
    "german": {
        "E": ("♣", "E", "acorn", "yellow"),
        "L": ("♠", "L", "leaf", "green"),
        "H": ("♥", "H", "gheart", "red"),
        "B": ("●", "B", "bell", "yellow"),
    },
    "spanish": {
        "O": ("●", "O", "coin", "yellow"),
        "C": ("♥", "C", "cup", "red"),
        "E": ("†", "E", "espada", "blue"),
        "B": ("♣", "B", "basto", "green"),
    },
}
FRENCH_WAY: Final = {"C": "E", "S": "L", "D": "B", "J": "U", "Q": "O"}  # how cards of either deck may be named
SINGULAR: Final = {"PI": ("Pi", "☯", "piya"), "CH": ("Ch", "☼", "chimera")}  # of Chimera's deck, without a family


class Drawn(NamedTuple):
    """rank: at most two characters; sign: one character and the suit's letter; ink: the name of a colour."""

    rank: str
    sign: str
    ink: str


def drawn(notation: str, deck: str, *, plain: bool = False) -> Drawn:
    """Return how a card is drawn. plain: with letters alone, for terminals that have nothing else."""
    if deck == "chimera" and notation in SINGULAR:
        rank, sign, _ = SINGULAR[notation]
        return Drawn(rank, "*" if plain else sign, "gold")
    suit = suit_of(notation, deck)
    if suit is None:
        return Drawn(notation[:2], notation[2:4], "plain")
    sign, letter, _, ink = suit
    return Drawn(written(notation, deck), letter if plain else sign + letter, ink)


def suit_of(notation: str, deck: str) -> Suit | None:
    letter = notation[:1]
    return SUITS.get(deck, {}).get(FRENCH_WAY.get(letter, letter) if deck == "german" else letter)


def written(notation: str, deck: str) -> str:
    """Return a card's rank as it stands on the card."""
    rank = notation[1:]
    if deck == "german":
        rank = FRENCH_WAY.get(rank, rank)
    return "10" if rank == "T" and deck in {"french", "german"} else rank


def typed(notation: str, deck: str) -> str:
    """Return what somebody types for a card's rank, in lower case."""
    if deck == "chimera" and notation in SINGULAR:
        return notation[:1].lower()
    return (written(notation, deck) if deck in SUITS else notation[1:]).lower()


def name(notation: str, deck: str) -> tuple[str, dict[str, str]]:
    """Return a card's name as a text key with parameters; as sentences need it, without a nickname."""
    if deck == "chimera" and notation in SINGULAR:
        return f"card.chimera.{SINGULAR[notation][2]}", {}
    suit = suit_of(notation, deck)
    if suit is None:
        return "card.unknown", {"face": notation}
    rank = written(notation, deck)
    if deck == "chimera":
        return f"card.chimera.{suit[2]}.{'hero' if rank == 'H' else 'number'}", {"rank": rank}
    court = deck != "spanish" and not rank.isdigit()
    return f"card.{deck}.{suit[2]}", {"rank": f"@card.{deck}.rank.{rank}" if court else rank}
