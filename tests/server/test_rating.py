"""Ratings: `server.state.rating`, against strengths that are known."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stich.games import find, games
from stich.kernel.cards import seats_of
from stich.kernel.match import SIM, Match, Source
from stich.server.state.rating import ANCHOR, MU, Rating, rate, teams_of

pytestmark = pytest.mark.once


def played_out(name: str, seats: int = 0) -> Match[Any, Any]:
    """Return a match that was finished by choosing legal actions at random."""
    game = find(name)
    rules = game.rules(game.with_preset(game.recommended(seats), {}, seats), seats)
    match = Match(game, rules, Source(SIM, seed=1))
    chance = random.Random(1)
    while not match.over:
        if not match.deal.must():
            match.next_deal()
        else:
            seat = seats_of(match.deal.must())[0]
            match.act(seat, chance.choice(match.legal(seat)))
    return match


@given(st.integers(2, 12), st.data())
def test_any_number_of_seats_and_any_order(seats: int, data: st.DataObject) -> None:
    """Winners gain, losers lose, and nobody becomes less certain, with any places shared."""
    places = sorted(data.draw(st.lists(st.integers(1, 4), min_size=seats, max_size=seats)))
    players = [f"person {seat}" for seat in range(seats)]
    new = rate(players, [[seat] for seat in range(seats)], places, {})
    assert len(new) == seats
    estimates = [new[player].mu for player in players]
    assert all(one > other - 1e-9 for one, other in pairwise(estimates))
    if places[0] != places[-1]:
        assert new[players[0]].mu > MU > new[players[-1]].mu
    assert all(rating.matches == 1 and rating.sigma <= Rating().sigma for rating in new.values())


def test_club_is_the_fixed_point() -> None:
    """A bot that everybody can meet never moves, and several of it can sit at a table."""
    new = rate([ANCHOR, "anna", ANCHOR], [[0], [1], [2]], [2, 1, 3], {})
    assert set(new) == {"anna"}


def test_a_bot_on_several_seats_counts_one_match() -> None:
    """The mean of the changes: first and last against one person is not much of a change."""
    new = rate(["bot:expert", "anna", "bot:expert"], [[0], [1], [2]], [1, 2, 3], {})
    assert new["bot:expert"].matches == 1
    assert abs(new["bot:expert"].mu - MU) < 0.5


def test_nobody_is_rated_against_themselves() -> None:
    assert rate(["bot:expert"] * 3, [[0], [1], [2]], [1, 2, 3], {}) == {}


def test_the_scale_finds_known_strengths() -> None:
    """Players whose true strengths are known come out in their order, Club at its place between them."""
    chance = random.Random(7)
    true = {"weak": 18.0, ANCHOR: MU, "good": 30.0, "strong": 35.0}
    known: dict[str, Rating] = {}
    for _ in range(400):
        players = list(true)
        chance.shuffle(players)
        done = sorted(players, key=lambda player: -(true[player] + chance.gauss(0, 6)))
        known |= rate(players, [[0], [1], [2], [3]], [done.index(player) + 1 for player in players], known)
    assert known["weak"].mu < MU < known["good"].mu < known["strong"].mu
    assert all(rating.sigma < 3 for rating in known.values())


def test_partners_are_a_team() -> None:
    """Those who sit opposite in Gaigel play together; in Doppelkopf sides change, so that a match has none."""
    assert sorted(teams_of(played_out("gaigel", 4))) == [[0, 2], [1, 3]]
    assert all(len(team) == 1 for team in teams_of(played_out("durak", 4)))


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_rated(name: str) -> None:
    """Teams hold each seat once, and at least two can be compared."""
    match = played_out(name)
    teams = teams_of(match)
    assert sorted(seat for team in teams for seat in team) == list(range(len(match.standings)))
    players = [f"person {seat}" for seat in range(len(match.standings))]
    assert len(rate(players, teams, match.standings, {})) == len(players)
