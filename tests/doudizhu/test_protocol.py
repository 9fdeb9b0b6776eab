"""DouZero's figures out of the arena's: worked out by hand for two decks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def test_a_difference_is_what_a_side_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    sys.modules.pop("douzero_protocol", None)
    import douzero_protocol as protocol

    file = tmp_path / "contest.csv"
    # a landlord wins with a bomb: +4 −2 −2; a landlord loses: −2 +1 +1; the peasants win, then lose with two bombs: ∓8
    file.write_text("deal,role,share,edge\n0,landlord,1.0,6\n0,peasant,1.0,1.5\n1,landlord,0.0,-3\n1,peasant,0.0,-6\n")
    landlord, gained, peasants, together, both, mean = protocol.rows(file)
    assert (landlord, peasants, both) == ([1, 0], [1, 0], [1, 0])
    assert gained == [4, -2]
    assert together == [2, -8]
    assert mean == [3, -5]
