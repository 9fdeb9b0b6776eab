"""Every worked example of the rule sheet, through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from fuenfhundert.positions import cards, declarable, do, plays, position, state
from stich.games.fuenfhundert.rules_cards import BOTTOM, PACK
from stich.games.fuenfhundert.rules_combinations import DECLARE, NAMES, value
from stich.games.fuenfhundert.rules_declarations import due, permitted
from stich.kernel.match import Match
from stich.kernel.state import OVER

EXAMPLES: list[dict[str, Any]] = json.loads(
    (resources.files("stich.games.fuenfhundert") / "vectors/fuenfhundert.json").read_text("utf-8")
)["vectors"]


def each(*kinds: str) -> list[Any]:
    return [pytest.param(x["options"], x["state"], x["expect"], id=x["id"]) for x in EXAMPLES if x["kind"] in kinds]


def test_no_kind_is_left_out() -> None:
    tested = {"trick_winner", "legal_plays", "declare", "false_declaration", "exchange", "match_end"}
    assert {x["kind"] for x in EXAMPLES} == tested
    assert len(EXAMPLES) == 13


@pytest.mark.parametrize(("options", "given", "expect"), each("trick_winner"))
def test_tricks_with_a_talon(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: the higher value of any suit; trump means nothing yet."""
    lead, follow = given["lead"], given["follow"]
    m = position(f"{lead} H7 H8", f"{follow} HA HK", talon=given["talon"], trump=given["trump"], **options)
    s = do(m, f"0 play {lead}", f"1 play {follow}")
    assert s.turn == {"leader": 0, "follower": 1}[expect["winner"]]
    assert set(cards(f"{lead} {follow}")) <= set(s.zones[5 if s.turn == 0 else 8])


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_plays"))
def test_plays_without_a_talon(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: in suit, else a trump."""
    m = position(
        " ".join(given["hand"]), "H7 H8", talon=given["talon"], trump=given["trump"], trick=given["lead"], **options
    )
    assert plays(m) == sorted(expect["legal"])


def held(given: dict[str, Any]) -> tuple[str, str]:
    """Return hand and tricks; cards that are just "owned" are shared out to make a hand of the size that is said."""
    if "owned" not in given:
        return " ".join(given["hand"]), " ".join(given["tricks"])
    size = given.get("hand_size", 8 if given.get("talon") else 4)
    own = list(given["owned"])
    spare = [name for name in PACK.names if name[1] in "789" and name != "S7" and name not in own]
    hand = (own + spare)[:size]
    return " ".join(hand), " ".join(own[size:])


@pytest.mark.parametrize(("options", "given", "expect"), each("declare"))
def test_declaring(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6 and §8: which combinations may be declared now, and which wait for a later turn."""
    hand, won = held(given)
    trick = "H9" if given.get("is_leader") is False else ""
    hand = " ".join(name for name in hand.split() if name != trick)
    m = position(
        hand,
        won=won,
        talon=given.get("talon", 2),
        trump=given["trump"],
        used=" ".join(given["used"]),
        trick=trick,
        **options,
    )
    s = state(m)
    for name in given.get("declared_this_turn", []):
        do(m, f"0 declare {name}")
    found = {name: value(NAMES.index(name), s.suit()) for name in declarable(m)}
    assert found == expect["declarable"]
    for name in expect.get("pending", []):
        assert NAMES.index(name) in due(s, 0)
        assert permitted(s, 0)


@pytest.mark.parametrize(("options", "given", "expect"), each("false_declaration"))
def test_false_declarations(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: what was claimed is taken away."""
    m = position(
        " ".join(given["owned"]),
        trump=given["trump"],
        used=" ".join(given["used"]),
        scores=(given["score"], 0),
        **options,
    )
    assert given["claimed"] not in declarable(m)
    s = do(m, f"0 declare {given['claimed']}")
    assert s.total(0) == expect["score_after"]


@pytest.mark.parametrize(("options", "given", "expect"), each("exchange"))
def test_the_trump_seven(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6: it takes the card under the talon."""
    m = position(
        " ".join(given["hand"]),
        talon=given["talon"],
        bottom=given["bottom"],
        trump=given["trump"],
        scores=(given["score"], 0),
        **options,
    )
    s = do(m, "0 exchange")
    assert [PACK.names[c] for c in s.hand(0)] == sorted(expect["hand_after"], key=PACK.names.index)
    assert PACK.write(s.zones[BOTTOM]) == expect["bottom_after"]
    assert s.total(0) == expect["score_after"]


def finish(m: Match) -> None:
    assert m.deal.phase is OVER
    assert m.sheets[-1].totals == m.scores


@pytest.mark.parametrize(("options", "given", "expect"), each("match_end"))
def test_the_end(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§7: from the second deal on, at once."""
    assert given["event"] == "player 0 declares A4"
    m = position("CA SA HA DA C7 H7", "C8 H8", talon=6, deal=given["deal"], scores=tuple(given["carried"]), **options)
    assert DECLARE[0] in m.deal.legal(0)
    do(m, "0 declare A4")
    finish(m)
    assert list(m.scores) == expect["totals"]
    assert m.over is expect["match_over"]
    assert m.winners == 1 << expect["winner"]


def test_what_combinations_are_worth() -> None:
    """§6, the table."""
    found = {name: (value(n, 0), value(n, 1)) for n, name in enumerate(NAMES)}  # with clubs, with spades for trump
    assert found == {
        "A4": (100, 100),
        "T4": (80, 80),
        "K4": (60, 60),
        "Q4": (40, 40),
        "J4": (20, 20),
        "KQ:C": (40, 20),
        "KQ:S": (20, 40),
        "KQ:H": (20, 20),
        "KQ:D": (20, 20),
        "SJDQ": (40, 40),
        "SEQ:C": (240, 120),
        "SEQ:S": (120, 240),
        "SEQ:H": (120, 120),
        "SEQ:D": (120, 120),
        "T7": (10, 10),
    }
