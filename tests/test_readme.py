"""The README's table of games says what the code has. `python tests/test_readme.py --write` renews it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from unicodedata import normalize

import pytest

from stich.bots import levels
from stich.games import find, folder, games
from stich.kernel.game import Game
from stich.server.state.lessons import lesson_names, read_lesson
from stich.text.catalogue import LANGUAGES, read_texts

pytestmark = pytest.mark.once

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile("<!-- games -->\n(.*?)<!-- end -->", re.DOTALL)
HEAD = ["game", "players (usual)", "options", "bots", "languages", "lesson"]


def table() -> str:
    """Return a row for every game, by its English name."""
    rows = sorted([row(game) for game in games().values()], key=lambda cells: normalize("NFD", cells[0]))
    lines = ["| " + " | ".join(cells) + " |" for cells in [HEAD, ["---", "---", "---:", "---", "---", "---:"], *rows]]
    return "\n".join(lines) + "\n"


def row(game: Game) -> list[str]:
    few, many = min(game.seats), max(game.seats)
    players = f"{few}–{many} ({game.seats[0]})" if few < many else str(few)
    bots = levels(game)
    return [
        str(texts(game, "en")[f"{game.name}.name"]),
        players,
        str(options(game)),
        f"{len(bots)}: {bots[0].capitalize()} to {bots[-1].capitalize()}",
        " ".join(languages(game)),
        f"{steps(game)} steps",
    ]


def texts(game: Game, language: str) -> dict[str, object]:
    return dict(read_texts(folder(game.name) / f"text/{language}.po"))


def options(game: Game) -> int:
    """Return how many options leave a choice; one with a single value says only what the sheet says."""
    return len([option for option in game.options if option.kind == "number" or len(option.values) > 1])


def languages(game: Game) -> list[str]:
    """Return the languages that have every text of the game, and its rules to read."""
    there = [language for language in LANGUAGES if (folder(game.name) / f"text/{language}.po").is_file()]
    keys = {key for key in texts(game, "en") if not key.startswith("form.")}  # forms of words are a language’s own
    whole = [language for language in there if keys <= set(texts(game, language))]
    return [language for language in whole if (folder(game.name) / f"help/{language}.md").is_file()]


def steps(game: Game) -> int:
    """Return how many steps the game's lessons have."""
    return sum([len(read_lesson(game, name).lesson.steps) for name in lesson_names(game)])


def test_the_readmes_table_of_games_is_what_the_code_has() -> None:
    found = BLOCK.search(README.read_text("utf-8"))
    assert found
    assert found[1] == table(), "python tests/test_readme.py --write"


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_players_languages_and_a_lesson(name: str) -> None:
    game = find(name)
    assert languages(game) == list(LANGUAGES)
    assert levels(game) == ["random", "beginner", "club", "expert", *(["master"] if name == "chimera" else [])]
    assert steps(game) > 0


def write() -> None:
    text = README.read_text("utf-8")
    README.write_text(BLOCK.sub(lambda _: f"<!-- games -->\n{table()}<!-- end -->", text), "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
