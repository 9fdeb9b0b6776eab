"""The ratings of a site: a read table, counted from the matches at rated tables in the order in which they ended.

A match's row is written together with the entry that ended it, and counted a moment later, in one transaction with the
mark that it is done: a killed server counts no match twice and leaves none out.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, func, select, update

from stich.kernel.action import Refused
from stich.kernel.match import Match
from stich.server.messages.over_http import Rated, RatingChange, RatingChanges
from stich.server.messages.over_http import Ratings as Answer
from stich.server.state.former import is_former
from stich.server.state.rated import BOT, rated_players
from stich.server.state.table_state import TableState
from stich.server.storage.log import Log
from stich.server.storage.schema import Statement, rated, rating, upsert

SHOWN: Final = 50  # players of a game in one answer
AT_ONCE: Final = 200  # matches that are counted in one transaction


NEXT: Final = (
    select(rated.c.table_id, rated.c.n, rated.c.game, rated.c.told)
    .where(rated.c.done == 0)
    .order_by(rated.c.at_ms, rated.c.table_id, rated.c.n)
    .limit(AT_ONCE)
)
KNOWN: Final = select(rating.c.mu, rating.c.sigma, rating.c.matches).where(
    rating.c.game == bindparam("game"), rating.c.player == bindparam("player")
)


class ToRate(msgspec.Struct):
    """What a match says of its players: who sat on each seat (an identity or "bot:<level>") and under which name, who
    played together, and their places. numbers: of each seat, the number that people see before and after the match; []
    until it is counted.
    """

    players: list[str]
    names: list[str]
    teams: list[list[int]]
    places: list[int]
    numbers: list[tuple[int, int]] = []


def to_rate(state: TableState, match: Match, n: int, at: int) -> list[Statement]:
    """Return what adds a finished match to those to be counted; nothing if it does not count."""
    if not state.opened.rated or match.called_off:
        return []
    players = rated_players(state.people.sittings, state.opened.bots)
    if players is None:
        return []
    from stich.server.state.rating import teams_of  # OpenSkill takes a while to load, and few tables are rated

    names = [seat.name for seat in state.seats]
    told = ToRate(players, names, teams_of(match), list(match.standings))
    text = msgspec.json.encode(told).decode()
    return [upsert(rated, table_id=state.table, n=n, game=state.game.name, at_ms=at, told=text, done=0)]


class Ratings:
    """Counts the ratings. Its methods block."""

    def __init__(self, store: Log) -> None:
        self.store = store

    def next(self) -> list[Statement]:
        """Return what counts the next matches; [] if all are counted. Only one process may do this at a time."""
        from stich.server.state.rating import Rating, rate

        out: list[Statement] = []
        known: dict[tuple[str, str], Rating] = {}
        named: dict[tuple[str, str], str] = {}
        with self.store.reading() as db:
            for table, n, game, text in db.execute(NEXT).all():
                told = msgspec.json.decode(text, type=ToRate)
                for player in told.players:
                    if (game, player) not in known:
                        found = db.execute(KNOWN, {"game": game, "player": player}).first()
                        known[game, player] = Rating(*found) if found else Rating()
                before = {player: known[game, player] for player in told.players}
                for player, new in rate(told.players, told.teams, told.places, before).items():
                    known[game, player] = new
                    named[game, player] = told.names[told.players.index(player)]
                told.numbers = [(before[one].shown, known[game, one].shown) for one in told.players]
                this = update(rated).where(rated.c.table_id == table, rated.c.n == n)
                written = msgspec.json.encode(told).decode()
                out.append(this.where(rated.c.told == text).values(told=written))  # unless somebody was deleted since
                out.append(this.values(done=1))
        for (game, player), name in named.items():
            if is_former(player):  # nobody has this rating any more
                continue
            one = known[game, player]
            figures = {"mu": one.mu, "sigma": one.sigma, "matches": one.matches}
            out.append(upsert(rating, game=game, player=player, name="" if player.startswith(BOT) else name, **figures))
        return out


def changes(db: Connection, table: str, n: int | None) -> RatingChanges:
    """Return what a rated match has changed. n: its number at the table, None for the last one. Raises Refused
    `error.not_rated` if it does not count."""
    found = select(rated.c.told).where(rated.c.table_id == table).order_by(rated.c.n.desc()).limit(1)
    text = db.execute(found if n is None else found.where(rated.c.n == n)).scalar()
    if text is None:
        raise Refused("error.not_rated")
    told = msgspec.json.decode(text, type=ToRate)
    return RatingChanges([RatingChange(seat, *of) for seat, of in enumerate(told.numbers)])


def best(db: Connection, game: str, identity: str) -> Answer:
    """Return the ratings of a game for this reader, "" for somebody without an identity."""
    from stich.server.state.rating import ANCHOR, FIXED, Rating

    def line(player: str, name: str, mu: float, sigma: float, matches: int) -> Rated:
        one = Rating(mu, sigma, matches)
        bot = player.startswith(BOT)
        shown = player[len(BOT) :] if bot else name
        return Rated("bot" if bot else "person", shown, one.shown, one.margin, matches, player == identity)

    person = (rating.c.game == game, ~rating.c.player.startswith(BOT))
    people = db.execute(select(func.count()).select_from(rating).where(*person)).scalar_one()
    if not people:
        return Answer(game, 0, [])
    columns = (rating.c.player, rating.c.name, rating.c.mu, rating.c.sigma, rating.c.matches)
    bots = select(*columns).where(rating.c.game == game, rating.c.player.startswith(BOT))
    surely = (rating.c.mu - 3 * rating.c.sigma).desc()  # somebody who is hardly known is not called the best
    top = select(*columns).where(*person).order_by(surely).limit(SHOWN)
    own = select(*columns).where(*person, rating.c.player == identity)
    rows = dict.fromkeys([row for found in (bots, top, own) for row in db.execute(found)])
    lines = [line(ANCHOR, "", *FIXED), *[line(*row) for row in rows]]
    return Answer(game, people, sorted(lines, key=lambda one: (one.n - 1.5 * one.margin, one.n), reverse=True))
