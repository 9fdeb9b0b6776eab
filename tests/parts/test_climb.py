"""Hands, moves and rule tables of the climb core: the sheet's examples, the exhaustive counts, what is refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stich.games.chimera.rules_cards import COMBINATIONS, LOOSER, rule_table
from stich.games.chimera.rules_combinations import TYPES
from stich.parts import climb

CHIMERA = rule_table({})
DOU_DIZHU = climb.QUAD_PAIR_AS_SINGLES

ORDER = [*(str(n) for n in range(1, 13)), "H", "P", "C"]
SHEET = Path(__file__).parents[2] / "src/stich/games/chimera/vectors/chimera.json"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(SHEET.read_text("utf-8"))
DECK = bytes([rank for rank in range(13) for _ in range(4)] + [13, 14])
SCRATCH = climb.scratch()

Reading = tuple[str, int, int]
hands = st.permutations(list(DECK)).flatmap(lambda deck: st.integers(0, 20).map(lambda many: bytes(deck[:many])))


def hand(*cards: str) -> int:
    return int(climb.planes(bytes(ORDER.index(card) for card in cards)))


def reading(move: int) -> Reading:
    return TYPES[climb.kind(move)], climb.rank(move), climb.length(move)


def readings(cards: list[str], rules: int = CHIMERA) -> list[int]:
    return climb.readings(hand(*cards), rules, SCRATCH)


def only(cards: str, declared: list[Any] | None = None, rules: int = CHIMERA) -> int:
    """Return the one move that these cards are, or the declared one."""
    found = [move for move in readings(cards.split(), rules) if declared is None or list(reading(move)) == declared]
    assert len(found) == 1, (cards, declared)
    return found[0]


# ---------------------------------------------------------------- the sheet's examples


@pytest.mark.parametrize("case", VECTORS["classify"] + VECTORS["classify_options"], ids=lambda case: case["id"])
def test_what_cards_are(case: dict[str, Any]) -> None:
    options = {name: str(value).lower() for name, value in case.get("options", {}).items()}
    found = [reading(move) for move in readings(case["cards"], rule_table(options))]
    expected = [] if case["expect"] == "invalid" else [tuple(one) for one in case["expect"]]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("case", VECTORS["beats"], ids=lambda case: case["id"])
def test_what_beats_what(case: dict[str, Any]) -> None:
    def moves(which: str) -> list[int]:
        declared = case.get(f"{which}_as")
        return [move for move in readings(case[which]) if declared is None or list(reading(move)) == declared]

    before, new = moves("prev"), moves("new")
    assert before
    assert new
    assert any(climb.beats(a, b) for a in before for b in new) == case["beats"]


@pytest.mark.parametrize("case", VECTORS["legal_counts"], ids=lambda case: case["id"])
def test_how_much_can_be_played(case: dict[str, Any]) -> None:
    mine = hand(*case["hand"])
    for row in case["counts"]:
        last = 0 if row["previous"] is None else some_move_that_is(row["previous"])
        moves = climb.moves(mine, last, CHIMERA, SCRATCH)
        assert (moves[0] == 0) == bool(last), "who answers may pass, who leads may not [22]"
        assert len({climb.counts(move) for move in moves if move}) == row["count"], row


def some_move_that_is(wanted: list[Any]) -> int:
    return next(move for move in every_move(CHIMERA) if list(reading(move)) == wanted)


# ---------------------------------------------------------------- everything there is


@cache
def every_move(rules: int) -> list[int]:
    """Return what a hand of all 54 cards could lead with at most 20 cards."""
    moves = climb.moves(climb.planes(DECK), 0, rules, climb.scratch(20_000))
    return [move for move in moves if climb.size_of(move) <= 20]


def test_chimera_has_12890_plays_of_which_28_read_two_ways() -> None:
    """The exhaustive count of §7."""
    moves = every_move(CHIMERA)
    ways = Counter(climb.counts(move) for move in moves)
    assert len(ways) == 12_890
    twice = [cards for cards, many in ways.items() if many > 1]
    assert len(twice) == 28
    assert {ways[cards] for cards in twice} == {2}
    assert {climb.kind(move) for move in moves if climb.counts(move) in twice} == {climb.STRAIGHT}
    assert per_type(moves) == {
        "single": 15,
        "pair": 13,
        "pairs": 52,
        "triple": 13,
        "triples": 45,
        "triple1": 182,
        "triple2": 156,
        "triples1": 7_161,
        "triples2": 2_939,
        "straight": 272,
        "quad1": 1_170,
        "quad2": 858,
        "trap": 13,
        "attack": 1,
    }


def test_dou_dizhu_counts() -> None:
    """As §12 quotes them of other programs: 36, 45, 52, 156, 182, 2,939; a pair counts as two singles of a four."""
    moves = every_move(DOU_DIZHU)
    assert per_type(moves) == {
        "single": 15,
        "pair": 13,
        "pairs": 52,
        "triple": 13,
        "triples": 45,
        "triple1": 182,
        "triple2": 156,
        "triples1": 7_161,
        "triples2": 2_939,
        "straight": 36,
        "quad1": 1_326,
        "quad2": 858,
        "trap": 13,
        "attack": 1,
    }
    assert len({climb.counts(move) for move in moves}) == len(moves)


def per_type(moves: list[int]) -> dict[str, int]:
    """Return how many sets of cards there are of each type."""
    return dict(Counter(kind for kind, _ in sorted({(TYPES[climb.kind(m)], climb.counts(m)) for m in moves})))


EVERY_TABLE = [CHIMERA | bits for bits in range(0, 0x400, 2)]


@pytest.mark.long
def test_the_scratch_is_large_enough_under_every_table() -> None:
    """The hands with most moves that climbing found; no table makes a tenth of the scratch out of any of them."""
    rng = random.Random(5)
    loosest = rule_table(
        {
            "kickers_distinct": "false",
            "kicker_may_repeat_run": "true",
            "triple_kicker_same_rank": "true",
            "special_kickers": "both",
            "quad_pair_as_singles": "true",
            "quad_two_equal_pairs": "true",
        },
    )
    most = 0
    for _ in range(20):
        mine = rng.sample(DECK, 20)
        many = climb.count(climb.planes(bytes(mine)), 0, loosest, SCRATCH)
        for _ in range(400):  # swap a card for another as long as that makes more moves
            out, new = rng.randrange(20), rng.choice(DECK)
            other = [*mine[:out], *mine[out + 1 :], new]
            if other.count(new) <= DECK.count(new):
                found = climb.count(climb.planes(bytes(other)), 0, loosest, SCRATCH)
                if found >= many:
                    mine, many = other, found
        most = max(most, many)
        assert all(climb.count(climb.planes(bytes(mine)), 0, rules, SCRATCH) <= many for rules in EVERY_TABLE)
    assert 500 < most < len(SCRATCH) / 10


def test_too_many_moves_for_the_scratch_are_refused() -> None:
    with pytest.raises(IndexError):
        climb.moves(climb.planes(DECK), 0, CHIMERA, climb.scratch(12_000))


# ---------------------------------------------------------------- hands


@settings(deadline=None)
@given(hands)
def test_a_hand_is_its_rank_counts(cards: bytes) -> None:
    mine = climb.planes(cards)
    assert climb.ranks(mine) == bytes(sorted(cards))
    assert climb.size(mine) == len(cards)
    assert [climb.held(mine, rank) for rank in range(15)] == [cards.count(rank) for rank in range(15)]


@pytest.mark.parametrize(("cards", "message"), [(b"\x0f", "rank 15"), (b"\x03" * 5, "five cards of rank 3")])
def test_what_is_no_hand_is_refused(cards: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        climb.planes(cards)


# ---------------------------------------------------------------- moves


@settings(deadline=None)
@given(hands)
def test_a_move_takes_the_cards_that_it_says(cards: bytes) -> None:
    mine = climb.planes(cards)
    for rules in (CHIMERA, rule_table({"kickers_distinct": "false", "kicker_may_repeat_run": "true"})):
        for move in climb.moves(mine, 0, rules, SCRATCH):
            taken = [climb.counts(move) >> 4 * rank & 15 for rank in range(15)]
            left = climb.without(mine, move)
            assert [climb.held(left, rank) + taken[rank] for rank in range(15)] == [*map(cards.count, range(15))]
            assert climb.ranks(climb.cards(move)) == bytes(rank for rank in range(15) for _ in range(taken[rank]))
            assert climb.size_of(move) == sum(taken) == climb.size(climb.cards(move))
            assert 0 < move < 1 << 54


@settings(deadline=None)
@given(hands, st.data())
def test_answers_are_the_leads_that_beat(cards: bytes, data: st.DataObject) -> None:
    mine = climb.planes(cards)
    last = data.draw(st.sampled_from(every_move(CHIMERA)))
    leads = climb.moves(mine, 0, CHIMERA, SCRATCH)
    answers = climb.moves(mine, last, CHIMERA, SCRATCH)
    assert answers[0] == climb.PASS
    assert sorted(answers[1:]) == sorted(move for move in leads if climb.beats(last, move))
    assert climb.count(mine, last, CHIMERA, SCRATCH) == len(answers)
    assert [int(SCRATCH[i]) for i in range(len(answers))] == answers


def test_the_pass() -> None:
    trap = only("7 7 7 7")
    assert (climb.kind(0), climb.rank(0), climb.length(0), climb.size_of(0), climb.counts(0)) == (0, 0, 0, 0, 0)
    assert TYPES[0] == "pass"
    assert climb.without(hand("4", "P"), 0) == hand("4", "P")
    assert climb.beats(0, trap)
    assert not climb.beats(trap, 0)


def test_nothing_forms_nothing() -> None:
    assert climb.readings(0, CHIMERA, SCRATCH) == []
    assert climb.moves(0, 0, CHIMERA, SCRATCH) == []
    assert climb.moves(0, only("3"), CHIMERA, SCRATCH) == [0]


def test_readings_of_one_play_differ_in_rank_only_by_default() -> None:
    low, high = sorted(readings(["5", "6", "7", "8", "P"]), key=climb.rank)
    assert (reading(low), reading(high)) == (("straight", 8, 5), ("straight", 9, 5))
    assert climb.counts(low) == climb.counts(high)
    before = only("4 5 6 7 8")
    assert [move for move in (low, high) if climb.beats(before, move)] == [high]
    answers = climb.moves(hand("5", "6", "7", "8", "P"), before, CHIMERA, SCRATCH)
    assert [reading(move) for move in answers[1:]] == [("straight", 9, 5)]


# ---------------------------------------------------------------- attachments that need not differ (§12 [8], [9], [14])

LOOSE = rule_table({"kickers_distinct": "false"})


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3 3 3 4 4 4 9 9", [("triples1", 4, 2)]),
        ("3 3 3 4 4 4 H H", [("triples1", 4, 2)]),
        ("3 3 3 4 4 4 P C", []),  # what special_kickers forbids stays forbidden
        ("3 3 3 4 4 4 9 9 9 9", [("triples2", 4, 2)]),
        ("3 3 3 4 4 4 H H H H", [("triples2", 4, 2)]),
        ("1 1 1 2 2 2 3 3 3 4 4 4 9 9 9 9", [("triples1", 4, 4)]),
        ("1 1 1 2 2 2 3 3 3 4 4 4 7 7 9 9", [("triples1", 4, 4)]),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 7 7 9 9 9", [("triples1", 5, 5)]),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 7 7 7 9 9", [("triples1", 5, 5)]),
        ("1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 7 9 9 9 9", [("triples1", 5, 5)]),
        ("1 1 1 2 2 2 3 3 3 4 4 4 7 7 7 7 9 9 9 9", [("triples2", 4, 4)]),
        ("7 7 7 7 2 2", []),  # quads have rows of their own [15, 16]
        ("7 7 7 7 9 9 9 9", []),
    ],
)
def test_equal_attachments(cards: str, expected: list[Reading]) -> None:
    assert [reading(move) for move in readings(cards.split(), LOOSE)] == expected


def test_two_options_together() -> None:
    both = {"kickers_distinct": "false", "special_kickers": "one"}
    assert readings(["3", "3", "3", "4", "4", "4", "H", "H"], rule_table(both)) == []
    assert readings(["3", "3", "3", "4", "4", "4", "H", "9"], rule_table(both)) != []
    assert readings(["3", "3", "3", "4", "4", "4", "5", "5", "H", "H"], rule_table(both)) != []  # a pair is no single
    repeat = {"kickers_distinct": "false", "kicker_may_repeat_run": "true"}
    found = [reading(move) for move in readings(["3", "3", "3", "3", "4", "4", "4", "4"], rule_table(repeat))]
    assert found == [("triples1", 4, 2)]


# ---------------------------------------------------------------- rule tables


def test_every_answer_but_the_usual_one_has_its_bit() -> None:
    bits = list(LOOSER.values())
    assert len(set(bits)) == len(bits)
    assert all(bit & (bit - 1) == 0 and not bit & climb.WILD for bit in bits)
    assert list(LOOSER) == [(option.name, value) for option in COMBINATIONS for value in option.values[1:]]


def test_a_table_is_built_by_the_names_of_the_sheet() -> None:
    assert CHIMERA == climb.WILD
    looser = rule_table({"special_kickers": "both", "piya_end": "high", "attached_runs": "any"})
    assert looser == climb.WILD | climb.SPECIAL_BOTH | climb.WILD_HIGH
    assert rule_table({"special_kickers": "each", "piya_end": "declare"}) == CHIMERA
