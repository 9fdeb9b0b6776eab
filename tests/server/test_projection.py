"""What a view tells beyond the zones: which cards whoever counts along knows to be gone."""

from __future__ import annotations

from typing import Any

import pytest

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from stich.games.chimera.rules import GAME as CHIMERA
from stich.kernel.cards import BACK, SPECTATOR, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.server.messages import TableView
from stich.server.projection import masks, table_view

pytestmark = pytest.mark.once


def shown(match: Match, viewer: int, aids: bool) -> TableView:
    told: Any = {"status": "playing", "pace": "instant", "chairs": [], "window": None}
    return table_view(match, match.rules.layout, viewer, aids=aids, **told)


def faces(gone: str) -> list[int]:
    return [f for mask in gone.split(",") if mask for f in range(256) if int(mask, 16) >> f & 1]


def test_masks_hold_every_copy_and_no_back() -> None:
    assert masks(b"") == ""
    assert masks(bytes([0, 5, BACK, 5, 9])) == f"{1 << 0 | 1 << 5 | 1 << 9:x},{1 << 5:x}"


@pytest.mark.parametrize("game", [CHIMERA, SCHNAPSEN, RUMMY])
def test_gone_is_what_was_openly_taken_and_lies_face_down(game: Game) -> None:
    match = Match(game, game.rules({}, 0), Source(SIM, 3), watched=True)
    layout = match.rules.layout
    chance = quick(5)
    while match.deal.must():
        able = [seat for seat in seats_of(match.deal.must() | match.deal.may()) if match.deal.legal(seat)]
        seat = able[chance.below(len(able))]
        acts = match.deal.legal(seat)
        match.act(seat, acts[chance.below(len(acts))])
        closed = [cards for at, cards in enumerate(match.deal.zones) if not layout.zones[at].shown]
        for viewer in [*range(layout.seats), SPECTATOR]:
            assert faces(shown(match, viewer, aids=True).gone) == sorted(faces(masks(b"".join(closed))))
            assert shown(match, viewer, aids=False).gone == ""
            assert all(set(shown(match, viewer, aids=True).zones[layout.ids[at]]) <= {BACK}
                       for at, zone in enumerate(layout.zones) if not zone.shown)  # fmt: skip
    assert game is RUMMY or any(closed)
