"""L5: what may be done, how a hand is sorted and what is planned with it follow from a view."""

from __future__ import annotations

from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import BACK, HOST, ONE, Seat, holds
from stich.kernel.laws.report import Broken
from stich.kernel.laws.run import Run
from stich.kernel.state import State
from stich.kernel.view import View


def judge_legal(s: State, w: View, p: Seat) -> None:
    """Check L5: a seat that sees only its view finds the same actions with the same cards."""
    acts = s.legal(p)
    seen = w.seen.phase.legal(w.seen, p)
    if seen != acts:
        more, less = [a for a in acts if a not in seen], [a for a in seen if a not in acts]
        raise Broken(f"seat {p} in {s.phase.name}: only by the state {more[:9]}, only by the view {less[:9]}")
    for a in acts[:50]:
        if s.phase.cards(s, p, a) != w.seen.phase.cards(w.seen, p, a):
            raise Broken(f"seat {p} in {s.phase.name}: the cards of {a} differ by state and view")


def table_events(run: Run, s: State) -> list[tuple[Action, str, object]]:
    """Return what the HOST can do, each with its name; all seats receive the same list."""
    acts = [a for a in s.phase.legal(s, HOST) if a != CLOSE]
    named = run.game.choices(s, HOST, acts)
    return [(a, label.key, label.args) for a, (_, label) in zip(acts, named, strict=True)]


def judge_plan(w: View, p: Seat) -> None:
    """Check that the melds proposed to a seat use cards of its hand, each at most once."""
    layout = w.seen.layout
    planned = b"".join(w.seen.plan(p)).replace(ONE[BACK], b"")
    own = [i for i, z in enumerate(layout.zones) if layout.owner[i] == p and z.role == "hand"]
    held = b"".join([w.seen.zones[i] for i in own])
    if not holds(held, planned):
        raise Broken(f"in {w.seen.phase.name} seat {p} plans with {list(planned)} and holds {list(held)}")
