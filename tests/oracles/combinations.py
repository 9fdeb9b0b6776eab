"""Chimera's 14 combinations a second time, from the rule sheet (sections 6 to 8 and 12), on lists of card tokens.

A hand is a list of tokens `1` to `12`, `H`, `P`, `C`. Cards are taken out of it one by one and what is left is looked
at; no bit is set anywhere. There are two ways in: `classify` says what some cards are, and `leads` finds what a hand
can play. That they agree on every sub-multiset of small hands is tested in `test_combinations.py`.

The options of section 12 only forbid: a play that none of them touches is always there. So a play carries the names
of the licences it needs, and an option set is the set of licences it withholds (`withheld`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

NUMBERS = [str(n) for n in range(1, 13)]
ORDER = [*NUMBERS, "H", "P", "C"]
EQUALS = [*NUMBERS, "H"]  # what there can be two, three or four of
RANK = {token: place + 1 for place, token in enumerate(ORDER)}

DEFAULTS = {
    "kickers_distinct": "true",
    "kicker_may_repeat_run": "false",
    "triple_kicker_same_rank": "false",
    "special_kickers": "each",
    "quad_pair_as_singles": "false",
    "quad_two_equal_pairs": "false",
    "attached_runs": "any",
    "piya_end": "declare",
}
VALUES = {
    "kickers_distinct": ("true", "false"),
    "kicker_may_repeat_run": ("false", "true"),
    "triple_kicker_same_rank": ("false", "true"),
    "special_kickers": ("each", "one", "both"),
    "quad_pair_as_singles": ("false", "true"),
    "quad_two_equal_pairs": ("false", "true"),
    "attached_runs": ("any", "two_only"),
    "piya_end": ("declare", "high"),
}

# licences: what a play needs to be allowed to do
EQUAL_IN_RUN = "attachments of a run of triples that equal one another [8]"
REPEATS_RUN = "a single attached to a run that it could have been part of [9]"
SAME_AS_TRIPLE = "a triple with its own fourth card attached [10]"
LOW_END = "a straight with Pi Ya at its low end where the high end was open too [11]"
P_WITH_C = "Pi Ya and the Chimera card attached together [13]"
SECOND_SPECIAL = "more than one of H, P, C among the attached singles [14]"
PAIR_ON_QUAD = "two equal singles attached to a quad [15]"
TWIN_PAIRS_ON_QUAD = "two equal pairs attached to a quad [16]"
LONG_RUN = "attachments to a run of more than two triples [28]"


class Play(NamedTuple):
    """A reading with its cards, in the order of `ORDER`, and the licences it needs."""

    type: str
    rank: int
    length: int
    cards: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()


def withheld(options: Mapping[str, str]) -> frozenset[str]:
    """Return the licences that these options do not give; what is not named stands at its default."""
    chosen = {**DEFAULTS, **options}
    out = set()
    if chosen["kickers_distinct"] == "true":
        out.add(EQUAL_IN_RUN)
    if chosen["kicker_may_repeat_run"] == "false":
        out.add(REPEATS_RUN)
    if chosen["triple_kicker_same_rank"] == "false":
        out.add(SAME_AS_TRIPLE)
    if chosen["special_kickers"] != "both":
        out.add(P_WITH_C)
    if chosen["special_kickers"] == "one":
        out.add(SECOND_SPECIAL)
    if chosen["quad_pair_as_singles"] == "false":
        out.add(PAIR_ON_QUAD)
    if chosen["quad_two_equal_pairs"] == "false":
        out.add(TWIN_PAIRS_ON_QUAD)
    if chosen["attached_runs"] == "two_only":
        out.add(LONG_RUN)
    if chosen["piya_end"] == "high":
        out.add(LOW_END)
    return frozenset(out)


def beats(before: tuple[str, int, int], new: tuple[str, int, int]) -> bool:
    """Section 8: may the reading `new` be played on the reading `before`?"""
    if before[0] == "attack":
        return False
    if new[0] == "attack":
        return True
    if new[0] == "trap":
        return before[0] != "trap" or new[1] > before[1]
    return new[0] == before[0] and new[2] == before[2] and new[1] > before[1]


# ---------------------------------------------------------------- what attachments need


def needs_of_singles(singles: Sequence[str], core: Sequence[str], family: str) -> frozenset[str]:
    """Return what these attached singles need. `family`: triple, run or quad."""
    out = set()
    if any(card in core for card in singles):
        out.add({"triple": SAME_AS_TRIPLE, "run": REPEATS_RUN}[family])
    if len(set(singles)) < len(singles):
        out.add({"run": EQUAL_IN_RUN, "quad": PAIR_ON_QUAD}[family])
    if "P" in singles and "C" in singles:
        out.add(P_WITH_C)
    if sum(card in ("H", "P", "C") for card in singles) > 1:
        out.add(SECOND_SPECIAL)
    if len(core) > 2:
        out.add(LONG_RUN)
    return frozenset(out)


def needs_of_pairs(pairs: Sequence[str], core: Sequence[str], family: str) -> frozenset[str]:
    """Return what these attached pairs need; a pair is named by one of its two cards."""
    out = set()
    if len(set(pairs)) < len(pairs):
        out.add({"run": EQUAL_IN_RUN, "quad": TWIN_PAIRS_ON_QUAD}[family])
    if len(core) > 2:
        out.add(LONG_RUN)
    return frozenset(out)


# ---------------------------------------------------------------- what are these cards?


def classify(cards: Sequence[str], options: Mapping[str, str]) -> set[tuple[str, int, int]]:
    """Return every reading of exactly these cards, in any order."""
    no = withheld(options)
    return {reading for reading, needs in _readings(list(cards)) if not needs & no}


def _readings(cards: list[str]) -> Iterator[tuple[tuple[str, int, int], frozenset[str]]]:
    none: frozenset[str] = frozenset()
    n = len(cards)
    if n == 0:
        return
    alike = len(set(cards)) == 1
    if n == 1:
        yield ("single", RANK[cards[0]], 1), none
    if n == 2 and alike and cards[0] in EQUALS:
        yield ("pair", RANK[cards[0]], 1), none
    if n == 3 and alike and cards[0] in EQUALS:
        yield ("triple", RANK[cards[0]], 1), none
    if n == 4 and alike and cards[0] in EQUALS:
        yield ("trap", RANK[cards[0]], 1), none
    if sorted(cards) == ["C", "P"]:
        yield ("attack", 15, 1), none
    yield from _groups(cards, "pairs", 2, 3)
    yield from _groups(cards, "triples", 3, 2)
    yield from _straight(cards)
    for core, copies, length, rest in _cores(cards):
        family = "quad" if copies == 4 else "triple" if length == 1 else "run"
        name = {"quad": "quad", "triple": "triple", "run": "triples"}[family]
        wanted = 2 if family == "quad" else length
        top = RANK[core[-1]]
        if len(rest) == wanted:
            yield (name + "1", top, length), needs_of_singles(rest, core, family)
        pairs = [card for card, many in Counter(rest).items() for _ in range(many // 2)]
        if len(rest) == 2 * wanted and len(pairs) == wanted:
            yield (name + "2", top, length), needs_of_pairs(pairs, core, family)


def _groups(
    cards: list[str], name: str, copies: int, least: int
) -> Iterator[tuple[tuple[str, int, int], frozenset[str]]]:
    """Consecutive numbers, each exactly `copies` times, at least `least` of them."""
    many = Counter(cards)
    if set(many) <= set(NUMBERS) and set(many.values()) == {copies} and len(many) >= least:
        ranks = sorted(RANK[card] for card in many)
        if all(b - a == 1 for a, b in pairwise(ranks)):
            yield (name, ranks[-1], len(ranks)), frozenset()


def _straight(cards: list[str]) -> Iterator[tuple[tuple[str, int, int], frozenset[str]]]:
    """Put each number in Pi Ya's place and look whether a window of consecutive numbers comes out."""
    numbers = [card for card in cards if card != "P"]
    wild = len(cards) - len(numbers)
    if len(cards) < 5 or wild > 1 or not set(numbers) <= set(NUMBERS):
        return
    for stands_for in NUMBERS if wild else [None]:
        ranks = sorted(RANK[card] for card in numbers + ([stands_for] if stands_for else []))
        if all(b - a == 1 for a, b in pairwise(ranks)):
            low = stands_for is not None and RANK[stands_for] == ranks[0] and ranks[-1] < 12
            yield ("straight", ranks[-1], len(ranks)), frozenset([LOW_END] if low else [])


