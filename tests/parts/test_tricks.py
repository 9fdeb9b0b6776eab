"""Tricks: which card wins, which cards must be played, and what a play reveals."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stich.kernel.action import Action
from stich.kernel.cards import Cards
from stich.parts.suits import HEARTS, SPADES, of_suit, pack
from stich.parts.tricks import Contract, Duty, bearing, binding, choice, each_once, faces_of, highest, lacking, listed

PACK = pack("789JQKTA")
SIZE = 8
PLAIN = [of_suit(suit, SIZE) for suit in range(4)]
HEARTS_TRUMP = Contract(PLAIN, HEARTS)
STRICT = Duty(head=True, trump=True, overtrump=True)


def cards(text: str) -> Cards:
    return PACK.read(text)


def hand(text: str) -> Cards:
    return bytes(sorted(cards(text)))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("SA ST SK", 0),
        ("SK ST SA", 2),
        ("SK H7 SA", 1),
        ("SK H7 H8", 2),
        ("H7 SA DA", 0),
        ("S7 DA CA", 0),  # what neither follows nor trumps never wins
        ("SK SK SK", 0),  # equal cards: the first one
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick: str, winner: int) -> None:
    assert HEARTS_TRUMP.best(cards(trick)) == winner


def test_a_later_copy_may_be_the_higher_one() -> None:
    contract = Contract(PLAIN, HEARTS, later=cards("HT"))
    assert contract.best(cards("SK HT HT")) == 2
    assert contract.best(cards("SK HA HT HT")) == 1


def test_ranks_may_count_whatever_the_suit() -> None:
    ranks = [bytes([SIZE * suit + rank for suit in range(4)]) for rank in range(SIZE - 1, -1, -1)]
    contract = Contract([ranks])
    assert contract.best(cards("DQ CK")) == 1
    assert contract.best(cards("DQ HQ")) == 0


def test_without_trump_only_the_suit_led_counts() -> None:
    assert Contract(PLAIN).best(cards("SK H7 SA")) == 2


def test_a_face_has_one_place() -> None:
    with pytest.raises(ValueError, match="one suit"):
        Contract([[b"\1"], [b"\1"]])


@pytest.mark.parametrize(
    ("duty", "trick", "held", "may"),
    [
        (Duty(follow=False), "SK", "S7 HA", "S7 HA"),
        (Duty(), "SK", "S7 SA HA", "S7 SA"),
        (Duty(), "SK", "HA D7", "HA D7"),
        (Duty(), "", "HA D7", "HA D7"),
        (Duty(head=True), "SK", "S7 SA HA", "SA"),
        (Duty(head=True), "SA", "S7 SK HA", "S7 SK"),
        (Duty(head=True), "SK H7", "S7 SA HA", "S7 SA"),  # trumped: nothing is left to head
        (Duty(head=True, head_after_trump=True), "SK H7", "S7 SA HA", "SA"),
        (Duty(head=True, head_after_trump=True), "SK ST H7", "S7 SK HA", "S7 SK"),
        (Duty(head=True), "H8", "H7 HA DA", "HA"),  # a trump led is a suit like any other
        (Duty(trump=True), "SK", "H7 HA D7", "H7 HA"),
        (Duty(trump=True), "SK H8", "H7 HA D7", "H7 HA"),
        (STRICT, "SK H8", "H7 HA D7", "HA"),
        (STRICT, "SK HA", "H7 H8 D7", "H7 H8"),
        (STRICT, "SK HA", "C8 D7", "C8 D7"),
    ],
)
def test_duties(duty: Duty, trick: str, held: str, may: str) -> None:
    assert choice(hand(held), duty.wanted(HEARTS_TRUMP, cards(trick))) == hand(may)


def test_each_face_is_offered_once() -> None:
    assert choice(hand("SK SK HA HA"), [faces_of(hand("HA"))]) == hand("HA")
    assert choice(hand("SK SK HA HA"), []) == hand("SK HA") == each_once(hand("SK SK HA HA"))


def test_what_is_not_played_is_not_held() -> None:
    wanted = STRICT.wanted(HEARTS_TRUMP, cards("SK H8"))
    assert lacking(cards("ST")[0], wanted) == 0
    spades = HEARTS_TRUMP.members[SPADES]
    assert lacking(cards("HA")[0], wanted) == spades
    assert lacking(cards("H7")[0], wanted) == spades | faces_of(cards("H9 HJ HQ HK HT HA"))
    assert lacking(cards("D7")[0], wanted) == spades | HEARTS_TRUMP.members[HEARTS]
    assert lacking(cards("D7")[0], []) == 0


def test_worth() -> None:
    assert bearing(cards("SA ST D7"), [0, 0, 0, 2, 3, 4, 10, 11] * 4) == 21


TRICKS = st.lists(st.integers(0, 31), min_size=1, max_size=4).map(bytes)
DUTIES = [Duty(*bits) for bits in itertools.product([False, True], repeat=5)]


@given(TRICKS, st.lists(st.integers(0, 31), min_size=1, max_size=12), st.sampled_from(DUTIES))
def test_a_choice_is_held_and_tells_the_truth(trick: Cards, held: list[int], duty: Duty) -> None:
    own = bytes(sorted(held))
    wanted = duty.wanted(HEARTS_TRUMP, trick)
    may = choice(own, wanted)
    assert may
    assert set(may) <= set(own)
    for c in may:
        assert not any(lacking(c, wanted) >> other & 1 for other in own)
    for c in set(own) - set(may):  # players who could play it have shown to lack something that they hold
        assert any(lacking(c, wanted) >> other & 1 for other in own)


@given(TRICKS, st.lists(st.integers(0, 31), min_size=1, max_size=12), st.sampled_from(DUTIES))
def test_plays_are_listed_as_they_are_chosen(trick: Cards, held: list[int], duty: Duty) -> None:
    own = bytes(sorted(held))
    plays = [Action("play", bytes([c])) for c in range(32)]
    for wanted in (duty.wanted(HEARTS_TRUMP, trick), []):
        assert listed(plays, own, wanted) == [plays[c] for c in choice(own, wanted)]


@given(TRICKS)
def test_the_winner_is_beaten_by_nobody(trick: Cards) -> None:
    """An independent account: trumps above the suit led above the rest, each by rank, the first of equal ones."""

    def strength(at: int) -> tuple[int, int, int]:
        suit, rank = divmod(trick[at], SIZE)
        led = trick[0] // SIZE
        return (2 if suit == HEARTS else 1 if suit == led else 0, rank, -at)

    assert HEARTS_TRUMP.best(trick) == max(range(len(trick)), key=strength)
    led = [c for c in trick if c // SIZE == trick[0] // SIZE]
    assert highest(HEARTS_TRUMP, trick) == max(led)


def test_packs() -> None:
    small = pack("789JQKTA", without="C7 S7", art="german")
    assert len(small.deck) == 30
    assert small.names == PACK.names
    assert small.art == "german"
    assert len(pack("9JQKTA", copies=2).deck) == 48


@pytest.mark.parametrize(
    ("trick", "held", "duty"),
    [
        ("SK", "ST SQ HA", "head"),
        ("SA", "ST SQ HA", "follow"),
        ("SK H9", "ST SQ HA", "follow"),
        ("SK", "HA H7 DA", "trump"),
        ("SK HT", "HA H7 DA", "overtrump"),
        ("SK HA", "HK H7 DA", "trump"),
    ],
)
def test_the_duty_that_binds_has_a_name(trick: str, held: str, duty: str) -> None:
    allowed = choice(hand(held), STRICT.wanted(HEARTS_TRUMP, cards(trick)))
    assert binding(HEARTS_TRUMP, cards(trick), hand(held), allowed) == duty
