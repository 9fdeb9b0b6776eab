"""Both builds of the climb core play the same games: one fingerprint, recorded in `climb_fingerprints.json`.

The fingerprint covers the number of legal moves and the chosen move at every decision of seeded games. After an
intended change of the core (the order of moves counts) `python tests/parts/test_climb_fingerprint.py` writes the file
again.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from oracles.agreement import other_values
from stich.games.chimera.rules_cards import rule_table
from stich.parts import climb
from stich.parts.climb import Climb

CHIMERA = rule_table({})
DOU_DIZHU = climb.QUAD_PAIR_AS_SINGLES

RECORDED = Path(__file__).with_name("climb_fingerprints.json")
LOOSEST = {
    "kickers_distinct": "false",
    "kicker_may_repeat_run": "true",
    "triple_kicker_same_rank": "true",
    "special_kickers": "both",
    "quad_pair_as_singles": "true",
    "quad_two_equal_pairs": "true",
}
TABLES: dict[str, tuple[int, int]] = {
    "chimera": (CHIMERA, 3_000),
    "dou_dizhu": (DOU_DIZHU, 1_000),
    "loosest": (rule_table(LOOSEST), 300),
    **{
        f"{option}={value}": (rule_table({option: value}), 300)
        for options in other_values()
        for option, value in options.items()
    },
}
"""Name -> rule table, number of games."""


def dealt(x: int, rules: int) -> tuple[Climb, int]:
    """Deal 20, 17 and 17 cards by the core's own generator, so that nothing here depends on a Python version."""
    deck = bytearray([rank for rank in range(13) for _ in range(4)] + [13, 14])
    for i in range(53, 0, -1):
        x = climb.next32(x)
        j = x * (i + 1) >> 32
        deck[i], deck[j] = deck[j], deck[i]
    a, b, c = (climb.planes(bytes(part)) for part in (deck[:20], deck[20:37], deck[37:]))
    return Climb(a, b, c, 0, 0, 0, rules, climb.scratch()), x


def fingerprint(rules: int, games: int, seed: int = 1) -> str:
    """Return the SHA-256 over (number of legal moves, chosen move) of all decisions of `games` random games."""
    seen = sha256()
    x = seed
    for _ in range(games):
        game, x = dealt(x, rules)
        while not game.over:
            many = game.count()
            x = climb.next32(x)
            move = game.buf[x * many >> 32]
            seen.update(b"%d %d\n" % (many, move))
            game.apply(move)
    return seen.hexdigest()


@pytest.mark.parametrize("name", TABLES)
def test_this_build_plays_as_recorded(name: str) -> None:
    assert fingerprint(*TABLES[name]) == json.loads(RECORDED.read_text("utf-8"))[name]


if __name__ == "__main__":
    RECORDED.write_text(json.dumps({name: fingerprint(*one) for name, one in TABLES.items()}, indent=1) + "\n", "utf-8")
