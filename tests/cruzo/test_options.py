"""What the sheet says beyond its examples: options, special cards, throwing, the end. Sections in each test."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, hand, legal, pile, ranks, refusal, rules, said, state, table
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import ASIDE, BUNKER, BURNT, DRAWN, EACH, HAND, KNOWN, LOTS, OPEN, PILE, STOCK
from stich.games.cruzo.rules_phases_start import SWAP
from stich.games.cruzo.rules_phases_turn import BEFORE, MORE, TURN
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import OVER

SOME = "4 5 6"


def plays(m: Match, seat: int = 0) -> set[str]:
    return {play.split()[1] for play in legal(m, seat, "play")}


# -- §2 the pack


@pytest.mark.parametrize(
    ("options", "seats", "cards"),
    [
        ({"packs": "3"}, 4, 165),
        ({"packs": "2"}, 8, 110),
        ({"jokers_per_pack": 0}, 4, 104),
        ({"jokers_per_pack": 1}, 6, 159),
        ({"jokers_total": "3"}, 4, 107),
        ({"jokers_total": "3", "jokers_per_pack": 1}, 8, 211),
    ],
)
def test_packs_and_jokers(options: dict[str, object], seats: int, cards: int) -> None:
    assert len(rules(seats, **options).layout.deck) == cards


@pytest.mark.parametrize("n", [0, 15, 40])
def test_cards_put_aside_for_two(n: int) -> None:
    s = state(Match(GAME, rules(2, two_player_removed=n), Source(SIM, 1)))
    assert len(s.zones[ASIDE]) == n
    assert len(s.zones[STOCK]) == 110 - n - 18
    assert rules(3, two_player_removed=n).removed == 0


# -- §3 the beginning


def test_the_lowest_diamond_on_the_table_begins_and_stays_there() -> None:
    m = dealt(["C4 S9 HK", "C8 H6 H7", "C5 C9 CA"], ["D5", "D4", "DK"])
    s = state(m)
    assert (s.turn, s.decisive) == (1, -1)
    do(m, "1 dir ccw")
    assert legal(m, 1) == ["play 6"], "a card of the lowest rank in hand"
    assert refusal(m, "1 play H7") == ("error.cruzo.lowest", {"card": "H6"})


@pytest.mark.parametrize(("tie_opening", "opens"), [("lowest_rank", ["play 4"]), ("tied_diamond", ["play 5"])])
def test_of_equal_diamonds_the_youngest(tie_opening: str, opens: list[str]) -> None:
    m = dealt(["D5 C9 CK", "D5 C4 H9", "DK CQ CJ"], ages=[2, 1, 0], tie_opening=tie_opening)
    assert state(m).turn == 1
    do(m, "1 dir cw")
    assert legal(m, 1) == opens


def test_without_a_diamond_the_youngest_of_all() -> None:
    m = dealt(["C9 SK X", "C7 H7 X", "C4 CQ CJ"], ages=[1, 2, 0])
    assert state(m).turn == 1
    do(m, "1 dir cw")
    assert legal(m, 1) == ["play 7", "play 7 7"]
    m = dealt(["X X X", "C4 H7 X"], ages=[0, 1])
    do(m, "0 dir cw")
    assert legal(m, 0) == ["play X", "play X X", "play X X X"], "jokers rank highest"


@pytest.mark.parametrize(("order", "same"), [("drawn", False), ("seats", True)])
def test_who_is_younger(order: str, same: bool) -> None:
    how = rules(5, age_order=order)
    ages = {Match(GAME, how, Source(SIM, seed)).setup.carry for seed in range(20)}
    assert (ages == {(0, 1, 2, 3, 4)}) == same
    assert all(sorted(each) == [0, 1, 2, 3, 4] for each in ages)


def test_an_order_of_ages_comes_with_the_match() -> None:
    assert Match(GAME, rules(3, age_order="2,0,1"), Source(SIM, 1)).setup.carry == (2, 0, 1)
    for order in ("2,0", "0,1,2,3", "0,1,1", "0, 1, 2", "1,2,3", "00,1,2", "old"):
        with pytest.raises(Refused, match=r"error\.option_value"):
            rules(3, age_order=order)


def test_more_cards_of_the_deciding_rank_may_open() -> None:
    m = dealt(["D5 S5 HK", "D7 S2 H3"])
    do(m, "0 dir cw")
    assert legal(m, 0) == ["play 5", "play 5 5"]
    assert refusal(m, "0 play S5") == ("error.cruzo.decisive", {"card": "D5"})
    do(m, "0 play S5 D5")
    assert pile(m) == "5 5"


@pytest.mark.parametrize(("way", "after"), [("cw", 1), ("ccw", 2)])
def test_who_begins_says_which_way_round(way: str, after: int) -> None:
    m = dealt(["D5 S6 HK", "D7 S2 H3", "D8 S2 H3"])
    assert m.deal.phase.name == "direct"
    do(m, f"0 dir {way}")
    assert m.deal.phase.name == "opening"
    assert do(m, "0 play D5").turn == after


def test_hand_and_open_cards_may_be_exchanged_first() -> None:
    m = dealt(["D5 S9 HK", "D7 S2 H3"], ["D4 C8 CQ", "C9 CJ CK"], swap_before_start=True)
    s = state(m)
    assert (s.phase, s.must()) == (SWAP, 0b11)
    do(m, "0 swap D5 C8", "1 ready")
    assert s.phase is SWAP
    s = do(m, "0 ready")
    assert (s.phase.name, s.turn, GAME.pack.names[s.decisive]) == ("direct", 1, "D7")
    assert GAME.pack.write(s.zones[OPEN]) == "D4 D5 CQ"
    assert s.zones[KNOWN] == GAME.pack.read("C8"), "all have seen it go there"


def test_three_exchanges_are_enough() -> None:
    m = dealt(["D5 S9 HK", "D7 S2 H3"], ["D4 C8 CQ", "C9 CJ CK"], swap_before_start=True)
    do(m, "0 swap D5 C8", "0 swap C8 D5", "0 swap S9 C8")
    assert legal(m, 0) == ["ready D5"]
    assert refusal(m, "0 swap HK CQ")[0] == "error.cruzo.swapped"
    do(m, "1 ready", "0 ready")
    assert state(m).turn == 0


# -- §5 what fits


@pytest.mark.parametrize(
    ("lying", "fits"),
    [
        ("", "2 3 4 5 6 7 8 9 T J Q K A X"),
        ("2", "2 3 4 5 6 7 8 9 T J Q K A X"),
        ("8", "2 3 8 9 T J Q K A X"),
        ("A", "2 3 T A X"),
        ("7 3 3", "2 3 4 5 6 7 T X"),
        ("3", "2 3 4 5 6 7 8 9 T J Q K A X"),
        ("X", "2 4 5 6 7 8 9 T J Q K A X"),
        ("5 X X", "2 4 5 T X"),
        ("5 3 X", "2 4 5 T X"),
        ("2 X", "2 4 5 6 7 8 9 T J Q K A X"),
        ("7 X", "2 4 5 6 7 T X"),
    ],
)
def test_what_fits(lying: str, fits: str) -> None:
    m = table("2 3 4 5 6 7 8 9 T J Q K A X", SOME, pile=lying)
    assert plays(m) == set(fits.split())


def test_a_joker_over_a_two_may_count_as_one() -> None:
    everything = "2 3 4 5 6 7 8 9 T J Q K A X"
    assert plays(table(everything, SOME, pile="K 2 X", joker_over_two="undercut")) == set("2TX")
    assert plays(table(everything, SOME, pile="2", joker_over_two="undercut")) == set("23456789TJQKAX")
    assert plays(table(everything, SOME, pile="X", joker_over_two="undercut")) == set("2456789TJQKAX")


def test_a_joker_may_have_to_be_undercut_strictly() -> None:
    everything = "2 3 4 5 6 7 8 9 T J Q K A X"
    assert plays(table(everything, SOME, pile="6 X", joker_equal_ok=False)) == set("245TX")
    assert plays(table(everything, SOME, pile="7", joker_equal_ok=False)) == set("234567TX")


def test_any_number_of_one_rank_whatever_lies_there() -> None:
    m = table("K K K 4 5", SOME, pile="Q Q Q", direction=1)
    assert legal(m, 0) == ["play K", "play K K", "play K K K"]


def test_nines_go_one_by_one_but_for_a_four() -> None:
    assert legal(table("9 9 9", SOME, pile="8"), 0, "play") == ["play 9"]
    assert legal(table("9 9 9", SOME, pile="4 9"), 0, "play") == ["play 9", "play 9 9 9"]
    assert legal(table("9 9 4", SOME, pile="9 9"), 0, "play") == ["play 9", "play 9 9"]
    assert legal(table("9 9 9 9 4", SOME, pile="8"), 0, "play") == ["play 9", "play 9 9 9 9"]


# -- §6 a turn


def test_a_hand_is_filled_up_to_three() -> None:
    m = table("K K 4", "5 6 7", pile="Q")
    assert len(do(m, "0 play K K").hand(0)) == 3
    m = table("K K 4 5 6", "5 6 7", pile="Q")
    assert hand(m, 0) == "4 5 6 K K"
    do(m, "0 play K K")
    assert hand(m, 0) == "4 5 6"
    m = table("K K 4", "5 6 7", pile="Q", stock=1)
    assert len(do(m, "0 play K K").hand(0)) == 2, "the stock had one card"


@pytest.mark.parametrize(
    ("held", "lying", "played", "left"),
    [
        ("A 4 5", "2", "A", 4),
        ("A A 4", "2", "A A", 4),
        ("A 4 5", "2 3", "A", 3),
        ("A 4 5 6", "2", "A", 3),
        ("A 4 5", "K", "A", 3),
    ],
)
def test_an_ace_directly_on_a_two(held: str, lying: str, played: str, left: int) -> None:
    m = table(held, SOME, pile=lying)
    assert len(do(m, f"0 play {played}").hand(0)) == left


def test_the_pile_is_taken_where_nothing_fits_and_the_next_one_opens() -> None:
    m = table("4 5 6", "5 6 7", "6 7 8", pile="5 K A", stock=20)
    assert legal(m, 0) == ["pickup"]
    s = do(m, "0 pickup")
    assert (hand(m, 0), pile(m), s.turn, s.phase, len(s.zones[STOCK])) == ("4 5 5 6 K A", "", 1, TURN, 20)
    assert ranks(s.zones[KNOWN]) == "5 K A"


def test_an_open_card_stays_where_it_is_when_the_pile_is_taken() -> None:
    m = table("", SOME, pile="A", opened=["4 5 6"], stock=0)
    assert legal(m, 0) == ["pickup"]
    s = do(m, "0 pickup")
    assert (hand(m, 0), ranks(s.zones[OPEN])) == ("A", "4 5 6")
    s.turn = 0
    assert plays(m) == {"A"}, "the hand comes first again"


@pytest.mark.parametrize(
    ("held", "lying", "may"),
    [
        ("J K A", "6 6 9 9 6 2", True),
        ("J K A", "6 6 9 9 2", False),
        ("J K A", "6 6 6 9 2", False),
        ("K K K", "Q", True),
        ("K K K 4", "Q", False),
        ("K K", "Q", False),
        ("9 9 9", "8", False),
        ("9 9 9", "9", True),
        ("K K K", "", False),
    ],
)
def test_who_may_take_the_pile_though_able_to_play(held: str, lying: str, may: bool) -> None:
    m = table(held, SOME, pile=lying)
    assert any(choice.startswith("pickup") for choice in legal(m, 0)) == may
    assert legal(m, 0, "play")


def test_three_equal_cards_are_shown() -> None:
    m = table("K K K", SOME, SOME, pile="Q")
    s = do(m, "0 pickup")
    assert (hand(m, 0), s.zones[HAND], s.turn) == ("Q K K K", b"", 1)
    assert "cruzo.said.pickup_showing" in said(m)
    m = table("4 4 4", SOME, SOME, pile="Q")
    s = do(m, "0 pickup")
    assert ranks(s.zones[HAND]) == "4 4 4", "who has to take it shows nothing"


def test_a_bunker_that_fits_is_played() -> None:
    m = table("", SOME, SOME, pile="Q", opened=[""], bunkers=["K 4 5"], stock=0, throw_mode="off")
    assert legal(m, 0) == ["flip 1", "flip 2", "flip 3"]
    s = do(m, "0 flip 1")
    assert (pile(m), s.turn, s.zones[BUNKER]) == ("Q K", 1, b"")
    s.turn = 0
    assert legal(m, 0) == ["flip 2", "flip 3"]
    do(m, "0 flip 3")
    assert hand(m, 0) == "5 Q K"
    assert "cruzo.event.failed" in said(m)


@pytest.mark.parametrize(("bunker", "turn", "direction"), [("8", 2, 1), ("9", 2, -1), ("T", 1, 1)])
def test_a_turned_bunker_does_what_it_does(bunker: str, turn: int, direction: int) -> None:
    m = table("", SOME, SOME, pile="5", opened=[""], bunkers=[f"{bunker} 4 5"], stock=0)
    s = do(m, "0 flip 1")
    assert (s.turn, s.direction, pile(m)) == (turn, direction, "" if bunker == "T" else f"5 {bunker}")


# -- §6 special cards


@pytest.mark.parametrize(("again", "turn"), [(False, 1), (True, 0)])
def test_a_ten_burns(again: bool, turn: int) -> None:
    m = table("T 4 5", SOME, SOME, pile="4 A", ten_again=again)
    s = do(m, "0 play T")
    assert (s.turn, pile(m)) == (turn, "")
    assert ranks(s.zones[BURNT][-3:]) == "4 A T"


@pytest.mark.parametrize(
    ("seats", "eights", "turn", "extra"),
    [(2, 1, 0, 0), (3, 1, 2, 0), (3, 2, 0, 1), (3, 3, 0, 1), (4, 2, 3, 0), (4, 3, 0, 1)],
)
def test_eights(seats: int, eights: int, turn: int, extra: int) -> None:
    m = table(" ".join(["8"] * eights + ["4"] * 3), *[SOME] * (seats - 1), pile="5")
    s = do(m, " ".join(["0 play", *["8"] * eights]))
    assert (s.turn, len(s.hand(0))) == (turn, 3 + extra)


def test_only_the_eights_of_this_play_skip_and_four_of_them_do_not_burn() -> None:
    m = table("8 4 5", SOME, SOME, SOME, pile="8 8 8")
    s = do(m, "0 play 8")
    assert (s.turn, pile(m), s.phase) == (2, "8 8 8 8", TURN)


def test_eights_against_the_order_of_seats() -> None:
    m = table("8 4 5", SOME, SOME, SOME, pile="5", direction=-1)
    assert do(m, "0 play 8").turn == 2


@pytest.mark.parametrize(("value", "turn"), [("again", 0), ("normal", 1)])
def test_an_eight_with_two_left(value: str, turn: int) -> None:
    m = table("8 4 5", SOME, pile="5", eight_with_two=value)
    s = do(m, "0 play 8")
    assert (s.turn, len(s.hand(0))) == (turn, 3)
    m = table("8 4 5", SOME, SOME, pile="5", eight_with_two="normal")
    assert do(m, "0 play 8").turn == 2


@pytest.mark.parametrize(("seats", "direction", "turn"), [(2, 1, 1), (3, -1, 2)])
def test_a_nine_turns_round(seats: int, direction: int, turn: int) -> None:
    m = table("9 4 5", *[SOME] * (seats - 1), pile="5")
    s = do(m, "0 play 9")
    assert (s.direction, s.turn) == (direction, turn)


@pytest.mark.parametrize("rank", "2345679TJQKAX")
def test_a_four_burns_and_the_same_player_opens(rank: str) -> None:
    """Also of tens and nines, whatever else these do."""
    m = table(f"{rank} {rank} {rank} {rank} 4", SOME, SOME, pile="2")
    s = do(m, f"0 play {rank} {rank} {rank} {rank}")
    assert (s.turn, s.direction, pile(m), s.phase) == (0, 1, "", TURN)


def test_a_four_with_what_lies_there_and_not_across_a_three() -> None:
    m = table("K K 4", SOME, SOME, pile="Q K K")
    assert pile(do_(m, "0 play K K")) == ""
    m = table("K K 4", SOME, SOME, pile="Q K K 3")
    assert pile(do_(m, "0 play K K")) == "Q K K 3 K K"


def do_(m: Match, *moves: str) -> Match:
    do(m, *moves)
    return m


# -- §6 throwing


def test_a_window_opens_after_every_play_but_of_eights_and_with_nothing_on_the_pile() -> None:
    for rank in "234567QKAX":
        s = do(table(f"{rank} {rank} 4", SOME, SOME, pile="2"), f"0 play {rank}")
        assert (s.phase, s.must(), s.may()) == (BEFORE, 1 << HOST, 0b111), rank
        assert s.phase.waits_out(s) == 0b010
    for rank in ("8", "T"):
        assert do(table(f"{rank} 4 5", SOME, SOME, pile="2"), f"0 play {rank}").phase is TURN


def test_the_window_is_closed_by_the_host_or_by_the_turn() -> None:
    m = table("K 4 5", "K K A", "K K K", pile="2")
    do(m, "0 play K", "host")
    assert m.deal.phase is TURN
    assert refusal(m, "2 throw K K K") == ("error.cruzo.throw_over", {})
    m = table("K 4 5", "K K A", SOME, "K K K", pile="2")
    do(m, "0 play K", "1 play A")
    assert refusal(m, "3 throw K K K") == ("error.cruzo.throw_rank", {"cards": "CA"}), "another window"


def test_enough_and_no_fewer() -> None:
    m = table("K 4 5", SOME, "K K 4", "K K K", pile="2")
    do(m, "0 play K")
    assert (legal(m, 2), legal(m, 3)) == ([], ["throw K K K"])
    assert refusal(m, "2 throw K K")[0] == "error.cruzo.throw_few"
    m = table("K 4 5", SOME, "K K K K 4", pile="Q")
    do(m, "0 play K")
    assert legal(m, 2) == ["throw K K K", "throw K K K K"]


def test_a_player_who_has_played_may_throw_but_not_the_one_on_turn() -> None:
    m = table("K K 4 5", "K K 6", SOME, pile="Q K")
    do(m, "0 play K")
    assert (legal(m, 1, "throw"), legal(m, 0)) == ([], []), "he has but one more"
    m = table("K K K 4", "K K 6", SOME, pile="Q")
    do(m, "0 play K")
    assert (legal(m, 0), state(m).turn) == ([], 1)
    m = table("K K K K 4", "K K 6", SOME, pile="Q")
    do(m, "0 play K", "0 throw K K K", "1 throw K", "host")
    assert state(m).turn == 1


def test_all_may_add_and_the_last_one_opens() -> None:
    m = table("K 4 5", "K 5 6", "K K K", "4 5 6", pile="Q", top="7 8 9 J Q")
    s = do(m, "0 play K", "2 throw K K K")
    assert (s.phase, s.thrower, s.must(), s.may()) == (MORE, 2, 1 << HOST, 0b1111)
    assert legal(m, 1) == ["throw K"]
    s = do(m, "1 throw K", "host")
    assert (s.turn, pile(m), s.direction, s.phase) == (1, "", 1, TURN)
    assert hand(m, 1) == "5 6 8", "the opener draws first, after the seven of who has played"
    assert hand(m, 2) == "9 J Q", "then round from there"
    assert "cruzo.event.thrown" in said(m)


def test_thrown_eights_and_nines_have_no_effect() -> None:
    assert legal(table("4 5 6", "8 8 8", SOME, pile="8", turn=2), 1) == []
    m = table("9 4 5", SOME, "9 9 9", pile="5")
    s = do(m, "0 play 9")
    assert (s.direction, s.turn) == (-1, 2)
    m = table("9 4 5", "9 9 9", SOME, pile="5")
    s = do(m, "0 play 9", "1 throw 9 9 9", "host")
    assert (s.direction, s.turn) == (-1, 1)


def test_a_last_thrower_who_has_finished_leaves_the_opening_to_the_next_one() -> None:
    m = table("K 4 5", SOME, "K K K", SOME, pile="Q", opened=["", "", "", ""], bunkers=["", "", "", ""], stock=0)
    s = do(m, "0 play K", "2 throw K K K")
    assert s.places == (0, 0, 1, 0)
    assert do(m, "host").turn == 3


def test_asked_in_the_order_of_play() -> None:
    m = table("9 4 5", "K 5 6", "K 6 7", "K K A", pile="5", throw_mode="priority")
    s = do(m, "0 play 9")
    assert (s.turn, s.direction, s.must(), s.may()) == (3, -1, 0b0100, 0)
    do(m, "2 pass", "1 pass")
    assert s.must() == 0b0001
    do(m, "0 pass")
    assert (s.phase, s.must()) == (TURN, 0b1000)


def test_asked_in_order_whether_they_add() -> None:
    m = table("K 4 5", "K 5 6", "K K K", "K 6 7", pile="5", throw_mode="priority")
    s = do(m, "0 play K")
    assert (s.turn, s.must(), legal(m, 2)) == (1, 0b0100, ["pass", "throw K K K"])
    s = do(m, "2 throw K K K")
    assert (s.phase, s.must(), legal(m, 3)) == (MORE, 0b1000, ["pass", "throw K"])
    s = do(m, "3 throw K", "0 pass")
    assert (s.must(), legal(m, 1)) == (0b0010, ["pass", "throw K"])
    s = do(m, "1 pass", "2 pass")
    assert (s.phase, s.turn, pile(m)) == (TURN, 3, "")


def test_asked_in_order_a_player_who_declined_is_asked_again() -> None:
    m = table("K 4 5", "K 5 6", "K K K K", "K 6 7", pile="5", throw_mode="priority")
    do(m, "0 play K", "2 throw K K K", "3 pass", "0 pass")
    assert state(m).must() == 0b0010
    s = do(m, "1 throw K")
    assert (s.thrower, s.must()) == (1, 0b0100)
    assert legal(m, 2) == ["pass", "throw K"], "though he has thrown before"
    s = do(m, "2 pass")
    assert (s.must(), legal(m, 3)) == (0b1000, ["pass", "throw K"]), "though he let it be"
    s = do(m, "3 throw K", "0 pass", "1 pass", "2 throw K", "3 pass", "0 pass", "1 pass")
    assert (s.phase, s.turn, pile(m)) == (TURN, 2, "")


def test_no_throwing_at_all() -> None:
    m = table("K 4 5", SOME, "K K K", pile="Q", throw_mode="off")
    s = do(m, "0 play K")
    assert (s.phase, s.must(), s.may()) == (TURN, 0b010, 0)


@pytest.mark.parametrize("milliseconds", [500, 3000, 60_000])
def test_how_long_a_window_stays_open(milliseconds: int) -> None:
    assert rules(throw_ms=milliseconds).layout.window_ms == milliseconds


@pytest.mark.parametrize(("value", "choices"), [(False, []), (True, ["throw K K K"])])
def test_throwing_from_the_open_cards(value: bool, choices: list[str]) -> None:
    m = table("K 4 5", SOME, "", pile="Q", opened=[SOME, SOME, "K K K"], stock=0, throw_from_open=value)
    do(m, "0 play K")
    assert legal(m, 2) == choices
    m = table("K 4 5", SOME, "4", pile="Q", opened=[SOME, SOME, "K K K"], stock=0, throw_from_open=value)
    do(m, "0 play K")
    assert legal(m, 2) == [], "not beside a hand"


# -- §6 the stock falls


def test_the_table_says_that_the_stock_has_fallen() -> None:
    m = table(SOME, SOME, SOME, pile="K", tree="table", stock=30)
    s = state(m)
    assert (s.must(), s.may()) == (0b001, 1 << HOST)
    before = s.zones[STOCK]
    do(m, "host tree 2")
    assert len(s.hand(2)) == 8
    assert sorted(s.zones[STOCK]) == sorted(before[:-5])
    assert s.zones[STOCK] != before[:-5], "shuffled"
    m = table(SOME, SOME, SOME, pile="K", tree="table", stock=0)
    assert state(m).may() == 0


@pytest.mark.parametrize("mode", ["reaction", "priority"])
def test_the_stock_falls_whenever_it_does(mode: str) -> None:
    """In a time to throw, too; which goes on, and nobody is asked any other way than before."""
    m = table("K 4 5", SOME, "K K K", pile="Q", tree="table", stock=30, throw_mode=mode)
    do(m, "0 play K")
    s = state(m)
    asked = (s.must(), s.may(), s.waiting)
    assert (s.must() | s.may()) >> HOST & 1
    assert [a.to for a in s.legal(HOST) if a.verb == "tree"] == [0, 1, 2]
    s = do(m, "host tree 1")
    assert (s.phase, s.must(), s.may(), s.waiting) == (BEFORE, *asked)
    assert len(s.hand(1)) == 8
    s = do(m, "2 throw K K K")
    asked = (s.must(), s.may(), s.waiting)
    s = do(m, "host tree 0")
    assert (s.phase, s.must(), s.may(), s.waiting) == (MORE, *asked)
    assert len(s.hand(0)) == 8


def test_now_and_then_the_stock_falls_by_itself() -> None:
    how = rules(4, tree="random")
    assert how.layout.deck.count(53) == 39
    fell = drew = 0
    for seed in range(60):
        m = Match(GAME, how, Source(SIM, seed), watched=True)
        for _ in range(40):
            s = state(m)
            seat = s.actor()
            m.act(seat, s.legal(seat)[0])
            assert len(s.zones[LOTS]) == 40
            assert s.zones[DRAWN] == b""
        drew += sum(e.kind == "move" and e.src == LOTS for e in m.events)
        fell += said(m).count("cruzo.event.tree")
    assert abs(fell - drew / 40) < 5 * (drew / 40) ** 0.5
    assert fell > 0


# -- §6 drawing by hand


def manual(*hands: str, **more: object) -> Match:
    return table(*hands, draw_mode="manual", throw_mode="off", **more)  # type: ignore[arg-type]


def test_drawing_is_up_to_the_player_and_nobody_waits() -> None:
    m = manual("K 4 5", "A 5 6", SOME, pile="Q")
    s = do(m, "0 play K")
    assert (s.owed, s.turn, len(s.hand(0))) == ((1, 0, 0), 1, 2)
    assert (s.must(), s.may()) == (0b010, 0b101)
    assert legal(m, 0) == ["draw"]
    assert legal(m, 2) == ["challenge 0"]
    s = do(m, "0 draw")
    assert (s.owed, len(s.hand(0)), s.may()) == ((0, 0, 0), 3, 0)


def test_a_forgotten_draw_costs_the_pile() -> None:
    m = manual("K 4 5", "A 5 6", SOME, pile="Q")
    s = do(m, "0 play K", "1 play A", "2 challenge 0")
    assert (hand(m, 0), pile(m), s.turn) == ("4 5 Q K A", "", 2)
    assert s.owed == (0, 0, 0), "somebody has taken the pile: whatever was forgotten is past"


def test_forgotten_is_past_after_two_others() -> None:
    m = manual("K 4 5", "A 5 6", "2 3 4", "3 5 7", pile="Q")
    s = do(m, "0 play K", "1 play A")
    assert s.owed == (1, 1, 0, 0)
    s = do(m, "2 play 2")
    assert s.owed == (0, 1, 1, 0)
    assert refusal(m, "3 challenge 0")[0] == "error.cruzo.challenge"
    assert refusal(m, "3 draw")[0] == "error.cruzo.drawn"
    assert len(s.hand(0)) == 2, "and the card is lost"


def test_forgotten_is_past_when_somebody_takes_the_pile() -> None:
    m = manual("K 4 5", "4 5 6", SOME, pile="Q")
    s = do(m, "0 play K", "1 pickup")
    assert s.owed == (0, 0, 0)


def test_with_two_it_is_past_with_the_next_turn() -> None:
    m = manual("K 4 5", "A 5 6", pile="Q")
    s = do(m, "0 play K", "1 play A")
    assert s.owed == (0, 1)


def test_without_a_card_in_hand_one_has_to_draw() -> None:
    m = manual("K", "A 5 6", SOME, pile="Q", stock=20, top="7 9 J J")
    s = do(m, "0 play K", "1 play A", "1 draw", "2 pickup")
    assert legal(m, 0) == ["draw"], "though it was past, and though it is his turn"
    assert refusal(m, "0 flip 1")[0] == "error.cruzo.draw_first"
    assert len(do(m, "0 draw").hand(0)) == 3
    assert s.must() == 0b001
    assert legal(m, 0) == ["play 9", "play J", "play J J"]


def test_an_ace_on_a_two_and_a_card_more_are_owed() -> None:
    m = manual("A 4 5", SOME, SOME, pile="2")
    assert do(m, "0 play A").owed == (2, 0, 0)
    m = manual("8 8 9 J Q", SOME, SOME, pile="5")
    s = do(m, "0 play 8 8")
    assert (s.owed, s.turn) == ((1, 0, 0), 0)
    assert do(m, "0 play 9").owed == (2, 0, 0), "one up to three, and the card more"


def test_drawing_while_others_may_throw() -> None:
    m = table("K 4 5", SOME, "K K K", pile="Q", draw_mode="manual")
    s = do(m, "0 play K")
    assert legal(m, 0) == ["draw"]
    assert legal(m, 2) == ["throw K K K", "challenge 0"]
    do(m, "0 draw")
    assert s.phase is BEFORE
    m = table("K 4 5", SOME, "K K K", pile="Q", draw_mode="manual")
    s = do(m, "0 play K", "2 challenge 0")
    assert (s.phase, pile(m)) == (TURN, "")


def test_after_a_burnt_throw_nobody_draws_past_three() -> None:
    m = table("K 4 5", SOME, "K K K", pile="Q", draw_mode="manual")
    s = do(m, "0 play K", "2 throw K K K", "host")
    assert (s.owed, s.turn, pile(m)) == ((1, 0, 3), 2, "")
    assert (legal(m, 0), legal(m, 1), legal(m, 2)) == (["draw"], [], ["draw"]), "with no pile there is nobody to catch"
    s = do(m, "0 draw", "2 draw")
    assert [len(s.hand(seat)) for seat in range(3)] == [3, 3, 3]
    assert s.owed == (0, 0, 0)


def test_a_throw_is_carried_out_while_a_draw_is_owed() -> None:
    m = table("K 4 5", SOME, "K K K A", SOME, pile="Q", draw_mode="manual", stock=20, top="7 8 9 J")
    s = do(m, "0 play K", "2 throw K K K")
    assert (s.phase, s.owed, s.since[2]) == (MORE, (1, 0, 2, 0), 0)
    assert [legal(m, seat) for seat in range(4)] == [[], [], [], []], "nobody draws before it has burnt"
    s = do(m, "host", "2 draw")
    assert (s.phase, s.turn, s.owed, hand(m, 2)) == (TURN, 2, (1, 0, 0, 0), "7 8 A")
    s = do(m, "2 play 7", "3 challenge 0")
    assert (hand(m, 0), pile(m), s.turn) == ("4 5 7", "", 3)


def test_who_throws_twice_and_owed_before_draws_up_to_three() -> None:
    m = table("K K K K", SOME, "K 4 5", pile="Q", draw_mode="manual")
    s = do(m, "0 play K")
    assert s.owed == (0, 0, 0)
    s = do(m, "0 throw K K K", "2 throw K")
    assert s.owed == (3, 0, 1)
    s = do(m, "host", "0 draw", "2 draw")
    assert [len(s.hand(seat)) for seat in range(3)] == [3, 3, 3]
    m = table("K K K 4", SOME, "K K K", pile="Q", draw_mode="manual")
    do(m, "0 play K", "2 throw K K K", "0 throw K", "0 throw K")
    s = do(m, "host", "0 draw", "2 draw")
    assert [len(s.hand(seat)) for seat in range(3)] == [3, 3, 3]


def test_what_a_throw_leaves_owed_beyond_three() -> None:
    m = table("8 8 A A A A", SOME, SOME, pile="5", draw_mode="manual")
    s = do(m, "0 play 8 8", "0 play A")
    assert (s.owed, len(s.hand(0))) == ((1, 0, 0), 3), "the card more, for the eights"
    assert do(m, "0 throw A A A", "host").owed == (4, 0, 0)
    assert len(do(m, "0 draw").hand(0)) == 4


def test_who_knocks_the_stock_over_owes_nothing_up_to_three() -> None:
    m = manual("K 4 5", "A 5 6", SOME, pile="Q", tree="table")
    s = do(m, "0 play K", "host tree 0")
    assert (s.owed, len(s.hand(0)), legal(m, 0)) == ((0, 0, 0), 7, [])
    m = manual("8 8 9 J Q", SOME, SOME, pile="5", tree="table")
    s = do(m, "0 play 8 8", "0 play 9", "host tree 0")
    assert s.owed == (1, 0, 0), "the card more for the eights is beside it"


# -- §6 what is against the rules


def test_cards_that_do_not_fit_may_cost_the_pile() -> None:
    m = table("4 5 A", SOME, SOME, pile="Q K", illegal="penalise")
    four = GAME.pack.write(state(m).zones[HAND][:1])
    s = do(m, f"0 play {four}")
    assert (hand(m, 0), pile(m), s.turn) == ("4 5 Q K A", "", 1)
    assert ranks(s.zones[KNOWN]) == "4 Q K", "all have seen it"
    assert "cruzo.event.punished" in said(m)
    m = table("4 5 A", SOME, SOME, pile="Q K", illegal="penalise")
    two = GAME.pack.write(state(m).zones[HAND][:2])
    assert do(m, f"0 play {two}").turn == 1


def test_throwing_too_few_may_cost_the_pile() -> None:
    m = table("K 4 5", SOME, "K K 4", pile="Q", illegal="penalise")
    s = do(m, "0 play K")
    kings = GAME.pack.write(s.zones[HAND + 2 * EACH][1:])
    s = do(m, f"2 throw {kings}")
    assert (hand(m, 2), pile(m), s.turn, s.phase) == ("4 Q K K K", "", 1, TURN)


def test_to_take_the_pile_is_no_punishment_for_who_wants_it() -> None:
    m = table("4 5 A", SOME, SOME, pile="Q K", illegal="penalise")
    assert refusal(m, "0 pickup")[0] == "error.cruzo.must_play"
    m = table("4 5 A", SOME, SOME, pile="", illegal="penalise")
    assert refusal(m, "0 play C4 C5")[0] == "error.cruzo.one_rank", "there is nothing to be taken"


# -- §7 the end

BARE = {"opened": [""] * 3, "bunkers": [""] * 3, "stock": 0}


def test_the_others_play_on_until_one_is_left() -> None:
    m = table("K", "4 A", "4 5", pile="Q", **BARE)  # type: ignore[arg-type]
    s = do(m, "0 play K", "1 play A")
    assert (s.places, s.turn, s.phase) == ((1, 0, 0), 2, BEFORE)
    do(m, "2 pickup", "1 play 4")
    assert (s.places, s.phase, m.over, m.winners) == ((1, 2, 0), OVER, True, 0b001)
    assert m.sheets[0].result.points == (1, 2, 3)


def test_cards_on_the_table_may_decide() -> None:
    m = table(
        "K", "4 A", "4 5 6", pile="Q", opened=["", "4", ""], bunkers=["", "", "5"], stock=0, finish="rank_by_table"
    )
    s = do(m, "0 play K")
    assert (s.phase, m.sheets[0].result.points) == (OVER, (1, 2, 3)), "as many on the table, fewer in hand"
    m = table(
        "K", "4 A", "4 5 6", pile="Q", opened=["", "4 4", ""], bunkers=["", "", "5"], stock=0, finish="rank_by_table"
    )
    do(m, "0 play K")
    assert m.sheets[0].result.points == (1, 3, 2)
    m = table("K", "4 A", "4 5", pile="Q", opened=["", "4", ""], bunkers=["", "", "5"], stock=0, finish="rank_by_table")
    do(m, "0 play K")
    assert m.sheets[0].result.points == (1, 2, 2), "a place may be shared"


def test_no_player_has_finished_while_cards_lie_in_front_of_them() -> None:
    m = table("K", "4 A", pile="Q", opened=["", ""], bunkers=["5", "5"], stock=0)
    s = do(m, "0 play K")
    assert s.places == (0, 0)


def test_who_has_finished_with_eights_still_skips() -> None:
    m = table("8", SOME, SOME, SOME, pile="5", opened=[""] * 4, bunkers=[""] * 4, stock=0)
    s = do(m, "0 play 8")
    assert (s.places, s.turn) == ((1, 0, 0, 0), 2)
    m = table("8 8 8", SOME, SOME, SOME, pile="5", opened=[""] * 4, bunkers=[""] * 4, stock=0)
    assert do(m, "0 play 8 8 8").turn == 1


@pytest.mark.parametrize("cap", [100, 300])
def test_no_deal_goes_on_for_ever(cap: int) -> None:
    m = Match(GAME, rules(4, action_cap=cap), Source(SIM, 1))
    while not m.over:
        seat = m.deal.actor()
        m.act(seat, CLOSE if seat == HOST else m.deal.legal(seat)[0])
    assert len(m.moves) <= cap
    assert state(m).stalled == (len(m.moves) == cap)
    assert m.sheets[-1].result.headline.key == ("cruzo.event.capped" if len(m.moves) == cap else "cruzo.event.won")
    for line in m.sheets[-1].result.why:
        if line.args:
            assert [line.args["table"], line.args["hand"]] in [[n, line.count - n] for n in range(line.count + 1)]


def test_the_third_time_of_a_position_ends_it() -> None:
    """Two with eights and fours; the order of the pile, whose turn it is and which way round make a difference."""
    m = table("8", "4 4 8", opened=["6", "5"], bunkers=["4 4 4", "5 5 5"], stock=0, throw_mode="off")
    seen: dict[object, int] = {}
    while not m.over:
        s = state(m)
        position = (s.turn, s.direction, s.zones[PILE], s.hand(0), s.hand(1))
        seen[position] = seen.get(position, 0) + 1
        assert seen[position] < 3
        m.act(s.turn, s.legal(s.turn)[-1])
    s = state(m)
    assert seen[s.turn, s.direction, s.zones[PILE], s.hand(0), s.hand(1)] == 2
    assert s.stalled
    assert m.sheets[0].result.headline.key == "cruzo.event.stalled"


def test_a_card_from_the_table_restarts_the_count() -> None:
    m = table("8", SOME, opened=["6 7 8", "5"], stock=0, throw_mode="off")
    s = do(m, "0 play 8")
    assert len(s.trail) == 16, "two turns so far"
    do(m, "0 play 8")
    assert s.trail == b"", "until it may come again"


def test_notation() -> None:
    how = rules(4)
    for text in ("dir cw", "dir ccw", "play K K", "play SK HK", "play X", "throw J J", "pickup", "flip 2", "draw"):
        assert GAME.write(how, GAME.read(how, text)) == text
    for text in ("challenge 1", "tree 3", "swap D5 SK", "ready D5", "ready"):
        assert GAME.write(how, GAME.read(how, text)) == text
    assert GAME.read(how, "play K K") == Action("play", b"", 11 * 32 + 2)
