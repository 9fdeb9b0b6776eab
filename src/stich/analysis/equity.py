"""Computes the chance to win a match from its scores: by dynamic programming from the deals of a level with itself.

Bots do not take the scores into account while these deals are played, so what a deal brings does not depend on them,
and the chances follow from it: the chance at some scores is the mean of the chances after the next deal. Scores between
two levels of the table go to one of them by chance, so that the mean stays what it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final, NamedTuple

from stich.bots import bot
from stich.bots.arena import next_action
from stich.bots.equity import Equity, Kind, MatchScore
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick
from stich.kernel.deal import Setup
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.kernel.zones import Rules

SPLIT: Final = 2**32  # keeps the deals of neighbouring seeds apart
TRIED: Final = 1000  # deals that are tried from each combination of scores
CLOSE: Final = 1e-4  # the sweeps end when no chance changes by more
SWEEPS: Final = 200
LISTED: Final = 60  # deals of a kind that the table lists
PARTS: Final = 1 << 30


class Sample(NamedTuple):
    """What a deal brought. points: of the seats from its dealer on. kind, listed: as `MatchScore.what` says, points of
    the seats from that one on.
    """

    points: tuple[int, ...]
    kind: str
    listed: tuple[int, ...]


class Player:
    """Plays first deals of matches, all seats at one level."""

    def __init__(self, game: Game, rules: Rules, match: MatchScore, level: str, seed: int) -> None:
        """Raises Refused: `error.level`."""
        self.game = game
        self.rules = rules
        self.match = match
        self.seed = seed
        self.bots = [bot(game, level) for _ in range(rules.layout.seats)]

    def sample(self, number: int) -> Sample:
        """Return what deal `number`, from 0, brought; deals that do not count are dealt again."""
        seats = self.rules.layout.seats
        match = Match(self.game, self.rules, Source(SIM, self.seed * SPLIT + number))
        luck = [quick(self.seed, -1 - number * seats - seat) for seat in range(seats)]
        while True:
            while match.deal.must():
                choose = next_action(
                    match.deal, lambda s, seat, legal: self.bots[seat].choose(view(s, seat), legal, luck[seat])
                )
                match.act(*choose)
            found = match.sheets[-1].result
            if not found.again:
                break
            match.next_deal()
        kind, first = self.match.what(match.deal)
        return Sample(turned(found.points, match.setup.dealer), kind, turned(found.points, first))


def turned(points: tuple[int, ...], first: Seat) -> tuple[int, ...]:
    """Return the points of the seats from `first` on."""
    return points[first:] + points[:first]


def solve(game: Game, rules: Rules, match: MatchScore, samples: list[Sample], seed: int) -> Equity:
    """Return the table of a game. samples: what its deals bring. seed: of those that are tried."""
    limit = match.limit(rules)
    levels = match.levels
    seats = rules.layout.seats
    chance = quick(seed, len(samples))
    tried = [samples[int(chance.below(len(samples)))] for _ in range(TRIED)] if len(samples) > TRIED else samples
    count = len(levels) ** seats
    after = [array("l", following(game, rules, levels, limit, state, tried, chance)) for state in range(count)]
    values = [[1 / seats] * seats for _ in range(count)]
    for _ in range(SWEEPS):
        if sweep(values, after, seats) < CLOSE:
            break
    of_kind: dict[str, list[tuple[int, ...]]] = {}
    for one in samples:
        of_kind.setdefault(one.kind, []).append(one.listed)
    kinds = {name: Kind(len(some), some[:LISTED]) for name, some in sorted(of_kind.items())}
    return Equity(levels, [tuple(some) for some in values], kinds)


def sweep(values: list[list[float]], after: list[array[int]], seats: int) -> float:
    """Improve all chances once, those with high scores first; return the largest change."""
    most = 0.0
    for state in range(len(values) - 1, -1, -1):
        sums = [0.0] * seats
        for there in after[state]:
            if there >= 0:  # the next dealer is the second seat
                found = values[there]
                for i in range(seats):
                    sums[i] += found[i - 1]
            else:  # the match is over; the winners are the bits
                winners = -there
                share = 1 / winners.bit_count()
                for i in range(seats):
                    if winners >> i & 1:
                        sums[i] += share
        new = [x / len(after[state]) for x in sums]
        most = max(most, *[abs(a - b) for a, b in zip(new, values[state], strict=True)])
        values[state] = new
    return most


def following(
    game: Game, rules: Rules, levels: tuple[int, ...], limit: int, state: int, tried: list[Sample], chance: Chance
) -> Iterator[int]:
    """Yield what comes after each of the deals: the number of the scores from the next dealer on, or the winners as
    bits, negative.
    """
    seats = rules.layout.seats
    before: list[int] = []
    for _ in range(seats):
        before.insert(0, levels[state % len(levels)])
        state //= len(levels)
    for one in tried:
        scores = [a + b for a, b in zip(before, one.points, strict=True)]
        if max(scores) >= 0:
            total = tuple([limit + n for n in scores])
            won = game.winners(rules, Setup(2, 0, total), total)
            best = sum([1 << i for i, n in enumerate(scores) if n == max(scores)])
            yield -(won or best)  # level at the end: one more deal decides, for either of them
            continue
        at = 0
        for n in scores[1:] + scores[:1]:
            at = at * len(levels) + rounded(levels, n, chance)
        yield at


def rounded(levels: tuple[int, ...], score: int, chance: Chance) -> int:
    """Return one of the two levels around a score, the nearer one more often."""
    if score <= levels[0]:
        return 0
    i = max([at for at, level in enumerate(levels) if level <= score])
    if levels[i] == score or i == len(levels) - 1:
        return i
    part = (score - levels[i]) / (levels[i + 1] - levels[i])
    return i + 1 if int(chance.below(PARTS)) < part * PARTS else i
