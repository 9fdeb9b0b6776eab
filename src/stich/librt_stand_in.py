"""The parts of librt that the engine uses, in plain Python, for machines that have no librt wheel.

librt is written in C and has wheels for the usual platforms only. Without it the engine is interpreted, and plain lists
serve as typed vectors. `tests/test_packaging.py` checks that this file has everything that `src/stich` imports from
librt.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


class vec(list[T]):
    """A list with the interface of `librt.vecs.vec`: `vec[i64]()`, `vec[i64](items)`, `vec[i64](capacity=n)`."""

    def __init__(self, items: Iterable[T] = (), *, capacity: int = 0) -> None:
        super().__init__(items)


def append(items: vec[T], item: T) -> vec[T]:
    """Return `items` with `item` appended. `items` itself does not change, because a vec is a value."""
    return vec([*items, item])


def extend(items: vec[T], more: Iterable[T]) -> vec[T]:
    """Return `items` with all of `more` appended."""
    return vec([*items, *more])


def pop(items: vec[T], at: int = -1) -> tuple[vec[T], T]:
    """Return `items` without the one at `at`, and the removed item. Raises IndexError if there is none."""
    rest = vec(items)
    item = list.pop(rest, at)
    return rest, item


def remove(items: vec[T], item: T) -> vec[T]:
    """Return `items` without the first one equal to `item`. Raises ValueError if there is none."""
    rest = vec(items)
    list.remove(rest, item)
    return rest


def install() -> None:
    """Put this module where `import librt.vecs` looks for librt's."""
    package, vecs = ModuleType("librt"), ModuleType("librt.vecs")
    vecs.__dict__.update(vec=vec, append=append, extend=extend, pop=pop, remove=remove)
    package.__dict__.update(vecs=vecs, __path__=[])
    sys.modules.update({"librt": package, "librt.vecs": vecs})
