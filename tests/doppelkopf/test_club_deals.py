"""Random deals of §12 held against a second reading of it (`deals_club.py`), and against the laws of every game; most
players are healthy, so that there are normal games, weddings and poverties among them and not only solos.
"""

from __future__ import annotations

from collections import Counter

import pytest

from doppelkopf.deals import Watch
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_club_phases_reserve import nines
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf
from stich.kernel.action import Action
from stich.kernel.cards import seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.laws import random_play
from stich.kernel.laws.check import check
from stich.kernel.match import SIM, Match, Source

pytestmark = pytest.mark.once

TOURNAMENT: dict[str, object] = {"rules": "tournament"}
HOUSE = dict.fromkeys(("schweinchen", "armut", "neunen", "tollen_second_beats_first", "karlchen_caught"), True)
SETS: dict[str, dict[str, object]] = {
    "tournament": TOURNAMENT,
    "round": {**TOURNAMENT, "duty_solo": True, "match_deals": 24},
    "family": {**TOURNAMENT, **HOUSE},
    "short": {**TOURNAMENT, "no_nines": True, "armut": True},
    "page": {"announcements": True, "specials": True, "tollen": True, "solos": "all", "pay": "pairwise"},
    "wedding": {"announcements": True, "wedding": "first_foreign_trick", "fuchsfang": True},
    "specials": {"specials": True, "karlchen_caught": True},
}
SELDOM = {"reservation": 12, "solo": 40, "accept": 60, "re": 15, "kontra": 15}  # of a hundred


def sensible(acts: list[Action], chance: Chance) -> Action:
    """Return one of the actions: what would be chosen too often at random is given another chance to be something
    else; steps are announced one in ten times, the highest ones hardly ever.
    """
    a = acts[chance.below(len(acts))]
    for _ in range(3):
        if chance.below(100) < SELDOM.get(a.verb, 10 if a.to >= 0 and not a.cards else 100):
            break
        a = acts[chance.below(len(acts))]
    return a


@pytest.mark.parametrize("name", SETS)
def test_deals_agree_with_the_second_reading(name: str) -> None:
    rules = GAME.rules(SETS[name])
    chance = quick(7, 1)
    played = Counter[str]()
    done = 0
    while done < 60:
        m = Match(GAME, rules, Source(SIM, 100 + done))
        while True:
            watch = Watch(m.deal)
            while must := m.deal.must():
                able = [(seat, acts) for seat in seats_of(must | m.deal.may()) if (acts := m.deal.legal(seat))]
                seat, acts = able[chance.below(len(able))]
                a = sensible(acts, chance)
                watch.before(seat, a)
                m.act(seat, a)
                played[a.verb] += 1
            watch.finished(m.sheets[-1].result)
            assert isinstance(m.deal, ClubDoppelkopf)
            played[m.deal.game.rpartition(".")[2]] += 1
            done += 1
            if m.over:
                break
            m.next_deal()
    assert played["re"] or name == "specials", played
    if rules.options["rules"] == "tournament":
        assert played["normal"] > 5, played


@pytest.mark.parametrize("name", ["tournament", "family", "page"])
def test_the_laws_hold_where_games_are_normal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "choose", lambda chance, acts: sensible(acts, chance))
    report = check(GAME, SETS[name], deals=10, seed=3)
    assert report.ok, report.failures


def test_a_round_has_24_deals_and_a_duty_solo_of_each() -> None:
    """8.5, 8.6: after a duty solo the same dealer deals again, except after a forced one."""
    chance = quick(3, 3)
    forced = 0
    for number in range(4):
        m = Match(GAME, GAME.rules(SETS["round"]), Source(SIM, number))
        solos = Counter[int]()
        before: tuple[int, bool] | None = None
        for deal in range(24):
            s = m.deal
            assert isinstance(s, ClubDoppelkopf)
            if before is not None:
                assert m.setup.dealer == (before[0] + (0 if before[1] else 1)) % 4
            while s.must():
                seat = s.actor()
                acts = s.legal(seat)
                healthy = [a for a in acts if a.verb in ("healthy", "wedding")]
                last = acts[0] if s.phase.name == "tricks" else acts[-1]
                m.act(seat, healthy[0] if healthy and chance.below(50) else last)
            if s.duty >= 0:
                solos[s.duty] += 1
            forced += s.forced
            before = (m.setup.dealer, s.duty >= 0 and not s.forced)
            assert m.over == (deal == 23)
            if not m.over:
                m.next_deal()
        assert solos == {0: 1, 1: 1, 2: 1, 3: 1}
    assert forced


def test_what_is_thrown_in_counts_for_no_deal() -> None:
    chance = quick(5, 5)
    m = Match(GAME, GAME.rules({**TOURNAMENT, "neunen": True, "armut": True, "match_deals": 24}), Source(SIM, 5))
    thrown = counted = 0
    for _ in range(400):
        s = m.deal
        assert isinstance(s, ClubDoppelkopf)
        while s.must():
            seat = s.actor()
            acts = s.legal(seat)
            hopeless = s.trumps(seat) < 4 or nines(s.hand(seat)) > 4
            first = "reservation" if hopeless else "healthy"
            wanted = [a for a in acts if a.verb in ("neunen", "armut", "decline", first)]
            m.act(seat, wanted[0] if wanted else acts[chance.below(len(acts))])
        again = m.sheets[-1].result.again
        thrown += again
        counted += not again
        if m.over:
            break
        dealer = m.setup.dealer
        m.next_deal()
        assert m.setup.dealer == (dealer if again else (dealer + 1) % 4)
    assert counted == 24
    assert thrown
