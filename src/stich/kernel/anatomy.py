"""The attributes of a state, read the same way in both builds. The laws compare them."""

from __future__ import annotations

from typing import Any

from stich.kernel.cards import Cards
from stich.kernel.state import State


def attributes(s: State) -> set[str]:
    """Return the names of all attributes of a state, in either build."""
    names = set(getattr(s, "__dict__", {}))
    for each in type(s).__mro__:
        names |= set(getattr(each, "__mypyc_attrs__", ()))
    return names - {"__dict__"}


def added(s: State) -> list[str]:
    """Return the names of the attributes that the game's class adds, without the constant `rules`."""
    return sorted(attributes(s) - attributes(State(s.layout)) - {"rules"})


def whole(s: State) -> tuple[object, ...]:
    """Return everything a state holds, as one comparable value."""
    own = tuple((name, getattr(s, name)) for name in added(s))
    return (tuple(s.zones), tuple(sorted(s.marks)), s.sealed, s.phase.name, s.turn, s.entropy, own)


def is_plain(value: object) -> bool:
    """Tell whether copies can share a value and a page can show it: numbers, texts, cards, and tuples of those."""
    return isinstance(value, int | str | bytes) or (isinstance(value, tuple) and all(is_plain(part) for part in value))


def other_than(value: Any) -> Any:
    """Return a different value of the same type, to be recognised in a copy; the same value if the type has no
    other.
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "~"
    if isinstance(value, bytes):
        return value + b"\0"
    return (other_than(value[0]), *value[1:]) if value else value


def differs(a: tuple[object, ...], b: tuple[object, ...]) -> str:
    """Say where two states or views differ."""
    of_state = ("zones", "marks", "sealed", "phase", "turn", "entropy", "attributes")
    of_view = ("seat", "phase", "turn", "must", "may", "zones", "marks", "sealed", "facts")
    names = of_view if len(a) == len(of_view) else of_view[5:7] if len(a) == 2 else of_state
    return "; ".join(f"{n}: {x!r} / {y!r}" for n, x, y in zip(names, a, b, strict=True) if x != y)[:600]


def cards(s: State) -> Cards:
    """Return all cards of a deal, sorted."""
    return bytes(sorted(b"".join(s.zones)))


def change(s: State, names: set[str]) -> None:
    """Give each of these attributes another value."""
    for name in names:
        setattr(s, name, other_than(getattr(s, name)))
