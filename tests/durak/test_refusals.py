"""What is refused, and that the reason names the rule."""

from __future__ import annotations

import pytest

from durak.positions import OTHERS, dealt, do, position, refusal
from stich.games.durak.rules import GAME
from stich.kernel.action import Action, Refused
from stich.kernel.cards import HOST
from stich.text.catalogue import LANGUAGES
from stich.text.say import Speaker


def test_an_attacker_may_not_pass() -> None:
    m = position("H8 H9", OTHERS[0])
    for verb in ("pass", "take", "throw H8", "transfer H8", "beat H8 H9"):
        assert refusal(m, f"0 {verb}") == ("error.durak.must_attack", {})


def test_an_attack_of_two_ranks() -> None:
    m = position("H8 H9", OTHERS[0])
    assert refusal(m, "0 attack H8 H9") == ("error.durak.one_rank", {"cards": "H8 H9"})
    assert refusal(m, "0 attack") == ("error.durak.no_cards", {})


def test_an_attack_of_more_than_the_defender_can_beat() -> None:
    m = position("H8 S8 D8", "C3 C5")
    assert refusal(m, "0 attack H8 S8 D8") == ("error.durak.limit", {"n": 3, "most": 2, "seat": 1})


def test_cards_that_are_not_held() -> None:
    m = position("H8 S8", OTHERS[0], OTHERS[1])
    assert refusal(m, "0 attack D8")[0] == "error.not_held"
    assert refusal(m, "0 attack H8 H8")[0] == "error.not_held"
    do(m, "0 attack H8")
    assert refusal(m, "1 beat H8 HT")[0] == "error.not_held"
    assert refusal(m, "1 transfer S8")[0] == "error.not_held"
    do(m, "1 take")
    assert refusal(m, "0 throw C8")[0] == "error.not_held"


def test_more_equal_cards_than_there_are() -> None:
    """Where a rank is listed by its number the cards have to be held all the same."""
    m = position("H8 H8 S8 S8 D8", " ".join(OTHERS), packs=2)
    assert refusal(m, "0 attack D8 D8")[0] == "error.not_held"
    do(m, "0 attack H8 H8 D8")


def test_who_is_not_asked() -> None:
    m = position("H8 S8", OTHERS[0], OTHERS[1])
    assert refusal(m, "1 attack C3") == ("error.not_your_turn", {"seats": b"\0"})
    do(m, "0 attack H8")
    assert refusal(m, "2 attack S3") == ("error.not_your_turn", {"seats": b"\1"})
    assert refusal(m, "0 pass") == ("error.not_your_turn", {"seats": b"\1"})
    assert refusal(m, "1 throw C3") == ("error.durak.defender", {})


def test_a_throw_before_it_is_time() -> None:
    m = position("H8 S8", OTHERS[0], OTHERS[1])
    assert refusal(m, "1 throw C3") == ("error.durak.throw_open", {"seat": 0}), "nothing lies there yet"
    do(m, "0 attack H8")
    for move in ("0 throw S8", "2 throw S3"):
        assert refusal(m, move) == ("error.durak.throw_wait", {"seat": 1}), "in turn; `free` allows it"
    with pytest.raises(Refused, match="throw_wait"):
        m.act(0, Action("throw", bytes([255])))


def test_a_throw_of_who_is_asked_later() -> None:
    m = position("D8 ST", "CA H3 H4", "S8 C9 D3", attack=["H8 HT"])
    assert refusal(m, "2 throw S8") == ("error.not_your_turn", {"seats": b"\0"})
    do(m, "0 pass")
    for move in ("0 throw D8", "0 pass"):
        assert refusal(m, move) == ("error.durak.passed", {})
    do(m, "2 throw S8")
    assert refusal(m, "0 throw D8") == ("error.durak.throw_wait", {"seat": 1})
    do(m, "1 take", "0 throw D8")


