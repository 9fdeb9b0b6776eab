#!/usr/bin/env python3
"""Compares the losses of several players' decisions, on the same positions.

    python benchmarks/conduct.py durak club expert@400 --matches 80
    python benchmarks/conduct.py durak before:club club expert@400 --before ../stich-0.4 --keep durak.jsonl

A player is a level of this checkout, or `before:LEVEL`, a level of an older one. The first player plays matches with
itself, and some decisions of each are drawn. The legal actions are tried in worlds drawn from what the seat could know,
as `stich blunders` does (`analysis/judge.py`): the best one is found in one half of the worlds and measured in the
other. Then each player is asked for its choice.

--keep FILE stores the positions and their values, but not the answers: another version of a player can be asked quickly
about the same positions. After Ctrl-C the same command continues. The file depends on the rules and on the level that
plays deals out: if they have changed, use another file.

Reported, but not counted: positions that the older rules do not know, or in which the older player does something that
is now refused.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from seated import Answer, Here, Moves, Plain, Seated, Table, There, full, plain, read_moves

from stich import build_info
from stich.analysis.blunders import ratio
from stich.analysis.judge import NOISE, NORMAL, Case, Judge, halves, rollout_level
from stich.bots.arena import RESAMPLES, Estimate, next_action
from stich.bots.json_lines import cut
from stich.games import find
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.state import State
from stich.kernel.view import view

BEFORE: Final = "before:"
DRAWS: Final = -(2**42)  # parts of a seed below this: which decisions of a match are judged,
TRIES: Final = -(2**43)  # which of very many candidates,
WORLDS: Final = -(2**44)  # and in which worlds


class Study(NamedTuple):
    """Everything that determines the positions and their values. by: as in `analysis.blunders`."""

    game: str
    options: dict[str, str]
    seats: int
    seed: int
    plays: str
    decisions: int
    worlds: int
    by: str


class Position(NamedTuple):
    """A decision. at: the number of moves before it in the match. tried: the actions that were tried, first the choice
    of the player who played the match. values: the results of each, world by world.
    """

    at: int
    seat: Seat
    tried: list[Plain]
    values: list[list[float]]


class Played(NamedTuple):
    """A match with its judged decisions. refused: the first player did something that these rules refuse; nothing
    follows.
    """

    number: int
    moves: Moves
    positions: list[Position]
    refused: bool


class Choice(NamedTuple):
    """A player's choice in a position. at: its index in `tried`. gain: how much more it brings than the first player's
    choice.
    """

    kind: str
    at: int
    loss: float
    gain: float


# -- playing and judging -------------------------------------------------------------------------------------------


class Court:
    def __init__(self, study: Study) -> None:
        self.study = study
        self.table = Table(study.game, study.options, study.seats, study.seed)
        self.judge = Judge(self.table.game, study.by, study.worlds)

    def played(self, number: int, player: Seated) -> Played:
        """Let a player play a match with itself, and judge some of its decisions."""
        table = self.table
        table.sit(number)
        asked: list[tuple[int, Seat, Plain]] = []

        def ask(s: State, seat: Seat, legal: list[Action]) -> Action:
            if len(legal) == 1:
                return legal[0]
            said = player.answer(number, table.done, seat)
            chosen = self.accepted(seat, said)
            if chosen is None:
                raise Refused("error.illegal")
            asked.append((len(table.done), seat, plain(chosen)))
            return chosen

        refused = False
        try:
            while not table.match.over:
                seat, action = next_action(table.match.deal, ask)
                table.go(number, [*table.done, (seat, plain(action))])
        except Refused:
            refused = True
        moves = [*table.done]
        chance = quick(self.study.seed + number, DRAWS)
        drawn = [asked.pop(int(chance.below(len(asked)))) for _ in range(min(self.study.decisions, len(asked)))]
        found = [self.judged(number, moves[:at], seat, chosen) for at, seat, chosen in sorted(drawn)]
        return Played(number, moves, found, refused)

    def accepted(self, seat: Seat, said: Answer | None) -> Action | None:
        """Return a player's choice if these rules accept it and both versions see the same cards."""
        if said is None or said.hand != self.table.hand(seat):
            return None
        action = full(said.action)
        legal = self.table.legal(seat)
        if action in legal:
            return legal[legal.index(action)]
        try:
            return self.table.match.check(seat, action)
        except Refused:
            return None

    def judged(self, number: int, moves: Moves, seat: Seat, chosen: Plain) -> Position:
        self.table.go(number, moves)
        legal = self.table.legal(seat)
        chance = quick(self.study.seed + number, TRIES - len(moves))
        seen = view(self.table.match.deal, seat)
        listed = next((a for a in legal if plain(a) == chosen), full(chosen))
        tried = self.judge.candidates(seen, legal, listed, chance)
        return Position(len(moves), seat, [plain(a) for a in tried], self.values(number, moves, seat, tried))

    def values(self, number: int, moves: Moves, seat: Seat, tried: list[Action]) -> list[list[float]]:
        """Return the results of each action in the worlds of this position, which are always the same."""
        self.table.go(number, moves)
        chance = quick(self.study.seed + number, WORLDS - len(moves))
        case = Case(self.judge, view(self.table.match.deal, seat), tried, chance)
        worlds = case.draw(self.study.worlds)
        return [[case.value(world, i) for world in worlds] for i in range(len(tried))]

    def choice(self, one: Played, position: Position, player: Seated) -> Choice | None:
        """Return a player's choice in a position; None if it cannot be judged. An action that has not been tried is
        tried now and added to the position.
        """
        moves = one.moves[: position.at]
        said = player.answer(one.number, moves, position.seat)
        self.table.go(one.number, moves)
        chosen = self.accepted(position.seat, said)
        if chosen is None:
            return None
        if plain(chosen) not in position.tried:
            position.tried.append(plain(chosen))
            position.values.extend(self.values(one.number, moves, position.seat, [chosen]))
        self.table.go(one.number, moves)
        i = position.tried.index(plain(chosen))
        gained = [a - b for a, b in zip(position.values[i], position.values[0], strict=True)]
        kind = f"{self.table.match.deal.phase.name}: {chosen.verb}"
        return Choice(kind, i, loss(position.values, i), sum(gained) / len(gained))

    def written(self, one: Played, position: Position, i: int) -> str:
        """Return a position as text, with the choice and the action that looked best in all worlds."""
        self.table.go(one.number, one.moves[: position.at])
        match = self.table.match
        at = position.at - len([move for move in match.moves if move.deal < match.setup.number])
        best = most(position.values, range(len(position.values[0])), i)
        done, better = [self.table.game.write(match.rules, full(position.tried[n])) for n in (i, best)]
        place = f"seed {self.study.seed + one.number}, deal {match.setup.number}, move {at}, seat {position.seat}"
        return f"{place}, {self.table.hand(position.seat)}: {done}; better: {better}"


