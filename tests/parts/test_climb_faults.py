"""Would the oracle notice? One fault in the core for each combination and each option, and each must be found.

A fault is a change in the core's source text; the broken text is loaded interpreted, under a name of its own, and
compared like the sound one. The sound text loaded the same way must pass, or finding the faults would mean nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from oracles.agreement import Disagreement, Position, compare, other_values, positions

CORE = Path(__file__).parents[2] / "src/stich/parts/climb"
IN_ORDER = ["tables", "hands", "move", "attach", "generate", "play", "__init__"]
MANY = 500

pytestmark = pytest.mark.once  # the broken core is never compiled


class Fault(NamedTuple):
    """In `file`, `sound` is replaced by `broken`; to be found under `options`."""

    what: str
    file: str
    sound: str
    broken: str
    options: dict[str, str] = {}  # noqa: RUF012 (never changed)


COMBINATIONS = [
    Fault("single: C cannot be led", "generate", "SINGLE | ONE, m1)", "SINGLE | ONE, m1 & 0x3FFF)"),
    Fault("pair: none of Heroes", "generate", "PAIR | ONE, m2)", "PAIR | ONE, m2 & NUMBERS)"),
    Fault("pairs: Heroes run on", "generate", "starts &= (m2 & NUMBERS) >> length", "starts &= m2 >> length"),
    Fault(
        "triple: equal rank beats",
        "generate",
        "bare(buf, n, head, m3 & above)",
        "bare(buf, n, head, m3 & (above | start))",
    ),
    Fault(
        "triples: answered by a shorter run",
        "generate",
        "head, run_starts(m3 & above, length))",
        "head, run_starts(m3 & above, length - 1))",
    ),
    Fault(
        "triple1: no special card",
        "generate",
        "TRIPLE1 | ONE, starts, 1, 1, m1)",
        "TRIPLE1 | ONE, starts, 1, 1, m1 & NUMBERS)",
    ),
    Fault(
        "triple2: the next rank is no pair", "generate", "TRIPLE2 | ONE, m3, 1, 1, m2)", "TRIPLE2 | ONE, m3, 2, 1, m2)"
    ),
    Fault("triples1: P with C", "attach", "free & ~JOKERS, k - 1)", "free & ~HIGH_JOKER_BIT, k - 1)"),
    Fault(
        "triples2: no pair of Heroes",
        "generate",
        "starts, length, length, m2)",
        "starts, length, length, m2 & NUMBERS)",
    ),
    Fault("straight: P never reaches 12", "generate", "while window <= NUMBERS:", "while window < NUMBERS - 0xFF:"),
    Fault(
        "quad1: one single is enough", "generate", "QUAD1 | ONE, starts, 1, 2, m1)", "QUAD1 | ONE, starts, 1, 1, m1)"
    ),
    Fault(
        "quad2: no pair out of four",
        "generate",
        "QUAD2 | ONE, starts, 1, 2, m2)",
        "QUAD2 | ONE, starts, 1, 2, m2 & ~m4)",
    ),
    Fault("trap: any trap beats any", "generate", "    if type_ == BOMB:\n", "    if type_ == ROCKET:\n"),
    Fault("attack: it can be beaten", "generate", "    if type_ == ROCKET:\n", "    if type_ == STRAIGHT + 5:\n"),
]
OPTIONS = [
    Fault(
        "equal singles, three alike",
        "attach",
        "k >= 3 and p3 & a",
        "k >= 4 and p3 & a",
        {"kickers_distinct": "false"},
    ),
    Fault(
        "equal singles, four alike", "attach", "k >= 4 and p4 & a", "k >= 5 and p4 & a", {"kickers_distinct": "false"}
    ),
    Fault(
        "equal singles, two and two",
        "attach",
        "        if k >= 4:\n",
        "        if k >= 5:\n",
        {"kickers_distinct": "false"},
    ),
    Fault(
        "equal pairs in a run",
        "generate",
        "(hand >> 48) & ALL & ~core, 0, 0,",
        "0, 0, 0,",
        {"kickers_distinct": "false"},
    ),
    Fault(
        "a fourth card that is not there",
        "generate",
        "once |= four & core",
        "once |= core",
        {"kicker_may_repeat_run": "true"},
    ),
    Fault(
        "a fourth card that is not there",
        "generate",
        "starts &= m4",
        "starts &= m1",
        {"triple_kicker_same_rank": "true"},
    ),
    Fault(
        "a second special card",
        "attach",
        "| (bit << KICKERS), free & NUMBERS, k - 1)",
        "| (bit << KICKERS), free & ~bit, k - 1)",
        {"special_kickers": "one"},
    ),
    Fault(
        "P with C only in long runs",
        "attach",
        "if rules & SPECIAL_BOTH:",
        "if rules & SPECIAL_BOTH and k > 2:",
        {"special_kickers": "both"},
    ),
    Fault(
        "no pair of Heroes as singles",
        "generate",
        "m2 & NUMBERS if rules & SPECIAL_ONE else m2)",
        "m2 & NUMBERS)",
        {"quad_pair_as_singles": "true"},
    ),
    Fault(
        "two special cards as singles",
        "generate",
        "m2 & NUMBERS if rules & SPECIAL_ONE else m2)",
        "m2)",
        {"quad_pair_as_singles": "true", "special_kickers": "one"},
    ),
    Fault(
        "no four Heroes as pairs",
        "generate",
        "QUAD2 | ONE, starts, m4)",
        "QUAD2 | ONE, starts, m4 & NUMBERS)",
        {"quad_two_equal_pairs": "true"},
    ),
    Fault(
        "three triples carry attachments",
        "tables",
        "TWO_ONLY: Final = 0x100",
        "TWO_ONLY: Final = 0x800",
        {"attached_runs": "two_only"},
    ),
    Fault(
        "no straight of P below 12",
        "generate",
        "if rules & WILD_HIGH and not window & TOP_NUMBER:",
        "if rules & WILD_HIGH:",
        {"piya_end": "high"},
    ),
    Fault("P is never wild", "tables", "WILD: Final = 0x001", "WILD: Final = 0x400"),
]
MOVES = [
    Fault(
        "pairs take three cards",
        "move",
        "CORE_COPIES: Final = 0x144413333332211",
        "CORE_COPIES: Final = 0x144413333333211",
    ),
    Fault(
        "attached pairs are singles",
        "move",
        "KICKER_COPIES: Final = 0x002102121000000",
        "KICKER_COPIES: Final = 0x002102111000000",
    ),
    Fault("the wild card stays in the hand", "move", "(core & ~attached) | LOW_JOKER_BIT", "core & ~attached"),
    Fault("a run ranks by its lowest", "move", "lowest + ((move >> 4) & 15)", "lowest + 1"),
    Fault("a trap beats no trap", "move", "return old != BOMB or higher", "return old != BOMB"),
    Fault("any length beats", "move", "(before & 0xFF) == (move & 0xFF)", "(before & 15) == (move & 15)"),
    Fault(
        "the third equal attachment is free",
        "move",
        "if move >> FURTHER:",
        "if move >> FURTHER > 9:",
        {"kickers_distinct": "false"},
    ),
    Fault(
        "the lower of two is the upper",
        "move",
        "if (move >> FURTHER) == 3:",
        "if (move >> FURTHER) != 3:",
        {"kickers_distinct": "false"},
    ),
    Fault("cards slide one too far", "hands", "(16 * copies - 1)", "(16 * copies)"),
]


@cache
def shared() -> list[Position]:
    return positions(MANY, seed=7)


@contextmanager
def loaded(name: str, fault: Fault | None = None) -> Iterator[ModuleType]:
    """Load the core's text as package `name`, with the fault put in."""
    made: list[str] = []
    try:
        for file in IN_ORDER:
            text = (CORE / f"{file}.py").read_text("utf-8")
            if fault is not None and fault.file == file:
                assert text.count(fault.sound) == 1, f"find a new place for {fault.sound!r}"
                text = text.replace(fault.sound, fault.broken)
            path = name if file == "__init__" else f"{name}.{file}"
            module = ModuleType(path)
            sys.modules[path] = module
            made.append(path)
            exec(compile(text.replace("stich.parts.climb", name), f"{path} (broken)", "exec"), module.__dict__)
        yield sys.modules[name]
    finally:
        for path in made:
            del sys.modules[path]


@pytest.mark.parametrize("options", [{}, *other_values()], ids=str)
def test_the_sound_core_passes(options: dict[str, str]) -> None:
    with loaded("sound_climb") as core:
        compare(core, shared()[:100], options)


@pytest.mark.parametrize("fault", [*COMBINATIONS, *OPTIONS, *MOVES], ids=lambda fault: fault.what)
def test_a_broken_core_is_found(fault: Fault) -> None:
    with loaded("broken_climb", fault) as core, pytest.raises(Disagreement):
        compare(core, shared(), fault.options)


def test_every_combination_and_every_option_has_its_fault() -> None:
    from stich.games.chimera.rules_combinations import TYPES

    assert [fault.what.partition(":")[0] for fault in COMBINATIONS] == list(TYPES[1:])
    assert all(any(other.items() <= fault.options.items() for fault in OPTIONS) for other in other_values())
