"""Tricks with all cards open: the points that one side can be sure of against all other seats, if all play best.

The search goes trick by trick to the last one. It asks whether the side gets at least so many points, again and again
with closer bounds (zero-window search: Pearl 1980), keeps what it finds in tables of positions between two tricks, and
plays one of several cards that are worth the same and stand next to each other in what is left of their suit, as the
solvers of Skat (Kupferschmid and Helmert 2006) and of Bridge do. With few cards left, what it finds serves for all
positions of the same shape (`trick_shapes`).

It knows cards and tricks, and no melds, announcements or extra points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.cards import Cards, Seat, Seats
from stich.parts.bits import count
from stich.parts.trick_moves import LEADS, TrickMoves
from stich.parts.trick_pack import TrickPack
from stich.parts.trick_shapes import MOST, NONE, TrickShapes, card_at
from stich.parts.trick_table import EMPTY, TrickTable
from stich.parts.tricks import BIT, Contract, Duty

NODES: Final = 20_000_000
LOOK: Final = 0x3FF  # nodes between two looks at the limits
SEATS: Final = 4

LOW_AT: Final = 2  # in the table, behind the leader: bounds, and the best lead
HIGH_AT: Final = 14
LEAD_AT: Final = 26
BOUND: Final = 0xFFF
FACE: Final = 63  # no card has this number


def never() -> bool:
    """Return False: nothing stops the search."""
    return False


@final
class OpenTricks:
    """Solves positions of one contract, one after the other. Not for use by several threads at once.

    It keeps what it finds, so that a limit of nodes may be enough or not for the same position, depending on what was
    solved before it.

    nodes: cards that were tried since this was made.
    """

    def __init__(
        self,
        contract: Contract,
        duty: Duty,
        worth: Sequence[int],
        copies: int = 1,
        each: int = 0,
        last: int = 0,
        bits: int = 14,
    ) -> None:
        """Take what beats what, what binds a player who follows, and the points of each face.

        copies: of each face in the pack, 1 or 2. each: points for a trick, beside its cards; last: for the last trick.
        bits: the tables have 2**bits positions of 40 and of 24 bytes. Raises ValueError for more faces than a set can
        have, if each copy is a face of its own.
        """
        pack = TrickPack(contract, duty, worth, copies)
        self.pack = pack
        self.worth: vec[i64] = pack.worth
        self.above: vec[i64] = pack.above
        self.beaten: vec[i64] = pack.beaten
        self.each: i64 = each
        self.last: i64 = last
        self.hands: vec[i64] = vec[i64]([0] * SEATS)
        self.moves = TrickMoves(pack)
        self.table = TrickTable(bits)
        self.shapes = TrickShapes(pack, bits)
        self.few: i64 = MOST if self.shapes.fits else 0
        self.side: i64 = 0
        self.seats: i64 = 0
        self.step: i64 = 1
        self.nodes: i64 = 0
        self.most: i64 = 0
        self.out = False
        self.stop: Callable[[], bool] = never

    def solve(
        self,
        hands: Sequence[Cards],
        side: Seats,
        leader: Seat,
        trick: Cards = b"",
        step: int = 1,
        limit: int = NODES,
        stop: Callable[[], bool] = never,
    ) -> int | None:
        """Return the points that `side` still gets, those in the trick included; None if it was not found.

        hands: of each seat. leader: of the trick; trick: the cards in it so far; step: the next seat is that many
        further. limit: nodes; stop: the search ends soon after it begins to return True. Raises ValueError for more
        points than there may be.
        """
        if not side & 1:  # what one side gets, the other one does not
            found = self.solve(hands, 2 ** len(hands) - 1 & ~side, leader, trick, step, limit, stop)
            return None if found is None else int(self.total(trick)) - found
        if side != self.side or len(hands) != self.seats or step != self.step:
            if self.side:  # what is known is known for one side
                self.table.forget()
                self.shapes.forget()
            self.side = side
            self.seats = len(hands)
            self.step = step
        self.most = self.nodes + limit
        self.out = stop()
        self.stop = stop
        lying = self.place(hands, trick)
        low: i64 = 0
        rest: i64 = self.total(trick)
        if rest >= BOUND:
            raise ValueError(f"{rest} points are too many")
        high: i64 = rest
        at: i64 = 0
        value: i64 = 0
        while low < high and not self.out:
            at = (low + high + 1) >> 1
            value = self.go_on(leader, lying, rest, at)
            if value < at:
                high = value
            else:
                low = value
        return None if self.out else int(low)

    def place(self, hands: Sequence[Cards], trick: Cards) -> list[int]:
        """Write the hands as sets; return the cards of the trick. The copy that is met first has the lower number."""
        seen: i64 = 0
        bit: i64 = 0
        at: i64 = 0
        lying: list[int] = []
        for c in trick:
            at = self.pack.first[c]
            at += 1 if seen & BIT[at] else 0
            seen |= BIT[at]
            lying.append(int(at))
        for seat in range(SEATS):
            bit = 0
            for c in hands[seat] if seat < len(hands) else b"":
                at = self.pack.first[c]
                at += 1 if seen & BIT[at] else 0
                seen |= BIT[at]
                bit |= BIT[at]
            self.hands[seat] = bit
        self.shapes.own(self.hands)
        return lying

    def total(self, trick: Cards) -> i64:
        """Return the points of the cards that were placed, and of their tricks. trick: the cards on the table."""
        points: i64 = self.last
        tricks: i64 = 0
        many: i64 = 0
        card: i64 = 0
        left: i64 = 0
        for c in trick:
            points += self.worth[self.pack.first[c]]
        for seat in range(SEATS):
            left = self.hands[seat]
            many = count(left)
            tricks = many if many > tricks else tricks
            card = 0
            while left:
                points += self.worth[card] * (left & 1)
                left >>= 1
                card += 1
        return points + self.each * tricks

    def go_on(self, leader: i64, lying: list[int], rest: i64, at: i64) -> i64:
        """Return the value of the position that was placed, as `follow` does."""
        if not lying:
            return self.lead(leader, rest, at, 0)
        best: i64 = lying[0]
        high: i64 = best
        winner: i64 = leader
        seat: i64 = leader
        points: i64 = 0
        card: i64 = 0
        for c in lying:
            card = c
            points += self.worth[card]
            if self.beaten[best] & BIT[card]:
                best = card
                winner = seat
            if self.above[high] & BIT[card]:
                high = card
            seat = self.after(seat)
        return self.follow(seat, len(lying), lying[0], best, high, winner, points, rest, at, 0)

    def after(self, seat: i64) -> i64:
        """Return the seat that plays after another one."""
        seat += self.step
        return seat - self.seats if seat >= self.seats else seat

    # -- the search ---------------------------------------------------------------------------------------------------

    def lead(self, leader: i64, rest: i64, at: i64, base: i64) -> i64:
        """Return the points of the side from here on: an upper bound if it is below `at`, else a lower bound.

        rest: the points that are left. base: the first free place among the cards.
        """
        hands = self.hands
        if at <= 0:
            return 0
        if rest < at:
            return rest
        hand: i64 = hands[leader]
        if hand & (hand - 1) == 0:
            return self.end(leader, rest) if hand else 0
        left: i64 = hands[0] | hands[1] | hands[2] | hands[3]
        if count(left) <= self.few:
            return self.lead_few(leader, left, rest, at, base)
        known: i64 = self.table.find(hands, leader)
        low: i64 = 0
        high: i64 = rest
        first: i64 = FACE
        if known != EMPTY:
            low = known >> LOW_AT & BOUND
            high = known >> HIGH_AT & BOUND
            first = known >> LEAD_AT & FACE
            if low >= at:
                return low
            if high < at:
                return high
        found: i64 = self.leads(leader, left, rest, first, at, base)
        if self.out:
            return 0
        if found >= at:
            low = found
        else:
            high = found
        if (found >= at) == (self.side >> leader & 1 != 0):
            first = self.moves.cards[base]
        self.table.put(hands, leader, leader | low << LOW_AT | high << HIGH_AT | first << LEAD_AT)
        return found

    def lead_few(self, leader: i64, left: i64, rest: i64, at: i64, base: i64) -> i64:
        """Return the value as `lead` does, with so few cards left that their shape is known."""
        shapes = self.shapes
        shapes.look(left, leader)
        shapes.find(at, rest)
        low: i64 = shapes.low
        high: i64 = shapes.high
        if low >= at:
            return low
        if high < at:
            return high
        spot: i64 = shapes.spot
        seats: i64 = shapes.seats
        suits: i64 = shapes.suits
        points: i64 = shapes.points
        place: i64 = shapes.lead
        first: i64 = FACE if place == NONE else card_at(left, place)
        found: i64 = self.leads(leader, left, rest, first, at, base)
        if self.out:
            return 0
        if found >= at:
            low = found
        else:
            high = found
        if (found >= at) == (self.side >> leader & 1 != 0):
            place = count(left & (BIT[self.moves.cards[base]] - 1))
        shapes.put(spot, seats, suits, points, low, high, place)
        return found

    def end(self, leader: i64, rest: i64) -> i64:
        """Return the value of the last trick, where everybody has one card."""
        hands = self.hands
        best: i64 = count(hands[leader] - 1)
        winner: i64 = leader
        seat: i64 = self.after(leader)
        while seat != leader:
            if self.beaten[best] & hands[seat]:
                best = count(hands[seat] - 1)
                winner = seat
            seat = self.after(seat)
        return rest if self.side >> winner & 1 else 0

    def leads(self, leader: i64, left: i64, rest: i64, first: i64, at: i64, base: i64) -> i64:
        """Try the leads of a seat; one that decides then stands at place `base`."""
        hand: i64 = self.hands[leader]
        ours: bool = self.side >> leader & 1 != 0
        end: i64 = self.moves.write(hand, left & ~hand, base)
        self.moves.judge_leads(leader, base, end, left & ~hand, first)
        best: i64 = -1 if ours else BOUND
        found: i64 = 0
        card: i64 = 0
        i: i64 = base
        while i < end:
            card = self.moves.pick(i, end)
            self.hands[leader] = hand ^ BIT[card]
            found = self.follow(self.after(leader), 1, card, card, card, leader, self.worth[card], rest, at, end)
            self.hands[leader] = hand
            if self.out:
                return 0
            if (found >= at) == ours:
                self.moves.learn(leader, card, LEADS)
                self.moves.cards[base] = card
                return found
            if (found > best) == ours:
                best = found
            i += 1
        return best

    def follow(
        self,
        seat: i64,
        played: i64,
        led: i64,
        best: i64,
        high: i64,
        winner: i64,
        points: i64,
        rest: i64,
        at: i64,
        base: i64,
    ) -> i64:
        """Return the value as `lead` does, with a trick on the table.

        led: the card that was led, best: the one that wins so far, of `winner`, high: the highest of the suit led.
        points: of the cards in the trick; rest: of those and of all in hands.
        """
        if played == self.seats:
            return self.taken(winner, points, rest, at, base)
        self.nodes += 1
        if self.nodes >= self.most or (self.nodes & LOOK == 0 and self.stop()):
            self.out = True
        if self.out:
            return 0
        hands = self.hands
        hand: i64 = hands[seat]
        ours: bool = self.side >> seat & 1 != 0
        after: i64 = self.after(seat)
        others: i64 = (hands[0] | hands[1] | hands[2] | hands[3] | BIT[best] | BIT[high]) & ~hand
        end: i64 = self.moves.write(self.pack.may(hand, led, best, high), others, base)
        self.moves.judge(seat, base, end, best, ours == (self.side >> winner & 1 != 0), points)
        value: i64 = -1 if ours else BOUND
        found: i64 = 0
        card: i64 = 0
        top: i64 = high
        while base < end:
            card = self.moves.pick(base, end)
            hands[seat] = hand ^ BIT[card]
            top = card if self.above[high] & BIT[card] else high
            if self.beaten[best] & BIT[card]:
                found = self.follow(after, played + 1, led, card, top, seat, points + self.worth[card], rest, at, end)
            else:
                found = self.follow(after, played + 1, led, best, top, winner, points + self.worth[card], rest, at, end)
            hands[seat] = hand
            if self.out:
                return 0
            if (found >= at) == ours:
                self.moves.learn(seat, card, 0)
                return found
            if (found > value) == ours:
                value = found
            base += 1
        return value

    def taken(self, winner: i64, points: i64, rest: i64, at: i64, base: i64) -> i64:
        """Return the value after a complete trick."""
        points += self.each
        if self.hands[winner] == 0:
            points += self.last
        if self.side >> winner & 1:
            return points + self.lead(winner, rest - points, at - points, base)
        return self.lead(winner, rest - points, at, base)
