"""Every worked example of the rule sheet, played through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from durak.positions import dealt, do, hand, legal, position, refusal, rules, state
from stich.games.durak.rules import GAME
from stich.games.durak.rules_cards import DISCARD, HAND, TALON, TURNUP
from stich.games.durak.rules_refill import refill_order
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.view import laid_out, view

FILE = resources.files("stich.games.durak") / "vectors/durak.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
TESTED = {"deal", "beat", "legal_attack", "transfer", "throw_in", "bout_end", "refill", "game_end", "view"}
SIX = ["C3 C5 D3 D5 S3 S5", "C4 C6 D4 D6 S4 S6", "H3 H4 H5 H6 H7 HQ"]


def each(kind: str) -> list[Any]:
    return [pytest.param(v["options"], v["state"], v["expect"], id=v["id"]) for v in VECTORS if v["kind"] == kind]


def test_none_is_left_out() -> None:
    assert {v["kind"] for v in VECTORS} == TESTED


@pytest.mark.parametrize(("options", "given", "expect"), each("deal"))
def test_deal(options: dict[str, Any], given: dict[str, Any], expect: dict[str, int]) -> None:
    """§3: six each, and the open card belongs to the talon."""
    n = given["players"]
    s = state(dealt(n, pack=given["pack"], **options))
    assert [len(s.hand(seat)) for seat in range(n)] == [expect["hand"]] * n
    assert len(s.zones[TURNUP]) == expect["trump_card"]
    assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == expect["talon_including_trump_card"]


@pytest.mark.parametrize(("options", "given", "expect"), each("beat"))
def test_beat(options: dict[str, Any], given: dict[str, Any], expect: dict[str, bool]) -> None:
    """§4.2: each card by itself; a trump by a higher trump."""
    with_what = " ".join(mine for _, mine in given["beat"])
    m = position(SIX[0], f"{with_what} H2 D2", attack=given["attack"], trump=given["trump"], **options)
    moves = [f"1 beat {card} {mine}" for card, mine in given["beat"]]
    if expect["ok"]:
        assert do(m, *moves).unbeaten == 0
    else:
        assert refusal(m, moves[0])[0] == "error.durak.beat_trump"


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_attack"))
def test_legal_attack(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[list[str]]]) -> None:
    """§4.1: one card, or several of one rank."""
    m = position(" ".join(given["attacker_hand"]), SIX[0], **options)
    assert len(state(m).hand(1)) == given["defender_cards"]
    openings = [sorted(text.split()[1:]) for text in legal(m, 0)]
    assert sorted(openings) == sorted(sorted(cards) for cards in expect["openings"])


@pytest.mark.parametrize(("options", "given", "expect"), each("transfer"))
def test_transfer(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[str]]) -> None:
    """§4.2: all that lies then has to fit the hand of the next one."""
    following = " ".join(SIX[0].split()[: given["next_defender_cards"]])
    held = " ".join(given["defender_hand"])
    m = position("H2 S2", held, following, attack=given["attack"], trump=given["trump"], **options)
    assert legal(m, 1, "transfer") == expect["transfer_cards"]
    assert refusal(m, f"1 transfer {given['defender_hand'][0]}") == (
        "error.durak.room",
        {"seat": 2, "n": 3, "most": 2},
    )


@pytest.mark.parametrize(("options", "given", "expect"), each("throw_in"))
def test_throw_in(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[str]]) -> None:
    """§4.3: the ranks of attack cards and of those that beat them."""
    lie = [f"{a} {b}" for a, b in zip(given["table_attack"], given["table_defence"], strict=True)]
    m = position("C3 D3", "C4 D4 S4 H4 C5", " ".join(given["thrower_hand"]), attack=lie, **options)
    do(m, "0 pass")
    assert state(m).limit == given["limit"]
    assert [text.removeprefix("throw ") for text in legal(m, 2, "throw")] == expect["legal"]


@pytest.mark.parametrize(("options", "given", "expect"), each("bout_end"))
def test_bout_end(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4.4: a defender who takes takes all cards, and the left neighbour attacks."""
    first, on, second = given["table"]
    attacker, defender = given["attacker"], given["defender"]
    hands = [*SIX, "D7 D9 DJ"]
    m = position(*hands, attack=[f"{first} {on}", second], attacker=attacker, **options)
    assert (state(m).defender, state(m).unbeaten == 0) == (defender, given["all_beaten"])
    before = set(hand(m, defender).split())
    do(m, f"{defender} take", *[f"{seat} pass" for seat in (0, 2, 3)])
    s = state(m)
    assert sorted(set(hand(m, defender).split()) - before) == sorted(expect["defender_takes"])
    assert (s.attacker, s.defender) == (expect["next_attacker"], expect["next_defender"])


@pytest.mark.parametrize(("options", "given", "expect"), each("refill"))
def test_refill(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4.5: one after the other up to six. Three cards of a bout that is over count as laid here."""
    n = given["players"]
    m = position(
        "D3 D5 S3 S5",
        "C4 D4 S4 H4",
        "H3 H5 C6 D6 S7",
        attack=["H8 H9", "H7 HT"],
        talon="HJ HQ",
        turnup="CA",
        attacker=given["attacker"],
        **options,
    )
    s = state(m)
    assert [len(s.hand(seat)) for seat in range(n)] == given["hands"]
    assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == given["talon"]
    assert list(refill_order(s)) == expect["draw_order"]
    do(m, "0 pass", "2 pass")
    assert [len(s.hand(seat)) for seat in range(n)] == expect["hands_after"]
    assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == expect["talon"]


@pytest.mark.parametrize(("options", "given", "expect"), each("game_end"))
def test_game_end(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: the last one with cards loses, and nobody wins."""
    left = given["hands_after_bout"]
    assert left == [0, 3, 0]
    m = position("", "D3 D5", "", attack=["H8"], out=[2], **options)
    s = do(m, "1 take")
    assert [len(s.hand(seat)) for seat in range(given["players"])] == left
    assert (s.durak, m.over) == (expect["durak"], expect["game_over"])
    assert m.sheets[-1].result.points == (0, 1, 0)


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_view(options: dict[str, Any], given: dict[str, Any], expect: dict[str, list[str]]) -> None:
    """Information: trump card, table and counts are public; hands and the order of the talon are not."""
    assert (len(expect["public"]), len(expect["hidden"])) == (4, 2)
    talon = "C7 C8 C9 CT CJ CQ CK CA D7 D8 D9"
    m = position("S2 S3", "S4 S5", attack=["D2"], trump="H", talon=talon, turnup=given["trump_card"], **options)
    s = state(m)
    assert len(s.zones[TALON]) + len(s.zones[TURNUP]) == given["talon"]
    for eye in (0, 1, SPECTATOR):
        seen = view(s, eye).seen
        assert seen.zones[TURNUP] == s.zones[TURNUP]
        assert seen.zones[3] == s.zones[3]
        assert seen.zones[TALON] == bytes([BACK] * (given["talon"] - 1))
        for seat in (0, 1):
            there = seen.zones[HAND + seat]
            assert there == (s.hand(seat) if seat == eye else bytes([BACK] * len(s.hand(seat))))
        assert set(laid_out(seen)[DISCARD]) == {BACK}, "it lies face down"


def test_as_few_packs_as_it_takes() -> None:
    """§2: the fewest with which everybody has six cards and one is left."""
    for pack in (52, 36, 32):
        for seats in GAME.seats:
            deck = len(rules(seats, pack=str(pack)).layout.deck)
            assert deck % pack == 0
            assert deck >= 6 * seats + 1 > deck - pack
