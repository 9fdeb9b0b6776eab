"""What each phase has shown of itself, so that cards can be laid ready before the turn comes."""

from __future__ import annotations

from collections.abc import Sequence

from stich.server.messages.view import Legal


class Habits:
    """By phase: is only one card played at a time, and which verb takes cards?"""

    def __init__(self) -> None:
        self.known: dict[str, tuple[bool, str]] = {}

    def __contains__(self, phase: str) -> bool:
        return phase in self.known

    def learn(self, phase: str, taking: Sequence[Legal]) -> None:
        """Learn from the phase's actions that take cards."""
        single = phase not in self.known or self.single(phase)
        self.known[phase] = single and all(len(action.cards) == 1 for action in taking), taking[0].verb

    def single(self, phase: str) -> bool:
        """Tell whether only one card is played at a time, as far as the phase has shown."""
        return phase in self.known and self.known[phase][0]

    def verb(self, phase: str) -> str:
        """Return a verb that takes cards; "" if the phase has shown none."""
        return self.known[phase][1] if phase in self.known else ""
