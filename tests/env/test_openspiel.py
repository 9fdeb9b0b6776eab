"""OpenSpiel's own tests on every game; and its algorithms."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from env.tables import tables
from stich.env.lots import Recorder, dealt
from stich.env.turns import Turns
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.sample import sample

pyspiel = pytest.importorskip("pyspiel")

import stich.openspiel  # noqa: E402

pytestmark = pytest.mark.once

EVERY = tables(every=True)
USUAL = [table for table in tables(every=False) if table[1] <= 4]  # a deal for twelve takes it half a minute


def loaded(name: str, players: int, preset: str) -> Any:
    return pyspiel.load_game(f"python_stich_{name}", {"players": players, "preset": preset})


def simulated(name: str, players: int, preset: str) -> None:
    pyspiel.random_sim_test(loaded(name, players, preset), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "players", "preset"), USUAL, ids=[f"{n}-{p}-{s}" for n, p, s in USUAL])
def test_random_simulations_pass(name: str, players: int, preset: str) -> None:
    simulated(name, players, preset)


REST = [table for table in EVERY if table not in USUAL]


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "preset"), REST, ids=[f"{n}-{p}-{s}" for n, p, s in REST])
def test_random_simulations_pass_for_every_number_of_players_and_preset(name: str, players: int, preset: str) -> None:
    simulated(name, players, preset)


def run(code: str, *args: str) -> str:
    """Run Python with stich and OpenSpiel, and return what it prints."""
    paths = os.pathsep.join([str(Path(stich.openspiel.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout + done.stderr


def test_the_api_test_passes_for_every_game() -> None:
    said = run(
        "import stich.openspiel, sys, runpy, importlib.util as u\n"
        "sys.argv = ['api_test.py', '--test_only_games=^python_stich_']\n"
        "runpy.run_path(u.find_spec('open_spiel.integration_tests.api_test').origin, run_name='__main__')"
    )
    ran = re.search(r"Ran (\d+) tests", said)
    assert ran is not None
    assert int(ran[1]) == 5 * len({name for name, _, _ in EVERY})  # without the check it would run none, and say OK


@pytest.mark.parametrize("name", list(games()))
def test_the_simulation_test_passes_with_pickles(name: str) -> None:
    pyspiel.random_sim_test(loaded(name, find(name).seats[0], ""), num_sims=1, serialize=True, verbose=False)


def playthroughs_replay(names: list[str], folder: Path) -> None:
    """Write a random deal of each game with the usual number of players as OpenSpiel does, and let it read that."""
    said = run(
        "import stich.openspiel, sys\nfrom absl import flags\nflags.FLAGS(['x'])\n"
        "from open_spiel.python.algorithms import generate_playthrough as p\n"
        "for name in sys.argv[2:]:\n"
        "    path = f'{sys.argv[1]}/{name}.txt'\n"
        "    open(path, 'w').write(p.playthrough('python_stich_' + name, None, seed=7))\n"
        "    before, after = p.replay(path)\n"
        "    assert before == after, name\n"
        "    print('replayed', name)",
        str(folder),
        *names,
    )
    assert re.findall(r"^replayed (\w+)$", said, re.MULTILINE) == names


LENGTHY = ["cruzo", "durak", "frustration"]  # each takes 6 to 18 seconds interpreted, all others together 8


def test_a_playthrough_replays(tmp_path: Path) -> None:
    playthroughs_replay([name for name in games() if name not in LENGTHY], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", LENGTHY)
def test_a_playthrough_of_a_lengthy_game_replays(name: str, tmp_path: Path) -> None:
    playthroughs_replay([name], tmp_path)


def dealt_state(game: Any, pick: Callable[[int], int] = lambda n: n // 2) -> Any:
    """Return a state after its chance nodes."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(pick(len(state.chance_outcomes())))
    return state


@pytest.mark.parametrize(("name", "players", "preset"), USUAL, ids=[f"{n}-{p}-{s}" for n, p, s in USUAL])
def test_the_random_numbers_of_a_deal_are_always_as_many(name: str, players: int, preset: str) -> None:
    game = find(name)
    rules = game.rules(game.with_preset(preset, {}, players), players)
    asked = set()
    for seed in range(20):
        recorder = Recorder(seed)
        dealt(game, rules, recorder)
        asked.add(tuple(recorder.asked))
    assert len(asked) == 1


def test_the_random_numbers_are_the_cards() -> None:
    state = dealt_state(loaded("ecarte", 2, ""))
    assert len(state.history()) == 32
    other = dealt_state(loaded("ecarte", 2, ""), pick=lambda n: 0)
    assert str(other) != str(state)


