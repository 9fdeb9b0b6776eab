"""Chimera's rules for people: every picture shows what the words beside it say. For the rest: tests/test_help.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chimera.positions import rules
from stich.games.chimera.rules_cards import PACK
from stich.games.chimera.rules_combinations import TYPES
from stich.parts.climb import kind
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


def test_every_combination_is_explained() -> None:
    names = [s.id for s in sections("en")]
    assert [f"combo.{name}" for name in TYPES[1:]] == [n for n in names if n.startswith("combo.")]


def test_every_picture_of_a_combination_is_one() -> None:
    usual = rules()
    for section in sections("en"):
        if not section.id.startswith("combo."):
            continue
        assert pictures(section), section.id
        for said, cards in pictures(section):
            found = {TYPES[kind(move)] for move in usual.lister.readings(cards)}
            assert found == ({section.id.removeprefix("combo.")} if said == "cards" else set()), section.id


def test_a_picture_of_an_option_shows_what_only_it_allows() -> None:
    for name, value in OTHERWISE.items():
        section = next(s for s in sections("en") if s.id == f"option.{name}")
        for _, cards in pictures(section):
            before = {TYPES[kind(move)] for move in rules().lister.readings(cards)}
            after = {TYPES[kind(move)] for move in rules(**{name: value}).lister.readings(cards)}
            assert after > before, name
