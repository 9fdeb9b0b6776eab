"""Random rounds under every option value; `rounds.py` beside this file plays as many as you like."""

from __future__ import annotations

import pytest

from chimera.rounds import play_rounds, variants


def test_default_rounds() -> None:
    decisions = list(play_rounds(400, seed=1))
    assert 50 < sum(decisions) / len(decisions) < 75  # the length of random play; far off means another game


@pytest.mark.parametrize(("option", "value"), list(variants()))
def test_rounds_with_another_option(option: str, value: str) -> None:
    assert all(n >= 3 for n in play_rounds(40, seed=2, option=option, value=value))
