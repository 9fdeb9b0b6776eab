"""The numbers of a game for learners: the table of an observation, the list of actions."""

from __future__ import annotations

from collections.abc import Iterator

from generator.markdown import code, table
from generator.texts import Texts
from stich.env.actions import ActionNumbers, Block
from stich.env.deals import CardGame
from stich.env.observation import Observation, Part
from stich.kernel.action import CLOSE, Action


def observation_of(game: CardGame) -> str:
    """Return both rows of an observation as tables."""
    layout = Observation(game.of, game.rules)
    parts = {"cards": (layout.cards, layout.size), "facts": (layout.facts, layout.fact_size)}
    out = []
    for name, (row, size) in parts.items():
        out += [f"The row of {name} has {size:,} numbers:", table(["numbers", "part", "meaning"], map(part, row))]
    return "\n\n".join(out)


def part(one: Part) -> list[str]:
    """Return a row of the table."""
    return [span(one.start, one.size), code(one.name), one.meaning]


def span(first: int, size: int) -> str:
    """Return the first and the last of some numbers."""
    return str(first) if size == 1 else f"{first}–{first + size - 1}"


def actions_of(game: CardGame, texts: Texts) -> str:
    """Return the list of actions as a table, and what has no number of its own."""
    numbers = ActionNumbers(game.of, game.rules)
    head = ["numbers", "verb", "on the table", "the first one"]
    listed = span(numbers.listed, numbers.size - numbers.listed)
    after = f"{listed}: the place among such actions in the list of legal ones."
    return "\n\n".join([table(head, rows(game, numbers, texts)), after])


def rows(game: CardGame, numbers: ActionNumbers, texts: Texts) -> Iterator[list[str]]:
    """Yield a row for each verb."""
    for name, block in numbers.blocks.items():
        words = "declines to interrupt" if name == CLOSE.verb else texts[f"verb.{name}"].replace("\n", " ")
        which = span(block.first, block.size) if block.size else "by its place"
        yield [which, code(name), words, example(game, block)]


def example(game: CardGame, block: Block) -> str:
    """Return the notation of the first number of a verb; "" if it has none of its own."""
    if not block.size:
        return ""
    action: Action = block.action(block.first)
    return code(action.verb if action.verb == CLOSE.verb else game.of.write(game.rules, action))
