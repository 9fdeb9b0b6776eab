"""What the rule sheet says of any deal of Frustration, for `tests/rounds.py`: melds, turns and points are worked out a
second time, from the names of the cards.
"""

from __future__ import annotations

from oracles import melds as slow
from stich.games.frustration.rules_cards import BOTTOM, EACH, MELD, PILE, STOCK
from stich.games.frustration.rules_phases import CLAIM, DRAW, PLAY
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action
from stich.kernel.cards import HOST, Cards, Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

CONTRACTS = [
    "set3 set3", "run3 run3", "set3 run4", "set4 set4", "set3 run5", "set3 set3 set3", "run7", "set3 run6", "run4 run4",
    "set5 set5", "run9",
]  # fmt: skip


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Frustration)
        self.s = s
        self.options = s.rules.options
        self.names = s.layout.pack.names
        seats = s.layout.seats
        wild = self.options["twos_wild"]
        self.twos = wild == "always" or (wild == "over_three" and seats > 3)
        spans = {"high_or_low": (0, 13), "low": (0, 12), "high": (1, 13)}
        low, high = spans[self.options["ace_in_runs"]]
        self.places = tuple(range(low, high + 1))
        self.laid: set[Seat] = set()
        self.out: Seat = -1
        self.discarder: Seat = -1  # who has played last
        self.last: list[Seat] = []  # turns since somebody was out
        self.turns = 0
        self.at: Seat = -1  # whose turn was counted last
        self.fresh = True  # something was laid, and has to stand

    def is_wild(self, face: int) -> bool:
        name = self.names[face]
        return name == "X" or (self.twos and name[1] == "2")

    def worth(self, face: int) -> int:
        name = self.names[face]
        if self.is_wild(face) or name[1] == "A":
            return 20
        return 10 if name[1] in "TJQK" else 5

    def stands(self, meld: Cards, kind: str) -> bool:
        if kind == "set":
            return slow.stands_as_set(meld, self.twos)
        return slow.stands_as_run(meld, self.twos, self.places)

    def melds(self, seat: Seat) -> list[Cards]:
        at = MELD + EACH * seat
        return [meld for meld in self.s.zones[at : at + 3] if meld]

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        if s.phase in (DRAW, PLAY) and seat != self.at:
            self.at = seat
            self.turns += 1
            if self.out >= 0:
                self.last.append(seat)
            assert (s.phase is DRAW) == bool(s.zones[STOCK] or s.zones[BOTTOM] or s.zones[PILE])
        if s.phase is CLAIM:
            assert self.turns < s.rules.turn_cap
            assert len(self.last) < s.layout.seats - 1
        if s.phase is CLAIM and seat != HOST:
            assert self.names[s.zones[PILE][-1]] == "X"
            assert seat not in self.laid or len(s.hand(seat)) > 0, "who is out claims nothing"
            assert seat != self.discarder or self.options["discarder_may_claim"] == "true"
        if s.phase is PLAY:
            assert seat == s.turn
            rest = len(s.hand(seat)) - len(a.cards)
            self.discarder = seat
            if a.verb == "lay":
                assert seat not in self.laid
                self.laid.add(seat)
            elif a.verb == "layoff":
                assert seat in self.laid
            if self.options["final_discard"] == "required" and a.verb != "discard":
                assert rest >= 1
            if rest == 0 and self.out < 0 and seat in self.laid:
                self.out = seat
        if self.fresh:
            for other in range(s.layout.seats):
                self.check_melds(other)
        self.fresh = a.verb in ("lay", "layoff")  # and once more in the end: nothing else changes a meld

    def check_melds(self, seat: Seat) -> None:
        melds = self.melds(seat)
        assert bool(melds) == bool(self.s.laid >> seat & 1)
        for meld, named in zip(melds, CONTRACTS[self.s.contracts[seat] - 1].split() if melds else [], strict=True):
            assert self.stands(meld, named[:3]), [self.names[c] for c in meld]
            assert len(meld) >= int(named[3:])

    def finished(self, result: DealResult) -> None:
        s = self.s
        for seat in range(s.layout.seats):
            self.check_melds(seat)
            assert result.points[seat] == sum(self.worth(c) for c in s.hand(seat))
        assert {seat for seat in range(s.layout.seats) if s.laid >> seat & 1} == self.laid
        if self.out >= 0 and self.turns < s.rules.turn_cap:
            assert self.last == [(self.out + i) % s.layout.seats for i in range(1, s.layout.seats)]
        before = s.setup.carry or (0,) * s.layout.seats
        most = len(s.rules.numbers)
        assert result.carry == tuple(min(before[seat] + (seat in self.laid), most) for seat in range(s.layout.seats))
