"""The position of a learner in a lesson (web/src/lesson/progress.svelte.ts).

It follows from the acts done in the deal, so that a reconnect loses nothing except which steps were read."""

from __future__ import annotations

from collections.abc import Sequence

from stich.server.messages.specs import Step
from stich.server.messages.view import Legal, TableView


class LessonProgress:
    """steps: those of the lesson, in its order. keys: the face key of each face."""

    def __init__(self, steps: Sequence[Step], keys: Sequence[int]) -> None:
        self.steps = steps
        self.keys = keys
        self.view: TableView | None = None
        self._read = (-1, 0)  # number of acts done, and number of steps read at that moment

    def see(self, view: TableView) -> None:
        """Go on to the present position of the deal."""
        self.view = view

    @property
    def _here(self) -> list[int]:
        acts = self.view.acts if self.view is not None else -1
        return [i for i, step in enumerate(self.steps) if step.at == acts]

    @property
    def now(self) -> int:
        """The index of the step that the deal has reached; −1 while the others play."""
        here = self._here
        if not here or self.view is None:
            return -1
        read = self._read[1] if self._read[0] == self.view.acts else 0
        return here[min(read, len(here) - 1)]

    @property
    def at(self) -> int:
        """The step to show; while the others play the previous one."""
        if self.now >= 0:
            return self.now
        acts = self.view.acts if self.view is not None else 0
        return max((i for i, step in enumerate(self.steps) if step.at < acts), default=0)

    @property
    def may_next(self) -> bool:
        """Whether there is more to read before the next act."""
        return self.now >= 0 and not self.steps[self.now].verb and self.now + 1 in self._here

    def next(self) -> None:
        """Go on to the next step, if the user may."""
        if self.may_next and self.view is not None:
            self._read = self.view.acts, self._here.index(self.now) + 1

    @property
    def action(self) -> Legal | None:
        """The learner's next act, as the table lists it; None if the deal has gone another way."""
        step = next((self.steps[i] for i in self._here if self.steps[i].verb), None)
        if step is None or self.view is None:
            return None
        return next((legal for legal in self.view.legal if self._is(legal, step)), None)

    def _is(self, legal: Legal, step: Step) -> bool:
        keys, wanted = (sorted(self.keys[face] for face in cards) for cards in (legal.cards, step.cards))
        return legal.verb == step.verb and keys == wanted and (step.to < 0 or legal.to == step.to or bool(legal.cards))
