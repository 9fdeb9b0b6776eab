"""Which of the many things that a selection could become are offered, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stich.server.messages.view import Legal, Phrase


def suggestions(actions: Iterable[Legal], say: Callable[[Phrase], str], most: int) -> list[tuple[str, Legal]]:
    """Return at most `most` actions, which come longest first, with their names: of each kind one before a second of
    any kind; equal names once."""
    kinds: dict[int, list[tuple[str, Legal]]] = {}
    named: set[str] = set()
    for action in actions:
        words = say(action.say)
        if words not in named:
            named.add(words)
            kinds.setdefault(action.group, []).append((words, action))
    rounds = max((len(kind) for kind in kinds.values()), default=0)
    found = [kind[n] for n in range(rounds) for kind in kinds.values() if n < len(kind)]
    return found[:most]
