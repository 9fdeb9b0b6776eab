"""A game's rules as illustrated text for people: `help/<language>.md` beside its rules, converted to sections for the
page.

A section begins with a heading that has its name, `## Bidding {#bid}`, the same in every language; deeper headings
begin sections within it. A row of cards is written as code, `` `cards: J8 S8 T8 + P3` ``: cards after the plus are
drawn apart, and `not:` instead of `cards:` marks an invalid combination. Links lead to sections:
`[traps](#combo.trap)`.

Without these files the rule sheet is shown, `sheet.md`, whose headings need no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from stich.kernel.action import Refused
from stich.text.catalogue import SHEET

HEADING: Final = re.compile(r"^(##+) (.+) \{#([\w.]+)\}$", re.M)
TITLE: Final = re.compile(r"^(##?) (.+?)(?: \{#[\w.]+\})?$", re.M)  # in a rule sheet
PICTURE: Final = re.compile(r"(cards|not): (.+)")


class Section(NamedTuple):
    """A piece of a game's rules. level: 2, or deeper for a section inside the one before it; html: safe to show."""

    id: str
    title: str
    level: int
    html: str


def draw_later(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object) -> str:
    """Return the HTML of a row of cards, which the page fills in; other code is shown as it is."""
    found = PICTURE.fullmatch(tokens[at].content)
    if found is None:
        return f"<code>{escape(tokens[at].content)}</code>"
    return f'<span class="cards" data-kind="{found[1]}" data-cards="{escape(found[2])}"></span>'


def _writer() -> MarkdownIt:
    """Markdown without HTML, pictures and external links: its output is safe to show."""
    writer = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    writer.add_render_rule("code_inline", draw_later)
    writer.validateLink = lambda url: bool(re.fullmatch(r"#[\w.]+", url))  # type: ignore[method-assign]
    return writer


@cache
def read_help(file: Path) -> tuple[Section, ...]:
    """Return the sections of one help file, in its order. Lines above the first heading are for writers only.

    Raises Refused `error.help_file` (path, reason) if it cannot be read or has no section; FileNotFoundError if a game
    has no help in this language.
    """
    try:
        text = file.read_text("utf-8")
        found = tuple(_sheet(text) if file.name == SHEET else _sections(text))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Refused(
            "error.help_file", {"path": "/".join(file.parts[-3:]), "reason": f"{file.name}:{line}: not UTF-8"}
        ) from None
    if not found:
        reason = f"{file.name}:1: no heading with a name, like “## The aim {{#aim}}”"
        raise Refused("error.help_file", {"path": "/".join(file.parts[-3:]), "reason": reason})
    return found


def _sections(text: str) -> Iterator[Section]:
    writer = _writer()
    found = list(HEADING.finditer(text))
    for one, following in zip(found, [*found[1:], None], strict=False):
        body = text[one.end() : following.start() if following else len(text)]
        yield Section(one[3], one[2], len(one[1]), writer.render(body).strip())


def _sheet(text: str) -> Iterator[Section]:
    """Yield a section for each heading of a rule sheet; one without text of its own is the sheet's title."""
    writer = _writer()
    found = list(TITLE.finditer(text))
    for number, (one, following) in enumerate(zip(found, [*found[1:], None], strict=False)):
        html = writer.render(text[one.end() : following.start() if following else len(text)]).strip()
        if html:
            yield Section(f"sheet{number + 1}", one[2], 2, html)
