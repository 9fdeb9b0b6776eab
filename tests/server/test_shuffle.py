"""People at a table agree on the cards of the next deal: nobody is waited for in vain, nobody can spoil or steer it."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from server.desk import Desk, Window
from stich.games import find
from stich.kernel.fair import commitment, pledge
from stich.kernel.record import dump
from stich.kernel.record_reader import load
from stich.server.state.entries import Began, Closed, Dealt, Disclosed, Pledged
from stich.server.state.lessons import lesson_names
from stich.server.tables import pace

pytestmark = pytest.mark.once
CHIMERA = find("chimera")
DURAK = find("durak")


def nonce(window: Window, n: int) -> bytes:
    return hashlib.sha256(f"{window.identity} {n}".encode()).digest()[:16]


def hash_of(window: Window, n: int, seat: int | None = None) -> str:
    return pledge("table", n, window.view["you"] if seat is None else seat, nonce(window, n)).hex()


def pledges(window: Window, **fields: Any) -> Any:
    n = window.view["shuffle"]["n"]
    return window.send("pledge", **{"n": n, "hash": hash_of(window, n), **fields})


def discloses(window: Window, **fields: Any) -> Any:
    n = window.view["shuffle"]["n"]
    return window.send("disclose", **{"n": n, "nonce": nonce(window, n).hex(), **fields})


def gathered(*names: str, **wishes: Any) -> tuple[Desk, list[Window]]:
    desk = Desk(CHIMERA, gather=True, pace="instant", **wishes)
    return desk, [desk.window(name, sit=seat) for seat, name in enumerate(names)]


def read(windows: list[Window]) -> None:
    for window in windows:
        window.read()


def kinds(desk: Desk, *of: type) -> list[Any]:
    return [entry.body for entry in desk.log if isinstance(entry.body, of)]


def begun(*names: str, **wishes: Any) -> tuple[Desk, list[Window]]:
    """A table whose first deal all have agreed on."""
    desk, windows = gathered(*names, **wishes)
    for window in windows:
        assert pledges(window)["t"] == "ack"
    assert windows[0].send("start")["t"] == "ack"
    read(windows)
    assert windows[0].view["shuffle"]["opening"]
    for window in windows:
        assert discloses(window)["t"] == "ack"
    desk.go_on()
    read(windows)
    assert windows[0].view["status"] == "playing"
    return desk, windows


def to_the_end_of_the_deal(desk: Desk, windows: list[Window], until: tuple[str, ...] = ("deal_over",)) -> None:
    for _ in range(3000):
        read(windows)
        if windows[0].view["status"] in (*until, "match_over"):
            return
        for window in windows:
            window.read()
            if window.view["legal"] and window.view["must"] >> window.view["you"] & 1:
                window.act(0)
        desk.wait(60)
    raise AssertionError("the deal does not end")


def test_a_table_shows_its_commitment_before_anything_is_dealt() -> None:
    desk, (ann,) = gathered("ann")
    shuffle = ann.view["shuffle"]
    assert (shuffle["n"], shuffle["opening"], shuffle["pledges"], shuffle["dealt"]) == (1, False, [], "")
    secret = bytes.fromhex(desk.log[0].body.next)  # type: ignore[union-attr]
    assert shuffle["commitment"] == commitment("table", 1, secret).hex()
    assert secret.hex() not in str(ann.frames)


def test_who_knows_nothing_of_it_waits_for_nothing() -> None:
    desk, windows = gathered("ann", "ben")
    assert windows[0].send("start")["t"] == "ack"
    read(windows)
    assert windows[1].view["status"] == "playing"
    assert not kinds(desk, Pledged, Closed, Disclosed)
    assert windows[0].view["shuffle"]["n"] == 2
    agreed = desk.table.state.running().source.fair
    assert agreed is not None
    assert agreed.deals[0].parts == []


def test_all_add_to_the_cards_and_the_deal_begins_with_the_last_nonce() -> None:
    desk, windows = begun("ann", "ben", "cid")
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert [part.nonce for part in fair.deals[0].parts] == [nonce(window, 1) for window in windows]
    assert windows[0].view["shuffle"]["dealt"] == commitment("table", 1, fair.deals[0].secret).hex()
    assert [type(body) for body in kinds(desk, Closed, Disclosed, Began)] == [Closed, *[Disclosed] * 3, Began]


def test_the_next_deal_waits_for_nobody_who_has_pledged_nothing() -> None:
    desk, windows = begun("ann", "ben", aids=False)
    assert pledges(windows[0])["t"] == "ack"
    to_the_end_of_the_deal(desk, windows)
    for window in windows:
        window.send("ready", deal=window.view["deal"])
    desk.go_on()
    read(windows)
    assert windows[0].view["shuffle"]["opening"]
    at = desk.now
    assert discloses(windows[0])["t"] == "ack"
    desk.go_on()
    read(windows)
    assert (windows[1].view["status"], windows[1].view["deal"]) == ("playing", 2)
    assert desk.now - at <= 100
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert [(part.seat, bool(part.nonce)) for part in fair.deals[1].parts] == [(0, True)]


def test_a_seat_that_does_not_open_is_waited_for_five_seconds_and_counts_as_zeros() -> None:
    desk, windows = gathered("ann", "ben")
    for window in windows:
        pledges(window)
    windows[0].send("start")
    discloses(windows[0])
    desk.wait(pace.DISCLOSE - 1)
    assert windows[0].view["status"] == "gathering"
    desk.wait(1)
    assert windows[0].view["status"] == "playing"
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert [bool(part.nonce) for part in fair.deals[0].parts] == [True, False]
    assert fair.deals[0].nonces(3)[16:] == bytes(32)
    assert discloses(windows[1], n=1)["code"] == "shuffle"  # too late


def test_a_page_that_says_that_it_cannot_is_not_waited_for() -> None:
    desk, windows = gathered("ann", "ben")
    for window in windows:
        pledges(window)
    windows[0].send("start")
    discloses(windows[0])
    assert discloses(windows[1], nonce="")["t"] == "ack"
    desk.go_on()
    read(windows)
    assert windows[0].view["status"] == "playing"


def test_once_a_nonce_may_be_known_no_pledge_is_taken() -> None:
    _, windows = gathered("ann", "ben")
    pledges(windows[0])
    windows[0].send("start")
    read(windows)
    assert pledges(windows[1])["code"] == "shuffle"
    assert pledges(windows[0])["code"] == "shuffle"


def test_a_nonce_that_was_not_pledged_is_refused_and_the_right_one_still_taken() -> None:
    _, windows = gathered("ann")
    pledges(windows[0])
    assert discloses(windows[0])["code"] == "shuffle"  # too early
    windows[0].send("start")
    windows[0].read()
    assert discloses(windows[0], nonce="00" * 16)["code"] == "nonce"
    assert discloses(windows[0], nonce="xyz")["code"] == "nonce"
    assert discloses(windows[0])["t"] == "ack"


@pytest.mark.parametrize("fields", [{"hash": ""}, {"hash": "x" * 64}, {"hash": "A" * 64}])
def test_a_pledge_that_is_none_is_refused(fields: dict[str, Any]) -> None:
    _, (ann,) = gathered("ann")
    assert pledges(ann, **fields)["code"] == "pledge"


def test_only_players_add_and_only_to_the_next_deal() -> None:
    desk, (ann,) = gathered("ann")
    assert pledges(ann, n=2)["code"] == "shuffle"
    bob = desk.window("bob")
    assert bob.send("pledge", n=1, hash=hash_of(bob, 1, 0))["code"] == "not_seated"


def test_pledges_do_not_fill_the_log() -> None:
    desk, (ann,) = gathered("ann")
    for n in range(20):
        pledges(ann, hash=f"{n:064x}")
    assert len(kinds(desk, Pledged)) == 8
    for _ in range(20):
        pledges(ann, hash=f"{7:064x}")
    assert len(kinds(desk, Pledged)) == 8


def test_who_leaves_takes_the_pledge_along_and_the_next_one_may_pledge() -> None:
    desk, windows = gathered("ann", "ben")
    pledges(windows[1])
    windows[1].send("stand")
    windows[0].read()
    assert windows[0].view["shuffle"]["pledges"] == []
    cid = desk.window("cid", sit=1)
    assert pledges(cid)["t"] == "ack"


def test_leaving_after_the_pledges_are_closed_is_no_better_than_refusing() -> None:
    desk, windows = gathered("ann", "ben")
    for window in windows:
        pledges(window)
    windows[0].send("start")
    discloses(windows[0])
    windows[1].send("stand")
    desk.go_on()
    read(windows)
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert [(part.seat, bool(part.nonce)) for part in fair.deals[0].parts] == [(0, True), (1, False)]


def test_who_sits_down_while_nonces_are_opened_adds_nothing_and_stops_nothing() -> None:
    desk, windows = gathered("ann")
    pledges(windows[0])
    windows[0].send("start")
    ben = desk.window("ben", sit=1)
    assert pledges(ben)["code"] == "shuffle"
    discloses(windows[0])
    desk.go_on()
    ben.read()
    assert ben.view["status"] == "playing"


@pytest.mark.parametrize("opened", [0, 1])
def test_a_restart_between_pledge_and_deal_loses_nothing(opened: int) -> None:
    desk, windows = gathered("ann", "ben")
    for window in windows:
        pledges(window)
    windows[0].send("start")
    for window in windows[:opened]:
        discloses(window)
    before = desk.view()["shuffle"]
    desk.now += 60_000
    desk.restart()
    for window in windows:
        window.open().read()
    assert windows[0].view["shuffle"] == before
    for window in windows[opened:]:
        assert discloses(window)["t"] == "ack"
    desk.go_on()
    read(windows)
    assert windows[0].view["status"] == "playing"
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert [part.nonce for part in fair.deals[0].parts] == [nonce(window, 1) for window in windows]


def test_a_lost_connection_is_waited_for_a_moment() -> None:
    desk, windows = gathered("ann", "ben")
    for window in windows:
        pledges(window)
    windows[1].close()
    desk.wait(1000)
    windows[0].send("start")
    discloses(windows[0])
    desk.wait(pace.OFFLINE - 1001)
    assert windows[0].view["status"] == "gathering"
    desk.wait(1)
    assert windows[0].view["status"] == "playing"


def test_a_repeated_start_while_nonces_are_opened_does_no_harm() -> None:
    desk, windows = gathered("ann", "ben")
    pledges(windows[0])
    for _ in range(3):
        assert windows[0].send("start")["t"] == "ack"
    assert len(kinds(desk, Closed)) == 1
    discloses(windows[0])
    desk.go_on()
    assert len(kinds(desk, Began)) == 1


def test_a_rematch_is_agreed_on_like_any_other_deal() -> None:
    desk = Desk(CHIMERA, gather=True, pace="instant", options={"limit": 20})
    windows = [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben"))]
    windows[0].send("start")
    for _ in range(60):
        to_the_end_of_the_deal(desk, windows)
        if windows[0].view["status"] == "match_over":
            break
        for window in windows:
            window.send("ready", deal=window.view["deal"])
        desk.go_on()
    first = desk.table.record("stich")
    n = windows[0].view["shuffle"]["n"]
    for window in windows:
        pledges(window)
        window.send("again")
    for window in windows:
        discloses(window)
    desk.go_on()
    read(windows)
    assert windows[0].view["status"] == "playing"
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert (fair.first, [part.nonce for part in fair.deals[0].parts]) == (n, [nonce(window, n) for window in windows])
    record = load(first, find)
    assert record.source.fair is not None
    assert len(record.source.fair.deals) == n - 1
    patches = [frame["patch"] for frame in windows[0].frames if "shuffle" in frame.get("patch", {})]
    shown = {patch["shuffle"]["commitment"] for patch in patches}
    assert {commitment("table", deal.number, deal.secret).hex() for deal in record.source.fair.deals[1:]} <= shown


def test_no_secret_is_shown_before_the_match_is_over() -> None:
    desk, windows = begun("ann", "ben", options={"limit": 1})
    watcher = desk.window("wim")
    secrets = [body.next for body in kinds(desk, Began, Dealt)]
    to_the_end_of_the_deal(desk, windows, ("deal_over",))
    watcher.read()
    sent = str([window.frames for window in (*windows, watcher)])
    for secret in (*secrets, desk.log[0].body.next):  # type: ignore[union-attr]
        assert secret not in sent


def test_a_table_made_by_a_page_waits_for_the_person_who_made_it() -> None:
    desk = Desk(DURAK, pace="instant", joined=True)
    ann = desk.window("ann")
    assert (ann.view["status"], ann.view["shuffle"]["soon"]) == ("gathering", True)
    desk.wait(500)
    ann.send("sit", seat=0, name="Ann")
    assert ann.view["status"] == "gathering"
    pledges(ann)
    desk.go_on()
    ann.read()
    assert ann.view["shuffle"]["opening"]
    discloses(ann)
    desk.go_on()
    ann.read()
    assert (ann.view["status"], ann.view["shuffle"]["soon"]) == ("playing", False)
    fair = desk.table.state.running().source.fair
    assert fair is not None
    assert [part.seat for part in fair.deals[0].parts] == [0]


@pytest.mark.parametrize("sits", [False, True])
def test_it_does_not_wait_long_for_a_page_that_does_not_come_or_does_not_pledge(sits: bool) -> None:
    desk = Desk(DURAK, pace="instant", joined=True)
    ann = desk.window("ann", sit=0 if sits else None)
    desk.wait(pace.LOOK_AROUND - 1)
    assert ann.view["status"] == "gathering"
    desk.wait(1)
    assert ann.view["status"] == "playing"


@pytest.mark.parametrize("wishes", [{"deals": 7}, {"lesson": lesson_names(CHIMERA)[0]}], ids=["seed", "lesson"])
def test_where_the_cards_come_from_elsewhere_nothing_is_agreed_on(wishes: dict[str, Any]) -> None:
    desk = Desk(CHIMERA, **wishes)
    ann = desk.window("ann", sit=0)
    assert "shuffle" not in ann.view or ann.view["shuffle"] is None
    assert ann.send("pledge", n=1, hash="0" * 64)["code"] == "shuffle"


def test_a_log_of_an_earlier_version_goes_on_as_it_began() -> None:
    desk, windows = gathered("ann")
    opened = desk.log[0].body
    opened.next = ""  # type: ignore[union-attr]
    desk.restart()
    ann = windows[0].open()
    ann.send("start")
    began = kinds(desk, Began)[0]
    assert (began.fair, len(began.secret), began.next) == (False, 64, "")
    before = desk.table.state.running().deal.zones
    assert "source stream1" in dump(desk.table.state.running())
    desk.restart()
    assert desk.table.state.running().deal.zones == before
