"""The exact value of a guess at the common stack, computed to the last card.

The likeliest guess is not always the best one there. A player who is wrong loses the turn, and a turn is worth most
when the remaining cards are predictable: with one black and two red cards left black is the better guess, because if it
is right, two certain cards follow. All that matters is how many values have how many black and red cards left, and that
is few enough to solve the game from its end: 12,870 positions, each computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from stich.games.farbe_und_wert.rules import RED, SIZE
from stich.kernel.action import Action
from stich.kernel.cards import Cards

# A value with b black and r red cards left is of kind 3 b + r. The key of a position counts the values of each kind, as
# the digits of a number; which values they are does not matter.
DIGITS: Final = [0, *(9**k for k in range(8))]
SUITS: Final = ((0, 3), (1, 1))  # for black and red: its number, and what removing a card of it takes from a kind


class Odds:
    """The odds for one way to guess and to count. colour, value: units for a right one. sequence: as in the rules'
    option.

    Values are in units for the player who guesses, less those of the other player.
    """

    def __init__(self, colour: int, value: int, sequence: str) -> None:
        self.colour = colour
        self.value = value
        self.sequence = sequence
        self.known: dict[int, tuple[float, float]] = {0: (0.0, 0.0)}  # at the beginning of a turn; when a value is due

    def worths(self, kinds: Sequence[int]) -> tuple[list[float], list[float]]:
        """Return the values of guessing black, red, and each value, with these kinds left."""
        position = sum([DIGITS[kind] for kind in kinds])
        wrong = 0.0  # the sum if the guess were wrong for every card
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
        """Return the value of the position after one card of value `at` is removed."""
        found = self.known.get(position)
        if found is None:
            colours, values = self.worths([kind - less if i == at else kind for i, kind in enumerate(kinds)])
            free = self.sequence == "free_choice"
            found = self.known[position] = (max(colours + values) if free else max(colours), max(values))
        return found

    def of(self, guesses: list[Action], left: Cards) -> list[float]:
        """Return the value of each of these guesses when these cards are left."""
        kinds = [0] * SIZE
        for c in left:
            kinds[c % SIZE] += 1 if c >= RED else 3
        colours, values = self.worths(kinds)
        return [values[a.to] if a.verb == "value" else colours[a.verb == "red"] for a in guesses]


@cache
def odds(colour: int, value: int, sequence: str) -> Odds:
    """Return these odds; calls with equal arguments return the same object."""
    return Odds(colour, value, sequence)
