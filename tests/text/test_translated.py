"""Every text in every language: really translated, and set as that language sets it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from stich.text.catalogue import LANGUAGES, Text, read_texts

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/stich"
FOLDERS = [SOURCE / "text", *sorted((SOURCE / "games").glob("*/text"))]
OTHERS = [language for language in LANGUAGES if language != "en"]

NAMES = {
    "Chimera",
    "Pi Ya",
    "joker",
    "Écarté",
    "Herzblatt",
    "Gaigel",
    "Diß",
    "Talon",
    "Doppelkopf",
    "Dou Dizhu",
    "Durak",
    "Durak: {seats}",
    "Fünfhundert",
    "Chinchón",
    "Frustration",
    "Cruzo",
    "Re",
    "Kontra",
    "Großspiel",
    "{seat}: Großspiel",
    "Schneider",
    "Solo",
    "Unter",
    "Ober",
    "La Conga",
}  # what has one name everywhere
SAME = {  # words that a language shares with English
    "de": {"{n} min", "System", "Normal", "Enter", "Hand", "Stock", "Jade {rank}"} | {"Bot?", "Name", "offline"},
    "fr": {"{n} min", "Options", "Volume", "Normal", "Table", "Score", "Pause", "Points", "101 points", "Jade {rank}"}
    | {"Ctrl+{key}", "Places", "Place {n}", "+1 min", "{x} points", "{x} places"}
    | {"bot {name}"},
    "hu": {"Enter", "Pagoda {rank}", "Ctrl+{key}", "Bot?", "Program"},
}

WRONG = {  # what must not stand in a text, and why
    "en": [(r"[\"'„»«]", "quotation marks are “ ”, the apostrophe is ’")],
    "de": [(r"[\"'”»«]", "Anführungszeichen sind „ “, der Apostroph ist ’")],
    "fr": [
        (r"[\"'“”„]", "les guillemets sont « », l’apostrophe est ’"),
        (r"[^\u202f][;!?»]|«[^\u202f]", "devant ; ! ? » et après « va une espace fine insécable"),
        (r"[^\u00a0]:(?!\w)", "devant : va une espace insécable"),
    ],
    "hu": [
        (r"[\"'“»«]", "az idézőjel „ ”, az aposztróf ’"),
        (r"\b[Aa]\(z\)", "a mondat úgy épüljön, hogy ne kelljen a(z)"),
    ],
}  # fmt: skip
EVERYWHERE = [(r"\.\.\.", "the ellipsis is …"), (r"(?<!\w)  (?!\w)|^ | $", "a blank too many")]


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def said(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language that people read, with the place where it stands."""
    for folder in FOLDERS:
        for key, text in read_texts(folder / f"{language}.po").items():
            yield from ((key, form) for form in forms(text))
    for file in sorted((SOURCE / "games").glob(f"*/help/{language}.md")):
        prose = re.sub(r"`[^`]*`|\{#[\w.]+\}|\]\(#[\w.]+\)|^[|:-]+$", "", file.read_text("utf-8"), flags=re.M)
        yield from ((file.name, line.strip()) for line in prose.splitlines()[2:])


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_left_in_english(language: str) -> None:
    left = []
    for folder in FOLDERS:
        english = read_texts(folder / "en.po")
        for key, text in read_texts(folder / f"{language}.po").items():
            words = {form for form in forms(text) if re.search(r"[^\W\d]{2}", re.sub(r"\{[\w ]+\}", "", form))}
            if text == english.get(key) and not words <= NAMES | SAME[language]:
                left.append((key, text))
    assert not left


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_set_as_the_language_sets_them(language: str) -> None:
    found = [
        f"{place}: {why}: {text}"
        for place, text in said(language)
        for wrong, why in WRONG[language] + EVERYWHERE
        if re.search(wrong, text)
    ]
    assert not found, "\n".join(found)
