"""Facts about seats are tuples, one value for each: immutable, so that a copy of a state shares them."""

from __future__ import annotations


def put(values: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """Return the values with n in place `at`."""
    return (*values[:at], n, *values[at + 1 :])


def plus(values: tuple[int, ...], at: int, n: int) -> tuple[int, ...]:
    """Return the values with n added in place `at`."""
    return (*values[:at], values[at] + n, *values[at + 1 :])


def credit(values: tuple[int, ...], who: int, n: int) -> tuple[int, ...]:
    """Return the values with n added for each seat in the set `who`, as where a side counts together."""
    out = []
    for value in values:
        out.append(value + n if who & 1 else value)
        who >>= 1
    return tuple(out)
