"""What is refused, and that the reason names the rule."""

from __future__ import annotations

import pytest

from frustration.positions import OTHERS, dealt, do, lying, refusal, table
from stich.games.frustration.rules import GAME
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST
from stich.text.catalogue import LANGUAGES
from stich.text.say import Speaker

WHOLE = "H4 S4 D4 CK CK HK"


def test_before_drawing_and_drawing_twice() -> None:
    m = table(f"{WHOLE} S9", *OTHERS[:2], drawn=False)
    for move in (f"0 lay {WHOLE}", "0 discard S9", "0 layoff S9 -> m1 set"):
        assert refusal(m, move) == ("error.frustration.draw_first", {})
    do(m, "0 draw")
    assert refusal(m, "0 draw") == ("error.frustration.drawn", {})
    assert refusal(m, "0 take") == ("error.frustration.drawn", {})


def test_too_many_wild_cards() -> None:
    m = table("H4 S4 X X X D4 C9 D9 H9 S9", *OTHERS[:2], contracts=[4, 1, 1])
    assert refusal(m, "0 lay H4 S4 X X | C9 D9 H9 S9") == ("error.frustration.wild", {"n": 2, "most": 1})
    assert refusal(m, "0 lay H4 S4 X X X | C9 D9 H9")[0] == "error.frustration.wild"


def test_three_wild_cards_side_by_side() -> None:
    m = table("H4 X X X H8 H9 HT S9", *OTHERS[:2], contracts=[7, 1, 1])
    reason = ("error.frustration.beside", {"cards": "H4 X X X H8 H9 HT"})
    assert refusal(m, "0 lay H4 X X X H8 H9 HT") == reason
    assert refusal(m, "0 lay X X X H4 H8 H9 HT") == (reason[0], {"cards": "X X X H4 H8 H9 HT"})
    m = table("H4 X X H8 H9 HT HJ HK S9", *OTHERS[:2], contracts=[7, 1, 1])
    assert refusal(m, "0 lay H4 X X H8 H9 HT HK")[0] == "error.frustration.place", "too far apart for seven"
    m = table("H4 X X X H8 H9 HT S9 S8 S7", *OTHERS[:2], contracts=[7, 1, 1])
    assert refusal(m, "0 lay H4 X X X H8 H9 HT | S9 S8 S7") == reason


def test_wild_cards_that_stand_for_one_place() -> None:
    """Two cards cannot lie in one place of a run: a natural and the joker for it, or two equal ones."""
    m = table("H4 H5 H5 H6 H9 S9 S9 C9 X", *OTHERS[:2], contracts=[3, 1, 1])
    for run in ("H4 H5 H5 H6", "H4 X H5 H6", "H4 X X H9 H6"):
        assert refusal(m, f"0 lay S9 S9 C9 | {run}") == ("error.frustration.place", {"cards": run})
    for cards in ("H4 H5 H6 H9", "H4 H5 H6 S9", "H9 S9 C9 H4"):
        assert refusal(m, f"0 lay S9 S9 C9 | {cards}") == ("error.frustration.no_meld", {"cards": cards})


@pytest.mark.parametrize(
    "written",
    [
        "H2 X X H6 H5 X H8 H9 HT",
        "X H2 X H5 H6 X H8 H9 HT",
        "H2 X H5 H6 X X H8 H9 HT",
        "H5 H6 X X H2 X H8 H9 HT",
        "HT H9 H8 X H6 H5 X X H2",
    ],
)
def test_one_meld_with_a_wild_card_in_an_impossible_place(written: str) -> None:
    """§11: what is written out is laid so or not at all, one meld as well as several."""
    m = table("H2 X X H5 H6 X H8 H9 HT H3 S9", *OTHERS[:2], contracts=[11, 1, 1])
    assert refusal(m, f"0 lay {written}") == ("error.frustration.place", {"cards": written})


