"""The Python client against a real table: whatever the wire does to frames, it shows the table as it is in the end, and
what was acknowledged was done once."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.wired import Wired, settle
from server.desk import Desk
from server.snap import GAME as SNAP
from stich.client import Answered, Ended, Entitled, Happened, Recalled, Session, Shown, Welcomed
from stich.client.frames import Plain, Unreadable, merged
from stich.games import find
from stich.kernel.cards import SPECTATOR
from stich.server.messages.from_client import Act, Again, Ready, Sit, Stand
from stich.server.messages.from_server import Ack, Problem
from stich.server.state.entries import Acted

pytestmark = pytest.mark.once


def told(view: Plain) -> Plain:
    return {name: part for name, part in view.items() if part is not None}


def assert_same(desk: Desk, one: Wired) -> None:
    viewer = desk.table.state.seat_of(one.identity)
    stream = desk.table.subscribers.streams[viewer]
    assert told(one.session.plain) == desk.view(viewer)
    assert one.session.v == stream.v
    assert one.session.hash == stream.h
    assert one.session.live


def test_a_first_visit_shows_the_table_and_a_seat_is_taken() -> None:
    desk = Desk(SNAP)
    ann = Wired(desk, "ann").open()
    ann.read()
    assert [type(one) for one in ann.news] == [Welcomed, Shown, Recalled, Entitled]
    assert ann.session.view.you == SPECTATOR
    ann.session.request(Sit(0, 1, "Ann"), desk.now)
    assert ann.session.busy
    ann.read()
    assert not ann.session.busy
    assert isinstance(ann.of(Answered)[-1].answer, Ack)
    assert ann.session.view.you == 1
    assert ann.session.view.occupants[1].name == "Ann"
    assert_same(desk, ann)


def test_a_request_is_said_again_until_it_is_answered_and_is_done_once() -> None:
    desk = Desk(SNAP)
    ann = Wired(desk, "ann").open()
    ann.read()
    first = ann.session.request(Sit(0, 0, "Ann"), desk.now)
    second = ann.session.request(Stand(0), desk.now)
    assert second == first + 1
    ann.session.take()  # lost
    desk.now += 2_499
    ann.session.tick(desk.now)
    assert not [frame for frame in ann.session.take() if '"sit"' in frame]
    desk.now += 1
    assert ann.session.next_tick is not None
    assert ann.session.next_tick <= desk.now
    ann.session.tick(desk.now)
    again = ann.session.take()
    assert [msgspec.json.decode(frame)["t"] for frame in again if '"id"' in frame] == ["sit", "stand"]
    for frame in again * 2:
        ann.up(frame)
    ann.read()
    assert [one.answer.id for one in ann.of(Answered)] == [first, second]
    assert len([entry for entry in desk.log if entry.actor == "ann"]) == 2


def test_a_returning_client_gets_missed_updates_and_repeats_unanswered_messages() -> None:
    desk = Desk(SNAP, gather=True)
    ann, ben = Wired(desk, "ann").open(), Wired(desk, "ben").open()
    ann.read()
    ben.read()
    had = ann.session.v
    ann.close()
    ann.session.request(Sit(0, 0, "Ann"), desk.now)
    ben.session.request(Sit(0, 1, "Ben"), desk.now)
    ben.read()
    ann.open()
    ann.news.clear()
    ann.read()
    assert next(one.v for one in ann.of(Happened)) == had + 1
    assert ann.session.view.you == 0
    assert_same(desk, ann)


def test_a_frame_that_comes_late_is_waited_for_and_one_that_is_lost_is_asked_for() -> None:
    desk = Desk(SNAP)
    ann, ben = Wired(desk, "ann").open(), Wired(desk, "ben").open()
    ann.read()
    for seat in (0, 1):
        ben.session.request(Sit(0, seat, "Ben") if seat == 0 else Stand(0), desk.now)
        ben.read()
    late, next_one = [frame for frame in ann.inbox if b'"t":"update"' in frame]
    ann.inbox.clear()
    ann.down(next_one)
    assert not ann.of(Happened)
    assert not ann.session.live
    ann.down(late)
    assert [one.v for one in ann.of(Happened)] == [ann.session.v - 1, ann.session.v]
    assert ann.session.live
    ben.session.request(Sit(0, 0, "Ben"), desk.now)
    ben.read()
    ann.inbox.clear()  # lost
    ben.session.request(Stand(0), desk.now)
    ben.read()
    ann.read()
    assert not ann.session.live
    desk.now += 1_000
    ann.session.tick(desk.now)
    assert any('"hello"' in frame for frame in ann.session._out)
    ann.read()
    assert_same(desk, ann)


def test_a_view_that_went_astray_is_put_right_by_a_ping() -> None:
    desk = Desk(SNAP)
    ann = Wired(desk, "ann").open()
    ann.read()
    ann.session.plain = {**ann.session.plain, "deal": 99}
    ann.session._hash = ""
    ann.session.say_ping(desk.now)
    ann.read()
    assert_same(desk, ann)


@pytest.mark.parametrize("code", ["unknown_table", "closed", "outdated"])
def test_the_end_is_the_end(code: str) -> None:
    session = Session("t")
    session.opened(0)
    [news] = session.receive(msgspec.json.encode(Problem(-1, code)), 0)
    assert isinstance(news, Ended)
    assert session.ended is not None
    assert session.ended.code == code
    assert session.next_tick is None


def test_a_newer_server_is_distinguished_from_rubbish() -> None:
    session = Session("t")
    session.opened(0)
    with pytest.raises(Unreadable):
        session.receive('{"t":"view","v":1}', 0)
    with pytest.raises(Unreadable):
        session.receive("[", 0)
    [news] = session.receive('{"t":"welcome","proto":99,"something":"new"}', 0)
    assert isinstance(news, Ended)
    assert news.problem.code == "outdated"


def test_silence_is_noticed() -> None:
    session = Session("t")
    session.opened(0)
    assert not session.dead(9_000)
    assert session.dead(9_001)


@given(
    st.recursive(
        st.integers() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
        max_leaves=12,
    )
)
def test_a_view_and_its_patch_are_the_next_view(part: Any) -> None:
    old, new = {"a": {"b": 1, "c": [2]}, "d": 3}, {"a": part, "e": part}
    before = msgspec.json.encode(old)
    assert merged(old, difference(old, new)) == new
    assert msgspec.json.encode(old) == before


def difference(old: Any, new: Any) -> Any:
    """Return the merge patch that makes `new` of `old`; null removes."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    changed = {name: difference(old.get(name), part) for name, part in new.items() if part != old.get(name, old)}
    return {**changed, **dict.fromkeys(old.keys() - new.keys())}


