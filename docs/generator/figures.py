"""Figures of a game that stand in the documents: the rows of their tables that begin with its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.staging import ROOT

MEASURED = ("strength.md", "performance.md", "env.md")
"""Documents with measurements, in `docs`."""


class Found(NamedTuple):
    """Rows of one table. document: where it stands; heading: above it; head: its first two lines."""

    document: str
    heading: str
    head: list[str]
    rows: list[str]


def figures_of(names: list[str]) -> str:
    """Return what the documents measured of a game. names: those that the tables call it by."""
    out = []
    for found in (one for document in MEASURED for one in tables(document, names)):
        out += [f"{found.heading} ([{found.document}](../{found.document}) says how it was measured):"]
        out += ["\n".join([*found.head, *found.rows])]
    return "\n\n".join(out)


def tables(document: str, names: list[str]) -> Iterator[Found]:
    """Yield the tables of a document that have rows of a game."""
    begins = re.compile(rf"\| (?:{'|'.join(map(re.escape, names))})(?:,[^|]*)? \|")
    heading = ""
    lines = (ROOT / "docs" / document).read_text("utf-8").split("\n")
    for at, line in enumerate(lines):
        heading = line.lstrip("# ") if line.startswith("#") else heading
        if re.match(r"\|[-:|\s]+\|$", line) and not re.match(r"\| *\| *\|", lines[at - 1]):
            end = next((n for n in range(at, len(lines)) if not lines[n].startswith("|")), len(lines))
            if rows := [row for row in lines[at + 1 : end] if begins.match(row)]:
                yield Found(document, heading, lines[at - 1 : at + 1], rows)
