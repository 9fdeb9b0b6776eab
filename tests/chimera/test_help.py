"""Chimera's rules for people: complete in every language, and every picture shows what the words beside it say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chimera.positions import rules
from stich.games.chimera.rules import GAME, PACK, readings
from stich.parts.climb import TYPES, kind
from stich.text.catalogue import LANGUAGES
from stich.text.help import Section, read_help

pytestmark = pytest.mark.once

HELP = Path(__file__).parents[2] / "src/stich/games/chimera/help"
SHOWN = re.compile(r'data-kind="(\w+)" data-cards="([^"]*)"')
OTHERWISE = {  # the picture in an option's section is a combination only under this value
    "kickers_distinct": "false",
    "kicker_may_repeat_run": "true",
    "quad_pair_as_singles": "true",
    "quad_two_equal_pairs": "true",
}


def sections(language: str) -> tuple[Section, ...]:
    return read_help(HELP / f"{language}.md")


def pictures(section: Section) -> list[tuple[str, bytes]]:
    """Return what is drawn in a section: whether it is a combination, and its faces."""
    return [
        (said, bytes(PACK.names.index(card) for card in cards.replace("+", "").split()))
        for said, cards in SHOWN.findall(section.html)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
class TestEachLanguage:
    def test_has_the_sections_and_pictures_of_the_english_one(self, language: str) -> None:
        shape = [(s.id, s.level, SHOWN.findall(s.html)) for s in sections(language)]
        assert shape == [(s.id, s.level, SHOWN.findall(s.html)) for s in sections("en")]

    def test_leaves_no_section_empty(self, language: str) -> None:
        assert all(s.title and s.html for s in sections(language))

    def test_leads_nowhere_else(self, language: str) -> None:
        found = {link for s in sections(language) for link in re.findall(r'href="([^"]*)"', s.html)}
        assert found <= {f"#{s.id}" for s in sections(language)}
        assert not any("](" in s.html for s in sections(language)), "a link that was refused"


def test_every_option_and_every_combination_is_explained() -> None:
    names = [s.id for s in sections("en")]
    assert {f"option.{option.name}" for option in GAME.options} == {n for n in names if n.startswith("option.")}
    assert [f"combo.{name}" for name in TYPES[1:]] == [n for n in names if n.startswith("combo.")]


def test_every_picture_of_a_combination_is_one() -> None:
    usual = rules()
    for section in sections("en"):
        if not section.id.startswith("combo."):
            continue
        assert pictures(section), section.id
        for said, cards in pictures(section):
            found = {TYPES[kind(move)] for move in readings(usual, cards)}
            assert found == ({section.id.removeprefix("combo.")} if said == "cards" else set()), section.id


def test_a_picture_of_an_option_shows_what_only_it_allows() -> None:
    for name, value in OTHERWISE.items():
        section = next(s for s in sections("en") if s.id == f"option.{name}")
        for _, cards in pictures(section):
            before = {TYPES[kind(move)] for move in readings(rules(), cards)}
            after = {TYPES[kind(move)] for move in readings(rules(**{name: value}), cards)}
            assert after > before, name
