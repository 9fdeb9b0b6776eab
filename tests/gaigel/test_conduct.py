"""What a good player of Gaigel would not do: throw what is dear into a trick that others may still take."""

from __future__ import annotations

import pytest

from stich.games.gaigel.club import Club
from stich.games.gaigel.judgement import chosen
from stich.games.gaigel.rules import GAME
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("seed", "moves", "refrains"),
    [
        (22, 1, "CT"),  # second to play
        (15, 13, "CT"),
        (29, 17, "CT"),
        (18, 20, "SA"),
        (11, 5, "DT"),  # a trump ten, second to play
        (39, 10, "DT"),
        (19, 20, "DT"),  # third to play
        (14, 5, "SQ"),  # a queen that may still be melded
    ],
)
def test_what_is_dear_is_not_spent_on_a_trick_that_others_may_take(seed: int, moves: int, refrains: str) -> None:
    """In 60 deals that were possible, played out, each of these cost at least a quarter of a game; first sight plays
    them.
    """
    m = Match(GAME, GAME.rules({}, 4), Source(SIM, seed))
    for _ in range(moves):
        m.act(m.deal.actor(), chosen(view(m.deal, m.deal.actor()), m.deal.legal(m.deal.actor())))
    seat = m.deal.actor()
    assert GAME.write(m.rules, Club().choose(view(m.deal, seat), m.deal.legal(seat), quick(1))) != f"play {refrains}"


def test_the_same_question_gets_the_same_answer() -> None:
    """A hint is what Club plays, whatever the luck."""
    m = Match(GAME, GAME.rules({}, 4), Source(SIM, 3))
    for _ in range(12):
        seat = m.deal.actor()
        legal = m.deal.legal(seat)
        answers = {Club().choose(view(m.deal, seat), legal, quick(i)) for i in range(3)}
        assert len(answers) == 1
        m.act(seat, answers.pop())
