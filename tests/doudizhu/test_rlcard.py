"""RLCard's rule agent as an opponent: what it is sent, and what is said where it is missing, fails or errs."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

from doudizhu.positions import at_play, rules, state
from stich.bots import contestant, levels
from stich.cli import main
from stich.games.doudizhu.rlcard_agent import answer
from stich.games.doudizhu.rlcard_rule import Agent, ask, seen, written
from stich.games.doudizhu.rules import GAME
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.match import Match

pytestmark = pytest.mark.once

ABSENT = find_spec("rlcard") is None
FOLLOWS = """
import json, sys
for line in sys.stdin:
    seen = json.loads(line)["seen"]
    print(json.dumps({"action": max(seen["actions"], key=len)}), flush=True)
"""


def follower() -> Match:
    return at_play(rules(), ["3 3", "T T J Q 2 2 B", "6 6"], turn=1, last="9 9")


def agent(code: str) -> Agent:
    return Agent([sys.executable, "-c", code])


def asked(m: Match, code: str) -> str:
    s = state(m)
    return written(ask(agent(code), s, s.turn, s.legal(s.turn), quick(1)))


def test_it_is_sent_what_its_seat_sees_and_no_other_hand() -> None:
    s = state(follower())
    sent = seen(s, 1, sorted(written(a) for a in s.legal(1)))
    assert sent == {
        "self": 1,
        "landlord": 0,
        "current_hand": "TTJQ22R",
        "trace": [(0, "99")],
        "actions": ["22", "TT", "pass"],
    }


def test_a_leader_sees_no_trick() -> None:
    s = state(at_play(rules(), ["3 3 4", "5", "6 6"]))
    assert seen(s, 0, [])["trace"] == []


def test_its_answer_is_the_action_written_so() -> None:
    assert asked(follower(), FOLLOWS) == "pass"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise SystemExit(3)", "its process ended with code 3"),
        ('input(); print(\'{"error": "KeyError: 99"}\', flush=True); input()', "KeyError: 99"),
        ('input(); print(\'{"action": "33"}\', flush=True); input()', "it chose 33, which is not legal here"),
    ],
)
def test_a_failure_is_said(code: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        asked(follower(), code)
    assert refusal.value.phrase.key == "error.player_failed"
    assert refusal.value.phrase.args["reason"] == reason


def test_what_fails_in_the_agent_is_an_answer() -> None:
    class Broken:
        def step(self, state: object) -> str:
            raise KeyError("99")

    assert answer(Broken(), lambda seed: None, {"seed": 1, "seen": {}}) == {"error": "KeyError: '99'"}


@pytest.mark.skipif(not ABSENT, reason="RLCard is installed")
def test_without_the_package_the_extra_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "doudizhu", "club", "rlcard-rule", "--deals", "1"]) == 2
    assert "stich[rlcard]" in capsys.readouterr().err


@pytest.mark.skipif(ABSENT, reason="RLCard is not installed")
def test_the_agent_itself_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "doudizhu", "beginner", "rlcard-rule", "--deals", "2"]) == 0
    assert "rlcard-rule answered" in capsys.readouterr().out


def test_only_the_arena_has_it() -> None:
    assert "rlcard-rule" not in levels(GAME)
    with pytest.raises(Refused) as refusal:
        contestant(GAME, "rlcard")
    assert "rlcard-rule" in str(refusal.value.phrase.args["allowed"])
