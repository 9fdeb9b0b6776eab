"""The texts of the table and of games, read from PO files whose message ids are keys: "chimera.verb.play".

A text is a string, or its plural forms by the categories of CLDR ("one", "other", …), as `Intl.PluralRules` of a page
names them. `{name}` stands for a parameter, `{the name}` for one in a form. `stich.server.messages.view.Phrase`
describes the parameters, docs/add-a-game.md (Words) the forms. A page receives the result of `catalogue` as JSON.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from babel import Locale
from babel.messages import Catalog
from babel.messages.pofile import read_po

LANGUAGES = ("en", "de", "fr", "hu")
"""The languages. The first one is complete; it is used for texts that another language does not have."""

SHEET = "sheet.md"  # a game's rule sheet, beside its rules

Text = str | dict[str, str]

_TABLE = Path(__file__).parent
_PROBES = (*range(201), 1000, 1_000_000)  # numbers among which every plural category of a language occurs


def catalogue(language: str, *games: str | Path, table: bool = True) -> Mapping[str, Text]:
    """Return the texts of the table and of `games` by their keys, in English if there is no translation.

    table: False for those of the games alone. A game is given by name, or as the folder in which its `text/` lies; one
    without texts adds none. Raises ValueError for a language without a catalogue.
    """
    if language not in LANGUAGES:
        raise ValueError(f"there are no texts in {language!r}, only in {', '.join(LANGUAGES)}")
    return _merged(language, tuple(sorted({*games}, key=str)), table)


@lru_cache(64)  # the caller chooses the games: for ten there are a thousand selections
def _merged(language: str, games: tuple[str | Path, ...], table: bool) -> Mapping[str, Text]:
    merged: dict[str, Text] = {}
    for folder in (*([_TABLE] if table else []), *(place for game in games for place in folders(game))):
        for one in dict.fromkeys((LANGUAGES[0], language)):
            file = folder / f"{one}.po"
            if file.is_file():
                merged |= _kept(file)
    return MappingProxyType(merged)


@cache
def _kept(file: Path) -> dict[str, Text]:
    return read_texts(file)


def folders(game: str | Path) -> list[Path]:
    """Return the folders of a game's PO files, beside its rules; a namespace package can have several."""
    if isinstance(game, Path):
        return [game / "text"]
    spec = find_spec(f"stich.games.{game}") if game.isidentifier() else None
    return [Path(place) / "text" for place in (spec.submodule_search_locations or [] if spec else [])]


def read_texts(file: Path) -> dict[str, Text]:
    """Return the translated messages of one PO file named after its language; fuzzy and empty ones are left out."""
    with file.open("rb") as stream:
        po = read_po(stream, locale=file.stem, abort_invalid=True)
    forms = plural_forms(po, Locale.parse(file.stem))
    texts: dict[str, Text] = {}
    for message in po:
        if not message.id or message.fuzzy:
            continue
        string = message.string or ""
        if isinstance(string, str):
            if string:
                texts[str(message.id)] = string
        elif all(string):
            texts[message.id[0]] = {category: string[index] for category, index in forms.items()}
    return texts


def plural_forms(po: Catalog, locale: Locale) -> dict[str, int]:
    """Return which of a PO file's numbered forms each plural category of the language is: English one 0, other 1."""
    numbered: Callable[[int], int] = gettext.c2py(po.plural_expr)
    return {category: numbered(n) for n in reversed(_PROBES) for category in (locale.plural_form(n),)}
