"""What was done belongs to who did it: the names of that time, to latecomers, in a review and in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from client.wired import Wired
from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.client.frames import merged
from stich.games import find, games
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.server.pages.review import played, record_of, review
from stich.server.state.entries import Acted, Began
from stich.server.storage.archive import match_of
from stich.terminal.table import Table
from stich.terminal.words import Words
from stich.text.catalogue import catalogue

pytestmark = pytest.mark.once

NAMES = ("ann", "ben", "cid")


class Eyes:
    """Somebody's window, frame by frame: a seat may be given together with the act that ends a deal."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.view = window.view
        self.read = len(window.frames)

    def look(self) -> Iterator[tuple[Any, list[str]]]:
        """Yield each frame that has come since, and who sat there after it."""
        self.window.read()
        for frame in self.window.frames[self.read :]:
            if frame["t"] == "view":
                self.view = frame["view"]
            elif frame["t"] == "update":
                self.view = merged(self.view, frame["patch"])
            yield frame, [occupant["name"] for occupant in self.view["occupants"]]
        self.read = len(self.window.frames)


class Chronicle:
    """Somebody who looks on from the beginning and writes down every word of the deal with the names of that moment.
    Who takes a seat that has not acted in it yet has had it from the beginning."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.window = desk.window("eve")
        self.lines: list[tuple[Any, list[str]]] = []
        self.lines += [(event, names) for event, names, _ in told_to(self.window)]  # dealt before
        self.eyes = Eyes(self.window)

    def look(self) -> None:
        for frame, names in self.eyes.look():
            acted = acted_in(self.desk)
            for _, then in self.lines:
                pairs = zip(then, names, strict=True)
                then[:] = [old if seat in acted else new for seat, (old, new) in enumerate(pairs)]
            for event in frame.get("events", []) if frame["t"] == "update" else []:
                if event[0] == "deal":
                    self.lines = []
                words = event[5]
                if words and not words[0].startswith("table.said."):
                    self.lines.append((event, list(names)))


def acted_in(desk: Desk) -> set[int]:
    """The seats that have acted in this deal, not all of them in words."""
    match = desk.table.state.match
    assert match is not None
    return {move.seat for move in match.moves if move.deal == match.setup.number}


def told_to(window: Window) -> list[tuple[Any, list[str], int]]:
    """The history for a new window: every phrase with the names of its time, and the reader's seat then."""
    frame = next((frame for frame in reversed(window.frames) if frame["t"] == "told"), None)
    if frame is None:
        return []
    out = []
    for n, event in enumerate(frame["events"]):
        _, you, names = [sat for sat in frame["sat"] if sat[0] <= n][-1]
        if event[5] and not event[5][0].startswith("table.said."):
            out.append((event, names, you))
    return out


def wander(desk: Desk, windows: dict[str, Window], seed: int, steps: int, look: Any) -> None:
    """People come, go, call themselves otherwise, and play, at random."""
    chance = quick(seed)
    for n in range(steps):
        name = NAMES[int(chance.below(len(NAMES)))]
        window = windows[name]
        window.read()
        wish = int(chance.below(10))
        seated = window.view["you"] != SPECTATOR
        if wish == 0 and seated:
            window.send("stand")
        elif wish == 1:
            window.send("sit", seat=int(chance.below(3)), name=name.title())
        elif wish == 2 and seated:
            window.send("rename", name=f"{name.title()} {n}")
        elif window.view["status"] == "deal_over" and seated:
            window.send("ready", deal=window.view["deal"])
        elif window.view["legal"]:
            window.act(int(chance.below(len(window.view["legal"]))))
        look()
        for _ in range(3):  # one thing at a time, so that it is known who sat there
            due = desk.table.next_tick
            if due is None:
                break
            desk.wait(max(0, due - desk.now))
            look()


@pytest.mark.parametrize("seed", range(3))
def test_who_comes_late_hears_of_those_who_sat_there_then(seed: int) -> None:
    desk = Desk(find("chimera"), pace="fast", seed=seed, options={"limit": 750, "history": "all"})
    chronicle = Chronicle(desk)
    windows = {name: desk.window(name, sit=seat) for seat, name in enumerate(NAMES)}
    chronicle.look()
    checked = 0
    for part in range(8):
        wander(desk, windows, 100 * seed + part, 12, chronicle.look)
        if part == 5:
            desk.restart()
            windows = {name: desk.window(name) for name in NAMES}
            chronicle.window.open()
            chronicle.look()
        late = desk.window(f"late {part}")
        told = told_to(late)
        assert [(event, names) for event, names, _ in told] == chronicle.lines
        assert all(you == -1 for *_, you in told)
        checked += len(told)
        late.close()
    assert checked > 20


