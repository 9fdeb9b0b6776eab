"""The bots of Doppelkopf, and how two of them are compared."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.doppelkopf.advise import advise
from stich.games.doppelkopf.beginner import Beginner
from stich.games.doppelkopf.club import Club
from stich.games.doppelkopf.expert import Expert
from stich.games.doppelkopf.rules import GAME, Doppelkopf
from stich.kernel.cards import Seats, seats_of
from stich.kernel.game import Deck
from stich.kernel.state import Setup, State
from stich.kernel.zones import Rules

__all__ = ["BOTS", "advise", "duplicate", "winners"]

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
