"""What options need to change anything is true: without it every value of them gives the same game."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import product

import pytest

from stich.games import games
from stich.kernel.action import Refused
from stich.kernel.cards import HOST, SPECTATOR, seats_of
from stich.kernel.chance import quick
from stich.kernel.describe import describe_table
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.options import PLAYERS, Need, Option
from stich.kernel.view import view

pytestmark = pytest.mark.once

DEALS = 2
ACTS = 150  # of a match at most; a game may be long
SEEDS = range(3)


def lacking(game: Game, need: Need) -> Iterator[tuple[dict[str, str], int]]:
    """Yield options and numbers of players under which no way of the need holds."""
    ways = [[(name, value) for value in values_of(game, name) if value not in held] for name, held in need.ways()]
    for chosen in product(*ways):
        given = {name: value for name, value in chosen if name != PLAYERS}
        seats = next((int(value) for name, value in chosen if name == PLAYERS), game.seats[0])
        try:
            game.rules(dict(given), seats)
        except Refused:  # excluded, and so not offered
            continue
        yield given, seats


def values_of(game: Game, name: str) -> list[str]:
    if name == PLAYERS:
        return [str(seats) for seats in game.seats]
    other = next(one for one in game.options if one.name == name)
    return other.values if other.kind == "choice" else [str(other.least), str(other.most)]


def between(game: Game, given: dict[str, str], seats: int) -> list[pytest.MarkDecorator]:
    """Return the mark of a case that differs from its neighbours by the number of players only."""
    return [pytest.mark.long] if not given and 3 < seats < max(game.seats) else []


CASES = [
    pytest.param(
        *(game, option, given, seats), id=f"{name} {option.name} {given or seats}", marks=between(game, given, seats)
    )
    for name, game in games().items()
    for option in game.options
    for need in option.needs
    for given, seats in lacking(game, need)
]


def played(game: Game, options: dict[str, str], seats: int, seed: int) -> str:
    """Return a hash of all that anybody could see and do in a match at random."""
    rules = game.rules(dict(options), seats)
    told = {name: part for name, part in describe_table(game, rules).items() if name not in ("options", "preset")}
    digest = sha256(repr(told).encode())
    match, chance = Match(game, rules, Source(SIM, seed)), quick(seed, 1)
    for _ in range(ACTS):
        s = match.deal
        if s.must() == 0:
            digest.update(repr((match.sheets[-1].result.points, match.scores, match.winners, match.standings)).encode())
            digest.update(repr(game.stakes(rules, match.scores, match.winners)).encode())
            if match.over or len(match.sheets) == DEALS:
                break
            match.next_deal()
            continue
        for eye in (*range(seats), SPECTATOR):
            digest.update(repr(view(s, eye).key()).encode())
        able = [seat for seat in seats_of(s.must() | s.may()) if s.legal(seat)]
        for seat in able:
            digest.update(repr([a.verb if seat == HOST else game.write(rules, a) for a in s.legal(seat)]).encode())
        seat = able[chance.below(len(able))]
        acts = s.legal(seat)
        match.act(seat, acts[chance.below(len(acts))])
    return digest.hexdigest()


@pytest.mark.parametrize(("game", "option", "given", "seats"), CASES)
def test_without_what_it_needs_an_option_changes_nothing(
    game: Game, option: Option, given: dict[str, str], seats: int
) -> None:
    for seed in SEEDS:
        games_played = set()
        for value in option.values:
            try:
                games_played.add(played(game, {**given, option.name: value}, seats, seed))
            except Refused:  # a value that another option excludes, where the page offers neither
                continue
        assert len(games_played) == 1


def test_every_need_names_what_there_is() -> None:
    for game in games().values():
        options = {option.name: option for option in game.options}
        for option in game.options:
            for name, values in [way for need in option.needs for way in need.ways()]:
                if name == PLAYERS:
                    assert {int(value) for value in values} < set(game.seats)
                else:
                    assert name != option.name
                    for value in values:
                        assert options[name].read(value) == value


def test_the_check_of_needs_notices_an_option_that_matters() -> None:
    chinchon = games()["chinchon"]
    assert played(chinchon, {"deck": "40"}, 4, 1) != played(chinchon, {"deck": "48"}, 4, 1)
