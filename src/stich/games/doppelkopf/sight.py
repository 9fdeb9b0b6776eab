"""What a seat can infer about the other hands: who is likely to be a friend, and who is likely to hold what."""

from __future__ import annotations

from math import exp

from stich.games.doppelkopf.rules_cards import ACE, CLUB_QUEEN, EACH, HAND, SIZE, TRICK, TRUMP, WON
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import FOREIGN, Doppelkopf, parties
from stich.kernel.cards import Card, Seat, has
from stich.kernel.view import View

CARELESS = 0.9  # how often a player takes a trick that they could take
FIRST_ACE = 0.6  # how often a called ace in hand is the first one to fall


class Sight:
    """A position as seen by one seat.

    friends: for each seat the probability that it is of the seat's own party. unseen: for each face the number in other
    hands.
    """

    def __init__(self, view: View[Doppelkopf]) -> None:
        s = view.seen
        self.s = s
        self.me: Seat = view.seat
        self.hand = s.hand(view.seat)
        self.trick = s.zones[TRICK]
        self.contract = s.how()
        self.others = [(view.seat + i) & 3 for i in (1, 2, 3)]
        self.sizes = [len(s.hand(seat)) for seat in range(4)]
        self.unseen = [0] * (4 * SIZE)
        for c in s.layout.deck:
            self.unseen[c] += 1
        seen = self.hand + self.trick + b"".join([s.zones[WON + EACH * seat] for seat in range(4)])
        for c in seen:
            self.unseen[c] -= 1
        self.shares = [self.share(seat) for seat in range(4)]
        self.friends = self.friendship()

    def share(self, seat: Seat) -> list[float]:
        """Return for each face the expected number of copies that `seat` holds, by the places where they can lie."""
        out = [0.0] * len(self.unseen)
        if seat == self.me:
            return out
        for c, n in enumerate(self.unseen):
            if n and self.s.can_hold(c, HAND + EACH * seat):
                room = sum(self.sizes[other] for other in self.others if self.s.can_hold(c, HAND + EACH * other))
                out[c] = n * self.sizes[seat] / room
        return out

    def friendship(self) -> list[float]:
        """§4 Proven parties count; the other probabilities add up to the number of missing friends."""
        re, kontra = parties(self.s, self.me)
        if self.s.is_looking():
            return self.looking()
        if re | kontra != ALL:
            return self.guessed(re, has(re, self.me))
        mine = re if has(re, self.me) else kontra
        return [float(has(mine, seat)) for seat in range(4)]

    def guessed(self, re: int, i_am_re: bool) -> list[float]:
        """Distribute the club queens that have not been played among the seats that can hold one."""
        may = [seat for seat in self.others if not has(re, seat) and self.s.can_hold(CLUB_QUEEN, HAND + EACH * seat)]
        chance = min(1.0, self.unseen[CLUB_QUEEN] / len(may)) if may else 0.0
        out = [0.0] * 4
        for seat in range(4):
            is_re = 1.0 if has(re, seat) else chance if seat in may else 0.0
            out[seat] = is_re if i_am_re else 1 - is_re
        out[self.me] = 1.0
        return out

    def looking(self) -> list[float]:
        """The caller has no partner yet. The holder of the called ace wants to be the partner; the others are
        opponents.
        """
        s, caller = self.s, self.s.declarer
        out = [0.5] * 4
        if s.called == FOREIGN:
            out = [0.4] * 4
        elif self.me == caller:
            ace = SIZE * s.called + ACE
            may = [seat for seat in self.others if s.can_hold(ace, HAND + EACH * seat)]
            out = [1 / len(may) if seat in may else 0.0 for seat in range(4)]
        else:
            n = self.hand.count(SIZE * s.called + ACE)
            mine = (0.0, FIRST_ACE, 1.0)[n]
            out = [(1 - mine) / 2] * 4
            out[caller] = mine
        out[self.me] = 1.0
        return out

    def expected(self, seat: Seat, faces: int) -> float:
        """Return the expected number of cards of a set of faces that a seat holds."""
        return sum([n for c, n in enumerate(self.shares[seat]) if n and faces >> c & 1])

    def overtakes(self, seat: Seat, led: int, best: Card) -> float:
        """Return the chance that a seat still to play beats `best`; led: the suit led."""
        how = self.contract
        beating = how.beaten[best]
        if led == TRUMP:
            return CARELESS * (1 - exp(-self.expected(seat, beating)))
        void = exp(-self.expected(seat, how.members[led]))
        higher = 1 - exp(-self.expected(seat, beating & how.members[led]))
        trumps = 1 - exp(-self.expected(seat, beating & how.members[TRUMP]))
        return CARELESS * ((1 - void) * higher + void * trumps)

    def winning(self) -> Seat:
        """Return the winner of the trick as it stands."""
        leader = (self.me - len(self.trick)) & 3
        return (leader + self.contract.best(self.trick)) & 3

    def was_led(self, suit: int) -> bool:
        """Tell whether cards of a plain suit have gone, so that players will probably lack it in the next round of
        it.
        """
        fresh = sum([1 for c in self.s.layout.deck if self.contract.members[suit] >> c & 1])
        left = sum([self.unseen[c] for c in range(len(self.unseen)) if self.contract.members[suit] >> c & 1])
        return left + sum([1 for c in self.hand if self.contract.members[suit] >> c & 1]) < fresh - 1

    def is_beaten(self, c: Card) -> bool:
        """Tell whether a higher card of its suit is in other hands."""
        return any(n and self.contract.above[c] >> face & 1 for face, n in enumerate(self.unseen))

    def holds(self, suit: int) -> int:
        """Return the number of cards of a suit in hand."""
        return sum([1 for c in self.hand if self.contract.members[suit] >> c & 1])
