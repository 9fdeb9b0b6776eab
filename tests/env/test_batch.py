"""Many games at once: the same games as one after the other, rows that say what they should, and nothing else."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from env.tables import turns
from stich.env.turns import Turns
from stich.games import games
from stich.parts import climb
from stich.parts.climb import batch as core
from stich.parts.climb.game import ClimbRules
from stich.parts.climb.hands import union

np = pytest.importorskip("numpy")

from stich.env.batch import CLIMB_ROW, Climbs, Deals  # noqa: E402


@pytest.fixture(params=["chimera", "doudizhu"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def table_of(game: str) -> int:
    rules = games()[game].rules({})
    assert isinstance(rules, ClimbRules)
    return rules.table


def hands(of: core.Climbs, i: int) -> list[int]:
    return [int(of.state[i * core.FIELDS + seat]) for seat in range(3)]


def listed(of: core.Climbs, i: int) -> list[int]:
    return [int(of.moves[of.starts[i] + k]) for k in range(of.counts[i])]


def fresh(of: core.Climbs, i: int, table: int, buf: vec[i64]) -> climb.Climb:
    a, b, c = hands(of, i)
    return climb.Climb(a, b, c, 0, 0, 0, table, buf)


@pytest.mark.parametrize("skip", [False, True])
def test_each_game_is_that_of_the_core(game: str, skip: bool) -> None:
    table, n = table_of(game), 6
    of = core.Climbs(n, table, [7 * i for i in range(n)], skip)
    chance = random.Random(1)
    buf = climb.scratch()
    mirror = [fresh(of, i, table, buf) for i in range(n)]
    finished = 0
    for _ in range(400):
        for i, one in enumerate(mirror):
            while skip and len(moves := one.legal()) == 1:
                one.apply(moves[0])
            assert listed(of, i) == one.legal()
        places = [chance.randrange(of.counts[i]) for i in range(n)]
        chosen = [listed(of, i)[place] for i, place in enumerate(places)]
        of.step(places)
        for i, one in enumerate(mirror):
            one.apply(chosen[i])
            while skip and not one.over and len(moves := one.legal()) == 1:
                one.apply(moves[0])
            assert of.done[i] == (1 + one.turn if one.over else 0)
            if one.over:
                finished += 1
                mirror[i] = fresh(of, i, table, buf)
    assert finished > 20


def test_the_pack_is_dealt_whole_and_the_seed_decides_it(game: str) -> None:
    table = table_of(game)
    one, two = (core.Climbs(50, table, list(range(50))) for _ in range(2))
    dealt = [hands(one, i) for i in range(50)]
    assert dealt == [hands(two, i) for i in range(50)]
    assert len({tuple(each) for each in dealt}) == 50
    for each in dealt:
        assert [climb.size(hand) for hand in each] == [20, 17, 17]
        assert sorted(b"".join(climb.ranks(hand) for hand in each)) == list(core.PACK)


def test_the_first_cards_are_spread_evenly() -> None:
    of = core.Climbs(4000, 0, list(range(4000)))
    jokers = sum(climb.held(hands(of, i)[0], climb.HIGH_JOKER) for i in range(4000)) / 4000
    assert abs(jokers - 20 / 54) < 0.03


def test_a_row_says_what_the_seat_knows(game: str) -> None:
    of = Climbs(game, 40, seeds=3)
    part = {one.name: slice(one.start, one.start + one.size) for one in CLIMB_ROW}
    rng = np.random.default_rng(2)
    finished = 0
    for _ in range(120):
        for i in range(40):
            row = of.rows[i]
            state = [int(of.core.state[i * core.FIELDS + k]) for k in range(core.FIELDS)]
            seat = state[core.TURN]
            assert hand_of(row[part["own"]]) == state[seat]
            assert hand_of(row[part["others"]]) == union(state[(seat + 1) % 3], state[(seat + 2) % 3])
            last = state[core.LAST]
            assert hand_of(row[part["lies"]]) == climb.cards(last)
            assert row[part["kind"]][0] == climb.kind(last)
            assert row[part["length"]][0] == climb.length(last)
            assert row[part["seat"]][0] == seat
            assert row[part["cards"]].tolist() == [climb.size(hand) for hand in state[:3]]
            assert row[part["passes"]][0] == state[core.PASSES]
            assert of.mask[i].sum() == of.counts[i]
            assert of.mask[i, : of.counts[i]].all()
            assert of.moves[of.starts[i] :][: of.counts[i]].tolist() == listed(of.core, i)
        finished += of.step((rng.random(40) * of.counts).astype(np.uint16))
    assert finished > 20
    assert of.steps == 120 * 40
    named = [k for one in CLIMB_ROW for k in range(one.start, one.start + one.size)]
    assert len(named) == len(set(named))
    assert not np.delete(of.rows, named, 1).any()


def hand_of(counts: Any) -> int:
    """Return the hand of which a part of a row says how many cards of each rank there are."""
    return climb.planes(b"".join([bytes([rank]) * n for rank, n in enumerate(counts.tolist())]))


def test_a_wrong_move_is_refused_and_nothing_has_changed(game: str) -> None:
    of = Climbs(game, 3)
    before = of.rows.copy(), of.counts.copy()
    for wrong in ([0, of.counts[1], 0], [0, 0, 1 << 32], [-1, 0, 0]):
        with pytest.raises(ValueError, match=r"game \d has the moves 0 to \d+, not"):
            of.step(np.array(wrong))
    with pytest.raises(ValueError, match="3 games need as many moves, not 2"):
        of.step(np.zeros(2, np.int64))
    assert (of.rows == before[0]).all()
    assert (of.counts == before[1]).all()


@pytest.mark.parametrize(("kind", "name"), [(Climbs, "chimera"), (Deals, "ecarte")])
def test_actions_are_whole_numbers_in_one_dimension(kind: Any, name: str) -> None:
    of = kind(name, 2)
    before = of.rows.copy()
    legal = (of.mask != 0).argmax(1)
    for wrong in (legal + 0.5, legal * 1.0, legal == 0, [None, None], "ab"):
        with pytest.raises(TypeError, match="actions are whole numbers, not"):
            of.step(wrong)
    for shaped in (legal[:, None], legal[None], legal[0]):
        with pytest.raises(ValueError, match=r"actions are an array of one dimension, .* not of the shape \("):
            of.step(shaped)
    assert (of.rows == before).all()
    of.step(legal.tolist())
    assert (of.rows != before).any()


@pytest.mark.parametrize(("kind", "name"), [(Climbs, "chimera"), (Deals, "ecarte")])
def test_seeds_are_whole_numbers_also_those_of_numpy(kind: Any, name: str) -> None:
    rows = kind(name, 3, 4).rows
    for same in (np.int64(4), np.array(4), np.arange(4, 7), range(4, 7), [np.uint8(4), 5, 6], (4, 5, 6)):
        assert (kind(name, np.int64(3), same).rows == rows).all()
    for wrong in (0.5, "4", None, np.arange(3.0), [[1], [2], [3]], "abc"):
        with pytest.raises(TypeError, match=r"a seed is .* and no whole number"):
            kind(name, 3, wrong)
    for long in (10**41, -(10**41), [0, 1, 10**41]):
        with pytest.raises(ValueError, match="1e40"):
            kind(name, 3, long)


def test_without_librt_it_is_said_what_to_install() -> None:
    program = "import sys; sys.modules['librt'] = None; import stich.env.batch"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}  # what is compiled cannot do without it
    ran = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("ImportError: stich.env.batch needs librt")
    assert "pip install librt" in ran.stderr


def test_whole_deals_need_an_action_each() -> None:
    of = Deals("ecarte", 2)
    before = of.rows.copy()
    for wrong in ([int(of.mask[0].argmax())], [0, 0, 0]):
        with pytest.raises(ValueError, match="2 games need as many actions"):
            of.step(np.array(wrong))
    with pytest.raises(TypeError, match="actions are whole numbers, not float64"):
        of.step(of.mask.argmax(1) + 0.5)
    assert (of.rows == before).all()


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="chimera or doudizhu"):
        Climbs("ecarte", 3)
    with pytest.raises(ValueError, match="as many seeds"):
        Climbs("chimera", 3, seeds=[1, 2])
    with pytest.raises(ValueError, match="as many seeds"):
        Climbs("chimera", 0)
    with pytest.raises(ValueError, match="There is no game “whist”"):
        Climbs("whist", 3)
    with pytest.raises(ValueError, match="as many seeds"):
        Deals("ecarte", 2, seeds=[1])


@pytest.mark.parametrize("of", [Climbs("doudizhu", 4), Deals("chimera", 4)], ids=["climbs", "deals"])
def test_the_arrays_look_at_the_memory_of_the_engine(of: Any) -> None:
    arrays = {name: array for name, array in vars(of).items() if isinstance(array, np.ndarray)}
    where = {name: array.ctypes.data for name, array in arrays.items()}
    assert len(arrays) >= 6
    for _ in range(300):
        of.step((of.mask != 0).argmax(1) if isinstance(of, Deals) else of.counts - 1)
        for name, array in arrays.items():
            engine = np.asarray(memoryview(getattr(of.core, name)))
            assert engine.ctypes.data == array.ctypes.data == where[name]
            assert not array.flags.owndata
            assert not array.flags.writeable


@pytest.mark.parametrize("name", list(games()))
@pytest.mark.parametrize("skip", [False, True])
def test_whole_deals_are_those_of_one_after_the_other(name: str, skip: bool) -> None:
    n = 3
    of = Deals(name, n, seeds=5, skip_forced=skip)
    chance = random.Random(2)
    mirror = [turns(name, seed=5 + i) for i in range(n)]
    seeds = [5 + i for i in range(n)]
    for _ in range(60):
        for i, one in enumerate(mirror):
            forced(one, skip)
            assert of.seats[i] == one.seat
            view = one.view(one.seat)
            assert of.rows[i].tobytes() == of.layout.row(view)
            assert of.facts[i].tolist() == of.layout.numbers(view)
            assert of.mask[i].nonzero()[0].tolist() == list(of.numbers.of(one.legal))
        chosen = [chance.choice(of.mask[i].nonzero()[0].tolist()) for i in range(n)]
        of.step(np.array(chosen))
        for i, one in enumerate(mirror):
            one.play(of.numbers.of(one.legal)[chosen[i]])
            forced(one, skip)
            assert of.done[i] == one.over
            assert of.rewards[i].tolist() == one.returns()
            if one.over:
                seeds[i] += n
                mirror[i] = turns(name, seed=seeds[i])


def forced(one: Turns[Any], skip: bool) -> None:
    while skip and not one.over and len(one.legal) == 1:
        one.play(one.legal[0])


def test_an_illegal_action_of_whole_deals_is_refused() -> None:
    of = Deals("ecarte", 2)
    before = of.rows.copy()
    with pytest.raises(ValueError, match="no legal action of game 1; legal are"):
        of.step(np.array([of.mask[0].argmax(), of.numbers.size - 1]))
    assert (of.rows == before).all()
