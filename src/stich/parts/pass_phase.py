"""Passing cards: every seat gives some cards of its hand to another one, all at once and face down."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from stich.kernel.action import NO_PROMPT, Action, Phrase, Prompt, Refused
from stich.kernel.cards import Seat, Seats, holds, subsets
from stich.kernel.state import Phase, S
from stich.parts.trick_phase import EACH, HAND


@mypyc_attr(allow_interpreted_subclasses=True)
class Pass(Phase[S]):
    """The phase. Nobody sees what comes to it before all have chosen, so nothing that came can be passed on.

    The verb is `give`.

    name: of the phase. game: begins the text key `error.<game>.give`; its parameter n is the number of cards to give,
    chosen the number that were chosen.
    n: how many cards each seat gives. hand: the zone of the first hand; the others follow every `each` numbers, as in a
    trick game.
    """

    def __init__(self, name: str, game: str, n: int, hand: int = HAND, each: int = EACH) -> None:
        super().__init__(name)
        self.game = game
        self.n = n
        self.hand = hand
        self.each = each

    # -- the game says -------------------------------------------------------------------------------------------------

    def receiver(self, s: S, seat: Seat) -> Seat:
        """Return who gets the cards of this seat. No two seats give to the same one. Default: the next seat."""
        return (seat + 1) % s.layout.seats

    def passed(self, s: S) -> None:
        """All cards have changed hands: go on with another phase."""
        raise NotImplementedError

    # -- and this follows ----------------------------------------------------------------------------------------------

    def begin(self, s: S) -> None:
        """Ask every seat. A game calls this where it would otherwise set the phase."""
        s.ask(s.layout.everyone)
        s.phase = self

    def must(self, s: S) -> Seats:
        """Return the seats that have not chosen yet."""
        return s.unanswered()

    def legal(self, s: S, seat: Seat) -> list[Action]:
        """Return each choice of n cards of the hand."""
        n = self.n
        out: list[Action] = []
        for cards in subsets(s.zones[self.hand + self.each * seat], n):
            if len(cards) == n:
                out.append(Action("give", cards))
        return out

    def apply(self, s: S, seat: Seat, a: Action) -> None:
        """Keep the choice face down; after the last one all cards change hands at once."""
        if not s.seal(seat, a):
            return
        given = s.sealed
        s.sealed = ()
        for giver, gift in enumerate(given):
            to = self.receiver(s, giver)
            for c in gift.cards:
                s.move(c, self.hand + self.each * giver, self.hand + self.each * to)
        self.passed(s)

    def prompt(self, s: S, viewer: Seat, acts: list[Action]) -> Prompt:
        """Say how many cards the viewer gives, and to whom."""
        if not acts:
            return NO_PROMPT
        return Prompt(task=Phrase("table.task.give", {"n": self.n, "seat": self.receiver(s, viewer)}, n=self.n))

    def why(self, s: S, seat: Seat, a: Action) -> Refused:
        """Return why a choice is refused: `error.<game>.give` (n, chosen) for a wrong number of cards."""
        if a.verb == "give" and len(a.cards) != self.n and holds(s.zones[self.hand + self.each * seat], a.cards):
            return Refused(f"error.{self.game}.give", {"n": self.n, "chosen": len(a.cards)})
        return super().why(s, seat, a)
