"""Which names look alike: a letter of another alphabet, an accent or a digit must not pass for somebody else.

`lookalikes.txt` has what Unicode lists as confusable (Technical Standard 39, version 15.1), as far as one character
stands for another after compatibility decomposition: on each line what a character looks like, then those that do. The
script `tests/lookalikes.py` writes it. Beside that stand small Cyrillic and Greek letters that look like small
capitals, and digits and signs that people use as letters.

The data are © 1991 Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final
from unicodedata import category, normalize
from unicodedata import name as unicode_name

SMALL: Final = {
    **dict(zip("аеорсухіјѕԁһԛԝкмтвнгбɡıӏ", "aeopcyxijsdhqwkmtbhrbgil", strict=True)),  # Cyrillic and Latin
    **dict(zip("αβγεοριντυκχηωσς", "abyeopivtukxnwoc", strict=True)),  # Greek
}
"""Small letters that look like Latin ones."""

LATIN: Final = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .+)?$")
"""The name that Unicode gives to a Latin letter with a hook or stroke, and to a small capital."""

DIGITS: Final = str.maketrans("0123456789", "olzeasgtbg")
SIGNS: Final = str.maketrans("@$€£|!¡", "asellli")
DROPPED: Final = ("M", "Z", "P")  # categories: marks, spaces, punctuation
PAIRS: Final = (("i", "l"), ("rn", "m"), ("vv", "w"), ("cl", "d"))  # letters that look alike, or pairs of them


@cache
def table() -> dict[str, str]:
    """Return what each character looks like that looks like another one."""
    lines = files(__package__).joinpath("lookalikes.txt").read_text("utf-8").splitlines()
    found = {c: target for target, like in (line.split(" ", 1) for line in lines) for c in like}
    return {**found, **SMALL}


def latin(c: str) -> str:
    """Return the small letters that a character looks like, itself in small if it looks like no other."""
    like = table().get(c, c)
    if not like.isascii() and (named := LATIN.match(unicode_name(c, ""))):
        like = named[1]
    return like.casefold()


def skeletons(name: str) -> frozenset[str]:
    """Return the keys of a name: two names that share one look alike. Case, accents and spaces make no difference.

    There are several, because a large letter can look like another one than its small form does (Η and η), and a sign
    can stand for a letter or for nothing.
    """
    return frozenset(skeleton(name, large=large, signs=signs) for large, signs in product((False, True), repeat=2))


def skeleton(name: str, *, large: bool = False, signs: bool = False) -> str:
    """Return one key of a name. large: letters are compared as they are written; signs: they stand for letters."""
    text = normalize("NFKD", name if large else name.casefold())
    text = text.translate(SIGNS) if signs else text
    letters = "".join(latin(c) for c in text if category(c)[0] not in DROPPED)
    letters = normalize("NFKD", letters).translate(DIGITS)
    for pair, one in PAIRS:
        letters = letters.replace(pair, one)
    return letters or name


def in_latin(name: str) -> str:
    """Return a name in the small letters that its characters look like, of the same length."""
    out = []
    for c in name:
        like = latin(normalize("NFKD", c)[0])
        out.append(like.translate(DIGITS) if len(like) == 1 else c)
    return "".join(out)


LIKE_PROGRAM: Final = re.compile(r"(^|\W+)b(\W{0,2})o\2t\W*$")


def without_bot(name: str) -> str:
    """Return a name without a "(bot)" at its end, however it is written: only programs have that."""
    while (match := LIKE_PROGRAM.search(in_latin(name))) is not None and any(map(str.isalpha, name[match.start() :])):
        name = name[: match.start()].rstrip()
    return name
