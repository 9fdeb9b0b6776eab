"""Moves as people write them, and what is said of one that cannot be done."""

from __future__ import annotations

import copyreg
from typing import Final, Self

from stich.kernel.action import Action

SHOWN: Final = 12  # legal moves that a message lists


class IllegalMove(ValueError):
    """Raised for a move that cannot be done; nothing has changed. The message says why, and what is legal.

    key: of the reason's text, such as "error.not_held"; "" if cards alone name no move. legal: in notation.
    """

    def __init__(self, why: str, key: str, legal: list[Move]) -> None:
        shown = ", ".join(legal[:SHOWN]) + (f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else "")
        if legal:  # which says more than the verbs that are allowed
            why = why.partition(" Allowed: ")[0]
        said = why if why.endswith((".", "!", "?")) else f"{why}."
        super().__init__(f"{said} Legal: {shown}." if legal else said)
        self.key = key
        self.legal = legal

    def __reduce__(self) -> tuple[object, ...]:
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class Move(str):
    """A legal move in the notation of records, which is also a text: "attack H6", "bid 30", "pass".

    action: the same for the engine. A move compares with a text like the text itself.
    """

    action: Action

    def __new__(cls, text: str, action: Action) -> Self:
        """text: the notation. action: what the engine does."""
        made = super().__new__(cls, text)
        made.action = action
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.action)
