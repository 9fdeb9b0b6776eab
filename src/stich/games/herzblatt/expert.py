"""Expert: rollouts play much like Club, but with all hands known; the last cards are solved in each world."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final, final

from mypy_extensions import i64

from stich.bots.open_trick import BIT, OpenTrick, face_set
from stich.bots.search import NO_LUCK, Search, before
from stich.games.herzblatt.club import TEN, Club, buried, declares
from stich.games.herzblatt.rules_cards import ASIDE, CONTRACT, EACH, HAND, SIZE, STOCK, TRICK, WORTH
from stich.games.herzblatt.rules_phases import LAY_AWAY, PLAY, PROPOSE, VOLUNTEER
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Seat, Seats, has, only
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.double_dummy import OpenTricks
from stich.parts.tricks import bearing
from stich.parts.tuples import credit

CLUB: Final = Club()
SOLVED: Final = 12  # cards in all hands that the solver is given
TRICKS: Final = 16  # the same, of the solver that knows nothing but tricks
ROOM: Final = 10  # its tables have 2**ROOM positions
OPEN: Final = OpenTrick(CONTRACT, WORTH)
POINT: Final = 0.01  # value of a card point beside the units: a lead is seldom caught up


@final
class Expert(Search[Herzblatt]):
    iterations: ClassVar[int] = 3000
    margin: ClassVar[float] = 0.05

    def candidates(self, view: View[Herzblatt], legal: list[Action]) -> list[Action]:
        """Return the six likeliest cards to discard."""
        s = view.seen
        if s.phase is LAY_AWAY:
            return sorted(legal, key=lambda a: -buried(a.cards[0], s.hand(view.seat)))[:6]
        return before(CLUB.choose(view, legal, NO_LUCK), legal)

    def policy(self, s: Herzblatt, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is PLAY:
            return sensible(s, seat, legal)
        if s.phase is LAY_AWAY:
            return max(legal, key=lambda a: buried(a.cards[0], s.hand(seat)))
        if s.phase is VOLUNTEER:
            return legal[0 if declares(s, seat) else 1]
        return legal[int(chance.below(len(legal)))] if s.phase is PROPOSE else legal[0]

    def solvable(self, s: Herzblatt) -> bool:
        return s.phase is PLAY and sum([len(s.hand(seat)) for seat in range(s.layout.seats)]) <= SOLVED

    def tricks(self, s: Herzblatt) -> OpenTricks | None:
        return OpenTricks(CONTRACT, s.rules.duty, WORTH, bits=ROOM) if s.phase is PLAY else None

    def settled(self, s: Herzblatt, seat: Seat, tricks: OpenTricks) -> float | None:
        seats = s.layout.seats
        hands = [s.zones[HAND + EACH * other] for other in range(seats)]
        if s.phase is not PLAY or sum([len(hand) for hand in hands]) > TRICKS:
            return None
        alone = s.declarer
        more = tricks.solve(hands, only(alone), s.leader, s.zones[TRICK])
        if more is None:
            return None
        more += bearing(s.zones[ASIDE + EACH * alone], WORTH) + bearing(s.zones[STOCK], WORTH)  # they count at the end
        s.points = credit(s.points, only(alone), more)
        return self.utility(s, seat)

    def key(self, s: Herzblatt) -> Hashable:
        hands = tuple([s.zones[HAND + EACH * seat] for seat in range(s.layout.seats)])
        apart = (s.zones[STOCK], s.zones[ASIDE + EACH * s.declarer])  # they count at the end
        return (s.turn, s.declarer, s.points[s.declarer], s.zones[TRICK], hands, apart)

    def side(self, s: Herzblatt, seat: Seat) -> Seats:
        return s.side(seat) if s.declarer >= 0 else only(seat)

    def utility(self, s: Herzblatt, seat: Seat) -> float:
        if s.declarer < 0:
            return 0.0
        n = s.points[s.declarer]
        rates = s.rules.rates
        units = rates[0] if n >= 66 else rates[1] if n >= 31 else rates[2]
        ahead = units + POINT * (n - 66)
        return ahead * (s.layout.seats - 1) if seat == s.declarer else -ahead  # one against all


def sensible(s: Herzblatt, seat: Seat, legal: list[Action]) -> Action:
    """Return the best play: the points of the trick, less what the card would earn later."""
    seats = s.layout.seats
    trick = s.zones[TRICK]
    played = len(trick)
    mine = s.side(seat)
    ours: i64 = 0
    others: i64 = 0
    later: list[i64] = []
    for place in range(seats):
        who = s.after(s.leader, place)
        if has(mine, who):
            ours |= BIT[place]
        if who != seat:
            hand = face_set(s.zones[HAND + EACH * who])
            others |= hand
            if place > played:
                later.append(hand)
    last = len(s.zones[HAND + EACH * seat]) == 1
    best = legal[0]
    most = -1000.0
    for a in legal:
        c = a.cards[0]
        worth = float(OPEN.outcome(trick + ONE[c], ours, later, True))
        if not last:
            worth -= keep(c, others)
        if worth > most:
            best = a
            most = worth
    return best


def keep(c: int, others: i64) -> float:
    """Return what c earns later. others: all cards in other hands."""
    master = OPEN.above[c] & others == 0
    if OPEN.trumps & BIT[c]:
        return WORTH[c] + 5.0 if master else 4.0 + 0.4 * WORTH[c]
    if master:
        return 0.3 * WORTH[c] + 1.0
    return 0.5 if c % SIZE == TEN else -0.15 * WORTH[c]
