"""The values of the review with open cards: exact where a solver reaches the end, and the same whatever came before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stich.analysis import open_cards
from stich.analysis.evaluation import Evaluator, decisions
from stich.analysis.mining import held
from stich.analysis.open_cards import OpenCards, open_card_values, open_card_verdict
from stich.analysis.rollouts import reviewer
from stich.bots import bot
from stich.bots.arena import next_action
from stich.bots.solver import Solver
from stich.games import find
from stich.kernel.cards import HOST
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import Record
from stich.kernel.state import State
from stich.kernel.view import view

pytestmark = pytest.mark.once

FEW = {"chimera": 14, "ecarte": 8, "gaigel": 16, "fuenfhundert": 8, "herzblatt": 9, "doppelkopf": 8}  # cards left


def late(name: str, seeds: range, cards: int) -> Iterator[tuple[State, int]]:
    """Yield decisions of Club with at most so many cards in all hands."""
    game = find(name)
    seats = 4 if name == "gaigel" else 3 if name == "herzblatt" else game.seats[0]
    club = bot(game, "club")
    for seed in seeds:
        match, luck = Match(game, game.rules({}, seats), Source(SIM, seed)), quick(seed)
        while match.deal.must():
            s = match.deal
            seat = s.actor()
            if seat not in (-1, HOST) and 0 < held(s) <= cards and len(s.legal(seat)) > 1:
                yield s, seat
            match.act(*next_action(s, lambda s, seat, legal, luck=luck: club.choose(view(s, seat), legal, luck)))  # type: ignore[misc]


@pytest.mark.parametrize("name", FEW)
def test_a_value_is_that_of_a_whole_search(name: str) -> None:
    judge = reviewer(find(name))
    met = 0
    for s, seat in late(name, range(1, 13), FEW[name]):
        exact = OpenCards(judge).value(s, seat)
        if exact is None:
            continue
        met += 1
        side = judge.search.side(s, seat)
        whole = Solver[State](side, lambda end, seat=seat: judge.worth(end, seat), judge.search.key)  # type: ignore[misc]
        assert exact == pytest.approx(whole.value(s.copy()), abs=1e-3)
    assert met > 1


@pytest.mark.parametrize("name", ["chimera", "ecarte"])
def test_the_choice_is_compared_with_the_best_one(name: str) -> None:
    judge = reviewer(find(name))
    for s, seat in late(name, range(1, 5), FEW[name]):
        legal = s.legal(seat)
        losses = []
        for chosen in legal:
            found = OpenCards(judge).verdict(s, seat, [chosen, *[a for a in legal if a != chosen]])
            assert found is not None
            assert found.loss.low == found.loss.mean == found.loss.high >= 0
            losses.append(found.loss.mean)
            if not found.loss.mean:
                assert found.best == chosen
        assert min(losses) == 0


def test_beyond_the_limit_the_rollouts_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = reviewer(find("ecarte"))
    s, seat = next(late("ecarte", range(1, 5), 8))
    legal = s.legal(seat)
    assert open_card_verdict(judge, s, seat, legal, 40, quick(1)).loss.low >= 0
    monkeypatch.setattr(open_cards, "NODES", 0)
    assert OpenCards(judge).verdict(s, seat, legal) is None
    assert len(open_card_values(judge, s, 40, quick(1))) == 2


def test_what_came_before_changes_nothing() -> None:
    game = find("ecarte")
    match, luck, club = Match(game, game.rules({}), Source(SIM, 4)), quick(4), bot(game, "club")
    while match.deal.must():
        match.act(*next_action(match.deal, lambda s, seat, legal: club.choose(view(s, seat), legal, luck)))
    record = Record(game, match.rules, match.source, moves=match.moves)
    together = list(Evaluator(record, 8).all())
    alone = []
    for n in range(len(together)):
        s, one = next((s, one) for s, one in decisions(record) if one.number == n)
        alone.append(Evaluator(record, 8).judged(s, one))
    assert alone == together
