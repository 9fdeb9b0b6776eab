"""The names of people and bots. Bots are named by their seat, in the same way at the table, in the list of matches and
in the record.

A person's name consists of visible characters and differs from the names of all other players and bots at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from stich.kernel.cards import Seat
from stich.server.state.lookalikes import skeleton, skeletons, without_bot

BOT_NAMES: Final = ("Ada", "Mira", "Jonas", "Noor", "Bence", "Zoé", "Emil", "Lena", "Tomás", "Ilse", "Otto", "Yun")
NAME_LENGTH: Final = 24
READ: Final = 200  # characters of a name or text that are examined
MARKS: Final = 2  # accents and other marks on one letter: Vietnamese, Yoruba and Thai have no more

BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159\U00016fe4")
"""Characters that Unicode calls letters or symbols, but that are invisible."""

UNSEEN: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that are invisible themselves."""

PROGRAM: Final = " (bot)"

TAIL: Final = re.compile(r"\s*\([^()]*\)?$")  # "(2)", or a bot's level as records have it


def bot_name(seat: Seat) -> str:
    """Return the name of the bot on a seat."""
    return BOT_NAMES[seat % len(BOT_NAMES)]


def program_name(given: str, others: Iterable[str]) -> str:
    """Return the name under which a program plays: it ends with "(bot)", which no person's does."""
    name = person_name(given) or "Program"
    return distinct(name[: NAME_LENGTH - len(PROGRAM)].rstrip(), others) + PROGRAM


def person_name(given: str) -> str:
    """Return the name of a person who wants this one: a clean one that does not end like that of a program."""
    return without_bot(clean_name(given))


def recorded_name(seat: Seat, name: str, level: str, bot: bool, helped: bool = False) -> str:
    """Return the name of a seat in a record: a bot by its name and level, a program by its own name; after a person's
    that of the bot that has played for them (`helped`)."""
    own = bot_name(seat)
    if bot and name in ("", own):
        return f"{own} ({level})"
    return f"{name}, {own} ({level})" if helped and not bot else name


def clean_name(given: str) -> str:
    """Return a name as it is shown: on one line, visible, at most 24 characters; "" is a guest without a name.

    It does not begin with "@", because that marks a text key.
    """
    return clean_text(given).lstrip("@ ")[:NAME_LENGTH].strip()


def clean_text(given: str) -> str:
    """Return the beginning of a text as it is shown: on one line, with visible characters only."""
    out: list[str] = []
    marks = MARKS  # on the letter before; a mark without a letter has no room
    for c in normalize("NFD", UNSEEN.sub("", normalize("NFKC", given[:READ]))):
        kind = category(c)
        if kind in ("Mn", "Me"):
            marks += 1
            if marks <= MARKS and kind == "Mn":
                out.append(c)
        elif kind != "Cf":
            shown = c.isprintable() and c not in BLANKS
            out.append(c if shown else " ")
            marks = 0 if shown and c != " " else MARKS
    return " ".join(normalize("NFC", "".join(out)).split())


def distinct(name: str, others: Iterable[str]) -> str:
    """Return a name that cannot be mistaken for one of the others, with a number added if necessary. Guests without a
    name are not distinguished."""
    taken = [other for other in others if other]
    if not name or not any(looks(name) & looks(other) for other in taken):
        return name
    exact = {skeleton(other) for other in taken}
    base = TAIL.sub("", name) or name
    for n in range(2, len(taken) + 3):
        tail = f" ({n})"
        numbered = base[: NAME_LENGTH - len(tail)].rstrip() + tail
        if skeleton(numbered) not in exact:
            break
    return numbered


def looks(name: str) -> frozenset[str]:
    """Return the keys of a name, without the number after it: two names that share one look alike."""
    return skeletons(TAIL.sub("", name) or name)
