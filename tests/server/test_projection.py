"""The part of a view beyond the zones: the cards that a viewer who counts along knows to be gone."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from server.desk import Json
from server.snap import GAME as SNAP
from stich.client.frames import merged
from stich.games import games
from stich.games.chimera.rules import GAME as CHIMERA
from stich.games.doppelkopf.rules import GAME as DOPPELKOPF
from stich.games.doppelkopf.rules_state import Doppelkopf, parties
from stich.games.gaigel.rules import GAME as GAIGEL
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.action import Refused
from stich.kernel.cards import BACK, SPECTATOR, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import SIM, Match, Source
from stich.server.messages.view import Occupant, TableView, Window
from stich.server.views.projection import encode, masks
from stich.server.views.snapshot import SharedState, snapshot_of

pytestmark = pytest.mark.once


def shown(match: Match, viewer: int, aids: bool) -> TableView:
    shared = SharedState({"status": "playing", "pace": "instant", "occupants": []})
    return snapshot_of(match, match.rules.layout, viewer, shared, aids=aids).whole()


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
            counted = shown(match, viewer, aids=True).gone
            assert faces(counted) == sorted(faces(masks(b"".join(closed))))
            over = not match.deal.must()
            assert shown(match, viewer, aids=False).gone == (counted if over else "")
            assert all(set(shown(match, viewer, aids=True).zones[layout.ids[at]]) <= {BACK}
                       for at, zone in enumerate(layout.zones) if not zone.shown)  # fmt: skip
    assert game is RUMMY or any(closed)


def present(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without members that are null: after a patch they are absent."""
    return {name: part for name, part in view.items() if part is not None}


@pytest.mark.parametrize("game", [CHIMERA, SCHNAPSEN, RUMMY, SNAP, DOPPELKOPF, GAIGEL], ids=lambda game: game.name)
def test_what_an_update_changes_makes_the_whole_view(game: Game) -> None:
    options: dict[str, object] = {"show_totals": False} if game is GAIGEL else {}
    match = Match(game, game.rules(options, 0), Source(SIM, 11), watched=True)
    viewers = [*range(match.rules.layout.seats), SPECTATOR]
    chance = quick(6)
    occupants = [Occupant("", "bot", "club", online=False, ready=False)]
    gathering = SharedState({"status": "gathering", "pace": "fast", "occupants": occupants})
    snapshots = {viewer: snapshot_of(None, match.rules.layout, viewer, gathering) for viewer in viewers}
    pages = {viewer: present(written(snapshot.whole())) for viewer, snapshot in snapshots.items()}
    for step in range(150):
        table = {
            "status": "playing" if match.deal.must() else "deal_over",
            "pace": "fast",
            "occupants": occupants if step % 7 else [Occupant(f"N{step}", "person", "club", True, step % 2 == 0)],
            "window": Window(step, 5) if step % 5 == 0 else None,
            "acts": step // 3,
        }
        shared = SharedState(table)
        for viewer in viewers:
            now = snapshot_of(match, match.rules.layout, viewer, shared, undo=step % 4 == viewer, aids=True)
            patch = b"{%b}" % b",".join([part for part in now.since(snapshots[viewer], shared) if part])
            pages[viewer] = merged(pages[viewer], msgspec.json.decode(patch))
            snapshots[viewer] = now
            full = snapshot_of(
                match, match.rules.layout, viewer, SharedState(table), undo=step % 4 == viewer, aids=True
            ).whole()
            assert pages[viewer] == present(written(full))
            assert msgspec.convert(written(full), TableView, strict=True) == full  # each field has a value of its type
            assert list(now.common) == list(TableView.__struct_fields__)
            assert now.own.keys() <= now.common.keys()
        if match.over:
            break
        if match.deal.must() == 0:
            match.next_deal()
        else:
            match.act(*turn_at_random(match.deal, chance))
    assert step > 20


def test_a_viewer_sees_the_parties_that_they_can_know() -> None:
    """Doppelkopf §4: from the seat's own cards and the queens on the table."""
    match = Match(DOPPELKOPF, DOPPELKOPF.rules({}), Source(SIM, 7), watched=True)
    chance = quick(4)
    alone = 0  # how often a seat sees more than all seats do
    while match.deal.must():
        deal = match.deal
        assert isinstance(deal, Doppelkopf)
        for viewer in (0, 1, 2, 3, SPECTATOR):
            facts = shown(match, viewer, aids=False).facts
            assert (facts["re"], facts["kontra"]) == parties(deal, viewer)
            alone += facts["re"] != deal.re
            assert viewer != SPECTATOR or facts["re"] == deal.re
        match.act(*turn_at_random(deal, chance))
    assert alone > 10


@pytest.mark.parametrize("totals", [True, False])
def test_a_side_sees_its_own_total_and_others_only_if_totals_are_shown(totals: bool) -> None:
    """Gaigel §4, §8."""
    match = Match(GAIGEL, GAIGEL.rules({"show_totals": totals}, 4), Source(SIM, 3), watched=True)
    chance = quick(4)
    deal = match.deal
    assert isinstance(deal, Gaigel)
    while match.deal.must():
        for viewer in range(4):
            told = list(deal.points) if totals else deal.points[viewer]
            assert shown(match, viewer, aids=False).facts["points"] == told
        assert shown(match, SPECTATOR, aids=False).facts["points"] == (list(deal.points) if totals else [])
        match.act(*turn_at_random(deal, chance))
    assert shown(match, SPECTATOR, aids=False).facts["points"] == list(deal.points)


def written(part: object) -> Json:
    out: Json = msgspec.json.decode(msgspec.json.encode(part))
    return out


@pytest.mark.parametrize("name", sorted(games()))
def test_no_number_is_sent_that_a_page_reads_otherwise(name: str) -> None:
    """JavaScript knows whole numbers up to 2**53 - 1; a page with another number is sent the whole view for ever."""
    game = games()[name]
    for seats in game.seats:
        match = Match(game, game.rules({}, seats), Source(SIM, seats))
        chance = quick(seats)
        for _ in range(120):
            must = match.deal.must()
            if must == 0:
                break
            view = json.loads(encode(shown(match, 0, aids=False)))
            assert numbers_beyond(view, 2**53 - 1) == []
            seat = (must & -must).bit_length() - 1
            legal = match.legal(seat) if seat < seats else match.deal.legal(seat)
            try:
                match.act(seat, legal[int(chance.below(len(legal)))])
            except Refused:  # its cards are for the player to choose
                break


def numbers_beyond(value: object, most: int) -> list[object]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for part in value for number in numbers_beyond(part, most)]
    return [value] if isinstance(value, int) and abs(value) > most else []
