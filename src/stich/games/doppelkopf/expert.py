"""Expert: searches in sampled worlds. It learns its partners from each world, where all queens lie open. The last cards
are solved if nobody still looks for a partner.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final, final

from mypy_extensions import i64

from stich.bots.open_trick import BIT, OpenTrick, face_set
from stich.bots.search import Search, before
from stich.games.doppelkopf.judgement import announcement, chosen
from stich.games.doppelkopf.rules_cards import (
    ACE,
    CLUB_QUEEN,
    CONTRACTS,
    EACH,
    FOX,
    HAND,
    NORMAL,
    SIZE,
    TRICK,
    TRUMP,
    WON,
    WORTH,
)
from stich.games.doppelkopf.rules_club_phases_tricks import TRICKS
from stich.games.doppelkopf.rules_phases_announce import ANNOUNCE
from stich.games.doppelkopf.rules_phases_play import PLAY
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import FOREIGN, Doppelkopf
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Seat, Seats, has, only
from stich.kernel.chance import Chance
from stich.kernel.view import View, view

SOLVED: Final = 12  # cards in all hands that the solver is given
CARD_POINTS: Final = 1 / 60  # value of a card point beside the units: a lead is seldom caught up
TOP: Final = 9.0  # value of the highest trump in hand, in card points
FRESH_ACE: Final = 5.0  # an ace in a plain suit
DRAW: Final = 3.0  # Re leads trumps: it takes them from players who would trump its aces
FOX_PAID: Final = 6.0  # a fox if foxes are paid for


class Tables:
    """One contract, and the value of each face in hand."""

    def __init__(self, number: int, which: int) -> None:
        how = CONTRACTS[which][number]
        self.open = OpenTrick(how, WORTH)
        trumps = max(1, int(how.members[TRUMP]).bit_count())
        self.keep: list[float] = []
        for c, suit in enumerate(how.suit):
            if suit == TRUMP:
                higher = int(how.above[c]).bit_count() / trumps
                self.keep.append(1 + TOP * (1 - higher) ** 3)
            elif how.above[c] == 0:
                self.keep.append(FRESH_ACE)
            else:
                self.keep.append(0.1 * WORTH[c])


TABLES: Final = [[Tables(number, which) for number in range(len(CONTRACTS[which]))] for which in range(len(CONTRACTS))]


@final
class Expert(Search[Doppelkopf]):
    iterations: ClassVar[int] = 3000
    margin: ClassVar[float] = 0.05
    interrupts: ClassVar[bool] = False  # §12: in rollouts there are no more announcements

    def candidates(self, view: View[Doppelkopf], legal: list[Action]) -> list[Action]:
        first = chosen(view, legal)
        if (view.seen.phase is not ANNOUNCE and not first.cards) or first.verb == "give":
            return [first]
        return before(first, [a for a in legal if a.cards or view.seen.phase is ANNOUNCE])

    def policy(self, s: Doppelkopf, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is ANNOUNCE:
            return announcement(s, s.hand(seat), legal)
        if s.phase is PLAY or s.phase is TRICKS:
            return sensible(s, seat, legal if legal[-1].cards else [a for a in legal if a.cards])
        return chosen(view(s, seat), legal)  # §12: reservations, which the review of a match judges

    def solvable(self, s: Doppelkopf) -> bool:
        n = 0
        for seat in range(4):
            n += len(s.zones[HAND + EACH * seat])
        return n <= SOLVED and not s.is_looking() and (s.phase is PLAY or s.phase is TRICKS)

    def key(self, s: Doppelkopf) -> Hashable:
        hands = tuple([s.zones[HAND + EACH * seat] for seat in range(4)])
        without = tuple([not s.zones[WON + EACH * seat] for seat in range(4)])  # a trick can be without points
        return (s.turn, s.contract, s.re, s.points, without, s.zones[TRICK], s.foxes, hands, s.worth_facts())

    def side(self, s: Doppelkopf, seat: Seat) -> Seats:
        return party(s, seat)

    def utility(self, s: Doppelkopf, seat: Seat) -> float:
        mine = party(s, seat)
        value = float(s.result().points[seat])
        for other in range(4):
            if has(mine, other):
                value += CARD_POINTS * s.points[other]
        return value


def party(s: Doppelkopf, seat: Seat) -> Seats:
    """Return the seats that play with `seat`, with all cards open.

    As long as a partner is sought: the seat that holds the called ace, or none.
    """
    if s.phase is ANNOUNCE:
        return only(seat)
    re = s.re
    if s.re | s.kontra != ALL:
        if s.called == FOREIGN:
            return only(seat)
        wanted = CLUB_QUEEN if s.called < 0 else SIZE * s.called + ACE
        for other in range(4):
            if ONE[wanted] in s.zones[HAND + EACH * other]:
                re |= only(other)
    return re if has(re, seat) else ALL & ~re


def sensible(s: Doppelkopf, seat: Seat, legal: list[Action]) -> Action:
    """Return the best card: the points of the trick, less the value of the card in hand."""
    tables = TABLES[which(s)][s.contract_played()]
    trick = s.zones[TRICK]
    played = len(trick)
    mine = party(s, seat)
    ours: i64 = 0
    later: list[i64] = []
    for place in range(4):
        who = (seat - played + place) & 3
        if has(mine, who):
            ours |= BIT[place]
        if place > played:
            later.append(face_set(s.zones[HAND + EACH * who]))
    last = len(s.zones[HAND + EACH * seat]) == 1
    draw = DRAW if has(s.re, seat) or (s.contract == NORMAL and mine & s.re) else -DRAW
    best = legal[0]
    most = -1000.0
    for a in legal:
        c = a.cards[0]
        points = tables.open.outcome(trick + ONE[c], ours, later, True)
        worth = float(points)
        if s.rules.fox and (c == FOX or ONE[FOX] in trick):
            worth += FOX_PAID if points >= 0 else -FOX_PAID
        if not last:
            worth -= tables.keep[c]
            if not played and tables.open.trumps & BIT[c]:
                worth += draw
        if worth > most:
            best = a
            most = worth
    return best


def which(s: Doppelkopf) -> int:
    """Return the set of contracts for the rules of this game."""
    for i, some in enumerate(CONTRACTS):
        if some is s.rules.contracts:
            return i
    return 0
