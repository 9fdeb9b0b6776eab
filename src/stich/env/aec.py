"""Every game as an environment of PettingZoo, in which agents act one after the other: `pip install stich[env]`.

    from stich.env import aec

    env = aec.env("durak", players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An episode is one deal. The reward comes at its end: the points of each seat, negative where the rules count penalties.
An illegal action is refused with the list of legal ones, and the episode goes on.
"""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Final, Self

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from stich.env.actions import ActionNumbers, written
from stich.env.observation import Observation
from stich.env.saving import found, place_of
from stich.env.turns import Turns
from stich.env.words import chosen, plainly, whole
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.zones import Rules

ANSI: Final = "ansi"
HUMAN: Final = "human"
UNSEEN: Final = 1 << 62
MADE: Final = ("game", "rules", "numbers", "layout", "offered")  # what a restored environment builds by itself


class CardEnv(AECEnv[str, dict[str, Any], "int | None"]):
    """A game as an environment.

    game: its name. render_mode: "ansi": `render` returns what the agent that acts next knows, as text; "human":
    it prints that; None: nothing.
    players: number of seats; 0: the usual number. preset: "usual" and so on; "": the defaults. options: override it.

    Agents are "seat_0", "seat_1" and so on. An observation is a dict: "observation", the row of cards (uint8), "facts",
    the row of facts (int64), and "action_mask" (int8). `layout` says what each number is, `numbers` what each action.
    At the end `infos` has the points of every seat: in some games they do not add up to 0. Raises ValueError for a
    game, a number of players, options or a mode that there are not.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [ANSI, HUMAN],
        "name": "stich",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        players: int = 0,
        preset: str = "",
        **options: object,
    ) -> None:
        super().__init__()
        if render_mode not in (None, ANSI, HUMAN):
            raise ValueError(f"render_mode is {render_mode!r}; there are {ANSI!r}, {HUMAN!r} and None")
        self.game, self.rules = chosen(game, players, preset, options)
        self.numbers = ActionNumbers(self.game, self.rules)
        self.layout = Observation(self.game, self.rules)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.layout.seats)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.metadata = {**type(self).metadata, "name": f"stich_{game}"}  # type: ignore[misc]
        observations: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.layout.size,), np.uint8),
                "facts": spaces.Box(-UNSEEN, UNSEEN, (self.layout.fact_size,), np.int64),
                "action_mask": spaces.Box(0, 1, (self.numbers.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        self.action_spaces = {agent: spaces.Discrete(self.numbers.size) for agent in self.possible_agents}
        self.next_seed = int(np.random.default_rng().integers(1 << 62))
        self.turns: Turns[Any] = self.dealt(self.next_seed)
        self.offered: dict[int, Action] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, of equal size for all agents."""
        return self.action_spaces[agent]

    def dealt(self, seed: int) -> Turns[Any]:
        """Return a fresh deal. The same seed gives the same cards on every machine."""
        return Turns(self.game, self.rules, Match(self.game, self.rules, Source(SIM, seed)).deal)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. seed: of the cards; None: the one after the last. options: not used."""
        used = self.next_seed if seed is None else whole(seed, "seed")
        with plainly():
            self.begin(self.dealt(used))
        self.next_seed = used + 1

    def begin(self, turns: Turns[Any]) -> None:
        """Go on from a deal in progress, with all rewards at 0."""
        self.turns = turns
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.select()

    def select(self) -> None:
        """Give the turn to the seat that acts next; at the end of the deal give the rewards."""
        turns = self.turns
        if turns.over:
            self.offered = {}
            for agent, points in zip(self.possible_agents, turns.returns(), strict=True):
                self.rewards[agent] = points
                self.terminations[agent] = True
                self.infos[agent] = {"points": turns.returns()}
            self.agent_selection = self.agents[0]
            return
        self.offered = self.numbers.of(turns.legal)
        self.agent_selection = self.possible_agents[turns.seat]

    def step(self, action: int | None) -> None:
        """Do an action of the agent whose turn it is, by its number. Raises ValueError if it is not legal, RuntimeError
        before `reset`.
        """
        if not self.agents:
            raise RuntimeError("reset() comes first: no episode runs")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        done = self.offered.get(whole(action, "action")) if action is not None else None
        if done is None:
            legal = ", ".join(map(str, self.offered))
            raise ValueError(f"{action} is no legal action of {agent}; legal are {legal}")
        self.turns.play(done)
        self.select()
        if self.turns.over:
            self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and which actions are legal if it is its turn. Raises ValueError for an agent
        that there is not.
        """
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        seat: Seat = self.possible_agents.index(agent)
        seen = self.turns.view(seat)
        mask = bytearray(self.numbers.size)
        if seat == self.turns.seat:
            for number in self.offered:
                mask[number] = 1
        return {
            "observation": np.frombuffer(self.layout.row(seen), np.uint8),
            "facts": np.array(self.layout.numbers(seen), np.int64),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def actions(self) -> dict[int, str]:
        """Return the legal actions in notation, by their numbers."""
        turns, phase = self.turns, self.turns.deal.phase
        return {
            number: written(self.game, self.rules, a, a.cards or phase.cards(turns.deal, turns.seat, a))
            for number, a in self.offered.items()
        }

    def render(self) -> str | None:
        """Return what the agent that acts next knows, a place on each line; None if it is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode")
            return None
        return self.shown(max(self.turns.seat, 0))

    def shown(self, seat: Seat) -> str | None:
        """Return what a seat knows, a place on each line; None if it is printed."""
        seen = self.turns.view(seat).seen
        write = self.rules.layout.pack.write
        lying = [f"{name}: {write(zone)}" for name, zone in zip(self.rules.layout.ids, seen.zones, strict=True) if zone]
        text = "\n".join([f"{self.possible_agents[seat]}, {seen.phase.name}", *lying])
        if self.render_mode == ANSI:
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: nothing is open."""

    # -- saving --------------------------------------------------------------------------------------------------------

    def save(self) -> Turns[Any]:
        """Return the deal as it stands, for `restore`; it can be pickled."""
        return self.turns.copy()

    def restore(self, saved: object) -> None:
        """Go on from what `save` returned. Raises ValueError for a deal of another game or other rules."""
        if not isinstance(saved, Turns) or told_apart(saved.game, saved.rules) != told_apart(self.game, self.rules):
            raise ValueError("what is restored was not saved by an environment of this game with these rules")
        self.begin(saved.copy())

    def __getstate__(self) -> dict[str, object]:
        known = {name: value for name, value in self.__dict__.items() if name not in MADE}
        return {**known, "where": place_of(self.game, self.rules)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game, self.rules = found(*self.__dict__.pop("where"))
        self.numbers = ActionNumbers(self.game, self.rules)
        self.layout = Observation(self.game, self.rules)
        self.offered = {}
        if self.agents:
            self.select_again()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in ("turns", "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:  # most of them exist from the first `reset` on
                setattr(other, name, copy.deepcopy(getattr(self, name), memo))
        if self.agents:
            other.select_again()
        return other

    def select_again(self) -> None:
        """List the legal actions of a copy."""
        self.offered = self.numbers.of(self.turns.legal) if not self.turns.over else {}


def told_apart(game: Game, rules: Rules) -> tuple[object, ...]:
    """Return what two environments must have in common to exchange deals."""
    return game.name, rules.options, rules.layout.seats


env: Final = CardEnv  # the name under which environments of PettingZoo are made
