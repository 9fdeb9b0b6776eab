"""The sentence of the table begins with what lies there or was done, or with what is asked; never with a mere name.

Played at random, stich's games in their presets and the examples of tests/games, in every language of each.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from games.hearts.rules import GAME as HEARTS
from games.knock.rules import GAME as KNOCK
from games.rummy.rules import CLAIM
from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.games import find, games
from stich.kernel.action import NO_PROMPT, Prompt
from stich.kernel.cards import HOST, SPECTATOR
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.text.catalogue import catalogue
from stich.text.say import Speaker
from test_moments import tables
from test_prompts import positions_of

pytestmark = pytest.mark.once

GUESTS = {game.name: game for game in (HEARTS, KNOCK, RUMMY, SCHNAPSEN)}
FOLDER = Path(__file__).parent / "games"
GAMES = [*games(), *GUESTS]
A_FACT = {"frustration.scene.joker"}  # its phase is called by this fact: a joker lies on the pile
FACTS = {"scene", "event", "said", "game"}  # the second words of the keys that can be a scene


def game_of(name: str) -> Game:
    return GUESTS[name] if name in GUESTS else find(name)


def languages(name: str) -> list[str]:
    folder = FOLDER / name / "text" if name in GUESTS else Path()
    return [one for one in ("en", "de", "fr", "hu") if name not in GUESTS or (folder / f"{one}.po").is_file()]


@cache
def prompts(name: str) -> list[Prompt]:
    """Return what a table says to those who can act and to a spectator in random matches, each once."""
    game = game_of(name)
    found: dict[Prompt, None] = {}
    for rules in tables(game):
        for match, seat, acts in positions_of(Match(game, rules, Source(SIM, 5)), 200):
            for viewer, may in ((seat, acts), (SPECTATOR, [])):
                seen = view(match.deal, viewer)
                found[game.prompt(seen.seen, viewer, seen.must, may)] = None
    return list(found)


def names(name: str, language: str, use: str) -> set[str]:
    """Return how the phases of a game are called, or what stands on its buttons."""
    found: set[str] = set()
    for key, text in catalogue(language, FOLDER / name if name in GUESTS else name).items():
        if key.startswith(f"{name}.{use}."):
            found |= set(text.values() if isinstance(text, dict) else [text])
    return {text.casefold() for text in found}


def begins_with_a_name(words: str, called: set[str]) -> str:
    """Return the name that a scene is or goes on from, "" if it begins with none."""
    for name in sorted(called, key=len, reverse=True):
        if words == name or (words.startswith(name) and not words[len(name)].isalnum()):
            return name
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_is_a_fact(name: str) -> None:
    for prompt in prompts(name):
        if prompt.scene is not None:
            assert prompt.scene.key.split(".")[1] in FACTS, prompt


@pytest.mark.parametrize(("name", "language"), [(name, one) for name in GAMES for one in languages(name)])
def test_a_sentence_does_not_begin_with_the_name_of_a_phase_or_a_button(name: str, language: str) -> None:
    speaker = Speaker(
        language, FOLDER / name if name in GUESTS else name, seat=lambda seat: f"Seat{seat}", card=str, me=0
    )
    phases, buttons = names(name, language, "phase"), names(name, language, "verb")
    for prompt in prompts(name):
        first = prompt.scene or prompt.task
        assert first is not None
        words = speaker.say(first.key, first.args).casefold()
        assert words not in buttons, prompt
        if first.key not in A_FACT:
            assert words not in phases, prompt
            assert prompt.scene is None or begins_with_a_name(words, phases) == "", prompt


def test_a_name_is_found() -> None:
    assert begins_with_a_name("play", {"play"}) == "play"
    assert begins_with_a_name("draw: two cards", {"draw", "draw: two"}) == "draw: two"
    assert begins_with_a_name("players wait", {"play"}) == ""


def test_something_is_said_while_a_window_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase that says nothing, and waits for nobody but the HOST who ends it: others can still interrupt."""
    match = Match(RUMMY, RUMMY.rules({"claim": "reaction"}), Source(SIM, 1))
    match.deal.phase = CLAIM
    match.deal.waiting = 2
    assert match.deal.must() == 1 << HOST
    monkeypatch.setattr(type(CLAIM), "prompt", lambda *_: NO_PROMPT)
    seen = view(match.deal, SPECTATOR)
    task = RUMMY.prompt(seen.seen, SPECTATOR, seen.must, []).task
    assert task is not None
    assert task.key == "table.task.wait_all"
