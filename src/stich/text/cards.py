"""Cards as characters: the rank, and the suit as a sign and a letter, so that it never depends on colour alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple
from unicodedata import combining, normalize

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
FRENCH_WAY: Final = {"C": "E", "S": "L", "D": "B", "J": "U", "Q": "O"}  # the keys for the names of cards in each deck
SPANISH_NAMED: Final = frozenset({"1", "10", "11", "12"})  # other ranks are called by their number
LETTERS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {  # of ranks that have another letter in some language
    "french": {"de": {"J": "B", "Q": "D"}, "fr": {"J": "V", "Q": "D", "K": "R"}, "hu": {"J": "B", "Q": "D", "A": "Á"}},
    "german": {"fr": {"K": "R"}, "hu": {"U": "A", "O": "F", "A": "Á"}},
}
SINGULAR: Final = {"PI": ("Pi", "☯", "piya"), "CH": ("Ch", "☼", "chimera")}  # of Chimera's deck, without a family


class Drawn(NamedTuple):
    """The form of a card. rank: at most two characters; sign: one character and the suit's letter; ink: the name of a
    colour.
    """

    rank: str
    sign: str
    ink: str


def drawn(notation: str, deck: str, *, language: str = "en", plain: bool = False) -> Drawn:
    """Return the form of a card, with the letters of a language. plain: ASCII only, for terminals without other
    characters; letters that cannot be written in it are the English ones."""
    if deck == "chimera" and notation in SINGULAR:
        rank, sign, _ = SINGULAR[notation]
        return Drawn(rank, "*" if plain else sign, "gold")
    suit = suit_of(notation, deck)
    if suit is None:
        return Drawn(notation[:2], notation[2:4], "plain")
    sign, letter, _, ink = suit
    spoken = language if not plain or "".join(LETTERS.get(deck, {}).get(language, {}).values()).isascii() else "en"
    return Drawn(written(notation, deck, language=spoken), letter if plain else sign + letter, ink)


def suit_of(notation: str, deck: str) -> Suit | None:
    """Return the suit of a card; None if it has none. deck: which drawings."""
    letter = notation[:1]
    return SUITS.get(deck, {}).get(FRENCH_WAY.get(letter, letter) if deck == "german" else letter)


def rank_of(notation: str, deck: str) -> str:
    """Return a card's rank as used in the text keys of its deck."""
    rank = notation[1:]
    if deck == "german":
        rank = FRENCH_WAY.get(rank, rank)
    return "10" if rank == "T" and deck in {"french", "german"} else rank


def written(notation: str, deck: str, *, language: str = "en") -> str:
    """Return a card's rank as printed on the card."""
    rank = rank_of(notation, deck)
    return LETTERS.get(deck, {}).get(language, {}).get(rank, rank)


def typed(notation: str, deck: str, *, language: str = "en") -> str:
    """Return what a user types for a card's rank, in lower case and without an accent."""
    if deck == "chimera" and notation in SINGULAR:
        return notation[:1].lower()
    return bare(written(notation, deck, language=language) if deck in SUITS else notation[1:]).lower()


def bare(letters: str) -> str:
    """Return letters without their accents."""
    return "".join(c for c in normalize("NFD", letters) if not combining(c))


def name(notation: str, deck: str) -> tuple[str, dict[str, str]]:
    """Return a card's name as a text key with parameters, in the form used in sentences, without a nickname."""
    if deck == "chimera" and notation in SINGULAR:
        return f"card.chimera.{SINGULAR[notation][2]}", {}
    if deck == "french" and notation[:1] == "X":
        return "card.french.joker", {}
    suit = suit_of(notation, deck)
    if suit is None:
        return "card.unknown", {"face": notation}
    rank = rank_of(notation, deck)
    if deck == "chimera":
        return f"card.chimera.{suit[2]}.{'hero' if rank == 'H' else 'number'}", {"rank": rank}
    court = rank in SPANISH_NAMED if deck == "spanish" else not rank.isdigit()
    return f"card.{deck}.{suit[2]}", {"rank": f"@card.{deck}.rank.{rank}" if court else rank}
