"""Tricks with all cards open: the points that one side can be sure of against all other seats, if all play best.

The search goes trick by trick to the last one. It asks whether the side gets at least so many points, again and again
with closer bounds (zero-window search: Pearl 1980), keeps what it finds in a table of positions between two tricks, and
plays one of several cards that are worth the same and stand next to each other in what is left of their suit, as the
solvers of Skat (Kupferschmid and Helmert 2006) and of Bridge do.

It knows cards and tricks, and no melds, announcements or extra points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.cards import Cards, Seat, Seats
from stich.parts.trick_table import EMPTY, TrickTable
from stich.parts.tricks import BIT, Contract, Duty

NODES: Final = 20_000_000
LOOK: Final = 0x3FF  # nodes between two looks at the limits
SEATS: Final = 4
ROOM: Final = 1024  # cards of all decisions on the way to the one that is looked at

LOW_AT: Final = 2  # in the table, behind the leader: bounds, and the best lead
HIGH_AT: Final = 14
LEAD_AT: Final = 26
BOUND: Final = 0xFFF
FACE: Final = 63  # no card has this number

MASTER: Final = 60  # how promising a card is: a lead that nothing beats
TAKES: Final = 100  # a card that takes the trick from the other side
CHEAP: Final = 3
GOOD: Final = 512  # the highest value of the history: of each seat 64 cards that follow, then 64 that lead
FADES: Final = 4
SEAT: Final = 128
LEADS: Final = 64


def never() -> bool:
    """Return False: nothing stops the search."""
    return False


@final
class OpenTricks:
    """Solves positions of one contract, one after the other. Not for use by several threads at once.

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
        bits: the table has 2**bits positions of 40 bytes. Raises ValueError for more faces than a set can have, if each
        copy is a face of its own.
        """
        if copies * contract.size > len(BIT):
            raise ValueError(f"{copies} copies of {contract.size} faces are too many for a set")
        nothing: i64 = 0
        size = contract.size
        self.size = size
        self.copies = copies
        self.duty = duty
        many = size * copies
        self.suit: vec[i64] = vec[i64]([contract.suit[c % size] for c in range(many)])
        self.members: vec[i64] = vec[i64]([spread(faces, size, copies) for faces in contract.members])
        self.above: vec[i64] = vec[i64]([spread(contract.above[c % size], size, copies) for c in range(many)])
        self.beaten: vec[i64] = vec[i64]([spread(contract.beaten[c % size], size, copies) for c in range(many)])
        self.worth: vec[i64] = vec[i64]([worth[c % size] for c in range(many)])
        self.trump: i64 = contract.trump
        self.trumps: i64 = self.members[contract.trump] if contract.trump >= 0 else nothing
        self.each: i64 = each
        self.last: i64 = last
        self.hands: vec[i64] = vec[i64]([0] * SEATS)
        self.cards: vec[i64] = vec[i64]([0] * ROOM)
        self.ranks: vec[i64] = vec[i64]([0] * ROOM)
        self.history: vec[i64] = vec[i64]([0] * (SEATS * SEAT))
        self.table = TrickTable(bits)
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
        further. limit: nodes; stop: the search ends soon after it begins to return True.
        """
        if side != self.side or len(hands) != self.seats or step != self.step:
            self.table = TrickTable(self.table.bits)  # what is known is known for one side
        self.side = side
        self.seats = len(hands)
        self.step = step
        self.most = self.nodes + limit
        self.out = stop()
        self.stop = stop
        lying = self.place(hands, trick)
        low: i64 = -1
        high: i64 = BOUND
        value: i64 = self.total(self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]) >> 1  # a first guess
        at: i64 = 0
        while low < high and not self.out:
            at = (low + high + 1) >> 1 if high < BOUND else value if value > low else low + 1
            value = self.go_on(leader, lying, at)
            if value < at:
                high = value
            else:
                low = value
        return None if self.out else int(low)

    def place(self, hands: Sequence[Cards], trick: Cards) -> list[int]:
        """Write the hands as sets; return the cards of the trick. The copy that is met first has the lower number."""
        seen: i64 = 0
        bit: i64 = 0
        lying: list[int] = []
        for c in trick:
            face = c + self.size if seen & BIT[c] else c
            seen |= BIT[face]
            lying.append(face)
        for seat in range(SEATS):
            bit = 0
            for c in hands[seat] if seat < len(hands) else b"":
                face = c + self.size if seen & BIT[c] else c
                seen |= BIT[face]
                bit |= BIT[face]
            self.hands[seat] = bit
        return lying

    def go_on(self, leader: i64, lying: list[int], at: i64) -> i64:
        """Return the value of the position that was placed, as `follow` does."""
        if not lying:
            return self.lead(leader, at, 0)
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
        return self.follow(seat, len(lying), lying[0], best, high, winner, points, at, 0)

    def after(self, seat: i64) -> i64:
        """Return the seat that plays after another one."""
        seat += self.step
        return seat - self.seats if seat >= self.seats else seat

    # -- the search ---------------------------------------------------------------------------------------------------

    def lead(self, leader: i64, at: i64, base: i64) -> i64:
        """Return the points of the side from here on: an upper bound if it is below `at`, else a lower bound.

        base: the first free place among the cards.
        """
        hands = self.hands
        left: i64 = hands[0] | hands[1] | hands[2] | hands[3]
        if left == 0 or at <= 0:
            return 0
        known: i64 = self.table.find(hands, leader)
        low: i64 = 0
        high: i64 = BOUND
        first: i64 = FACE
        if known != EMPTY:
            low = known >> LOW_AT & BOUND
            high = known >> HIGH_AT & BOUND
            first = known >> LEAD_AT & FACE
            if low >= at:
                return low
            if high < at:
                return high
        else:
            high = self.total(left)
            if high < at:
                return high
        found: i64 = self.leads(leader, left, first, at, base)
        if self.out:
            return 0
        if found >= at:
            low = found
        else:
            high = found
        if (found >= at) == (self.side >> leader & 1 != 0):
            first = self.cards[base]
        self.table.put(hands, leader, leader | low << LOW_AT | high << HIGH_AT | first << LEAD_AT)
        return found

    def leads(self, leader: i64, left: i64, first: i64, at: i64, base: i64) -> i64:
        """Try the leads of a seat; one that decides then stands at place `base`."""
        hand: i64 = self.hands[leader]
        ours: bool = self.side >> leader & 1 != 0
        end: i64 = self.write(hand, left, base)
        i: i64 = base
        card: i64 = 0
        while i < end:
            card = self.cards[i]
            if card == first:
                self.ranks[i] = 1000
            elif self.above[card] & left & ~hand == 0:
                self.ranks[i] = MASTER + self.worth[card]
            else:
                self.ranks[i] = -self.worth[card]
            self.ranks[i] += self.history[leader * SEAT + LEADS + card] >> 3
            i += 1
        best: i64 = -1 if ours else BOUND
        found: i64 = 0
        i = base
        while i < end:
            card = self.pick(i, end)
            self.hands[leader] = hand ^ BIT[card]
            found = self.follow(self.after(leader), 1, card, card, card, leader, self.worth[card], at, end)
            self.hands[leader] = hand
            if self.out:
                return 0
            if ours:
                if found > best:
                    best = found
                if best >= at:
                    self.learn(leader * SEAT + LEADS + card)
                    self.cards[base] = card
                    return best
            else:
                if found < best:
                    best = found
                if best < at:
                    self.learn(leader * SEAT + LEADS + card)
                    self.cards[base] = card
                    return best
            i += 1
        return best

    def follow(
        self, seat: i64, played: i64, led: i64, best: i64, high: i64, winner: i64, points: i64, at: i64, base: i64
    ) -> i64:
        """Return the value as `lead` does, with a trick on the table.

        led: the card that was led, best: the one that wins so far, of `winner`, high: the highest of the suit led.
        points: of the cards in the trick.
        """
        if at <= 0:
            return 0
        if played == self.seats:
            return self.taken(winner, points, at, base)
        self.nodes += 1
        if self.nodes >= self.most or (self.nodes & LOOK == 0 and self.stop()):
            self.out = True
        if self.out:
            return 0
        hands = self.hands
        hand: i64 = hands[seat]
        ours: bool = self.side >> seat & 1 != 0
        after: i64 = self.after(seat)
        left: i64 = hands[0] | hands[1] | hands[2] | hands[3] | BIT[best] | BIT[high]
        end: i64 = self.write(self.may(hand, led, best, high), left, base)
        self.judge(seat, base, end, best, ours == (self.side >> winner & 1 != 0), points)
        value: i64 = -1 if ours else BOUND
        found: i64 = 0
        card: i64 = 0
        top: i64 = high
        while base < end:
            card = self.pick(base, end)
            hands[seat] = hand ^ BIT[card]
            top = card if self.above[high] & BIT[card] else high
            if self.beaten[best] & BIT[card]:
                found = self.follow(after, played + 1, led, card, top, seat, points + self.worth[card], at, end)
            else:
                found = self.follow(after, played + 1, led, best, top, winner, points + self.worth[card], at, end)
            hands[seat] = hand
            if self.out:
                return 0
            if ours:
                if found > value:
                    value = found
                if value >= at:
                    self.learn(seat * SEAT + card)
                    return value
            else:
                if found < value:
                    value = found
                if value < at:
                    self.learn(seat * SEAT + card)
                    return value
            base += 1
        return value

    def taken(self, winner: i64, points: i64, at: i64, base: i64) -> i64:
        """Return the value after a complete trick."""
        points += self.each
        if self.hands[winner] == 0:
            points += self.last
        if self.side >> winner & 1:
            return points + self.lead(winner, at - points, base)
        return self.lead(winner, at, base)

    def total(self, left: i64) -> i64:
        """Return the points of all cards that are left and of their tricks."""
        points: i64 = self.last
        tricks: i64 = 0
        face: i64 = 0
        while left:
            if left & 1:
                points += self.worth[face]
                tricks += 1
            left >>= 1
            face += 1
        return points + self.each * tricks // self.seats

    # -- cards --------------------------------------------------------------------------------------------------------

    def may(self, hand: i64, led: i64, best: i64, high: i64) -> i64:
        """Return the cards that may be played: see `Duty.wanted`."""
        duty = self.duty
        suit: i64 = self.suit[led]
        some: i64 = 0
        if not duty.follow:
            return hand
        if duty.head:
            if self.suit[best] == suit:
                some = hand & self.above[best] & self.members[suit]
            elif duty.head_after_trump:
                some = hand & self.above[high] & self.members[suit]
            if some:
                return some
        some = hand & self.members[suit]
        if some:
            return some
        if duty.trump and self.trump >= 0 and suit != self.trump:
            if duty.overtrump and self.suit[best] == self.trump:
                some = hand & self.above[best]
                if some:
                    return some
            some = hand & self.trumps
            if some:
                return some
        return hand

    def write(self, may: i64, left: i64, base: i64) -> i64:
        """Write cards of a set from place `base` on, one of those that are equal; return the place behind.

        left: all cards in hands, and those of the trick that others have to beat.
        """
        cards = self.cards
        i: i64 = base
        k: i64 = base
        card: i64 = 0
        face: i64 = 0
        rest: i64 = may
        equal = False
        while rest:
            if rest & 1:
                equal = False
                k = base
                while k < i and not equal:
                    card = cards[k]
                    if self.worth[card] == self.worth[face] and self.suit[card] == self.suit[face]:
                        equal = (self.above[card] ^ self.above[face]) & left & ~(BIT[card] | BIT[face]) & ~may == 0
                    k += 1
                if not equal:
                    cards[i] = face
                    i += 1
            rest >>= 1
            face += 1
        return i

    def learn(self, at: i64) -> None:
        """Note that a card has decided a position. at: its place in the history."""
        self.history[at] += (GOOD - self.history[at]) >> FADES

    def judge(self, seat: i64, base: i64, end: i64, best: i64, with_us: bool, points: i64) -> None:
        """Write how promising each card is for a seat that follows. with_us: its side has the trick so far."""
        i: i64 = base
        card: i64 = 0
        while i < end:
            card = self.cards[i]
            if self.beaten[best] & BIT[card]:
                if with_us:
                    self.ranks[i] = self.worth[card] - CHEAP
                else:
                    self.ranks[i] = TAKES + self.worth[card] + points
                    if self.suit[card] == self.trump:
                        self.ranks[i] -= CHEAP * self.worth[card]
            elif with_us:
                self.ranks[i] = self.worth[card]
            else:
                self.ranks[i] = -self.worth[card]
            self.ranks[i] += self.history[seat * SEAT + card] >> 4
            i += 1

    def pick(self, at: i64, end: i64) -> i64:
        """Bring the most promising of the cards between two places to the first of them, and return it."""
        cards = self.cards
        ranks = self.ranks
        first: i64 = at
        i: i64 = at + 1
        while i < end:
            if ranks[i] > ranks[first]:
                first = i
            i += 1
        i = cards[first]
        cards[first] = cards[at]
        cards[at] = i
        end = ranks[first]
        ranks[first] = ranks[at]
        ranks[at] = end
        return i


def spread(faces: int, size: int, copies: int) -> int:
    """Return a set of faces with the second copy of each, if there are two."""
    return faces | faces << size if copies > 1 else faces
