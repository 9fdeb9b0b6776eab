"""What people say to each other: who can say what and when, who receives it, and that little of it is kept."""

from __future__ import annotations

from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.action import Refused
from stich.server.state.entries import TalkSet
from stich.server.state.phrases import IN_PLAY, PHRASES
from stich.server.tables.talk import AT_ONCE, EVERY, KEPT, LONGEST, SPEAKERS
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

SECRET = "do not tell anybody"


def lines(window: Window) -> list[dict[str, Any]]:
    """Return every line that a window has received."""
    window.read()
    return [line for frame in window.frames if frame["t"] == "talk" for line in frame["lines"]]


def two(**wishes: Any) -> tuple[Desk, Window, Window]:
    desk = Desk(SNAP, pace="normal", gather=True, **wishes)
    return desk, desk.window("ann", sit=0), desk.window("ben", sit=1)


def test_a_phrase_reaches_everybody_once_and_is_not_logged() -> None:
    desk, ann, ben = two()
    wim = desk.window("wim")
    logged = len(desk.log)
    msg = ann.request("say", phrase="hello")
    for _ in range(3):  # repeated until it is answered
        desk.receive(ann, msg)
    for window in (ann, ben, wim):
        (line,) = lines(window)
        assert (line["seat"], line["name"], line["phrase"], line["text"]) == (0, "Ann", "hello", "")
    assert ann.answers[msg["id"]]["t"] == "ack"
    assert len(desk.log) == logged


def test_a_speaker_has_another_name_for_each_reader_and_the_same_at_every_table() -> None:
    names = set()
    for _ in range(2):
        desk, ann, ben = two()
        wim = desk.window("wim")
        ann.send("say", phrase="hello")
        (own,), (bens,), (wims,) = lines(ann), lines(ben), lines(wim)
        assert own["by"] == ""
        names |= {("ben", bens["by"]), ("wim", wims["by"])}
        assert not {"ann", "ben", "wim"} & {bens["by"], wims["by"]}
    assert len(names) == 2
    assert len({by for _, by in names}) == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_during_a_deal_partners_cannot_signal_by_phrases(seats: int) -> None:
    desk = Desk(find("durak"), seats=seats, answer_bots=False)
    ann = desk.window("ann", sit=0)
    for phrase in PHRASES:
        desk.now += EVERY * AT_ONCE
        answer = ann.send("say", phrase=phrase)
        allowed = phrase in IN_PLAY or seats == 2
        assert answer.get("code") == (None if allowed else "talk_in_play"), phrase
    assert ann.view["status"] == "playing"


def test_texts_are_for_tables_that_allow_them() -> None:
    desk, ann, ben = two()
    assert ann.send("say", text=SECRET)["code"] == "talk_text"
    assert ben.send("talk", talk="text")["code"] == "not_owner"
    assert ann.send("talk", talk="text")["t"] == "ack"
    ben.read()
    assert ann.view["talk"] == ben.view["talk"] == "text"
    assert ann.send("say", text=f" {SECRET}\n\u202e\u2800 <b>@x</b> ")["t"] == "ack"
    assert [line["text"] for line in lines(ben)] == [f"{SECRET} <b>@x</b>"]
    assert not any(SECRET in repr(entry) for entry in desk.log)
    ann.send("talk", talk="off")
    assert ann.send("say", phrase="hello")["code"] == "talk_off"


