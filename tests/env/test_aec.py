"""PettingZoo's own tests on every game; and what they do not ask."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import random
import warnings
from functools import partial
from typing import Any

import pytest

from env.tables import tables
from stich.games import games

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from stich.env import aec

pytestmark = pytest.mark.once


def passes(name: str, players: int, preset: str) -> None:
    make = partial(aec.env, name, players=players, preset=preset)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # it expects arrays, and warns of dicts
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=30)


USUAL = tables(every=False)


@pytest.mark.parametrize(("name", "players", "preset"), USUAL, ids=[f"{n}-{p}-{s}" for n, p, s in USUAL])
def test_pettingzoos_tests_pass(name: str, players: int, preset: str) -> None:
    passes(name, players, preset)


REST = [table for table in tables(every=True) if table not in USUAL]


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "preset"), REST, ids=[f"{n}-{p}-{s}" for n, p, s in REST])
def test_pettingzoos_tests_pass_for_every_number_of_players_and_preset(name: str, players: int, preset: str) -> None:
    passes(name, players, preset)


def test_it_renders_as_text() -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        render_test(partial(aec.env, "durak"))
    env = aec.env("ecarte", render_mode="ansi")
    env.reset(seed=1)
    shown = str(env.render())
    assert "hand.0: ?" in shown or "hand.1: ?" in shown


def test_the_same_seed_deals_the_same_cards_and_the_next_episode_others() -> None:
    one, two = aec.CardEnv("gaigel"), aec.CardEnv("gaigel")
    one.reset(seed=5)
    two.reset(seed=5)
    assert one.turns.deal.zones == two.turns.deal.zones
    first = one.turns.deal.zones
    one.reset()
    assert one.turns.deal.zones != first
    two.reset()
    assert one.turns.deal.zones == two.turns.deal.zones


def test_rewards_come_at_the_end_and_are_the_points() -> None:
    env = aec.env("chinchon")
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
    result = env.unwrapped.turns.deal.result()
    assert list(total.values()) == [-n for n in result.points]  # penalties


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = aec.CardEnv("durak")
    env.reset(seed=1)
    before = env.turns.deal.zones
    for wrong in (env.numbers.size - 1, -1, None):
        with pytest.raises(ValueError, match=f"no legal action of {env.agent_selection}; legal are") as refused:
            env.step(wrong)
        assert all(str(number) in str(refused.value) for number in env.offered)
    assert env.turns.deal.zones == before


def test_only_who_acts_has_legal_actions() -> None:
    env = aec.CardEnv("doppelkopf")
    env.reset(seed=2)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert [agent for agent, n in masks.items() if n] == [env.agent_selection]
    assert len(env.actions()) == masks[env.agent_selection]


def test_it_is_saved_restored_copied_and_pickled_in_the_middle_of_a_deal() -> None:
    env = aec.CardEnv("cruzo")
    env.reset(seed=6)
    for _ in range(20):
        env.step(next(iter(env.offered)))
    saved = pickle.loads(pickle.dumps(env.save()))
    twin = copy.deepcopy(env)
    there = seen(env)
    assert seen(twin) == there
    for _ in range(5):
        twin.step(next(iter(twin.offered)))
    assert seen(env) == there
    twin.restore(saved)
    assert seen(twin) == there


@pytest.mark.parametrize("name", list(games()))
def test_an_environment_is_pickled_before_in_and_after_an_episode(name: str) -> None:
    env = aec.CardEnv(name, render_mode="ansi")
    assert pickle.loads(pickle.dumps(env)).agents == []
    assert copy.deepcopy(env).offered == {}
    env.reset(seed=6)
    chance = random.Random(1)
    for n in range(20_000):
        if n in (0, 7, 40) or env.turns.over:
            twin = pickle.loads(pickle.dumps(env))
            assert alike(twin) == alike(env)
        if env.turns.over:
            break
        action = chance.choice(list(env.offered))
        env.step(action)
        if n in (0, 7, 40):
            twin.step(action)
            assert alike(twin) == alike(env)
    assert env.turns.over
    env.reset()
    twin.reset()
    assert alike(twin) == alike(env)


def alike(env: aec.CardEnv) -> list[Any]:
    kept = (env.agents, env.rewards, env._cumulative_rewards, env.terminations, env.infos, env.next_seed)
    return [*seen(env), env.render(), env.offered, env.actions() if env.offered else {}, *kept]


def seen(env: aec.CardEnv) -> list[Any]:
    return [{key: value.tolist() for key, value in env.observe(agent).items()} for agent in env.possible_agents] + [
        env.agent_selection
    ]


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"game": "whist"}, "There is no game “whist”"),
        ({"game": "durak", "players": 40}, "cannot be played by 40"),
        ({"game": "durak", "preset": "loud"}, "loud"),
        ({"game": "durak", "colour": "red"}, "There is no option “colour”"),
        ({"game": "durak", "render_mode": "loud"}, "there are 'ansi', 'human' and None"),
    ],
)
def test_what_there_is_not_is_refused(chosen: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        aec.env(**chosen)


@pytest.mark.parametrize("wrong", [1.5, "7", None, b"1"])
def test_what_is_no_number_or_no_game_is_refused(wrong: Any) -> None:
    for given in ({"game": wrong}, {"game": "durak", "players": wrong}):
        with pytest.raises((TypeError, ValueError)):
            aec.env(**given)
    env = aec.env("durak")
    if wrong is not None:
        with pytest.raises(TypeError, match="no whole number"):
            env.reset(seed=wrong)
    env.reset(seed=1)
    with pytest.raises((TypeError, ValueError)):
        env.step(wrong)
    with pytest.raises(ValueError, match="there is no agent"):
        env.observe(wrong)


def test_a_seed_that_is_refused_leaves_the_environment_as_it_was() -> None:
    env = aec.env("ecarte")
    env.reset(seed=3)
    before = env.turns.deal.zones
    with pytest.raises(ValueError, match="1e40"):
        env.reset(seed=10**41)
    assert env.turns.deal.zones == before
    env.reset()
    assert env.agents


def test_before_the_first_reset_nothing_crashes() -> None:
    env = aec.env("ecarte", render_mode="ansi")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    assert env.render()


def test_a_deal_of_another_game_is_not_restored() -> None:
    env, other = aec.env("ecarte"), aec.env("ecarte", declarer_loss="opponent_two")
    env.reset(seed=1)
    for wrong in (None, "x", other.save(), aec.env("gaigel").save()):
        with pytest.raises(ValueError, match="was not saved"):
            env.restore(wrong)


def test_the_points_of_all_are_in_the_last_info() -> None:
    env = aec.env("ecarte")
    env.reset(seed=5)
    while not env.turns.over:
        env.step(next(iter(env.offered)))
    assert {tuple(info["points"]) for info in env.infos.values()} == {tuple(env.turns.returns())}
