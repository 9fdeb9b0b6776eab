"""The oracle against itself and against the sheet's own examples: who checks the core has to be right."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from oracles.combinations import DEFAULTS, ORDER, VALUES, Play, allowed, answers, beats, classify, leads

SHEET = Path(__file__).parents[2] / "src/stich/games/chimera/vectors/chimera.json"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(SHEET.read_text("utf-8"))
DECK = [card for card in ORDER[:13] for _ in range(4)] + ["P", "C"]

pytestmark = pytest.mark.once


def as_readings(expect: Any) -> set[tuple[str, int, int]]:
    return set() if expect == "invalid" else {(type_, rank, length) for type_, rank, length in expect}


@pytest.mark.parametrize("case", VECTORS["classify"] + VECTORS["classify_options"], ids=lambda case: case["id"])
def test_the_oracle_reads_the_sheets_examples(case: dict[str, Any]) -> None:
    options = {name: str(value).lower() for name, value in case.get("options", {}).items()}
    assert classify(case["cards"], options) == as_readings(case["expect"])


@pytest.mark.parametrize("case", VECTORS["beats"], ids=lambda case: case["id"])
def test_the_oracle_compares_the_sheets_examples(case: dict[str, Any]) -> None:
    before = [tuple(case["prev_as"])] if "prev_as" in case else classify(case["prev"], {})
    new = [tuple(case["new_as"])] if "new_as" in case else classify(case["new"], {})
    assert any(beats(a, b) for a in before for b in new) == case["beats"]


@pytest.mark.parametrize("case", VECTORS["legal_counts"], ids=lambda case: case["id"])
def test_the_oracle_counts_the_sheets_examples(case: dict[str, Any]) -> None:
    plays = allowed(leads(case["hand"]), {})
    for row in case["counts"]:
        found = plays if row["previous"] is None else answers(plays, Play(*row["previous"]))
        assert len({play.cards for play in found}) == row["count"], row


def sub_multisets(hand: list[str]) -> Iterator[list[str]]:
    many = Counter(hand)
    for copies in product(*(range(n + 1) for n in many.values())):
        yield [card for card, n in zip(many, copies, strict=True) for _ in range(n)]


@pytest.mark.parametrize("hands", [60, pytest.param(800, marks=pytest.mark.long)])
def test_what_a_hand_can_lead_is_what_its_parts_are(hands: int) -> None:
    """Every sub-multiset of small hands, half of them from few ranks, under every single option value."""
    rng = random.Random(11)
    option_sets = [{option: value} for option in DEFAULTS for value in VALUES[option]]
    for turn in range(hands):
        low = rng.randrange(10)
        ranks = ORDER if turn % 2 else [*ORDER[low : low + 3], "P"]
        pool = [card for card in DECK if card in ranks]
        hand = rng.sample(pool, rng.randint(1, min(len(pool), 10 if turn % 2 else 13)))
        options = rng.choice(option_sets)
        expected = {
            (*reading, tuple(sorted(part, key=ORDER.index)))
            for part in sub_multisets(hand)
            for reading in classify(part, options)
        }
        found = [play[:4] for play in allowed(leads(hand), options)]
        assert len(found) == len(set(found)), (hand, options)
        assert set(found) == expected, (hand, options)
