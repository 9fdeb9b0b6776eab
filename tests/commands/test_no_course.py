"""`stich train` refuses a game without a network, also where stich[train] is not installed."""

from __future__ import annotations

import pytest

from stich.cli import main

pytestmark = pytest.mark.once


def test_a_game_without_a_course_is_refused_and_those_with_one_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "cruzo"]) == 2
    assert "No network is trained for cruzo. These games have one: chimera\n" in capsys.readouterr().err
