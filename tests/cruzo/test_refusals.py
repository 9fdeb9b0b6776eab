"""What is refused, and that the reason names the rule."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, refusal, rules, state, table
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import EACH, HAND
from stich.games.cruzo.rules_phases_turn import BEFORE, MORE
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST
from stich.text.catalogue import LANGUAGES
from stich.text.say import Speaker

SOME = "4 5 6"
BARE = ["", "", ""]


def test_what_does_not_fit() -> None:
    m = table("4 5 K", SOME, pile="Q")
    for move in ("0 play 4", "0 play C4"):
        assert refusal(m, move) == ("error.cruzo.no_fit", {"card": "C4", "cards": "CQ"})
    m = table("3 5 K", SOME, pile="Q X")
    assert refusal(m, "0 play 3") == ("error.cruzo.no_three", {})


def test_several_ranks_and_several_nines() -> None:
    m = table("9 9 K", SOME, pile="8")
    assert refusal(m, "0 play C9 CK") == ("error.cruzo.one_rank", {"cards": "C9 CK"})
    assert refusal(m, "0 play 9 9") == ("error.cruzo.nines", {})
    with pytest.raises(Refused, match="notation"):
        GAME.read(m.rules, "play 9 K")


def test_cards_that_one_has_not_got() -> None:
    m = table("4 5 K", SOME, pile="Q")
    assert refusal(m, "0 play HA") == ("error.not_held", {"cards": "HA"})
    assert refusal(m, "0 play CK CK") == ("error.not_held", {"cards": "CK CK"})
    assert refusal(m, "0 play A") == ("error.not_held", {"cards": "CA"})
    assert refusal(m, "0 play K K") == ("error.not_held", {"cards": "CK CK"}), "the king he has, and one he has not"
    m = table("9 5 K", SOME, pile="8")
    assert refusal(m, "0 play 9 9") == ("error.not_held", {"cards": "C9 C9"})
    m = table("", SOME, pile="Q", opened=["K K A", SOME], stock=0)
    assert refusal(m, "0 play K K K") == ("error.not_held", {"cards": "CK CK CK"})


def test_an_opening_with_other_cards_than_the_decisive_diamond() -> None:
    m = dealt(["D5 C9 CK", "D7 C4 H9"])
    do(m, "0 dir cw")
    for move in ("0 play K", "0 play 9", "0 play CK", "0 play C9 CK"):
        assert refusal(m, move) == ("error.cruzo.decisive", {"card": "D5"})
    assert refusal(m, "0 play 5 5")[0] == "error.not_held"
    assert refusal(m, "0 play D5 CK")[0] == "error.cruzo.one_rank"
    m = dealt(["D9 C9 S9", "DQ CJ HQ"])
    do(m, "0 dir cw")
    for move in ("0 play 9 9", "0 play D9 C9"):
        assert refusal(m, move) == ("error.cruzo.nines", {})
    assert refusal(m, "0 play C9") == ("error.cruzo.decisive", {"card": "D9"})


def test_an_opening_with_another_rank_than_the_lowest() -> None:
    m = dealt(["C9 SK X", "C7 H7 X", "C4 CQ CJ"], ["C9", "C2 C4 C5"], ages=[1, 2, 0])
    do(m, "1 dir cw")
    assert refusal(m, "1 play X") == ("error.cruzo.lowest", {"card": "C7"})
    assert refusal(m, "1 play 7 7 7")[0] == "error.not_held"
    assert refusal(m, "1 play C7 X")[0] == "error.cruzo.one_rank"


def test_open_cards_and_bunkers_come_later() -> None:
    m = table("4 5 K", SOME, pile="Q", opened=["A A A", SOME])
    assert refusal(m, "0 play CA") == ("error.cruzo.hand_first", {})
    assert refusal(m, "0 flip 1") == ("error.cruzo.hand_first", {})
    m = table("", SOME, pile="Q", opened=["A A A", SOME], stock=0)
    assert refusal(m, "0 flip 1") == ("error.cruzo.open_first", {})
    m = table("K", SOME, pile="Q", opened=["K K A", SOME], stock=0)
    assert refusal(m, "0 play CK SK") == ("error.cruzo.hand_first", {}), "hand and open cards are never mixed"


def test_a_bunker_that_is_not_there_and_cards_where_only_bunkers_are_left() -> None:
    m = table("", SOME, pile="Q", opened=["", SOME], bunkers=["4 5", SOME], stock=0)
    for move in ("0 flip 3", "0 flip 0", "0 flip 7"):
        assert refusal(m, move) == ("error.cruzo.no_bunker", {})
    assert refusal(m, "0 play CK") == ("error.cruzo.blind", {})


def test_to_take_the_pile_though_one_could_play() -> None:
    assert refusal(table("4 5 K", SOME, pile="Q"), "0 pickup") == ("error.cruzo.must_play", {})
    assert refusal(table("4 5 K", SOME), "0 pickup") == ("error.cruzo.no_pile", {})


def test_before_the_direction_is_chosen() -> None:
    m = dealt(["D5 C9 CK", "D7 C4 H9"])
    assert refusal(m, "0 play D5") == ("error.cruzo.direction_first", {})
    assert refusal(m, "1 dir cw")[0] == "error.not_your_turn"
    with pytest.raises(Refused, match="dir cw"):
        GAME.read(m.rules, "dir up")
    do(m, "0 dir cw")
    assert refusal(m, "0 dir ccw")[0] == "error.verb"


def test_an_exchange_that_is_none() -> None:
    m = dealt(["D5 S9 HK", "D7 S2 H3"], ["D4 C8 CQ", "C9 CJ CK"], swap_before_start=True)
    for move in ("0 swap D4 D5", "0 swap D5 CA", "1 swap D5 D4"):
        assert refusal(m, move) == ("error.cruzo.swap", {})
    do(m, "0 ready")
    assert refusal(m, "0 swap D5 C8")[0] == "error.not_your_turn"
    with pytest.raises(Refused, match="notation"):
        GAME.read(m.rules, "swap D5")
    with pytest.raises(Refused, match=r"error\.card"):
        GAME.read(m.rules, "swap D5 Z9")


def test_a_throw_after_the_window_closed_and_one_of_who_is_on_turn() -> None:
    m = table("K 4 5", "K K K", "K K K", pile="Q")
    do(m, "0 play K")
    assert refusal(m, "1 throw K K K") == ("error.cruzo.throw_time", {})
    do(m, "host")
    assert refusal(m, "2 throw K K K") == ("error.cruzo.throw_over", {})
    assert refusal(m, "1 throw K K K") == ("error.cruzo.throw_time", {})


@pytest.mark.parametrize("illegal", ["refuse", "penalise"])
def test_a_turn_where_cards_can_only_be_thrown(illegal: str) -> None:
    """Cards that the player holds are not reported as missing, whether or not all know that they are there."""
    m = table("K K K 4", SOME, "K 5 Q", pile="Q", known={2: "6"}, illegal=illegal)
    do(m, "0 play K")
    assert m.deal.phase is BEFORE
    for move in ("2 play K", "2 play 6", "2 pickup", "2 flip 1"):
        assert refusal(m, move)[0] == "error.cruzo.only_throw"
    for n in (0, 1):  # from the place that nobody sees, and from the other
        mine = state(m).zones[HAND + EACH * 2 + n]
        with pytest.raises(Refused, match=r"cruzo\.only_throw"):
            m.act(2, Action("play", mine[:1]))
    assert refusal(m, "2 play CA") == ("error.not_held", {"cards": "CA"})
    m = table("K 4 5", SOME, "K K K Q", pile="Q", illegal=illegal)
    do(m, "0 play K", "2 throw K K K")
    assert m.deal.phase is MORE
    assert refusal(m, "1 pickup")[0] == "error.cruzo.only_throw"
    assert refusal(m, "0 play " + GAME.pack.names[state(m).hand(0)[0]])[0] == "error.cruzo.only_throw"


def test_throws_of_other_cards_too_few_and_from_the_table() -> None:
    m = table("K 4 5", SOME, "K K A", pile="Q", opened=[SOME, SOME, "HK 7 7"])
    do(m, "0 play K")
    assert refusal(m, "2 throw K K") == ("error.cruzo.throw_few", {"n": 3, "cards": "CK"})
    assert refusal(m, "2 throw CA") == ("error.cruzo.throw_rank", {"cards": "CK"})
    assert refusal(m, "2 throw CK CA") == ("error.cruzo.throw_rank", {"cards": "CK"})
    assert refusal(m, "2 throw HK") == ("error.cruzo.throw_hand", {"cards": "HK"})
    assert refusal(m, "2 throw C2") == ("error.not_held", {"cards": "C2"})
    m = table("K 4 5", SOME, "K K K", pile="Q", opened=[SOME, SOME, "K 7 7"])
    do(m, "0 play K")
    assert refusal(m, "2 throw K K K K")[0] == "error.cruzo.throw_hand", "the fourth lies open"
    m = table("K 4 5", SOME, "K K K", pile="Q", opened=[SOME, SOME, SOME])
    do(m, "0 play K")
    assert refusal(m, "2 throw K K K K")[0] == "error.not_held"
    assert refusal(m, "2 throw A")[0] == "error.not_held"
    m = table("K 4 5", SOME, "", pile="Q", opened=[SOME, SOME, "K K 4"], stock=0, throw_from_open=True)
    do(m, "0 play K")
    assert refusal(m, "2 throw K K") == ("error.cruzo.throw_few", {"n": 3, "cards": "CK"})
    assert refusal(m, "2 throw K K K")[0] == "error.not_held"


def test_a_flood_of_throws_harms_nobody() -> None:
    """One is taken, and all others are refused; who is on turn may still play."""
    m = table("K 4 5", SOME, "K K K 4", "K K K", pile="Q")
    do(m, "0 play K")
    for _ in range(200):
        assert refusal(m, "2 throw K K")[0] == "error.cruzo.throw_few"
    assert (m.deal.phase, len(m.moves)) == (BEFORE, 1)
    do(m, "3 throw K K K")
    for _ in range(200):
        assert refusal(m, "3 throw K") == ("error.not_held", {"cards": "CK"})
    do(m, "2 throw K K K", "host")
    assert state(m).turn == 2


def test_acting_after_having_finished() -> None:
    m = table("K", SOME, SOME, pile="Q", opened=BARE, bunkers=BARE, stock=0)
    do(m, "0 play K")
    assert refusal(m, "0 throw K") == ("error.cruzo.finished", {})
    do(m, "1 pickup")
    assert refusal(m, "0 play K") == ("error.cruzo.finished", {})


def test_the_host_says_nothing_else_than_that_the_time_is_over_and_that_the_stock_has_fallen() -> None:
    m = table("K 4 5", SOME, "K K K", pile="Q", tree="table")
    do(m, "0 play K")
    for a in (Action("throw", b"", 355), Action("play"), Action("tree", b"", 7), Action("throw", b"\1\2")):
        with pytest.raises(Refused):
            m.act(HOST, a)
    do(m, "2 throw K K K")
    assert m.deal.phase is MORE
    for a in (Action("throw", b"\1\2"), Action("pass")):
        with pytest.raises(Refused):
            m.act(HOST, a)
    m.act(HOST, CLOSE)
    for a in (CLOSE, Action("tree", b"", 9), Action("play", b"\1"), Action("pickup")):
        with pytest.raises(Refused):
            m.act(HOST, a)


def test_nothing_to_draw_and_nobody_to_be_caught() -> None:
    m = table("K 4 5", SOME, SOME, pile="Q", draw_mode="manual")
    assert refusal(m, "0 draw") == ("error.cruzo.drawn", {})
    do(m, "0 play K")
    assert refusal(m, "1 challenge 2") == ("error.cruzo.challenge", {})
    assert refusal(m, "0 challenge 0") == ("error.cruzo.challenge", {})
    do(m, "0 draw")
    assert refusal(m, "0 draw") == ("error.cruzo.drawn", {})
    assert refusal(m, "1 challenge 0") == ("error.cruzo.challenge", {})


@pytest.mark.parametrize("seats", [1, 13])
def test_a_wrong_number_of_players(seats: int) -> None:
    with pytest.raises(Refused, match=r"error\.seats"):
        GAME.rules({}, seats)


@pytest.mark.parametrize(
    ("option", "value"),
    [("throw_ms", 5), ("action_cap", 20_001), ("packs", "1"), ("jokers_total", "2"), ("two_player_removed", 61)],
)
def test_a_value_that_is_not_offered(option: str, value: object) -> None:
    with pytest.raises(Refused, match=r"error\.option_value"):
        GAME.rules({option: value})


def test_too_few_cards_for_all() -> None:
    with pytest.raises(Refused, match="few_cards") as refused:
        GAME.rules({"packs": "2", "jokers_per_pack": 0}, 12)
    assert refused.value.phrase.args == {"n": 104, "least": 109}
    assert rules(12, packs="2").jokers == 6


def test_what_is_no_notation() -> None:
    for text in ("", "K", "play Z9", "flip x", "dir", "play K Q", "play " + "K " * 40, "tree cw"):
        with pytest.raises(Refused):
            GAME.read(rules(), text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_said_in_words(language: str) -> None:
    m = table("K 4 5", SOME, "K K A", pile="Q")
    do(m, "0 play K")
    with pytest.raises(Refused) as refused:
        m.act(2, GAME.read(m.rules, "throw K K"))
    phrase = refused.value.phrase
    said = Speaker(language, "cruzo").say(phrase.key, phrase.args)
    assert "3" in said
    assert "{" not in said
