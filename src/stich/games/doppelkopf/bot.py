"""The bots of Doppelkopf, and what the search has to know of it."""

from __future__ import annotations

from collections.abc import Hashable

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.doppelkopf.advise import advise
from stich.games.doppelkopf.beginner import Beginner
from stich.games.doppelkopf.club import Club, announcement
from stich.games.doppelkopf.rules import GAME, TRICK, Doppelkopf
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_trumps import ACE, CLUB_QUEEN, NORMAL, SIZE, TRUMP, WORTH
from stich.kernel.action import Action
from stich.kernel.cards import Card, Seat, Seats, seats_of
from stich.kernel.chance import Chance
from stich.kernel.game import Deck
from stich.kernel.state import Setup, State
from stich.kernel.zones import Rules

__all__ = ["BOTS", "advise", "duplicate", "winners"]

SOLVED = 12  # cards in all hands that the solver is given
CARD_POINTS = 1 / 60  # what a card point is worth beside the units: who is ahead is less often caught up


class Expert(Search[Doppelkopf]):
    """Whom it plays with it learns from each world: there all queens lie open. The last cards are solved, where nobody
    still looks for a partner.
    """

    iterations = 500

    def policy(self, s: Doppelkopf, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase.name == "announce":
            return announcement(s, s.hand(seat), legal)
        return quickly(s, seat, legal)

    def solvable(self, s: Doppelkopf) -> bool:
        if s.phase.name == "announce" or (s.contract == NORMAL and s.called >= 0):
            return False
        return sum([len(s.hand(seat)) for seat in range(4)]) <= SOLVED

    def key(self, s: Doppelkopf) -> Hashable:
        return (s.turn, s.points, s.zones[TRICK], s.foxes, s.hand(0), s.hand(1), s.hand(2), s.hand(3))

    def side(self, s: Doppelkopf, seat: Seat) -> Seats:
        return party(s, seat)

    def utility(self, s: Doppelkopf, seat: Seat) -> float:
        mine = party(s, seat)
        return s.result().points[seat] + CARD_POINTS * sum([s.points[other] for other in seats_of(mine)])


def party(s: Doppelkopf, seat: Seat) -> Seats:
    """Return the seats that play with `seat`, all cards lying open; nobody but itself while a partner is sought."""
    re = s.re
    if not s.kontra:
        if s.called >= 0 or s.phase.name == "announce":
            return 1 << seat
        for other in range(4):
            if CLUB_QUEEN in s.hand(other):
                re |= 1 << other
    return re if re >> seat & 1 else ALL & ~re


def quickly(s: Doppelkopf, seat: Seat, legal: list[Action]) -> Action:
    """Return a sensible card at once: aces first, trumps for Re; points to one's own side, rich tricks with the
    smallest card that takes them, and else as little as can be.
    """
    how = s.rules.contracts[s.contract]
    trick = s.zones[TRICK]
    mine = party(s, seat)
    if not trick:
        return max(legal, key=lambda a: lead(s, a.cards[0], s.re >> seat & 1 != 0 or CLUB_QUEEN in s.hand(seat)))
    at = how.best(trick)
    holder = (seat - len(trick) + at) & 3
    if mine >> holder & 1 and (len(trick) == 3 or how.above[trick[at]] == 0):
        return max(legal, key=lambda a: WORTH[a.cards[0]] - 9 * how.is_trump(a.cards[0]))
    taking = [a for a in legal if how.beats(a.cards[0], trick[at])]
    if taking and not mine >> holder & 1:
        last = len(trick) == 3
        lying = sum([WORTH[c] for c in trick])
        if lying >= 8 or last:
            return min(taking, key=lambda a: height(s, a.cards[0]) - (WORTH[a.cards[0]] if last else 0))
    return min(legal, key=lambda a: WORTH[a.cards[0]] + 5 * how.is_trump(a.cards[0]))


def height(s: Doppelkopf, c: Card) -> int:
    """Return how high c stands: the less there is above it, the more."""
    how = s.rules.contracts[s.contract]
    return 26 * how.is_trump(c) - bin(how.above[c]).count("1")


def lead(s: Doppelkopf, c: Card, is_re: bool) -> int:
    how = s.rules.contracts[s.contract]
    if how.suit[c] != TRUMP:
        return 30 if c % SIZE == ACE else 10 - WORTH[c]
    return 15 - WORTH[c] if is_re else 0


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}


def duplicate(rules: Rules, deck: Deck, number: int) -> list[tuple[State, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0: one bot has the first and the third seat, the other one
    the second and the fourth, and then they change. Who plays with whom is up to the cards.
    """
    s = GAME.deal(rules, Setup(1, number % 4, (0, 0, 0, 0)), deck)
    return [(s, tuple([("forehand", "second")[(seat - s.turn) % 2] for seat in range(4)]))]


def winners(s: State) -> Seats:
    """Return whose party has won a finished deal; what foxes cost does not change that."""
    assert isinstance(s, Doppelkopf)
    return s.re if sum([s.points[seat] for seat in seats_of(s.re)]) >= 121 else s.kontra
