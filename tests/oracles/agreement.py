"""Does a climb core agree with the oracle? Random positions, and a comparison that takes the core as a parameter.

The core comes in as a module, so that a broken copy of it can be put in its place (`tests/parts/test_climb_faults.py`).
Cards of a play are compared as a number with a nibble per rank, which both sides can be written as.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from oracles.combinations import ORDER, VALUES, Play, beats, classify, leads, withheld
from stich.games.chimera.rules_cards import rule_table
from stich.games.chimera.rules_combinations import TYPES

DECK = [card for card in ORDER[:13] for _ in range(4)] + ["P", "C"]
NIBBLE = {card: 1 << 4 * place for place, card in enumerate(ORDER)}

Key = tuple[str, int, int, int]
"""Type, rank, length, cards as nibbles."""


class Position(NamedTuple):
    """A hand, all that it could lead under any options, and what might lie on the table."""

    hand: tuple[str, ...]
    plays: list[tuple[Key, frozenset[str]]]
    on_table: list[Play]


class Disagreement(AssertionError):
    """The core and the oracle differ."""


def key_of(cards: Sequence[str]) -> int:
    """Return how many cards of each rank there are, as nibbles."""
    return sum(NIBBLE[card] for card in cards)


def deal(rng: random.Random) -> list[str]:
    """Return 1 to 20 cards of the whole deck or, one time in four, few neighbouring ranks, full of combinations."""
    pool = DECK
    if rng.random() < 0.25:
        low = rng.randrange(8)
        near = [*ORDER[low : low + rng.randint(3, 6)], *rng.sample(["H", "P", "C"], 2)]
        pool = [card for card in DECK if card in near]
    return rng.sample(pool, min(len(pool), rng.randint(1, 20)))


def positions(many: int, seed: int) -> list[Position]:
    """Return `many` random positions, the same for the same seed.

    What might lie on the table is a play for each type that the hand itself or the hand before it has: the one asks for
    strictly higher ranks, the other for anything.
    """
    rng = random.Random(seed)
    out: list[Position] = []
    earlier: list[Play] = []
    for _ in range(many):
        hand = deal(rng)
        plays = leads(hand)
        by_type: dict[str, list[Play]] = {}
        for play in [*plays, *earlier]:
            by_type.setdefault(play.type, []).append(play)
        on_table = [rng.choice(some) for some in by_type.values()]
        rng.shuffle(on_table)
        keys = [((play.type, play.rank, play.length, key_of(play.cards)), play.needs) for play in plays]
        out.append(Position(tuple(hand), keys, on_table))
        earlier = plays
    return out


class Comparison:
    """One core under one set of options beside the oracle."""

    def __init__(self, core: Any, options: Mapping[str, str]) -> None:
        """Take a module with the names of `stich.parts.climb`, and options of section 12 by their names."""
        self.core = core
        self.options = options
        self.no = withheld(options)
        self.rules: int = rule_table(options)
        self.scratch = core.scratch()
        self.seen: dict[int, Key] = {}

    def key(self, move: int) -> Key:
        """Return what the core says that `move` is."""
        if move not in self.seen:
            core = self.core
            counts = core.counts(move)
            self.seen[move] = (TYPES[core.kind(move)], core.rank(move), core.length(move), counts)
            cards = sum(counts >> 4 * place & 15 for place in range(15))
            self.expect("size_of", core.size_of(move), cards, move)
        return self.seen[move]

    def expect(self, what: str, found: Any, wanted: Any, where: Any) -> None:
        if found != wanted:
            raise Disagreement(f"{what} under {dict(self.options)} of {where}: core {found}, oracle {wanted}")

    def planes(self, cards: Sequence[str]) -> int:
        hand: int = self.core.planes(bytes(ORDER.index(card) for card in cards))
        return hand

    def on_table(self, position: Position) -> tuple[Play, int] | None:
        """Return a play of the position's that these options allow, and the core's move for it."""
        for play in position.on_table:
            if self.no.isdisjoint(play.needs):
                wanted = (play.type, play.rank, play.length, key_of(play.cards))
                readings = self.core.readings(self.planes(play.cards), self.rules, self.scratch)
                found = [move for move in readings if self.key(move) == wanted]
                self.expect("readings that fit", len(found), 1, play)
                return play, found[0]
        return None

    def check(self, position: Position, rng: random.Random) -> int:
        """Compare leads, answers, comparison, application and readings; return how many moves were compared."""
        core, hand = self.core, self.planes(position.hand)
        lead_moves: list[int] = core.moves(hand, 0, self.rules, self.scratch)
        wanted = [key for key, needs in position.plays if self.no.isdisjoint(needs)]
        found = [self.key(move) for move in lead_moves]
        self.expect("leads", sorted(found), sorted(wanted), position.hand)
        self.check_application(position, hand, rng.choice(lead_moves))
        self.check_readings(position, rng)
        table = self.on_table(position)
        if table is None:
            return len(found)
        before, last = table
        answer_moves: list[int] = core.moves(hand, last, self.rules, self.scratch)
        self.expect("first answer", answer_moves[0], 0, position.hand)
        wanted = [key for key in wanted if beats(before[:3], key[:3])]
        found = [self.key(move) for move in answer_moves[1:]]
        self.expect(f"answers on {before[:4]}", sorted(found), sorted(wanted), position.hand)
        beating = [move for move in lead_moves if core.beats(last, move)]
        self.expect(f"moves that beat {before[:4]}", sorted(beating), sorted(answer_moves[1:]), position.hand)
        return len(lead_moves) + len(answer_moves)

    def check_application(self, position: Position, hand: int, move: int) -> None:
        left = self.core.without(hand, move)
        counts = sum(self.core.held(left, place) << 4 * place for place in range(15))
        self.expect("cards left", counts, key_of(position.hand) - self.key(move)[3], (position.hand, self.key(move)))
        self.expect("size", self.core.size(left), len(position.hand) - self.core.size_of(move), position.hand)

    def check_readings(self, position: Position, rng: random.Random) -> None:
        """Some cards of the hand, most of them nothing at all."""
        some = rng.sample(position.hand, rng.randint(1, min(8, len(position.hand))))
        found = {self.key(move)[:3] for move in self.core.readings(self.planes(some), self.rules, self.scratch)}
        self.expect("readings", found, classify(some, self.options), some)


def compare(core: Any, some: Sequence[Position], options: Mapping[str, str]) -> int:
    """Compare `core` with the oracle in all these positions under `options`; return how many moves were compared.

    Raises Disagreement at the first difference.
    """
    comparison = Comparison(core, options)
    rng = random.Random(len(some))
    return sum(comparison.check(position, rng) for position in some)


def other_values() -> list[dict[str, str]]:
    """Return every value of every option that is not the default, alone."""
    return [{option: value} for option, values in VALUES.items() for value in values[1:]]


def other_pairs() -> list[dict[str, str]]:
    """Return every two of them that belong to two options."""
    both = [{**a, **b} for a, b in combinations(other_values(), 2)]
    return [options for options in both if len(options) == 2]
