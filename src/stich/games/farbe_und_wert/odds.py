"""What a guess at the common stack is worth, worked out to the last card.

The likeliest guess is not always the best one there. Who is wrong loses his turn, and a turn is worth most when what is
left can be foreseen: with one black and two red cards left black is the better guess, since if it is right, two sure
cards follow. All that counts is how many values have how many black and red cards left, and that is small enough to
work out the game from its end: 12,870 positions, each of them once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from stich.games.farbe_und_wert.rules import RED, SIZE
from stich.kernel.action import Action
from stich.kernel.cards import Cards

# A value of which b black and r red cards are left is of kind 3 b + r. A position's key counts the values of each kind,
# as the digits of a number: the same for whatever values they are.
DIGITS: Final = [0, *(9**k for k in range(8))]
SUITS: Final = ((0, 3), (1, 1))  # for black and red: its number, and what a card less of it takes from a kind


class Odds:
    """One way to guess and to count. colour, value: units for a right one. sequence: as in the rules' option.

    Worths are in units, those of the other player taken off, for whoever is to guess.
    """

    def __init__(self, colour: int, value: int, sequence: str) -> None:
        self.colour = colour
        self.value = value
        self.sequence = sequence
        self.known: dict[int, tuple[float, float]] = {0: (0.0, 0.0)}  # at the beginning of a turn; where a value is due

    def worths(self, kinds: Sequence[int]) -> tuple[list[float], list[float]]:
        """Return what it is worth to guess black and red, and each of the values, of which these kinds are left."""
        position = sum([DIGITS[kind] for kind in kinds])
        wrong = 0.0  # had it to be paid for every card
        colours = [0.0, 0.0]
        values = [0.0] * len(kinds)
        for at, kind in enumerate(kinds):
            for (suit, less), n in zip(SUITS, divmod(kind, 3), strict=True):
                if n:
                    begun, due = self.after(kinds, at, less, position - DIGITS[kind] + DIGITS[kind - less])
                    wrong -= n * begun
                    colours[suit] += n * (self.colour + begun + (due if self.sequence == "alternate" else begun))
                    values[at] += n * (self.value + begun + begun)
        left = sum([sum(divmod(kind, 3)) for kind in kinds])
        return [(wrong + right) / left for right in colours], [(wrong + right) / left for right in values]

    def after(self, kinds: Sequence[int], at: int, less: int, position: int) -> tuple[float, float]:
        """Return what the position is worth that one card less of value `at` leaves."""
        found = self.known.get(position)
        if found is None:
            colours, values = self.worths([kind - less if i == at else kind for i, kind in enumerate(kinds)])
            free = self.sequence == "free_choice"
            found = self.known[position] = (max(colours + values) if free else max(colours), max(values))
        return found

    def of(self, guesses: list[Action], left: Cards) -> list[float]:
        """Return what each of these guesses is worth where these cards are left."""
        kinds = [0] * SIZE
        for c in left:
            kinds[c % SIZE] += 1 if c >= RED else 3
        colours, values = self.worths(kinds)
        return [values[a.to] if a.verb == "value" else colours[a.verb == "red"] for a in guesses]


@cache
def odds(colour: int, value: int, sequence: str) -> Odds:
    """Return these odds, the same object whenever they are asked for."""
    return Odds(colour, value, sequence)
