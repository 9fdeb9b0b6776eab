"""The bots of Herzblatt, and what the search has to know of it."""

from __future__ import annotations

from collections.abc import Hashable

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.herzblatt.advise import advise
from stich.games.herzblatt.beginner import Beginner
from stich.games.herzblatt.club import Club, buried, declares, side_of
from stich.games.herzblatt.rules import GAME, PLAY, Herzblatt, declare
from stich.games.herzblatt.rules_table import CONTRACT, EACH, HAND, TRICK, WORTH
from stich.kernel.action import Action
from stich.kernel.cards import Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.game import Deck
from stich.kernel.state import Setup, State
from stich.kernel.view import View
from stich.kernel.zones import Rules

__all__ = ["BOTS", "advise", "duplicate", "winners"]


class Expert(Search[Herzblatt]):
    """The last cards are solved in each world; what comes before is played in the rollouts as Club would, in short."""

    iterations = 1500

    def policy(self, s: Herzblatt, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is PLAY:
            return quickly(s, seat, legal)
        if s.phase.name == "discard":
            return max(legal, key=lambda a: buried(a.cards[0], s.hand(seat)))
        if s.phase.name == "volunteer":
            return legal[0 if declares(s, seat) else 1]
        return legal[int(chance.below(len(legal)))] if s.phase.name == "propose" else legal[0]

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """Of the cards to lay away the likeliest six; of equal plain cards of no worth one."""
        s = view.seen
        assert isinstance(s, Herzblatt)
        if s.phase.name == "discard":
            return sorted(legal, key=lambda a: -buried(a.cards[0], s.hand(view.seat)))[:6]
        return legal

    def solvable(self, s: Herzblatt) -> bool:
        return s.phase is PLAY and sum([len(s.hand(seat)) for seat in range(s.layout.seats)]) <= 12

    def key(self, s: Herzblatt) -> Hashable:
        hands = tuple([s.zones[HAND + EACH * seat] for seat in range(s.layout.seats)])
        return (s.turn, s.points, s.zones[TRICK], hands)

    def side(self, s: Herzblatt, seat: Seat) -> Seats:
        return side_of(s, seat) if s.declarer >= 0 else 1 << seat


def quickly(s: Herzblatt, seat: Seat, legal: list[Action]) -> Action:
    """Return a sensible play at once: a card that wins, else points for one's own side, else the cheapest card."""
    trick = s.zones[TRICK]
    if not trick:
        return max(legal, key=lambda a: WORTH[a.cards[0]])
    at = CONTRACT.best(trick)
    best = trick[at]
    if side_of(s, seat) >> s.after(s.leader, at) & 1:
        return max(legal, key=lambda a: WORTH[a.cards[0]] - 8 * CONTRACT.is_trump(a.cards[0]))
    winning = [a for a in legal if CONTRACT.beats(a.cards[0], best)]
    last = len(trick) + 1 == s.layout.seats
    if winning:
        return max(
            winning, key=lambda a: WORTH[a.cards[0]] if last and not CONTRACT.is_trump(a.cards[0]) else -a.cards[0]
        )
    return min(legal, key=lambda a: WORTH[a.cards[0]] + 3 * CONTRACT.is_trump(a.cards[0]))


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}


def duplicate(rules: Rules, deck: Deck, number: int) -> list[tuple[State, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0, with the roles of its seats. Nobody is asked: the seats
    take turns in declaring.
    """
    seats = rules.layout.seats
    s = GAME.deal(rules, Setup(1, number // seats % seats, (0,) * seats), deck)
    assert isinstance(s, Herzblatt)
    declare(s, number % seats)
    return [(s, tuple(["declarer" if seat == s.declarer else "defender" for seat in range(seats)]))]


def winners(s: State) -> Seats:
    """Return whose side has won a finished deal."""
    assert isinstance(s, Herzblatt)
    alone = 1 << s.declarer
    return alone if s.points[s.declarer] >= 66 else s.layout.everyone & ~alone
