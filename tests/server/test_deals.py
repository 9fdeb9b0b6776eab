"""A finished deal of a running match: those who ask see what they may know, and nothing of the deal that runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from server.desk import Desk, Json, Window
from server.over_http import asked_over_http
from server.pairs import Unpaired, pair_of
from server.snap import GAME as SNAP
from server.test_review import essence, of, record, some_match, views
from stich.games import find, games
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.kernel.game import Game
from stich.server.messages.over_http import Player
from stich.server.pages.deals import Finished, allowed, finished_deals, review_of_deal, seats_in
from stich.server.pages.review import Played, record_of
from stich.server.state.seats import Sitting
from stich.server.storage.store import Store

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

CHIMERA = find("chimera")


def asked(desk: Desk, identity: str, deal: int, viewer: str = "", known: Played | None = None) -> Json:
    """Return what a person gets who asks for a deal."""
    made = review_of_deal(finished_deals(desk.table.state), known, viewer, deal, identity)[1]
    told: Json = msgspec.json.decode(msgspec.json.encode(made))
    return told


def play(desk: Desk, windows: list[Window], deals: int, had: dict[int, list[Json]] | None = None) -> None:
    """Play until so many deals are finished and the next one runs. had: filled with the views of the first window."""
    for turn in range(20_000):
        for window in windows:
            window.read()
        view = windows[0].view
        if had is not None:
            had.setdefault(view["deal"], []).append(essence(view))
        if view["status"] == "deal_over":
            for window in windows:
                window.send("ready", deal=view["deal"])
        elif view["status"] == "match_over" or (view["deal"] > deals and turn % 7 == 6):
            return
        for window in windows:
            if window.view["legal"] and window.view["status"] == "playing":
                window.act(turn % len(window.view["legal"]))
                break
        else:
            desk.wait(1000)
    raise AssertionError("the deals did not end")


def desk_of(game: Game, people: int, **more: Any) -> tuple[Desk, list[Window]]:
    desk = Desk(game, pace="instant", gather=True, **more)
    windows = [desk.window(f"person{seat}", sit=seat) for seat in range(people)]
    windows[0].send("start")
    return desk, windows


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_finished_deal_is_shown_as_it_was_seen_while_the_next_one_runs(game: Game) -> None:
    """In every game: what the seat saw at the table comes again, and nothing of the running deal is in it."""
    desk, windows = desk_of(game, 1, deals=11)
    had: dict[int, list[Json]] = {}
    play(desk, windows, 1, had)
    if desk.table.state.status == "match_over":
        return  # a match of one deal has the review of the match
    told = asked(desk, "person0", 1, "0")
    assert (told["viewer"], told["deal"], len(told["deals"])) == ("0", 1, 1)
    again = [essence(view) for view in views(told)]
    assert [view for view in had[1] if view not in again] == []
    assert views(told)[-1]["status"] == "deal_over"
    with pytest.raises(Refused, match=r"error\.review_deal"):
        asked(desk, "person0", 2, "0")


def test_with_others_at_the_table_each_sees_their_own_seat_and_what_all_saw() -> None:
    desk, windows = desk_of(CHIMERA, 2, options={"limit": "400"})
    play(desk, windows, 1)
    for seat in (0, 1):
        assert asked(desk, f"person{seat}", 1)["viewer"] == str(seat)
        assert asked(desk, f"person{seat}", 1)["viewers"] == [str(seat), "watch"]
    for stranger in ("", "somebody"):
        assert (asked(desk, stranger, 1)["viewer"], asked(desk, stranger, 1)["own"]) == ("watch", -1)
    for identity, viewer in [("person0", "1"), ("person0", "2"), ("person0", "open"), ("", "0"), ("", "open")]:
        with pytest.raises(Refused, match=r"error\.viewpoint"):
            asked(desk, identity, 1, viewer)


def test_alone_with_bots_all_hands_can_be_laid_open() -> None:
    desk, windows = desk_of(CHIMERA, 1, options={"limit": "400"})
    play(desk, windows, 1)
    assert asked(desk, "person0", 1)["viewers"] == ["0", "1", "2", "open", "watch"]
    assert asked(desk, "somebody", 1)["viewers"] == ["watch"], "one who watches has not played"
    late = desk.window("late")
    late.send("sit", seat=1)
    play(desk, [windows[0]], 2)
    assert asked(desk, "person0", 1)["viewers"] == ["0", "watch"], "another person learns the bots by heart"
    assert asked(desk, "late", 1)["viewers"] == ["watch"], "this person was not there"


def test_deals_are_played_once_and_those_kept_are_the_same() -> None:
    desk, windows = desk_of(CHIMERA, 1, options={"limit": "400"})
    play(desk, windows, 2)
    state = desk.table.state
    known, _ = review_of_deal(finished_deals(state), None, "0", 1, "person0")
    assert len(known.contents) == 2
    same, _ = review_of_deal(finished_deals(state), known, "0", 2, "person0")
    assert same.contents is known.contents
    play(desk, windows, 3)
    more, told = review_of_deal(finished_deals(state), known, "open", 3, "person0")
    fresh, again = review_of_deal(finished_deals(state), None, "open", 3, "person0")
    assert more.contents == fresh.contents
    assert msgspec.json.encode(told) == msgspec.json.encode(again)


def test_a_seat_is_shown_to_those_who_held_it_in_that_deal() -> None:
    sittings = [
        Sitting(0, 1, ("ann", "ben", None), ("", "", "")),
        Sitting(3, 1, ("ann", None, None), ("", "", "")),  # ben leaves in mid-deal
        Sitting(5, 1, ("ann", "cid", None), ("", "", "")),  # cid comes when it is over
    ]
    match = record_of(some_match(CHIMERA))
    over = Finished("x", replace(match, moves=[match.moves[0]] * 5, deals=1), [], sittings, False)
    assert [seats_in(over, who, 1) for who in ("ann", "ben", "cid")] == [[0], [1], []]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [CHIMERA, SNAP], ids=lambda game: game.name)
def test_deals_that_look_the_same_get_the_same_answers(game: Game, seed: int) -> None:
    """Whatever this viewer asks for, allowed or not, hidden cards change no byte of the answer."""
    try:
        pair = pair_of(game, seed)
    except Unpaired:
        return
    names = ["ann", "ben", "cid", "dora"][: pair.seats]
    if pair.viewer != SPECTATOR:
        names[pair.viewer] = "vic"
    answers: list[list[bytes]] = []
    for side in (0, 1):
        told = of(record(pair, side))
        done = sum(deal.sheet is not None for deal in told.contents)
        moves = [move for move in told.record.moves if move.deal <= done]
        people = [Player(name, "person", "") for name in names]
        sat = [Sitting(0, 1, tuple(names), tuple(names))]
        finished = Finished("x", replace(told.record, moves=moves, deals=done), people, sat, False)
        heard = []
        for deal in range(done + 2):
            for viewer in ("", "0", "1", "2", "open", "watch", "15", "nobody"):
                try:
                    heard.append(msgspec.json.encode(review_of_deal(finished, None, viewer, deal, "vic")[1]))
                except Refused as refused:
                    heard.append(repr(refused).encode())
        assert "open" not in allowed(finished, "vic", 1)
        answers.append(heard)
    assert answers[0] == answers[1]


def test_it_is_had_over_http_while_the_match_goes_on(tmp_path: Any) -> None:
    desk, windows = desk_of(CHIMERA, 2, options={"limit": "400"})
    play(desk, windows, 1)
    store = Store(tmp_path / "tables.sqlite")
    answers = {path: (status, body) for path, status, _, body in asked_over_http(desk, store, "person1").answers}
    store.close()
    deal = f"/api/tables/{desk.name}/deals"
    status, body = answers[f"{deal}/1"]
    assert status == 200
    assert msgspec.json.decode(body) == asked(desk, "person1", 1)
    assert answers[f"{deal}/1?as=1"] == (200, body)
    assert answers[f"{deal}/1?as=open"][0] == answers[f"{deal}/1?as=0"][0] == 400
    assert answers[f"{deal}/2"][0] == 400, "it still runs"
