"""Compares every game of the kernel with the nearest games of OpenSpiel and RLCard, in one run.

    pip install open_spiel==2.0.2 rlcard==1.2.0     missing ones are left out
    python benchmarks/engine.py

All rows are the loop that a user of the library writes: deal, ask for the legal actions, pick one uniformly, apply it,
until the deal is over. Our rows include everything from the shuffle to the score sheet, and then the next deal of the
match; default options, events off. OpenSpiel's chance moves are made, but not counted; RLCard's games are stepped below
its environments, which would encode an observation each time.

Further columns time what the server and the bots do with a position: copy it, make a seat's view, encode the view with
the names of the choices, and draw a deal that the seat cannot distinguish from the real one; each over one position
from every deal, and in the worst stage: a phase, by quarters of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle
from operator import add
from typing import NamedTuple

from core import spiel_finish
from measure import RANDOM, Operations, Play, Row, main, pick

from stich import build_info
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import view
from stich.kernel.zones import Rules
from stich.server.views.projection import encode
from stich.server.views.snapshot import SharedState, snapshot_of

DEALS = 200  # from which the positions for single operations come
EACH = 30  # positions of one stage
LEAST = 1e6  # wanted decisions per second of a trick game
MOST = {"copy": 0.3, "view": 2.0, "wire": 50.0, "sample": 10.0}
HARD = {**MOST, "sample": 60.0}  # games in which partners are hidden and every play reveals something
LOOSE = {"copy": 1.0}  # games whose hands and piles grow
SPIEL = ["skat", "hearts", "euchre", "dou_dizhu", "gin_rummy", "crazy_eights"]
RUMMY = "openspiel/gin_rummy rlcard/gin-rummy"


class Peer(NamedTuple):
    """The standard for a game: rows, how many times their decisions per second, its own decisions; its operations."""

    rows: str = ""
    times: float = 1
    least: float = 0
    most: Mapping[str, float] = LOOSE


NEAREST = {
    "chimera": Peer("openspiel/dou_dizhu", most=MOST),
    "chinchon": Peer(RUMMY, times=10),
    "cruzo": Peer("openspiel/crazy_eights"),
    "doppelkopf": Peer("openspiel/skat", least=LEAST, most=HARD),
    "durak": Peer("openspiel/crazy_eights"),
    "ecarte": Peer("openspiel/euchre", least=LEAST, most=MOST),
    "farbe_und_wert": Peer("openspiel/euchre", least=LEAST, most=MOST),
    "frustration": Peer(RUMMY, times=10),
    "fuenfhundert": Peer("openspiel/skat", most=MOST),
    "gaigel": Peer("openspiel/skat", most=MOST),
    "herzblatt": Peer("openspiel/hearts", least=LEAST, most=MOST),
}


def spiel(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    return lambda: spiel_finish(game.new_initial_state())


def spiel_with_copy(name: str) -> tuple[Play, Operations]:
    """The same, and the time of a copy of a position, some way into each of fifty games."""
    import pyspiel

    game = pyspiel.load_game(name)
    states = []
    for _ in range(50):
        state = game.new_initial_state()
        for _ in range(60):
            if not state.is_terminal():
                state.apply_action(pick(state.legal_actions()))
        states.append(state)
    return spiel(name), {"copy": in_turn([state.clone for state in states])}


def rlcard(name: str) -> Play:
    import rlcard as cards

    game = cards.make(name, config={"seed": 1}).game
    choices = game.judge.get_legal_actions

    def play() -> tuple[int, int, int]:
        game.init_game()
        decisions = legal = 0
        while not game.is_over():
            actions = choices()
            decisions += 1
            legal += len(actions)
            game.step(pick(actions))
        return 1, decisions, legal

    return play


def stich(name: str, seats: int) -> tuple[Play, Operations]:
    game = find(name)
    rules = game.rules({}, seats)
    chance = quick(1)
    draw = RANDOM.random
    setup = game.first(rules, chance)

    def play() -> tuple[int, int, int]:
        nonlocal setup
        s = game.deal(rules, setup, game.prepare(rules, chance))
        if rules.layout.reshuffles:
            s.entropy = int(draw() * 2**53).to_bytes(8, "big")
        decisions = legal = 0
        while (seat := s.actor()) >= 0:
            actions = s.legal(seat)
            many = len(actions)
            decisions += 1
            legal += many
            s.apply(seat, actions[int(draw() * many)])
        result = s.result()
        scores = setup.scores
        if not result.again:
            scores = tuple(map(add, scores, result.points))
        over = not result.again and (result.winners or game.winners(rules, setup, scores))
        setup = game.first(rules, chance) if over else game.following(rules, setup, result, scores, chance)
        return 1, decisions, legal

    return play, operations(game, rules)


def operations(game: Game, rules: Rules) -> Operations:
    """Return the operations on positions, for every seat in turn: over one of every deal, and stage by stage."""
    chance = quick(2)
    seats = range(rules.layout.seats)
    out: Operations = {}
    for stage, matches in positions(game, rules).items():
        at = f"/{stage}" if stage else ""
        out[f"copy{at}"] = in_turn([match.deal.copy for match in matches])
        out[f"view{at}"] = in_turn([partial(view, match.deal, seat) for match in matches for seat in seats])
        out[f"wire{at}"] = in_turn([partial(wire, match, seat) for match in matches for seat in seats])
        views = [view(match.deal, seat) for match in matches for seat in seats]
        out[f"sample{at}"] = in_turn([partial(sample, v, chance) for v in views])
    return out


def in_turn(calls: list[Callable[[], object]]) -> Callable[[], object]:
    """Return a function that makes the next of these calls each time, in a pseudo-random order."""
    turn = cycle(sorted(calls, key=lambda _: pick(range(1 << 30))))
    return lambda: next(turn)()


def wire(match: Match, seat: int) -> bytes:
    match.listed_for = (match.deal, -1, seat)  # list the choices again, as after each action
    shared = SharedState({"status": "playing", "pace": "fast", "occupants": []})
    return encode(snapshot_of(match, match.rules.layout, seat, shared, aids=True).whole())


def positions(game: Game, rules: Rules) -> dict[str, list[Match]]:
    """Return positions from random deals: under "" one of every deal, with each decision equally likely, and by stage
    such as "play 4/4", the last quarter of a deal as far as it is played in that phase."""
    out: dict[str, list[Match]] = {"": []}
    for seed in range(DEALS):
        phases = played(game, rules, seed)[1]
        out[""].append(played(game, rules, seed, pick(range(len(phases))))[0])
        stages: dict[str, list[int]] = {}
        for n, phase in enumerate(phases):
            stages.setdefault(f"{phase} {4 * n // len(phases) + 1}/4", []).append(n)
        for stage, found in stages.items():
            if len(out.setdefault(stage, [])) < EACH:
                out[stage].append(played(game, rules, seed, pick(found))[0])
    return out


def played(game: Game, rules: Rules, seed: int, stop: int = -1) -> tuple[Match, list[str]]:
    """Return a match whose first deal was played at random, up to decision `stop` or to its end, and the phases of its
    decisions so far."""
    match = Match(game, rules, Source(SIM, seed))
    chance = quick(seed, -1)
    s = match.deal
    phases: list[str] = []
    while len(phases) != stop and (seat := s.actor()) >= 0:
        phases.append(s.phase.name)
        actions = s.legal(seat)
        s.apply(seat, actions[chance.below(len(actions))])
    return match, phases


def rows() -> list[Row]:
    out = []
    for name in SPIEL:
        what = "Python loop with auction and deal" if name == "dou_dizhu" else "Python loop with the deal"
        make = spiel_with_copy if name in ("gin_rummy", "crazy_eights") else spiel
        out.append(Row(f"openspiel/{name}", what, partial(make, name), needs="pyspiel"))
    out.append(Row("rlcard/gin-rummy", "Python loop with the deal", partial(rlcard, "gin-rummy"), needs="rlcard"))
    for name, game in games().items():
        peer = NEAREST.get(name, Peer())
        for seats in game.seats:
            out.append(
                Row(
                    f"stich/{name}/{seats}",
                    "Python loop from the shuffle to the score",
                    partial(stich, name, seats),
                    against=peer.rows,
                    wanted=peer.times,
                    least=peer.least,
                    most=peer.most,
                )
            )
    return out


if __name__ == "__main__":
    raise SystemExit(main(rows(), __doc__, ("open_spiel", "rlcard"), build=str(build_info())))
