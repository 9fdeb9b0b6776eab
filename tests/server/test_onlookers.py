"""All hands, three minutes later: only if every player agreed, for nobody who plays, and nothing that is younger."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.desk import Desk, Window
from server.running import fetch, served
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.cards import BACK
from stich.server.pages.onlookers import Seen, review_of, seen
from stich.server.state.open_hands import DELAY
from stich.server.views.projection import encode

pytestmark = pytest.mark.once

HOME, AWAY = "10.0.0.1", "10.0.0.2"
KNOWN = {name: {HOME} for name in ("ann", "ben", "cy")}


def look(desk: Desk, identity: str = "wim", address: str = AWAY, known: dict[str, set[str]] = KNOWN) -> Seen:
    return seen(desk.table.state, identity, address, known, desk.now)


def code(desk: Desk, identity: str = "wim", address: str = AWAY) -> str:
    try:
        look(desk, identity, address)
    except Refused as refused:
        return refused.phrase.key.removeprefix("error.")
    return ""


def agreed(game: str = "durak", **wishes: object) -> tuple[Desk, Window, Window]:
    """Ann and Ben have agreed, and the match begins; no bot acts by itself."""
    desk = Desk(find(game) if game != "snap" else SNAP, gather=True, answer_bots=False, **wishes)  # type: ignore[arg-type]
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    for window in (ann, ben):
        assert window.send("agree", on=True)["t"] == "ack"
    ann.send("start")
    return desk, ann, ben


def play(desk: Desk, *windows: Window, times: int) -> None:
    """Let those act who have to, a second apart."""
    for _ in range(times):
        desk.wait(1000)
        for window in windows:
            window.read()
            if window.view["legal"] and window.view["must"] >> window.view["you"] & 1:
                window.act(len(window.view["legal"]) - 1)
                break


def test_acts_are_seen_three_minutes_later_and_nothing_younger() -> None:
    desk, ann, ben = agreed(seats=2)
    assert ann.view["open_hands"]
    assert code(desk) == "open_later"
    play(desk, ann, ben, times=6)
    match = desk.table.state.match
    assert match is not None
    began = desk.log[-1].at
    acts = [entry.at for entry in desk.log if entry.kind == "act"]
    assert len(acts) == len(match.moves) > 3
    desk.now = acts[0] + DELAY - 1
    assert len(look(desk).record.moves) == 0
    for n, at in enumerate(acts, 1):
        desk.now = at + DELAY
        assert len(look(desk).record.moves) == n
    assert began >= acts[-1]


def test_hands_are_open_and_the_stock_is_not() -> None:
    desk, *_ = agreed(seats=2)
    desk.now += DELAY
    start = review_of(look(desk), 0).start
    assert all(BACK not in cards and len(cards) == 6 for name, cards in start.zones.items() if name.startswith("hand"))
    stock = start.zones[next(zone.id for zone in desk.table.subscribers.spec.zones if zone.role == "stock")]
    assert len(stock) > 10
    assert stock.count(BACK) >= len(stock) - 1, "the trump lies open"
    assert start.legal == []


@pytest.mark.parametrize("game", ["durak", "chimera", "doppelkopf", "cruzo"])
def test_two_matches_that_differ_in_the_last_three_minutes_look_the_same(game: str) -> None:
    texts = set()
    for last in (0, 3):
        desk, ann, ben = agreed(game, deals=5)
        desk.answer_bots = False
        for n in range(12):
            desk.wait(2000)
            while desk.asks:
                ask = desk.asks.pop(0)
                desk.do(desk.table.answered(ask.ticket, ask.legal[0], desk.now))
            for window in (ann, ben):
                window.read()
                if window.view["legal"] and window.view["must"] >> window.view["you"] & 1:
                    window.act(min(last if n >= 6 else 0, len(window.view["legal"]) - 1))
        first = [entry.at for entry in desk.log if entry.kind == "act"]
        assert len(first) > 6
        desk.now = 1_000_000 + DELAY + 11_000
        texts.add(encode(review_of(look(desk), 0)))
    assert len(texts) == 1


def test_no_player_sees_it_nor_anybody_at_their_address() -> None:
    desk, _, ben = agreed(seats=3)
    desk.now += DELAY
    assert code(desk) == ""
    assert code(desk, identity="ann") == code(desk, identity="", address=HOME) == "open_own"
    ben.send("stand")
    assert code(desk, identity="ben") == "open_own", "they had a seat"
    with pytest.raises(Refused, match="open_unknown"):
        look(desk, known={"ann": {HOME}})


def test_every_player_has_to_agree_before_the_deal() -> None:
    desk = Desk(find("durak"), seats=3, gather=True, answer_bots=False)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    wim = desk.window("wim")
    assert wim.send("agree", on=True)["code"] == "not_seated"
    ann.send("agree", on=True)
    ben.read()
    assert ben.view["agreed"] == [0]
    ann.send("start")
    ben.send("agree", on=True)
    desk.now += DELAY
    assert code(desk) == "open_none", "it holds from the next deal on"


def test_a_player_who_comes_later_or_no_longer_agrees_ends_it() -> None:
    desk, ann, _ = agreed(seats=3)
    desk.now += DELAY
    assert code(desk) == ""
    ann.send("agree", on=False)
    assert code(desk) == "", "this deal goes on"
    desk.put("cy", 2)
    assert code(desk) == "open_none"


def test_where_only_bots_play_no_hand_is_shown() -> None:
    desk = Desk(find("durak"), seats=3, answer_bots=False)
    desk.window("wim")
    desk.wait(DELAY + 10_000)
    assert code(desk) == "open_none"


def test_it_goes_on_after_a_restart() -> None:
    desk, ann, ben = agreed(seats=2)
    play(desk, ann, ben, times=4)
    desk.now += DELAY
    before = look(desk)
    desk.restart()
    after = look(desk)
    assert [move.action for move in after.record.moves] == [move.action for move in before.record.moves]
    assert encode(review_of(after, 0).start) == encode(review_of(before, 0).start)


def test_little_is_kept_and_nothing_at_other_tables() -> None:
    desk, ann, ben = agreed("snap")
    play(desk, ann, ben, times=300)
    assert len(desk.table.state.open_hands.marks) <= DELAY / 1000 + 2
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    play(desk, ann, times=30)
    assert not desk.table.state.open_hands.marks


def test_over_http_a_person_is_known_by_cookie_and_address(tmp_path: Path) -> None:
    with served(tmp_path, {"durak": find("durak")}) as server:
        table = server.table(game="durak", seats=2)
        answer = fetch(f"{server.url}api/tables/{table}/open/0")
        assert (answer.status, answer.json["code"]) == (409, "open_none")
        assert fetch(f"{server.url}api/tables/nowhere/open/0").json["code"] == "unknown_table"
