"""The numbers of a game for learners: the table of an observation, the list of actions."""

from __future__ import annotations

from collections.abc import Iterator

from generator.markdown import bare, code, table
from generator.texts import Texts
from stich.env.actions import ActionNumbers, Block
from stich.env.deals import CardGame
from stich.env.observation import Observation, Part
from stich.kernel.action import CLOSE, Action

HEAD = ("numbers", "part", "at the table", "meaning")


def observation_of(game: CardGame, texts: Texts) -> str:
    """Return both rows of an observation as tables."""
    layout = Observation(game.of, game.rules)
    parts = {"cards": (layout.cards, layout.size), "facts": (layout.facts, layout.fact_size)}
    out = []
    for name, (row, size) in parts.items():
        out += [f"The row of {name} has {size:,} numbers:", table(HEAD, [part(one, texts) for one in row])]
    return "\n\n".join(out)


def part(one: Part, texts: Texts) -> list[str]:
    """Return a row of the table. Facts and zones have their words, as far as the table shows them."""
    kind, _, rest = one.name.partition(".")
    words = texts.get(f"{'fact' if kind == 'fact' else 'zone'}.{rest.partition('.')[0]}") if rest else ""
    return [span(one.start, one.size), code(one.name), bare(words), one.meaning]


def span(first: int, size: int) -> str:
    """Return the first and the last of some numbers."""
    return str(first) if size == 1 else f"{first}–{first + size - 1}"


def actions_of(game: CardGame, texts: Texts) -> str:
    """Return the list of actions as a table, and what has no number of its own."""
    numbers = ActionNumbers(game.of, game.rules)
    head = ["numbers", "verb", "at the table", "the first one"]
    listed = span(numbers.listed, numbers.size - numbers.listed)
    after = f"{listed}: the place among such actions in the list of legal ones."
    return "\n\n".join([table(head, rows(game, numbers, texts)), after])


def rows(game: CardGame, numbers: ActionNumbers, texts: Texts) -> Iterator[list[str]]:
    """Yield a row for each verb."""
    for name, block in numbers.blocks.items():
        words = "declines to interrupt" if name == CLOSE.verb else bare(texts[f"verb.{name}"])
        which = span(block.first, block.size) if block.size else "by its place"
        yield [which, code(name), words, example(game, block)]


def example(game: CardGame, block: Block) -> str:
    """Return the notation of the first number of a verb; "" if it has none of its own."""
    if not block.size:
        return ""
    action: Action = block.action(block.first)
    return code(action.verb if action.verb == CLOSE.verb else game.of.write(game.rules, action))
