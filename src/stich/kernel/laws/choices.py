"""L1, L11 and L12: choices are listed once and accepted, fit their verbs, and are none where all can see that."""

from __future__ import annotations

from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.anatomy import differs, whole
from stich.kernel.cards import HOST, SPECTATOR, Seat, has, seats_of
from stich.kernel.forced import is_forced, is_seen_forced
from stich.kernel.laws.random_play import resolved
from stich.kernel.laws.report import Broken
from stich.kernel.laws.run import Run
from stich.kernel.match import Match
from stich.kernel.state import OVER, State
from stich.kernel.verbs import misfit


def judge_choices(run: Run, match: Match) -> None:
    """Check L1 and L11 for each seat: what is listed is declared, distinct, and accepted as it is listed."""
    run.judging("L1")
    s = match.deal
    must = s.must()
    if s.phase is not OVER and s.phase not in run.game.phases:
        raise Broken(f"phase {s.phase.name} is not among the game's phases")
    if (must | s.may()) & ~(s.layout.everyone | 1 << HOST):
        raise Broken(f"must {must:b} or may {s.may():b} names seats that do not exist")
    for seat in seats_of(must | s.may()):
        acts = s.legal(seat)
        if not acts and has(must, seat):
            raise Broken(f"seat {seat} must act in {s.phase.name} and has no choice")
        if len(set(acts)) != len(acts):
            raise Broken(f"seat {seat} in {s.phase.name}: a choice is listed twice: {acts}")
        for a in acts:
            if a != CLOSE and a.verb not in run.game.verbs:
                raise Broken(f"verb {a.verb} is not among the game's verbs")
            if seat == HOST and a != CLOSE and a.verb not in run.game.table_events:
                raise Broken(f"verb {a.verb} is not among the game's table_events")
            done = resolved(s, seat, a)
            if s.phase.canon(s, seat, a) not in acts or s.phase.canon(s, seat, done) != s.phase.canon(s, seat, a):
                raise Broken(f"seat {seat} in {s.phase.name}: {a} and {done}, with its cards, differ in canon")
            if seat != HOST:
                judge_notation(run, s, seat, done)
        judge_verbs(run, s, seat, acts)
    judge_refusals(run, match)


def judge_stop(run: Run, s: State) -> None:
    """Check that a deal in which nobody has to act is over: the match would count it there as it is."""
    run.law = "L1"
    if s.must() == 0 and s.phase is not OVER:
        raise Broken(f"nobody has to act in phase {s.phase.name}, but the deal is not over: set the next phase")


def judge_notation(run: Run, s: State, seat: Seat, done: Action) -> None:
    """Check L1: the notation of an action reads as the same action."""
    text = run.game.write(run.rules, done)
    read = run.game.read(run.rules, text)
    if read.cards != done.cards or s.phase.canon(s, seat, read) != s.phase.canon(s, seat, done):
        raise Broken(f"{done} is written {text!r}, which reads {read}")


def judge_refusals(run: Run, match: Match) -> None:
    """Check L1: actions at random are refused unless they are listed, and checking changes nothing."""
    s, chance = match.deal, run.chance
    before = whole(s)
    names = len(s.layout.pack.names)
    verbs = [*run.game.verbs, CLOSE.verb, "nonsense"]
    for _ in range(3):
        seat = [-1, HOST, SPECTATOR, *range(run.seats), *seats_of(s.must())][
            chance.below(3 + run.seats + len(seats_of(s.must())))
        ]
        n = chance.below(4)
        some = bytes([chance.below(names + (chance.below(9) == 0)) for _ in range(n)])
        to = [-1, -1, -2, 0, 1, 7, 10**6][chance.below(7)]
        a = Action(verbs[chance.below(len(verbs))], some, to)
        try:
            done = match.check(seat, a)
        except Refused:
            continue
        finally:
            if whole(s) != before:
                raise Broken(f"checking whether {a} is legal changed the state: {differs(before, whole(s))}")
        if not (s.must() | s.may()) >> max(seat, 0) & 1 or seat < 0:
            raise Broken(f"{a} was accepted for seat {seat}, which cannot act in {s.phase.name}")
        if s.phase.canon(s, seat, done) not in s.legal(seat) and not s.phase.breach(s, seat, done):
            raise Broken(f"{a} was accepted for seat {seat} in {s.phase.name} as {done}, which is not listed")


def judge_verbs(run: Run, s: State, seat: Seat, acts: list[Action]) -> None:
    """Check L11: every action fits its verb. A verb that is only a name fits everything, so it is not judged."""
    verbs = run.game.verbs
    run.bare |= {a.verb for a in acts if a != CLOSE and not verbs[a.verb].is_declared()}
    if run.bare:
        run.report.notes["L11"] = f"not judged for verbs that are not declared: {', '.join(sorted(run.bare))}"
    declared = [a for a in acts if a != CLOSE and verbs[a.verb].is_declared()]
    if declared:
        run.judging("L11")
    for a in declared:
        wrong = misfit(verbs[a.verb], s, seat, resolved(s, seat, a))
        if wrong:
            raise Broken(f"seat {seat} in {s.phase.name}: {a} does not fit its verb: {wrong}")
    run.law = "L1"


def judge_forced(run: Run, s: State) -> None:
    """Check L12: what everybody can see about the choice of a seat is true."""
    run.judging("L12")
    for seat in seats_of(s.must()):
        if seat < run.seats and is_seen_forced(run.game, s, seat) and not is_forced(run.game, s, seat):
            raise Broken(f"seat {seat} in {s.phase.name} is thought to have no choice, and has {s.legal(seat)[:9]}")
