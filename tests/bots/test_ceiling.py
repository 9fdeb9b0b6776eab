"""The ceiling: it sees all cards, and so it may sit nowhere but in the arena; and the scale that ends with it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from stich.bots import bot, classes, levels
from stich.bots.arena import Arena, Contest, Played, Result, next_action
from stich.bots.ceiling import CEILING, Ceiling, ceiling
from stich.bots.player import Bot
from stich.bots.scale import places
from stich.bots.team import player_of
from stich.cli import main
from stich.games import find, games
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.state import State
from stich.kernel.view import view

FEW = "ceiling@3"
STEPS = 12  # of a deal, which is enough for every phase that the search sees often


@pytest.mark.parametrize("name", games())
def test_the_ceiling_is_no_bot_of_any_game(name: str) -> None:
    game = find(name)
    assert CEILING not in levels(game)
    assert not issubclass(Ceiling, Bot)
    with pytest.raises(Refused) as refused:
        bot(game, CEILING)
    assert refused.value.phrase.key == "error.level"
    assert isinstance(player_of(game, CEILING), Ceiling)
    assert not any(issubclass(kind, Ceiling) for kind in classes(game).values())


@pytest.mark.parametrize("level", ["ceiling@0", "ceiling@", "ceiling@x"])
def test_a_wrong_number_of_iterations_is_refused(level: str) -> None:
    with pytest.raises(Refused) as refused:
        ceiling(find("ecarte"), level)
    assert refused.value.phrase.key == "error.level"


@pytest.mark.parametrize("name", games())
def test_the_ceiling_plays_every_game_and_changes_nothing_but_its_copy(name: str) -> None:
    game = find(name)
    rules = game.rules({})
    seats = rules.layout.seats
    chance = quick(95, 1)
    s = game.deal(rules, Setup(1, 0, (0,) * seats), game.prepare(rules, chance))
    player, other = ceiling(game, FEW), bot(game, "random")
    assert player is not None

    def ask(s: State, seat: Seat, legal: list[Action]) -> Action:
        if seat:
            return other.choose(view(s, seat), legal, chance)
        first = player.choose(s.copy(), seat, legal, quick(1, 2))
        assert first == player.choose(s.copy(), seat, legal, quick(1, 2))
        return first

    for _ in range(STEPS):
        if not s.must():
            break
        seat, action = next_action(s, ask)
        s.apply(seat, action)


def test_the_ceiling_of_farbe_und_wert_is_always_right() -> None:
    played = Arena(Contest("farbe_und_wert", {}, CEILING, "club"), find("farbe_und_wert")).deal(0)
    assert all(r.share == 1 for r in played.results)


def played(edges: list[tuple[float, float]]) -> list[Played]:
    """Return deals of two roles with these edges; the win is taken by who is ahead."""
    return [
        Played(n, [Result(role, float(edge > 0), edge) for role, edge in zip("ab", pair, strict=True)], ({}, {}))  # type: ignore[arg-type]
        for n, pair in enumerate(edges)
    ]


def test_a_place_is_the_part_of_the_ceilings_edge() -> None:
    top = played([(4.0, 8.0), (8.0, 4.0), (6.0, 6.0)])
    half = played([(2.0, 4.0), (4.0, 2.0), (3.0, 3.0)])
    for one in places(half, top):
        assert one.edge is not None
        assert one.edge == pytest.approx((0.5, 0.5, 0.5))
        assert one.deals == 3
    assert [one.role for one in places(half, top)] == ["a", "b", ""]


def test_the_interval_of_a_place_knows_the_luck_of_the_deals() -> None:
    top = played([(4.0, 4.0), (6.0, 6.0)] * 20)
    level = played([(5.0, 5.0), (1.0, 1.0)] * 20)
    mean = places(level, top)[-1].edge
    assert mean is not None
    assert mean.mean == pytest.approx(0.6)
    assert 0.4 < mean.low < 0.55
    assert 0.65 < mean.high < 0.85


def test_there_is_no_scale_where_the_ceiling_is_not_above_club() -> None:
    top = played([(4.0, -4.0), (-4.0, 4.0)] * 5)
    assert all(one.edge is None for one in places(top, top))


def test_deals_that_only_one_has_played_do_not_count() -> None:
    top = played([(4.0, 8.0), (8.0, 4.0), (6.0, 6.0)])
    assert places(top[:1], top)[0].deals == 1
    assert places([], top) == []


def test_the_command_places_a_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, file = tmp_path / "games.csv", tmp_path / "deals"
    words = ["arena", "farbe_und_wert", CEILING, "--scale", "--deals", "3", "--csv", str(table), "--resume", str(file)]
    assert main(words) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "on the scale from Club (0) to the ceiling (1)" in said
    assert "1.00 (1.00 … 1.00)" in said
    with table.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert {row["level"] for row in rows} == {CEILING}
    assert (tmp_path / "deals.ceiling").is_file()


@pytest.mark.parametrize("words", [["club"], ["expert", "club", "--scale"]])
def test_a_scale_has_no_second_level(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "ecarte", *words, "--deals", "1"]) == 2
    assert "--scale" in capsys.readouterr().err
