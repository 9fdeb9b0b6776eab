"""What a good player of Doppelkopf would not do: weigh the last tricks by habit, and forget whom an ace would find."""

from __future__ import annotations

import pytest

from doppelkopf.positions import dealt
from moves import do
from stich.analysis.judge import POLICY, Case, Judge
from stich.games.doppelkopf.club import LAST, Club
from stich.games.doppelkopf.judgement import chosen
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import View, view

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "hand",
    [
        "SA HA HT H9 CK CT SJ HJ DJ DK DT D9",
        "CA HA HK H9 SK S9 SJ HJ DJ DK DT D9",
        "CA C9 HA HT H9 SA SK HJ DJ DK DT D9",
    ],
)
def test_who_holds_the_called_ace_leads_it_and_is_the_partner(hand: str) -> None:
    """It is worth more to play with both club queens than what any other ace brings."""
    m = dealt(hand, "CQ CQ HQ SQ DA DA CJ DQ SQ HK S9 DQ")
    do(m, "1 ok", "2 call_ace H")
    while "play" not in {a.verb for a in m.deal.legal(m.deal.actor())}:
        m.act(m.deal.actor(), m.deal.legal(m.deal.actor())[0])
    action = Club().choose(view(m.deal, 1), m.deal.legal(1), quick(1))
    assert GAME.write(m.rules, action) == "play HA"


def test_the_last_tricks_are_looked_at_more_than_once() -> None:
    """Over many endings, what Club does brings more than what looks best at first sight."""
    judge = Judge(GAME, POLICY, 24)
    gain, looked = 0.0, 0
    for seed in range(10):
        m = Match(GAME, GAME.rules(), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = m.deal
            legal = s.legal(seat)
            seen = view(s, seat)
            first = chosen(seen, legal)
            if s.phase.name == "play" and 1 < len(s.hand(seat)) < LAST and len(legal) > 1:
                action = Club().choose(seen, legal, quick(1))
                looked += 1
                if action != first:
                    case = Case(judge, seen, [first, action], quick(seed, looked))
                    gain += sum(case.gains(1, case.draw(judge.worlds))) / judge.worlds
            m.act(seat, first)
    assert looked > 50
    assert gain / looked > 0.01


def test_the_same_ending_gets_the_same_answer() -> None:
    """At every seat the hint is what the bot would play."""
    endings: list[tuple[View, Doppelkopf, int]] = []
    m = Match(GAME, GAME.rules(), Source(SIM, 4))
    while (seat := m.deal.actor()) >= 0:
        s = m.deal
        if len(s.hand(seat)) in (3, 4) and len(s.legal(seat)) > 1:
            endings.append((view(s, seat), s.copy(), seat))
        m.act(seat, chosen(view(s, seat), s.legal(seat)))
    assert endings
    for seen, s, seat in endings:
        assert len({Club().choose(seen, s.legal(seat), quick(luck)) for luck in (1, 2)}) == 1
