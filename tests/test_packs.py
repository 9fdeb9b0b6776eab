"""The pack that a table declares is the one that is dealt, in every preset of every game: players count by it."""

from __future__ import annotations

from collections import Counter

import pytest

from games.hearts.rules import GAME as HEARTS
from games.knock.rules import GAME as KNOCK
from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.games import find
from stich.kernel.describe import describe_table
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from test_prompts import TABLES

GUESTS = [HEARTS, KNOCK, RUMMY, SCHNAPSEN]


def check(game: Game, options: dict[str, object], seats: int) -> None:
    rules = game.rules(options, seats)
    declared = dict(enumerate(describe_table(game, rules)["copies"]))
    deal = Match(game, rules, Source(SIM, 5)).deal
    dealt = Counter(face for zone in deal.zones for face in zone)
    assert {face: n for face, n in declared.items() if n} == dealt
    assert len(declared) == len(rules.layout.pack.names)


@pytest.mark.parametrize(("name", "preset", "seats"), TABLES)
def test_a_game_declares_the_pack_that_it_deals(name: str, preset: str, seats: int) -> None:
    game = find(name)
    options: dict[str, object] = next((dict(one.options) for one in game.presets if one.name == preset), {})
    check(game, options, seats)


@pytest.mark.parametrize("game", GUESTS, ids=lambda game: game.name)
def test_a_guest_declares_the_pack_that_it_deals(game: Game) -> None:
    check(game, {}, game.seats[0])
