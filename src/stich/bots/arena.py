"""Contests: which of two bots is stronger, from deals that both sides play, with confidence intervals.

The luck of the cards cancels out because every deal is played several times with the seats exchanged. The result is two
numbers for bot A: its share of the won games, one half for equals, and its edge, the points of a seat above the mean of
the others. Both come with an interval from the bootstrap over deals (Efron 1979, percentile method).
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from stich.bots import policies
from stich.bots.ceiling import Ceiling
from stich.bots.player import Bot, dead_end
from stich.bots.team import Team
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST, Seat, Seats, has, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.deal import Setup
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import State
from stich.kernel.view import view

DUPLICATE: Final = "deals"  # one deal, with roles if the game has roles
ROUNDS: Final = "rounds"  # one deal that counts, with everything that belongs to it
MATCHES: Final = "matches"
RESAMPLES: Final = 1000
SPLIT: Final = 2**32  # keeps the deals of neighbouring seeds apart
FINE: Final = 20  # steps of the clock's logarithm: answers are counted in classes 5 % wide


class Contest(NamedTuple):
    """What is played: everything that determines the results.

    game: its name. options, seats: as given, for `Game.rules`. a, b: levels or teams (see `stich.bots.team`).
    version: of the game's rules. role: the only one in which A plays; "" for all of them.
    """

    game: str
    options: dict[str, str]
    a: str
    b: str
    mode: str = DUPLICATE
    seed: int = 1
    seats: int = 0
    version: int = 1
    role: str = ""


class Result(NamedTuple):
    """One game of A against B.

    role: what A was, or how many seats it had. share: how much of the win was A's, 0 to 1. edge: points of A's seats
    above the mean of the other seats, on average over A's seats.
    """

    role: str
    share: float
    edge: float


class Played(NamedTuple):
    """All the games that belong to one deal.

    times: for A and B, how many answers took how long, by `clock_class`; CPU time, only when there was a choice. spent:
    seconds for all of it, CPU and wall time: if these differ on an idle machine, something waits.
    """

    number: int
    results: list[Result]
    times: tuple[Counter[int], Counter[int]]
    spent: tuple[float, float] = (0.0, 0.0)


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class Summary(NamedTuple):
    """role: "" for the mean of all roles, each counting alike."""

    role: str
    deals: int
    share: Estimate
    edge: Estimate


# -- playing -----------------------------------------------------------------------------------------------------


class Arena:
    """A contest in one process, with its own players."""

    def __init__(self, contest: Contest, game: Game) -> None:
        """game: the one that the contest names.

        Raises Refused: `error.option`, `error.option_value`, `error.seats`, `error.level`, `error.arena_team` (team,
        n), `error.arena_role` (role, allowed), and what a player says who cannot play here.
        """
        self.contest = contest
        self.game = game
        self.rules = self.game.rules(dict(contest.options), contest.seats)
        self.seats = self.rules.layout.seats
        self.policies = policies(self.game)
        self.teams = [Team(game, levels, self.seats) for levels in (contest.a, contest.b)]
        self.turns = math.lcm(*[len(team.levels) for team in self.teams])
        self.times: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        allowed = self.roles() if contest.role else []
        if contest.role not in ("", *allowed):
            raise Refused("error.arena_role", {"role": contest.role, "allowed": " | ".join(allowed)})

    def roles(self) -> list[str]:
        """Return the roles in which A can play."""
        roles_of = getattr(self.policies, "duplicate", None)
        if self.contest.mode == DUPLICATE and roles_of is not None:
            deck = self.game.prepare(self.rules, quick(self.contest.seed, 0))
            return list(dict.fromkeys([role for _, roles in roles_of(self.rules, deck, 0) for role in roles]))
        return list(dict.fromkeys([seats_word(mine, self.seats) for mine in self.seatings()]))

    def seatings(self) -> list[Seats]:
        """Return the seats of A where the game has no roles: one of the two sits alone against the other. If the same
        seats are partners in every deal, A is one side and then the other.
        """
        return self.rules.layout.sides or seatings(self.seats)

    def games(self, seatings: list[tuple[Seats, str]]) -> Iterator[tuple[Seats, str, list[Bot | Ceiling]]]:
        """Return the games of a deal: the seats of A, what it is there, and the players of all seats. Each seating
        is played so often that every level of a team has had every seat.

        seatings: the seats of A, and what it is there.
        """
        for mine, role in seatings:
            if self.contest.role in ("", role):
                for turn in range(self.turns):
                    yield mine, role, self.seated(mine, turn)

    def seated(self, mine: Seats, turn: int) -> list[Bot | Ceiling]:
        """Return the players of all seats, with A in the seats `mine`. turn: from 0, moves the levels of a team on."""
        a, b = [team.seated(turn) for team in self.teams]
        return [next(a)[seat] if has(mine, seat) else next(b)[seat] for seat in range(self.seats)]

    def deal(self, number: int) -> Played:
        """Play everything that belongs to deal `number`, from 0. The same number gives the same results."""
        self.times = (Counter(), Counter())
        how = {DUPLICATE: self.duplicate, ROUNDS: self.matches, MATCHES: self.matches}[self.contest.mode]
        cpu, clock = time.thread_time(), time.perf_counter()
        results = how(number)
        return Played(number, results, self.times, (time.thread_time() - cpu, time.perf_counter() - clock))

    def duplicate(self, number: int) -> list[Result]:
        """Play one deal with each bot on every side: A in one role and B in all others, or A and B with seats
        exchanged.
        """
        chance = quick(self.contest.seed, number)
        out: list[Result] = []
        deck = self.game.prepare(self.rules, chance)
        roles_of = getattr(self.policies, "duplicate", None)
        if roles_of is None:
            first = self.game.deal(self.rules, Setup(1, number % self.seats, (0,) * self.seats), deck)
            for mine, role, players in self.games(self.named()):
                out.append(self.finish(first.copy(), mine, role, players, number))
            return out
        for state, roles in roles_of(self.rules, deck, number):
            for mine, role, players in self.games(sides_of(roles)):
                out.append(self.finish(state.copy(), mine, role, players, number))
        return out

    def named(self) -> list[tuple[Seats, str]]:
        """Return the seatings of A, each with the word for it."""
        return [(mine, seats_word(mine, self.seats)) for mine in self.seatings()]

    def finish(self, s: State, mine: Seats, role: str, players: list[Bot | Ceiling], number: int) -> Result:
        """Play a deal to its end; A has the seats `mine`."""
        luck = self.luck(number)
        while s.must():
            seat, action = self.next_action(s, mine, players, luck)
            s.apply(seat, action)
        return result(role, mine, self.winners(s), self.worth(s.result().points))

    def winners(self, s: State) -> Seats:
        """Return the winners of a finished deal: as the game's policies say, otherwise the highest score."""
        own: Callable[[State], Seats] | None = getattr(self.policies, "winners", None)
        return own(s) if own else best(self.worth(s.result().points))

    def matches(self, number: int) -> list[Result]:
        """Play one match, or its first round, in every seating."""
        out: list[Result] = []
        for mine, role, players in self.games(self.named()):
            match = Match(self.game, self.rules, Source(SIM, self.contest.seed * SPLIT + number))
            luck = self.luck(number)
            while not match.over:
                while match.deal.must():
                    match.act(*self.next_action(match.deal, mine, players, luck))
                if self.contest.mode == ROUNDS and not match.sheets[-1].result.again:
                    break
                if not match.over:
                    match.next_deal()
            won = match.winners if self.contest.mode == MATCHES else self.winners(match.deal)
            out.append(result(role, mine, won, self.worth(match.scores)))
        return out

    def worth(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return points of which more are better: penalties are negated."""
        return tuple([-n for n in points]) if self.rules.layout.fewest else points

    def luck(self, number: int) -> list[Chance]:
        """Return each seat's source of randomness: the same for both bots."""
        return [quick(self.contest.seed, -1 - number * self.seats - seat) for seat in range(self.seats)]

    def next_action(
        self, s: State, mine: Seats, players: list[Bot | Ceiling], luck: list[Chance]
    ) -> tuple[Seat, Action]:
        """Return who acts next, and how."""
        return next_action(s, lambda s, seat, legal: self.ask(s, seat, legal, mine, players[seat], luck[seat]))

    def ask(
        self, s: State, seat: Seat, legal: list[Action], mine: Seats, player: Bot | Ceiling, luck: Chance
    ) -> Action:
        """Let the player of a seat choose, and measure the time. Raises RuntimeError if the choice is not legal."""
        begun = time.thread_time()
        if isinstance(player, Ceiling):  # the one player that is given the deal itself
            chosen = player.choose(s.copy(), seat, legal, luck)
        else:
            seen = view(s, seat)
            begun = time.thread_time()
            chosen = player.choose(seen, legal, luck)
        if len(legal) > 1:
            self.times[0 if has(mine, seat) else 1][clock_class(time.thread_time() - begun)] += 1
        if chosen not in legal and s.phase.canon(s, seat, chosen) not in legal:
            raise RuntimeError(f"the bot {player.level} of {self.game.name} chose {chosen!r}, which is not legal here")
        return chosen


def sides_of(roles: tuple[str, ...]) -> list[tuple[Seats, str]]:
    """Return each role with its seats. roles: of each seat."""
    return [(sum([1 << seat for seat, own in enumerate(roles) if own == role]), role) for role in dict.fromkeys(roles)]


def next_action(s: State, ask: Callable[[State, Seat, list[Action]], Action]) -> tuple[Seat, Action]:
    """Return who acts next, and how. Seats that can interrupt are asked first, in the order of seats; then the seat on
    turn leaves them their time. ask: lets a seat choose.
    """
    must = s.must()
    for seat in seats_of(s.may() & ~must & ~s.phase.waits_out(s)):
        offered = s.legal(seat)
        if offered:
            chosen = ask(s, seat, [*offered, CLOSE])
            if chosen != CLOSE:
                return seat, chosen
    if has(must, HOST):
        return HOST, CLOSE
    seat = s.actor()
    legal = s.legal(seat)
    if not legal:
        raise RuntimeError(dead_end(s, seat))
    return seat, ask(s, seat, legal)


def seatings(seats: int) -> list[Seats]:
    """Return the seats of A in every seating in which one of the two sits alone against the other."""
    everybody = (1 << seats) - 1
    alone = [1 << seat for seat in range(seats)]
    return list(dict.fromkeys([*alone, *[everybody & ~one for one in alone]]))


def seats_word(mine: Seats, seats: int) -> str:
    """Return how many seats a bot had: "2 of 4 seats"."""
    return f"{mine.bit_count()} of {seats} seats"


def best(points: tuple[int, ...]) -> Seats:
    """Return the seats with the highest score."""
    return sum([1 << seat for seat, n in enumerate(points) if n == max(points)])


def result(role: str, mine: Seats, won: Seats, points: tuple[int, ...]) -> Result:
    """Return the result of a finished game in which A had the seats `mine`."""
    own = seats_of(mine)
    others = len(points) - 1
    edge = sum([points[seat] - (sum(points) - points[seat]) / others for seat in own]) / len(own)
    return Result(role, (won & mine).bit_count() / won.bit_count(), edge)


def clock_class(seconds: float) -> int:
    """Return the class of a time, for counting times by their order of magnitude. seconds: the time."""
    return round(math.log(max(seconds, 1e-7)) * FINE)


# -- evaluation --------------------------------------------------------------------------------------------------


def quantile(times: Counter[int], part: float) -> float:
    """Return the time, in seconds, that a share `part` of the answers did not exceed; 0 if there are none."""
    left = part * times.total()
    for at in sorted(times):
        left -= times[at]
        if left <= 0:
            return math.exp(at / FINE)
    return 0.0


def summaries(played: list[Played], seed: int = 1) -> list[Summary]:
    """Return the results of the deals, role by role and, if there are several, their mean; [] without deals.

    Each bootstrap sample draws whole deals, so correlations between the roles of one deal are in the interval.
    """
    if not played:
        return []
    roles = list(dict.fromkeys([r.role for p in played for r in p.results]))
    rows: list[list[float]] = []  # for each role shares, then edges: a value for each deal
    for role in roles:
        own = [[r for r in p.results if r.role == role] for p in played]
        rows.append([sum([r.share for r in some]) / len(some) for some in own])
        rows.append([sum([r.edge for r in some]) / len(some) for some in own])
    if len(roles) > 1:
        for kind in (0, 1):
            rows.append([sum(column) / len(roles) for column in zip(*rows[kind : 2 * len(roles) : 2], strict=True)])
        roles.append("")
    found = bootstrap(rows, seed)
    return [Summary(role, len(played), found[2 * i], found[2 * i + 1]) for i, role in enumerate(roles)]


def bootstrap(rows: list[list[float]], seed: int) -> list[Estimate]:
    """Return the mean of each row with its 95 % interval; the rows belong together, column by column."""
    n = len(rows[0])
    chance = quick(seed, n)
    means: list[list[float]] = [[] for _ in rows]
    for _ in range(RESAMPLES):
        drawn = [int(chance.below(n)) for _ in range(n)]
        for row, found in zip(rows, means, strict=True):
            found.append(sum(map(row.__getitem__, drawn)) / n)
    out: list[Estimate] = []
    for row, resampled in zip(rows, means, strict=True):
        resampled.sort()
        out.append(Estimate(sum(row) / n, resampled[RESAMPLES // 40], resampled[RESAMPLES - 1 - RESAMPLES // 40]))
    return out