def test_one_meld_with_three_wild_cards_side_by_side_of_which_one_is_a_two() -> None:
    written = "H2 X X H5 H6 X H8 H9 HT"
    m = table(f"{written} S9", *OTHERS[:3], contracts=[11, 1, 1, 1])
    assert refusal(m, f"0 lay {written}") == ("error.frustration.beside", {"cards": written})
    do(m, "0 lay X X H5 H6 X H8 H9 HT H2")
    assert lying(m, 0)[0].split()[2:8] == ["H5", "H6", "X", "H8", "H9", "HT"]
    m = table(f"{written} S9", *OTHERS[:2], contracts=[11, 1, 1])
    do(m, f"0 lay {written}")  # three at the table: the two is a two
    assert lying(m, 0)[0] == written


@pytest.mark.parametrize("written", ["H4 X X H7 H8 H9 HT", "H4 X H6 H7 H8 H9 X", "X H4 X H6 H7 H8 H9"])
def test_one_meld_is_laid_as_it_is_written(written: str) -> None:
    m = table("H4 X X H6 H7 H8 H9 HT S9", *OTHERS[:2], contracts=[7, 1, 1])
    do(m, f"0 lay {written}")
    assert lying(m, 0)[0] == written


@pytest.mark.parametrize(("written", "laid"), [("H7 H4 H6 H5", "H4 H5 H6 H7"), ("HK HA HJ HQ", "HJ HQ HK HA")])
def test_loose_natural_cards_are_put_in_order(written: str, laid: str) -> None:
    m = table("H4 H5 H6 H7 HJ HQ HK HA S9 S9 C9 D4", *OTHERS[:2], contracts=[3, 1, 1])
    do(m, f"0 lay S9 C9 S9 | {written}")
    assert lying(m, 0)[1] == laid
    m = table("H4 H5 H6 H7 H8 H9 HT S9", *OTHERS[:2], contracts=[7, 1, 1])
    do(m, "0 lay HT H4 H6 H5 H8 H9 H7")
    assert lying(m, 0)[0] == "H4 H5 H6 H7 H8 H9 HT"


def test_wild_cards_among_loose_cards_of_several_melds() -> None:
    m = table("H7 S7 D7 C7 CK CK HK X S9", *OTHERS[:2])
    assert refusal(m, "0 lay H7 S7 X CK CK HK") == ("error.frustration.parts", {"cards": "H7 S7 X CK CK HK"})
    do(m, "0 lay H7 S7 D7 CK CK HK")


def test_cards_that_are_no_contract() -> None:
    m = table(f"{WHOLE} S9 H9", *OTHERS[:2])
    assert refusal(m, "0 lay H4 S4 D4 | CK CK S9") == ("error.frustration.no_meld", {"cards": "CK CK S9"})
    assert refusal(m, "0 lay H4 S4 D4") == ("error.frustration.size", {"n": 1, "size": 6, "chosen": 3})
    assert refusal(m, "0 lay H4 S4 D4 CK CK S9") == (
        "error.frustration.no_contract", {"n": 1, "cards": "CK CK S4 S9 H4 D4"},
    )  # fmt: skip
    assert refusal(m, "0 lay H4 S4 D4 | CK CK CK")[0] == "error.not_held"


def test_another_contract_than_ones_own() -> None:
    m = table("H4 S4 D4 H7 H8 H9 S9", *OTHERS[:2])
    assert refusal(m, "0 lay H4 S4 D4 | H7 H8 H9")[0] == "error.frustration.no_contract"


def test_a_meld_in_which_a_card_is_used_twice() -> None:
    m = table("H4 S4 D4 H5 H6 H7 S9 C9", *OTHERS[:2], contracts=[3, 1, 1])
    assert refusal(m, "0 lay H4 S4 D4 | H4 H5 H6 H7") == ("error.not_held", {"cards": "S4 H4 H4 H5 H6 H7 D4"})


def test_a_second_contract_in_one_deal() -> None:
    m = table(f"{WHOLE} S9", *OTHERS[:2], laid=1, melds={0: ["H7 S7 D7"]})
    assert refusal(m, f"0 lay {WHOLE}") == ("error.frustration.laid", {})


def test_to_lay_off_before_the_contract_lies() -> None:
    m = table("S7 S9", *OTHERS[:2], laid=2, melds={1: ["H7 S7 D7"]})
    assert refusal(m, "0 layoff S7 -> m4 set") == ("error.frustration.contract_first", {"n": 1})


