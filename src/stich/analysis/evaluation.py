"""A match judged: for each decision what it cost by what its player could know, and what it cost with open cards.

The first number comes from worlds that the deciding seat cannot distinguish from the real one: they are drawn from its
View, weighted as the game's Expert weights them, and each candidate is played out in the same worlds
(`analysis/judge.py`). Only this can be called a mistake, and only if a second look in fresh worlds shows a loss whose
interval excludes zero. The second number comes from the real cards (`analysis/open_cards.py`) and is luck.

The same record gets the same numbers, in whatever order and in however many processes its decisions are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from stich.analysis.blunders import JUDGE
from stich.analysis.judge import Judge, Unit, halves
from stich.analysis.open_cards import open_card_values, open_card_verdict
from stich.analysis.rollouts import LEAST, RolloutCase, reviewer, same_choice, usual_worlds
from stich.bots import explain
from stich.bots.arena import Estimate
from stich.bots.player import never
from stich.kernel.action import CLOSE, Action, Arg, Phrase
from stich.kernel.cards import HOST, Cards, Seat, has
from stich.kernel.chance import quick
from stich.kernel.match import Match, Move
from stich.kernel.record import Record
from stich.kernel.state import State
from stich.kernel.view import View, view


class Words(NamedTuple):
    """A phrase as plain data, for another process: see `Phrase`."""

    key: str
    args: dict[str, Arg]


class Choice(NamedTuple):
    """An action in words. label: its name as a choice. cards: those that it moves."""

    label: Words
    cards: Cards


class Judged(NamedTuple):
    """A decision that was judged.

    deal: from 1. step: actions of the deal before it. phase: its name. best: the best candidate by what could be
    known; the choice if no other one looks better.
    loss: of the choice against it. mistake: a loss is shown, its interval excludes zero. better, worse: the share of
    the possible deals in which `best` brings more, and less.
    expected: the value of the deal for the seat after its choice, by what it could know.
    open_best, open_loss: the same with open cards. open_values: of the deal for each seat, after the choice.
    why: the reason for `best`.
    """

    deal: int
    step: int
    seat: Seat
    phase: str
    chosen: Choice
    best: Choice
    loss: Estimate
    mistake: bool
    better: float
    worse: float
    expected: Estimate
    open_best: Choice
    open_loss: Estimate
    open_values: list[float]
    why: Words


NOTHING: Final = Words("evaluation.nothing", {})  # the choice not to interrupt


class Decision(NamedTuple):
    """A decision of a record, before it is judged. legal: what there was; the last one is `CLOSE` if the seat need not
    act. chosen: one of them, with its cards.
    """

    number: int
    deal: int
    step: int
    seat: Seat
    legal: list[Action]
    chosen: Action


class Ending(NamedTuple):
    """A finished deal. values: what it brought each seat, in the unit of the judge."""

    deal: int
    steps: int
    values: list[float]


class Outline(NamedTuple):
    """What is known of a match before its decisions are judged.

    total: of decisions. ends: its finished deals. whole: it has come to its end. worlds: possible deals for a first
    look at a decision. unit: of all values.
    """

    total: int
    ends: list[Ending]
    whole: bool
    worlds: int
    unit: Unit


def decisions(record: Record) -> Iterator[tuple[State, Decision]]:
    """Yield the decisions of a match with a choice, each with the real state before it, as far as the record goes.

    The state is that of a running match: it changes with the next step.
    """
    number = 0
    for match, step, move in moves(record):
        found = decision_of(match.deal, number, step, move)
        if found is not None:
            number += 1
            yield match.deal, found


def moves(record: Record) -> Iterator[tuple[Match, int, Move]]:
    """Yield each action of a record with the match before it, and the number of actions of its deal before it."""
    match = Match(record.game, record.rules, record.source)
    step = 0
    for move in record.moves:
        while match.setup.number < move.deal:
            match.next_deal()
            step = 0
        yield match, step, move
        match.act(move.seat, move.action)
        step += 1


def decision_of(s: State, number: int, step: int, move: Move) -> Decision | None:
    """Return the decision behind an action; None if there was no choice."""
    if move.seat == HOST:
        return None
    legal = s.legal(move.seat) if has(s.must(), move.seat) else [*s.legal(move.seat), CLOSE]
    known = any(same_choice(s, move.seat, a, move.action) for a in legal)  # an act that the rules punish is not listed
    if len(legal) + (not known) < 2:
        return None
    return Decision(number, s.setup.number, step, move.seat, legal, move.action)


def endings(record: Record) -> list[Ending]:
    """Return the finished deals of a record."""
    judge = reviewer(record.game)
    match = Match(record.game, record.rules, record.source)
    found: list[Ending] = []
    begun = 0
    for n, move in enumerate(record.moves, 1):
        while match.setup.number < move.deal:
            match.next_deal()
        match.act(move.seat, move.action)
        s = match.deal
        if not s.must():
            found.append(Ending(move.deal, n - begun, [judge.worth(s, seat) for seat in range(s.layout.seats)]))
            begun = n
    return found


class Evaluator:
    """Judges the decisions of a record, in one process. worlds: for a first look at each; 0: the usual number."""

    def __init__(self, record: Record, worlds: int = 0) -> None:
        """Raises Refused `error.bot_file`: the game's bots cannot be loaded."""
        self.record = record
        self.judge = reviewer(record.game)
        self.worlds = worlds

    def all(self) -> Iterator[Judged]:
        """Yield the judged decisions one after the other."""
        for s, decision in decisions(self.record):
            yield self.judged(s, decision)

    def judged(self, s: State, decision: Decision) -> Judged:
        """Judge a decision. s: the real state before it, which stays as it is."""
        seat = decision.seat
        seen = view(s, seat)
        chance = quick(decision.number + 1, JUDGE)  # for what is known with open cards, and nothing else
        tried = candidates(self.judge, seen, decision.legal, decision.chosen, decision.number)
        known = known_by_seat(self.judge, seen, tried, self.worlds, decision.number)
        worlds = known.worlds
        hindsight = open_card_verdict(self.judge, s, seat, tried, worlds, chance)
        after = s.copy()
        if decision.chosen != CLOSE:
            after.apply(seat, decision.chosen)
        best = tried[known.best]
        return Judged(
            decision.deal,
            decision.step,
            seat,
            s.phase.name,
            self.choice(s, seat, decision.chosen),
            self.choice(s, seat, best),
            known.loss,
            known.mistake,
            known.better,
            known.worse,
            known.expected,
            self.choice(s, seat, hindsight.best),
            hindsight.loss,
            open_card_values(self.judge, after, worlds, chance),
            words(explain(self.record.game, seen, decision.legal, best, quick(decision.number + 1, JUDGE - 3))),
        )

    def choice(self, s: State, seat: Seat, a: Action) -> Choice:
        """Return an action in words."""
        if a == CLOSE:
            return Choice(NOTHING, b"")
        return Choice(words(self.record.game.label(s, seat, a)), a.cards or s.phase.cards(s, seat, a))


