"""Figures of a game that stand in the documents: the rows of their tables that begin with its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.markdown import slug
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
    """Return what the documents measured of a game. names: those that the tables call it by, the last one in code."""
    out = []
    for found in (one for document in MEASURED for one in tables(document, names)):
        out += [f"From [{found.heading}](../{found.document}#{slug(found.heading)}), which says how it was measured:"]
        out += ["\n".join([*found.head, *found.rows])]
    return "\n\n".join(out)


def tables(document: str, names: list[str]) -> Iterator[Found]:
    """Yield the tables of a document that have rows of a game."""
    in_code = "_?".join(names[-1].replace("_", ""))  # OpenSpiel, with which some rows are compared, writes dou_dizhu
    begins = re.compile(rf"\| (?:(?:{'|'.join(map(re.escape, names))})(?:,[^|]*)?|stich/{in_code}(?:/\w+)?) *\|")
    heading = ""
    lines = (ROOT / "docs" / document).read_text("utf-8").split("\n")
    for at, line in enumerate(lines):
        heading = line.lstrip("# ") if line.startswith("#") else heading
        if re.match(r"\|[-:|\s]+\|$", line) and not re.match(r"\| *\| *\|", lines[at - 1]):
            end = next((n for n in range(at, len(lines)) if not lines[n].startswith("|")), len(lines))
            if rows := [row for row in lines[at + 1 : end] if begins.match(row)]:
                yield Found(document, heading, lines[at - 1 : at + 1], rows)


def section_of(document: str, names: list[str]) -> str:
    """Return a link to the section of a document that has a game's name; "" if there is none."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    found = [name for name in names if re.search(rf"^## {re.escape(name)}$", text, re.MULTILINE)]
    return f"[{found[0]}](../{document}#{slug(found[0])})" if found else ""
