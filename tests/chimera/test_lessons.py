"""Chimera's lessons: what a newcomer does, from the bidding to the score. What holds for all: tests/test_lessons.py."""

from __future__ import annotations

import pytest

from stich.games import find
from stich.server.state.lessons import read_lesson

pytestmark = pytest.mark.once


def test_the_learner_bids_plays_and_goes_out() -> None:
    plan = read_lesson(find("chimera"), "first")
    assert [step.verb for step in plan.lesson.steps if step.verb] == ["bid", *["play"] * 4, "pass", "play", "play"]
    assert plan.lesson.steps[-1].look == ["sheet"]
