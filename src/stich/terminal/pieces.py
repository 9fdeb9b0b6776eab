"""Pieces of a drawing that the parts of the table share: lines are `rich` texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from stich.terminal.look import Look
from stich.terminal.table import Table
from stich.text.cards import BACK

Lines = list[Text]
TYPED: Final = str.maketrans("−–—…·×’‘“”„«»\u00a0\u202f", "---..x" + "''" + '"' * 5 + "  ")
"""Typographic signs, and their replacements in ASCII."""


def chips(table: Table, look: Look, cards: Iterable[int]) -> Text:
    """Return cards on one line: rank and sign each, 255 as a back."""
    out = Text()
    for n, face in enumerate(cards):
        out.append(" " if n else "")
        if face == BACK:
            out.append(look.back, look.style("back"))
            continue
        one = table.words.drawn(table.spec.faces[face], plain=look.plain)
        out.append(one.rank + (one.sign if look.plain else one.sign[:1]), look.card(one.ink))
    return out


def tile(
    table: Table, look: Look, face: int, width: int, height: int, *, lit: bool = True, selected: bool = False
) -> Lines:
    """Return a card as a block: the rank, below it the sign."""
    if face == BACK:
        return [Text(look.edge + (look.back * width)[: width - 1], look.style("back")) for _ in range(height)]
    one = table.words.drawn(table.spec.faces[face], plain=look.plain)
    style = look.card(one.ink, lit=lit, selected=selected)
    parts = [one.rank, one.sign, *[""] * (height - 2)]
    return [Text(f"{look.edge}{part}".ljust(width)[:width], style) for part in parts]


def tiles(table: Table, look: Look, cards: Sequence[int], width: int) -> Lines:
    """Return cards side by side, two lines high, as wide as there is room."""
    each = max(3, min(5, width // max(1, len(cards))))
    rows = [Text(), Text()]
    for face in cards:
        for row, part in zip(rows, tile(table, look, face, each, 2), strict=True):
            row.append_text(part)
    return rows


def hidden(cards: Sequence[int]) -> bool:
    """Tell whether nothing is known about these cards."""
    return all(face == BACK for face in cards)


def rule(look: Look, width: int, title: str = "") -> Text:
    """Return a horizontal line with a title."""
    wording = f" {title} " if title else ""
    line = Text(look.rule * 2, look.style("rule")).append(wording, look.style("title"))
    return cut(line.append(look.rule * max(0, width - line.cell_len), look.style("rule")), width)


def cut(line: Text, width: int) -> Text:
    """Return the line cut to this width."""
    if line.cell_len > width:
        line = line.copy()
        line.truncate(max(0, width), overflow="ellipsis")
    return line


def typed(line: Text) -> Text:
    """Return the line with typographic signs replaced by ASCII ones; letters stay as the language has them."""
    if line.plain.isascii():
        return line
    out = line.copy()
    out.plain = out.plain.translate(TYPED)
    return out


def wrap(line: Text, width: int, *, indent: str = "", hang: str | None = None) -> Lines:
    """Return the line wrapped at spaces; indent before each part, hang before all but the first if given."""
    later = indent if hang is None else hang
    parts = line.wrap(Console(width=width), max(8, width - cell_len(later)), no_wrap=False)
    out = []
    for n, part in enumerate(parts):
        part.rstrip()
        lead = (later if n else indent) if not (n == 0 and part.plain.startswith(" ")) else ""
        out.append(Text(lead).append_text(part))
    return out


def text_of(lines: Sequence[Text]) -> str:
    """Return lines as text without colours."""
    return "\n".join(line.plain.rstrip() for line in lines)
