"""Pieces of Markdown that the generated pages consist of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell(each) for each in line)} |" for line in lines)


def cell(content: object) -> str:
    """Return what stands in a field of a table: on one line, and a bar ends no field."""
    return str(content).replace("\n", " ").replace("|", "\\|")


def code(words: object) -> str:
    """Return a name as it is typed."""
    return f"`{words}`"


def slug(heading: str) -> str:
    """Return the anchor that MyST gives a heading, as on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower().replace(" ", "-"))


def bare(text: str) -> str:
    """Return a text of a table with dots where its parameters belong, on one line."""
    return " ".join(re.sub(r"\{[^}]*\}", "…", text).split())