def test_what_does_not_fit() -> None:
    m = table("S7 S9 X", *OTHERS[:2], laid=1, melds={0: ["H4 H5 X"], 1: ["C9 D9 S9"]})
    assert refusal(m, "0 layoff S7 -> m1 high") == ("error.frustration.no_fit", {"cards": "S7"})
    a_set_has_no_ends = refusal(m, "0 layoff S9 -> m4 high")
    assert a_set_has_no_ends == ("error.frustration.no_fit", {"cards": "S9"})
    nothing_lies_there = refusal(m, "0 layoff S9 -> m3 set")
    assert nothing_lies_there == ("error.frustration.no_such_meld", {"n": 3})


def test_one_wild_card_too_many_on_a_meld() -> None:
    m = table("S5 X", *OTHERS[:2], laid=1, melds={0: ["H4 H5 X", "X X H8 H9 HT HJ", "C9 D9 X"]})
    assert refusal(m, "0 layoff X -> m1 high") == ("error.frustration.wild", {"n": 2, "most": 1})
    assert refusal(m, "0 layoff X -> m2 low") == ("error.frustration.beside", {"cards": "X X X H8 H9 HT HJ"})
    assert refusal(m, "0 layoff X -> m3 set") == ("error.frustration.wild", {"n": 2, "most": 1})
    do(m, "0 layoff X -> m2 high")
    m = table("S5 X", *OTHERS[:2], laid=1, melds={0: ["C9 D9 S9 H9 S9"]})
    assert refusal(m, "0 layoff X -> m1 high") == ("error.frustration.no_fit", {"cards": "X"}), "a set has no ends"
    run = "HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK"
    m = table("S5 X", *OTHERS[:2], laid=1, melds={0: [run]})
    assert refusal(m, "0 layoff X -> m1 high") == ("error.frustration.no_fit", {"cards": "X"}), "thirteen are a run"


def test_a_meld_that_is_no_meld_of_this_table() -> None:
    m = table("S7 S9", *OTHERS[:2], laid=1)
    with pytest.raises(Refused, match="no_such_meld"):
        GAME.read(m.rules, "layoff S7 -> m10 set")
    for text in ("layoff S7 -> m10", "layoff S7 m1 set", "layoff S7 -> x1 set", "layoff S7 -> m1 middle"):
        with pytest.raises(Refused, match="notation"):
            GAME.read(m.rules, text)
    with pytest.raises(Refused, match=r"error\.card"):
        GAME.read(m.rules, "lay Z9 S9 S9")
    for to in (0, 200, -1, 5000):
        with pytest.raises(Refused, match="no_fit"):
            m.act(0, Action("layoff", GAME.pack.read("S7"), to))


def test_the_last_card_where_it_has_to_be_discarded() -> None:
    m = table("S4", *OTHERS[:2], final_discard="required", laid=1, melds={0: ["H4 D4 C4"]})
    assert refusal(m, "0 layoff S4 -> m1 set") == ("error.frustration.keep_one", {})
    m = table(WHOLE, *OTHERS[:2], final_discard="required")
    assert refusal(m, f"0 lay {WHOLE}") == ("error.frustration.keep_one", {})


def test_what_was_taken_from_the_pile_does_not_go_back() -> None:
    m = table("H9 S5", *OTHERS[:2], pile="D2 H9", drawn=False)
    do(m, "0 take")
    assert refusal(m, "0 discard H9") == ("error.frustration.taken", {"card": "H9"})


def test_a_second_claim_one_of_the_discarder_and_one_too_late() -> None:
    late: tuple[str, dict[str, object]] = ("error.frustration.claim_time", {})
    m = table("X H9 S5", *OTHERS[:2])
    do(m, "0 discard X")
    assert refusal(m, "0 claim") == ("error.frustration.own_joker", {})
    do(m, "2 claim")
    assert [refusal(m, f"{seat} claim") for seat in range(3)] == [late] * 3
    m = table("X H9 S5", *OTHERS[:2])
    do(m, "0 discard X")
    m.act(HOST, CLOSE)
    assert [refusal(m, f"{seat} claim") for seat in range(3)] == [late] * 3
    do(m, "1 draw")
    assert [refusal(m, f"{seat} claim") for seat in range(3)] == [late] * 3


