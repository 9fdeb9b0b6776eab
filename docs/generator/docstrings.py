"""Turns the docstrings of stich into what Sphinx reads: the names that they explain become a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAME = r"(?!default\b|returns\b|raises\b)[a-z_][a-z0-9_]*"
BEGINS = re.compile(rf"(?:^|(?<=[.;:?!)\"]) )(?=(?:{NAME}, )*{NAME}: |Raises )")
EXPLAINS = re.compile(rf"((?:{NAME}, )*{NAME}): (.*)")


def process(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Replace a docstring; the arguments are those of autodoc's event. lines: are changed in place."""
    lines[:] = arranged("\n".join(lines)).split("\n")


def skip(app: Sphinx, what: str, name: str, obj: object, skips: bool, options: object) -> bool | None:
    """Leave out the fields of a named tuple, which its docstring explains; None: autodoc decides."""
    return True if str(getattr(obj, "__doc__", "")).startswith("Alias for field number") else None


def arranged(doc: str) -> str:
    """Return a docstring in reStructuredText. Paragraphs that are indented are code, as in Markdown."""
    out: list[str] = []
    indented = False
    for paragraph in doc.strip("\n").split("\n\n"):
        if paragraph.startswith("    "):
            out += [paragraph] if indented else ["::", paragraph]
        else:
            out += pieces(" ".join(paragraph.split()))
        indented = paragraph.startswith("    ")
    return "\n\n".join(out) + "\n"


def pieces(text: str) -> Iterator[str]:
    """Yield the paragraphs and the items of a list that a paragraph consists of."""
    for piece in filter(None, BEGINS.split(text)):
        found = EXPLAINS.fullmatch(piece)
        if found is None:
            yield escaped(piece)
        else:
            yield f"* {', '.join(f'``{name}``' for name in found[1].split(', '))}: {escaped(found[2])}"


def escaped(text: str) -> str:
    """Return text in which a star, an at sign, or an underscore at the edge of a word is no markup."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"(\*|@|_(?=\W|$))", r"\\\1", part) for part in parts)
