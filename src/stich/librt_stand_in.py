"""What the engine uses of librt, in plain Python, for machines that librt has no wheel for.

librt is C and has wheels for the usual platforms only. Where it is missing the engine is interpreted, and its typed
vectors may as well be lists. `tests/test_packaging.py` holds this file against what `src/stich` imports.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


class vec(list[T]):
    """A list under the name of `librt.vecs.vec`: `vec[i64]()`, `vec[i64](items)`, `vec[i64](capacity=n)`."""

    def __init__(self, items: Iterable[T] = (), *, capacity: int = 0) -> None:
        super().__init__(items)


def append(items: vec[T], item: T) -> vec[T]:
    """Return `items` with `item` behind; a vec is a value, so the one handed in stays as it was."""
    return vec([*items, item])


def extend(items: vec[T], more: Iterable[T]) -> vec[T]:
    """Return `items` with all of `more` behind."""
    return vec([*items, *more])


def pop(items: vec[T], at: int = -1) -> tuple[vec[T], T]:
    """Return `items` without the one at `at`, and that one. IndexError where there is none."""
    rest = vec(items)
    item = list.pop(rest, at)
    return rest, item


def remove(items: vec[T], item: T) -> vec[T]:
    """Return `items` without the first equal to `item`. ValueError where there is none."""
    rest = vec(items)
    list.remove(rest, item)
    return rest


def install() -> None:
    """Put this module where `import librt.vecs` looks for librt's."""
    package, vecs = ModuleType("librt"), ModuleType("librt.vecs")
    vecs.__dict__.update(vec=vec, append=append, extend=extend, pop=pop, remove=remove)
    package.__dict__.update(vecs=vecs, __path__=[])
    sys.modules.update({"librt": package, "librt.vecs": vecs})
