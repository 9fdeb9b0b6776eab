"""Training: it learns, it goes on where it was interrupted, and bots read what it writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stich import cli
from stich.games import find
from stich.games.chimera.master import Master

if TYPE_CHECKING:
    from stich.training.run import Training

pytestmark = pytest.mark.once

torch = pytest.importorskip("torch", reason="stich[train] is not installed")


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make batches so small that a test has several of them."""
    from stich.training import lessons

    for name, n in (("POSITIONS", 8), ("TABLES", 4), ("MOVES", 300)):
        monkeypatch.setattr(lessons, name, n)


def train(folder: Path, lessons: float, practice: float, deals: int = 0, stop: int = 0) -> tuple[bool, Training]:
    """Train; stop: end it after that many batches, as Ctrl-C does."""
    from stich.training.run import Plan, Training

    batches = 0

    def tell(*_: object) -> None:
        nonlocal batches
        batches += 1
        if batches == stop:
            training.stop()

    folder.mkdir(exist_ok=True)
    plan = Plan(lessons, practice, 1e9, deals, seed=3, jobs=1, device="cpu", command="stich train chimera")
    training = Training(find("chimera"), "stich.games.chimera.course", folder, plan, tell)
    return training.run(), training


def test_training_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    finished, first = train(tmp_path, 1e6, 1, stop=2)
    assert not finished
    done = first.learner.done
    assert done.batches == 2
    assert done.seconds > 0
    finished, second = train(tmp_path, done.seconds + 0.001, 2.0)
    assert second.learner.done.batches > 3
    assert second.learner.done.lessons > done.lessons
    assert second.learner.done.decisions > 0
    assert finished
    assert second.learner.steps > first.learner.steps


def test_a_stored_training_has_every_number_of_the_running_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stich.games.chimera.course import COURSE
    from stich.training.learner import Learner
    from stich.training.run import STORED

    small(monkeypatch)
    _, training = train(tmp_path, 1e6, 1, stop=2)
    again = Learner(COURSE, 99, "cpu")
    again.load(tmp_path / STORED)
    for name in ("p", "first", "second", "mean"):
        for key, tensor in getattr(training.learner, name).items():
            assert torch.equal(tensor, getattr(again, name)[key]), (name, key)
    assert (again.steps, again.seed, again.done) == (training.learner.steps, 3, training.learner.done)
    assert again.next_seed() not in {Learner(COURSE, 3, "cpu").next_seed()}


def test_bots_read_what_the_training_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    _, training = train(tmp_path, 0.001, 0.001, deals=1)
    player = Master(1, tmp_path / "master.weights")
    assert player.weights.width == 384
    assert len(training.learner.done.curve) == 1
    assert (tmp_path / "curve.csv").read_text("utf-8").count("\n") == 2
    assert "<svg" in (tmp_path / "curve.svg").read_text("utf-8")


def test_whole_numbers_say_what_the_parameters_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stich.games.chimera.course import COURSE
    from stich.parts.climb.planning.network import WHOLE, Network
    from stich.training.lessons import Teacher
    from stich.training.model import forward

    small(monkeypatch)
    _, training = train(tmp_path, 1e6, 1, stop=1)
    batch = Teacher(COURSE, 5).batch()
    owner = torch.repeat_interleave(torch.arange(len(batch.sizes)), torch.from_numpy(batch.sizes.astype("int64")))
    given = [torch.from_numpy(x.astype("int64")) for x in (batch.scenes, batch.rows, batch.roles)]
    said = forward(training.learner.mean, given[0], given[1], owner, given[2])
    network = Network(Master(1, tmp_path / "master.weights").weights)
    for row, scene in enumerate(owner.tolist()):
        inputs = [n for n in batch.scenes[scene].tolist() if n]
        for i, n in enumerate(inputs):
            network.scene_row[i] = n
        network.look(int(batch.roles[scene]), len(inputs))
        inputs = [n for n in batch.rows[row].tolist() if n]
        for i, n in enumerate(inputs):
            network.move_row[i] = n
        network.judge(len(inputs))
        found = [int(x) / WHOLE for x in (network.win, network.points, network.bonus)]
        assert found == pytest.approx(said[row].tolist(), abs=0.03)


def test_lessons_make_the_errors_smaller(tmp_path: Path) -> None:
    """On the same batch again and again: then the network can know it by heart."""
    from stich.games.chimera.course import COURSE
    from stich.training.learner import Learner
    from stich.training.lessons import Teacher

    learner = Learner(COURSE, 1, "cpu")
    batch = Teacher(COURSE, 5).batch()
    errors = []
    for _ in range(12):
        learner.step(batch, 1e-3)
        errors.append(sum(learner.errors))
    assert errors[-1] < errors[0] / 2


@pytest.mark.parametrize("fault", ["cut", "other"])
def test_a_damaged_training_is_refused_and_left_alone(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(monkeypatch)
    train(tmp_path, 1e6, 1, stop=1)
    stored = tmp_path / "training.pt"
    whole = stored.read_bytes()
    if fault == "cut":
        stored.write_bytes(whole[: len(whole) // 2])
    else:
        torch.save({"format": 0, "game": "chimera", "widths": []}, stored)
    before = stored.read_bytes()
    assert cli.main(["train", "chimera", "--folder", str(tmp_path), "--deals", "0"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert {"cut": "it is damaged", "other": "of another version"}[fault] in said
    assert stored.read_bytes() == before


def test_the_command_trains_on_two_cores(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stich", "train", "chimera", "--folder", str(tmp_path), "--deals", "0"]
    given = ["--lessons", "1", "--practice", "1", "--jobs", "2"]
    done = subprocess.run([*command, *given], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "master.weights").is_file()
    assert "decisions" in done.stdout
