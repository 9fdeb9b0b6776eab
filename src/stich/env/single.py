"""Every game as an environment of Gymnasium, with bots in the other seats: `pip install stich[env]`.

    from stich.env.single import SeatEnv

    env = SeatEnv("doppelkopf", seat=0, others="club")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))

Importing this module also registers "stich/<game>-v0" for `gymnasium.make`.
"""

from __future__ import annotations

import copy
from typing import Any, ClassVar

import gymnasium
import numpy as np

from stich.bots import Bot, contestant
from stich.env.aec import CardEnv
from stich.env.turns import Turns
from stich.env.words import plainly, whole
from stich.games import games
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick


class SeatEnv(gymnasium.Env[dict[str, Any], "int | np.integer[Any]"]):
    """One seat of a game; bots play the others, and see what their seats see.

    game, render_mode, players, preset, options: as for `CardEnv`. seat: the agent's. others: the level of the bots, or
    one level for each other seat, in the order of seats. skip_forced: the agent's only possible action is done by
    itself.

    Observations, actions and rewards are those of `CardEnv`. Raises ValueError for a seat, a level or a game that there
    is not.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        seat: Seat = 0,
        others: str | list[str] = "club",
        render_mode: str | None = None,
        players: int = 0,
        preset: str = "",
        skip_forced: bool = False,
        **options: object,
    ) -> None:
        self.cards = CardEnv(game, render_mode, players, preset, **options)
        seats = len(self.cards.possible_agents)
        if not 0 <= whole(seat, "seat") < seats:
            raise ValueError(f"{game} has the seats 0 to {seats - 1} here, not {seat}")
        levels = [others] * (seats - 1) if isinstance(others, str) else others
        if len(levels) != seats - 1:
            raise ValueError(f"{game} has {seats - 1} other seats, and {len(levels)} levels are given")
        self.seat = seat
        self.agent = self.cards.possible_agents[seat]
        others_at = [one for one in range(seats) if one != seat]
        self.levels = {at: str(level) for at, level in zip(others_at, levels, strict=True)}
        with plainly(game):
            self.bots = self.seated()
        self.skip_forced = skip_forced
        self.render_mode = render_mode
        self.observation_space = self.cards.observation_space(self.agent)
        self.action_space = self.cards.action_space(self.agent)
        self.luck: Chance = quick(0)
        self.running = False

    def seated(self) -> dict[Seat, Bot]:
        """Return new bots for the other seats. Raises Refused for a level that there is not."""
        return {at: contestant(self.cards.game, level) for at, level in self.levels.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal, and let the others play until it is the agent's turn. seed: of the cards and of the bots."""
        super().reset(seed=seed)
        dealt = seed if seed is not None else int(self.np_random.integers(1 << 62))
        self.luck = quick(dealt, -1)
        self.cards.reset(seed=dealt)
        while True:
            self.play_on()
            if not self.cards.turns.over:
                self.running = True
                return self.cards.observe(self.agent), {}
            self.cards.reset()  # the others have ended the deal before the agent could do anything

    def step(self, action: int | np.integer[Any]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do an action of the agent, and let the others play until it is its turn again.

        The last info has the points of all seats. Raises ValueError if the action is not legal, RuntimeError after the
        end.
        """
        if not self.running:
            raise RuntimeError("reset() comes first: no episode runs")
        self.cards.step(whole(action, "action"))
        self.play_on()
        over = self.cards.turns.over
        self.running = not over
        reward = self.cards.rewards[self.agent] if over else 0.0
        return self.cards.observe(self.agent), reward, over, False, self.cards.infos[self.agent]

    def play_on(self) -> None:
        """Let the others play until it is the agent's turn, or the deal is over."""
        turns = self.cards.turns
        while not turns.over and (turns.seat != self.seat or (self.skip_forced and len(turns.legal) == 1)):
            legal = turns.legal
            if len(legal) > 1:
                turns.play(self.bots[turns.seat].choose(turns.view(turns.seat), legal, self.luck))
            else:
                turns.play(legal[0])
        self.cards.select()

    # -- saving --------------------------------------------------------------------------------------------------------

    def save(self) -> tuple[Turns[Any], Chance, bool]:
        """Return the episode as it stands, for `restore`; it can be pickled."""
        return self.cards.save(), copy.deepcopy(self.luck), self.running

    def restore(self, saved: object) -> None:
        """Go on from what `save` returned: the bots choose as they would have there. Raises ValueError for an episode
        of another game or other rules.
        """
        if not isinstance(saved, tuple) or len(saved) != 3:
            raise ValueError("what is restored was not saved by an environment of one seat")
        turns, luck, running = saved
        self.cards.restore(turns)
        self.luck, self.running = copy.deepcopy(luck), running

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.bots = self.seated()

    # -- words ---------------------------------------------------------------------------------------------------------

    def actions(self) -> dict[int, str]:
        """Return the legal actions in notation, by their numbers."""
        return self.cards.actions()

    def render(self) -> str | None:
        """Return what the agent knows, as text; None if it is printed, or nothing is rendered."""
        return self.cards.shown(self.seat) if self.render_mode is not None else None


def register() -> None:
    """Register every game with Gymnasium, as "stich/<game>-v0"."""
    for name in games():
        gymnasium.register(f"stich/{name}-v0", entry_point="stich.env.single:SeatEnv", kwargs={"game": name})


register()
