"""docs/words.md says what the code and the catalogues say. `python tests/test_words.py --write` renews its tables."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest

from stich.games import find, games
from stich.kernel import action, cards, game, match, state, view, zones
from stich.parts.climb import TYPES
from stich.text.catalogue import catalogue

WORDS = Path(__file__).parents[1] / "docs/words.md"
LANGUAGES = ("en", "de", "fr", "hu")
PARAMETER = re.compile(r"( (of|de|aux))?\W*\{[\w ]+\}(–\{\w+\})?")  # "Pair of {ranks}" is a pair
BLOCK = "<!-- {} -->\n(.*?)<!-- end -->"


def table(name: str) -> str:
    """Return the table of a game's words: zones, phases, what is done; and combinations, where it has them."""
    game = find(name)
    keys = {f"zone.{zone.name}": None for seats in game.seats for zone in game.rules(seats=seats).layout.zones}
    keys |= {f"phase.{phase.name}": None for phase in game.phases}
    if name == "chimera":
        keys |= {f"combo.{combo}": None for combo in TYPES if f"chimera.combo.{combo}" in catalogue("en", "chimera")}
    else:
        keys |= {f"verb.{verb}": None for verb in game.verbs}
    texts = {language: catalogue(language, name) for language in LANGUAGES}
    rows = ["| code | English | German | French | Hungarian |", "|---|---|---|---|---|"]
    for key in keys:
        alone = f"{name}.{key}.bare"  # of a verb whose words need more than its parameters left out
        own = alone if alone in texts["en"] else f"{name}.{key}"
        words = [PARAMETER.sub("", str(texts[language][own])).strip() for language in LANGUAGES]
        if any(words):
            rows.append(f"| `{key}` | " + " | ".join(words) + " |")
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("name", sorted(games()))
def test_a_games_words_are_those_of_the_catalogues(name: str) -> None:
    found = re.search(BLOCK.format(name), WORDS.read_text("utf-8"), re.DOTALL)
    assert found, name
    assert found[1] == table(name), "python tests/test_words.py --write"


def write() -> None:
    """Renew every game's table; a new game's comes last."""
    text = WORDS.read_text("utf-8")
    for name in games():
        fresh = f"<!-- {name} -->\n{table(name)}<!-- end -->"
        if f"<!-- {name} -->" in text:
            text = re.sub(BLOCK.format(name), lambda _, fresh=fresh: fresh, text, flags=re.DOTALL)  # type: ignore[misc]
        else:
            text += f"\n## {catalogue('en', name)[f'{name}.name']}\n\n{fresh}\n"
    WORDS.write_text(text, "utf-8")


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
    write()
