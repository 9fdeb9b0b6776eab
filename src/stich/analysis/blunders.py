"""The quality of a bot's decisions: deals that it plays with itself, with each decision judged.

Match number k of a study has the cards of seed + k and each seat the random numbers of `quick(seed + k, -1 - seat)`. So
any position can be reached again by match, deal, and the number of actions already done in the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

from stich.analysis.judge import Judge, worth_of
from stich.bots import bot
from stich.bots.arena import RESAMPLES, Estimate, next_action
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat, has
from stich.kernel.chance import Chance, Quick, quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import State
from stich.kernel.view import view
from stich.kernel.zones import Layout

JUDGE: Final = -(2**40)  # parts of a seed below this belong to the judge
TENTH: Final = 0.1  # of the stake: a larger loss is a blunder
SEEN: Final = ("hand", "open")  # roles of the zones that a seat plays from


class Study(NamedTuple):
    """What is judged: everything that determines the results.

    game: its name. options, seats: as given, for `Game.rules`. version: of the game's rules.
    by: the level that plays out what follows a decision. worlds: for each decision. decisions: the most that are judged
    of a deal, drawn at random; 0: all.
    """

    game: str
    options: dict[str, str]
    level: str
    by: str
    seed: int = 1
    seats: int = 0
    worlds: int = 40
    decisions: int = 20
    version: int = 1


Plain = tuple[str, bytes, int]  # an action: verb, cards, to
Ask = tuple[int, Seat, Plain]  # a decision: number of actions of the deal before it, its seat, its choice


class Dealt(NamedTuple):
    """A deal that was played, in plain values, for another process to judge.

    moves: of the whole match, up to the end of the deal. asks: the decisions in it with a choice. last: it is the last
    deal of the match.
    """

    match: int
    deal: int
    moves: list[tuple[Seat, Plain]]
    asks: list[Ask]
    last: bool


class Decision(NamedTuple):
    """A decision that was judged. hand, chosen, best: as the game writes them. loss, sure: as in `Verdict`."""

    at: int
    seat: Seat
    hand: str
    chosen: str
    best: str
    loss: Estimate
    sure: Estimate | None


class Judged(NamedTuple):
    """A deal that was judged.

    real: decisions in it with a choice, judged or not. brought: the value of the deal for each seat.
    """

    match: int
    deal: int
    last: bool
    real: int
    brought: list[float]
    decisions: list[Decision]


class Worst(NamedTuple):
    """A decision with a large loss. seed: of its match."""

    seed: int
    deal: int
    decision: Decision


class Summary(NamedTuple):
    """The summary. loss: mean of a decision. stake: the standard deviation of the value of a deal for a seat. share: of
    the judged decisions, those shown to lose more than a tenth of the stake.
    """

    deals: int
    decisions: int
    loss: Estimate
    stake: float
    share: Estimate


# -- playing -----------------------------------------------------------------------------------------------------


def played(study: Study, game: Game, done: dict[int, dict[int, bool]]) -> Iterator[Dealt]:
    """Yield deal after deal, match after match, without end.

    done: for each match the number of deals to skip, and whether they include its last one.
    """
    number = 0
    while True:
        have = done.get(number, {})
        if not any(have.values()):
            yield from match_played(study, game, number, set(have))
        number += 1


def match_played(study: Study, game: Game, number: int, have: set[int]) -> Iterator[Dealt]:
    """Yield the deals of match `number` whose numbers are not in `have`."""
    rules = game.rules(dict(study.options), study.seats)
    seed = study.seed + number
    match = Match(game, rules, Source(SIM, seed))
    seats = range(rules.layout.seats)
    players = [bot(game, study.level) for _ in seats]
    luck = [quick(seed, -1 - seat) for seat in seats]
    asks: list[Ask] = []
    begun = 0

    def ask(s: State, seat: Seat, legal: list[Action]) -> Action:
        chosen = players[seat].choose(view(s, seat), legal, luck[seat])
        if len(legal) > 1:
            asks.append((len(match.moves) - begun, seat, plain(chosen)))
        return chosen

    while True:
        asks, begun = [], len(match.moves)
        while match.deal.must():
            match.act(*next_action(match.deal, ask))
        if match.setup.number not in have:
            moves = [(move.seat, plain(move.action)) for move in match.moves]
            yield Dealt(number, match.setup.number, moves, asks, match.over)
        if match.over:
            return
        match.next_deal()


def plain(a: Action) -> Plain:
    """Return an action as a plain tuple, which can be sent to another process."""
    return a.verb, a.cards, a.to


# -- judging -----------------------------------------------------------------------------------------------------


class DealJudge:
    """Judges deals of a study, in one process."""

    def __init__(self, study: Study, game: Game) -> None:
        """game: the one that the study names.

        Raises Refused: `error.option`, `error.option_value`, `error.seats`, `error.level`.
        """
        self.study = study
        self.game = game
        self.rules = self.game.rules(dict(study.options), study.seats)
        bot(self.game, study.level)
        self.judge = Judge(self.game, study.by, study.worlds)
        self.worth = worth_of(self.game)

    def judged(self, dealt: Dealt) -> Judged:
        """Judge the decisions of a deal. The same deal gets the same verdicts."""
        match = Match(self.game, self.rules, Source(SIM, self.study.seed + dealt.match))
        moves = iter(dealt.moves)
        while match.setup.number < dealt.deal:
            seat, action = next(moves)
            match.act(seat, Action(*action))
            if not match.deal.must():
                match.next_deal()
        wanted = self.drawn(dealt)
        decisions: list[Decision] = []
        at = 0
        for n, (when, seat, chosen) in enumerate(dealt.asks):
            while at < when:
                who, action = next(moves)
                match.act(who, Action(*action))
                at += 1
            if n in wanted:
                decisions.append(self.decision(match, at, seat, Action(*chosen), self.luck(dealt, n)))
        for who, action in moves:
            match.act(who, Action(*action))
        brought = [self.worth(match.deal, seat) for seat in range(self.rules.layout.seats)]
        return Judged(dealt.match, dealt.deal, dealt.last, len(dealt.asks), brought, decisions)

    def luck(self, dealt: Dealt, n: int) -> Quick:
        """Return the judge's random generator for decision n of a deal; −1: for drawing among them."""
        return quick(self.study.seed + dealt.match, JUDGE - (dealt.deal << 20) - n)

    def drawn(self, dealt: Dealt) -> set[int]:
        """Return which decisions of a deal are judged."""
        left = list(range(len(dealt.asks)))
        if not 0 < self.study.decisions < len(left):
            return set(left)
        chance = self.luck(dealt, -1)
        return {left.pop(int(chance.below(len(left)))) for _ in range(self.study.decisions)}

    def decision(self, match: Match, at: int, seat: Seat, chosen: Action, chance: Chance) -> Decision:
        """Judge one decision. at: its index in the deal; chosen: what the bot did there."""
        s = match.deal
        must = has(s.must(), seat)
        legal = s.legal(seat) if must else [*s.legal(seat), CLOSE]
        listed = next((a for a in legal if a == chosen), chosen)
        verdict = self.judge.judge(view(s, seat), legal, listed, chance)
        layout: Layout = s.layout
        held = b"".join([
            s.zones[i] for i, zone in enumerate(layout.zones) if layout.owner[i] == seat and zone.role in SEEN
        ])  # fmt: skip
        hand = layout.pack.write(held)
        return Decision(at, seat, hand, self.written(listed), self.written(verdict.best), verdict.loss, verdict.sure)

    def written(self, a: Action) -> str:
        """Return an action in the notation of records."""
        return self.game.write(self.rules, a)


