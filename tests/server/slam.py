"""A game for the table's tests: every card laid may be answered out of turn, in the open, and so may the answer.

Two to four seats, six faces eight times, five cards each. The player on turn lays a card; after a C0 it is their turn
again. Until the next player lays a card (they need not wait) each of the others may slam an equal card on it. Then
there is a time in which everybody may slam more. A player without cards ends the deal and gets a point; two points win.
"""

from __future__ import annotations

from typing import Final, cast

from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Pack, Seat, Seats
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.game import Game
from stich.kernel.state import OVER, Phase, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Layout, Rules, Zone
from stich.parts import window

PACK: Final = Pack([f"C{n}" for n in range(6)], bytes([n for n in range(6) for _ in range(8)]))
STOCK, PILE, HAND = 0, 1, 2
HELD: Final = 5
AGAIN: Final = 0


class SlamRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [Zone(STOCK, "stock", SECRET, "stock", ordered=True), Zone(PILE, "pile", PUBLIC, "pile", ordered=True)]
        super().__init__(Layout(common, [Zone(HAND, "hand", OWNER, "hand")], [], PACK, seats), options)


class Slam(State):
    def __init__(self, rules: SlamRules, of: Slam | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules

    def public_copy(self) -> Slam:
        return Slam(self.rules, self)

    def result(self) -> DealResult:
        points = tuple(0 if self.zones[HAND + seat] else 1 for seat in range(self.layout.seats))
        lines = [Score(seat, "slam.out", n) for seat, n in enumerate(points) if n]
        return DealResult(points, lines, Phrase("slam.over", {"seats": bytes(line.seat for line in lines)}))


def cards(s: Slam, seat: Seat, verb: str, *, equal: bool) -> list[Action]:
    """Return what a seat can lay: anything, or what equals the top card."""
    top = s.zones[PILE][-1:]
    held = sorted(set(s.zones[HAND + seat]))
    return [Action(verb, bytes([c])) for c in held if not equal or bytes([c]) == top]


def put(s: Slam, seat: Seat, a: Action, phase: Phase[Slam]) -> None:
    s.move(a.cards[0], HAND + seat, PILE)
    if a.verb == "lay":
        s.turn = seat if a.cards[0] == AGAIN else (seat + 1) % s.layout.seats
    s.phase = phase if s.zones[HAND + seat] else OVER


class Lay(Phase[Slam]):
    def legal(self, s: Slam, seat: Seat) -> list[Action]:
        return cards(s, seat, "lay", equal=False)

    def apply(self, s: Slam, seat: Seat, a: Action) -> None:
        put(s, seat, a, CHANCE)


class Chance(window.Window[Slam]):
    """The others may slam, and the next player may lay on."""

    def mode(self, s: Slam) -> str:
        return window.REACTION

    def waiting(self, s: Slam) -> Seats:
        return s.layout.everyone

    def waits_out(self, s: Slam) -> Seats:
        return 1 << s.turn

    def reactions(self, s: Slam, seat: Seat) -> list[Action]:
        return cards(s, seat, "lay", equal=False) if seat == s.turn else cards(s, seat, "slam", equal=True)

    def react(self, s: Slam, seat: Seat, a: Action) -> None:
        put(s, seat, a, CHANCE if a.verb == "lay" else MORE)

    def close(self, s: Slam) -> None:
        s.phase = LAY


class More(window.Window[Slam]):
    """Everybody may slam more."""

    def mode(self, s: Slam) -> str:
        return window.REACTION

    def waiting(self, s: Slam) -> Seats:
        return s.layout.everyone

    def reactions(self, s: Slam, seat: Seat) -> list[Action]:
        return cards(s, seat, "slam", equal=True)

    def react(self, s: Slam, seat: Seat, a: Action) -> None:
        put(s, seat, a, MORE)

    def close(self, s: Slam) -> None:
        s.phase = LAY


class SlamGame(Game):
    def __init__(self) -> None:
        phases: list[Phase[Slam]] = [LAY, CHANCE, MORE]
        verbs = ["lay", "slam", "window_closed"]
        super().__init__("slam", 1, [2, 3, 4], 2, [], phases, verbs, [], PACK, ["C0", "C1", "C2"])

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return SlamRules(options, seats)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> State:
        s = Slam(cast(SlamRules, rules))
        s.clear(setup)
        for seat in range(rules.layout.seats):
            s.zones[HAND + seat] = bytes(sorted(deck.cards[HELD * seat : HELD * seat + HELD]))
        s.zones[STOCK] = deck.cards[HELD * rules.layout.seats :]
        s.turn = (setup.dealer + 1) % rules.layout.seats
        s.phase = LAY
        return s

    def winners(self, rules: Rules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        return sum(1 << seat for seat, n in enumerate(scores) if n >= 2)


LAY: Final = Lay("lay")
CHANCE: Final = Chance("chance")
MORE: Final = More("more")
GAME: Final = SlamGame()
