"""Deals with all figures of their shuffles, for both implementations of docs/fairness.md.

`python tests/kernel/fair_vectors.py` writes `vectors/fair.json` again; with a number it prints that many random deals,
one on a line.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from stich.games import games
from stich.kernel.chance import Chance, ordered_by
from stich.kernel.fair import NONCE, SECRET, Agreed, Fair, Part, about, commitment, pledge
from stich.kernel.game import Game
from stich.kernel.match import HKDF, Match, Source

FILE = Path(__file__).parent / "vectors/fair.json"
SIZES = (2, 3, 54, 1000, 2147483647)
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
WORDS = ("durak", "Écarté", "玩", "a=b", "")


def parts_of(chance: random.Random, table: str, number: int, seats: int) -> list[Part]:
    """Return what the seats have done: nothing, pledged and opened, pledged and not opened."""
    parts = []
    for seat in range(seats):
        what = chance.choice(["nothing", "opened", "opened", "refused"])
        nonce = chance.randbytes(NONCE)
        if what != "nothing":
            hash = pledge(table, number, seat, nonce)
            parts.append(Part(seat, hash, nonce if what == "opened" else b""))
    return parts


def vector(chance: random.Random, what: list[str], seats: int, pack: bytes) -> dict[str, Any]:
    """Return one deal. what: game, version, seats, options as they enter the key."""
    table = "".join(chance.choice(LETTERS) for _ in range(12))
    number = chance.choice([1, 1, 2, 3, 17, 100_000])
    secret = chance.randbytes(SECRET)
    deal = Agreed(number, secret, parts_of(chance, table, number, seats))
    fair = Fair(table, number, seats, what)
    fair.deals.append(deal)
    drawn = fair.chance(1)
    half = pack[: len(pack) // 2]
    return {
        "table": table, "deal": number, "about": what, "seats": seats, "secret": secret.hex(),
        "commitment": commitment(table, number, secret).hex(),
        "parts": [{"seat": p.seat, "nonce": p.nonce.hex(), "pledge": p.pledge.hex()} for p in deal.parts],
        "key": fair.key(deal).hex(), "below": [int(drawn.below(n)) for n in SIZES],
        "shuffles": [shuffled(pack, drawn), shuffled(half, drawn), shuffled(pack, drawn)],
    }  # fmt: skip


def shuffled(cards: bytes, drawn: Chance) -> list[list[int]]:
    """Return cards before and after the next shuffle."""
    return [list(cards), list(ordered_by(cards, drawn.of_shuffle()))]


def of_game(chance: random.Random, game: Game, seats: int) -> dict[str, Any]:
    """Return a deal of a real game, with its first deck as a match has it before any cut."""
    rules = game.rules({}, seats)
    return vector(chance, about(game.name, game.version, seats, rules.options), seats, rules.layout.deck)


def invented(chance: random.Random) -> dict[str, Any]:
    """Return a deal of no real game."""
    seats = chance.randrange(1, 13)
    options = {chance.choice(LETTERS) * n: chance.choice(WORDS) for n in range(1, chance.randrange(1, 4))}
    what = about(chance.choice(WORDS), chance.randrange(1, 40), seats, options)
    pack = bytes(sorted(chance.randrange(60) for _ in range(chance.randrange(1, 120))))
    return vector(chance, what, seats, pack)


def published() -> list[dict[str, Any]]:
    """Return the vectors of the file."""
    chance = random.Random("stich/fair/vectors")
    made = [of_game(chance, game, n) for game in games().values() for n in game.seats]
    return made + [{**invented(chance)} for _ in range(24)]


def source_of(game: Game, seats: int, seed: int, deals: int = 40, options: dict[str, object] | None = None) -> Source:
    """Return the source of a match whose deals have been agreed on."""
    chance = random.Random(f"fair/{seed}")
    rules = game.rules(dict(options or {}), seats)
    seats = rules.layout.seats
    fair = Fair("table", 3, seats, about(game.name, game.version, seats, rules.options))
    for number in range(3, 3 + deals):
        fair.deals.append(Agreed(number, chance.randbytes(SECRET), parts_of(chance, "table", number, seats)))
    return Source(HKDF, fair=fair)


def match_of(game: Game, seats: int, seed: int) -> Match:
    """Return a match whose deals have been agreed on."""
    return Match(game, game.rules({}, seats), source_of(game, seats, seed))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        random_deals = random.Random(f"stich/fair/{sys.argv[2] if len(sys.argv) > 2 else 1}")
        for _ in range(int(sys.argv[1])):
            print(json.dumps(invented(random_deals)))
    else:
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in published())
        FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
