"""Every worked example of the rule sheet, through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from herzblatt.positions import at_play, cards, do, rules, start, state
from moves import choices
from stich.games.herzblatt.rules_cards import ASIDE, EACH, HAND, NAMES, STOCK, WORTH
from stich.games.herzblatt.rules_phases import PLAY
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.state import OVER
from stich.kernel.view import view
from stich.parts.tricks import bearing

EXAMPLES: list[dict[str, Any]] = json.loads(
    (resources.files("stich.games.herzblatt") / "vectors/herzblatt.json").read_text("utf-8")
)["vectors"]
KINDS = ["deck", "points", "legal_plays", "trick_winner", "settlement", "select_declarer", "view"]


def each(kind: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES if example["kind"] == kind]


def test_none_is_left_out() -> None:
    assert {example["kind"] for example in EXAMPLES} == set(KINDS)
    assert sum(len(each(kind)) for kind in KINDS) == len(EXAMPLES) == 9


@pytest.mark.parametrize("example", each("deck"))
def test_deck(example: dict[str, Any]) -> None:
    """§2: the packs, and how they are dealt."""
    expect = example["expect"]
    how = rules(example["state"]["players"], **example["options"])
    names = {NAMES[c] for c in how.layout.deck}
    assert len(how.layout.deck) == len(names) == expect["pack"]
    s = state(start(how))
    assert {len(s.hand(seat)) for seat in range(how.layout.seats)} == {expect["per_player"]}
    assert len(s.zones[STOCK]) == expect["stock"]
    if "removed" in expect:
        assert set(NAMES) - names == set(expect["removed"])
    if "extra" in expect:
        smallest = {NAMES[c] for c in rules(2).layout.deck}
        assert names - smallest == set(expect["extra"])
        assert smallest < names


@pytest.mark.parametrize("example", each("points"))
def test_points(example: dict[str, Any]) -> None:
    """§2: what the cards are worth."""
    assert bearing(bytes(map(NAMES.index, example["state"]["cards"])), WORTH) == example["expect"]["points"]


@pytest.mark.parametrize("example", each("legal_plays"))
def test_legal_plays(example: dict[str, Any]) -> None:
    """§5: what may be played."""
    given = example["state"]
    m = at_play(rules(**example["options"]), ["", " ".join(given["hand"]), ""], " ".join(given["trick"]), turn=1)
    assert sorted(choices(m, 1)) == sorted(f"play {card}" for card in example["expect"]["legal"])


@pytest.mark.parametrize("example", each("trick_winner"))
def test_trick_winner(example: dict[str, Any]) -> None:
    """§5: who takes a trick, and what it is worth."""
    expect, given = example["expect"], example["state"]
    *before, last = given["trick"]
    turn = (given["leader"] + len(before)) % 4
    hands = ["CA", "SA", "HA", "DT"]
    hands[turn] += f" {last}"
    m = at_play(rules(4), hands, " ".join(before), turn=turn, declarer=expect["winner_seat"])
    s = do(m, f"{turn} play {last}")
    assert (given["leader"] + expect["winner_index"]) % 4 == expect["winner_seat"] == s.turn == s.leader
    assert s.points[expect["winner_seat"]] == expect["points"]


@pytest.mark.parametrize("example", each("settlement"))
def test_settlement(example: dict[str, Any]) -> None:
    """§6: what a deal is worth."""
    expect, given = example["expect"], example["state"]
    seats = given["players"]
    s = state(at_play(rules(seats, stake=given["stake"], **example["options"]), [""] * seats))
    s.declarer = given["declarer"]
    left = 120 - given["declarer_points"]
    s.points = tuple(given["declarer_points"] if seat == s.declarer else left for seat in range(seats))
    s.phase = OVER
    result = s.result()
    assert list(result.points) == expect["net"]
    assert result.headline.key == f"herzblatt.event.{expect['result']}"
    assert result.why[0].key == f"herzblatt.score.{expect['result']}"


@pytest.mark.parametrize("example", each("select_declarer"))
def test_select_declarer(example: dict[str, Any]) -> None:
    """§4.1: who declares."""
    given = example["state"]
    m = start(rules(given["players"], **example["options"]), dealer=(given["forehand"] - 1) % given["players"])
    for seat, answer in given["answers"].items():
        do(m, f"{seat} {answer}")
    assert state(m).declarer == example["expect"]["declarer"]


@pytest.mark.parametrize("example", each("view"))
def test_view(example: dict[str, Any]) -> None:
    """§4: what is laid away is known to the declarer alone; how much it is, to all."""
    given, expect = example["state"], example["expect"]
    m = start(rules(given["players"]), dealer=given["declarer"] - 1)
    s = do(m, f"{given['declarer']} yes", f"{given['declarer']} take")
    buried = cards(m, " ".join(given["discards"]))
    mine = HAND + EACH * given["declarer"]
    for c in buried:  # let the player hold them
        if c not in s.zones[mine]:
            at = next(i for i, z in enumerate(s.zones) if c in z)
            swap = next(d for d in s.zones[mine] if d not in buried)
            s.zones[at] = bytes(sorted(s.zones[at].replace(bytes([c]), bytes([swap]))))
            s.zones[mine] = bytes(sorted(s.zones[mine].replace(bytes([swap]), bytes([c]))))
    do(m, f"{given['declarer']} discard {' '.join(given['discards'])}")
    assert s.phase is PLAY
    aside = ASIDE + EACH * given["declarer"]
    for seat in map(int, expect["visible_to"]):
        assert view(s, seat).seen.zones[aside] == buried
    for who in expect["hidden_from"]:
        seen = view(s, SPECTATOR if who == "spectator" else who).seen.zones[aside]
        assert seen == bytes([BACK]) * expect["count_public"]
