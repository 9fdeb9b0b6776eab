"""Every game's rules for people: complete in every language, every option explained, every picture of real cards.

A game whose pictures show more than cards has tests of its own beside this one, as `chimera/test_help.py`.
"""

from __future__ import annotations

import re

import pytest

from stich.games import find, folder, games
from stich.text.catalogue import LANGUAGES
from stich.text.help import Section, read_help

pytestmark = pytest.mark.once

SHOWN = re.compile(r'data-kind="(\w+)" data-cards="([^"]*)"')
WRITTEN = [name for name in sorted(games()) if (folder(name) / "help/en.md").is_file()]


def sections(name: str, language: str) -> tuple[Section, ...]:
    return read_help(folder(name) / f"help/{language}.md")


def test_there_are_rules_to_read_for_every_game() -> None:
    assert sorted(games()) == WRITTEN


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WRITTEN)
class TestEachLanguage:
    def test_has_the_sections_and_pictures_of_the_english_one(self, name: str, language: str) -> None:
        shape = [(s.id, s.level, SHOWN.findall(s.html)) for s in sections(name, language)]
        assert shape == [(s.id, s.level, SHOWN.findall(s.html)) for s in sections(name, "en")]

    def test_leaves_no_section_empty(self, name: str, language: str) -> None:
        read = sections(name, language)
        deeper = {read[at - 1].id for at in range(1, len(read)) if read[at].level > read[at - 1].level}
        assert all(s.title and (s.html or s.id in deeper) for s in read)

    def test_leads_nowhere_else(self, name: str, language: str) -> None:
        read = sections(name, language)
        found = {link for s in read for link in re.findall(r'href="([^"]*)"', s.html)}
        assert found <= {f"#{s.id}" for s in read}
        assert not any("](" in s.html for s in read), "a link that was refused"


@pytest.mark.parametrize("name", WRITTEN)
def test_every_option_is_explained_and_none_that_is_not_there(name: str) -> None:
    names = [s.id for s in sections(name, "en")]
    assert len(names) == len(set(names))
    assert {f"option.{option.name}" for option in find(name).options} == {n for n in names if n.startswith("option.")}


@pytest.mark.parametrize("name", WRITTEN)
def test_every_picture_is_of_cards_that_there_are(name: str) -> None:
    faces = find(name).pack.faces
    drawn = [cards for s in sections(name, "en") for _, cards in SHOWN.findall(s.html)]
    assert drawn
    for cards in drawn:
        assert set(cards.replace("+", "").split()) <= set(faces), cards


@pytest.mark.parametrize("name", [name for name, game in games().items() if game.reference])
def test_what_is_looked_up_while_one_plays_is_a_section_of_the_rules(name: str) -> None:
    for language in LANGUAGES:
        assert find(name).reference in [section.id for section in sections(name, language)]