def words(phrase: Phrase) -> Words:
    """Return a phrase as plain data."""
    return Words(phrase.key, phrase.args)


def candidates(judge: Judge, seen: View, legal: list[Action], chosen: Action, number: int) -> list[Action]:
    """Return what is tried: first the choice, with its cards. number: of the decision."""
    others = [a for a in legal if not same_choice(seen.seen, seen.seat, a, chosen)]
    return judge.candidates(seen, [chosen, *others], chosen, quick(number + 1, JUDGE - 1))


class Known(NamedTuple):
    """What a seat could know of its choice. best: the number of the best candidate; worlds: of the first look; the
    others as in `Judged`.
    """

    best: int
    loss: Estimate
    mistake: bool
    better: float
    worse: float
    expected: Estimate
    worlds: int


def known_by_seat(
    judge: Judge, seen: View, tried: list[Action], worlds: int, number: int, stop: Callable[[], bool] = never
) -> Known:
    """Judge a choice by what the seat could know.

    seen: all that is used of the position. worlds: of a first look; 0: as many as Expert could afford. number: of the
    decision. stop: as in `Bot.think`. Raises OutOfTime when it says so.
    """
    case = RolloutCase(judge, seen, tried, quick(number + 1, JUDGE - 2), stop)
    worlds = max(4, worlds or round(usual_worlds(judge.search, seen.seen) / case.cost()), 0 if worlds else LEAST)
    case.drawn.clear()
    verdict = case.verdict(worlds)
    mistake = verdict.sure is not None and verdict.sure.low > 0
    best = tried.index(verdict.best) if mistake else 0
    gains = case.gains(best, case.drawn[worlds:] if mistake else [])
    expected = halves([case.value(world, 0) for world in case.drawn])
    better, worse = (len([g for g in gains if g * sign > 0]) / max(1, len(gains)) for sign in (1, -1))
    return Known(best, verdict.sure or verdict.loss, mistake, better, worse, expected, worlds)
