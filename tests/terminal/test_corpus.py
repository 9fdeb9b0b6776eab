"""The terminal on the cases that it shares with the page: tests/corpus, written by tests/twins.py. The page runs them
in web/tests/corpus.svelte.test.ts."""

from __future__ import annotations

import json
from typing import Any

import pytest

import twins
from stich.text.catalogue import LANGUAGES

pytestmark = pytest.mark.once


def read(name: str) -> Any:
    return json.loads((twins.FOLDER / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("game", twins.GAMES)
def test_what_is_selected_offered_sent_and_said_is_as_written(game: str) -> None:
    corpus = read(game)
    for position in corpus["positions"]:
        for case in position["cases"]:
            found = twins.run(corpus["spec"], position, case)
            assert {"in": case["in"], "do": case["do"], **found} == case


@pytest.mark.parametrize("name", twins.FILES)
def test_the_cases_are_those_of_real_tables_now(name: str) -> None:
    """If this was meant to change: `python -m twins --write`."""
    assert twins.text_of(name) == (twins.FOLDER / f"{name}.json").read_text("utf-8")


def test_the_cases_meet_what_they_are_there_for() -> None:
    """A corpus that lost a kind of case would go on passing."""
    every = [case for game in twins.GAMES for at in read(game)["positions"] for case in at["cases"]]
    cases = {
        "cards are completed": [c for c in every if len(c.get("selected", [])) > len(taps(c)) > 0],
        "cards are of no use": [c for c in every if c.get("dark") and c.get("selected")],
        "one card replaces another": [
            c for c in every if 0 < len(c.get("selected", [])) < len({*taps(c)}) == len(taps(c))
        ],
        "the reason is asked for and told": [c for c in every if c.get("answer") and c.get("said")],
        "the reason comes too late": [c for c in every if c.get("answer") and not c.get("said")],
        "cards are missing": [c for c in every if c.get("said") and not c.get("sent")],
        "an action is sent": [c for c in every if c.get("sent") and not c["sent"]["ask"]],
        "a question is asked": [c for c in every if c.get("asked")],
        "a choice waits": [c for c in every if c.get("waits")],
        "an offer has a name of its own": [c for c in every for offer in c.get("offers", []) if offer[1]],
    }
    assert [name for name, found in cases.items() if not found] == []
    assert {case["in"] for case in every} == set(LANGUAGES)
    assert sum(file.stat().st_size for file in twins.FOLDER.iterdir()) < 520_000


def taps(case: dict[str, Any]) -> list[str]:
    return [step for step in case["do"] if step.startswith("tap")]
