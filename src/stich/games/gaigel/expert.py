"""Expert: the talon is drawn in many worlds; when it is gone, the last cards are solved in each of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final

from mypy_extensions import i64

from stich.bots.open_trick import BIT, OpenTrick, face_set
from stich.bots.search import Search, before
from stich.games.gaigel.judgement import best, chosen
from stich.games.gaigel.rules_cards import (
    CONTRACTS,
    DISS,
    EACH,
    GOAL,
    HAND,
    KING,
    PAIR,
    QUEEN,
    SIZE,
    TRICK,
    TURNUP,
    WORTH,
)
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, has
from stich.kernel.chance import Chance
from stich.kernel.view import View

SOLVED: Final = 12  # cards in all hands that the solver is given
DEAR: Final = 9  # points for which a trump is spent while there is a talon
OPEN: Final = [OpenTrick(contract, WORTH, DEAR) for contract in CONTRACTS]
STRICT: Final = [OpenTrick(contract, WORTH) for contract in CONTRACTS]
FIRST_TRICK: Final = 4.0  # opening exchange and melds
THE_GAME: Final = 40.0  # points that bring a side to 101
TO_MELD: Final = 0.5  # how often a pair in hand is melded
TO_FIND: Final = 0.06  # how often a missing partner comes
POINT: Final = 0.002  # value of a point beside the game


class Expert(Search[Gaigel]):
    iterations: ClassVar[int] = 2500
    margin: ClassVar[float] = 0.01
    interrupts: ClassVar[bool] = False  # claims out of turn are left to the root

    def candidates(self, view: View[Gaigel], legal: list[Action]) -> list[Action]:
        """A claim, an exchange or a trump pair is done without search."""
        s = view.seen
        for a in legal:
            if a.verb in ("claim", "exchange") or (a.verb == "meld" and a.cards[0] // SIZE == s.suit):
                return [a]
        return before(chosen(view, legal), legal)

    def policy(self, s: Gaigel, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        more = legal[len(legal) - 1]
        return sensible(s, seat, legal) if more.verb == "play" else more

    def solvable(self, s: Gaigel) -> bool:
        if not s.talon_empty():
            return False
        n = 0
        for seat in range(s.layout.seats):
            n += len(s.zones[HAND + EACH * seat]) + len(s.zones[PAIR + EACH * seat])
        return n <= SOLVED

    def key(self, s: Gaigel) -> Hashable:
        hands = tuple([s.zones[at + EACH * seat] for seat in range(s.layout.seats) for at in (HAND, PAIR)])
        return (s.turn, s.points, s.scored, s.melded, s.zones[TRICK], hands)

    def side(self, s: Gaigel, seat: Seat) -> Seats:
        return s.rules.side[seat]

    def utility(self, s: Gaigel, seat: Seat) -> float:
        """Return the value of the game, and a little for each point, because a lead is seldom caught up."""
        mine = s.rules.side[seat]
        most = 0
        for other in range(s.layout.seats):
            if not has(mine, other):
                most = max(most, s.points[other])
        won = 1.0 if s.winners & mine == s.winners else 0.5 if s.winners & mine else 0.0
        return won + POINT * (s.points[seat] - most)


class ClubSearch(Expert):
    """A look ahead as a club player has it: at what the first sight likes best, in a dozen worlds, and only what looks
    much better is played instead.

    So few worlds say nothing of small differences, and without these limits it threw aces away by chance.
    """

    margin: ClassVar[float] = 0.1
    tried: ClassVar[int] = 3

    def candidates(self, view: View[Gaigel], legal: list[Action]) -> list[Action]:
        return best(view, legal, self.tried)


def sensible(s: Gaigel, seat: Seat, legal: list[Action]) -> Action:
    """Return the best play: the points of the trick, less what the card would earn later."""
    seats = s.layout.seats
    trick = s.zones[TRICK]
    played = len(trick)
    bound = s.talon_empty()
    mine = s.rules.side[seat]
    step = s.rules.step
    ours: i64 = 0
    others: i64 = 0
    later: list[i64] = []
    most = 0
    who = seat if not played else s.leader
    for place in range(seats):
        if has(mine, who):
            ours |= BIT[place]
        else:
            most = max(most, s.points[who])
        if who != seat:
            hand = face_set(s.zones[HAND + EACH * who]) | face_set(s.zones[PAIR + EACH * who])
            others |= hand
            if place > played:
                later.append(hand)
        who = (who + step) % seats
    held = s.held(seat)
    table = STRICT[s.suit] if bound else OPEN[s.suit]
    won = 0.0 if s.scored & mine else FIRST_TRICK
    best = legal[0]
    top = -1000.0
    for a in legal:
        c = a.cards[0]
        points = table.outcome(trick + ONE[c], ours, later, bound)
        worth = float(points)
        if points >= 0:
            worth += won
            if s.points[seat] + points >= GOAL:
                worth += THE_GAME
        elif most - points >= GOAL:
            worth -= THE_GAME
        if len(held) > 1:
            worth -= keep_strictly(table, c, others) if bound else keep(s, seat, held, c)
        if worth > top:
            best = a
            top = worth
    return best


def keep_strictly(table: OpenTrick, c: Card, others: i64) -> float:
    """Return what c earns later, without a talon."""
    if table.trumps & BIT[c]:
        return 5.0 + 0.5 * WORTH[c]
    return 0.6 * WORTH[c] + 2.0 if table.above[c] & others == 0 else -0.3 * WORTH[c]


def keep(s: Gaigel, seat: Seat, held: Cards, c: Card) -> float:
    """Return what c earns later, with a talon: pairs are melded, the Diß is exchanged."""
    trump = c // SIZE == s.suit
    rank = c % SIZE
    earns = 6.0 + 0.5 * WORTH[c] if trump else 0.45 * WORTH[c]
    if rank in (KING, QUEEN):
        if c not in s.zones[PAIR + EACH * seat]:
            other = c - 1 if rank == KING else c + 1
            n = held.count(ONE[other])
            if held.count(ONE[c]) <= max(1, n):
                earns += (TO_MELD if n else TO_FIND) * (40.0 if trump else 20.0)
    elif trump and rank == DISS:
        turnup = s.zones[TURNUP]
        if turnup and turnup[0] != c:
            earns += 4.0 + 0.5 * WORTH[turnup[0]]
    return earns
