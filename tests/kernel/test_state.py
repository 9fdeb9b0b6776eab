"""Moving cards, and what seats know of cards that they cannot see."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.plain import BUNKER, EACH, HAND, HEAP, PACK, PILE, STOCK, table
from stich.kernel.action import SILENT, WAITING, Action
from stich.kernel.cards import BACK, EVERYBODY, SPECTATOR
from stich.kernel.state import State
from stich.kernel.view import view
from stich.kernel.zones import PUBLIC, Fact, Layout, Zone

A, B, C, D = range(4)
ZONES = range(7)


def seen(s: State, seat: int, at: int) -> bytes:
    return view(s, seat).seen.zones[at]


# Moving


def test_draw_takes_the_top_card_and_leaves_the_order_below() -> None:
    """Also where the same face lies deeper: else some orders of the stock could never be dealt."""
    s = table(bytes([A, B, A, C, A]))
    drawn = [s.draw(STOCK, HEAP) for _ in range(5)]
    assert drawn == [A, C, A, B, A]


def test_ordered_zones_keep_their_order_and_others_are_sorted() -> None:
    s = table(bytes([A, B, D, C]))
    for _ in range(4):
        s.draw(STOCK, PILE)
    assert s.zones[PILE] == bytes([C, D, B, A])
    s.move(B, PILE, HAND)
    s.move(C, PILE, HAND)
    assert (s.zones[PILE], s.zones[HAND]) == (bytes([D, A]), bytes([B, C]))
    s.move_all(PILE, STOCK)
    assert s.zones[STOCK] == bytes([D, A])


def test_a_card_that_is_not_there_does_not_move() -> None:
    s = table(bytes([A]))
    for src in (STOCK, HAND):
        with pytest.raises(IndexError):
            s.move(B, src, HEAP)
    assert s.zones[STOCK] == bytes([A])


moves = st.lists(st.tuples(st.sampled_from(ZONES), st.sampled_from(ZONES), st.integers(0, 7)), max_size=25)


@given(moves)
def test_cards_are_conserved_and_what_is_known_is_true(steps: list[tuple[int, int, int]]) -> None:
    s = table()
    for n, (src, dst, k) in enumerate(steps):
        z = s.zones[src]
        if z and src != dst:
            c = z[k % len(z)]
            if n % 5 == 4:
                s.show(c, src)
            s.move(c, src, dst)
        assert bytes(sorted(b"".join(s.zones))) == PACK.deck
        for i in ZONES:
            assert s.layout.ordered[i] or s.zones[i] == bytes(sorted(s.zones[i]))
            for seat in (0, 1, SPECTATOR):
                known = Counter(c for c in seen(s, seat, i) if c != BACK)
                assert not known - Counter(s.zones[i])
                assert len(seen(s, seat, i)) == len(s.zones[i])


@given(moves, st.sampled_from(ZONES), st.sampled_from(ZONES))
def test_moving_many_is_moving_each(steps: list[tuple[int, int, int]], src: int, dst: int) -> None:
    s = table()
    for a, b, k in steps:
        z = s.zones[a]
        if z and a != b:
            s.move(z[k % len(z)], a, b)
    if src == dst:
        return
    one, many, several = s.copy(), s.copy(), s.copy()
    cards = s.zones[src]
    for c in cards:
        one.move(c, src, dst)
    many.move_all(src, dst)
    several.move_cards(cards, src, dst)
    assert one.zones == many.zones == several.zones
    assert sorted(one.marks) == sorted(several.marks)
    for seat in (0, 1, SPECTATOR):  # to know that all go is to know of each of them, and of no card more
        for i in ZONES:
            told, least = (Counter(seen(each, seat, i)) for each in (many, one))
            told[BACK] = least[BACK] = 0
            assert not least - told
            assert i == dst or least == told
            assert not told - Counter(s.zones[i] + s.zones[src])


# What is known


def test_a_card_that_all_saw_is_known_in_a_hand() -> None:
    s = table(bytes([A, B, C]))
    s.draw(STOCK, HAND)
    s.draw(STOCK, PILE)
    s.move(B, PILE, HAND)
    assert seen(s, 0, HAND) == bytes([B, C])
    assert seen(s, 1, HAND) == seen(s, SPECTATOR, HAND) == bytes([B, BACK])
    s.move(B, HAND, PILE)
    assert seen(s, 1, HAND) == bytes([BACK])


def test_of_two_equal_cards_the_known_one_is_taken_to_have_gone() -> None:
    s = table(bytes([A, A, B]))
    s.draw(STOCK, HEAP)
    s.draw(STOCK, HAND)
    s.draw(STOCK, PILE)
    s.move(A, PILE, HAND)
    assert seen(s, 1, HAND) == bytes([A, BACK])
    s.move(A, HAND, PILE)
    assert seen(s, 1, HAND) == bytes([BACK])  # it may be another face, for all that seat 1 can tell


def test_each_seat_that_knew_of_an_equal_card_takes_its_own_to_have_gone() -> None:
    s = table(bytes([A, A]))
    s.draw(STOCK, HAND + EACH)
    s.draw(STOCK, PILE)
    s.move(A, HAND + EACH, HAND)  # seat 1 gave it
    s.move(A, PILE, HAND)  # and all saw the other one
    assert seen(s, 1, HAND) == bytes([A, A])
    assert seen(s, SPECTATOR, HAND) == bytes([A, BACK])
    s.move(A, HAND, PILE)
    assert seen(s, 1, HAND) == bytes([A])
    assert seen(s, SPECTATOR, HAND) == bytes([BACK])


def test_who_gave_a_card_knows_where_it_is_and_others_do_not() -> None:
    s = table(bytes([A, B]))
    s.draw(STOCK, HAND)
    s.draw(STOCK, HAND)
    s.move(A, HAND, HAND + EACH)
    assert seen(s, 0, HAND + EACH) == bytes([A])
    assert seen(s, SPECTATOR, HAND + EACH) == bytes([BACK])
    assert seen(s, 1, HAND) == bytes([BACK])
    s.move(A, HAND + EACH, BUNKER)  # face down, where nobody can look: seat 1 saw what it was, seat 0 only that it went
    assert seen(s, 1, BUNKER) == bytes([A])
    assert seen(s, 0, BUNKER) == bytes([BACK])


def test_a_hidden_move_makes_others_forget() -> None:
    """Once some card has gone unseen, nobody else can say that the known one is still there."""
    s = table(bytes([A, B, C]))
    s.draw(STOCK, HAND)
    s.draw(STOCK, PILE)
    s.move(B, PILE, HAND)
    s.move(C, HAND, BUNKER)
    assert seen(s, 1, HAND) == bytes([BACK])
    assert seen(s, 0, BUNKER) == bytes([C])


def test_show_and_forget() -> None:
    s = table(bytes([A, A, B]))
    for _ in range(3):
        s.draw(STOCK, HAND)
    s.show(A, HAND)
    s.show(A, HAND)  # the same card, as far as anybody can tell
    assert seen(s, 1, HAND) == bytes([A, BACK, BACK])
    assert seen(s, 0, HAND) == bytes([A, A, B])
    s.forget()
    assert seen(s, 1, HAND) == bytes([BACK] * 3)


def test_who_knew_of_a_card_knows_it_when_all_go() -> None:
    s = table(bytes([A, B]))
    s.draw(STOCK, PILE)
    s.move(B, PILE, BUNKER)
    s.draw(STOCK, BUNKER)
    s.move_all(BUNKER, HAND)
    assert seen(s, 1, HAND) == bytes([B, BACK])
    assert not s.marked(BUNKER)
    s.move_all(HAND, PILE)
    assert s.marks == []


def test_shuffle_up() -> None:
    deck = bytes(range(40))
    s = table(deck)
    s.move_all(STOCK, PILE)
    pile = s.zones[PILE]
    before = s.entropy
    s.shuffle_up(PILE, STOCK, keep=2)
    assert s.zones[PILE] == pile[-2:]
    assert sorted(s.zones[STOCK]) == sorted(pile[:-2])
    assert s.zones[STOCK] != pile[:-2]
    assert s.zones[STOCK] != bytes(sorted(s.zones[STOCK]))
    assert s.entropy != before
    assert len(s.entropy) == len(before)
    again = table(deck)
    again.move_all(STOCK, PILE)
    again.shuffle_up(PILE, STOCK, keep=2)
    assert again.zones == s.zones
    first = s.zones[STOCK]
    s.move_all(STOCK, PILE)
    s.shuffle_up(PILE, STOCK, keep=2)
    assert s.zones[STOCK] != first


def test_a_secret_place_that_was_shuffled_is_forgotten() -> None:
    s = table(bytes([A, B]))
    s.draw(STOCK, PILE)
    s.move(B, PILE, BUNKER)
    assert seen(s, 0, BUNKER) == bytes([B])
    s.shuffle_up(BUNKER, STOCK)
    assert seen(s, 0, STOCK) == bytes([BACK] * 2)


def test_events_name_the_eyes_that_saw() -> None:
    s = table(bytes([A, B]))
    s.log = []
    s.draw(STOCK, HAND)
    s.move(B, HAND, PILE)
    s.draw(STOCK, BUNKER)
    s.show(A, BUNKER)
    assert [(e.kind, e.card, e.src, e.dst, e.eyes) for e in s.log] == [
        ("move", B, STOCK, HAND, 1),
        ("move", B, HAND, PILE, EVERYBODY),
        ("move", A, STOCK, BUNKER, 0),
        ("show", A, BUNKER, BUNKER, EVERYBODY),
    ]
    assert s.copy().log is None


# Answers given at once


def test_sealed_answers() -> None:
    s = table()
    s.ask(0b10)
    assert s.sealed == (SILENT, WAITING)
    assert s.unanswered() == 0b10
    s.ask(0b11)
    assert not s.seal(1, Action("yes"))
    assert view(s, 1).seen.sealed == (WAITING, Action("yes"))
    assert [a.verb for a in view(s, 0).seen.sealed] == ["waiting", "sealed"]
    assert [a.verb for a in view(s, SPECTATOR).seen.sealed] == ["waiting", "sealed"]
    assert s.seal(0, Action("no"))


# Layouts


def test_layout() -> None:
    layout = table().layout
    assert layout.ids == ["stock", "pile", "heap", "hand.0", "bunker.0", "hand.1", "bunker.1"]
    assert layout.owner == [-1, -1, -1, 0, 0, 1, 1]
    assert list(layout.eyes) == [0, EVERYBODY, EVERYBODY, 1, 0, 2, 0]


def test_declarations_that_contradict_themselves() -> None:
    with pytest.raises(ValueError, match="says it is number 1"):
        Layout([Zone(1, "x")], [], [], PACK, 2)
    with pytest.raises(ValueError, match="1 to 13 seats"):
        Layout([], [], [], PACK, 14)
    with pytest.raises(ValueError, match="role"):
        Zone(0, "x", PUBLIC, "shelf")
    with pytest.raises(ValueError, match="kind"):
        Fact("x", "colour")


def test_a_cut_puts_the_top_beneath_the_rest() -> None:
    s = table(bytes([A, B, D, C]))
    s.log = []
    before = s.zones[STOCK]
    s.cut(STOCK, 1)
    assert s.zones[STOCK] == before[-1:] + before[:-1]
    s.cut(STOCK, 3)
    assert s.zones[STOCK] == before
    assert [(e.kind, e.src, e.dst, e.eyes) for e in s.log] == [("shuffle", STOCK, STOCK, EVERYBODY)] * 2
