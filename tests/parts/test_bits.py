"""Sets that are the bits of a number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stich.parts.bits import count


def test_the_empty_set_has_no_members() -> None:
    assert count(0) == 0


@given(st.integers(0, 2**63 - 1))
def test_each_bit_is_a_member(members: int) -> None:
    assert count(members) == members.bit_count()
