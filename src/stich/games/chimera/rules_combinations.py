"""§6–8: the combinations of Chimera.

What a hand can play and what beats what comes from the climbing core, which knows ranks and no families. Here are what
the sheet calls a combination, and the way from cards to the core's moves and back.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stich.games.chimera.rules_cards import MOST, RANKS, ChimeraRules
from stich.kernel.action import Arg, Phrase
from stich.kernel.cards import ONE, Cards
from stich.parts import climb
from stich.parts.climb.hands import REP

# -- §6 their names ---------------------------------------------------------------------------------------------------

CALLED: Final = {"bomb": "trap", "rocket": "attack"}  # where the sheet has names of its own
TYPES: Final = tuple([CALLED.get(name, name) for name in climb.TYPES])
TRAP: Final = climb.BOMB  # four equal cards
ATTACK: Final = climb.ROCKET  # Pi Ya with the Chimera card


def combination(move: int) -> Phrase:
    """Name a play: the text of its type, with rank (one card, several cards), low and high ends (numbers 1–12) and
    length.

    There are some hundred moves, and each name is cached: callers must not change it.
    """
    known = WHOLE.get(move)
    if known is None:
        top = climb.rank(move)
        long = climb.length(move)
        ranks: dict[str, Arg] = {"rank": f"@chimera.rank.{top}", "ranks": f"@chimera.ranks.{top}"}
        args = ranks | {"low": top - long + 1, "high": top, "n": long}
        known = WHOLE[move] = Phrase(f"chimera.combo.{TYPES[climb.kind(move)]}", args, n=long)
    return known


def choice(move: int) -> Phrase:
    """Name a play in a list: the same, with only the parameters that the texts of its type use; cached, too."""
    known = NAMED.get(move)
    if known is None:
        whole = combination(move)
        single = climb.kind(move) == climb.SINGLE
        used = ["rank"] if single else ["low", "high"] if climb.length(move) > 1 else ["ranks"]
        known = NAMED[move] = Phrase(whole.key, {name: whole.args[name] for name in used})
    return known


WHOLE: Final[dict[int, Phrase]] = {}
NAMED: Final[dict[int, Phrase]] = {}


def to_beat(move: int) -> Phrase:
    """Return what beats a play (§8), as a phrase."""
    return Phrase(f"error.chimera.beat.{TYPES[climb.kind(move)]}", combination(move).args)


def names(moves: list[int]) -> str:
    """Write readings as the notation does: "straight 9 5, straight 8 5"."""
    return ", ".join([f"{TYPES[climb.kind(m)]} {climb.rank(m)} {climb.length(m)}" for m in moves])


# -- §7 from cards to moves, and back ---------------------------------------------------------------------------------

BIT: Final = vec[i64]([2 ** RANKS[c] for c in range(54)])


def counted(cards: Cards) -> i64:
    """Return rank counts as the climbing core keeps them: `climb.planes` of the ranks, in one loop."""
    hand: i64 = 0
    bit: i64 = 0
    bits = BIT
    i = 0
    n = len(cards)
    while i < n:
        bit = bits[cards[i]]
        hand |= ((hand & (bit * REP)) << 16) | bit
        i += 1
    return hand


def readings(rules: ChimeraRules, cards: Cards) -> list[int]:
    """§6 Every combination that exactly these cards make; [] if a card comes twice or no hand holds that many."""
    if len(cards) > MOST or len(set(cards)) < len(cards):  # input from outside: the core relies on a possible hand
        return []
    scratch = rules.scratch()
    found = climb.readings(counted(cards), rules.table, scratch.moves)
    rules.scratches.append(scratch)
    return found


UNIT: Final = vec[i64]([16 ** RANKS[c] for c in range(54)])  # one card, in counts of a nibble per rank


def pick(h: Cards, move: int) -> Cards:
    """Return cards of the sorted hand h that make `move`: of equal ranks the first ones."""
    need = climb.counts(move)
    unit: i64 = 0
    units = UNIT
    out = b""
    i = 0
    while need:
        unit = units[h[i]]
        if need & (15 * unit):
            need -= unit
            out += ONE[h[i]]
        i += 1
    return out
