"""A deal of Cruzo: what all know of it, what a seat has and plays from (§4), and who comes next (§3, §7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.cruzo.rules_cards import (
    BIT,
    BUNKER,
    DRAWN,
    EACH,
    HAND,
    LOTS,
    NONE,
    OPEN,
    STANDS,
    STOCK,
    CruzoRules,
)
from stich.games.cruzo.rules_score import score
from stich.kernel.cards import Card, Cards, Seat, Seats, has, in_order
from stich.kernel.deal import DealResult
from stich.kernel.situation import Reached, Situation
from stich.kernel.state import State

ON: Final = Situation(direction=1)
BACKWARDS: Final = Situation(direction=-1)
NOTHING: Final = [(0,) * n for n in range(13)]


class Cruzo(State):
    def __init__(self, rules: CruzoRules, of: Cruzo | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.direction: int = 1 if of is None else of.direction
        self.places: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.places
        self.playing: Seats = rules.layout.everyone if of is None else of.playing
        self.decisive: Card = NONE if of is None else of.decisive
        self.waiting: Seats = 0 if of is None else of.waiting
        self.thrower: Seat = NONE if of is None else of.thrower
        self.owed: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.owed
        self.since: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.since
        self.swaps: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.swaps
        self.lacks: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.lacks
        self.fresh: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.fresh
        self.actions: int = 0 if of is None else of.actions
        self.flow: i64 = 0 if of is None else of.flow
        self.trail: bytes = b"" if of is None else of.trail
        self.stalled: bool = False if of is None else of.stalled

    def public_copy(self) -> Cruzo:
        return Cruzo(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """Lots lie with lots; and a player who began, or could not play, has shown what they lack."""
        if c >= STANDS or at in (LOTS, DRAWN):
            return c >= STANDS and at in (LOTS, DRAWN)
        if at < HAND or (at - HAND) % EACH:
            return True
        return not self.lacks[(at - HAND) // EACH] & BIT[c]

    def new_cards(self, at: int) -> int:
        """§6 Drawn cards are unknown to what the play has shown of a hand before."""
        return 0 if at < HAND or (at - HAND) % EACH else self.fresh[(at - HAND) // EACH]

    def situation(self, viewer: Seat) -> Situation:
        """§3 The direction of play."""
        return ON if self.direction > 0 else BACKWARDS

    def result(self) -> DealResult:
        """§7 The order of going out, or what is left if the deal stalls."""
        tables = [self.on_table(seat) for seat in range(self.layout.seats)]
        hands = [self.hand_size(seat) for seat in range(self.layout.seats)]
        cap = self.rules.action_cap
        return score(self.places, tables, hands, self.stalled, cap if self.actions >= cap else 0)

    def reached(self, viewer: Seat) -> list[Reached]:
        """§7 How many cards each still has, on the table and in hand."""
        return [Reached(1 << seat, self.on_table(seat) + self.hand_size(seat)) for seat in range(self.layout.seats)]

    # -- §4 what a seat has ------------------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> Cards:
        """Return all cards in a seat's hand, sorted."""
        at = HAND + EACH * seat
        hidden = self.zones[at]
        known = self.zones[at + 1]
        if not known:
            return hidden
        return in_order(hidden + known) if hidden else known

    def hand_size(self, seat: Seat) -> int:
        at = HAND + EACH * seat
        return len(self.zones[at]) + len(self.zones[at + 1])

    def on_table(self, seat: Seat) -> int:
        """§7 Return how many cards lie in front of a seat, open and face down."""
        at = OPEN + EACH * seat
        zones = self.zones
        return len(zones[at]) + len(zones[at + 1]) + len(zones[at + 2]) + len(zones[at + 3])

    def source(self, seat: Seat) -> int:
        """§4 Return the place that a seat plays from: its hand; with no stock left its open cards, then its bunkers;
        NONE if it has to draw first (§6 `manual`).
        """
        at = HAND + EACH * seat
        zones = self.zones
        if zones[at] or zones[at + 1]:
            return HAND
        if zones[STOCK]:
            return NONE
        return OPEN if zones[at + 2] else BUNKER

    def opens_from(self, seat: Seat) -> int:
        """§3 Return the zone that a seat plays from: at the opening the one with the decisive diamond."""
        return OPEN if self.decisive != NONE and self.decisive not in self.hand(seat) else self.source(seat)

    def playable(self, seat: Seat) -> Cards:
        """§4 Return the cards that a seat can choose from, sorted, without those that it does not know."""
        source = self.source(seat)
        if source == HAND:
            return self.hand(seat)
        return self.zones[OPEN + EACH * seat] if source == OPEN else b""

    # -- §3, §7 who comes next ---------------------------------------------------------------------------------------

    def after(self, seat: Seat) -> Seat:
        """Return who plays after a seat, without players who have finished."""
        seats = self.layout.seats
        step = self.direction + seats
        seat = (seat + step) % seats
        while not has(self.playing, seat):
            seat = (seat + step) % seats
        return seat

    def around(self, first: Seat) -> list[Seat]:
        """Return all players who have not finished, in the order of play from `first` on."""
        out = [first]
        seat = self.after(first)
        while seat != first:
            out.append(seat)
            seat = self.after(seat)
        return out

    def next_asked(self, seat: Seat) -> Seat:
        """§6 Return the first seat after this one, in the order of play, that is still to be asked."""
        seats = self.layout.seats
        step = self.direction + seats
        at = (seat + step) % seats
        while not has(self.waiting, at):
            at = (at + step) % seats
        return at

    def left(self) -> int:
        """Return how many players have not finished."""
        n = 0
        who = self.playing
        while who:
            n += who & 1
            who >>= 1
        return n
