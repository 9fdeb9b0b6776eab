"""What the rule sheet says of any game of Farbe und Wert, for `tests/rounds.py`."""

from __future__ import annotations

from stich.games.farbe_und_wert.rules import BY_COLOUR, FREE, PACK, FarbeUndWert, FarbeUndWertRules
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

WITH = {  # which guess follows which is a question of the single stack
    ("single_sequence", "free_choice"): {"stacks": "single"},
    ("single_sequence", "colour_only"): {"stacks": "single"},
}


class Watch:
    """Every guess is counted along from the names of the cards, and the game's own count is held against it."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, FarbeUndWert)
        assert isinstance(s.rules, FarbeUndWertRules)
        self.s = s
        self.guesses: list[tuple[Seat, bool, bool]] = []  # who, at a value?, right?

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        self.check_turn(seat, a)
        name = PACK.names[s.zones[s.rules.stack_of(seat)][-1]]
        right = a.to == "789TJQKA".index(name[1]) if a.verb == "value" else (name[0] in "CS") == (a.verb == "black")
        self.guesses.append((seat, a.verb == "value", right))
        assert [len(s.captured(i)) for i in range(2)] == [
            sum(right for who, _, right in self.guesses[:-1] if who == i) for i in range(2)
        ]

    def check_turn(self, seat: Seat, a: Action) -> None:
        """§4, §8: whose turn it is, and what there is to guess, follow from the last guess."""
        rules = self.s.rules
        if not self.guesses:
            assert seat == 1 - self.s.setup.dealer
            assert self.s.phase is (FREE if rules.sequence == "free_choice" else BY_COLOUR)
            return
        last, value, right = self.guesses[-1]
        if rules.single:
            assert seat == (last if right else 1 - last)
        else:
            assert seat == (1 - last if value else last)
        if rules.sequence == "alternate":
            assert (a.verb == "value") is (seat == last and not value)
        elif rules.sequence == "colour_only":
            assert a.verb != "value"

    def finished(self, result: DealResult) -> None:
        rules = self.s.rules
        assert len(self.guesses) == 32, "every card is guessed at once"
        made = [0, 0]
        for seat, value, right in self.guesses:
            if right:
                made[seat] += 4 if value and rules.by_guess else 1
            elif rules.count_aside:
                made[1 - seat] += 1
        assert result.points == ((made[0] - made[1]) * rules.unit, (made[1] - made[0]) * rules.unit)
