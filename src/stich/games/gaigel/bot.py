"""The bots of Gaigel, and what the search has to know of it."""

from __future__ import annotations

from collections.abc import Hashable

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.gaigel.advise import advise
from stich.games.gaigel.beginner import Beginner
from stich.games.gaigel.club import Club
from stich.games.gaigel.rules import GAME, Gaigel
from stich.games.gaigel.rules_table import CONTRACTS, EACH, HAND, KING, PAIR, QUEEN, SIZE, TRICK, WORTH
from stich.kernel.action import Action
from stich.kernel.cards import Card, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.game import Deck
from stich.kernel.state import Setup, State
from stich.kernel.view import View
from stich.kernel.zones import Rules

__all__ = ["BOTS", "advise", "duplicate", "winners"]


class Expert(Search[Gaigel]):
    """The talon is drawn in many worlds; when it is gone, the last cards are solved in each of them."""

    iterations = 1800
    interrupts = False  # claims out of turn are left to the root

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """A claim, an exchange or a trump pair needs no thought."""
        s = view.seen
        assert isinstance(s, Gaigel)
        for a in legal:
            if a.verb in ("claim", "exchange") or (a.verb == "meld" and a.cards[0] // SIZE == s.suit):
                return [a]
        return legal

    def policy(self, s: Gaigel, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return quickly(s, legal)

    def solvable(self, s: Gaigel) -> bool:
        if not s.gone():
            return False
        return sum([len(s.held(seat)) for seat in range(s.layout.seats)]) <= 12

    def key(self, s: Gaigel) -> Hashable:
        hands = tuple([s.zones[at + EACH * seat] for seat in range(s.layout.seats) for at in (HAND, PAIR)])
        return (s.turn, s.points, s.scored, s.melded, s.zones[TRICK], hands)

    def side(self, s: Gaigel, seat: Seat) -> Seats:
        return s.rules.side[seat]


def quickly(s: Gaigel, legal: list[Action]) -> Action:
    """Return a sensible act at once: what is more than a card first; then take points cheaply, give them to the
    partner, and keep trumps and what may become a pair.
    """
    more = legal[-1]
    if more.verb != "play":
        return more
    trick = s.zones[TRICK]
    if not trick:
        return max(legal, key=lambda a: lead(s, a.cards[0]))
    contract = CONTRACTS[s.suit]
    at = contract.best(trick)
    best = trick[at]
    lying = sum([WORTH[c] for c in trick])
    who = (s.leader + s.rules.step * at) % s.layout.seats
    if s.rules.side[s.turn] >> who & 1:
        return max(legal, key=lambda a: WORTH[a.cards[0]] - 9 * (a.cards[0] // SIZE == s.suit))
    winning = [a for a in legal if contract.beats(a.cards[0], best)]
    if winning:
        a = max(winning, key=lambda a: WORTH[a.cards[0]] - 14 * (a.cards[0] // SIZE == s.suit))
        if a.cards[0] // SIZE != s.suit or lying >= 9:
            return a
    return min(legal, key=lambda a: spare(s, a.cards[0]))


def lead(s: Gaigel, c: Card) -> int:
    """With a talon low cards are led, without one the high ones."""
    return WORTH[c] if s.gone() else -spare(s, c)


def spare(s: Gaigel, c: Card) -> int:
    return WORTH[c] + 8 * (c // SIZE == s.suit) + 3 * (c % SIZE in (QUEEN, KING))


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}


def duplicate(rules: Rules, deck: Deck, number: int) -> list[tuple[State, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0, with the roles of its seats: sides change places."""
    seats = rules.layout.seats
    s = GAME.deal(rules, Setup(1, number % seats, (0,) * seats), deck)
    sides = 2 if seats == 4 else seats
    return [(s, tuple([("forehand", "second", "third")[(seat - s.turn) % sides] for seat in range(seats)]))]


def winners(s: State) -> Seats:
    """Return who has won a finished game."""
    assert isinstance(s, Gaigel)
    return s.winners
