"""What a good player would call stupid, class by class: who closes when, and whom the end of the match is for."""

from __future__ import annotations

from typing import Any

import pytest

from chinchon.positions import rules, state, table
from stich.games.chinchon.bot import BOTS
from stich.games.chinchon.chances import MATCH, chance_to_win, deal_worth
from stich.games.chinchon.club import Club, closes
from stich.games.chinchon.expert import Expert
from stich.games.chinchon.rules import GAME
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

LEAVES_4 = "O1 O2 O3 E5 C5 B5 C4 E12"
LEAVES_0 = "O1 O2 O3 E5 C5 B5 O5 E12"
LEAVES_32 = "E2 E10 E11 C2 B7 O10 C7 B11"
USUAL: dict[str, Any] = {"close_limit": 5}


def chosen(level: str, hand: str, *others: str, **given: Any) -> str:
    m = table(hand, *others, **given)
    bot = Expert(60) if level == "expert" else BOTS[level]()
    return GAME.write(m.rules, bot.choose(view(m.deal, 0), m.deal.legal(0), quick(1)))


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize("options", [{}, USUAL], ids=str)
@pytest.mark.parametrize("scores", [(96, 0, 0), (97, 53, 58), (99, 98, 20), (98, 40, 10)])
def test_no_player_closes_out_of_the_match(level: str, options: dict[str, object], scores: tuple[int, ...]) -> None:
    said = chosen(level, LEAVES_4, "C1 C6 C12 B6 B10 E7 O11", "C2 C7 C11 B1 B11 E1 O7", scores=scores, **options)
    assert said.startswith("discard")


@pytest.mark.parametrize("level", ["club", "expert"])
def test_no_player_closes_out_with_a_whole_hand(level: str) -> None:
    said = chosen(level, LEAVES_32, "C1 C6 C12 B6 B10 E7 O11", "C4 C11 B1 O7 E1 O4 O5", scores=(97, 53, 58))
    assert said.startswith("discard")


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(("limit", "most"), [(100, 97), (50, 47), (200, 197)])
def test_the_limit_is_that_of_the_table(level: str, limit: int, most: int) -> None:
    hands = (LEAVES_4, "C1 C6 C12 B6 B10 E7 O11")
    assert chosen(level, *hands, scores=(most, 10), limit=limit).startswith("discard")


def test_who_would_lead_at_the_end_is_seen() -> None:
    """One player certainly passes the limit: then the leader closes, and nobody else, even with nothing left over."""
    for scores, ends in (
        ((50, 99, 60), True),  # 54, and the third one at 60 and their hand: the closer wins
        ((90, 99, 20), False),  # 94 against 20 and their hand
        ((93, 99, 0), False),
        ((70, 99, 88), True),
    ):
        m = table(LEAVES_4, "C1 C6 C12 B6 B10 E7 O11", "C2 C7 C11 B1 B11 E1 O7", scores=scores, **USUAL)
        assert closes(state(m), 0, 4) == ends, scores
    m = table(LEAVES_0, "C1 C6 C12 B6 B10 E7 O11", "C2 C7 C11 B1 B11 E1 O7", scores=(95, 99, 5), **USUAL)
    assert not closes(state(m), 0, 0)


@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_run_of_seven_wins_whatever_the_totals(level: str) -> None:
    hands = ("E1 E2 E3 E4 E5 E6 E7 C12", "C1 C6 C11 B6 B10 O7 O11", "C2 C7 B1 B11 O1 O2 O4")
    assert chosen(level, *hands, scores=(99, 99, 0)) == "close C12"


def test_in_la_conga_who_stays_in_may_still_win() -> None:
    m = table(LEAVES_4, "C1 C6 C12 B6 B10 E7 O11", scores=(96, 80), mode="conga")
    assert closes(state(m), 0, 4)
    m = table(LEAVES_4, "C1 C6 C12 B6 B10 E7 O11", scores=(97, 80), mode="conga", conga_close="five_only")
    assert not closes(state(m), 0, 4)


