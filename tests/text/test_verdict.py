"""The verdict on a finished match: who has won, or who has lost if a game knows losers only."""

from __future__ import annotations

from pathlib import Path

import pytest

from stich.cli import main
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump
from stich.text.catalogue import LANGUAGES, catalogue
from stich.text.say import Speaker
from stich.text.verdict import verdict

pytestmark = pytest.mark.once

LOSERS = {"durak"}  # games whose sheet knows losers and no winner
NAMES = ["Mira", "Jonas", "Ünal"]


def said(name: str, language: str, winners: list[int], places: list[int], seats: int = 3) -> str:
    speaker = Speaker(language, name, seat=lambda seat: NAMES[seat])
    return speaker.say(*verdict(name, winners, places, seats, speaker.texts))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(games()))
def test_a_game_that_knows_losers_says_so_in_every_language(name: str, language: str) -> None:
    texts = catalogue(language, name)
    assert (f"{name}.over" in texts) == (f"{name}.over.all" in texts) == (name in LOSERS)


def test_winners_alone_and_together() -> None:
    assert said("gaigel", "en", [1], [2, 1, 2]) == "Jonas wins"
    assert said("gaigel", "en", [0, 1], [1, 1, 3]) == "Mira and Jonas win"
    assert said("farbe_und_wert", "en", [0, 1], [1, 1], 2) == "A draw"
    assert said("cruzo", "en", [0, 1, 2, 3, 4], [], 7) == "5 of 7 players win"
    assert said("cruzo", "hu", [0, 1, 2, 3, 4], [], 7) == "5 győztes (7 játékosból)"


def test_the_durak_is_named_and_nobody_has_won() -> None:
    assert said("durak", "en", [0, 2], [1, 3, 1]) == "Durak: Jonas"
    assert said("durak", "de", [0, 2], []) == "Durak: Jonas"
    assert said("durak", "en", [0, 1, 2], [1, 1, 1]) == "Nobody is the Durak"


def test_after_several_games_the_durak_is_who_has_lost_most_of_them() -> None:
    assert said("durak", "en", [0], [1, 2, 3]) == "Durak: Ünal"
    assert said("durak", "en", [0], [1, 2, 2]) == "Durak: Jonas and Ünal"


def finished(name: str, seats: int, **options: object) -> Match:
    game = find(name)
    match = Match(game, game.rules(dict(options), seats), Source(SIM, 3))
    chance = quick(3)
    while not match.over:
        if match.deal.must() == 0:
            match.next_deal()
        match.act(*turn_at_random(match.deal, chance))
    return match


@pytest.mark.parametrize(("name", "options"), [("durak", {}), ("durak", {"match_games": 3}), ("gaigel", {})])
def test_a_replay_ends_with_it(
    name: str,
    options: dict[str, object],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STICH_LANG", "en")
    match = finished(name, 3, **options)
    path = tmp_path / "match.stich"
    path.write_text(dump(match, NAMES), "utf-8")
    assert main(["replay", str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1].strip()
    winners = [seat for seat in range(3) if match.winners >> seat & 1]
    assert last == said(name, "en", winners, list(match.standings))
    assert ("win" in last) == (name not in LOSERS)
