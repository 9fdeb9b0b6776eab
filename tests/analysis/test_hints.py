"""A hint is what the analysis would call no mistake, and says why."""

from __future__ import annotations

import pytest

from analysis.test_evaluation import positions, record
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.analysis import evaluation
from stich.analysis.evaluation import candidates, known_by_seat
from stich.analysis.hints import hint, judge_of
from stich.analysis.rollouts import OutOfTime, RolloutCase, reviewer
from stich.bots import advise, explain
from stich.games import find
from stich.kernel.chance import quick
from stich.kernel.sample import sample
from stich.kernel.view import view

pytestmark = pytest.mark.once

CHIMERA = find("chimera")


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many worlds whether the rules are compiled or not."""
    monkeypatch.setattr(evaluation, "usual_worlds", lambda search, s: 24)


def test_what_is_shown_to_be_a_mistake_is_not_advised() -> None:
    judge = reviewer(CHIMERA)
    kept = changed = 0
    for seed in range(2, 6):
        for s, decision in list(positions(record(CHIMERA, seed)))[::3]:
            seen = view(s, decision.seat)
            club, why = advise(CHIMERA, seen, decision.legal, quick(1))
            action, reason = hint(CHIMERA, seen, decision.legal, quick(1))
            known = known_by_seat(judge, seen, candidates(judge, seen, decision.legal, club, 0), 0, 0)
            assert (action == club) == (not known.mistake)
            assert action in decision.legal or s.phase.canon(s, decision.seat, action) in decision.legal
            assert reason == (why if action == club else explain(CHIMERA, seen, decision.legal, action, quick(1)))
            kept += action == club
            changed += action != club
    assert kept > changed > 0


def test_it_follows_from_the_view_alone() -> None:
    for s, decision in list(positions(record(CHIMERA, 3)))[:8]:
        seen = view(s, decision.seat)
        other = view(sample(seen, quick(5)), decision.seat)
        assert hint(CHIMERA, seen, decision.legal, quick(1)) == hint(CHIMERA, other, decision.legal, quick(1))


def test_without_time_it_is_the_advisers_choice() -> None:
    for s, decision in list(positions(record(CHIMERA, 3)))[:8]:
        seen = view(s, decision.seat)
        found = hint(CHIMERA, seen, decision.legal, quick(1), lambda: True)
        assert found == advise(CHIMERA, seen, decision.legal, quick(1))


def test_a_judgement_ends_when_it_is_stopped() -> None:
    s, decision = next(positions(record(CHIMERA, 3)))
    seen = view(s, decision.seat)
    case = RolloutCase(reviewer(CHIMERA), seen, decision.legal, quick(1), lambda: True)
    with pytest.raises(OutOfTime):
        case.verdict(4)


def test_a_game_without_a_policy_is_advised_by_its_own() -> None:
    assert judge_of(find("farbe_und_wert")) is None
    for s, decision in list(positions(record(SCHNAPSEN, 3)))[:5]:
        seen = view(s, decision.seat)
        action, why = hint(SCHNAPSEN, seen, decision.legal, quick(1))
        assert action in decision.legal
        assert why.key
