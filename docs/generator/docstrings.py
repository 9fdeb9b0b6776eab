"""Turns the docstrings of stich into what Sphinx reads: the names that they explain become a list."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAME = r"[a-z_][a-z0-9_]*(?:\(\))?"
BEGINS = re.compile(rf"(?:^|(?<=[.;:?!)\"]) )(?=(?:{NAME}, )*{NAME}: |Raises )")
EXPLAINS = re.compile(rf"((?:{NAME}, )*{NAME}): (.*)")


def process(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Replace a docstring; the arguments are those of autodoc's event. lines: are changed in place."""
    lines[:] = arranged("\n".join(lines), names_of(obj)).split("\n")


def skip(app: Sphinx, what: str, name: str, obj: object, skips: bool, options: object) -> bool | None:
    """Leave out the fields of a named tuple, which its docstring explains; None: autodoc decides."""
    return True if str(getattr(obj, "__doc__", "")).startswith("Alias for field number") else None


def names_of(obj: object) -> set[str]:
    """Return the names that the docstring of a function or class can explain: parameters, attributes and methods."""
    names: set[str] = set()
    with suppress(TypeError, ValueError):  # nothing to call, or compiled
        names.update(inspect.signature(obj).parameters)  # type: ignore[arg-type]
    for kind in inspect.getmro(obj) if isinstance(obj, type) else ():
        names |= {*vars(kind), *inspect.get_annotations(kind)}
        with suppress(TypeError, OSError):  # without a source
            names.update(re.findall(r"\bself\.(\w+)", inspect.getsource(kind)))
    return names


def arranged(doc: str, names: set[str]) -> str:
    """Return a docstring in reStructuredText. Paragraphs that are indented are code, as in Markdown.

    names: what it can explain; other words before a colon belong to a sentence.
    """
    out: list[str] = []
    indented = False
    for paragraph in doc.strip("\n").split("\n\n"):
        if paragraph.startswith("    "):
            out += [paragraph] if indented else ["::", paragraph]
        else:
            out += pieces(" ".join(paragraph.split()), names)
        indented = paragraph.startswith("    ")
    return "\n\n".join(out) + "\n"


def pieces(text: str, names: set[str]) -> Iterator[str]:
    """Yield the paragraphs and the items of a list that a paragraph consists of. names: what it can explain."""
    for piece in whole(filter(None, BEGINS.split(text)), names):
        found = explained(piece, names)
        if found is None:
            yield escaped(piece)
        else:
            yield f"* {', '.join(f'``{name}``' for name in found[1].split(', '))}: {escaped(found[2])}"


def whole(parts: Iterable[str], names: set[str]) -> list[str]:
    """Return parts of a paragraph, joined again where the words before a colon are no names."""
    out: list[str] = []
    for part in parts:
        if out and explained(part, names) is None and not part.startswith("Raises "):
            out[-1] += f" {part}"
        else:
            out.append(part)
    return out


def explained(text: str, names: set[str]) -> re.Match[str] | None:
    """Return the names that a text begins with, and what it says of them; None if it begins otherwise."""
    found = EXPLAINS.fullmatch(text)
    return found if found and names.issuperset(name.removesuffix("()") for name in found[1].split(", ")) else None


def escaped(text: str) -> str:
    """Return text in which a star, an at sign, or an underscore at the edge of a word is no markup."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"(\*|@|_(?=\W|$))", r"\\\1", part) for part in parts)
