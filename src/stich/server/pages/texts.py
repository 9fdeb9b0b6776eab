"""Which texts a page is sent: those of a start page, those with which a table shows its first cards, or all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from stich.server.pages.replies import Prepared
from stich.text.catalogue import catalogue

BEFORE_PLAY: Final = re.compile(r"\w+\.(name|about|credit|(option|preset)\..+)$")  # texts of a game on a start page
# texts of other pages, of dialogs, hints and refusals: a table shows its first cards without them
AFTER_FIRST: Final = re.compile(
    r"(error|terminal|cli|start|review|evaluation|puzzle|stats|daily|matches|share|settings(?!\.(title|language)$)|lesson|sheet|end|invite)\."
    r"|(admin|fair|program|ratings|recover|talk|watch|me)\.|owner\.(?!host$)"
    r"|lobby\.(after|all|before|games|lost|next|none|open|pages|seats)$"
    r"|link\.(refused|closed|outdated|unable|blocked)\b"
    r"|table\.said\.(absent|called_off|want_end|(dis)?agree|(un)?list|(un)?silence|(no_)?watching|program(_gone)?|token(_ends)?)\b"
    r"|table\.said\.((un)?lock|remove|recover)\b"
    r"|table\.(ended|want_end|stake\.title|out)\b"
    r"|help\.(?!(open|explain)$)|keys\.(?!ctrl$)|table\.pace\."
    r"|\w+\.((why|lesson|option|preset\.\w+|score)\.|(about|credit)$)"
)


def prepared_texts(lang: str, folders: tuple[str | Path, ...], table: bool, part: str) -> Prepared:
    """Return texts as they are sent. The first reading takes half a second, in which the tables go on."""
    every = catalogue(lang, *folders, table=table)
    texts = {key: text for key, text in every.items() if not key.startswith("admin.")}
    match part:
        case "start":
            return Prepared({key: text for key, text in texts.items() if BEFORE_PLAY.match(key)})
        case "first":
            return Prepared({key: text for key, text in texts.items() if not AFTER_FIRST.match(key)})
    return Prepared(dict(texts))
