"""Chimera's lessons: what a newcomer does and reads, from the bidding to the score."""

from __future__ import annotations

import re

import pytest

from stich.games import find
from stich.server.lessons import read_lesson
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

SENTENCES = re.compile(r"[.!?](?=\s|$)")
LONGEST = 190  # characters, to be read on a phone beside the table


def test_the_learner_does_all_that_is_his_from_the_bidding_to_going_out() -> None:
    plan = read_lesson(find("chimera"), "first")
    asked = [step.at for step in plan.lesson.steps if step.verb]
    assert asked == [at for at, move in enumerate(plan.record.moves) if move.seat == plan.lesson.seat]
    assert [step.verb for step in plan.lesson.steps if step.verb] == ["bid", *["play"] * 4, "pass", "play", "play"]


def test_every_step_points_at_something_and_the_last_one_at_the_score() -> None:
    plan = read_lesson(find("chimera"), "first")
    assert all(step.look for step in plan.lesson.steps)
    assert (plan.lesson.steps[-1].at, plan.lesson.steps[-1].look) == (len(plan.record.moves), ["sheet"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_is_one_idea_in_two_sentences(language: str) -> None:
    texts = catalogue(language, "chimera")
    for step in read_lesson(find("chimera"), "first").lesson.steps:
        words = texts[step.key]
        assert isinstance(words, str)
        assert 1 <= len(SENTENCES.findall(words)) <= 2, words
        assert len(words) <= LONGEST, words
