"""A game for the table's tests: secret answers at once, then cards laid in turn, each followed by a window for
throwing in equals.

Three seats, six faces four times, four cards each. Everybody first puts one card away. Who has no card left ends the
deal and gets a point; three points win. A throw does not end the window, so it must stay hidden until the host closes
it.
"""

from __future__ import annotations

from typing import Final, cast

from stich.kernel.action import CLOSE, Action, Phrase
from stich.kernel.cards import HOST, Pack, Seat, Seats
from stich.kernel.deal import DealResult, Deck, Score, Setup
from stich.kernel.game import Game
from stich.kernel.options import Option
from stich.kernel.state import OVER, Phase, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone

SEATS: Final = 3
PACK: Final = Pack([f"C{n}" for n in range(6)], bytes([n for n in range(6) for _ in range(4)]))
STOCK, PILE, HAND, AWAY, EACH = 0, 1, 2, 3, 2


class SnapRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [Zone(STOCK, "stock", SECRET, "stock", ordered=True), Zone(PILE, "pile", PUBLIC, "pile", ordered=True)]
        own = [Zone(HAND, "hand", OWNER, "hand"), Zone(AWAY, "away", SECRET)]
        super().__init__(Layout(common, own, [Fact("thrown", "number")], PACK, SEATS), options)
        self.limit = int(options["limit"])


class Snap(State):
    def __init__(self, rules: SnapRules, of: Snap | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.thrown: tuple[int, ...] = (0,) * SEATS

    def public_copy(self) -> Snap:
        return Snap(self.rules, self)

    def result(self) -> DealResult:
        points = tuple(0 if self.zones[HAND + EACH * seat] else 1 for seat in range(SEATS))
        lines = [Score(seat, "snap.out", n) for seat, n in enumerate(points) if n]
        return DealResult(points, lines, Phrase("snap.over", {"seats": bytes(line.seat for line in lines)}))


class Vow(Phase[Snap]):
    """Everybody puts a card away, none knowing what another does."""

    def must(self, s: Snap) -> Seats:
        return s.unanswered()

    def legal(self, s: Snap, seat: Seat) -> list[Action]:
        return [Action("vow", bytes([c])) for c in sorted(set(s.zones[HAND + EACH * seat]))]

    def apply(self, s: Snap, seat: Seat, a: Action) -> None:
        if s.seal(seat, a):
            for at, vow in enumerate(s.sealed):
                s.move(vow.cards[0], HAND + EACH * at, AWAY + EACH * at)
            s.sealed = ()
            s.phase = LAY


class Lay(Phase[Snap]):
    def legal(self, s: Snap, seat: Seat) -> list[Action]:
        return [Action("lay", bytes([c])) for c in sorted(set(s.zones[HAND + EACH * seat]))]

    def apply(self, s: Snap, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + EACH * seat, PILE)
        s.phase = WINDOW


class Window(Phase[Snap]):
    """The others may throw in cards equal to the top one."""

    def must(self, s: Snap) -> Seats:
        return 1 << HOST

    def may(self, s: Snap) -> Seats:
        return s.layout.everyone & ~(1 << s.turn)

    def legal(self, s: Snap, seat: Seat) -> list[Action]:
        if seat == HOST:
            return [CLOSE]
        top = s.zones[PILE][-1:]
        return [Action("throw", top)] if top in s.zones[HAND + EACH * seat] else []

    def apply(self, s: Snap, seat: Seat, a: Action) -> None:
        if seat != HOST:
            s.move(a.cards[0], HAND + EACH * seat, PILE)
            s.thrown = (*s.thrown[:seat], s.thrown[seat] + 1, *s.thrown[seat + 1 :])
        elif any(not s.zones[HAND + EACH * at] for at in range(SEATS)):
            s.phase = OVER
        else:
            s.turn = (s.turn + 1) % SEATS
            s.phase = LAY


class SnapGame(Game):
    def __init__(self) -> None:
        phases: list[Phase[Snap]] = [VOW, LAY, WINDOW]
        verbs = ["vow", "lay", "throw", "window_closed"]
        options = [Option("limit", ["3", "1"], 1, 9)]
        super().__init__("snap", 1, [SEATS], 2, options, phases, verbs, [], PACK, ["C0", "C1", "C2"])

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return SnapRules(options)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> State:
        s = Snap(cast(SnapRules, rules))
        s.clear(setup)
        for seat in range(SEATS):
            s.zones[HAND + EACH * seat] = bytes(sorted(deck.cards[4 * seat : 4 * seat + 4]))
        s.zones[STOCK] = deck.cards[4 * SEATS :]
        s.turn = (setup.dealer + 1) % SEATS
        s.phase = VOW
        s.ask(s.layout.everyone)
        return s

    def winners(self, rules: Rules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        return sum(1 << seat for seat, n in enumerate(scores) if n >= cast(SnapRules, rules).limit)


VOW: Final = Vow("vow")
LAY: Final = Lay("lay")
WINDOW: Final = Window("window")
GAME: Final = SnapGame()
