"""The second table of Cruzo against the sheet's own examples: who checks the rules has to be right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oracles.cruzo import RANKS, Table, fits, starts

SHEET = Path(__file__).parents[2] / "src/stich/games/cruzo/vectors/cruzo.json"
VECTORS: dict[str, dict[str, Any]] = {
    vector["id"]: vector for vector in json.loads(SHEET.read_text("utf-8"))["vectors"]
}
DEFAULTS = {
    "joker_over_two": "free", "joker_equal_ok": "true", "tie_opening": "lowest_rank", "finish": "play_on",
    "ten_again": "false", "throw_mode": "reaction", "throw_from_open": "false", "eight_with_two": "again",
    "draw_mode": "auto", "table_diamond": "lowest_hand", "window_after_four": "false", "ace_on_two_three": "false",
}  # fmt: skip


def given(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    return VECTORS[name]["state"], VECTORS[name]["expect"]


def table(hands: list[str], pile: str = "", stock: int = 0, open_cards: str = "4 4 4", turn: int = 0) -> Table:
    """Return a table in the middle of a deal; cards are ranks, and three cards lie beneath the open ones."""
    seats = len(hands)
    t = Table(
        DEFAULTS,
        [hand.split() for hand in hands],
        [open_cards.split() for _ in range(seats)],
        [["5", "5", "5"] for _ in range(seats)],
        ["6"] * stock,
        list(range(seats)),
    )
    t.opens, t.stage, t.turn, t.pile = False, "turn", turn, pile.split()
    t.window = bool(t.pile)
    return t


@pytest.mark.parametrize("name", ["cz-e01", "cz-e02", "cz-e03"])
def test_what_fits(name: str) -> None:
    state, expect = given(name)
    legal = {k for k in RANKS + "X" if fits(k, state["pile_bottom_to_top"], DEFAULTS)}
    assert legal == set(expect["legal"])


def test_the_page_says_what_seven_eight_and_nine_fit_on() -> None:
    fit_on = {k: {below for below in RANKS.replace("T", "") if fits(k, [below], DEFAULTS)} for k in "789"}
    assert fit_on == {"7": set("234567"), "8": set("234568"), "9": set("2345689")}


def test_two_nines_are_barred_but_not_four() -> None:
    state, expect = given("cz-e04")
    t = table(["9 9 5"], " ".join(state["pile_bottom_to_top"]))
    assert (tuple(state["play"]) in t.plays(0)) == expect["ok"]
    assert ("9",) * 3 in table(["9 9 9"], "9").plays(0)


def test_a_ten_burns_and_the_next_player_opens() -> None:
    state, expect = given("cz-e05")
    t = table(["4 5 6", "T 5 6", "4 5 6", "4 5 6"], " ".join(state["pile_bottom_to_top"]), turn=1)
    t.play(1, state["play"])
    assert (t.pile, t.turn) == (expect["pile_after"], expect["next_turn"])


def test_each_eight_takes_a_turn_and_all_of_them_bring_a_card() -> None:
    state, expect = given("cz-e06")
    t = table(["8 8 5", *["4 5 6"] * 4], "5")
    t.play(0, state["play"])
    assert t.turn == expect["next_turn"]
    state, expect = given("cz-e07")
    t = table(["8 8 5 6 J", "4 5 6", "4 5 6"], "5", state["stock"])
    t.play(0, state["play"])
    assert (t.turn, len(t.hands[0])) == (expect["next_turn"], state["hand_after_play"] + expect["extra_draw"])


def test_throws_in_the_order_of_the_log() -> None:
    state, expect = given("cz-e08")
    t = table([" ".join(state["thrower_hand"]), "4 5 6", "4 5 6", "J 5 6"], "5 J J", 20, turn=state["turn"])
    assert t.throws(0) == {tuple(play) for play in expect["allowed"]}
    assert not t.throws(3), "one is not enough"
    state, expect = given("cz-e09")
    for seat, cards in state["throws_in_log_order"]:
        assert tuple(cards) in t.throws(seat)
        t.throw(seat, cards)
    t.end_throws()
    assert (t.pile, t.turn, [len(hand) for hand in t.hands]) == (expect["pile_after"], expect["next_turn"], [3] * 4)


def test_an_ace_on_a_two_draws_until_four() -> None:
    state, expect = given("cz-e10")
    t = table([" ".join(state["hand_before"]), "4 5 6"], "2", state["stock"])
    t.play(0, state["play"])
    assert (len(t.hands[0]), state["stock"] - len(t.stock)) == (expect["hand_size_after"], expect["drawn"])


def test_when_a_player_who_could_play_may_take_the_pile() -> None:
    state, expect = given("cz-e11")
    t = table([" ".join(state["hand"])], " ".join(state["pile_bottom_to_top"]))
    assert t.plays(0)
    assert t.may_pick_up(0) == expect["voluntary_pickup"]
    assert not table(["J K A"], "6 6 9 9").may_pick_up(0)
    assert [table([hand], "5").may_pick_up(0) for hand in ("K K K", "K K K K", "K K")] == [True, False, False]
    assert not table(["9 9 9"], "5").may_pick_up(0), "they cannot be laid together"


def test_the_lowest_diamond_starts() -> None:
    state, expect = given("cz-e12")
    assert starts(state["hands"], [[]] * 3, [0, 1, 2]) == (expect["starter"], expect["opening"], True)
    assert starts([["D3"], ["D3"], []], [[]] * 3, [1, 0, 2]) == (1, "D3", False)
    assert starts([["S3"], ["S2"], []], [["D9"], ["DA"], ["D8"]], [1, 0, 2]) == (2, "D8", False)
    assert starts([["S3"], ["S2"], []], [[]] * 3, [1, 0, 2]) == (1, "", False)


def test_a_bunker_that_does_not_fit_goes_into_the_hand_with_the_pile() -> None:
    state, expect = given("cz-e13")
    t = table(["", "4 5 6"], " ".join(state["pile_bottom_to_top"]), open_cards="")
    t.flip(0, 2)
    assert (t.hands[0], t.turn, t.pile, len(t.bunkers[0])) == (expect["hand_after"], 1, [], 2)


def test_the_open_cards_come_after_hand_and_stock() -> None:
    state, expect = given("cz-e14")
    t = table(["", "4 5 6"], " ".join(state["pile_bottom_to_top"]), open_cards=" ".join(state["open"]))
    assert (t.source(0), t.plays(0)) == (expect["from_zone"], {tuple(play) for play in expect["legal_plays"]})
    t.stock = ["6"]
    assert t.source(0) == "", "a draw is owed first"


def test_a_dead_position_ends_at_the_third_repetition() -> None:
    state, expect = given("cz-e15")
    t = table([" ".join(hand) for hand in state["hands"]])
    t.open = [list(cards) for cards in state["open"]]
    acts = 0
    while t.stage != "over":
        seat = t.turn
        plays = sorted(t.plays(seat))
        t.play(seat, list(plays[0])) if plays else t.pick_up(seat)
        acts += 1
        assert acts < 4 * expect["reachable_states_without_bunkers"]
    assert t.stalled
    assert [sorted(place) for place in t.ranking()] in ([[0], [1]], [[1], [0]], [[0, 1]])
