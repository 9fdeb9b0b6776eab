"""L10: results add up, and records replay."""

from __future__ import annotations

from stich.kernel.anatomy import differs, whole
from stich.kernel.laws.report import Broken
from stich.kernel.laws.run import Run
from stich.kernel.laws.states import judge_cards
from stich.kernel.match import Match
from stich.kernel.record import dump, replay
from stich.kernel.record_reader import load


def judge_result(run: Run, match: Match) -> None:
    """Check L10: the score lines of each seat add up to its points."""
    run.judging("L10")
    judge_cards(run, match.deal)
    run.law = "L10"
    result = match.sheets[-1].result
    if len(result.points) != run.seats:
        raise Broken(f"points for {len(result.points)} seats, not {run.seats}")
    for seat in range(run.seats):
        lines = sum(score.n for score in result.why if score.seat == seat)
        if lines != result.points[seat]:
            raise Broken(f"the score lines of seat {seat} make {lines}, its points are {result.points[seat]}")


def judge_record(run: Run, match: Match) -> None:
    """Check L10: the record of the match leads to the same state and to the same record."""
    run.judging("L10")
    text = dump(match)
    record = load(text, lambda name: run.game)
    again = replay(record)
    if whole(again.deal) != whole(match.deal):
        raise Broken(f"the replayed record has another state: {differs(whole(match.deal), whole(again.deal))}")
    if dump(again) != text:
        raise Broken("saving the replayed match gives a different record")
