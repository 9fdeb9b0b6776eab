"""Teams of levels, given roles, and partners in the arena."""

from __future__ import annotations

from collections import Counter

import pytest

from stich.bots.arena import DUPLICATE, MATCHES, ROUNDS, Arena, Contest
from stich.bots.team import Team
from stich.cli import main
from stich.games import find, games
from stich.kernel.action import Refused

pytestmark = pytest.mark.once


def seats_of_levels(arena: Arena) -> list[tuple[str, str]]:
    """Return for each game what A was, and the levels of the seats."""
    return [(role, " ".join(p.level for p in players)) for _, role, players in arena.games(arena.named())]


def test_levels_take_the_seats_of_a_side_in_turn() -> None:
    team = Team(find("durak"), "club+beginner", 4)
    first, second = team.seated(0), team.seated(1)
    assert [next(first)[0].level for _ in range(3)] == ["club", "beginner", "club"]
    assert [next(second)[0].level for _ in range(3)] == ["beginner", "club", "beginner"]


def test_a_player_sits_at_one_seat_only() -> None:
    """It may remember the deal as its seat has seen it."""
    arena = Arena(Contest("chimera", {}, "club+beginner", "random"), find("chimera"))
    for _, _, players in arena.games(arena.named()):
        assert len({id(p) for p in players}) == 3
    at = [{id(players[seat]) for _, _, players in arena.games(arena.named())} for seat in range(3)]
    assert not at[0] & at[1] | at[1] & at[2] | at[0] & at[2]


def test_every_level_of_a_team_has_every_seat_of_its_side() -> None:
    arena = Arena(Contest("chimera", {}, "club+beginner", "random", ROUNDS), find("chimera"))
    found = seats_of_levels(arena)
    assert len(found) == 12  # six seatings for each of two levels
    assert Counter(role for role, _ in found) == {"1 of 3 seats": 6, "2 of 3 seats": 6}
    for seat in range(3):
        levels = Counter(words.split()[seat] for _, words in found)
        assert levels["club"] == levels["beginner"] == 3
    assert ("2 of 3 seats", "random club beginner") in found
    assert ("2 of 3 seats", "random beginner club") in found


def test_two_teams_meet_with_all_of_their_levels() -> None:
    arena = Arena(Contest("durak", {}, "random+beginner", "random+random+beginner", seats=4), find("durak"))
    assert arena.turns == 6
    assert len(arena.deal(0).results) == 8 * 6


def test_a_team_of_one_level_twice_is_that_level() -> None:
    alone = Arena(Contest("chimera", {}, "beginner", "random"), find("chimera")).deal(0).results
    twice = Arena(Contest("chimera", {}, "beginner+beginner", "random"), find("chimera")).deal(0).results
    assert twice == [one for one in alone for _ in range(2)]


@pytest.mark.parametrize("team", ["club+beginner+club", "club+club+club+club"])
def test_a_team_that_no_side_has_seats_for_is_refused(team: str) -> None:
    with pytest.raises(Refused) as refused:
        Arena(Contest("chimera", {}, team, "club"), find("chimera"))
    assert refused.value.phrase.key == "error.arena_team"
    assert refused.value.phrase.args == {"team": team, "n": 2}


@pytest.mark.parametrize("team", ["club+", "+club", "club+wizard", "club++club"])
def test_a_level_of_a_team_that_does_not_exist_is_refused(team: str) -> None:
    with pytest.raises(Refused) as refused:
        Arena(Contest("durak", {}, team, "club"), find("durak"))
    assert refused.value.phrase.key == "error.level"


# -- roles -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "role", "seats"),
    [
        ("chimera", "chimera", 1),
        ("chimera", "hunter", 2),
        ("doudizhu", "landlord", 1),
        ("doudizhu", "peasant", 2),
        ("doppelkopf", "re", 2),
        ("doppelkopf", "kontra", 2),
        ("herzblatt", "declarer", 1),
        ("gaigel", "forehand", 2),
    ],
)
def test_a_given_role_is_the_only_one_played_and_its_games_are_the_same(game: str, role: str, seats: int) -> None:
    contest = Contest(game, {}, "random", "random", seed=7)
    both = Arena(contest, find(game)).deal(1).results
    arena = Arena(contest._replace(role=role), find(game))
    assert arena.deal(1).results == [one for one in both if one.role == role]
    [(mine, _, _)] = arena.games([(0b0011 if seats == 2 else 0b0001, role)])
    assert mine.bit_count() == seats


@pytest.mark.parametrize("mode", [DUPLICATE, MATCHES])
def test_where_there_are_no_roles_the_number_of_seats_is_one(mode: str) -> None:
    arena = Arena(Contest("durak", {}, "random", "random", mode, role="1 of 4 seats"), find("durak"))
    assert [one.role for one in arena.deal(0).results] == ["1 of 4 seats"] * 4


@pytest.mark.parametrize(("mode", "role"), [(DUPLICATE, "boss"), (DUPLICATE, "1 of 3 seats"), (MATCHES, "chimera")])
def test_a_role_that_does_not_exist_is_refused(mode: str, role: str) -> None:
    with pytest.raises(Refused) as refused:
        Arena(Contest("chimera", {}, "random", "random", mode, role=role), find("chimera"))
    assert refused.value.phrase.key == "error.arena_role"
    expected = "chimera | hunter" if mode == DUPLICATE else "1 of 3 seats | 2 of 3 seats"
    assert refused.value.phrase.args == {"role": role, "allowed": expected}


# -- whole matches -----------------------------------------------------------------------------------------------


def test_partners_of_every_deal_are_a_side_of_a_match() -> None:
    results = Arena(Contest("gaigel", {}, "random", "random", MATCHES), find("gaigel")).deal(0).results
    assert [one.role for one in results] == ["2 of 4 seats"] * 2
    assert all(one.share in (0, 1) for one in results)  # who wins, wins with the partner


@pytest.mark.parametrize("game", [name for name in games() if name != "frustration"])  # whose match takes 8 s
def test_every_game_plays_whole_matches(game: str) -> None:
    arena = Arena(Contest(game, {}, "random", "random", MATCHES), find(game))
    results = arena.deal(0).results
    assert len(results) == len(arena.seatings())
    assert all(0 <= one.share <= 1 for one in results)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chimera", "club+club+club", "club"], "club+club+club"),
        (["chimera", "club", "club", "--role", "boss"], "chimera | hunter"),
    ],
)
def test_the_command_says_what_is_wrong(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words, "--deals", "1"]) == 2
    assert said in capsys.readouterr().err


def test_the_command_plays_a_team_in_a_role(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["chimera", "beginner+random", "random", "--role", "hunter", "--deals", "2"]
    assert main(["arena", *words]) == 0
    said = capsys.readouterr().out
    assert "chimera: beginner+random as hunter against random" in said
    assert "mean of the roles" not in said
