"""The last player of a trick, in every trick game: no valuable card goes to a trick that is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from stich.bots import bot
from stich.games import find
from stich.games.doppelkopf.rules_cards import TRICK as DOPPELKOPF_TRICK
from stich.games.doppelkopf.rules_cards import WORTH as DOPPELKOPF_WORTH
from stich.games.doppelkopf.sight import Sight
from stich.games.gaigel.rules_cards import CONTRACTS
from stich.games.gaigel.rules_cards import TRICK as GAIGEL_TRICK
from stich.games.gaigel.rules_cards import WORTH as GAIGEL_WORTH
from stich.games.herzblatt.rules_cards import CONTRACT, WORTH
from stich.games.herzblatt.rules_cards import TRICK as HERZBLATT_TRICK
from stich.kernel.cards import Seat, has
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.parts.tricks import Contract

pytestmark = pytest.mark.once


class Reading(NamedTuple):
    """Where a game has its trick, what beats what, what cards are worth, and who certainly is an enemy."""

    trick: int
    contract: Callable[[Any], Contract]
    worth: list[int]
    enemy: Callable[[Any, Seat, Seat], bool]


def apart(s: Any, seat: Seat, other: Seat) -> bool:
    return not has(s.side(seat), other)


READINGS = {
    "herzblatt": Reading(HERZBLATT_TRICK, lambda s: CONTRACT, WORTH, apart),
    "gaigel": Reading(
        GAIGEL_TRICK, lambda s: CONTRACTS[s.suit], GAIGEL_WORTH, lambda s, a, b: not s.rules.side[a] >> b & 1
    ),
    "doppelkopf": Reading(
        DOPPELKOPF_TRICK,
        lambda s: s.rules.contracts[s.contract],
        DOPPELKOPF_WORTH,
        lambda s, a, b: Sight(view(s, a)).friends[b] == 0.0,
    ),
}


@pytest.mark.parametrize(("name", "seats"), [("herzblatt", 3), ("herzblatt", 4), ("gaigel", 4), ("doppelkopf", 4)])
def test_a_trick_that_is_lost_gets_no_ace_and_no_ten(name: str, seats: int) -> None:
    """The last to play cannot take it, an enemy has it, and the player holds a plain card of little value."""
    game, how = find(name), READINGS[name]
    club, spots, dear = bot(game, "club"), 0, []
    for seed in range(40):
        m = Match(game, game.rules({}, seats), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s: Any = m.deal
            legal = s.legal(seat)
            action = club.choose(view(s, seat), legal, quick(1))
            trick = s.zones[how.trick]
            if len(trick) == seats - 1 and len(legal) > 1 and action.verb == "play":
                contract = how.contract(s)
                at = contract.best(trick)
                plays = [a.cards[0] for a in legal if a.verb == "play"]
                takes = any(contract.beats(c, trick[at]) for c in plays)
                cheap = [c for c in plays if how.worth[c] < 4 and contract.suit[c] != contract.trump]
                if cheap and not takes and how.enemy(s, seat, (seat - seats + 1 + at) % seats):
                    spots += 1
                    if how.worth[action.cards[0]] >= 10:
                        dear.append((seed, game.write(m.rules, action)))
            m.act(seat, action)
    assert spots > 10
    assert not dear
