"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from farbe_und_wert.positions import at_value, rules, stacked, state
from moves import choices, do
from stich.games.farbe_und_wert.rules import GAME, PACK, FarbeUndWert
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.deal import Setup
from stich.kernel.state import OVER
from stich.kernel.view import view

FILE = resources.files("stich.games.farbe_und_wert") / "vectors/farbe_und_wert.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]


def each(kind: str) -> list[Any]:
    return [pytest.param(v["options"], v["state"], v["expect"], id=v["id"]) for v in VECTORS if v["kind"] == kind]


def test_none_is_left_out() -> None:
    assert {v["kind"] for v in VECTORS} == {"legal_actions", "step", "settlement", "view", "playthrough"}


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_actions"))
def test_legal_actions(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[str]]) -> None:
    """§5: what may be guessed."""
    assert given == {"turn": 0, "step": "value"}
    m = at_value(stacked("", "", **options))
    assert choices(m, 0) == [f"value {value}" for value in expect["legal"]]


@pytest.mark.parametrize(("options", "given", "expect"), each("step"))
def test_step(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4, §8: a guess, where the card goes, and who is asked what next."""
    single = options.get("stacks") == "single"
    top = given["top_of_stack" if single else "top_of_opponent"]
    m = stacked(top, **options) if single else stacked("", top, **options)
    s = state(m)
    before = give_captured(s, given)
    if given["step"] == "value":
        at_value(m)
    assert s.turn == given["turn"] == 0
    guess = f"value {given['guess']}" if given["step"] == "value" else given["guess"]
    do(m, f"0 {guess}")
    where = next(s.layout.ids[at] for at, zone in enumerate(s.zones) if PACK.faces[top] in zone)
    assert (where == "captured.0") is expect["correct"]
    if "card_to" in expect:
        assert where == expect["card_to"].replace("[", ".").replace("]", "")
    assert [before[seat] + len(s.captured(seat)) for seat in range(2)] == expect["captured"]
    if "stack" in expect:
        assert len(s.zones[s.rules.stack_of(0)]) == expect["stack"]
    assert {"turn": s.turn, "step": s.phase.name} == expect["next"]


def give_captured(s: FarbeUndWert, given: dict[str, Any]) -> list[int]:
    """Bring a stack down to the size given; return what is counted as captured before."""
    if "stack" in given:
        at = s.rules.stack_of(0)
        s.zones[s.rules.aside_of(0)], s.zones[at] = s.zones[at][: -given["stack"]], s.zones[at][-given["stack"] :]
    return list(given["captured"])


@pytest.mark.parametrize(("options", "given", "expect"), each("settlement"))
def test_settlement(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6, §8: units for right guesses, and the balance."""
    s = FarbeUndWert(rules(unit=given["unit"], **options))
    s.clear(Setup(1, 1, (0, 0)))
    s.colours, s.values, s.phase = tuple(given["right_colours"]), tuple(given["right_values"]), OVER
    result = s.result()
    made = [sum(line.n for line in result.why if line.seat == seat and line.n > 0) for seat in range(2)]
    assert made == expect["score"]
    assert list(result.points) == expect["net"]


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_view(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§3, §4: what has been turned all can see, everything else nobody."""
    m = stacked("", " ".join(given["revealed"]), **options)
    do(m, "0 black", "0 value 7")
    s = state(m)
    assert len(s.zones[s.rules.stack_of(0)]) == given["remaining_opponent_stack"]
    for eye in (0, 1, SPECTATOR):
        seen = b"".join(view(s, eye).seen.zones)
        assert seen.count(BACK) == expect["hidden_cards"]
        assert {PACK.names[c] for c in seen if c != BACK} == set(expect["public"])


@pytest.mark.parametrize(("options", "given", "expect"), each("playthrough"))
def test_playthrough(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§3 to §6: a whole game."""
    m = stacked(*(" ".join(stack) for stack in given["stacks_top_first"]), **options)
    right = []
    for seat, guess in given["guesses"]:
        had = len(state(m).captured(seat))
        do(m, f"{seat} {guess if guess in ('black', 'red') else f'value {guess}'}")
        right.append(len(state(m).captured(seat)) > had)
    assert right == expect["correct"]
    assert [len(state(m).captured(seat)) for seat in range(2)] == expect["captured"]
    assert (m.over, list(m.scores)) == (True, expect["net"])
    assert GAME.stakes(m.rules, m.scores, m.winners) == ()
