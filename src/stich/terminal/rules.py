"""The rules of a game from its help file, formatted for a terminal: headings, lists, small tables, rows of cards.

Only the part of Markdown that these files use is supported (see `stich.text.help`); a widget for all of it takes
seconds to show a long page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from stich.terminal.look import Look
from stich.text.cards import Drawn
from stich.text.catalogue import LANGUAGES, SHEET, folders

Draw = Callable[[str], Drawn]
"""How the cards of a game are drawn, by their notation."""

HEADING: Final = re.compile(r"(#+) (.*?)(?: \{#[\w.]+\})?$")
ITEM: Final = re.compile(r"(?:[*-]|(\d+)\.) (.*)")
LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
INLINE: Final = re.compile(r"\*\*(.+?)\*\*|`([^`]*)`")
PICTURE: Final = re.compile(r"(cards|not): (.+)")


def rules_file(game: str, language: str) -> Path | None:
    """Return the file with a game's rules on this computer; in English if there are none in this language, the
    rule sheet if there are none at all."""
    for one in (*dict.fromkeys(f"help/{one}.md" for one in (language, LANGUAGES[0])), SHEET):
        for folder in folders(game):
            file = folder.parent / one
            if file.is_file():
                return file
    return None


def set_rules(markdown: str, draw: Draw, look: Look) -> RenderableType:
    """Return the rules as rich text, with cards as `draw` draws them. Lines above the first heading are for writers
    only."""
    start = markdown.find("\n## ")
    lines = (markdown[start + 1 :] if start >= 0 else markdown).splitlines()
    return Group(*_blocks(lines, draw, look))


def _blocks(lines: Iterable[str], draw: Draw, look: Look) -> Iterator[RenderableType]:
    rows: list[list[str]] = []
    for line in [*lines, ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not all(set(cell) <= set("-: ") for cell in cells):
                rows.append(cells)
            continue
        if rows:
            yield Padding(_grid(rows, draw, look), (0, 0, 0, 2))
            rows = []
        heading, item = HEADING.match(line), ITEM.match(line)
        if heading:
            yield Text(heading[2], look.style("turn" if len(heading[1]) == 2 else "title"))
        elif item:
            sign = f"{item[1]}. " if item[1] else "- " if look.plain else "• "
            yield Padding(Text.assemble(sign, _inline(item[2], draw, look)), (0, 0, 0, 2))
        else:
            yield _inline(line, draw, look)


def _grid(rows: list[list[str]], draw: Draw, look: Look) -> Grid:
    grid = Grid.grid(padding=(0, 3, 0, 0))
    for cells in rows:
        grid.add_row(*(_inline(cell, draw, look) for cell in cells))
    return grid


def _inline(text: str, draw: Draw, look: Look) -> Text:
    text = LINK.sub(r"\1", text)
    out = Text(style=look.style("text"))
    end = 0
    for found in INLINE.finditer(text):
        out.append(text[end : found.start()])
        picture = PICTURE.fullmatch(found[2] or "")
        if picture:
            out.append_text(_picture(picture[1], picture[2], draw, look))
        else:
            out.append(found[1] or found[2], look.style("me"))
        end = found.end()
    return out.append(text[end:])


def _picture(kind: str, cards: str, draw: Draw, look: Look) -> Text:
    """Return a row of cards, crossed out if it shows an invalid combination; cards after a plus stand apart."""
    out = Text("" if kind == "cards" else "x " if look.plain else "✗ ", look.style("bad"))
    for word in cards.split():
        if word == "+":
            out.append(" + ", look.style("soft"))
            continue
        one = draw(word)
        out.append(one.rank + (one.sign if look.plain else one.sign[:1]), look.card(one.ink)).append(" ")
    return out