def _cores(cards: list[str]) -> Iterator[tuple[list[str], int, int, list[str]]]:
    """Yield every main part that can carry attachments, how many of each card, its length, and the other cards."""
    for card in EQUALS:
        for copies in (3, 4):
            rest = _less(cards, [card] * copies)
            if rest is not None:
                yield [card], copies, 1, rest
    for low in range(12):
        for high in range(low + 2, 13):
            core = NUMBERS[low:high]
            rest = _less(cards, core * 3)
            if rest is None:
                break
            yield core, 3, high - low, rest


def _less(cards: list[str], taken: list[str]) -> list[str] | None:
    """Return the cards without those taken; None where they are not there."""
    rest = Counter(cards)
    rest.subtract(taken)
    if min(rest.values()) < 0:
        return None
    return [card for card in ORDER for _ in range(rest[card])]


# ---------------------------------------------------------------- what can this hand play?


def leads(hand: Sequence[str]) -> list[Play]:
    """Return everything that `hand` can lead under any options at all, with the licences needed; each reading once."""
    cards = sorted(hand, key=ORDER.index)
    return [*_without_attachments(Counter(cards)), *_straights(set(cards)), *_with_attachments(cards)]


def allowed(plays: Sequence[Play], options: Mapping[str, str]) -> list[Play]:
    """Return those plays whose licences the options give."""
    no = withheld(options)
    return [play for play in plays if no.isdisjoint(play.needs)]


