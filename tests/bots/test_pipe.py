"""Programs over a pipe: what they are sent, what they may answer, and what happens if they do not."""

from __future__ import annotations

import json
import shutil
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from env.tables import turns, walk
from repository import ROOT
from stich.bots.arena import Arena, Contest
from stich.bots.pipe import PipeBot, Program, question_of, words_of
from stich.cli import main
from stich.games import find, games
from stich.kernel.action import Refused
from stich.kernel.chance import quick

pytestmark = pytest.mark.once

PYTHON = f"{sys.executable} {ROOT / 'examples/pipe_bot.py'}"
ONE: dict[str, Any] = {"legal": [{"verb": "pass"}, {"verb": "play"}]}


def program(tmp_path: Path, body: str) -> str:
    """Return the command of a program that does this with each line."""
    file = tmp_path / "program.py"
    file.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    q = json.loads(line)\n    {body}\n")
    return f"{sys.executable} {file}"


def say(what: str) -> str:
    return f"print({what}, flush=True)"


@pytest.mark.parametrize("name", list(games()))
def test_a_question_has_what_the_seat_sees_and_nothing_else(name: str) -> None:
    for n, deal in enumerate(islice(walk(turns(name, seed=3), most=90), 0, None, 6)):
        if deal.over:
            return
        seen = deal.view(deal.seat)
        asked = question_of(deal.game, seen, deal.legal, 1)
        world = deal.resample(deal.seat, quick(n))
        assert question_of(deal.game, world.view(deal.seat), world.legal, 1) == asked
        assert json.loads(json.dumps(asked)) == asked
        assert len(asked["legal"]) == len(deal.legal)
        write = deal.rules.layout.pack.write
        assert [" ".join(cards) for cards in asked["zones"].values()] == [write(zone) for zone in seen.seen.zones]


def test_the_example_plays_in_the_arena_and_the_same_again() -> None:
    contest = Contest("ecarte", {}, f"pipe:{PYTHON}", "random", seed=5)
    first, second = ([Arena(contest, find("ecarte")).deal(number).results for number in range(4)] for _ in range(2))
    assert first == second


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_example_in_another_language_plays() -> None:
    main(["program", "durak", f"node {ROOT / 'examples/pipe_bot.js'}", "--deals", "2"])


def test_a_trial_says_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", "chinchon", PYTHON, "--deals", "3", "--players", "2", "--preset", "page"]) == 0
    assert "answers, all legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (say('"hello"'), "the answer is no JSON: hello"),
        (say("json.dumps({'id': q['id']})"), 'the answer is not {"id"'),
        (say("json.dumps([1])"), 'the answer is not {"id"'),
        (say("json.dumps({'id': q['id'], 'choose': True})"), 'the answer is not {"id"'),
        (say("json.dumps({'id': 0, 'choose': 1})"), "the answer has not the id 1"),
        (say("json.dumps({'id': q['id'], 'choose': 2})"), "2 is none of the 2 legal actions, from 0 to 1"),
        (say("json.dumps({'id': q['id'], 'choose': -1})"), "-1 is none of the 2 legal actions"),
        ("sys.exit(3)", "the process has ended with code 3"),
        ("time.sleep(60)", "no answer within 0.3 seconds"),
    ],
)
def test_a_wrong_answer_is_named(tmp_path: Path, body: str, reason: str) -> None:
    asked = Program(program(tmp_path, body), seconds=0.3 if "sleep" in body else 20)
    with pytest.raises(Refused) as refused:
        asked.choose(ONE)
    assert asked.process is None  # it was ended
    assert refused.value.phrase.key == "error.player_failed"
    assert reason in str(refused.value.phrase.args["reason"])
    assert len(str(refused.value.phrase.args["reason"])) < 300


@pytest.mark.parametrize("command", ["", "'unclosed", "/nowhere/at/all"])
def test_a_command_that_starts_nothing_is_refused(command: str) -> None:
    with pytest.raises(Refused) as refused:
        Program(command).choose(ONE)
    assert refused.value.phrase.key == "error.player_failed"


def test_a_long_line_is_shown_in_part(tmp_path: Path) -> None:
    asked = Program(program(tmp_path, say("'x' * 100000")))
    with pytest.raises(Refused) as refused:
        asked.choose(ONE)
    asked.close()
    assert len(str(refused.value.phrase.args["reason"])) < 300


def test_it_goes_on_after_many_answers_and_ends_with_its_input(tmp_path: Path) -> None:
    asked = Program(program(tmp_path, say("json.dumps({'id': q['id'], 'choose': q['id'] % 2})")))
    assert [asked.choose(ONE) for _ in range(6)] == [1, 0, 1, 0, 1, 0]
    process = asked.process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(10) == 0


def test_what_the_command_line_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", "whist", PYTHON]) != 0
    assert "whist" in capsys.readouterr().err
    assert main(["program", "durak", "/nowhere/at/all"]) != 0
    assert "/nowhere/at/all" in capsys.readouterr().err


def test_a_bot_gets_the_game_from_the_arena() -> None:
    deal = turns("ecarte", seed=1)
    bot = PipeBot(deal.game, PYTHON)
    assert bot.choose(deal.view(deal.seat), deal.legal, quick(1)) in deal.legal
    bot.program.close()


def test_a_command_is_read_as_its_system_writes_paths() -> None:
    command = r'"C:\My bots\bot.exe" --level 3 C:\new'
    assert words_of(command, windows=True) == [r"C:\My bots\bot.exe", "--level", "3", r"C:\new"]
    assert words_of(r"'my bots/bot' a\ b #1", windows=False) == ["my bots/bot", "a b", "#1"]
    for windows in (True, False):
        with pytest.raises(ValueError, match="No closing quotation"):
            words_of('bot "open', windows)
