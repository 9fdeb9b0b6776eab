"""Measure the solvers of positions with open cards: CPU time by number of cards, one row for each kind of position.

    python benchmarks/solvers.py                         # all rows, 300 positions each
    python benchmarks/solvers.py chimera --positions 100

The positions of Chimera are leads from deals that Club played, and random hands, which are harder. Those of the trick
games are random hands, or what random play has left of them. "unsolved" are those whose limit of nodes, by `--nodes`,
was reached.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from stich import build_info
from stich.bots import bot
from stich.bots.arena import next_action
from stich.games import find
from stich.games.chimera.bot import duplicate
from stich.games.chimera.open_cards import OpenCards
from stich.games.chimera.rules_cards import DEN, EACH, HAND, TRICK, WON, ChimeraRules
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.games.doppelkopf.rules_cards import CONTRACTS as PARTY
from stich.games.ecarte.rules_cards import CONTRACTS as ROYAL
from stich.games.fuenfhundert.rules_cards import STRICT
from stich.games.fuenfhundert.rules_cards import WORTH as PER_CARD
from stich.games.gaigel.rules_cards import CONTRACTS as GAIGEL
from stich.games.gaigel.rules_cards import WORTH as EYES
from stich.games.herzblatt.rules_cards import CONTRACT as HEARTS
from stich.games.herzblatt.rules_cards import WORTH as UNITS
from stich.kernel.chance import quick
from stich.kernel.view import view
from stich.parts.double_dummy import OpenTricks
from stich.parts.tricks import Contract, Duty, choice

SEED = 95001
NODES = 2_000_000

T = TypeVar("T")


def left(s: Chimera) -> int:
    """Return how many cards are in hands."""
    return sum(len(s.hand(seat)) for seat in range(3))


def played(rules: ChimeraRules, low: int, high: int) -> Iterator[Chimera]:
    """Yield leads with so many cards from deals that Club plays, one of each deal."""
    game = find("chimera")
    club = bot(game, "club")
    number = 0
    while True:
        number += 1
        chance = quick(SEED, number)
        s, _ = duplicate(rules, game.prepare(rules, chance), number)[0]
        while s.must():
            if s.phase is PLAY and s.last == 0 and low <= left(s) <= high:
                yield s
                break
            seat, action = next_action(s, lambda s, seat, legal: club.choose(view(s, seat), legal, quick(1, seat)))
            s.apply(seat, action)


def drawn(rules: ChimeraRules, cards: int) -> Iterator[Chimera]:
    """Yield random hands with so many cards; a seat that plays alone has a sixth more than the others on average."""
    game = find("chimera")
    number = 0
    while True:
        number += 1
        chance = quick(SEED + 1, number)
        s, _ = duplicate(rules, game.prepare(rules, chance), number)[0]
        pack = list(s.layout.deck)
        hands = [[pack.pop(int(chance.below(len(pack))))] for _ in range(3)]
        for _ in range(cards - 3):
            seat = int(chance.below(54))
            hands[(s.chimera + (0 if seat < 20 else 1 if seat < 37 else 2)) % 3].append(
                pack.pop(int(chance.below(len(pack))))
            )
        for seat in range(3):
            s.zones[HAND + EACH * seat] = bytes(sorted(hands[seat]))
        s.zones[TRICK] = s.zones[DEN] = b""
        s.zones[WON] = bytes(pack)
        s.phase = PLAY
        s.turn = int(chance.below(3))
        if max(map(len, hands)) <= 20:
            yield s


def chimera(count: int, nodes: int) -> None:
    """Print the rows of Chimera."""
    rules = find("chimera").rules({})
    assert isinstance(rules, ChimeraRules)
    solver = OpenCards(rules.table)
    places: list[tuple[str, Callable[[], Iterator[Chimera]]]] = [
        ("played, 19 to 24 cards", lambda: played(rules, 19, 24)),
        ("played, 28 to 33 cards", lambda: played(rules, 28, 33)),
        ("random, 20 cards", lambda: drawn(rules, 20)),
        ("random, 24 cards", lambda: drawn(rules, 24)),
    ]
    for name, make in places:
        some = list(islice(make(), count))
        row(f"Chimera, who goes out first: {name}", some, lambda s: solver.goes_out(s, nodes) is not None)
        row(f"Chimera, points: {name}", some, lambda s: solver.ahead(s, nodes) is not None)


class Cards(NamedTuple):
    """The hands of a trick game, and who leads."""

    hands: list[bytes]
    leader: int


def left_over(contract: Contract, duty: Duty, faces: bytes, seats: int, each: int, tricks: int) -> Iterator[Cards]:
    """Yield what random play leaves of hands of `each` cards, with so many tricks to go."""
    number = 0
    while True:
        number += 1
        chance = quick(SEED + 2, number)
        pack = list(faces)
        hands = [bytes(sorted(pack.pop(int(chance.below(len(pack)))) for _ in range(each))) for _ in range(seats)]
        leader = 0
        while len(hands[leader]) > tricks:
            trick = b""
            for place in range(seats):
                seat = (leader + place) % seats
                may = choice(hands[seat], duty.wanted(contract, trick))
                c = may[int(chance.below(len(may)))]
                hands[seat] = hands[seat].replace(bytes([c]), b"", 1)
                trick += bytes([c])
            leader = (leader + contract.best(trick)) % seats
        yield Cards(hands, leader)


def tricks(count: int, nodes: int) -> None:
    """Print the rows of the trick games: points in cards; of Écarté the tricks."""
    head = Duty(head=True, trump=True)
    kings = [0] * 32
    royal, hearts, party = ROYAL[0], HEARTS, PARTY[1][0]
    kinds = [
        ("Écarté, whole", royal, head, kings, 1, bytes(range(32)), 2, 5, 5),
        ("Fünfhundert, last eight tricks", STRICT[0], Duty(trump=True), PER_CARD, 1, bytes(range(32)), 2, 8, 8),
        ("Gaigel for four, last five tricks", GAIGEL[0], head, EYES, 2, bytes(range(24)) * 2, 4, 5, 5),
        ("Herzblatt for four, whole", hearts, Duty(), UNITS, 1, bytes(range(hearts.size)), 4, hearts.size // 4, 99),
        ("Doppelkopf, last five tricks", party, Duty(), EYES, 2, bytes(range(24)) * 2, 4, 12, 5),
        ("Doppelkopf, last six tricks", party, Duty(), EYES, 2, bytes(range(24)) * 2, 4, 12, 6),
        ("Doppelkopf, last seven tricks", party, Duty(), EYES, 2, bytes(range(24)) * 2, 4, 12, 7),
    ]
    for name, contract, duty, worth, copies, faces, seats, each, many in kinds:
        bits = 17 if each * seats > 20 and many > 5 else 14  # of the tables, of which long searches fill more
        solver = OpenTricks(contract, duty, worth, copies, 0 if any(worth) else 1, bits=bits)
        some = list(islice(left_over(contract, duty, faces, seats, each, many), count))
        side = 1 if seats < 4 or contract is hearts else 5

        def solve(s: Cards, solver: OpenTricks = solver, side: int = side) -> bool:
            return solver.solve(s.hands, side, s.leader, limit=nodes) is not None

        row(name, some, solve)


def row(name: str, positions: list[T], solve: Callable[[T], bool]) -> None:
    """Measure and print one row. solve: tells whether a position was solved."""
    times = []
    unsolved = 0
    for s in positions:
        begun = time.thread_time()
        unsolved += not solve(s)
        times.append(1000 * (time.thread_time() - begun))
    times.sort()
    parts = [times[min(len(times) - 1, int(part * len(times)))] for part in (0.5, 0.9, 0.98, 0.99, 1)]
    in_a_second = sum(1 for t in times if t < 1000) - unsolved
    figures = " | ".join(f"{t:,.3f}" for t in parts)
    print(f"| {name} | {len(times)} | {figures} | {100 * in_a_second / len(times):.1f} % | {unsolved} |", flush=True)


ROWS: dict[str, Callable[[int, int], None]] = {"chimera": chimera, "tricks": tricks}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", default=list(ROWS), metavar="ROW")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=NODES)
    asked = parser.parse_args()
    print(f"engine {build_info()}\n")
    print("| positions | number | median ms | 90 % | 98 % | 99 % | longest | solved within 1 s | unsolved |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name in asked.rows:
        ROWS[name](asked.positions, asked.nodes)


if __name__ == "__main__":
    main()
