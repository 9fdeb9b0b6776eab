"""What a good player of Fünfhundert would not do: keep what the other one needs, and misplay an open ending."""

from __future__ import annotations

import pytest

from fuenfhundert.positions import position
from stich.bots.solver import Solver
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.expert import Expert
from stich.games.fuenfhundert.rules import GAME
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

ENDING = Expert()


@pytest.mark.parametrize(
    ("hand", "other", "won", "trick", "trump", "used", "home"),
    [
        # the ace of hearts is theirs, king, ten and jack are out: the queen is what keeps them from a sequence
        ("ST SJ HQ H8 DT D7 D8 D9", "HJ HK HT CQ CT DJ DQ", "C8 C9 CA S9 S8 HA", "S7", "C", "C7", "HQ"),
        # the same with the king, and in diamonds
        ("ST SJ DK H8 HT D7 D8 D9", "DJ DQ DT CQ CT HJ HQ", "C8 C9 CA S9 S8 DA", "S7", "C", "C7", "DK"),
        # and with the queen of trumps, where it counts twice
        ("ST SJ CQ H8 HT D7 D8 D9", "CK CT CJ DJ DQ HJ HQ", "C8 C9 CA S9 S8 HA", "S7", "C", "C7", "CQ"),
    ],
)
def test_the_card_that_the_other_needs_is_brought_home(
    hand: str, other: str, won: str, trick: str, trump: str, used: str, home: str
) -> None:
    m = position(hand, other, won, talon=4, bottom=f"{trump}7", trick=trick, trump=trump, used=used)
    legal = m.deal.legal(0)
    assert GAME.write(m.rules, Club().choose(view(m.deal, 0), legal, quick(1))) == f"play {home}"


def test_an_ending_in_which_all_cards_are_known_is_played_best() -> None:
    """Both follow suit, and what is not seen is in the other hand."""
    looked = 0
    for seed in range(12):
        m = Match(GAME, GAME.rules(), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = m.deal
            legal = s.legal(seat)
            action = Club().choose(view(s, seat), legal, quick(1))
            if ENDING.solvable(s) and action.verb == "play" and len(legal) > 1:
                plays = [a for a in legal if a.verb == "play"]
                assert value(s, seat, plays.index(action)) == max(value(s, seat, i) for i in range(len(plays)))
                looked += 1
            m.act(seat, action)
    assert looked > 30


def value(s: Fuenfhundert, seat: int, at: int) -> float:
    """Return what the card number `at` that may be played comes to, if both play best from then on."""
    after = s.copy()
    after.apply(seat, [a for a in s.legal(seat) if a.verb == "play"][at])
    return Solver[Fuenfhundert](1 << seat, lambda end: ENDING.utility(end, seat), ENDING.key).value(after)
