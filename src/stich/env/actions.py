"""A number for every action.

What a verb declares gives most actions a number that is the same in every position: the verb, its target, and its card,
if it is one. Where that would be too many numbers, and for what is done with several cards or has no declared target
(combinations, melds), an action's number is its place among the actions of its kind that are listed in the position.
It follows from what the seat knows, as the list does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import ONE, Cards
from stich.kernel.game import Game
from stich.kernel.verbs import CARD, CHOICE, CHOICES, COUNT, NONE, NUMBER, PLACE, SEAT, WAY, ZONE, Verb
from stich.kernel.zones import Rules

MOST: Final = 4096  # numbers of one verb with cards, or without; where it would need more, it has none
LISTED: Final = 1024  # numbers for actions without one of their own; more than 700 have never been seen in a position
NO_NUMBER: Final = -1


class Block(NamedTuple):
    """The numbers of one verb: from `first` on one for each target without a card, then one for each target and card.

    least: the first target. targets: how many there are, if they can be counted. carded: for how many of them there are
    numbers with a card. faces: of the pack. size: numbers in all.
    """

    verb: str
    first: int
    least: int
    targets: int
    carded: int
    faces: int

    @property
    def size(self) -> int:
        """How many numbers the block has."""
        return self.targets + self.carded * self.faces

    def number(self, a: Action) -> int:
        """Return the number of an action, NO_NUMBER if it has none of its own."""
        at = a.to - self.least
        if at < 0 or len(a.cards) > 1:
            return NO_NUMBER
        if a.cards:
            return self.first + self.targets + at * self.faces + a.cards[0] if at < self.carded else NO_NUMBER
        return self.first + at if at < self.targets else NO_NUMBER

    def action(self, number: int) -> Action:
        """Return the action of a number of this block."""
        at = number - self.first
        if at < self.targets:
            return Action(self.verb, b"", self.least + at)
        at, card = divmod(at - self.targets, self.faces)
        return Action(self.verb, ONE[card], self.least + at)


def block_of(verb: Verb, rules: Rules, first: int) -> Block:
    """Return the numbers of a verb: all its targets, with a card and without, as far as that is not more than MOST."""
    least, targets = targets_of(verb, rules)
    faces = len(rules.layout.pack.names) if verb.cards else 0
    carded = targets if targets * faces <= MOST else 1 if verb.optional else 0
    return Block(verb.name, first, least, targets if targets <= MOST else 0, carded, faces)


class ActionNumbers:
    """The numbers of the actions of a game, with these rules.

    blocks: of the verbs, in the order in which the game declares them; the last is of DECLINE. listed: the first number
    of the actions that have none of their own. size: how many numbers there are, from 0.
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        self.blocks: dict[str, Block] = {}
        first = 0
        for verb in [*game.verbs.values(), Verb(CLOSE.verb)]:
            block = self.blocks[verb.name] = block_of(verb, rules, first)
            first += block.size
        self.listed = first
        self.size = first + LISTED

    def of(self, legal: list[Action]) -> dict[int, Action]:
        """Return the actions of a list by their numbers, in rising order. Those that come after `LISTED` others without
        a number of their own are left out.
        """
        blocks = self.blocks
        numbered: list[tuple[int, Action]] = []
        next_listed = self.listed
        for a in legal:
            block = blocks.get(a.verb)
            number = block.number(a) if block is not None else NO_NUMBER
            if number == NO_NUMBER:
                number = next_listed
                next_listed += 1
            numbered.append((number, a))
        numbered.sort(key=first_of)
        while numbered[-1][0] >= self.size:
            numbered.pop()
        return dict(numbered)

    def fixed(self, number: int) -> Action | None:
        """Return the action that has this number in every position; None: it depends on the position.

        Raises IndexError for a number that there is not.
        """
        if not 0 <= number < self.size:
            raise IndexError(f"actions have the numbers 0 to {self.size - 1}, not {number}")
        for block in self.blocks.values():
            if block.first <= number < block.first + block.size:
                return block.action(number)
        return None


def first_of(pair: tuple[int, Action]) -> int:
    """Return the number."""
    return pair[0]


def targets_of(verb: Verb, rules: Rules) -> tuple[int, int]:
    """Return the least value of `Action.to` for a verb, and how many values there are; 0: they cannot be counted."""
    layout = rules.layout
    if verb.to == NONE:
        least, n = (0, 1) if verb.within else (-1, 1)
    elif verb.to in (NUMBER, COUNT):
        least, n = verb.least, verb.most - verb.least + 1
    elif verb.to == WAY or not verb.is_declared():
        return 0, 0
    else:
        counts = {
            SEAT: layout.seats,
            ZONE: layout.size,
            CARD: len(layout.pack.names),
            PLACE: len(layout.deck) + 1,
            CHOICE: len(verb.among),
            CHOICES: 1 << len(verb.among),
        }
        least, n = 0, counts[verb.to]
    if verb.within:
        least, n = 0, verb.within * verb.above
    return (-1, n + 1 + least) if verb.optional and least >= 0 else (least, n)


def written(game: Game, rules: Rules, a: Action, cards: Cards) -> str:
    """Return an action in notation. cards: those that it moves."""
    return a.verb if a.verb == CLOSE.verb else game.write(rules, Action(a.verb, cards, a.to))
