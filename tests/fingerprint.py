"""One number for all that an engine does: equal fingerprints, equal behaviour.

Both builds must give the fingerprints in fingerprints.json (test_both_builds.py). After an intended change of
behaviour, write the file again and say why in the commit:

    PYTHONPATH=src:tests python -m fingerprint --write [GAME …]
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from rounds import runs
from stich.games import games
from stich.kernel.cards import SPECTATOR, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import view, witnessed

FILE = Path(__file__).with_name("fingerprints.json")
GAMES = {**games(), "rummy": RUMMY, "schnapsen": SCHNAPSEN}
LONG = {"cruzo": 2, "durak": 3, "frustration": 4, "rummy": 3}
DEALS = dict.fromkeys(GAMES, 12) | LONG | {"schnapsen": 40}  # under each set of options


def fingerprint(game: Game, options: dict[str, str], seats: int = 0, deals: int = 10, seed: int = 1) -> str:
    """Return 16 hexadecimal digits of SHA-256 over random deals.

    Hashed are every seat that acts with its legal list and its action, what one seat or a watcher knows of the
    position, a deal drawn from that, what the same eyes see happen, and every result.
    """
    rules = game.rules(dict(options), seats)
    digest = hashlib.sha256(json.dumps([game.name, game.version, rules.options, rules.layout.seats]).encode())
    chance = quick(seed, 0)
    done = number = 0
    while done < deals:
        number += 1
        match = Match(game, rules, Source(SIM, seed + number), watched=True)
        while not match.over and done < deals:
            if match.sheets:
                match.next_deal()
            play(match, chance, digest)
            done += 1
    return digest.hexdigest()[:16]


def play(match: Match, chance: Chance, digest: hashlib._Hash) -> None:
    s = match.deal
    seats = s.layout.seats
    while s.must() != 0:
        able = [(seat, acts) for seat in seats_of(s.must() | s.may()) if (acts := s.legal(seat))]
        seat, acts = able[chance.below(len(able))]
        a = acts[chance.below(len(acts))]
        eye = (*range(seats), SPECTATOR)[chance.below(seats + 1)]
        v = view(s, eye)
        drawn = sample(v, chance)
        match.events.clear()
        done = match.act(seat, a)
        seen = [
            (e.kind, e.seat, e.card, e.src, e.dst, e.phrase and (e.phrase.key, sorted(e.phrase.args.items())))
            for each in match.events
            if (e := witnessed(each, eye)) is not None
        ]
        digest.update(repr((seat, acts, done, v.key(), drawn.zones, drawn.sealed, seen)).encode())
    result = match.sheets[-1].result
    lines = [(line.seat, line.key, line.n, line.count) for line in result.why]
    digest.update(repr((result.points, lines, result.again, result.carry, match.scores, match.winners)).encode())


def option_sets(game: Game) -> Iterator[tuple[str, dict[str, str], int]]:
    """Yield name, options and number of seats (0: the usual one): the default, each other number of seats, each other
    value by itself, or with what it requires.
    """
    usual = {o.name: o.default for o in game.options}
    for run in runs(game, 1, 1):
        rules = run.rules
        seats = rules.layout.seats if rules.layout.seats != game.seats[0] else 0
        options = {name: value for name, value in rules.options.items() if value != usual[name]}
        name = run.name if options else f"seats={seats}" if seats else "default"
        yield name, options, seats


def all_fingerprints(game: Game) -> dict[str, str]:
    """Return the fingerprint under each set of options; the default one takes three times as many deals."""
    n = DEALS[game.name]
    return {
        name: fingerprint(game, options, seats, n if options or seats else 3 * n)
        for name, options, seats in option_sets(game)
    }


def main() -> int:
    names = [name for name in sys.argv[1:] if name != "--write"] or list(GAMES)
    kept = json.loads(FILE.read_text("utf-8"))
    found = {name: all_fingerprints(GAMES[name]) for name in names}
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(dict(sorted({**kept, **found}.items())), indent=2) + "\n", "utf-8")
        return 0
    for name, sets in found.items():
        for key, value in sets.items():
            if kept.get(name, {}).get(key) != value:
                print(f"{name} {key}: {value}, not {kept.get(name, {}).get(key)}")
    return int(found != {name: kept.get(name) for name in names})


if __name__ == "__main__":
    sys.exit(main())
