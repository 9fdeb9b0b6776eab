"""Every worked example of the rule sheet, through the rules; the paragraphs that they cite are in the sheet."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

import pytest

from doudizhu.deals import is_higher, readings
from doudizhu.positions import Table, at_play, rules, start, state
from moves import do
from stich.games.doudizhu.rules_combinations import NAMES
from stich.games.doudizhu.rules_score import settle, spring, steps
from stich.kernel.state import OVER
from stich.parts import climb
from stich.parts.climb.pack import rank

FOLDER = resources.files("stich.games.doudizhu")
EXAMPLES: dict[str, list[dict[str, Any]]] = {
    kind: found
    for kind, found in json.loads((FOLDER / "vectors/doudizhu.json").read_text("utf-8")).items()
    if kind != "about"
}
NUMBERED = re.compile(r"^(\d+)\. |^## §(\d+)", re.MULTILINE)


def each(kind: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES[kind]]


def paragraphs() -> set[str]:
    """Return the numbers of the sheet's sections and paragraphs."""
    found: set[str] = set()
    section = ""
    for match in NUMBERED.finditer((FOLDER / "sheet.md").read_text("utf-8")):
        if match[2]:
            section = match[2]
            found.add(f"§{section}")
        else:
            found.add(f"§{section}.{match[1]}")
    return found


def test_each_cites_a_paragraph_of_the_sheet() -> None:
    known = paragraphs()
    assert len(known) > 30
    assert {example["sheet"] for some in EXAMPLES.values() for example in some} <= known


@pytest.mark.parametrize("example", each("classify"))
def test_classify(example: dict[str, Any]) -> None:
    """§6, by the rules and by the second reading of the sheet."""
    how = rules(**example.get("options", {}))
    cards = Table().take(example["cards"])
    expected = {(kind, top, length) for kind, top, length in example["expect"]}
    found = {(NAMES.types[climb.kind(m)], climb.rank(m), climb.length(m)) for m in how.lister.readings(cards)}
    assert found == expected
    again = readings([rank(c) for c in cards], how.options)
    assert {(kind, top + 1, length) for kind, top, length in again} == expected


@pytest.mark.parametrize("example", each("beats"))
def test_beats(example: dict[str, Any]) -> None:
    """§7, by the rules and by the second reading of the sheet."""
    how = rules()
    last, play = Table().take(example["last"]), Table().take(example["play"])
    [old], [new] = how.lister.readings(last), how.lister.readings(play)
    assert climb.beats(old, new) == example["expect"]
    [before], [after] = [readings([rank(c) for c in cards], how.options) for cards in (last, play)]
    assert is_higher(before, after) == example["expect"]


@pytest.mark.parametrize("example", each("auction"))
def test_auction(example: dict[str, Any]) -> None:
    """§3: seat 0 speaks first."""
    m = start(rules(**example.get("options", {})))
    for call in example["calls"]:
        assert state(m).landlord < 0
        do(m, f"{state(m).turn} {call}")
    s = state(m)
    assert (s.landlord, s.stake()) == (example["landlord"], example["stake"])
    if s.landlord < 0:
        assert s.phase is OVER
        assert s.result().again
    else:
        assert len(s.hand(s.landlord)) == 20
        assert s.turn == s.landlord


@pytest.mark.parametrize("example", each("score"))
def test_score(example: dict[str, Any]) -> None:
    """§8: seat 0 is the landlord."""
    how = rules(**example.get("options", {}))
    turns = tuple(example["turns"])
    is_spring = how.spring and spring(0, turns, example["out"] == 0)
    found = settle(
        0, example["out"], steps(how, example["bid"], example["grabs"], example["bombs"], is_spring), is_spring, ()
    )
    assert list(found.points) == example["points"]
    for seat in range(3):
        assert sum(line.n for line in found.why if line.seat == seat) == found.points[seat]


def test_a_spring_is_told_to_all() -> None:
    """§8.3: a peasant goes out, and the landlord has played once."""
    m = at_play(rules(), ["3 3", "4", "6 6"], turn=1, last="")
    s = state(m)
    s.turns = (1, 2, 0)
    m.watched = True
    s.log = m.events
    do(m, f"1 play {s.layout.pack.write(s.hand(1))}")
    assert [e.phrase.key for e in m.events if e.phrase is not None and e.kind == "spring"] == ["doudizhu.event.spring"]
    assert m.sheets[-1].result.points == (-4, 2, 2)
