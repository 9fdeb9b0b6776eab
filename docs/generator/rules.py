"""The rules of a game as its table shows them, from the help file beside its rules."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from stich.games import folder
from stich.kernel.game import Game
from stich.text.cards import drawn
from stich.text.help import HEADING, PICTURE

CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(#([\w.]+)\)")


def rules_of(game: Game) -> str:
    """Return the rules in Markdown. Every section is a target for links: `ecarte-change`."""
    file: Path = folder(game.name) / "help/en.md"
    text = file.read_text("utf-8")
    text = text[HEADING.search(text).start() :]  # type: ignore[union-attr]  # tests/test_help.py checks that there is one
    text = HEADING.sub(lambda found: f"({game.name}-{found[3]})=\n#{found[1]} {found[2]}", text)
    text = LINK.sub(lambda found: f"](#{game.name}-{found[1]})", text)
    return CODE.sub(lambda found: picture(found[1], game), text)


def picture(words: str, game: Game) -> str:
    """Return a row of cards, drawn with characters; other code stays as it is. words: what stands between backticks."""
    found = PICTURE.fullmatch(words)
    if found is None:
        return f"`{words}`"
    cards = "".join(card(word, game.pack.art) for word in found[2].split())
    return f'<span class="cards {found[1]}">{cards}</span>'


def card(word: str, deck: str) -> str:
    """Return a card as HTML. word: its notation; "+": the next ones are drawn apart."""
    if word == "+":
        return '<span class="gap"></span>'
    shown = drawn(word, deck)
    sign = shown.sign[:1] if shown.sign else ""
    return f'<span class="card {shown.ink}" title="{escape(word)}">{escape(shown.rank)}{escape(sign)}</span>'