def test_chances_of_all_make_one_and_less_is_better() -> None:
    for options in ({}, USUAL, {"mode": "conga"}, {"limit": 200}):
        s = state(Match(GAME, rules(4, **options), Source(SIM, 1)))
        for totals in ((0, 0, 0, 0), (10, 50, 99, 3), (104, 100, 20, 99), (-10, 140, 150, 130)):
            chances = [chance_to_win(s.rules, 0, totals, seat, 0) for seat in range(4)]
            assert sum(chances) == pytest.approx(1)
            assert chances[totals.index(min(totals))] == max(chances)
    s = state(Match(GAME, rules(2), Source(SIM, 1)))
    assert chance_to_win(s.rules, 0, (104, 104), 0, 0) == 1.0, "of equals the closer"
    assert chance_to_win(s.rules, 0, (104, 104), 0) == 0.5
    assert chance_to_win(s.rules, 0, (20, 100), 1) == 0.0


def test_a_finished_deal_is_worth_the_match() -> None:
    m = table(LEAVES_4, "C1 C6 C12 B6 B10 E7 O11", scores=(60, 90))
    m.act(0, GAME.read(m.rules, "close E12"))
    assert (deal_worth(state(m), 0), deal_worth(state(m), 1)) == (MATCH, 0.0)


def played(level: str, matches: int, **options: object) -> tuple[list[float], int]:
    """Let bots play; return after how many rounds deals were closed, and how many closers lost the match with that."""
    rounds, lost = [], 0
    for seed in range(matches):
        m = Match(GAME, rules(3, **options), Source(SIM, seed))
        bot = Expert(20) if level == "expert" else Club()
        chance = quick(seed)
        while not m.over:
            if not m.deal.must():
                m.next_deal()
            before = m.scores
            while m.deal.must():
                seat = m.deal.actor()
                m.act(seat, bot.choose(view(m.deal, seat), m.deal.legal(seat), chance))
            s = state(m)
            if s.closer >= 0:
                rounds.append(s.turns / 3)
                lost += before[s.closer] + s.left[s.closer] >= 100 and not m.winners >> s.closer & 1
    return sorted(rounds), lost


def test_under_the_usual_limit_deals_are_played() -> None:
    rounds, lost = played("club", 8, **USUAL)
    assert rounds[len(rounds) // 2] >= 3
    assert lost == 0


def test_by_default_nobody_loses_the_match_by_closing() -> None:
    assert played("club", 25)[1] == 0


@pytest.mark.parametrize(("pile", "taken"), [("E11", False), ("E10", False), ("E7", True), ("O4", True)])
def test_a_card_that_saves_little_is_left_under_the_usual_limit(pile: str, taken: bool) -> None:
    """The 12 would go for it. One or two points are less than what an unknown card may bring; five, or a meld, more."""
    m = table("O1 O2 O3 E5 C7 B11 C12", "C1 C4 E12 B6 B10 C6 O11", drawn=False, pile=pile, **USUAL)
    said = BOTS["club"]().choose(view(m.deal, 0), m.deal.legal(0), quick(1))
    assert (said.verb == "take") is taken


@pytest.mark.parametrize(
    ("hand", "pair"),
    [
        ("E1 E2 C1 C3 C12 O6 B1 B12", "C12 B12"),
        ("E2 O2 C2 C3 O7 O6 B11 C11", "C11 B11"),
        ("O1 O2 O3 E11 B11 C4 E3 E7", "E11 B11"),
    ],
)
def test_with_one_meld_a_pair_of_high_cards_is_kept_at_first(hand: str, pair: str) -> None:
    """What others throw early is high: with one more of them closing is allowed."""
    others = ("E4 E6 C5 C6 C7 O4 O5", "E5 C2 O7 B2 B3 B4 B5", "B6 B7 E10 C10 O10 B10 O11")
    free = [" ".join(name for name in some.split() if name not in hand.split()) for some in others]
    said = chosen("club", hand, *free, **USUAL)
    assert said.startswith("discard")
    assert said.split()[1] not in pair.split()
