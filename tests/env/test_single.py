"""Gymnasium: one seat, with bots in the others."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from stich.games import games

gymnasium = pytest.importorskip("gymnasium")

from stich.env.single import SeatEnv  # noqa: E402

pytestmark = pytest.mark.once


def episode(env: SeatEnv, seed: int) -> tuple[float, list[int]]:
    """Play one deal with the first legal action each time; return the reward and the actions."""
    observation, _ = env.reset(seed=seed)
    done: list[int] = []
    while True:
        done.append(int(observation["action_mask"].argmax()))
        observation, reward, over, cut, _ = env.step(done[-1])
        assert not cut
        if over:
            return float(reward), done


@pytest.mark.parametrize("name", list(games()))
def test_every_seat_plays_to_the_end_and_the_same_again(name: str) -> None:
    game = games()[name]
    for seat in range(game.seats[0]):
        env = SeatEnv(name, seat=seat, others="random" if name != "farbe_und_wert" else "club", skip_forced=True)
        assert episode(env, 4) == episode(env, 4)


def test_an_observation_is_in_its_space() -> None:
    env = SeatEnv("ecarte", others="club", render_mode="ansi")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert "hand.0" in str(env.render())


def test_it_renders_its_own_seat_also_at_the_end() -> None:
    env = SeatEnv("ecarte", seat=1, others="random", render_mode="ansi")
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        assert str(env.render()).startswith("seat_1, ")
        observation, _, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    assert str(env.render()).startswith("seat_1, ")


def test_gymnasium_makes_it_by_name() -> None:
    env = gymnasium.make("stich/doppelkopf-v0", others=["club", "beginner", "random"], seat=2)
    observation, _ = env.reset(seed=2)
    action = env.action_space.sample(observation["action_mask"])
    assert len(env.step(action)) == 5


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ({"seat": 2}, ValueError),
        ({"seat": "1"}, TypeError),
        ({"others": "wizard"}, ValueError),
        ({"players": 7}, ValueError),
        ({"others": ["club", "club"]}, ValueError),
    ],
)
def test_what_there_is_not_is_refused(chosen: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        SeatEnv("ecarte", **chosen)


def test_after_the_end_reset_comes_first() -> None:
    env = SeatEnv("ecarte", others="random")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        observation, _, over, _, info = env.step(int(observation["action_mask"].argmax()))
    assert len(info["points"]) == 2
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_an_illegal_action_is_refused() -> None:
    env = SeatEnv("ecarte")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no legal action"):
        env.step(env.cards.numbers.size - 1)


@pytest.mark.parametrize("name", list(games()))
def test_an_episode_is_saved_restored_copied_and_pickled_anywhere_in_it(name: str) -> None:
    """The bots draw the same numbers, so the rest of the episode and the next one are the same."""
    env = SeatEnv(name, others="random")
    assert not pickle.loads(pickle.dumps(env)).running
    observation, _ = env.reset(seed=5)
    for n in range(4):
        if not env.running:
            break
        restored = SeatEnv(name, others="random")
        restored.restore(pickle.loads(pickle.dumps(env.save())))
        twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), restored]
        rest = [to_the_end(twin, observation) for twin in twins]
        assert rest[1:] == rest[:-1]
        if n == 0:
            again = [to_the_end(twin, twin.reset()[0]) for twin in twins[:2]]
            assert again[0] == again[1]
        observation = env.step(int(observation["action_mask"].argmax()))[0]
        assert to_the_end(copy.deepcopy(env), observation) == rest[0][1:]


def to_the_end(env: SeatEnv, observation: dict[str, Any]) -> list[Any]:
    """Play on with the first legal action each time; return what is seen and got after each."""
    seen: list[Any] = []
    while env.running:
        observation, reward, *_ = env.step(int(observation["action_mask"].argmax()))
        seen.append(({key: row.tolist() for key, row in observation.items()}, float(reward)))
    return seen


def test_an_episode_of_another_environment_is_not_restored() -> None:
    env, other = SeatEnv("ecarte", others="random"), SeatEnv("chimera", others="random")
    env.reset(seed=1)
    other.reset(seed=1)
    for wrong in (other.save(), env.cards.save(), (None, None, True)):
        with pytest.raises(ValueError, match="was not saved by an environment"):
            env.restore(wrong)
    assert env.running
