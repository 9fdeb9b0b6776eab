"""docs/words.md says what the code and the catalogues say. `python tests/test_words.py --write` renews its tables."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest

from stich.games.chimera.rules import GAME
from stich.kernel import action, cards, game, match, state, view, zones
from stich.parts.climb import TYPES
from stich.text.catalogue import catalogue

WORDS = Path(__file__).parents[1] / "docs/words.md"
LANGUAGES = ("en", "de", "fr", "hu")
PARAMETER = re.compile(r"( (of|de|aux))?\W*\{\w+\}(–\{\w+\})?")  # "Pair of {ranks}" is a pair
BLOCK = re.compile(r"(?<=<!-- chimera -->\n).*?(?=<!-- end -->)", re.DOTALL)


def chimera_table() -> str:
    """Return the table of Chimera's words: zones, phases, combinations."""
    layout = GAME.rules().layout
    keys = [f"chimera.zone.{zone.name}" for zone in layout.common + layout.own]
    keys += [f"chimera.phase.{phase.name}" for phase in GAME.phases]
    keys += [f"chimera.combo.{name}" for name in TYPES if f"chimera.combo.{name}" in catalogue("en", "chimera")]
    texts = {language: catalogue(language, "chimera") for language in LANGUAGES}
    rows = ["| code | English | German | French | Hungarian |", "|---|---|---|---|---|"]
    for key in keys:
        words = [PARAMETER.sub("", str(texts[language][key])).strip() for language in LANGUAGES]
        rows.append(f"| `{key.removeprefix('chimera.')}` | " + " | ".join(words) + " |")
    return "\n".join(rows) + "\n"


def test_chimeras_words_are_those_of_the_catalogues() -> None:
    found = BLOCK.search(WORDS.read_text("utf-8"))
    assert found
    assert found[0] == chimera_table(), "python tests/test_words.py --write"


@pytest.mark.parametrize("module", [action, cards, game, match, state, view, zones], ids=lambda m: m.__name__)
def test_every_public_class_of_the_kernel_is_explained(module: object) -> None:
    text = WORDS.read_text("utf-8") + (WORDS.parent / "add-a-game.md").read_text("utf-8")
    for name, cls in inspect.getmembers(module, inspect.isclass):
        if cls.__module__.startswith("stich.kernel"):
            assert re.search(rf"\b{name}\b", text), f"{name} stands neither in docs/words.md nor in docs/add-a-game.md"


def test_the_roles_are_those_of_the_kernel() -> None:
    text = WORDS.read_text("utf-8")
    for role in zones.ROLES:
        assert re.search(rf"\b{role}\b", text), role


if __name__ == "__main__" and "--write" in sys.argv:
    WORDS.write_text(BLOCK.sub(lambda _: chimera_table(), WORDS.read_text("utf-8")), "utf-8")
