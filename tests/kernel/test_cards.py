"""Zones as bytes: they behave as the multisets and sequences that they stand for."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stich.kernel.cards import BACK, HOST, Pack, add, drop, drop_top, holds, seats_of, subsets

faces = st.integers(0, 254)
zones = st.binary(max_size=12).map(lambda z: bytes(c for c in z if c != BACK))
small = st.lists(st.integers(0, 4), max_size=8).map(lambda z: bytes(sorted(z)))


@given(zones.map(sorted).map(bytes), faces)
def test_add_keeps_order_and_drop_undoes_it(h: bytes, c: int) -> None:
    more = add(h, c)
    assert more == bytes(sorted(h + bytes([c])))
    assert drop(more, c) == h


@given(zones, st.data())
def test_drop_takes_the_lowest_and_drop_top_the_topmost_copy(z: bytes, data: st.DataObject) -> None:
    if z:
        c = data.draw(st.sampled_from(sorted(z)))
        low, top = z.index(c), z.rindex(bytes([c]))
        assert drop(z, c) == z[:low] + z[low + 1 :]
        assert drop_top(z, c) == z[:top] + z[top + 1 :]


@pytest.mark.parametrize("take", [drop, drop_top])
def test_a_card_that_is_not_there_cannot_be_taken(take: object) -> None:
    with pytest.raises(IndexError):
        take(b"\1\2", 3)  # type: ignore[operator]


@given(small, small)
def test_holds_counts_copies(h: bytes, wanted: bytes) -> None:
    assert holds(h, wanted) == (not Counter(wanted) - Counter(h))


@given(small, st.integers(1, 8))
def test_subsets_are_all_and_each_once(h: bytes, most: int) -> None:
    found = subsets(h, most)
    assert len(set(found)) == len(found)
    assert set(found) == {bytes(x) for n in range(1, min(most, len(h)) + 1) for x in combinations(h, n)}


@given(st.sets(st.integers(0, HOST)))
def test_seats_of(seats: set[int]) -> None:
    assert seats_of(sum(1 << seat for seat in seats)) == sorted(seats)


def test_pack_reads_what_it_writes() -> None:
    pack = Pack(["A", "B10", "?x"], bytes([2, 1, 1, 0]))
    assert pack.deck == bytes([0, 1, 1, 2])
    assert pack.read(pack.write(bytes([1, 0, 1]))) == bytes([1, 0, 1])
    assert pack.write(bytes([0, BACK])) == "A ?"
    with pytest.raises(KeyError, match="C"):
        pack.read("A C")


@pytest.mark.parametrize("names", [["A", "A"], [str(i) for i in range(255)]])
def test_a_pack_needs_a_name_for_each_face(names: list[str]) -> None:
    with pytest.raises(ValueError, match="254 faces"):
        Pack(names, b"")


@pytest.mark.parametrize(
    ("names", "word", "told"),
    [
        (["SQ", "SK", "HQ", "HK", "HA"], "QS", "no card QS; a card is written suit first: SQ"),
        (["SQ", "SK", "HQ", "HK", "HA"], "QX", "no card QX; there are SQ SK HQ HK HA"),
        (["S10", "SK", "H10", "HA"], "10H", "no card 10H; a card is written suit first: H10"),
        (["10S", "KS", "QS", "10H"], "S10", "no card S10; a card is written rank first: 10S"),
        ([], "", "no card ; there are "),
    ],
)
def test_a_word_that_names_no_card(names: list[str], word: str, told: str) -> None:
    faces = Pack(names, b"").faces
    assert faces == {name: face for face, name in enumerate(names)}
    assert word not in faces
    with pytest.raises(KeyError) as raised:
        _ = faces[word]
    assert str(raised.value) == told
    assert raised.value.args == (word,)
