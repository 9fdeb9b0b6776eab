"""Expert's bids in Chimera consider the score of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from stich.bots import bot
from stich.games.chimera import match_bids
from stich.games.chimera.expert import Expert
from stich.games.chimera.match_bids import MatchPlanner, chance_at, point, table
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_state import Chimera
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.view import View, view

pytestmark = pytest.mark.once

HANDS = 45


def auctions(scores: tuple[int, int, int], limit: int = 400) -> Iterator[View[Chimera]]:
    """Yield beginnings of auctions. scores: of the seat on turn, and of those after it."""
    rules = GAME.rules({"limit": str(limit)})
    for number in range(HANDS):
        deck = GAME.prepare(rules, quick(77, number))
        first = GAME.deal(rules, Setup(2, number % 3, (0, 0, 0)), deck).actor()
        turned = tuple([scores[(seat - first) % 3] for seat in range(3)])
        yield view(GAME.deal(rules, Setup(2, number % 3, turned), deck), first)


def bids(planner: Planner, scores: tuple[int, int, int], limit: int = 400) -> Counter[int]:
    """Return how often a planner bids what; 0: it passes."""
    found = [planner.choose(v, v.seen.legal(v.seat), quick(1)) for v in auctions(scores, limit)]
    return Counter([a.to if a.verb == "bid" else 0 for a in found])


def test_who_is_about_to_win_takes_no_risk() -> None:
    assert bids(MatchPlanner(), (390, 0, 0))[0] > bids(MatchPlanner(), (0, 0, 0))[0] + HANDS // 5


def test_the_document_says_how_often_it_bids_what() -> None:
    found = [bids(MatchPlanner(), scores)[0] for scores in ((0, 0, 0), (390, 0, 0), (390, 200, 200))]
    assert [*found, bids(MatchPlanner(), (300, 390, 300))[40]] == [16, 41, 29, 36]  # docs/strength.md


def test_who_is_behind_one_who_is_about_to_win_bids_more() -> None:
    boldly = bids(MatchPlanner(), (300, 390, 300))
    assert boldly[0] < HANDS // 3
    assert boldly[40] > HANDS // 3


def test_only_what_is_missing_to_the_end_counts() -> None:
    assert bids(MatchPlanner(), (200, 290, 200), 300) == bids(MatchPlanner(), (300, 390, 300), 400)


def test_a_plan_does_not_know_the_score() -> None:
    assert bids(Planner(), (300, 390, 300)) == bids(Planner(), (0, 0, 0))


def test_a_finished_match_is_certain() -> None:
    known = table()
    assert known is not None
    assert chance_at(known, (5, -10, -20), 0, 0) == 1
    assert chance_at(known, (5, -10, -20), 0, 1) == 0
    assert 0.3 < chance_at(known, (5, 5, -300), 0, 0) < 0.7  # level at the end: they go on
    assert 0.0005 < point(known) < 0.01


@pytest.mark.parametrize("text", ["", "{}", None])
def test_without_a_table_it_bids_as_planned(text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "equity.json"
    if text is not None:
        file.write_text(text, "utf-8")
    monkeypatch.setattr(match_bids, "PATH", file)
    table.cache_clear()
    try:
        assert bids(MatchPlanner(), (300, 390, 300)) == bids(Planner(), (0, 0, 0))
    finally:
        table.cache_clear()


def test_expert_bids_for_the_match_and_club_as_planned() -> None:
    expert = bot(GAME, "expert")
    assert isinstance(expert, Expert)
    assert isinstance(expert.bidder, MatchPlanner)
    v = next(v for v in auctions((300, 390, 300)) if Planner().bid(v, v.seen.legal(v.seat)).verb == "pass")
    legal = v.seen.legal(v.seat)
    assert expert.choose(v, legal, quick(1)) == MatchPlanner().choose(v, legal, quick(1)) != legal[0]
    club = bot(GAME, "club")
    assert isinstance(club, Planner)
    assert not isinstance(club, MatchPlanner)
