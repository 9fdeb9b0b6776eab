"""Every game under the interface of OpenSpiel: `pip install stich[env]`.

    import pyspiel
    import stich.openspiel

    game = pyspiel.load_game("python_stich_durak(players=4)")

Importing the module registers each game as python_stich_<game>, with the parameters `players` (0: the usual number),
`preset` ("": the defaults) and `options` ("name:value;name:value"). A game is one deal. Its chance nodes are the random
numbers with which it is dealt: see `stich.env.lots`. Players act in the order that `stich.env.turns` describes.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel

from stich.env.actions import ActionNumbers, written
from stich.env.lots import Drawn, dealt, outcomes
from stich.env.observation import Observation
from stich.env.turns import Turns
from stich.env.words import chosen
from stich.games import games
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat, has
from stich.kernel.chance import quick
from stich.kernel.game import Game

PREFIX: Final = "python_stich_"
MOST_POINTS: Final = 100_000.0  # no deal is worth more; the doublings of Dou Dizhu can reach a fifth of it
LONGEST: Final = 100_000  # actions of a deal; the longest random one that docs/env.md lists had 11,689


def type_of(game: Game) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"stich {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "preset": "", "options": ""},
    )


class Table:
    """What all states of a game share: its rules, and the numbers in them.

    outcomes: of each random number of a deal. seats: how many.
    """

    def __init__(self, name: str, players: int, preset: str, options: str) -> None:
        pairs = [one.partition(":") for one in options.split(";") if one]
        self.game, self.rules = chosen(name, players, preset, {key: value for key, _, value in pairs})
        game = self.game
        self.numbers = ActionNumbers(game, self.rules)
        self.layout = Observation(game, self.rules)
        self.outcomes = outcomes(game, self.rules)
        self.seats = self.rules.layout.seats
        self.where = (name, players, preset, options)

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[object, ...]:
        return table, self.where


@cache
def table(name: str, players: int, preset: str, options: str) -> Table:
    """Return the table of a game. options: "name:value;name:value". Raises ValueError for what there is not."""
    return Table(name, players, preset, options)


class SpielGame(pyspiel.Game):
    """A game with the rules that its parameters name. Raises ValueError for such as there are not."""

    def __init__(self, params: dict[str, Any] | None = None, *, game: Game) -> None:
        given = params or {}
        players, preset = int(given.get("players", 0)), str(given.get("preset", ""))
        options = str(given.get("options", ""))
        of = table(game.name, players, preset, options)
        information = pyspiel.GameInfo(
            num_distinct_actions=of.numbers.size,
            max_chance_outcomes=max(of.outcomes),
            num_players=of.seats,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(game), information, {"players": players, "preset": preset, "options": options})

    @property
    def of(self) -> Table:
        """What all states share, from the parameters: OpenSpiel restores a pickled game without `__init__`."""
        given = self.get_parameters()
        wanted = given.get("players", 0), given.get("preset", ""), given.get("options", "")
        return table(self.get_type().short_name.removeprefix(PREFIX), *wanted)

    def new_initial_state(self) -> SpielState:
        """Return a deal before its first random number."""
        return SpielState(self)

    def make_py_observer(self, kind: object = None, params: dict[str, Any] | None = None) -> Observer:
        """Return what writes observations. Raises ValueError for parameters: there are none."""
        if params:
            raise ValueError(f"an observation has no parameters, and {params} was given")
        return Observer(self.of.layout, bool(getattr(kind, "perfect_recall", False)))

    def max_chance_nodes_in_history(self) -> int:
        """Return how many random numbers a deal has."""
        return len(self.of.outcomes)


class SpielState(pyspiel.State):
    """A deal: first its random numbers, then its actions.

    drawn: the random numbers so far. turns: None until all are drawn. told: what each seat has heard, a line for each
    action.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.of = game.of
        self.drawn: list[int] = []
        self.turns: Turns[Any] | None = None
        self.told: list[str] = [""] * self.of.seats

    @property
    def offered(self) -> dict[int, Action]:
        """The legal actions by their numbers."""
        return self.of.numbers.of(self.turns.legal) if self.turns is not None and not self.turns.over else {}

    # -- playing -------------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return whose turn it is."""
        if self.turns is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.turns.over else self.turns.seat

    def is_terminal(self) -> bool:
        """Tell whether the deal is over."""
        return self.turns is not None and self.turns.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next random number, each with the same probability."""
        n = self.of.outcomes[len(self.drawn)]
        return [(value, 1 / n) for value in range(n)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.offered)

    def _apply_action(self, number: int) -> None:
        of = self.of
        if self.turns is None:
            self.drawn.append(number)
            if len(self.drawn) == len(of.outcomes):
                self.turns = Turns(of.game, of.rules, dealt(of.game, of.rules, Drawn(self.drawn)))
        else:
            done = self.offered[number]
            self.tell(done)
            self.turns.play(done)

    def tell(self, chosen: Action) -> None:
        """Write down what each seat hears of an action: its own seat the action, the others the words for it."""
        turns = self.turns
        assert turns is not None
        seat, s = turns.seat, turns.deal
        number = next(number for number, action in self.offered.items() if action == chosen)
        own = f"{seat} {self._action_to_string(seat, number)}"
        if chosen.verb == CLOSE.verb:
            self.told[seat] += own + "\n"
            return
        done = Action(chosen.verb, chosen.cards or s.phase.cards(s, seat, chosen), chosen.to)
        audience = s.phase.audience(s, seat, done)
        words = turns.game.phrase(s, seat, done)
        heard = f"{seat} {words.key.rpartition('.')[2]} {sorted(words.args.items())}"
        for one in range(self.of.seats):
            text = own if one == seat else heard if has(audience, one) else f"{seat} has answered"
            self.told[one] += text + "\n"

    def returns(self) -> list[float]:
        """Return what the deal was worth for each seat; zeros while it is played."""
        return self.turns.returns() if self.turns is not None else [0.0] * self.of.seats

    # -- words ---------------------------------------------------------------------------------------------------------

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {number}"
        turns, action = self.turns, self.offered.get(number) or self.of.numbers.fixed(number)
        if turns is None or action is None:
            return f"action {number}"
        of, phase = self.of, turns.deal.phase
        offered = number in self.offered
        cards = action.cards or (phase.cards(turns.deal, turns.seat, action) if offered else b"")
        text = written(of.game, of.rules, action, cards)
        return text if number < of.numbers.listed else f"{text} ({number - of.numbers.listed})"

    def observation_string(self, player: Seat) -> str:
        """Return what a seat sees, a place on each line. Raises RuntimeError for a seat that there is not."""
        check(player, self.of.seats)
        if self.turns is None:
            return f"{player}"
        seen = self.turns.view(player).seen
        facts = [f"{fact.name}={getattr(seen, fact.name)!r}" for fact in seen.layout.facts]  # "turnup=9" is a face
        lying = [f"{name}: {seen.layout.pack.write(z)}" for name, z in zip(seen.layout.ids, seen.zones, strict=True)]
        sealed = [str(answer) for answer in seen.sealed]
        asked = self.current_player() == player  # and nothing about others: who is passed over depends on their cards
        head = f"{player} {seen.phase.name} {seen.turn} {seen.setup.dealer} {asked}"
        return "\n".join([head, *sealed, *facts, *lying])

    def information_state_string(self, player: Seat | None = None) -> str:
        """Return what a seat sees and has heard in this deal. Raises RuntimeError for a seat that there is not."""
        seat = self.current_player() if player is None else player
        return f"{self.observation_string(seat)}\n{self.told[seat]}"

    def __str__(self) -> str:
        if self.turns is None:
            return " ".join(map(str, self.drawn))
        s = self.turns.deal
        lying = [f"{name}: {s.layout.pack.write(z)}" for name, z in zip(s.layout.ids, s.zones, strict=True) if z]
        return "\n".join([f"{s.phase.name}, to act: {self.current_player()}", *lying])

    # -- other worlds, and copies --------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: Seat, sampler: Any = None) -> SpielState:
        """Return a state drawn at random from those that a seat cannot distinguish from this one.

        sampler: returns a number from 0 to 1; None: NumPy's generator does. The state can be played on and copied. It
        has no history that leads to it, so it cannot be serialised. Raises ValueError before all is dealt and at the
        end.
        """
        if self.turns is None:
            raise ValueError("the deal has not begun: its cards are not drawn yet")
        other: SpielState = self.clone()
        seed = int(sampler() * 2**53) if sampler is not None else int(np.random.randint(2**53))
        other.turns = self.turns.resample(player, quick(seed))
        return other


def check(player: Seat, seats: int) -> None:
    """Raise RuntimeError, in the words of OpenSpiel, for a seat that there is not."""
    if player < 0:
        raise RuntimeError(f"player >= 0: there is no player {player}")
    if player >= seats:
        raise RuntimeError(f"player < num_players: there is no player {player} of {seats}")


class Observer:
    """Writes what a seat knows: both rows, one after the other. tensor: the numbers. dict: the same by part."""

    def __init__(self, layout: Observation, perfect_recall: bool) -> None:
        self.layout = layout
        self.perfect_recall = perfect_recall
        self.tensor: Any = np.zeros(layout.size + layout.fact_size, np.float32)
        self.dict: dict[str, Any] = {
            part.name: self.tensor[part.start + shift : part.start + shift + part.size]
            for row, shift in ((layout.cards, 0), (layout.facts, layout.size))
            for part in row
        }

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Write what a seat knows into `tensor`; zeros before the deal. Raises RuntimeError as `check` does."""
        check(player, self.layout.layout.seats)
        if state.turns is None:
            self.tensor[:] = 0
            return
        seen = state.turns.view(player)
        self.tensor[: self.layout.size] = np.frombuffer(self.layout.row(seen), np.uint8)
        self.tensor[self.layout.size :] = self.layout.numbers(seen)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return what a seat knows as text."""
        return state.information_state_string(player) if self.perfect_recall else state.observation_string(player)


def register() -> None:
    """Register every game that OpenSpiel does not have yet."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        if PREFIX + game.name not in known:
            pyspiel.register_game(type_of(game), maker(game))


def maker(game: Game) -> type[SpielGame]:
    """Return the class of one game; OpenSpiel creates it with its parameters."""

    class OneGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(params, game=game)

    OneGame.__name__ = OneGame.__qualname__ = f"Stich{game.name.title().replace('_', '')}"
    globals()[OneGame.__name__] = OneGame  # where pickle looks for it
    return OneGame


register()