def test_a_player_who_left_a_seat_still_reads_their_own_acts() -> None:
    desk = Desk(find("chimera"), pace="instant", seed=3)
    ann = desk.window("ann", sit=0)
    while not ann.view["legal"]:
        desk.wait(10)
    ann.act(1)
    ann.send("stand")
    did = [(names, you) for event, names, you in told_to(ann) if event[5][1].get("seat") == 0 and event[0] == "say"]
    assert did[0] == (["Ann", "Mira", "Jonas"], 0)
    assert ann.view["occupants"][0]["name"] == "Ada"
    ben = desk.window("ben", sit=0)  # and the person who takes the seat afterwards has done nothing yet
    did = [(names, you) for event, names, you in told_to(ben) if event[5][1].get("seat") == 0 and event[0] == "say"]
    assert did[0] == (["Ann", "Mira", "Jonas"], -1)


NOTHING_YET = {"chinchon", "doppelkopf", "frustration", "herzblatt"}  # nothing to read yet, or all have acted


@pytest.mark.parametrize("name", sorted(games()))
def test_who_sits_down_before_their_first_act_is_told_the_deal_as_their_own(name: str) -> None:
    """A table of bots deals before anybody has a seat. The words of its deal that have a form for the reader come
    in it: "You guess first", not the name of the bot."""
    desk = Desk(find(name), pace="instant", seed=3)
    bots = [occupant["name"] for occupant in desk.window("eve").view["occupants"]]
    checked = 0
    for seat in range(len(bots)):
        window = desk.window(f"guest {seat}", sit=seat)
        if not (told := told_to(window)):
            continue  # the deal waits for people
        acted = acted_in(desk)
        opening, names, you = told[0]
        assert opening[0] == "deal"
        if seat not in acted:
            assert (you, names[seat]) == (seat, window.view["occupants"][seat]["name"])
            assert {line[2] for line in told} == {seat}
            checked += 1
        window.send("stand")
        assert all(line[2] == -1 for line in told_to(window)) or seat in acted
    assert (checked > 0) == (name not in NOTHING_YET)


@pytest.mark.parametrize("seed", range(3))
def test_a_review_shows_who_sat_there_at_each_act(seed: int) -> None:
    desk = Desk(SNAP, pace="instant", seed=seed, options={"limit": 4})
    windows = {name: desk.window(name, sit=seat) for seat, name in enumerate(NAMES)}
    eyes = Eyes(desk.window("eve"))
    sat: dict[int, list[str]] = {}  # who sat there after each entry of the log

    def look() -> None:
        sat.update({frame["v"]: names for frame, names in eyes.look() if frame["t"] == "update"})

    for part in range(60):
        wander(desk, windows, 100 * seed + part, 10, look)
        if desk.table.state.finished is not None:
            break
    ended = match_of("table", 1, desk.log, lambda name: SNAP)
    of = played("x", 0, record_of(ended.match), ended.finished.players, ended.sittings)
    began = next(n for n, entry in enumerate(desk.log) if isinstance(entry.body, Began))
    acts = [n for n, entry in enumerate(desk.log) if isinstance(entry.body, Acted) and n > began]
    expected = [sat[n] for n in acts[: len(ended.match.moves)]]
    shown = []
    for deal in range(1, len(of.contents) + 1):
        told = review(of, "watch", deal, -1)
        occupants = [occupant.name for occupant in told.start.occupants]
        for step in told.steps:
            patch = getattr(step, "patch", {})
            occupants = [occupant["name"] for occupant in patch["occupants"]] if "occupants" in patch else occupants
            shown.append(occupants)
    assert shown == expected
    assert len({tuple(names) for names in shown}) > 1


@pytest.mark.parametrize("language", ["en", "de", "fr", "hu"])
def test_the_terminal_does_not_call_ones_own_deeds_a_bots(language: str) -> None:
    desk = Desk(find("chimera"), pace="instant", seed=3)
    wired = Wired(desk, "ann")
    words = Words(language, catalogue(language, "chimera"))
    table = Table(wired.session, words, lambda msg: wired.session.request(msg, desk.now), name="Ann")
    wired.hear = table.receive
    wired.open().read()
    while not table.view.legal:
        desk.wait(10)
        wired.read()
    table.do(table.view.legal[0])
    wired.read()
    before = [words.say(line.say, line.then) for line in table.said if line.seat == 0 and line.say.key.endswith("pass")]
    assert before
    table.stand()
    wired.read()
    assert table.watching
    after = [words.say(line.say, line.then) for line in table.said if line.seat == 0 and line.say.key.endswith("pass")]
    assert after[: len(before)] == before