@pytest.mark.parametrize("name", ["chimera", "durak", "doppelkopf", "cruzo"])
def test_a_resampled_state_looks_the_same_and_plays_on(name: str) -> None:
    state = dealt_state(loaded(name, find(name).seats[0], ""))
    for _ in range(12):
        if state.is_terminal():
            break
        seat = state.current_player()
        world = state.resample_from_infostate(seat, lambda: 0.37)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions()
        world.apply_action(world.legal_actions()[0])
        state.apply_action(state.legal_actions()[-1])


def test_before_the_deal_and_at_the_end_nothing_is_resampled() -> None:
    state = loaded("ecarte", 2, "").new_initial_state()
    with pytest.raises(ValueError, match="has not begun"):
        state.resample_from_infostate(0)
    state = dealt_state(loaded("ecarte", 2, ""))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="the deal is over"):
        state.resample_from_infostate(0)


def test_nobody_sees_who_is_asked_in_a_window() -> None:
    """Who could not interrupt is passed over, which depends on hidden cards: the others must not notice."""
    game = loaded("cruzo", 4, "")
    state, chance, differ = dealt_state(game), random.Random(4), 0
    for n in range(400):
        if state.is_terminal():
            break
        asked = state.current_player()
        for seat in range(4):
            if seat != asked:
                world = state.clone()
                deal = sample(state.turns.view(seat), quick(n))
                world.turns = Turns(game.of.game, game.of.rules, deal, state.turns.declined)
                still = (
                    world.turns.deal.phase is state.turns.deal.phase
                )  # else nobody was able there, and it has closed
                if still and world.current_player() not in (asked, seat):
                    differ += 1
                    assert world.observation_string(seat) == state.observation_string(seat)
        state.apply_action(chance.choice(state.legal_actions()))
    assert differ > 0


def test_nobody_hears_what_is_said_in_secret() -> None:
    state = dealt_state(loaded("chimera", 3, ""))
    while "give" not in state.action_to_string(state.legal_actions()[0]):
        state.apply_action(state.legal_actions()[-1])
    giver = state.current_player()
    state.apply_action(state.legal_actions()[0])
    heard = [state.information_state_string(seat).rpartition("hand.2")[2] for seat in range(3)]
    assert [seat for seat in range(3) if "give" in heard[seat]] == [giver]


def test_search_and_regret_minimisation_run() -> None:
    run(
        "import numpy as np, pyspiel, stich.openspiel\n"
        "from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr\n"
        "rng = np.random.RandomState(1)\n"
        "game = pyspiel.load_game('python_stich_chimera')\n"
        "state = game.new_initial_state()\n"
        "while state.is_chance_node(): state.apply_action(int(rng.choice([a for a, _ in state.chance_outcomes()])))\n"
        "bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 100.0, 10, random_state=rng)\n"
        "for _ in range(4): state.apply_action(bot.step(state))\n"
        "solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game('python_stich_farbe_und_wert'))\n"
        "for _ in range(3): solver.iteration()\n"
        "print(len(solver._infostates))"
    )


def test_regret_minimisation_runs_on_a_game_of_two_cards() -> None:
    """Farbe und Wert with two cards in each stack: four guesses."""
    said = run(
        "import numpy as np, pyspiel, stich.openspiel\n"
        "from open_spiel.python.algorithms import outcome_sampling_mccfr\n"
        "from stich.env.openspiel import SpielState\n"
        "class Short(SpielState):\n"
        "    def _apply_action(self, number):\n"
        "        super()._apply_action(number)\n"
        "        s = self.turns and self.turns.deal\n"
        "        if s and len(self.history()) + 1 == len(self.of.outcomes):\n"
        "            s.zones = [z[-2:] for z in s.zones]\n"
        "np.random.seed(1)\n"
        "game = pyspiel.load_game('python_stich_farbe_und_wert')\n"
        "game.new_initial_state = lambda: Short(game)\n"
        "state = game.new_initial_state()\n"
        "while not state.is_terminal(): state.apply_action(state.legal_actions()[0])\n"
        "solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)\n"
        "for _ in range(100): solver.iteration()\n"
        "print(len(state.history()) - len(state.of.outcomes), len(solver._infostates) > 100)"
    )
    assert said == "4 True\n"


def test_a_table_that_there_is_not_is_refused() -> None:
    with pytest.raises(Exception, match=r"cannot be played by 40"):
        pyspiel.load_game("python_stich_durak(players=40)")
    with pytest.raises(Exception, match=r"There is no option “colour”"):
        pyspiel.load_game("python_stich_durak(options=colour:red)")
    assert loaded("ecarte", 2, "").of.rules.options["declarer_loss"] == "minus_two"
    game = pyspiel.load_game("python_stich_ecarte(options=declarer_loss:opponent_two;target:7)")
    assert (game.of.rules.options["declarer_loss"], game.of.rules.options["target"]) == ("opponent_two", "7")
    with pytest.raises(ValueError, match="no parameters"):
        loaded("ecarte", 2, "").make_py_observer(None, {"colour": 1})
