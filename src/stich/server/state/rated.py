"""Which finished matches count for ratings, and whose match it was.

A table is rated if its maker has said so. It has no hints, nothing is taken back, and its deals come from secrets. A
seat's result belongs to the person who sat there when the first card was played, also if they leave and a bot plays on:
nobody can leave a lost match behind. A match does not count if a seat went to somebody else in the middle of it.
"""

from __future__ import annotations

from stich.server.state.seats import Sitting

BOT = "bot:"  # followed by the level


def rated_players(sittings: list[Sitting], levels: list[str]) -> list[str] | None:
    """Return whose match it was, by seat: an identity or "bot:<level>"; None: it does not count.

    sittings: of the match, in their order. levels: of the bots, by seat.
    """
    begun = max((at for at, sitting in enumerate(sittings) if sitting.moves == 0), default=0)
    sittings = sittings[begun:]
    players: list[str] = []
    for seat, level in enumerate(levels):
        holders = [sitting.holders[seat] for sitting in sittings]
        people = {holder for holder in holders if holder is not None}
        if not people:
            players.append(BOT + level)
        elif len(people) == 1 and holders[0] is not None:
            players.append(holders[0])
        else:
            return None
    people_here = [player for player in players if not player.startswith(BOT)]
    if not people_here or len(set(people_here)) < len(people_here):
        return None
    return players
