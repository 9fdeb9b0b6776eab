"""Facts about seats as tuples, with one value for each seat: immutable, so copies of a state share them."""

from __future__ import annotations

from stich.kernel.cards import Seat

Pair = tuple[int, int]  # for each of two seats


def at(values: Pair, seat: Seat) -> int:
    """Return the value of a seat. Compiled, indexing a pair with an unknown seat would first build a general tuple."""
    return values[0] if seat == 0 else values[1]


def more(values: Pair, seat: Seat, n: int) -> Pair:
    """Return the values with n added for a seat."""
    return (values[0] + n, values[1]) if seat == 0 else (values[0], values[1] + n)


def united(values: Pair, seat: Seat, members: int) -> Pair:
    """Return the values, which are sets, with these members added to that of a seat."""
    return (values[0] | members, values[1]) if seat == 0 else (values[0], values[1] | members)


def put(values: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """Return the values with n in place `at`."""
    return (*values[:at], n, *values[at + 1 :])


def plus(values: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """Return the values with n added in place `at`."""
    return (*values[:at], values[at] + n, *values[at + 1 :])


def credit(values: tuple[int, ...], who: int, n: int) -> tuple[int, ...]:
    """Return the values with n added for each seat in the set `who`, for sides that count together."""
    out = []
    for value in values:
        out.append(value + n if who & 1 else value)
        who >>= 1
    return tuple(out)
