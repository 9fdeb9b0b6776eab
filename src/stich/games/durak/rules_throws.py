"""What can be thrown in during a bout of Durak, and why it may not be done (§4.3)."""

from __future__ import annotations

from mypy_extensions import i64

from stich.games.durak.rules_cards import PAIR, THROW
from stich.games.durak.rules_state import Durak, neighbours_of_defender
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Cards, Seat, has


def add_throws(out: list[Action], s: Durak, hand: Cards) -> None:
    """§4.3 A card of any rank on the table; one at a time, because the defender may answer each."""
    fitting = s.fitting
    throws = THROW
    n: i64 = len(hand)
    i: i64 = 0
    c: i64 = 0
    last: i64 = -1
    while i < n:
        c = hand[i]
        if c != last and (fitting >> c) & 1:
            out.append(throws[c])
        last = c
        i += 1


def why_not_thrown(s: Durak, a: Action) -> Refused | None:
    """§4.3 Return why another player than the defender cannot do this; None if no rule of throwing in says so."""
    if a.verb == "attack":
        return Refused("error.durak.attack_runs")
    if a.verb != "throw":
        return Refused("error.durak.defender_only", {"seat": s.defender})
    if not a.cards:
        return Refused("error.durak.no_cards")
    if len(a.cards) > 1:
        return Refused("error.durak.one_by_one")
    if not s.fitting >> a.cards[0] & 1:
        lying = b"".join(s.zones[PAIR : PAIR + s.count])
        return Refused("error.durak.throw_rank", {"card": a.cards[0], "cards": lying})
    return None


def why_never_asked(s: Durak, seat: Seat) -> Refused | None:
    """§4.3 Return the option by which this seat cannot throw in at all during this defence."""
    if not s.rules.throw_in:
        return Refused("error.durak.throw_off")
    if s.rules.neighbours and not has(neighbours_of_defender(s), seat):
        return Refused("error.durak.throw_neighbours", {"seat": s.defender})
    return None
