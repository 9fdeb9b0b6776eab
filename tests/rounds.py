"""Random deals, as many as you like, of any game under every value of every option; by hand:

python tests/rounds.py --game chimera --rounds 200000 --option-rounds 20000 --keep rounds.json

Matches are played to their end, one after the other, by players who choose at random. Each deal is held against what is
true of every game, and against what `tests/<game>/deals.py` says of this one, where there is such a file:

    WITH = {("option", "value"): {"other": "value"}}   what this value needs beside it to mean something
    class Watch:                                       one for each deal, made with the fresh State
        def before(self, seat, action): …              at each decision
        def finished(self, result): …                  when the deal is over

Every deal gets both, and what is counted in the end has been checked; with `--every 100` only each hundredth gets the
second, which may be a hundred times as slow as the game. With `--keep FILE` it is written down after every
thousand deals what is done, and the same command goes on from there, as long as nothing of the rules has been changed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from stich import build_info, kernel
from stich.games import find, folder, games
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.deal import DealResult
from stich.kernel.game import Game
from stich.kernel.state import State
from stich.kernel.zones import Rules

CHUNK = 1000  # deals that share a generator: what is done is kept by the chunk
LONGEST = 20_000  # decisions in a deal


class Watch(Protocol):
    def before(self, seat: Seat, a: Action) -> None: ...
    def finished(self, result: DealResult) -> None: ...


@dataclass(frozen=True)
class Run:
    """One set of options at one number of seats."""

    name: str
    rules: Rules
    deals: int


@dataclass
class Done:
    deals: int = 0
    decisions: int = 0
    matches: int = 0
    points: list[int] = field(default_factory=list)


def hooks(game: Game) -> Any:
    """Return the module `tests/<game>/deals.py`, or None."""
    file = Path(__file__).parent / game.name / "deals.py"
    if not file.is_file():
        return None
    name = f"deals_of_{game.name}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def runs(game: Game, deals: int, option_deals: int, given: dict[str, str] | None = None, seats: int = 0) -> list[Run]:
    """Return what there is to play: the default at each number of seats, then each other value of each option, at the
    first number of seats that allows it.

    given: options for all of them; values that contradict these are left out. seats: play only with so many. Raises
    Refused for a value that can be had nowhere.
    """
    base = given or {}
    counts = [seats] if seats else game.seats
    out = [Run(f"{n} seats", game.rules(dict(base), n), deals) for n in counts if fits(game, base, n) is None]
    beside = getattr(hooks(game), "WITH", {})
    for option in game.options:
        for value in option.values:
            if value != base.get(option.name, option.default):
                options = {**base, **beside.get((option.name, value), {}), option.name: value}
                if base and all(contradicts(game, options, n) for n in counts):
                    continue
                out.append(Run(f"{option.name}={value}", somewhere(game, options, counts), option_deals))
    return out


def contradicts(game: Game, options: dict[str, str], seats: int) -> bool:
    """Tell whether these values, each of which there is, exclude each other."""
    refused = fits(game, options, seats)
    return refused is not None and not refused.phrase.key.startswith("error.option")


def somewhere(game: Game, options: dict[str, str], counts: list[int]) -> Rules:
    """Return rules under these options, if need be with one more that they require. Raises Refused."""
    rules: Rules
    others = [{o.name: value} for o in game.options if o.name not in options for value in o.values]
    for more in [{}, *others]:
        for n in counts:
            if fits(game, {**options, **more}, n) is None:
                rules = game.rules({**options, **more}, n)
                return rules
    rules = game.rules(dict(options), counts[0])  # which says what is wrong
    return rules


def fits(game: Game, options: dict[str, str], seats: int) -> Refused | None:
    try:
        game.rules(dict(options), seats)
    except Refused as refused:
        return refused
    return None


def play(game: Game, rules: Rules, deals: int, seed: int, first: int = 0, every: int = 1) -> Iterator[int]:
    """Play and check so many deals, beginning with chunk `first`, and each `every`th with the game's own checks; yield
    the decisions of each.
    """
    watch = getattr(hooks(game), "Watch", None)
    for chunk in range(first, first + -(-deals // CHUNK)):
        chance = quick(seed, chunk)
        setup = game.first(rules, chance)
        for n in range(min(CHUNK, deals - (chunk - first) * CHUNK)):
            s = game.deal(rules, setup, game.prepare(rules, chance))
            if rules.layout.reshuffles:
                s.entropy = bytes([chance.below(256) for _ in range(8)])
            decisions = play_deal(s, chance, watch(s) if watch is not None and n % every == 0 else None)
            result = s.result()
            check(s, result)
            scores = setup.scores
            if not result.again:
                scores = tuple([a + b for a, b in zip(scores, result.points, strict=True)])
            over = not result.again and (result.winners or game.winners(rules, setup, scores))
            if over:
                check_settled(game, rules, scores, over)
                setup = game.first(rules, chance)
            else:
                setup = game.following(rules, setup, result, scores, chance)
            yield decisions


def play_deal(s: State, chance: Chance, watch: Watch | None) -> int:
    """Play a deal, and return its decisions."""
    decisions = 0
    while must := s.must():
        able = seats_of(must | s.may())
        seat = able[chance.below(len(able))] if len(able) > 1 else able[0]
        acts = s.legal(seat)
        if not acts:
            assert not must >> seat & 1, f"seat {seat} must act in {s.phase.name} and has no choice"
            continue
        a = acts[chance.below(len(acts))]
        a = Action(a.verb, s.phase.cards(s, seat, a), a.to)
        if watch is not None:
            watch.before(seat, a)
        s.apply(seat, a)
        decisions += 1
        assert decisions <= LONGEST, "a deal without end"
    if watch is not None:
        watch.finished(s.result())
    return decisions


def check(s: State, result: DealResult) -> None:
    """Hold a finished deal against what is true of every game."""
    assert bytes(sorted(b"".join(s.zones))) == s.layout.deck, "a card was lost or made"
    seats = s.layout.seats
    assert [sum(line.n for line in result.why if line.seat == seat) for seat in range(seats)] == list(result.points)


def check_settled(game: Game, rules: Rules, scores: tuple[int, ...], winners: int) -> None:
    """What some win at the end of a match, the others pay."""
    net = game.stakes(rules, scores, winners)
    assert sum(net) == 0
    assert not net or all(net[seat] >= 0 for seat in seats_of(winners))


# -- the command


class Kept:
    """What has been done, in a file: by game, rules, options, seed and build, how many deals and decisions."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.done: dict[str, list[int]] = {}
        if path is not None and path.is_file():
            self.done = json.loads(path.read_text("utf-8"))

    def of(self, key: str) -> tuple[int, int]:
        deals, decisions = self.done.get(key, [0, 0])
        return deals, decisions

    def note(self, key: str, deals: int, decisions: int) -> None:
        self.done[key] = [deals, decisions]
        if self.path is not None:
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps(self.done, indent=1) + "\n", "utf-8")
            fresh.replace(self.path)


