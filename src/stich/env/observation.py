"""What a seat knows as a row of numbers, and back.

There are two rows. The row of cards has small numbers: which phase, whose turn, what lies where. The row of facts has
whatever the rules count, as it stands. Seats are not turned round: seat 0 is first for every viewer, and the first
numbers say who looks.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.kernel.action import SILENT, WAITING
from stich.kernel.cards import BACK, Cards, Seat
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.state import OVER, State
from stich.kernel.view import View
from stich.kernel.zones import Layout, Rules

TOP: Final = 8  # cards at the top of an ordered place whose order the row has
NOWHERE: Final = -1


class Part(NamedTuple):
    """Some numbers of a row: `size` of them from `start` on.

    name: what they are about: "zone.hand.0", "turn", "fact.bid". meaning: what the numbers are.
    """

    name: str
    start: int
    size: int
    meaning: str


class Observation:
    """The layout of the two rows for a game with these rules.

    cards, facts: the parts of each row. size: numbers in the row of cards. fact_size: in the row of facts.
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.layout: Layout = rules.layout
        self.phases = [phase.name for phase in game.phases]
        self.faces = len(self.layout.pack.names)
        self.cards: list[Part] = []
        self.facts: list[Part] = []
        self.size = 0
        self.fact_size = 0
        self.zone_starts: list[int] = []
        self.top_starts: list[int] = []
        self.sets: list[tuple[str, int]] = []  # names of facts that are cards, and where they start
        self.scalars: list[str] = []
        self.by_seat: list[str] = []
        self.lay_out(fresh_facts(game, rules))

    def lay_out(self, values: dict[str, object]) -> None:
        """Give every part its place. values: of the facts, in a fresh deal."""
        layout, seats = self.layout, self.layout.seats
        self.add("viewer", seats, "1 at the seat that looks")
        self.add("phase", len(self.phases) + 1, f"1 at the phase: {', '.join([*self.phases, 'over'])}")
        self.add("turn", seats, "1 at the seat whose turn it is")
        self.add("must", seats, "1 for each seat that the table waits for")
        self.add("dealer", seats, "1 at the dealer")
        self.add("answers", 2 * seats, "for each seat: 1 if it has to answer, 1 if it has answered, in secret or not")
        for at, zone in enumerate(layout.zones):
            meaning = "how many cards of each face, then how many unknown ones"
            self.zone_starts.append(self.add(f"zone.{layout.ids[at]}", self.faces + 1, meaning))
            meaning = "its uppermost cards from the top: 1 + face, 255 unknown, 0 none"
            self.top_starts.append(self.add(f"top.{layout.ids[at]}", TOP, meaning) if zone.ordered else NOWHERE)
        for fact in layout.facts:
            if fact.kind == "cards" and isinstance(values[fact.name], bytes):
                start = self.add(f"fact.{fact.name}", self.faces, "how many cards of each face")
                self.sets.append((fact.name, start))
        self.add_fact("deal", 1, "the number of the deal in the match")
        self.add_fact("scores", seats, "points of each seat before this deal")
        for fact in layout.facts:
            value = values[fact.name]
            if isinstance(value, int):
                self.scalars.append(fact.name)
                self.add_fact(
                    f"fact.{fact.name}", 1, f"a {fact.kind}" if fact.kind != "plain" else "as the rules keep it"
                )
        for fact in layout.facts:
            value = values[fact.name]
            if isinstance(value, tuple) and len(value) == seats and all(isinstance(each, int) for each in value):
                self.by_seat.append(fact.name)
                self.add_fact(f"fact.{fact.name}", seats, "of each seat")

    def add(self, name: str, size: int, meaning: str) -> int:
        """Append a part to the row of cards, and return its start."""
        start = self.size
        self.cards.append(Part(name, start, size, meaning))
        self.size += size
        return start

    def add_fact(self, name: str, size: int, meaning: str) -> None:
        """Append a part to the row of facts."""
        self.facts.append(Part(name, self.fact_size, size, meaning))
        self.fact_size += size

    def part(self, name: str) -> Part:
        """Return a part of either row by its name. Raises KeyError."""
        for part in self.cards + self.facts:
            if part.name == name:
                return part
        raise KeyError(name)

    # -- from a view to numbers ----------------------------------------------------------------------------------------

    def row(self, v: View) -> bytes:
        """Return the row of cards: `size` numbers below 256, one byte each."""
        out = vec[u8](bytes(self.size))
        self.write_row(v, out, 0)
        return bytes(out)

    def write_row(self, v: View, out: vec[u8], first: i64) -> None:
        """Write the row of cards from place `first` on."""
        at: i64 = first + self.size
        while at > first:
            at -= 1
            out[at] = 0
        s = v.seen
        seats: i64 = self.layout.seats
        here: i64 = len(self.phases) if s.phase is OVER else self.phases.index(s.phase.name)
        must: i64 = v.must
        seat: i64 = 0
        if v.seat < seats:
            out[at + v.seat] = 1
        at += seats
        out[at + here] = 1
        at += len(self.phases) + 1
        if 0 <= s.turn < seats:
            out[at + s.turn] = 1
        at += seats
        while seat < seats:
            out[at + seat] = u8(must & 1)
            must >>= 1
            seat += 1
        at += seats
        out[at + s.setup.dealer] = 1
        at += seats
        for answer in s.sealed:
            if answer is WAITING:
                out[at] = 1
            elif answer is not SILENT:
                out[at + 1] = 1
            at += 2
        self.count(out, s, first)

    def count(self, out: vec[u8], s: State, begin: i64) -> None:
        """Write the cards of all places. begin: where the row begins."""
        faces: i64 = self.faces
        starts = self.zone_starts
        tops = self.top_starts
        for at, z in enumerate(s.zones):
            start: i64 = begin + starts[at]
            n: i64 = len(z)
            k: i64 = 0
            while k < n:
                c: i64 = z[k]
                if c == BACK:
                    c = faces
                out[start + c] += 1
                k += 1
            top: i64 = tops[at]
            if top >= 0:
                top += begin
                k = 0
                while k < TOP and k < n:
                    upper: i64 = z[n - 1 - k]
                    out[top + k] = u8(upper if upper == BACK else upper + 1)
                    k += 1
        for name, there in self.sets:
            cards: bytes = getattr(s, name)
            start = begin + there
            for face in cards:
                out[start + face] += 1

    def numbers(self, v: View) -> list[int]:
        """Return the row of facts: `fact_size` whole numbers."""
        out = vec[i64]([0] * self.fact_size)
        self.write_numbers(v, out, 0)
        return [int(out[at]) for at in range(self.fact_size)]

    def write_numbers(self, v: View, out: vec[i64], at: i64) -> None:
        """Write the row of facts from place `at` on."""
        s = v.seen
        out[at] = s.setup.number
        at += 1
        for score in s.setup.scores:
            out[at] = score
            at += 1
        for name in self.scalars:
            number: int = int(getattr(s, name))
            out[at] = number
            at += 1
        for name in self.by_seat:
            values: tuple[int, ...] = getattr(s, name)
            empty = len(values) != self.layout.seats
            for seat in range(self.layout.seats):
                out[at] = 0 if empty else values[seat]
                at += 1

    # -- and back ------------------------------------------------------------------------------------------------------

    def read(self, row: bytes) -> dict[str, str]:
        """Return what lies in each place, in the notation of the pack: the cards of unordered places in the pack's
        order, then unknown ones; of ordered places only those that are known, followed by " | " and the uppermost ones
        from the top.
        """
        write = self.layout.pack.write
        told: dict[str, str] = {}
        for at, start in enumerate(self.zone_starts):
            cards = counted(row, start, self.faces) + bytes([BACK]) * row[start + self.faces]
            text = write(cards)
            if self.layout.ordered[at]:
                begin = self.top_starts[at]
                upper = bytes([BACK if c == BACK else c - 1 for c in row[begin : begin + TOP] if c])
                text += f" | {write(upper)}"
            told[self.layout.ids[at]] = text
        return told


def counted(row: bytes, start: int, faces: int) -> Cards:
    """Return the cards that a part counts."""
    return b"".join([bytes([face]) * row[start + face] for face in range(faces)])


def fresh_facts(game: Game, rules: Rules) -> dict[str, object]:
    """Return the facts of a fresh deal: they show which of them are numbers."""
    chance = quick(0)
    s = game.deal(rules, game.first(rules, chance), game.prepare(rules, chance))
    return {fact.name: getattr(s, fact.name) for fact in s.layout.facts}


def seat_of(row: bytes, seats: int) -> Seat:
    """Return the seat that looks, −1 for a spectator."""
    return next((seat for seat in range(seats) if row[seat]), -1)