# -- summary -----------------------------------------------------------------------------------------------------


def worst(study: Study, deals: list[Judged], most: int) -> list[Worst]:
    """Return the decisions with the largest proven loss, by the measurement in fresh worlds."""
    found = [Worst(study.seed + one.match, one.deal, d) for one in deals for d in one.decisions if d.sure is not None]
    found = [one for one in found if loss(one.decision) > 0]
    return sorted(found, key=lambda one: (-loss(one.decision), one.seed, one.deal, one.decision.at))[:most]


def loss(decision: Decision) -> float:
    """Return the proven loss of a decision, 0 if nothing was proven."""
    return decision.sure.mean if decision.sure is not None else 0.0


def summary(deals: list[Judged], seed: int = 1) -> Summary:
    """Return the summary of the deals. A deal is weighted by its number of decisions with a choice, judged or not; the
    intervals are from the bootstrap over deals.
    """
    brought = [n for one in deals for n in one.brought]
    mean = sum(brought) / len(brought)
    stake = sqrt(sum([(n - mean) ** 2 for n in brought]) / len(brought))
    rows: list[tuple[float, float, float]] = []  # of each deal: decisions, their losses, blunders
    for one in deals:
        if one.decisions:
            each = one.real / len(one.decisions)
            losses = sum([d.loss.mean for d in one.decisions])
            blunders = len([d for d in one.decisions if loss(d) > TENTH * stake])
            rows.append((float(one.real), each * losses, each * blunders))
    judged = sum([len(one.decisions) for one in deals])
    chance = quick(seed, len(rows))
    drawn = [[rows[int(chance.below(len(rows)))] for _ in rows] for _ in range(RESAMPLES)] if rows else []
    return Summary(len(deals), judged, ratio(rows, drawn, 1), stake, ratio(rows, drawn, 2))


def ratio(
    rows: list[tuple[float, float, float]], drawn: list[list[tuple[float, float, float]]], column: int
) -> Estimate:
    """Return a column's sum over that of the first one, with its 95 % interval; 0 if there is nothing."""
    if not rows:
        return Estimate(0.0, 0.0, 0.0)
    means = sorted([part(some, column) for some in drawn])
    return Estimate(part(rows, column), means[RESAMPLES // 40], means[RESAMPLES - 1 - RESAMPLES // 40])


def part(rows: list[tuple[float, float, float]], column: int) -> float:
    """Return a column's sum over that of the first one."""
    return sum([row[column] for row in rows]) / sum([row[0] for row in rows])
