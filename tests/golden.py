"""Golden files: what a game does, which stays as it is unless it is changed on purpose.

`tests/<game>/golden/` holds `walk.txt`, one deal with all that every seat and a spectator saw and heard at each step,
and `hashes.json`, the SHA-256 of records of random matches. `test_golden.py` compares. After an intended change write
them again, look at what `git diff` says of the walk, and say why in the commit:

    PYTHONPATH=src:tests python -m golden --write [GAME …]
    PYTHONPATH=src:tests python -m golden --show GAME NAME      # prints the record that a hash stands for

Without an option it compares. Records in that folder are written by hand, for what random play never does. They are
replayed, and never overwritten.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from stich.games import find, games
from stich.kernel.action import Arg, Phrase
from stich.kernel.cards import BACK, SPECTATOR, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.game import Game
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump, replay
from stich.kernel.record_reader import load
from stich.kernel.view import view, witnessed
from stich.kernel.zones import face_of, zone_of

HERE = Path(__file__).parent
RECORDS = 5  # of each game at least, the numbers of players in turn
DEALS = 12  # of a match that would go on for longer,
MOVES = 1000  # after which no further deal begins
SEEN = 60  # deals looked at for the one to walk through
WALK = "walk.txt"
HASHES = "hashes.json"


def folder(game: Game) -> Path:
    return HERE / game.name / "golden"


def written(game: Game) -> dict[str, str]:
    """Return the records that the tool writes: a match of random play in each, by file name."""
    out = {}
    for n in range(max(RECORDS, 2 * len(game.seats))):
        seats = game.seats[n % len(game.seats)]
        match = Match(game, game.rules({}, seats), Source(SIM, n + 1))
        chance = quick(n + 1, 0)
        play_deal(match, chance)
        while not match.over and len(match.sheets) < DEALS and len(match.moves) < MOVES:
            match.next_deal()
            play_deal(match, chance)
        out[f"{seats}-players-{n // len(game.seats) + 1}.stich"] = dump(match)
    return out


def play_deal(match: Match, chance: Chance) -> None:
    while match.deal.must():
        match.act(*turn_at_random(match.deal, chance))


def replayed(game: Game, text: str) -> str:
    """Return the record of a record's match: the same text. Raises Refused for a line that is not as it must be."""
    return dump(replay(load(text, lambda name: game)))


# -- the walk


def richest(game: Game) -> Match:
    """Return a match of one deal, in which more is done than in other deals: the shortest one with most verbs."""
    best: tuple[int, int, int] | None = None
    for n in range(SEEN):
        match = one_deal(game, n)
        done = {move.action.verb for move in match.moves}
        worth = (len(done), -len(match.moves), n)
        best = worth if best is None else max(best, worth)
    assert best is not None
    return one_deal(game, best[2])


def one_deal(game: Game, seed: int) -> Match:
    match = Match(game, game.rules(), Source(SIM, seed))
    play_deal(match, quick(seed, 0))
    return match


def walk(game: Game) -> str:
    """Return one deal step by step, each line with those who saw it in front: seats by their numbers, w who watches.

    The first step shows everything, each further one what it changed.
    """
    told = richest(game)
    match = Match(game, told.rules, told.source, watched=True)
    eyes = (*range(match.rules.layout.seats), SPECTATOR)
    before: dict[int, dict[str, str]] = {eye: {} for eye in eyes}
    lines = [f"# {game.name} {game.version}: one deal, step by step; seats, w: who watches"]
    done = "deal"
    for move in [None, *told.moves]:
        if move is not None:
            match.act(move.seat, move.action)
            done = f"{move.seat} {game.write(match.rules, move.action)}"
        heard = {eye: [tell(match, eye, n) for n in range(len(match.events))] for eye in eyes}
        seen = {eye: look(match, eye) for eye in eyes}
        lines += ["", f"== {done}"]
        lines += shared({eye: [line for line in heard[eye] if line] for eye in eyes})
        changed = {eye: [f"  {k}: {v}" for k, v in seen[eye].items() if before[eye].get(k) != v] for eye in eyes}
        lines += shared(changed)
        before = seen
        match.events.clear()
    sheet = match.sheets[-1]
    lines += ["", f"== score {sheet.result.points}"]
    lines += [f"{line.seat}: {line.key} {line.n:+} ({line.count})" for line in sheet.result.why]
    return "\n".join(lines) + "\n"