def test_a_throw_of_who_may_never_throw() -> None:
    hands = ["H8 S8", "C3 C5 D3 D5", "D8 ST", "C8 S4"]
    m = position(*hands, throw_in="neighbours")
    do(m, "0 attack H8")
    assert refusal(m, "3 throw C8") == ("error.durak.throw_neighbours", {"seat": 1})
    do(m, "1 take")
    for move in ("3 throw C8", "3 pass"):
        assert refusal(m, move) == ("error.durak.throw_neighbours", {"seat": 1})
    m = position(*hands, throw_in="off")
    do(m, "0 attack H8")
    assert refusal(m, "2 throw D8") == ("error.durak.throw_off", {})


def test_a_card_that_does_not_beat() -> None:
    m = position("D2", "H7 S9 C3", attack=["H8"])
    assert refusal(m, "1 beat H8 H7") == ("error.durak.beat", {"card": "H7", "cards": "H8"})
    assert refusal(m, "1 beat H8 S9") == ("error.durak.beat", {"card": "S9", "cards": "H8"})
    m = position("D2", "H7 S9 C3", attack=["C8"])
    assert refusal(m, "1 beat C8 C3") == ("error.durak.beat_trump", {"card": "C3", "cards": "C8"})


def test_what_is_not_there_to_be_beaten() -> None:
    m = position("D2", "H7 S9 C3", attack=["H8 HT", "HQ"])
    for card in ("H8", "HT", "D3"):
        assert refusal(m, f"1 beat {card} C3") == ("error.durak.not_open", {"cards": "HQ"})
    for to in (-1, 52, 10**6):
        with pytest.raises(Refused, match="not_open"):
            m.act(1, Action("beat", GAME.pack.read("C3"), to))


def test_an_attack_that_cannot_be_passed_on() -> None:
    m = position("D2 D3", "H7 S8 C8", attack=["H8"], transfer=False)
    assert refusal(m, "1 transfer S8") == ("error.durak.no_transfer", {})
    m = position("D2 D3", "H7 S8 C8", attack=["H8"])
    assert refusal(m, "1 transfer H7") == ("error.durak.transfer_rank", {"cards": "H7", "card": "H8"})
    assert refusal(m, "1 transfer C8 S8") == ("error.durak.room", {"seat": 0, "n": 3, "most": 2})
    assert refusal(m, "1 transfer") == ("error.durak.no_cards", {})
    m = position("D2 D3 D4", "H7 S8 C7", attack=["H8 HT", "D8"])
    assert refusal(m, "1 transfer S8") == ("error.durak.transfer_late", {})
    m = position("D2 D3 D4", "H7 S8 C7", attack=["H8 HT", "DT"], transfer_after_beat=True)
    assert refusal(m, "1 transfer S8") == ("error.durak.mixed", {})


def test_a_trump_that_cannot_be_shown() -> None:
    m = position("D2 D3", "H7 S8 C8", attack=["H8"])
    assert refusal(m, "1 show C8") == ("error.durak.no_showing", {})
    m = position("D2 D3", "H7 S8 C9", attack=["H8"], transfer_by_showing_trump=True)
    assert refusal(m, "1 show C9") == ("error.durak.show_which", {"card": "C8"})
    m = position("D2", "H7 S9 C8", attack=["H8", "S8"], transfer_by_showing_trump=True)
    assert refusal(m, "1 show C8") == ("error.durak.room", {"seat": 0, "n": 2, "most": 1})
    m = position("D2 D3 C8", "H7 S9 C8", attack=["H8"], transfer_by_showing_trump=True, packs=2)
    do(m, "1 show C8")
    assert refusal(m, "0 show C8") == ("error.durak.shown", {})


def test_a_throw_that_fits_nothing() -> None:
    m = position("D2 ST SK S8", "H7 C9 C3", attack=["H8 HT"])
    assert refusal(m, "0 throw SK") == ("error.durak.throw_rank", {"card": "SK", "cards": "H8 HT"})
    assert refusal(m, "0 throw S8 ST") == ("error.durak.one_by_one", {})
    assert refusal(m, "0 throw") == ("error.durak.no_cards", {})
    assert refusal(m, "0 attack ST") == ("error.durak.attack_runs", {})
    for move in ("0 take", "0 beat H8 ST", "0 transfer S8"):
        assert refusal(m, move) == ("error.durak.defender_only", {"seat": 1})


