"""Lessons: their files are checked, and at their table the others do what the record says as long as it is followed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.action import Refused
from stich.server.messages.over_http import NewTable
from stich.server.pages.games import game_spec
from stich.server.state.lessons import kept_lesson, lesson_names, parse_lesson, read_lesson
from stich.server.storage.store import Store
from stich.server.tables.registry import TableRegistry

pytestmark = pytest.mark.once

TINY = Path(__file__).parent / "lessons"


def lesson(script: str = "tiny") -> tuple[Desk, Window]:
    desk = Desk(SNAP, pace="instant", lesson=script, answer_bots=False)
    return desk, desk.window("ann", sit=0)


def follow(desk: Desk, window: Window) -> list[int]:
    """Do what the lesson says until it says no more, and return at which number of acts."""
    done = []
    spec = next(frame for frame in window.frames if frame["t"] == "welcome")["spec"]
    for step in [step for step in spec["lesson"]["steps"] if step["at"] >= window.view["acts"]]:
        for _ in range(50):
            if window.view["acts"] == step["at"]:
                break
            desk.wait(1000)
        assert window.view["acts"] == step["at"]
        if step["verb"]:
            what = [step["verb"], step["cards"], step["to"]]
            assert what in [legal[:3] for legal in window.view["legal"]]
            assert window.send("act", verb=what[0], cards=what[1], to=what[2])["t"] == "ack"
            done.append(step["at"])
    return done


def test_a_lesson_goes_as_its_record() -> None:
    desk, window = lesson()
    assert follow(desk, window) == [0, 3, 9, 15]
    desk.wait(1000)
    match = desk.table.state.match
    assert match is not None
    assert [(m.seat, m.action) for m in match.moves] == [
        (m.seat, m.action) for m in read_lesson(SNAP, "tiny").record.moves
    ]
    assert not desk.asks  # nobody had to think
    assert desk.table.subscribers.spec.deals == 1
    assert window.send("ready", deal=1)["code"] == "no_more_deals"
    desk.wait(10_000_000)
    assert (window.view["status"], window.view["occupants"][0]["ready"]) == ("deal_over", False)


def test_the_others_play_for_themselves_once_the_learner_has_left_the_path_and_follow_again_after_a_takeback() -> None:
    desk, window = lesson()
    window.act(-1)
    desk.go_on()
    assert desk.asks
    assert window.send("undo")["t"] == "ack"
    desk.asks.clear()
    assert follow(desk, window)


def test_the_lesson_waits_for_its_learner_who_has_one_seat() -> None:
    desk = Desk(SNAP, pace="instant", lesson="tiny")
    window = desk.window("ann")
    desk.wait(60_000)
    assert window.view["acts"] == 0
    answer = window.send("sit", seat=1)
    assert (answer["code"], answer["args"]["allowed"]) == ("no_seat", "0")
    assert window.send("sit", seat=0)["t"] == "ack"


def test_a_lessons_table_is_read_from_its_log_again() -> None:
    desk, window = lesson()
    window.act(0)
    desk.go_on()
    acts = window.view["acts"]
    desk.restart()
    window.open()
    window.read()
    assert window.view["acts"] == acts
    assert follow(desk, window) == [3, 9, 15]


def test_a_table_that_follows_another_record_than_the_lesson_has_by_now_goes_on_without_it() -> None:
    plan = read_lesson(SNAP, "tiny")
    assert kept_lesson(SNAP, "tiny", plan.text) == plan.lesson
    assert kept_lesson(SNAP, "tiny", plan.text + "\n") is None
    assert kept_lesson(SNAP, "renamed", plan.text) is kept_lesson(SNAP, "", "") is None


def test_a_lesson_opens_by_its_name(tmp_path: Path) -> None:
    async def opened(**wishes: Any) -> Any:
        registry = TableRegistry(Store(tmp_path / "tables.sqlite"), {"snap": SNAP})
        try:
            name = await registry.create(NewTable("snap", **wishes))
            return registry.runners[name].table.subscribers.spec
        finally:
            await registry.close()

    spec = asyncio.run(opened(lesson="tiny"))
    assert spec.lesson.name == "tiny"
    assert spec.lesson.steps[1].args == {"seat": 1}
    assert not asyncio.run(opened(aids=False)).aids
    assert [asyncio.run(opened(seed=seed)).seeded for seed in (None, 0)] == [False, True]
    with pytest.raises(Refused) as refused:
        asyncio.run(opened(lesson="other"))
    assert refused.value.phrase.key == "error.lesson"
    assert refused.value.phrase.args["allowed"] == "tiny"


@pytest.mark.parametrize(
    ("before", "after", "step", "allowed"),
    [
        ("at = 3", "at = 4", 3, "3 9 15"),
        ("at = 3", "at = 0", 3, "3 9 15"),
        ("at = 17", "at = 16", 6, "17"),
        ('"hand", "stock"', '"hands"', 1, "actions trick seats scores hand sheet stock pile"),
        ('step = "vow"', "step = 3", 2, "a-z_"),
        ("do = true", "does = true", 2, "step at do look args"),
        ("[[steps]]", "seat = 3\n[[steps]]", 0, "0–2"),
        ("[[steps]]", "title = 3\n[[steps]]", 0, "seat steps"),
        ("args = { seat = 1 }", "args = { seat = [] }", 2, "{ seat = 1, … }"),
        ("args = { seat = 1 }", "args = { cards = 1 }", 2, "{ seat = 1, … }"),
        ("args = { seat = 1 }", 'args = { seats = ["a"] }', 2, "{ seat = 1, … }"),
        ("[[steps]]", "[[steps", 0, "TOML"),
    ],
)
def test_what_a_table_could_not_show_is_refused_by_step(
    tmp_path: Path, before: str, after: str, step: int, allowed: str
) -> None:
    text = (TINY / "tiny.toml").read_text("utf-8").replace(before, after, 1)
    (tmp_path / "bad.toml").write_text(text, "utf-8")
    (tmp_path / "bad.stich").write_text((TINY / "tiny.stich").read_text("utf-8"), "utf-8")
    with pytest.raises(Refused) as refused:
        parse_lesson(SNAP, "bad", tmp_path)
    args = refused.value.phrase.args
    assert (refused.value.phrase.key, args["n"]) == ("error.lesson_step", step)
    assert str(args["allowed"]).startswith(allowed)


def test_a_record_that_does_not_go_is_refused_by_line(tmp_path: Path) -> None:
    for name, text in (("bad.toml", (TINY / "tiny.toml").read_text("utf-8")), ("bad.stich", "stich record 1\nbad\n")):
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(Refused) as refused:
        parse_lesson(SNAP, "bad", tmp_path)
    assert (refused.value.phrase.key, refused.value.phrase.args["line"]) == ("error.record", 2)


def test_chimeras_lessons_are_sound_and_offered() -> None:
    game = find("chimera")
    assert game_spec(game).lessons == lesson_names(game) != []
    for name in lesson_names(game):
        assert read_lesson(game, name).lesson.steps