FATES = ["through"] * 8 + ["lost", "twice", "late", "late"]


@given(
    game=st.sampled_from(["snap", "chimera"]),
    seed=st.integers(0, 99),
    fates=st.integers(0, 10**6).map(random.Random),
    breaks=st.sets(st.integers(0, 60), max_size=4),
    crash=st.integers(0, 60),
)
@settings(max_examples=30, deadline=None)
def test_whatever_the_wire_does_all_windows_end_up_with_the_table(
    game: str, seed: int, fates: random.Random, breaks: set[int], crash: int
) -> None:
    desk = Desk(SNAP if game == "snap" else find(game), seed=seed, pace="fast")
    wired = [Wired(desk, name).open() for name in ("ann", "ben", "ann", "eve")]
    for n, one in enumerate(wired):
        one.session._last_id = desk.now + n * 10**9  # one person's windows never give two messages the same id
    for seat, one in enumerate(wired[:2]):
        one.session.request(Sit(0, seat, one.identity), desk.now)
    for step in range(60):
        if step == crash:
            desk.restart()
        for n, one in enumerate(wired):
            if n in {b - step for b in breaks} or not one.session.connected or desk.windows.get(one.conn) is not one:  # type: ignore[comparison-overlap]
                one.open()
            one.session.tick(desk.now)
            choose(one, desk.now)
            one.collect()
            ill_treat(one, fates)
        desk.now += 300
        if (due := desk.table.next_tick) is not None and due <= desk.now:
            desk.do(desk.table.tick(desk.now))
    settle(desk, wired)
    done = [entry.id for entry in desk.log if isinstance(entry.body, Acted) and entry.id >= 0]
    assert len(done) == len(set(done))
    for one in wired:
        assert not one.session.unanswered
        assert_same(desk, one)
        for news in one.of(Answered):
            if isinstance(news.request, Act) and isinstance(news.answer, Ack):
                assert done.count(news.answer.id) == 1


def choose(one: Wired, now: int) -> None:
    session = one.session
    if not session.shown or session.busy or one.identity == "eve":
        return
    view = session.view
    if view.legal:
        session.act(view.legal[len(view.legal) // 2], now)
    elif view.status == "deal_over" and view.you != SPECTATOR:
        session.request(Ready(0, view.deal), now)
    elif view.status == "match_over":
        session.request(Again(0), now)


def ill_treat(one: Wired, fates: random.Random) -> None:
    """Let frames through, lose them, repeat them, or let later ones overtake them."""
    late_up: list[str] = []
    while one.outbox:
        frame = one.outbox.popleft()
        fate = fates.choice(FATES)
        if fate == "late":
            late_up.append(frame)
        for _ in range({"through": 1, "twice": 2}.get(fate, 0)):
            one.up(frame)
    late_down: list[bytes] = []
    while one.inbox:
        got = one.inbox.popleft()
        fate = fates.choice(FATES)
        if fate == "late":
            late_down.append(got)
        for _ in range({"through": 1, "twice": 2}.get(fate, 0)):
            one.down(got)
    one.outbox.extend(late_up)
    for got in late_down:
        one.down(got)
