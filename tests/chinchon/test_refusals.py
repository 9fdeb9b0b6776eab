"""What is refused, and what the player reads then."""

from __future__ import annotations

import pytest

from chinchon.positions import FILLER, do, refusal, table
from stich.games.chinchon.rules import GAME
from stich.kernel.action import Action, Refused
from stich.text.say import Speaker

CLOSES = "O1 O2 O3 E5 C5 B5 C4 E12"


def test_to_discard_or_close_before_drawing() -> None:
    m = table(FILLER, "C2 C5 E1 B4 B12 O6 E10", drawn=False)
    assert refusal(m, "0 discard C1") == ("error.chinchon.draw_first", {})
    assert refusal(m, "0 close C1") == ("error.chinchon.draw_first", {})


@pytest.mark.parametrize("again", ["draw", "take"])
def test_to_draw_twice(again: str) -> None:
    m = table(FILLER, "C2 C5 E1 B4 B12 O6 E10", drawn=False)
    do(m, "0 draw")
    assert refusal(m, f"0 {again}") == ("error.chinchon.drawn", {})


def test_to_close_with_too_many_points() -> None:
    m = table(CLOSES, FILLER, close_limit=3)
    assert refusal(m, "0 close E12") == ("error.chinchon.too_many", {"n": 4, "most": 3})
    with pytest.raises(Refused) as refused:
        m.act(0, GAME.read(m.rules, "close E12"))
    phrase = refused.value.phrase
    assert "4 points left over" in Speaker("en", "chinchon").say(phrase.key, phrase.args)


def test_to_close_in_la_conga() -> None:
    """Five at most, and fewer for players who would be out with them; the refusal says which of the two applies."""
    m = table(CLOSES, FILLER, mode="conga", scores=(95, 0))
    assert refusal(m, "0 close C4") == ("error.chinchon.too_many", {"n": 12, "most": 5})
    m = table(CLOSES, FILLER, mode="conga", scores=(98, 0))
    assert refusal(m, "0 close E12") == ("error.chinchon.stay_in", {"n": 4, "most": 2})
    m = table(CLOSES, FILLER, mode="conga", scores=(98, 0), close_limit=3)
    assert refusal(m, "0 close E12") == ("error.chinchon.stay_in", {"n": 4, "most": 2})
    m = table(CLOSES, FILLER, mode="conga", scores=(100, 0))
    assert refusal(m, "0 close E12") == ("error.chinchon.stay_in_clean", {"n": 4, "most": 0})
    m = table(CLOSES, FILLER, mode="conga", scores=(97, 0), close_limit=3)
    assert refusal(m, "0 close E12") == ("error.chinchon.too_many", {"n": 4, "most": 3})
    m = table(CLOSES, FILLER, mode="conga", scores=(98, 0), conga_close="five_only")
    assert refusal(m, "0 close C4") == ("error.chinchon.too_many", {"n": 12, "most": 5})


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 point left", "2 points left"),
        ("de", "1 Punkt übrig", "2 Punkten übrig"),
        ("fr", "1 point restant", "2 points restants"),
        ("hu", "1 maradék", "2 maradék"),
    ],
)
def test_a_single_point_is_one(language: str, one: str, two: str) -> None:
    say = Speaker(language, "chinchon").say
    for key in ("error.chinchon.stay_in", "error.chinchon.stay_in_clean"):
        assert one in say(key, {"n": 1, "most": 0})
        assert two in say(key, {"n": 2, "most": 1})


def test_a_card_that_is_not_held() -> None:
    m = table(CLOSES, FILLER)
    assert refusal(m, "0 discard B12") == ("error.not_held", {"cards": "B12"})
    assert refusal(m, "0 close B12") == ("error.not_held", {"cards": "B12"})


def test_two_cards_at_once() -> None:
    m = table(CLOSES, FILLER)
    assert refusal(m, "0 discard O1 O2")[0] == "error.illegal"
    assert refusal(m, "0 discard")[0] == "error.illegal"


def test_out_of_turn() -> None:
    assert refusal(table(CLOSES, FILLER), "1 discard C1") == ("error.not_your_turn", {"seats": b"\0"})


def test_to_act_after_dropping_out() -> None:
    m = table(CLOSES, FILLER, "", mode="conga", scores=(0, 90, 130), out=0b100)
    assert refusal(m, "2 draw") == ("error.out_of_match", {})


def test_a_card_of_another_pack() -> None:
    with pytest.raises(Refused, match=r"error\.card"):
        GAME.read(table(CLOSES, FILLER).rules, "discard S7")
    with pytest.raises(Refused, match=r"error\.card"):
        table(CLOSES, FILLER).act(0, Action("discard", bytes([60])))
    assert refusal(table(CLOSES, FILLER), "0 discard O8") == ("error.not_held", {"cards": "O8"})


def test_to_lay_what_is_no_meld() -> None:
    m = table(CLOSES, FILLER, auto_melds=False, layoff="on_closer")
    do(m, "0 close E12")
    assert refusal(m, "0 meld O1 O2 C4") == ("error.chinchon.no_meld", {"cards": "C4 O1 O2"})
    assert refusal(m, "0 meld O1 O2") == ("error.chinchon.no_meld", {"cards": "O1 O2"})
    assert refusal(m, "0 meld B1 B2 B3") == ("error.not_held", {"cards": "B1 B2 B3"})
    do(m, "0 meld O1 O2 O3", "0 done")
    assert refusal(m, "1 add C1 to 5") == ("error.chinchon.no_fit", {"cards": "C1"})
    assert refusal(m, "1 add C1 to 2") == ("error.chinchon.no_fit", {"cards": "C1"})


@pytest.mark.parametrize("seats", [1, 5])
def test_a_wrong_number_of_players(seats: int) -> None:
    with pytest.raises(Refused) as refused:
        GAME.rules({}, seats)
    assert refused.value.phrase.args == {"n": seats, "allowed": "2 3 4"}


@pytest.mark.parametrize(
    ("option", "value"),
    [("deck", "52"), ("mode", "gin"), ("limit", "10"), ("direction", "cw"), ("pile_visible", "all")],
)
def test_a_value_that_is_not_offered(option: str, value: str) -> None:
    with pytest.raises(Refused, match=r"error\.option_value"):
        GAME.rules({option: value})
