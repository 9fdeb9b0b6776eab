"""What the rule sheet says of any deal of Cruzo, for `tests/rounds.py`: a second table, made from the sheet and from
the names of the cards, follows every act and says what may be done and what lies where.
"""

from __future__ import annotations

from oracles.cruzo import RANKS, Table
from stich.games.cruzo import rules_cards as at
from stich.games.cruzo.rules_cards import MOST
from stich.games.cruzo.rules_phases_start import SWAP
from stich.games.cruzo.rules_phases_turn import BEFORE, MORE
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, seats_of
from stich.kernel.deal import DealResult
from stich.kernel.state import OVER, State

Said = tuple[str, object]
FALLEN = 5  # §6 cards for the player who knocks the stock over


def said(a: Action) -> Said:
    """Return an action in the sheet's words: plays and throws by their ranks."""
    if a.verb in ("play", "throw"):
        return a.verb, ((RANKS + "X")[a.to // MOST],) * (a.to % MOST)
    return a.verb, 0 if a.verb == "pickup" else a.to


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Cruzo)
        self.s = s
        self.seats = range(s.layout.seats)
        self.options = s.rules.options
        self.mode = self.options["throw_mode"]
        self.table: Table | None = None
        self.asked: set[Seat] = set()
        self.decisions = 0
        self.shuffled = False
        self.check_deal()

    def cards(self, zone: int) -> list[str]:
        return [self.s.layout.pack.names[c] for c in self.s.zones[zone]]

    def of_each(self, zone: int) -> list[list[str]]:
        return [self.cards(zone + at.EACH * seat) for seat in self.seats]

    # -- §2, §3 the deal -----------------------------------------------------------------------------------------------

    def check_deal(self) -> None:
        seats = len(self.seats)
        packs = {"auto": 2 if seats <= 4 else 3 if seats <= 7 else 4}
        n = packs.get(self.options["packs"]) or int(self.options["packs"])
        total = self.options["jokers_total"]
        jokers = n * int(self.options["jokers_per_pack"]) if total == "none" else int(total)
        deck = [name for name in self.s.layout.pack.write(self.s.layout.deck).split() if name[0] != "L"]
        assert sorted(deck) == sorted([suit + k for suit in "CSHD" for k in RANKS] * n + ["X"] * jokers)
        aside = int(self.options["two_player_removed"]) if seats == 2 else 0
        assert len(self.cards(at.ASIDE)) == aside
        assert len(self.cards(at.STOCK)) == len(deck) - aside - 9 * seats
        assert {len(cards) for cards in self.hands() + self.of_each(at.OPEN)} == {3}
        assert {len(cards) for i in range(at.ROW) for cards in self.of_each(at.BUNKER + i)} == {1}

    def begin(self) -> Table:
        """§3 The hands are settled: who begins, and with what?"""
        s = self.s
        bunkers = [[card for i in range(at.ROW) for card in self.of_each(at.BUNKER + i)[seat]] for seat in self.seats]
        ages = list(range(s.layout.seats)) if self.options["age_order"] == "seats" else list(s.setup.carry)
        assert sorted(ages) == list(self.seats)
        stock = self.cards(at.STOCK)
        return Table(dict(self.options), self.hands(), self.of_each(at.OPEN), bunkers, stock, ages)

    # -- each decision -------------------------------------------------------------------------------------------------

    def before(self, seat: Seat, a: Action) -> None:
        self.decisions += 1
        if self.s.phase is SWAP:
            self.before_swap(seat, a)
            return
        if self.table is None:
            self.table = self.begin()
        table = self.table
        self.answered(table)
        self.compare(table)
        if seat != HOST:
            for other in seats_of((self.s.must() | self.s.may()) & ~(1 << HOST)):
                assert {said(act) for act in self.s.legal(other)} == self.allowed(table, other), other
        if table.stage == "direction":
            assert seat == table.turn
        self.follow(table, seat, a)

    def before_swap(self, seat: Seat, a: Action) -> None:
        assert self.options["swap_before_start"] == "true"
        if a.verb == "swap":
            names = self.s.layout.pack.names
            assert names[a.cards[0]] in self.hands()[seat]
            assert names[a.to] in self.cards(at.OPEN + at.EACH * seat)

    def answered(self, table: Table) -> None:
        """If all are asked in turn: nobody who could have thrown was passed over when the play goes on, and all are
        asked again after each throw.
        """
        if self.mode != "priority":
            return
        if table.window and self.s.phase is not BEFORE:
            assert not [seat for seat in table.left() if table.throws(seat) and seat not in self.asked]
            table.window = False
        elif table.stage == "throws" and self.s.phase is not MORE:
            assert not [seat for seat in table.left() if table.throws(seat) and seat not in self.asked]
            table.end_throws()
        if not table.window and table.stage != "throws":
            self.asked = set()

    def allowed(self, table: Table, seat: Seat) -> set[Said]:
        """§6 Return what a seat may do now, in the sheet's words."""
        if table.stage == "direction":
            return {("dir", 0), ("dir", 1)}
        out: set[Said] = {("throw", cards) for cards in table.throws(seat)}
        in_turn = seat == table.turn and table.stage == "turn" and not (table.window and self.mode == "priority")
        if in_turn:
            out |= {("play", cards) for cards in table.plays(seat)}
            if table.source(seat) == "bunkers":
                out |= {("flip", place) for place in table.bunkers[seat]}
            if table.may_pick_up(seat):
                out.add(("pickup", 0))
        if self.mode == "priority" and self.s.must() == 1 << seat and not in_turn:
            out.add(("pass", -1))
        elif self.mode == "priority" and not in_turn:
            out = set()  # this seat is not asked yet
        if table.stage != "throws":
            out |= {("draw", -1) for drawer in table.drawers() if drawer == seat}
            out |= {("challenge", other) for other in table.challenged_by(seat)}
        return out

    def follow(self, table: Table, seat: Seat, a: Action) -> None:
        cards = [self.s.layout.pack.names[c] for c in a.cards]
        if a == CLOSE:
            assert self.mode == "reaction"
            if table.stage == "throws":
                table.end_throws()
            else:
                assert table.window
                table.window = False
        elif a.verb == "pass":
            self.asked.add(seat)
        elif a.verb == "dir":
            table.choose(1 if a.to == 1 else -1)
        elif a.verb == "play":
            assert not table.first_card or table.first_card in cards
            table.play(seat, cards)
        elif a.verb == "throw":
            assert seat not in self.asked or self.mode == "reaction"
            table.throw(seat, cards)
            self.asked = {seat}  # all others can add to it; the thrower has said how many
        elif a.verb == "flip":
            table.flip(seat, a.to)
        elif a.verb == "pickup":
            table.pick_up(seat)
        elif a.verb == "draw":
            table.draw_owed(seat)
        elif a.verb == "challenge":
            table.challenge(a.to)
        else:
            assert (seat, a.verb) == (HOST, "tree")
            self.fell(table, a.to)

    # -- §6 the stock falls --------------------------------------------------------------------------------------------

    def fell(self, table: Table, seat: Seat) -> None:
        table.fall(seat)
        self.shuffled = True

    def look(self, table: Table) -> None:
        """§6 `tree`: take over a stock that has been shuffled, and hands with five cards more."""
        hands = self.hands()
        there = sorted(table.stock + [card for hand in table.hands for card in hand])
        assert sorted(self.cards(at.STOCK) + [card for hand in hands for card in hand]) == there
        if self.options["tree"] == "random":
            for seat, hand in enumerate(hands):
                assert len(hand) - len(table.hands[seat]) in range(-3, 2 * FALLEN + 1)
        table.hands, table.stock = hands, self.cards(at.STOCK)

    def hands(self) -> list[list[str]]:
        return [sorted(a + b) for a, b in zip(self.of_each(at.HAND), self.of_each(at.KNOWN), strict=True)]

    # -- what lies where -----------------------------------------------------------------------------------------------

    def compare(self, table: Table) -> None:
        s = self.s
        if self.options["tree"] == "random" or self.shuffled:
            self.look(table)
            self.shuffled = False
        assert self.hands() == table.hands
        assert [sorted(cards) for cards in self.of_each(at.OPEN)] == [sorted(cards) for cards in table.open]
        for i in range(at.ROW):
            assert self.of_each(at.BUNKER + i) == [[row[i + 1]] if i + 1 in row else [] for row in table.bunkers]
        assert self.cards(at.PILE) == table.pile
        assert self.cards(at.STOCK) == table.stock
        assert sorted(self.cards(at.BURNT)) == sorted(table.burnt)
        assert [seat for _, seat in sorted((place, seat) for seat, place in enumerate(s.places) if place)] == (
            table.places
        )
        assert (s.phase is OVER) == (table.stage == "over" or s.stalled)
        if s.phase is OVER:
            return
        assert (s.turn, s.direction) == (table.turn, table.direction)
        assert (s.phase is MORE) == (table.stage == "throws")
        assert (s.phase is BEFORE) == table.window
        if self.mode == "reaction" and (table.window or table.stage == "throws"):
            assert s.must() == 1 << HOST, "the host ends a window, whatever anybody holds"
            assert s.may() & sum(1 << seat for seat in table.left()) == sum(1 << seat for seat in table.left())

    def finished(self, result: DealResult) -> None:
        """§7 The places: of those who have finished, then by the cards that are left."""
        table, s = self.table, self.s
        assert table is not None
        self.answered(table)
        if s.stalled and table.stage != "over":
            assert s.actions >= int(self.options["action_cap"]) <= self.decisions
        self.compare(table)
        expected, place = [0] * s.layout.seats, 1
        for seats in table.ranking():
            for seat in seats:
                expected[seat] = place
            place += len(seats)
        assert list(result.points) == expected