def loss(values: list[list[float]], i: int) -> float:
    """Return the loss of candidate i against the best: that is found in one half of the worlds and measured in the
    other, and the same with the halves exchanged.
    """
    n = len(values[0])
    parts = [range(n // 2), range(n // 2, n)]
    found = 0.0
    for here, there in (parts, parts[::-1]):
        best = values[most(values, here, i)]
        found += sum([best[w] - values[i][w] for w in there]) / len(there) / 2
    return found


def most(values: list[list[float]], worlds: range, i: int) -> int:
    """Return the candidate with the highest mean in some worlds, or i if it is equal within the noise."""
    best = max(range(len(values)), key=lambda c: sum([values[c][w] for w in worlds]))
    gain = halves([values[best][w] - values[i][w] for w in worlds])
    return best if gain.mean > NOISE * (gain.high - gain.mean) / NORMAL else i


# -- storing -------------------------------------------------------------------------------------------------------


def read(path: Path, study: Study) -> list[Played]:
    """Return the matches that a file holds. Raises ValueError if it belongs to another study."""
    if not path.exists() or not path.stat().st_size:
        return []
    cut(path)
    head, *lines = path.read_text("utf-8").splitlines()
    if json.loads(head) != study._asdict():
        raise ValueError(f"{path} holds {head}")
    out = []
    for line in lines:
        number, moves, positions, refused = json.loads(line)
        found = [
            Position(at, seat, [(verb, cards, to) for verb, cards, to in tried], values)
            for at, seat, tried, values in positions
        ]
        out.append(Played(number, read_moves(moves), found, refused))
    return out


def matches(court: Court, player: Seated, wanted: int, path: Path | None) -> Iterator[Played]:
    """Yield the given number of matches, first those in the file, and store the others there."""
    kept = read(path, court.study) if path else []
    yield from kept[:wanted]
    for number in range(len(kept), wanted):
        one = court.played(number, player)
        print(f"\rmatch {number + 1} of {wanted} ", end="", file=sys.stderr, flush=True)
        if path:
            with path.open("a", encoding="utf-8") as file:
                if number == 0:
                    file.write(json.dumps(court.study._asdict()) + "\n")
                file.write(json.dumps(one) + "\n")
        yield one
    if len(kept) < wanted:
        print(file=sys.stderr)


# -- output -------------------------------------------------------------------------------------------------------


def estimate(clusters: list[list[float]]) -> Estimate:
    """Return the mean of all numbers, with its interval by the bootstrap over clusters."""
    rows = [(float(len(some)), sum(some), 0.0) for some in clusters if some]
    chance = quick(1, len(rows))
    return ratio(rows, [[rows[int(chance.below(len(rows)))] for _ in rows] for _ in range(RESAMPLES)], 1)


def written(e: Estimate) -> str:
    return re.sub(r"\b0\.", ".", f"{e.mean:.3f} ({e.low:.3f} … {e.high:.3f})")


class Tally:
    """The players' losses. found: for each match, and each decision in it, the choices of all players."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.found: list[list[list[Choice]]] = []
        self.worst: list[tuple[float, str]] = []
        self.passed_over = 0
        self.broken_off = 0

    def add(self, court: Court, one: Played, players: list[Seated]) -> None:
        rows: list[list[Choice]] = []
        for position in one.positions:
            row = [choice for player in players if (choice := court.choice(one, position, player)) is not None]
            if len(row) < len(players):
                self.passed_over += 1
                continue
            rows.append(row)
            if row[-1].loss > 0:
                self.worst.append((row[-1].loss, court.written(one, position, row[-1].at)))
        self.found.append(rows)
        self.broken_off += one.refused

    def tell(self, kinds: bool, top: int) -> None:
        matches = [rows for rows in self.found if rows]
        rows = [row for some in matches for row in some]
        print(f"{len(rows)} decisions, {len(matches)} matches; ", end="")
        print(f"{self.passed_over} positions were passed over, {self.broken_off} matches broken off")
        if not rows:
            return
        print("| player | loss | gain over the first | decides otherwise |\n|---|---:|---:|---:|")
        for n, name in enumerate(self.names):
            losses = estimate([[row[n].loss for row in some] for some in matches])
            gains = estimate([[row[n].gain for row in some] for some in matches])
            print(f"| {name} | {written(losses)} | {written(gains)} | {sum([row[n].at > 0 for row in rows])} |")
        for n, name in enumerate(self.names if kinds else []):
            for kind in sorted({row[n].kind for row in rows}):
                some = [row[n].loss for row in rows if row[n].kind == kind]
                print(f"{name:20} {kind:24} {len(some):5} × {sum(some) / len(some):.3f} = {sum(some) / len(rows):.4f}")
        for lost, told in sorted(self.worst, reverse=True)[:top]:
            print(f"{lost:.2f}  {told}")


def main() -> int:
    try:
        return compared(arguments())
    except (Refused, OSError, ValueError) as error:
        print(f"that cannot be compared: {error}", file=sys.stderr)
        return 2


def compared(args: argparse.Namespace) -> int:
    game = find(args.game)
    given = dict(pair.split("=", 1) for pair in args.option)
    by = args.by or rollout_level(game)
    study = Study(args.game, given, args.seats, args.seed, args.players[0], args.decisions, args.worlds, by)
    court = Court(study)
    told = (study.game, study.options, study.seats, study.seed)
    players: list[Seated] = []
    for name in args.players:
        if name.startswith(BEFORE):
            players.append(There(args.before, *told, name.removeprefix(BEFORE)))
        else:
            players.append(Here(Table(*told), name))
    tally = Tally(args.players)
    try:
        for one in matches(court, players[0], args.matches, args.keep):
            tally.add(court, one, players)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    tally.tell(args.kinds, args.worst)
    print(f"{study.worlds} worlds, played out by {by}; seed {study.seed}, engine {build_info()}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="its name")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="a level, or before:LEVEL; the first one plays")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="the older checkout")
    parser.add_argument("--matches", type=int, default=20, metavar="N", help="(%(default)s)")
    parser.add_argument("--decisions", type=int, default=4, metavar="N", help="of each match (%(default)s)")
    parser.add_argument("--worlds", type=int, default=40, metavar="N", help="for each decision (%(default)s)")
    parser.add_argument("--by", default="", metavar="LEVEL", help="who plays out what follows, as in stich blunders")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other matches (%(default)s)")
    parser.add_argument("--seats", type=int, default=0, metavar="N", help="players (as many as usually play)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule; may be repeated")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep positions there, and go on from there")
    parser.add_argument("--kinds", action="store_true", help="tell what each kind of decision loses")
    parser.add_argument("--worst", type=int, default=0, metavar="K", help="show the last player's K worst decisions")
    args = parser.parse_args()
    if args.before is None and any(name.startswith(BEFORE) for name in args.players):
        parser.error("before:LEVEL needs --before CHECKOUT")
    return args


if __name__ == "__main__":
    raise SystemExit(main())
