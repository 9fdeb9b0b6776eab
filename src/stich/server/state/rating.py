"""Ratings: how well people and bots play a game, from the rated matches that they finish.

Each game has a scale of its own. A match compares its seats by their places; seats that played together in every deal
count as a team. The model is that of Plackett and Luce in the form of Weng and Lin (2011), as the library OpenSkill has
it: it takes any number of seats, equal places and teams that change from match to match.

The bot Club is the fixed point: it counts as a player whose strength is known, and is never rated again. So a number
means the same in every year, and a person's number says how they play compared with a bot that anybody can meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from statistics import mean
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from stich.kernel.cards import Seats, has
from stich.kernel.match import Match

MU: Final = 25.0  # of somebody unknown, and of the fixed point
SIGMA: Final = MU / 3  # of somebody unknown
KNOWN: Final = 0.5  # the sigma of the fixed point
ANCHOR: Final = "bot:club"
SHOWN_ZERO: Final = 1000  # the number that people see for a mu of 25
SHOWN_STEP: Final = 40  # and for each unit of mu

_model: Final = PlackettLuce(mu=MU, sigma=SIGMA)


class Rating(NamedTuple):
    """What is known of a player's strength in a game. mu: the estimate; sigma: its standard deviation; matches: the
    number of rated matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def shown(self) -> int:
        """Return the number that people see."""
        return round(SHOWN_ZERO + (self.mu - MU) * SHOWN_STEP)

    @property
    def margin(self) -> int:
        """Return how far the strength may lie from `shown` to either side: two standard deviations."""
        return round(2 * self.sigma * SHOWN_STEP)


FIXED: Final = Rating(MU, KNOWN)
"""The rating of `ANCHOR`."""


def teams_of(match: Match) -> list[list[int]]:
    """Return the seats of a finished match in teams: those that were on one side in every deal that counted and share a
    place; every other seat by itself."""
    seats = range(len(match.standings))
    together: list[list[Seats]] = [
        [tally.seats for tally in sheet.result.tallies] for sheet in match.sheets if not sheet.result.again
    ]
    teams: list[list[int]] = []
    for seat in seats:
        for team in teams:
            first = team[0]
            same = match.standings[first] == match.standings[seat]
            if same and all(any(has(side, first) and has(side, seat) for side in deal) for deal in together):
                team.append(seat)
                break
        else:
            teams.append([seat])
    if len(teams) < 2:  # a draw in which everybody shares a place compares single seats
        return [[seat] for seat in seats]
    return teams


def rate(
    players: Sequence[str], teams: Sequence[Sequence[int]], places: Sequence[int], known: Mapping[str, Rating]
) -> dict[str, Rating]:
    """Return the new ratings of those who played a match.

    players: who sat on each seat, an identity or "bot:<level>". teams: the seats of each team. places: of each seat,
    from 1; equals share one. known: the ratings before. The same bot on several seats gets the mean of the
    changes. Nothing changes if everybody is the same player.
    """
    if len(set(players)) < 2:
        return {}
    before = {player: known.get(player, Rating()) for player in players}
    before[ANCHOR] = FIXED
    old = [[before[players[seat]] for seat in team] for team in teams]
    changes: dict[str, list[tuple[float, float]]] = {}
    for order in orders([places[team[0]] for team in teams]):
        rated = _model.rate(
            [[_model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in old], ranks=list(map(float, order))
        )
        for team, new in zip(teams, rated, strict=True):
            for seat, one in zip(team, new, strict=True):
                changes.setdefault(players[seat], []).append((one.mu, one.sigma))
    return {
        player: Rating(mean([mu for mu, _ in ways]), mean([sigma for _, sigma in ways]), before[player].matches + 1)
        for player, ways in changes.items()
        if player != ANCHOR
    }


def orders(places: Sequence[int]) -> list[list[int]]:
    """Return orders without equals, such that each of those who share a place takes each of their places equally often.

    The model can rate somebody in second place higher than two who share the first one. The mean over these orders
    cannot.
    """
    sharing = [[team for team, place in enumerate(places) if place == shared] for shared in sorted(set(places))]
    turns = lcm(*[len(group) for group in sharing])
    found = []
    for turn in range(turns):
        order = [0] * len(places)
        done = 0
        for group in sharing:
            for at, team in enumerate(group):
                order[team] = done + (at + turn) % len(group)
            done += len(group)
        found.append(order)
    return found
