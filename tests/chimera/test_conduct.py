"""What a plan alone misses and a look ahead sees: a hand that is as good as won after one answer must not wait."""

from __future__ import annotations

import pytest

from bots.tables import choice, table
from stich.bots.climbing.club import FEW
from stich.games.chimera.advise import advise
from stich.games.chimera.club import Club
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules_state import Chimera
from stich.kernel.chance import quick
from stich.kernel.view import view

pytestmark = pytest.mark.once

HUNTERS = ["2 2 3 4 4 6 7 11 11 C", "6 10 11 4 12 12 1"]

# hands of seats 0 to 2, the plays; what the Chimera, seat 0, does not do, or else must do
PASSED = {  # by the plan
    "a straight over a straight": (
        ["5 6 7 8 9 10 10 11 12", "2 2 3 3 4 4 7 H C", "6 10 11 11 11 12 12 12 2 3 4 5 6 7"],
        ["2 2 3 4 5 6 7"],
        "6 7 8 9 10 11",
    ),
    "a pair over a pair, and three are left": (
        ["8 8 9 9 10 10 11", "2 2 3 3 4 4 7 H C 1", "6 10 11 11 4 4 12 12"],
        ["2 4 4"],
        "8 8",
    ),
    "a Hero, and then a straight": (["4 H H 5 6 7 8 9", *HUNTERS], ["2 4"], "H"),
}


@pytest.mark.parametrize("level", ["club", "expert@300"])
@pytest.mark.parametrize("name", PASSED)
def test_the_chimera_does_not_let_a_won_hand_wait(name: str, level: str) -> None:
    hands, plays, good = PASSED[name]
    assert choice(table(hands, 0, plays, 0), level) == good


def positions() -> list[Chimera]:
    return [table(hands, 0, plays, 0) for hands, plays, _ in PASSED.values()]


def test_the_same_view_gets_the_same_answer_and_a_hint_is_what_club_plays() -> None:
    for s in positions():
        seen, legal = view(s, 0), s.legal(0)
        answers = {(a.verb, a.to) for a in [Club().choose(seen, legal, quick(n)) for n in range(4)]}
        hints = {(a.verb, a.to) for a, _ in [advise(seen, legal, quick(n)) for n in range(4)]}
        assert len(answers) == 1
        assert hints == answers


def test_who_is_about_to_go_out_is_left_to_the_plan() -> None:
    """A world in which all hands are open shows what such an enemy can beat; at the table one has to fear more."""
    for cards in ("12", "12 12"):
        s = table(["3 3 9 11 11 12", "5 5 6 7 8", cards], 2, [], 0)
        assert len(s.hand(2)) <= FEW
        seen, legal = view(s, 0), s.legal(0)
        assert Club().choose(seen, legal, quick(1)) == Planner().choose(seen, legal, quick(1))
