"""PettingZoo's own tests on every game; and what they do not ask."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import warnings
from functools import partial
from typing import Any

import pytest

from env.tables import tables

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from stich.env import aec
from stich.kernel.action import Refused

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


def seen(env: aec.CardEnv) -> list[Any]:
    return [{key: value.tolist() for key, value in env.observe(agent).items()} for agent in env.possible_agents] + [
        env.agent_selection
    ]


@pytest.mark.parametrize(
    ("chosen", "key"),
    [
        ({"game": "whist"}, "error.game"),
        ({"game": "durak", "players": 40}, "error.seats"),
        ({"game": "durak", "preset": "loud"}, "error.preset"),
        ({"game": "durak", "options": {"colour": "red"}}, "error.option"),
    ],
)
def test_what_there_is_not_is_refused(chosen: dict[str, Any], key: str) -> None:
    with pytest.raises(Refused) as refused:
        aec.env(**chosen)
    assert refused.value.phrase.key == key
