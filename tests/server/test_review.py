"""A match told again from one seat tells what that seat knew, and all of it; only "open" lays the hands open."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.desk import Desk, Json
from server.pairs import Pair, Unpaired, pair_of
from server.snap import GAME as SNAP
from stich.client.frames import merged
from stich.games import find
from stich.kernel.action import Event, Refused
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.laws.random_play import turn_at_random
from stich.kernel.match import GIVEN, SIM, Match, Move, Source
from stich.kernel.record import Record
from stich.server.pages.review import Played, again, named, one_deal, played, record_of, review

pytestmark = pytest.mark.once

CHIMERA = find("chimera")
GAMES = pytest.mark.parametrize("game", [CHIMERA, SNAP], ids=lambda game: game.name)


def some_match(game: Game, seed: int = 1) -> Match:
    options: dict[str, object] = {"limit": "60"} if game is CHIMERA else {}
    match = Match(game, game.rules(options), Source(SIM, seed))
    chance = quick(seed, 3)
    while not match.over:
        if match.deal.must() == 0:
            match.next_deal()
        else:
            match.act(*turn_at_random(match.deal, chance))
    return match


def of(record: Record) -> Played:
    return played("x", 0, record, named(record))


def sent(of: Played, viewer: str, deal: int) -> Json:
    told: Json = msgspec.json.decode(msgspec.json.encode(review(of, viewer, deal, -1)))
    return told


def views(told: Json) -> list[Json]:
    """Return the view at every step, as a page puts it together."""
    out = [told["start"]]
    for step in told["steps"]:
        out.append(merged(out[-1], step["patch"]) if step["t"] == "update" else out[-1])
    return out


@GAMES
def test_a_review_shows_what_the_table_showed(game: Game) -> None:
    """Every view that a seat, or somebody watching, had at the table comes again, without what could be chosen."""
    desk = Desk(game, seed=5, deals=7, options={"limit": "40"} if game is CHIMERA else {})
    windows = {str(seat): desk.window(f"person{seat}", sit=seat) for seat in range(2)}
    windows["watch"] = desk.window("somebody")
    had: dict[str, list[Json]] = {viewer: [] for viewer in windows}
    while desk.table.state.status != "match_over":
        for viewer, window in windows.items():
            window.read()
            had[viewer].append(essence(window.view))
            if window.view["legal"] and window.view["status"] == "playing":
                window.act(len(had[viewer]) % len(window.view["legal"]))
        desk.wait(3000)
        if desk.table.state.status == "deal_over":
            for viewer in "01":
                windows[viewer].send("ready", deal=desk.table.state.running().setup.number)
    match = desk.table.state.finished
    assert match is not None
    told = of(record_of(match))
    assert len(had["0"]) > 20
    for viewer, seen in had.items():
        again = [essence(v) for deal in told.contents for v in views(sent(told, viewer, deal.deal))]
        assert [v for v in seen if v not in again] == []


def essence(view: Json) -> Json:
    parts = ("you", "deal", "dealer", "phase", "turn", "zones", "facts", "answers", "scores")
    return {part: view.get(part) for part in parts}


@pytest.mark.parametrize("seed", range(40))
@GAMES
def test_what_a_viewer_cannot_distinguish_looks_the_same(game: Game, seed: int) -> None:
    try:
        pair = pair_of(game, seed)
    except Unpaired:
        return
    viewer = "watch" if pair.viewer == SPECTATOR else str(pair.viewer)
    both = [of(record(pair, side)) for side in (0, 1)]
    for deal in range(1, len(pair.deals) + 1):
        first, second = (msgspec.json.encode(review(one, viewer, deal, -1)) for one in both)
        assert first == second
    last = len(pair.deals)
    assert not pair.hidden or sent(both[0], "open", last) != sent(both[1], "open", last)


def record(pair: Pair, side: int) -> Record:
    rules = pair.game.rules(dict(pair.options), pair.seats)
    steps = [(deal, step) for deal, steps in enumerate(pair.deals, 1) for step in steps]
    source = Source(GIVEN, decks=pair.decks[side])
    match = Match(pair.game, rules, source)
    moves = []
    for deal, step in steps:
        if deal > match.setup.number:
            match.next_deal()
        moves.append(Move(deal, step.seat, match.act(step.seat, step.actions[side])))
    return Record(pair.game, rules, source, moves=moves, deals=len(pair.deals))


def test_open_shows_every_hand_and_the_seats_their_own_only() -> None:
    told = of(record_of(some_match(CHIMERA)))
    for deal in (contents.deal for contents in told.contents):
        opened = views(sent(told, "open", deal))
        assert not any(BACK in view["zones"][f"hand.{seat}"] for view in opened for seat in range(3))
        for seat in range(3):
            own = views(sent(told, str(seat), deal))
            assert len(own) == len(opened)
            for mine, all_ in zip(own, opened, strict=True):
                assert mine["zones"][f"hand.{seat}"] == all_["zones"][f"hand.{seat}"]
                assert mine["legal"] == []
        assert own[0]["zones"]["hand.0"].count(BACK) >= 15


def test_the_contents_name_every_phase_and_trick() -> None:
    match = some_match(CHIMERA, 4)
    told = of(record_of(match))
    assert [deal.deal for deal in told.contents] == list(range(1, match.setup.number + 1))
    assert sum(deal.steps for deal in told.contents) == len(match.moves)
    for deal in told.contents:
        assert deal.sheet is not None
        assert (deal.bookmarks[0].at, deal.bookmarks[0].say.key) == (0, "chimera.phase.bid")
        tricks = [one for one in deal.bookmarks if one.kind == "trick"]
        assert bool(tricks) == deal.sheet.counted
        if tricks:
            assert tricks[-1].at == deal.steps
    totals = told.contents[-1].sheet
    assert totals is not None
    assert totals.totals == list(match.scores)


def test_a_record_that_ends_within_a_deal_can_be_looked_at() -> None:
    match = some_match(CHIMERA, 4)
    kept = record_of(match)
    cut = Record(kept.game, kept.rules, kept.source, moves=kept.moves[:-3], deals=kept.deals)
    told = of(cut)
    assert told.contents[-1].sheet is None
    assert views(sent(told, "open", told.contents[-1].deal))[-1]["status"] == "playing"
    bare = Record(kept.game, kept.rules, kept.source, moves=[], deals=1)
    assert sent(of(bare), "0", 1)["steps"] == []


@pytest.mark.parametrize(
    ("viewer", "deal", "key"),
    [("3", 1, "error.viewpoint"), ("-1", 1, "error.viewpoint"), ("²", 1, "error.viewpoint"),
     ("open", 0, "error.review_deal"), ("0", 99, "error.review_deal")],
)  # fmt: skip
def test_what_is_not_there_is_refused_with_what_is(viewer: str, deal: int, key: str) -> None:
    told = of(record_of(some_match(SNAP)))
    with pytest.raises(Refused) as refused:
        review(told, viewer, deal, -1)
    assert refused.value.phrase.key == key


def test_without_a_viewpoint_it_is_the_own_seat_or_all_hands_open() -> None:
    told = of(record_of(some_match(SNAP)))
    assert [review(told, "", 1, own).viewer for own in (-1, 0, 2)] == ["open", "0", "2"]


@GAMES
def test_a_deal_played_alone_goes_as_it_went_in_the_match(game: Game) -> None:
    """The sample game shuffles within a deal; the record ends within one."""
    match = some_match(game, 2)
    record = record_of(match)
    record.moves = record.moves[:-1]
    told = of(record)
    assert len(told.contents) > 1
    whole: dict[int, list[Any]] = {deal.deal: [] for deal in told.contents}
    for position, events, done in again(record):
        whole[position.setup.number].append(picture(position, events, done))
    for number, went in whole.items():
        assert [picture(*moment) for moment in one_deal(told, number)] == went


def picture(match: Match, events: list[Event], done: int) -> Any:
    s = match.deal
    facts = [getattr(s, fact.name) for fact in s.layout.facts]
    said = [(e.kind, e.seat, e.card, e.src, e.dst, e.eyes, e.phrase and (e.phrase.key, e.phrase.args)) for e in events]
    sheets = [(sheet.setup.number, sheet.totals) for sheet in match.sheets]
    return [bytes(z) for z in s.zones], facts, said, sheets, match.scores, match.winners, match.over, done


def test_playing_again_leads_to_the_same_end() -> None:
    match = some_match(CHIMERA, 9)
    last: Any = None
    for position, _, _ in again(record_of(match)):
        last = position
    assert last.over
    assert last.scores == match.scores