def answers(plays: Sequence[Play], before: Play) -> list[Play]:
    """Return those plays that beat `before`."""
    return [play for play in plays if beats(before[:3], play[:3])]


def _play(type_: str, rank: int, length: int, cards: Sequence[str], needs: frozenset[str] = frozenset()) -> Play:
    return Play(type_, rank, length, tuple(sorted(cards, key=RANK.__getitem__)), needs)


def _without_attachments(many: Counter[str]) -> Iterator[Play]:
    for card in list(many):
        yield _play("single", RANK[card], 1, [card])
    for name, copies in (("pair", 2), ("triple", 3), ("trap", 4)):
        for card in EQUALS:
            if many[card] >= copies:
                yield _play(name, RANK[card], 1, [card] * copies)
    if many["P"] and many["C"]:
        yield _play("attack", 15, 1, ["P", "C"])
    for name, copies, least in (("pairs", 2, 3), ("triples", 3, 2)):
        for low in range(12):
            for high in range(low + least, 13):
                window = NUMBERS[low:high]
                if all(many[card] >= copies for card in window):
                    yield _play(name, high, len(window), window * copies)


def _straights(held: set[str]) -> Iterator[Play]:
    for low in range(12):
        for high in range(low + 5, 13):
            window = NUMBERS[low:high]
            if held.issuperset(window):
                yield _play("straight", high, len(window), window)
            if "P" not in held:
                continue
            for wild in window:
                others = [card for card in window if card != wild]
                if held.issuperset(others):
                    needs = {LOW_END} if wild == window[0] and high < 12 else set()
                    yield _play("straight", high, len(window), [*others, "P"], frozenset(needs))


def _with_attachments(cards: list[str]) -> Iterator[Play]:
    for core, copies, length, rest in _cores(cards):
        family = "quad" if copies == 4 else "triple" if length == 1 else "run"
        name = {"quad": "quad", "triple": "triple", "run": "triples"}[family]
        wanted = 2 if family == "quad" else length
        pairs = [card for card, many in Counter(rest).items() for _ in range(many // 2)]
        for chosen in set(combinations(rest, wanted)):  # both lists are sorted, so equal choices are equal
            needs = needs_of_singles(chosen, core, family)
            yield _play(name + "1", RANK[core[-1]], length, [*core * copies, *chosen], needs)
        for chosen in set(combinations(pairs, wanted)):
            needs = needs_of_pairs(chosen, core, family)
            yield _play(name + "2", RANK[core[-1]], length, [*core * copies, *chosen * 2], needs)