def shared(of: dict[int, list[str]]) -> Iterator[str]:
    """Yield each line once, with all whose line it is."""
    names = {eye: "w" if eye == SPECTATOR else str(eye) for eye in of}
    rows: list[tuple[str, str]] = []
    for eye, lines in of.items():
        at = 0
        for line in lines:
            known = [i for i in range(at, len(rows)) if rows[i][1] == line]
            if known:
                at = known[0] + 1
                rows[known[0]] = (rows[known[0]][0] + names[eye], line)
            else:
                rows.insert(at, (names[eye], line))
                at += 1
    width = len(of)
    for who, line in rows:
        yield f"{who:<{width}} {line}"


def tell(match: Match, eye: int, n: int) -> str:
    """Return what an eye saw or heard of an event; "" for nothing."""
    event = witnessed(match.events[n], eye)
    if event is None:
        return ""
    if event.phrase is not None:
        return f"{event.kind}: {say(match, event.phrase)}"
    names, ids = match.rules.layout.pack.names, match.rules.layout.ids
    if event.kind == "shuffle":
        return f"shuffle {ids[event.src]} to {ids[event.dst]}"
    what = "–" if event.card == BACK else names[event.card]
    return f"{event.kind} {what} {ids[event.src]}" + (f" to {ids[event.dst]}" if event.kind == "move" else "")


def say(match: Match, phrase: Phrase) -> str:
    return " ".join([phrase.key, *(f"{name}={word(match, name, value)}" for name, value in phrase.args.items())])


def word(match: Match, name: str, value: Arg) -> str:
    if name.startswith("card") and isinstance(value, bytes | int):
        return cards(match, value if isinstance(value, bytes) else bytes([value]))
    return str(value)


def cards(match: Match, faces: bytes) -> str:
    names = match.rules.layout.pack.names
    return " ".join("–" if c == BACK else names[c] for c in faces)


def look(match: Match, eye: int) -> dict[str, str]:
    """Return all that an eye may know, each thing by its name."""
    v = view(match.deal, eye)
    s = v.seen
    out = {"phase": f"{s.phase.name}, turn {s.turn}, waits for {seats_of(v.must)}, may {seats_of(v.may)}"}
    for at, zone in enumerate(s.zones):
        out[s.layout.ids[at]] = cards(match, zone) or "empty"
    for fact in s.layout.facts:
        value = getattr(s, fact.name)
        out[fact.name] = cards(match, bytes([value])) if fact.kind == "card" and value >= 0 else str(value)
    out["known"] = " ".join(f"{s.layout.ids[zone_of(m)]}:{cards(match, bytes([face_of(m)]))}" for m in s.marks)
    out["sealed"] = " ".join(match.game.write(match.rules, a) for a in s.sealed)
    acts = s.legal(eye) if (v.must | v.may) >> eye & 1 else []
    out["legal"] = " | ".join(match.game.write(match.rules, a) for a in acts)
    return out


# -- the files


def expected(game: Game) -> dict[str, str]:
    """Return every golden file of a game that the tool writes, by its name."""
    return {HASHES: json.dumps(hashes(game), indent=1) + "\n", WALK: walk(game)}


def hashes(game: Game) -> dict[str, str]:
    """Return of each record its hash: 16 hexadecimal digits of SHA-256."""
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in written(game).items()}


def differing(game: Game) -> list[str]:
    """Return what is not as the files say, in words."""
    there = {file.name: file.read_text("utf-8") for file in folder(game).iterdir()}
    kept = json.loads(there.pop(HASHES, "{}"))
    found = hashes(game)
    out = [f"{name} is missing" for name in found if name not in kept]
    out += [f"{name} would be another record" for name in kept if kept[name] != found.get(name)]
    text = walk(game)
    if there.get(WALK) != text:
        out.append(f"{WALK} would be another one, from line {first_difference(there.get(WALK, ''), text)} on")
    by_hand = {name: record for name, record in sorted(there.items()) if name.endswith(".stich")}
    return out + [f"{name} replays to another record" for name, kept in by_hand.items() if replayed(game, kept) != kept]


def first_difference(a: str, b: str) -> int:
    pairs = zip(a.split("\n"), b.split("\n"), strict=False)
    return next((n for n, (x, y) in enumerate(pairs, 1) if x != y), 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="golden", description="Compare golden files, or write them again.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", nargs=2, metavar=("GAME", "NAME"), help="print the record that a hash stands for")
    given = parser.parse_args()
    if given.show:
        print(written(find(given.show[0]))[given.show[1]], end="")
        return 0
    wrong = []
    for name in given.games or games():
        game = find(name)
        if given.write:
            folder(game).mkdir(parents=True, exist_ok=True)
            for file, text in expected(game).items():
                (folder(game) / file).write_text(text, "utf-8")
        wrong += [f"{name}: {line}" for line in differing(game)]
    print("\n".join(wrong) or "as the files say")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
