"""Hints: what the analysis of a match would call no mistake, with the reason.

The adviser of a game chooses and reasons as Club does. Its choice is judged as that of a player would be after the
match, and if it is shown to be a mistake, the better one is advised. So an analysis seldom calls a hint a mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from stich.analysis.evaluation import candidates, known_by_seat
from stich.analysis.judge import Judge
from stich.analysis.rollouts import OutOfTime, has_policy, reviewer
from stich.bots import advise, explain, policies
from stich.bots.player import never
from stich.kernel.action import Action, Phrase
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.view import View


@cache
def judge_of(game: Game) -> Judge | None:
    """Return the judge for hints; None for a game without an adviser and a policy, whose strongest bot advises."""
    judged = getattr(policies(game), "advise", None) is not None and has_policy(game)
    return reviewer(game) if judged else None


def hint(
    game: Game, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool] = never
) -> tuple[Action, Phrase]:
    """Return what to do with this view, and the reason in one sentence. stop: as in `Bot.think`; stopped, it is the
    adviser's choice.
    """
    action, why = advise(game, view, legal, chance, stop)
    judge = judge_of(game)
    if judge is None or len(legal) == 1:
        return action, why
    tried = candidates(judge, view, legal, action, 0)
    try:
        known = known_by_seat(judge, view, tried, 0, 0, stop)
    except OutOfTime:
        return action, why
    if not known.mistake:
        return action, why
    best = tried[known.best]
    return best, explain(game, view, legal, best, chance)