def test_what_was_said_in_words_goes_when_texts_are_no_longer_allowed() -> None:
    desk, ann, _ = two(talk="text")
    ann.send("say", text=SECRET)
    ann.send("say", phrase="hello")
    ann.send("talk", talk="phrases")
    assert [line["phrase"] for line in lines(desk.window("wim"))] == ["hello"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"text": "x" * (LONGEST + 1)}, "talk_long"),
        ({"text": " \u200b\u2800"}, "talk_empty"),
        ({"phrase": "no such phrase"}, "talk_phrase"),
        ({}, "talk_phrase"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(said: dict[str, str], code: str) -> None:
    _, ann, ben = two()
    ann.send("talk", talk="text")
    assert ann.send("say", **said)["code"] == code
    assert not lines(ben)


def test_people_who_watch_talk_only_where_they_may() -> None:
    desk, ann, ben = two()
    wim = desk.window("wim")
    assert wim.send("say", phrase="hello")["code"] == "talk_watching"
    assert wim.send("talk", talk="text", watchers=True)["code"] == "not_owner"
    ann.send("talk", talk="phrases", watchers=True)
    assert wim.send("say", phrase="hello")["t"] == "ack"
    assert [(line["seat"], line["name"]) for line in lines(ben)] == [(-1, "")]


def test_nobody_says_much_at_once() -> None:
    desk, ann, ben = two()
    answers = [ann.send("say", phrase="hello") for _ in range(AT_ONCE + 2)]
    assert [answer.get("code") for answer in answers] == [None] * AT_ONCE + ["rate"] * 2
    assert ben.send("say", phrase="hello")["t"] == "ack", "the others still can"
    desk.wait(answers[-1]["args"]["n"])
    assert ann.send("say", phrase="hello")["t"] == "ack"
    assert ann.send("say", phrase="hello")["code"] == "rate"


def test_a_page_that_comes_back_is_told_what_it_has_not_heard() -> None:
    desk, ann, ben = two()
    ann.send("say", phrase="hello")
    heard = lines(ben)[-1]["n"]
    ben.close()
    ann.send("say", phrase="thanks")
    ann.send("say", phrase="sorry")
    ben.open()
    hello = {"t": "hello", "proto": 2, "table": desk.name, "have": ben.have, "epoch": ben.epoch}
    desk.receive(ben, hello | {"heard": heard})
    ben.read()
    assert [line["phrase"] for line in ben.frames[-1]["lines"]] == ["thanks", "sorry"]
    numbers = [line["n"] for line in lines(ann)]
    assert numbers == sorted(set(numbers)), "two lines of one moment have two numbers"


def test_nothing_grows_without_bound() -> None:
    desk, ann, _ = two()
    ann.send("talk", talk="phrases", watchers=True)
    for n in range(SPEAKERS + KEPT):
        window = desk.window(f"visitor {n}")
        window.send("say", phrase="hello")
        window.close()
    conversation = desk.table.conversation
    assert (len(conversation.lines), len(conversation.credit)) == (KEPT, SPEAKERS)
    desk.restart()
    assert not desk.table.conversation.lines


def test_what_can_be_said_outlives_a_restart() -> None:
    desk, ann, _ = two()
    ann.send("talk", talk="text", watchers=True)
    for _ in range(2):
        ann.send("talk", talk="text", watchers=True)
    assert len([entry for entry in desk.log if isinstance(entry.body, TalkSet)]) == 1
    desk.restart()
    view = desk.view()
    assert (view["talk"], view["watchers_talk"]) == ("text", True)


def test_a_person_who_plays_alone_has_no_phrases() -> None:
    desk = Desk(find("durak"), lesson="first")
    assert desk.table.subscribers.spec.phrases == []


def test_every_phrase_has_words() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        assert {f"talk.say.{phrase}" for phrase in PHRASES} <= texts.keys()


def test_the_owner_silences_a_person_for_everybody() -> None:
    desk, ann, ben = two()
    wim = desk.window("wim")
    ben.send("say", phrase="hello")
    (told,) = lines(ann)
    (told_wim,) = lines(wim)
    assert wim.send("silence", by=told_wim["by"])["code"] == "not_owner"
    assert ann.send("silence", by="nobody")["code"] == "nothing_said"
    logged = len(desk.log)
    for _ in range(3):
        assert ann.send("silence", by=told["by"])["t"] == "ack"
    assert len(desk.log) == logged + 1
    assert ben.send("say", phrase="hello")["code"] == "talk_silenced"
    ann.read()
    assert ann.rights["silenced"] == [told["by"]]
    wim.read()
    assert "silenced" not in wim.rights
    desk.restart()
    ann.open()
    ben.open()
    assert ben.send("say", phrase="hello")["code"] == "talk_silenced"
    ann.send("silence", by=told["by"], on=False)
    assert ben.send("say", phrase="hello")["t"] == "ack"


def test_who_has_said_nothing_cannot_be_reported() -> None:
    desk, ann, ben = two(talk="text")
    ben.send("say", text=SECRET)
    (told,) = lines(ann)
    about, name, said = desk.table.conversation.said_by(told["by"], "ann")
    assert (about, name, [line.text for line in said]) == ("ben", "Ben", [SECRET])
    for by, reader in [(told["by"], "wim"), ("", "ann"), ("ben", "ann")]:
        with pytest.raises(Refused):
            desk.table.conversation.said_by(by, reader)
