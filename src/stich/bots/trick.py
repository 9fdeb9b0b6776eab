"""The card counting of a careful player in trick games: which cards are still out, and who can still beat a trick.

Bots of several games use it. All of it follows from a View: cards that were seen, and duties that a player could not
meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stich.kernel.cards import BACK, Card, Cards, Seat, Seats
from stich.kernel.view import View
from stich.parts.tricks import Contract


class Count:
    """The cards that one seat has not seen, and how likely it is that another seat holds some of them.

    contract: what beats what. lacks: for each seat the faces, as bits, that it has shown not to hold. hands: the zones
    of a seat in which cards are held.
    """

    def __init__(
        self, view: View, contract: Contract, lacks: Sequence[int], hands: Callable[[Seat], Sequence[int]]
    ) -> None:
        s = view.seen
        self.contract = contract
        self.lacks = lacks
        left = [0] * 256
        for c in s.layout.deck:
            left[c] += 1
        backs = 0
        for zone in s.zones:
            for c in zone:
                left[c] -= 1
                backs += c == BACK
        self.out = [(c, n) for c, n in enumerate(left[: contract.size]) if n > 0]
        self.total = max(1, backs)
        self.known = [[c for at in hands(seat) for c in s.zones[at] if c != BACK] for seat in range(s.layout.seats)]
        self.unknown = [
            sum(s.zones[at].count(BACK) for at in hands(seat)) if seat != view.seat else 0
            for seat in range(s.layout.seats)
        ]

    def outside(self, faces: int) -> int:
        """Return how many cards of a set of faces are unseen: in other hands, or in the stock."""
        return sum([n for c, n in self.out if faces >> c & 1])

    def holds(self, seat: Seat, faces: int) -> float:
        """Return the chance that a seat holds a card of a set of faces."""
        for c in self.known[seat]:
            if faces >> c & 1:
                return 1.0
        n = self.outside(faces & ~self.lacks[seat])
        return 1.0 - max(0.0, 1.0 - n / self.total) ** self.unknown[seat]

    def is_master(self, c: Card) -> bool:
        """Tell whether no card that is out is higher in its suit."""
        return self.outside(self.contract.above[c]) == 0

    def beats(self, seat: Seat, trick: Cards, bound: bool) -> float:
        """Return the chance that a seat can beat a trick. bound: suit has to be followed."""
        contract = self.contract
        best = trick[contract.best(trick)]
        beaten = contract.beaten[best]
        if not bound:
            return self.holds(seat, beaten)
        led = contract.members[contract.suit[trick[0]]]
        can = self.holds(seat, beaten & led)
        if beaten & ~led:
            can += (1.0 - self.holds(seat, led)) * self.holds(seat, beaten & ~led)
        return min(1.0, can)

    def wins(self, trick: Cards, seats: Sequence[Seat], side: Seats, bound: bool, will: float = 1.0) -> float:
        """Return the chance that a side takes a trick.

        trick: the cards on the table. seats: who has played them, followed by who is still to play. will: how likely it
        is that a player who can beat it does.
        """
        at = self.contract.best(trick)
        ours = side >> seats[at] & 1
        chance = 1.0
        for seat in seats[len(trick) :]:
            if (side >> seat & 1) != ours:
                chance *= 1.0 - will * self.beats(seat, trick, bound)
        return chance if ours else 1.0 - chance


def reason(
    count: Count, worth: Sequence[int], trick: Cards, seats: Sequence[Seat], side: Seats, options: Cards, c: Card
) -> tuple[str, int]:
    """Return the reason to play c: one of `REASONS`, and its number of points.

    A reason about points has a twin in `NOTHING` for the case that there are none. Reasons are true for any
    distribution of the cards that are out. worth: points of each face. trick: the cards before c. seats: who has played
    them, followed by who plays now and later. options: the cards that may be played.
    """
    key, points = judged(count, worth, trick, seats, side, options, c)
    return key if points else NOTHING.get(key, key), points


def judged(
    count: Count, worth: Sequence[int], trick: Cards, seats: Sequence[Seat], side: Seats, options: Cards, c: Card
) -> tuple[str, int]:
    """Return the reason and its points as `reason` does, whether there are points or not."""
    contract = count.contract
    if len(options) == 1:
        return "only", 0
    done = trick + bytes([c])
    points = sum([worth[d] for d in done])
    at = contract.best(done)
    safe = len(done) == len(seats) or not can_be_beaten(count, done, seats, side >> seats[at] & 1 != 0, side)
    if at == len(trick) and safe:
        return ("take", points) if trick else ("sure", points)
    if not trick:
        return ("low", worth[c]) if worth[c] == min([worth[d] for d in options]) else ("best", points)
    ours = side >> seats[at] & 1
    if at < len(trick) and ours and safe and worth[c] >= 10:
        return "give", worth[c]
    if ours:
        return "best", points
    beating = [d for d in options if contract.beats(d, trick[contract.best(trick)])]
    least = min([worth[d] for d in options])
    if beating:  # points given to a partner who has not taken the trick yet are not certain
        return ("leave" if worth[c] == least or worth[c] < 10 else "best"), points
    return ("cheap" if worth[c] == least else "spare"), worth[c]


NOTHING = {key: f"{key}_nothing" for key in ("take", "sure", "low", "leave", "cheap")}
REASONS = ["only", "take", "sure", "low", "best", "give", "leave", "cheap", "spare", *NOTHING.values()]


def can_be_beaten(count: Count, trick: Cards, seats: Sequence[Seat], ours: bool, side: Seats) -> bool:
    """Tell whether a player of the other side who is still to play can hold a card that beats the trick."""
    best = trick[count.contract.best(trick)]
    for seat in seats[len(trick) :]:
        if (side >> seat & 1 != 0) != ours and count.holds(seat, count.contract.beaten[best]) > 0:
            return True
    return False
