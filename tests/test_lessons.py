"""Every game's lessons: a record that is played, a text for each step, one idea at a time."""

from __future__ import annotations

import re

import pytest

from stich.games import find, games
from stich.server.state.lessons import lesson_names, read_lesson
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

SENTENCES = re.compile(r"[.!?](?=\s|$)")
LONGEST = 190  # characters, to be read on a phone beside the table
LESSONS = [(name, lesson) for name in sorted(games()) for lesson in lesson_names(find(name))]


def test_every_game_has_a_lesson() -> None:
    assert {name for name, _ in LESSONS} == set(games())


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_the_learner_does_all_their_steps_up_to_the_last(name: str, lesson: str) -> None:
    plan = read_lesson(find(name), lesson)
    asked = [step.at for step in plan.lesson.steps if step.verb]
    assert asked == [at for at, move in enumerate(plan.record.moves) if move.seat == plan.lesson.seat]
    assert all(step.look for step in plan.lesson.steps)
    assert plan.lesson.steps[-1].at == len(plan.record.moves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_each_step_is_one_idea_in_two_sentences(name: str, lesson: str, language: str) -> None:
    texts = catalogue(language, name)
    for step in read_lesson(find(name), lesson).lesson.steps:
        words = texts[step.key]
        assert isinstance(words, str)
        assert 1 <= len(SENTENCES.findall(words.replace("“", "").replace("”", ""))) <= 2, words
        assert len(words) <= LONGEST, words
