"""Every game's rules for people: complete in every language, every option explained, every picture of real cards.

What `stich check` looks at in any game, and what only games of stich must have. A game whose pictures show more than
cards has tests of its own beside this one, as `chimera/test_help.py`.
"""

from __future__ import annotations

import pytest

from stich.games import find, folder, games
from stich.testing.help import SHOWN, help_troubles
from stich.text.catalogue import LANGUAGES
from stich.text.help import read_help

pytestmark = pytest.mark.once


def test_there_are_rules_to_read_for_every_game_in_every_language() -> None:
    files = [folder(name) / f"help/{language}.md" for name in games() for language in LANGUAGES]
    assert files
    assert [file for file in files if not file.is_file()] == []


@pytest.mark.parametrize("name", games())
def test_nothing_is_wrong_with_them(name: str) -> None:
    assert help_troubles(find(name)) == []


@pytest.mark.parametrize("name", games())
def test_they_have_pictures(name: str) -> None:
    assert any(SHOWN.search(section.html) for section in read_help(folder(name) / "help/en.md"))
