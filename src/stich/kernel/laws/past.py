"""L9: a drawn deal explains the past."""

from __future__ import annotations

from stich.kernel.cards import Seat
from stich.kernel.laws.report import Broken
from stich.kernel.laws.retrace import Place, Traced, Untraceable, dealt_places, explain_by_faces
from stich.kernel.laws.run import Run
from stich.kernel.laws.views import judge_legal
from stich.kernel.match import Match
from stich.kernel.state import State
from stich.kernel.view import View, view


def judge_past(run: Run, match: Match, w: View, t: State, p: Seat) -> None:
    """Deal the pack that would have led to the drawn deal, and play the same actions again."""
    if p in run.forgot:
        run.report.notes["L9"] = "not judged where a seat has lost sight of a card that it once saw"
        return
    if t.sealed != match.deal.sealed:
        return  # other answers mean another past
    if run.single:
        against = explain_by_faces(match, w, t)
    else:
        try:
            against = Traced(match, places_of(run, match), p).explain(t)
            if against[0]:  # the faces may have been assigned to the wrong ones of several cards in one place
                against = Traced(match, places_of(run, match), p, strictly=True).explain(t)
        except Untraceable as why:
            run.report.notes["L9"] = f"not judged where equal cards cannot be distinguished: {why}"
            return
    run.judging("L9")
    why_not, action = against
    if why_not:
        judge_peeking(run, match)
        run.law = "L9"
        at = run.begun + action if action >= 0 else -1
        raise Broken(f"a deal drawn for seat {p} cannot have been dealt: {why_not}", at)


def judge_peeking(run: Run, match: Match) -> None:
    """Judge L5 at every action of this deal: a seat whose choices follow from the hands of others brings about
    pasts that cannot be, too, and that is the fault then.
    """
    run.law = "L5"
    n = run.game.deal(match.rules, match.setup, match.deck)
    n.entropy = match.entropy
    for move in match.moves[run.begun :]:
        judge_legal(n, view(n, move.seat), move.seat)
        n.apply(move.seat, move.action)


def places_of(run: Run, match: Match) -> list[Place]:
    """Return where this deal put each card of its pack; computed once for each deal."""
    if run.placed is None:
        run.placed = dealt_places(match)
    return run.placed
