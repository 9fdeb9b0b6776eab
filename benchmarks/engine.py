"""Every game through the kernel beside OpenSpiel's nearest game, in one run.

    pip install open_spiel==2.0.2
    python benchmarks/engine.py

All rows are the loop that a user of the library writes: deal, ask for the legal actions, pick one uniformly, apply it,
until the deal is over. Ours have everything in it, from the shuffle to the score sheet, and then the next deal of the
match; default options, events off. OpenSpiel's chance moves are made, but not counted.

Beside it stand what the server and the bots do with a position: copy it, make a seat's view of it, that with the names
of the choices as it goes over the wire, and draw a deal that the seat cannot tell from the real one; each over one
position out of every deal, and in the worst stage: a phase, by quarters of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle

from core import spiel_finish
from measure import Operations, Play, Row, main, pick

from stich import build_info
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import view
from stich.kernel.zones import Rules
from stich.server.projection import encode
from stich.server.scene import Moment, scene_of

DEALS = 200  # out of which the positions for single operations come
EACH = 30  # positions of one stage
LEAST = 1e6  # decisions per second that are wanted of a trick game
MOST = {"copy": 0.3, "view": 2.0, "wire": 50.0, "sample": 10.0}
HARD = {**MOST, "sample": 60.0}  # where partners are hidden and every play tells something
NEAREST = {
    "chimera": "dou_dizhu",
    "doppelkopf": "skat",
    "ecarte": "euchre",
    "farbe_und_wert": "euchre",
    "fuenfhundert": "skat",
    "gaigel": "skat",
    "herzblatt": "hearts",
}


def spiel(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    return lambda: spiel_finish(game.new_initial_state())


def stich(name: str, seats: int) -> tuple[Play, Operations]:
    game = find(name)
    rules = game.rules({}, seats)
    chance = quick(1)
    setup = game.first(rules, chance)

    def play() -> tuple[int, int, int]:
        nonlocal setup
        s = game.deal(rules, setup, game.prepare(rules, chance))
        decisions = legal = 0
        while (seat := s.actor()) >= 0:
            actions = s.legal(seat)
            decisions += 1
            legal += len(actions)
            s.apply(seat, pick(actions))
        result = s.result()
        scores = setup.scores
        if not result.again:
            scores = tuple(before + n for before, n in zip(scores, result.points, strict=True))
        over = not result.again and game.winners(rules, setup, scores)
        setup = game.first(rules, chance) if over else game.following(rules, setup, result, scores, chance)
        return 1, decisions, legal

    return play, operations(game, rules)


def operations(game: Game, rules: Rules) -> Operations:
    """Return what is done with positions, for every seat in turn: over one of every deal, and stage by stage."""
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
    """Return what makes the next of these calls each time, in an order that has nothing to do with them."""
    turn = cycle(sorted(calls, key=lambda _: pick(range(1 << 30))))
    return lambda: next(turn)()


def wire(match: Match, seat: int) -> bytes:
    match.listed_for = (match.deal, -1, seat)  # list the choices anew, as after each action
    return encode(scene_of(match, match.rules.layout, seat, Moment("playing", "fast", []), aids=True).whole())


def positions(game: Game, rules: Rules) -> dict[str, list[Match]]:
    """Return positions out of random deals: under "" one of every deal, each decision being as likely as another, and
    by their stage such as "play 4/4", the last quarter of a deal as far as it is played in that phase."""
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
    out = [
        Row(f"openspiel/{name}", "Python loop with the deal", partial(spiel, name))
        for name in ("skat", "hearts", "euchre")
    ]
    out.append(Row("openspiel/dou_dizhu", "Python loop with auction and deal", partial(spiel, "dou_dizhu")))
    for name, game in games().items():
        peer = NEAREST.get(name, "")
        for seats in game.seats:
            out.append(
                Row(
                    f"stich/{name}/{seats}",
                    "Python loop from the shuffle to the score",
                    partial(stich, name, seats),
                    against=f"openspiel/{peer}" if peer else "",
                    wanted=1 if peer else 0,
                    least=LEAST if peer and peer != "dou_dizhu" else 0,
                    most=HARD if name == "doppelkopf" else MOST,
                )
            )
    return out


if __name__ == "__main__":
    raise SystemExit(main(rows(), __doc__, build=str(build_info())))
