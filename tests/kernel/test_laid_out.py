"""What lies face down by custom is not sent to be looked into again, though everybody saw it go there."""

from __future__ import annotations

from stich.games import find
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import laid_out, view


def test_won_piles_are_backs_and_everything_else_is_as_seen() -> None:
    chimera = find("chimera")
    match, chance, won = Match(chimera, chimera.rules(), Source(SIM, 4)), quick(4), 0
    while match.deal.must():
        seat = match.deal.actor()
        actions = match.deal.legal(seat)
        match.act(seat, actions[chance.below(len(actions))])
        for viewer in (0, 1, 2, SPECTATOR):
            seen = view(match.deal, viewer).seen
            for at, zone in enumerate(laid_out(seen)):
                if seen.layout.zones[at].name == "won":
                    assert zone == bytes([BACK]) * len(seen.zones[at])
                    won += len(zone)
                else:
                    assert zone == seen.zones[at]
    assert won
