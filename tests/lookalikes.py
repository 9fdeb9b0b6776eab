"""Writes `src/stich/server/state/lookalikes.txt` from the data of Unicode: `python tests/lookalikes.py CONFUSABLES`.

CONFUSABLES is the file `confusables.txt` of Unicode Technical Standard 39, or the `confusables.json` of the package
`confusable-homoglyphs`, which is made from it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from unicodedata import category, normalize

OUT = Path(__file__).parents[1] / "src/stich/server/state/lookalikes.txt"
LONG_S = "ſ"  # it is listed as f, and is an s by its decomposition: it would make these two one letter


def pairs(source: Path) -> Iterator[tuple[str, str]]:
    """Yield what looks alike, as the file has it."""
    text = source.read_text("utf-8-sig")
    if source.suffix == ".json":
        yield from ((one, other["c"]) for one, others in json.loads(text).items() for other in others)
        return
    for line in text.splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) >= 2:
            one, other = ("".join(chr(int(code, 16)) for code in field.split()) for field in fields[:2])
            yield one, other


def plain(text: str) -> str:
    """Return a text as keys of names have it: decomposed, without marks, spaces and punctuation."""
    return "".join(c for c in normalize("NFKD", text) if category(c)[0] not in "MZPC")


def classes(source: Path) -> list[list[str]]:
    """Return the texts of one or two characters that look alike."""
    parents: dict[str, str] = {}

    def top(text: str) -> str:
        while parents.setdefault(text, text) != text:
            text = parents[text]
        return text

    for one, other in pairs(source):
        a, b = plain(one), plain(other)
        if a and b and a != b and max(len(a), len(b)) <= 2 and min(len(a), len(b)) == 1 and LONG_S not in one + other:
            parents[top(a)] = top(b)
    found: dict[str, list[str]] = {}
    for text in list(parents):
        found.setdefault(top(text), []).append(text)
    return list(found.values())


def rank(text: str) -> tuple[bool, bool, bool, int, str]:
    """Order the texts of a class: small Latin letters first."""
    return not (text.isascii() and text.isalnum()), text != text.lower(), not text.isalpha(), len(text), text


def main(source: Path) -> None:
    lines = []
    for texts in classes(source):
        first = min(texts, key=rank)
        like = sorted(c for c in texts if len(c) == 1 and c != first and category(c)[0] in "LNS" and not c.isascii())
        if like:
            lines.append(f"{first} {''.join(like)}\n")
    OUT.write_text("".join(sorted(lines)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
