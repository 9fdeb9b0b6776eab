"""The numbers of a game for learners: the table of an observation, the list of actions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from generator.facts import MEANINGS
from generator.markdown import bare, code, table
from generator.texts import Texts
from stich.env.actions import NO_NUMBER, ActionNumbers
from stich.env.deals import CardGame
from stich.env.observation import Observation, Part
from stich.kernel.action import CLOSE

HEAD = ("numbers", "part", "at the table", "meaning")
TRIED = 12  # random deals in which moves are looked for


def observation_of(game: CardGame, texts: Texts) -> str:
    """Return both rows of an observation as tables."""
    layout = Observation(game.of, game.rules)
    parts = {"cards": (layout.cards, layout.size), "facts": (layout.facts, layout.fact_size)}
    out = []
    for name, (row, size) in parts.items():
        out += [f"The row of {name} has {size:,} numbers:", table(HEAD, [part(one, game, texts) for one in row])]
    return "\n\n".join(out)


def part(one: Part, game: CardGame, texts: Texts) -> list[str]:
    """Return a row of the table. Facts and zones have their words, as far as the table shows them."""
    kind, _, rest = one.name.partition(".")
    words = texts.get(f"{'fact' if kind == 'fact' else 'zone'}.{rest.partition('.')[0]}") if rest else ""
    known = MEANINGS[game.name].get(rest) if kind == "fact" else None  # cards are explained by the part itself
    return [span(one.start, one.size), code(one.name), bare(words), known or one.meaning]


def span(first: int, size: int) -> str:
    """Return the first and the last of some numbers."""
    return str(first) if size == 1 else f"{first}–{first + size - 1}"


def actions_of(game: CardGame, texts: Texts) -> str:
    """Return the list of actions as a table, and what has no number of its own."""
    numbers = ActionNumbers(game.of, game.rules)
    head = ["numbers", "verb", "at the table", "a move", "its number"]
    listed = span(numbers.listed, numbers.size - numbers.listed)
    after = f"{listed}: the place among such actions in the list of legal ones."
    met = f"The moves were met in {TRIED} random deals at most; verbs without one are rare, or need other options."
    return "\n\n".join([table(head, rows(game, numbers, texts)), after, met])


def rows(game: CardGame, numbers: ActionNumbers, texts: Texts) -> Iterator[list[str]]:
    """Yield a row for each verb."""
    met = moves_of(game, numbers)
    for name, block in numbers.blocks.items():
        words = "declines to interrupt" if name == CLOSE.verb else bare(texts[f"verb.{name}"])
        which = span(block.first, block.size) if block.size else "by its place"
        move, number = met.get(name, ("", NO_NUMBER))
        yield [which, code(name), words, *([code(move), str(number)] if move else ["", ""])]


def moves_of(game: CardGame, numbers: ActionNumbers) -> dict[str, tuple[str, int]]:
    """Return for each verb a legal move of a random deal, in notation, with its number."""
    luck = random.Random(1)
    met: dict[str, tuple[str, int]] = {}
    for seed in range(TRIED):
        deal = game.deal(seed)
        while not deal.over and len(met) < len(numbers.blocks):
            for number, action in numbers.of(deal.actions).items():
                if action.verb not in met:
                    met[action.verb] = str(deal.move(deal.seat, action)), number
            deal.act(luck.choice(deal.actions))
    return met
