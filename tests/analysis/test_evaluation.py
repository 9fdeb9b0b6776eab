"""The analysis of a match: honest about what was known, the same in any order, and told in words of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.analysis.evaluation import Decision, Evaluator, Judged, decisions, endings, known_by_seat
from stich.analysis.judge import CHANCE, unit_of
from stich.analysis.rollouts import reviewer
from stich.analysis.summary import curve, is_luck, tallies, turning_points
from stich.bots import bot, explain, levels
from stich.games import find, games
from stich.kernel.action import CLOSE
from stich.kernel.cards import HOST, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import Record
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import view
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

FEW = 4  # worlds


@cache
def record(game: Game, seed: int, deals: int = 1, most: int = 40) -> Record:
    """Return a match by random play, of some actions at most."""
    match, chance = Match(game, game.rules({}), Source(SIM, seed)), quick(seed)
    while len(match.moves) < most:
        if not match.deal.must():
            if match.over or match.setup.number == deals:
                break
            match.next_deal()
        s = match.deal
        able = [(seat, legal) for seat in seats_of(s.must() | s.may()) if (legal := s.legal(seat))]
        seat, legal = able[int(chance.below(len(able)))]
        match.act(seat, legal[int(chance.below(len(legal)))])
    return Record(game, match.rules, match.source, moves=list(match.moves), deals=match.setup.number)


def positions(of: Record) -> Iterator[tuple[State, Decision]]:
    for s, decision in decisions(of):
        yield s.copy(), decision


@pytest.mark.parametrize("name", ["chimera", "ecarte", "durak", "gaigel"])
def test_a_mistake_follows_from_the_view_alone(name: str) -> None:
    """The same view in another world: what could be known is the same to the last digit, what is open is not."""
    evaluator = Evaluator(record(find(name), 3), FEW)
    differs = 0
    for s, decision in list(positions(evaluator.record))[:12]:
        other = sample(view(s, decision.seat), quick(decision.number))
        first, second = evaluator.judged(s, decision), evaluator.judged(other, decision)
        known = [
            (one.loss, one.mistake, one.better, one.worse, one.expected, one.best, one.why) for one in (first, second)
        ]
        assert known[0] == known[1]
        differs += first.open_values != second.open_values
    assert differs


def test_what_could_be_known_is_given_a_view_and_no_state() -> None:
    names = known_by_seat.__code__.co_varnames[: known_by_seat.__code__.co_argcount]
    assert names == ("judge", "seen", "tried", "worlds", "number", "stop")


def test_a_mistake_is_shown_by_its_interval() -> None:
    judged = list(Evaluator(record(find("chimera"), 5), 12).all())
    assert any(one.mistake for one in judged)
    for one in judged:
        assert one.mistake == (one.best != one.chosen)
        if one.mistake:
            assert one.loss.low > 0
            assert one.better > 0
        else:
            assert (one.better, one.worse) == (0, 0)
        assert is_luck(one) == (not one.mistake and one.open_loss.low > 0)


def test_the_same_in_any_order() -> None:
    of = record(find("ecarte"), 4)
    whole = list(Evaluator(of, FEW).all())
    for s, decision in reversed(list(positions(of))):
        assert Evaluator(of, FEW).judged(s, decision) == whole[decision.number]


def test_a_decision_leaves_the_match_as_it_is() -> None:
    of = record(find("durak"), 4)
    evaluator = Evaluator(of, FEW)
    for s, decision in decisions(of):
        before = s.copy()
        evaluator.judged(s, decision)
        assert view(s, decision.seat).key() == view(before, decision.seat).key()
        assert s.zones == before.zones


def test_no_choice_is_no_decision() -> None:
    of = record(find("ecarte"), 6, deals=3, most=200)
    found = list(positions(of))
    assert 0 < len(found) < len(of.moves)
    assert [d.number for _, d in found] == list(range(len(found)))
    for _, decision in found:
        assert decision.seat != HOST
        assert len(decision.legal) > 1


def test_a_seat_that_need_not_act_could_have_left_it() -> None:
    """A seat that interrupts has chosen to: the alternative is to close."""
    of = record(find("cruzo"), 8, most=60)
    optional = [d for s, d in positions(of) if not s.must() >> d.seat & 1]
    assert optional
    for decision in optional:
        assert decision.legal[-1] == CLOSE
    evaluator = Evaluator(of, FEW)
    for s, decision in positions(of):
        if decision in optional[:2]:
            assert evaluator.judged(s, decision).seat == decision.seat


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_judged_and_says_why(name: str) -> None:
    game = find(name)
    of = record(game, 2, most=25)
    texts = {language: catalogue(language, name) for language in LANGUAGES}
    evaluator = Evaluator(of, FEW)
    some = list(positions(of))[:: max(1, len(list(positions(of))) // 4)]
    for s, decision in some:
        one = evaluator.judged(s, decision)
        assert len(one.open_values) == of.rules.layout.seats
        for key in (one.why.key, one.chosen.label.key, one.best.label.key):
            assert all(key in texts[language] for language in LANGUAGES), key
    unit = unit_of(game)
    assert unit.kind != CHANCE or (unit.value(unit.low), unit.value(unit.high)) == (0, 100)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_choice_has_a_reason_with_words(name: str) -> None:
    game = find(name)
    texts = {language: catalogue(language, name) for language in LANGUAGES}
    for s, decision in list(positions(record(game, 7, most=60)))[::3]:
        seen = view(s, decision.seat)
        for a in decision.legal[:6]:
            why = explain(game, seen, decision.legal, a, quick(1))
            assert all(why.key in texts[language] for language in LANGUAGES), why.key


def test_a_game_without_reasons_of_its_own_asks_its_adviser() -> None:
    for s, decision in list(positions(record(SCHNAPSEN, 3)))[:10]:
        seen = view(s, decision.seat)
        keys = {explain(SCHNAPSEN, seen, decision.legal, a, quick(1)).key for a in decision.legal}
        assert "table.why.played_out" in keys


# -- what it comes to ----------------------------------------------------------------------------------------------


def test_the_lines_of_the_players_add_up() -> None:
    judged = list(Evaluator(record(find("chimera"), 5), FEW).all())
    lines = tallies(judged, 3)
    whole = [one for one in lines if not one.phase]
    assert [one.seat for one in whole] == [0, 1, 2]
    assert sum(one.decisions for one in whole) == len(judged)
    assert sum(one.mistakes for one in whole) == sum(one.mistake for one in judged)
    for one in whole:
        parts = [part for part in lines if part.seat == one.seat and part.phase]
        assert sum(part.decisions for part in parts) == one.decisions
        assert sum(part.lost for part in parts) == pytest.approx(one.lost)
        assert 0 <= one.accuracy <= 1


def test_turning_points_are_the_dearest_mistakes_in_their_order() -> None:
    judged = list(Evaluator(record(find("chimera"), 5), 12).all())
    found = turning_points(judged)
    assert found == sorted(found)
    mistakes = [i for i in found if judged[i].mistake]
    least = min(judged[i].loss.mean for i in mistakes)
    assert all(one.loss.mean <= least for i, one in enumerate(judged) if one.mistake and i not in found)


def test_the_graph_ends_with_what_the_deals_brought() -> None:
    of = record(find("ecarte"), 6, deals=3, most=400)
    judged = list(Evaluator(of, FEW).all())
    ends = endings(of)
    assert [one.deal for one in ends] == [1, 2, 3]
    judge = reviewer(of.game)
    for seat in (0, 1):
        points = curve(judged, ends, seat, add_up=True)
        assert len(points) == len(judged) + 3
        assert points[-1].value == pytest.approx(sum(one.values[seat] for one in ends))
        assert curve(judged, ends, seat, add_up=False)[-1].value == ends[-1].values[seat]
    assert judge.worlds >= 1


def test_a_record_that_breaks_off_is_judged_as_far_as_it_goes() -> None:
    game = find("ecarte")
    whole, part = record(game, 6, deals=2, most=400), record(game, 6, deals=2, most=11)
    assert len(part.moves) == 11
    found = list(Evaluator(part, FEW).all())
    assert found
    assert found == list(Evaluator(whole, FEW).all())[: len(found)]


def test_club_makes_fewer_mistakes_than_random_play() -> None:
    game = find("ecarte")

    def share(level: str) -> float:
        judged: list[Judged] = []
        for seed in range(6):
            match = Match(game, game.rules({}), Source(SIM, seed))
            player, chance = bot(game, level), quick(seed)
            while match.deal.must():
                seat = match.deal.actor()
                match.act(seat, player.choose(view(match.deal, seat), match.legal(seat), chance))
            of = Record(game, match.rules, match.source, moves=match.moves)
            judged += Evaluator(of, 24).all()
        return sum(one.loss.mean for one in judged if one.mistake) / len(judged)

    assert "club" in levels(game)
    assert share("club") < share("random") / 2


PRESETS = [(name, preset.name) for name in games() for preset in find(name).presets]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_decisions_under_every_preset_are_judged(name: str, preset: str) -> None:
    """Reservations, exchanges, announcements: whatever a table asks for can be played out, and has a hint."""
    game = find(name)
    seats = (next(one.seats for one in game.presets if one.name == preset) or game.seats)[0]
    match = Match(game, game.rules(dict(game.with_preset(preset, {}, seats)), seats), Source(SIM, 5))
    chance = quick(5)
    while len(match.moves) < 12 and match.deal.must():
        s = match.deal
        able = [(seat, legal) for seat in seats_of(s.must()) if (legal := s.legal(seat))]
        seat, legal = able[int(chance.below(len(able)))]
        match.act(seat, legal[int(chance.below(len(legal)))])
    of = Record(game, match.rules, match.source, moves=list(match.moves), deals=1)
    met: set[str] = set()
    for s, decision in decisions(of):
        if s.phase.name not in met and len(met) < 3:  # the first one of each phase
            met.add(s.phase.name)
            assert Evaluator(of, FEW).judged(s, decision).phase == s.phase.name
