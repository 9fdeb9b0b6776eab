"""A deal in which one seat acts after the other, for programs that know nothing of windows and sealed answers.

The rule: who may interrupt is asked first, seat by seat from the lowest, and can decline; then acts the seat that the
table waits for, of several the lowest. Answers that are sealed stay sealed until the last is given. A window closes
when all have declined. A seat that could do nothing but decline is passed over.
"""

from __future__ import annotations

from typing import Any, Final, Generic

from stich.bots.player import dead_end
from stich.env.saving import freeze, thaw
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, Seats, has, seats_of
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.sample import sample
from stich.kernel.state import S, State
from stich.kernel.view import View, view
from stich.kernel.zones import Rules

DECLINE: Final = CLOSE  # what a seat does that could interrupt and does not
OVER: Final = -1


def turn_of(s: S, declined: Seats) -> tuple[Seat, list[Action]]:
    """Return whose turn it is, and what this seat can do: HOST if a window closes now, OVER at the end.

    declined: the seats that do not want to interrupt. Raises RuntimeError if a seat has to act and can do nothing,
    which the laws of every game exclude.
    """
    must = s.must()
    for seat in seats_of(s.may() & ~must & ~s.phase.waits_out(s) & ~declined):
        offered = s.legal(seat)
        if offered:
            return seat, [*offered, DECLINE]
    if has(must, HOST):
        return HOST, []
    seat = s.actor()
    legal = s.legal(seat) if seat >= 0 else []
    if seat >= 0 and not legal:
        raise RuntimeError(dead_end(s, seat))
    return seat, legal


def passed_over(s: State, seat: Seat) -> Seats:
    """Return the seats that could have interrupted before the turn of `seat` came: where that follows from hidden
    cards, a drawn deal must not ask them again.
    """
    return s.layout.everyone if has(s.must(), seat) else (1 << seat) - 1


class Turns(Generic[S]):
    """A deal, and whose turn it is.

    deal: is played on in place. declined: the seats that have declined to interrupt where the deal stands. seat: whose
    turn it is, OVER when nobody can act any more. legal: what this seat can do, `DECLINE` last if it could interrupt;
    callers must not change the list.
    """

    def __init__(self, game: Game[S, Any], rules: Rules, deal: S, declined: Seats = 0) -> None:
        self.game = game
        self.rules = rules
        self.deal = deal
        self.declined = declined
        self.seat: Seat = OVER
        self.legal: list[Action] = []
        self.settle()

    def settle(self) -> None:
        """Find whose turn it is, and close windows. Raises RuntimeError as `turn_of` does."""
        self.seat, self.legal = turn_of(self.deal, self.declined)
        while self.seat == HOST:
            self.deal.apply(HOST, CLOSE)
            self.declined = 0
            self.seat, self.legal = turn_of(self.deal, 0)

    def play(self, action: Action) -> None:
        """Do a legal action of the seat whose turn it is. Nothing is checked."""
        if action is DECLINE or action == DECLINE:
            self.declined |= 1 << self.seat
        else:
            s = self.deal
            s.apply(self.seat, Action(action.verb, action.cards or s.phase.cards(s, self.seat, action), action.to))
            self.declined = 0
        self.settle()

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return self.seat == OVER

    def returns(self) -> list[float]:
        """Return what the finished deal was worth for each seat; more is better, so penalties are negative.

        A deal that was passed out is worth nothing. Zeros while it is played.
        """
        if not self.over:
            return [0.0] * self.rules.layout.seats
        points = self.deal.result().points
        return [float(-n if self.rules.layout.fewest else n) for n in points]

    def view(self, seat: Seat) -> View[S]:
        """Return what a seat knows."""
        return view(self.deal, seat)

    def resample(self, seat: Seat, chance: Chance) -> Turns[S]:
        """Return a deal drawn at random from those that `seat` cannot distinguish from this one, at the same turn.

        Who was passed over here because they could not interrupt is not asked there either: their turn is over. Raises
        ValueError at the end, as `Deal.sample` does.
        """
        if self.over:
            raise ValueError("the deal is over")
        declined = self.declined | passed_over(self.deal, self.seat)
        return Turns(self.game, self.rules, sample(view(self.deal, seat), chance), declined)

    def copy(self) -> Turns[S]:
        """Return an independent copy."""
        return Turns(self.game, self.rules, self.deal.copy(), self.declined)

    def __copy__(self) -> Turns[S]:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Turns[S]:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        where = (self.game.name, self.rules.options, self.rules.layout.seats)
        return restored, (*where, freeze(self.game, self.deal), self.declined)


def restored(name: str, options: dict[str, str], seats: int, frozen: dict[str, object], declined: Seats) -> Turns[Any]:
    """Return pickled turns. Raises Refused if there is no such game here."""
    from stich.games import find

    game = find(name)
    rules = game.rules(dict(options), seats)
    return Turns(game, rules, thaw(game, rules, frozen), declined)
