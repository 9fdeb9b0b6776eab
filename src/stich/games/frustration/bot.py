"""The bots of Frustration, and how two of them are compared."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.frustration.advise import advise, explain
from stich.games.frustration.beginner import Beginner
from stich.games.frustration.club import Club
from stich.games.frustration.expert import Expert
from stich.games.frustration.rules import GAME
from stich.games.frustration.rules_cards import FrustrationRules
from stich.games.frustration.rules_state import Frustration
from stich.kernel.cards import Seats, only, seats_of
from stich.kernel.deal import Deck, Setup

__all__ = ["BOTS", "advise", "duplicate", "explain", "winners"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}


def duplicate(rules: FrustrationRules, deck: Deck, number: int) -> list[tuple[Frustration, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0, with the roles of its seats.

    All seats have the same contract, a different one in each deal. Every other seat plays against those between, or
    each for itself if the number of seats is odd.
    """
    seats = rules.layout.seats
    sides = 2 if seats % 2 == 0 else seats
    done = (number % len(rules.numbers),) * seats
    s = GAME.deal(rules, Setup(1, number // len(rules.numbers) % seats, (0,) * seats, done), deck)
    names = ("first", "second", "third", "fourth", "fifth")
    return [(s, tuple([names[(seat - s.setup.dealer - 1) % sides] for seat in range(seats)]))]


def winners(s: Frustration) -> Seats:
    """Return the winner of a finished deal: the fewest points among those who have laid their contract, or among
    all.
    """
    points = s.result().points
    among = seats_of(s.laid or s.layout.everyone)
    least = min([points[seat] for seat in among])
    return sum([only(seat) for seat in among if points[seat] == least])