def test_the_defender_throws_nothing_in() -> None:
    m = position("D2 S8", "S8 C9 C3", attack=["H8"], packs=2)
    assert refusal(m, "1 throw S8") == ("error.durak.defender", {})
    assert refusal(m, "1 pass") == ("error.durak.defender", {})
    m = position("D2 S8 D3", "S8 C9 C3", attack=["H8"], packs=2, taking=True)
    assert refusal(m, "1 throw S8")[0] == "error.not_your_turn"


def test_a_throw_too_late() -> None:
    """A pass is a pass until something changes, and what was beaten is gone."""
    m = position("D8 ST", "CA H3 H4", "S8 C9 D3", attack=["H8 HT"], throw_mode="free")
    do(m, "2 pass")
    assert refusal(m, "2 throw S8") == ("error.durak.passed", {})
    do(m, "0 pass")
    assert refusal(m, "2 throw S8") == ("error.durak.throw_open", {"seat": 1})
    assert refusal(m, "1 throw CA") == ("error.durak.must_attack", {})


def test_one_too_many() -> None:
    m = position("D8 ST", "CA", "S8 C9 D3", attack=["H8 HT"], throw_mode="free")
    do(m, "0 throw D8")
    assert refusal(m, "2 throw S8") == ("error.durak.full", {"seat": 1, "most": 2}), "two lie, and he held two"


def test_a_player_who_is_out_stays_out() -> None:
    m = position("H2 H3", "CA", "S2 S4", "D2 D4")
    do(m, "0 attack H2", "1 beat H2 CA")
    do(m, "2 attack S2")
    for move in ("1 throw CA", "1 pass", "1 take", "1 attack CA"):
        assert refusal(m, move) == ("error.durak.out", {})


def test_the_host_has_no_say() -> None:
    m = position("D8 ST", "CA H3 H4", "S8 C9 D3", attack=["H8 HT"], throw_mode="free")
    with pytest.raises(Refused, match="not_your_turn"):
        m.act(HOST, Action("window_closed"))


def test_a_trump_that_does_not_give_the_attack() -> None:
    m = dealt(3, "C4 S6 C2 S7 C7 S8 C8 D9 S2 DT H2 DJ H3 DQ H4 DK H5 DA CK", first_attacker="lowest_trump")
    assert refusal(m, "1 show S7") == ("error.durak.reveal", {})
    do(m, "1 show C4")
    assert refusal(m, "2 show C7") == ("error.durak.reveal", {})


def test_what_is_no_notation() -> None:
    m = position("H8 H9", OTHERS[0])
    for text in ("beat H8", "beat H8 H9 HT", "beat", "lay H8", ""):
        with pytest.raises(Refused, match="notation"):
            GAME.read(m.rules, text)
    for text in ("beat H8 Z9", "attack H1", "throw 8"):
        with pytest.raises(Refused, match="error"):
            m.act(0, GAME.read(m.rules, text))


@pytest.mark.parametrize("seats", [1, 13])
def test_a_wrong_number_of_players(seats: int) -> None:
    with pytest.raises(Refused, match=r"error\.seats"):
        GAME.rules({}, seats)


@pytest.mark.parametrize(
    ("option", "value"), [("pack", "48"), ("packs", "5"), ("max_attack", "7"), ("stall_limit", "4"), ("transfer", "x")]
)
def test_a_value_that_is_not_offered(option: str, value: str) -> None:
    with pytest.raises(Refused, match=r"error\.option_value"):
        GAME.rules({option: value})


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_said_in_words(language: str) -> None:
    m = position("H8 S8 D8", "C3 C5")
    with pytest.raises(Refused) as refused:
        m.act(0, GAME.read(m.rules, "attack H8 S8 D8"))
    phrase = refused.value.phrase
    said = Speaker(language, "durak").say(phrase.key, phrase.args)
    assert "3" in said
    assert "{" not in said