def sources(game: Game) -> str:
    """Tell one state of what a deal is played and checked with from another: kernel, parts, rules, and the checks."""
    package = Path(kernel.__file__).parents[1]
    files = [*(package / "kernel").glob("*.py"), *(package / "parts").rglob("*.py")]
    files += [*folder(game.name).glob("rules*.py"), Path(__file__)]
    files += (Path(__file__).parent / game.name).glob("deals*.py")
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:8]


def main() -> int:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    given = arguments()
    game = find(given.game)
    todo = runs(game, given.rounds, given.option_rounds, dict(given.option), given.seats)
    kept = Kept(given.keep)
    build, rules = str(build_info()), sources(game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = decided = 0
    try:
        with Progress(*columns) as progress:
            for run in todo:
                options = sorted(dict(given.option).items())
                key = f"{game.name} {game.version} {rules} {run.name} {options} {given.seed} {build}"
                key += f" every {given.every}" if given.every > 1 else ""
                deals, decisions = kept.of(key)
                bar = progress.add_task(run.name, total=run.deals, completed=min(deals, run.deals))
                for n in play(game, run.rules, run.deals - deals, given.seed, deals // CHUNK, given.every):
                    deals += 1
                    decisions += n
                    if deals % CHUNK == 0 or deals == run.deals:
                        progress.update(bar, completed=deals)
                        if deals % CHUNK == 0:
                            kept.note(key, deals, decisions)
                total += deals
                decided += decisions
    except KeyboardInterrupt:
        print("interrupted" + (f"; the same command goes on from {given.keep}" if given.keep else ""))
        return 130
    print(f"{game.name}: {total:,} deals, {decided:,} decisions, {len(todo)} sets of options: all hold")
    second = "" if given.every == 1 else f"; one in {given.every} held against tests/{game.name}/deals.py"
    print(f"engine: {build}; rules {rules}; seed {given.seed}{second}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=sorted(games()))
    parser.add_argument(
        "--rounds", type=int, default=200_000, help="with the default options, for each number of seats"
    )
    parser.add_argument("--option-rounds", type=int, default=20_000, help="with each other value of each option")
    parser.add_argument("--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="in all of them")
    parser.add_argument("--seats", type=int, default=0, help="only with so many players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="the game's own checks for one deal in N")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done, to go on from")
    return parser.parse_args()


def pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"not NAME=VALUE: {text}")
    return name, value


if __name__ == "__main__":
    sys.exit(main())
