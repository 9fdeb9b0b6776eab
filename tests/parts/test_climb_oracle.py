"""The climb core beside the oracle, a brute-force second opinion, written from the rule sheet, that knows no bits."""

from __future__ import annotations

import os
from functools import cache

import pytest

from oracles.agreement import Position, compare, other_pairs, other_values, positions
from stich.parts import climb

pytestmark = pytest.mark.once

FULL = os.environ.get("STICH_FULL") == "1"  # 20,000 positions for every option and pair of them: some six minutes
MANY, FEW, PAIRED = 20_000, 500, 20_000 if FULL else 250
OTHER = 20_000 if FULL else 5_000  # with one option other than usual


@cache
def shared(many: int) -> list[Position]:
    """Deal once: under any options the positions are the same."""
    return positions(many, seed=2026)


def named(options: dict[str, str]) -> str:
    return ",".join(f"{option}={value}" for option, value in options.items()) or "default"


@pytest.mark.parametrize("options", [{}, *other_values()], ids=named)
def test_core_and_oracle_agree(options: dict[str, str]) -> None:
    assert compare(climb, shared(FEW), options) > 10 * FEW


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, *other_values()], ids=named)
def test_core_and_oracle_agree_in_many_positions(options: dict[str, str]) -> None:
    many = OTHER if options else MANY
    assert compare(climb, shared(many), options) > 10 * many


@pytest.mark.parametrize("options", other_pairs(), ids=named)
def test_core_and_oracle_agree_where_two_options_meet(options: dict[str, str]) -> None:
    assert compare(climb, shared(PAIRED), options) > 10 * PAIRED
