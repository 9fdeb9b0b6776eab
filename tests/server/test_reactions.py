"""Windows at a table: how long they are, who is too late and by how much, and what nobody can learn from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.desk import Desk, Window
from server.slam import GAME as SLAM
from stich.games import find, load_folder
from stich.kernel.action import CLOSE
from stich.kernel.cards import HOST
from stich.server.messages.frame import Pace
from stich.server.state.entries import Acted, Entry
from stich.server.tables import pace
from stich.server.tables.windows import TRIES
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

NAMES = ("ann", "ben", "cid", "dan")


def seated(people: int = 4, seed: int = 1, **wishes: Any) -> tuple[Desk, list[Window]]:
    """People on the first seats of four, bots that say nothing before they are let on the others."""
    desk = Desk(SLAM, seats=4, seed=seed, answer_bots=False, **wishes)
    return desk, [desk.window(name, sit=seat) for seat, name in enumerate(NAMES[:people])]


def read(windows: list[Window]) -> None:
    for window in windows:
        window.read()


def slammers(windows: list[Window]) -> list[int]:
    return [seat for seat, window in enumerate(windows) if any(act[0] == "slam" for act in window.view["legal"])]


def slam(window: Window, **fields: Any) -> dict[str, Any]:
    nth = next(n for n, act in enumerate(window.view["legal"]) if act[0] == "slam")
    return window.act(nth, **fields)


def with_slammers(least: int, **wishes: Any) -> tuple[Desk, list[Window], int, list[int]]:
    """A window in which so many can slam: desk, windows, whose turn it will be, who can."""
    for seed in range(200):
        desk, windows = seated(seed=seed, **wishes)
        read(windows)
        turn = windows[0].view["turn"]
        windows[turn].act(len(windows[turn].view["legal"]) - 1)
        read(windows)
        can = slammers(windows)
        if len(can) >= least:
            return desk, windows, windows[0].view["turn"], can
    raise AssertionError("nobody can slam in two hundred deals")


def acts(desk: Desk) -> list[Entry]:
    return [entry for entry in desk.log if isinstance(entry.body, Acted)]


# -- how long it is ---------------------------------------------------------------------------------------------------


def test_a_window_is_as_long_whatever_is_held() -> None:
    """Of deals that differ in nothing but their cards all open the same windows, of the same length."""
    told = set()
    for seed in range(30):
        desk, windows = seated(seed=seed)
        read(windows)
        turn = windows[0].view["turn"]
        first = next(n for n, act in enumerate(windows[turn].view["legal"]) if act[1] != [0])
        windows[turn].act(first)
        read(windows)
        opened = [(w.view["window"]["closes"] - desk.now, w.view["window"]["lasts"], w.view["may"]) for w in windows]
        told.add((bool(slammers(windows)), tuple(opened)))
        desk.wait(10_000)
        assert acts(desk)[-1].at - acts(desk)[0].at == pace.WINDOW["normal"]
    assert {can for can, _ in told} == {True, False}
    assert len({opened for _, opened in told}) == 1


@pytest.mark.parametrize("given", list(pace.WINDOW))
def test_alone_with_bots_a_window_is_short_where_one_can_do_nothing(given: Pace) -> None:
    """There is nobody from whom it would have to be hidden. Somebody who looks on, or has left a seat, is."""
    seen = set()
    for seed in range(12):
        for company in ("", "watches", "has left"):
            desk, windows = seated(1, seed=seed, pace=given)
            if company:
                desk.window("eve", sit=3 if company == "has left" else None)
            if company == "has left":
                next(w for w in desk.windows.values() if w.identity == "eve").send("stand")
                next(w for w in desk.windows.values() if w.identity == "eve").close()
            to_bots_window(desk, windows)
            window = windows[0].view["window"]
            can = bool(windows[0].view["legal"])
            if windows[0].view["turn"] == 0 or not windows[0].view["may"] & 1:
                continue  # the window is before this seat's own turn
            long = bool(company) or can
            assert window["lasts"] == (pace.WINDOW if long else pace.BOTS_WINDOW)[given], (company, can)
            seen.add((company, can))
    assert len(seen) == 6


def to_bots_window(desk: Desk, windows: list[Window]) -> None:
    """Play, bots and person alike the last thing they may do, until a window opens."""
    desk.wait(60_000 if not desk.asks else 0)
    for _ in range(200):
        read(windows)
        if desk.table.subscribers.window is not None:
            return
        awaited = [window for seat, window in enumerate(windows) if window.view["must"] >> seat & 1]
        if awaited:
            awaited[0].act(len(awaited[0].view["legal"]) - 1)
        elif desk.asks:
            ask = desk.asks.pop(0)
            desk.do(desk.table.answered(ask.ticket, ask.legal[-1], desk.now))
            desk.wait(5000 if not desk.asks else 0)
        else:
            desk.wait(500)
    raise AssertionError("no window has opened")


@pytest.mark.parametrize(("people", "given", "lasts"), [(2, "fast", 3000), (1, "fast", 2500), (1, "slow", 3000)])
def test_a_length_that_the_rules_give_holds_among_people_and_is_a_most_alone_with_bots(
    people: int, given: str, lasts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(50):
        desk, windows = seated(people, seed=seed, pace=given)
        monkeypatch.setattr(desk.table.state.rules.layout, "window_ms", 3000)
        to_bots_window(desk, windows)
        if windows[0].view["turn"] not in range(people) and any(window.view["legal"] for window in windows):
            assert windows[0].view["window"]["lasts"] == lasts
            return
    raise AssertionError("nobody could slam")


@pytest.mark.parametrize(("delays", "spare"), [({0: 20, 2: 180}, 180), ({2: 60_000}, pace.SPARE), ({}, 0)])
def test_a_window_is_longer_by_what_the_slowest_line_needs(delays: dict[int, int], spare: int) -> None:
    desk, windows = seated()
    read(windows)
    turn = windows[0].view["turn"]
    for seat, ms in delays.items():  # counted from who lays
        desk.table.measured(windows[(turn + seat) % 4].conn, ms)
    windows[turn].act(len(windows[turn].view["legal"]) - 1)
    read(windows)
    lasts = pace.WINDOW["normal"]
    for window in windows:
        plays = 1 << window.view["turn"]
        told = {"closes": desk.now + lasts + spare, "lasts": lasts, "spare": spare, "plays": plays}
        assert window.view["window"] == told


def test_watchers_and_the_slower_of_two_pages_make_no_window_longer() -> None:
    desk, windows = seated()
    read(windows)
    desk.table.measured(desk.window("eve").conn, 900)
    desk.table.measured(desk.window("ann").conn, 700)
    desk.table.measured(windows[0].conn, 30)
    windows[windows[0].view["turn"]].act()
    read(windows)
    assert windows[0].view["window"]["spare"] == 30


def test_the_player_on_turn_plays_on_and_opens_the_next_window() -> None:
    desk, windows, turn, _ = with_slammers(0)
    before = desk.table.state.window.v
    desk.wait(500)
    again = next(n for n, act in enumerate(windows[turn].view["legal"]) if act[0] == "lay")
    assert windows[turn].act(again)["t"] == "ack"
    read(windows)
    assert desk.table.state.window.v > before
    assert windows[turn].view["window"]["closes"] == desk.now + pace.WINDOW["normal"]


def test_after_a_card_that_gives_the_turn_again_the_time_starts_again() -> None:
    for seed in range(300):
        desk, windows = seated(seed=seed)
        read(windows)
        turn = windows[0].view["turn"]
        if windows[turn].view["zones"][f"hand.{turn}"].count(0) < 2:
            continue
        windows[turn].act(0)
        desk.wait(1000)
        assert windows[turn].view["turn"] == turn
        assert windows[turn].act(0)["t"] == "ack"
        read(windows)
        assert windows[turn].view["window"]["closes"] == desk.now + pace.WINDOW["normal"]
        return
    raise AssertionError("nobody had two of them")


def test_who_plays_on_when_the_time_is_just_up_plays() -> None:
    desk, windows, turn, _ = with_slammers(0)
    before = windows[turn].have
    nth = next(n for n, act in enumerate(windows[turn].view["legal"]) if act[0] == "lay")
    verb, chosen, to, *_ = windows[turn].view["legal"][nth]
    desk.wait(pace.WINDOW["normal"])
    assert windows[turn].send("act", verb=verb, cards=chosen, to=to, v=before)["t"] == "ack"


# -- who is first -----------------------------------------------------------------------------------------------------


def test_what_is_done_in_the_open_is_seen_at_once_and_does_not_end_the_time_for_more() -> None:
    desk, windows, _, can = with_slammers(2)
    desk.wait(700)
    assert slam(windows[can[0]])["t"] == "ack"
    read(windows)
    opened = desk.now
    assert {len(window.view["zones"]["pile"]) for window in windows} == {2}
    assert {window.view["phase"] for window in windows} == {"more"}
    desk.wait(900)
    assert slam(windows[can[1]])["t"] == "ack"
    read(windows)
    assert {len(window.view["zones"]["pile"]) for window in windows} == {3}
    assert {window.view["window"]["closes"] for window in windows} == {opened + pace.WINDOW["normal"]}
    watcher = desk.window("eve")
    assert len(watcher.view["zones"]["pile"]) == 3
    assert [said[5][0] for said in watcher.frames[-1]["events"] if said[5]].count("slam.said.slam") == 2
    before = [{**window.view} for window in windows]
    desk.restart()
    for window in windows:
        window.open()
        window.read()
    assert [window.view["zones"] for window in windows] == [view["zones"] for view in before]
    desk.wait(10_000)
    assert windows[0].view["phase"] in ("lay", "over")


def test_the_second_reads_who_was_first_and_by_how_much() -> None:
    desk, windows, _, can = with_slammers(2)
    first, second = (windows[seat] for seat in can[:2])
    seen = second.have
    slam(first)
    desk.wait(37)
    nth = next(act for act in second.view["legal"] if act[0] == "slam")
    answer = second.send("act", verb="slam", cards=nth[1], to=-1, v=seen)
    assert (answer["code"], answer["args"]) == ("window_first", {"seat": can[0], "n": 37})
    assert slam(second)["t"] == "ack"  # to what the person sees now


def test_a_repeated_message_is_acknowledged() -> None:
    desk, windows, _, can = with_slammers(1)
    first = windows[can[0]]
    seen = first.have
    act = next(act for act in first.view["legal"] if act[0] == "slam")
    slam(first)
    desk.wait(15)
    assert first.send("act", verb="slam", cards=act[1], to=-1, v=seen)["code"] == "window_own"


def test_a_late_player_reads_by_how_much() -> None:
    desk, windows, turn, can = with_slammers(1)
    window = next(windows[seat] for seat in can if seat != turn)
    seen = window.have
    act = next(act for act in window.view["legal"] if act[0] == "slam")
    desk.wait(pace.WINDOW["normal"] + 12)
    answer = window.send("act", verb="slam", cards=act[1], to=-1, v=seen)
    assert (answer["code"], answer["args"]) == ("window_late", {"n": 12})


@pytest.mark.parametrize("game", ["frustration", "rummy"])
def test_the_second_claim_of_a_card_is_refused(game: str) -> None:
    """A player with a joker discards it, as nobody would; what is claimed does not matter here."""
    load_folder(Path(__file__).parents[1] / "games")
    desk = Desk(find(game), seats=3, answer_bots=False)
    windows = [desk.window(name, sit=seat) for seat, name in enumerate(NAMES[:3])]
    joker = 52
    for _ in range(400):
        read(windows)
        claims = [w for w in windows if w.view.get("window") and w.view["legal"]]
        if len(claims) >= 2:
            verb, cards, to, *_ = claims[1].view["legal"][0]
            seen = claims[1].have
            assert claims[0].act()["t"] == "ack"
            answer = claims[1].send("act", verb=verb, cards=cards, to=to, v=seen)
            assert answer["code"] == "window_first"
            assert answer["args"]["seat"] == claims[0].view["you"]
            return
        acting = next((w for w in windows if w.view["must"] >> w.view["you"] & 1), None)
        if acting is None:
            desk.wait(5000)
            for window in windows:
                if window.view["status"] == "deal_over":
                    window.send("ready", deal=window.view["deal"])
        else:
            legal = acting.view["legal"]
            wanted = [n for n, act in enumerate(legal) if act[:2] in (["discard", [joker]], ["draw", []])]
            acting.act([*wanted, len(legal) - 1][0])
    raise AssertionError("nothing was ever claimed")


def test_each_refusal_has_its_sentence_in_every_language() -> None:
    for language in LANGUAGES:
        words = catalogue(language)
        for code in ("window_first", "window_own", "window_late", "window_flood"):
            text = words[f"error.{code}"]
            assert isinstance(text, str)
            assert ("{n}" in text) is (code != "window_own")


# -- floods -----------------------------------------------------------------------------------------------------------


def test_a_flood_in_a_window_is_cut_off_and_harms_nobody() -> None:
    _, windows, _, can = with_slammers(2)
    loud, other = windows[can[0]], windows[can[1]]
    seen = [len(window.frames) for window in windows]
    lacking = next(c for c in range(6) if c not in loud.view["zones"][f"hand.{can[0]}"])
    codes = [loud.send("act", verb="slam", cards=[lacking], to=-1)["code"] for _ in range(100)]
    assert "window_flood" not in codes[:TRIES]
    assert set(codes[TRIES:]) == {"window_flood"}
    views = [frame for frame in loud.frames[seen[can[0]] :] if frame["t"] == "view"]
    assert len(views) == TRIES  # a refusal that costs more than it says is given no more
    read(windows)
    assert all(len(w.frames) == n for w, n, seat in zip(windows, seen, range(4), strict=True) if seat != can[0])
    assert slam(loud)["code"] == "window_flood"
    assert slam(other)["t"] == "ack"
    read(windows)
    assert slam(loud)["t"] == "ack"  # a new window, a new start


# -- bots -------------------------------------------------------------------------------------------------------------


def let_bots_slam(seed: int) -> tuple[list[tuple[int, int]], list[tuple[float, bool]]]:
    """Let three bots slam whenever they can, and a person lay any card.

    Return after how many ms in a window how many of them did, and at which part of it each could have, with whether it
    held the card for it."""
    did, might = [], []
    desk, (ann,) = seated(1, seed=seed)
    window = None
    for _ in range(200):
        ann.read()
        state, shown = desk.table.state, desk.table.subscribers.window
        if state.status != "playing":
            break
        if shown is not None and shown is not window and state.window.at is not None and state.window.at[0] == "chance":
            deal = desk.table.state.running().deal
            for seat in (1, 2, 3):
                can = any(act.verb == "slam" for act in deal.legal(seat))
                at = shown.closes - shown.spare - desk.table.windows.bot_times[seat]
                might.append(((at - desk.now) / shown.lasts, can))
        window = shown
        for ask in [*desk.asks]:
            slams = [act for act in ask.legal if act.verb == "slam"]
            chosen = slams[0] if slams else CLOSE if CLOSE in ask.legal else ask.legal[-1]
            desk.do(desk.table.answered(ask.ticket, chosen, desk.now))
        desk.asks.clear()
        if ann.view["must"] & 1:
            ann.act()
        else:
            due = desk.table.next_tick
            before = len(desk.log)
            desk.wait(max(0, due - desk.now) if due is not None else 0)
            for entry in desk.log[before:]:
                if isinstance(entry.body, Acted) and entry.body.verb == "slam" and window is not None:
                    did.append((entry.at - (window.closes - window.spare - window.lasts), window.lasts))
    return did, might


def test_a_bot_takes_its_time_whatever_it_holds() -> None:
    """The times at which bots may act are drawn for all of them when a window opens; nothing they hold is looked at."""
    might = [at for seed in range(60) for at in let_bots_slam(seed)[1]]
    first, last = (part / 100 for part in pace.REACTION)
    for held in (True, False):
        times = [at for at, can in might if can is held]
        assert len(times) > 30
        assert min(times) >= first - 0.01
        assert max(times) <= last + 0.01
        assert abs(sum(times) / len(times) - (first + last) / 2) < (last - first) / 6


def test_bots_do_slam_within_a_window_and_never_at_once() -> None:
    did = [at for seed in range(60) for at in let_bots_slam(seed)[0]]
    assert len(did) > 30
    assert len({ms for ms, _ in did}) > 10
    first, last = pace.REACTION
    assert all(lasts * first // 100 - 1 <= ms <= lasts * last // 100 + 1 for ms, lasts in did)


def test_the_times_are_the_same_for_two_deals_that_differ_in_their_cards() -> None:
    times = []
    for deals in (1, 2):
        desk, windows = seated(1, deals=deals)
        desk.window("eve")  # spectators see how long a window is, and not the hands
        desk.wait(60_000 if not desk.asks else 0)
        while desk.table.subscribers.window is None:
            read(windows)
            if windows[0].view["must"] & 1:
                windows[0].act()
            elif desk.asks:
                ask = desk.asks.pop(0)
                desk.do(desk.table.answered(ask.ticket, ask.legal[-1], desk.now))
                desk.wait(2000)
            else:
                desk.wait(500)
        times.append(desk.table.windows.bot_times)
    assert times[0] == times[1]


def test_a_bot_whose_turn_it_is_waits_until_nobody_can_interrupt() -> None:
    desk, windows = seated(1, seed=5)
    for _ in range(80):
        read(windows)
        state = desk.table.state
        if state.status != "playing":
            break
        turn = desk.table.state.running().deal.turn
        if state.window.open:
            assert all(ask.seat != turn or not state.window.waits_out >> turn & 1 for ask in desk.asks)
        if windows[0].view["must"] & 1:
            windows[0].act()
        while desk.asks:
            ask = desk.asks.pop(0)
            desk.do(desk.table.answered(ask.ticket, CLOSE if CLOSE in ask.legal else ask.legal[-1], desk.now))
        desk.wait(500)
    for before, entry in zip(acts(desk), acts(desk)[1:], strict=False):
        if entry.actor.startswith("bot"):
            assert isinstance(before.body, Acted)
            assert before.body.seat == HOST