def test_to_play_on_while_a_joker_is_offered() -> None:
    for mode in ("reaction", "priority", "random"):
        m = table("X H9 S5", *OTHERS[:2], joker_claim=mode)
        do(m, "0 discard X")
        for move in ("1 draw", "1 take", "0 discard H9"):
            assert refusal(m, move) == ("error.frustration.offered", {}), (mode, move)


def test_to_answer_twice_and_before_the_others() -> None:
    m = table("X H9 S5", *OTHERS[:2], joker_claim="random")
    do(m, "0 discard X", "2 pass")
    assert refusal(m, "2 claim") == ("error.frustration.answered", {})
    assert refusal(m, "0 claim") == ("error.frustration.own_joker", {})
    m = table("X H9 S5", *OTHERS[:3], joker_claim="priority", discarder_may_claim=True)
    do(m, "0 discard X")
    assert refusal(m, "2 claim") == ("error.not_your_turn", {"seats": b"\1"}), "he is asked after seat 1"
    do(m, "1 pass")
    assert refusal(m, "1 claim") == ("error.frustration.answered", {})
    assert refusal(m, "0 claim")[0] == "error.not_your_turn", "the discarder is asked last"


def test_the_card_for_a_claimed_joker_comes_first() -> None:
    m = table("X H9 S5", *OTHERS[:2], claimed_joker="swap")
    do(m, "0 discard X", "2 claim")
    assert refusal(m, "2 draw") == ("error.frustration.swap_first", {})
    assert refusal(m, "2 give S5") == ("error.not_held", {"cards": "S5"})
    assert refusal(m, "2 claim") == refusal(m, "1 claim") == ("error.frustration.claim_time", {})


def test_to_act_after_going_out() -> None:
    """Neither the player who was out first nor another one after them has anything more to do in the deal."""
    out: tuple[str, dict[str, object]] = ("error.frustration.out", {})
    m = table("S9", "S4", "X D3", "D5", laid=0b11, melds={0: ["C4 D4 H4"]})
    do(m, "0 discard S9")
    for move in ("0 draw", "0 discard S9", "0 claim"):
        assert refusal(m, move) == out
    do(m, "1 take", "1 layoff S4 -> m1 set", "1 discard S9", "2 draw")
    assert [refusal(m, f"{seat} draw") for seat in (0, 1)] == [out] * 2
    do(m, "2 discard X")
    assert [refusal(m, f"{seat} claim") for seat in (0, 1)] == [out] * 2
    assert refusal(m, "2 claim") == ("error.frustration.own_joker", {})
    do(m, "3 claim")


@pytest.mark.parametrize("n", [0, 9, 101, 110])
def test_a_cut_too_high_or_too_low(n: int) -> None:
    m = dealt(3, cut=-1, auto_cut=False)
    assert refusal(m, f"2 cut {n}") == ("error.frustration.cut", {"n": n, "least": 10, "most": 100})


@pytest.mark.parametrize("seats", [1, 7])
def test_a_wrong_number_of_players(seats: int) -> None:
    with pytest.raises(Refused, match=r"error\.seats"):
        GAME.rules({}, seats)


@pytest.mark.parametrize(("option", "value"), [("extra_turn", "false"), ("joker_claim", "always"), ("claim_ms", "5")])
def test_a_value_that_is_not_offered(option: str, value: str) -> None:
    with pytest.raises(Refused, match=r"error\.option_value"):
        GAME.rules({option: value})


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_said_in_words(language: str) -> None:
    m = table(f"{WHOLE} S9 H9", *OTHERS[:2])
    with pytest.raises(Refused) as refused:
        m.act(0, GAME.read(m.rules, "lay H4 S4 D4"))
    phrase = refused.value.phrase
    said = Speaker(language, "frustration").say(phrase.key, phrase.args)
    assert "6" in said
    assert "{" not in said
