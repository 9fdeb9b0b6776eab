"""Small cases of what page and terminal both derive by rules of their own: keys of buttons, steps of a lesson, cards
that are out, the sentence that ends a match.

`twins.py` writes them to `corpus/rules.json`. They hold no position of a table and no text, so only a changed rule
changes them.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec

from stich.kernel.match import MIDDLE
from stich.server.messages.specs import Step
from stich.server.messages.view import Legal, Phrase, TableView
from stich.terminal.choose import HotKeys, Offer
from stich.terminal.lesson_progress import LessonProgress
from stich.terminal.out import counted
from stich.text.verdict import verdict

Json = dict[str, Any]


# Keys of buttons: turns at one table. An offer is its verb, whether it needs cards and has some, its target, its label.

TURNS: tuple[tuple[str, str, list[tuple[str, str, int, str]]], ...] = (
    ("bid", "", [("pass", "", -1, "Pass"), ("bid", "", 20, "Bid 20"), ("bid", "", 30, "Bid 30")]),
    ("bid", "", [("pass", "", -1, "Pass"), ("bid", "", 30, "Bid 30"), ("bid", "", 130, "Bid 130")]),
    ("bid", "p", [("poverty", "", -1, "Poverty"), ("pass", "", -1, "Pass"), ("solo", "", -1, "Solo")]),
    ("play", "jk", [("play", "needs", -1, "Play"), ("kontra", "", -1, "Kontra"), ("join", "", 2, "Join 2")]),
    ("play", "jk", [("play", "fits", -1, "Play"), ("kontra", "", -1, "Kontra")]),
    ("defend", "a", [("beat", "needs", -1, "Beat"), ("transfer", "needs", -1, "Pass on"), ("take", "", -1, "Take")]),
    ("defend", "a", [("beat", "needs", -1, "Beat"), ("transfer", "fits", -1, "Pass on"), ("take", "", -1, "Take")]),
    ("defend", "a", [("beat", "fits", -1, "Beat"), ("transfer", "fits", -1, "Pass on")]),
    ("other", "", [("a", "", -1, "Écarté"), ("b", "", -1, "Éa"), ("c", "", -1, "É"), ("d", "", -1, "")]),
)


def offer(verb: str, cards: str, to: int) -> Offer:
    faces = [3] if cards else []
    actions = () if cards == "needs" else (Legal(verb, faces, to, Phrase("")),)
    return Offer(f"{verb} {to}", verb, bool(cards), actions)


def hot() -> list[Json]:
    """Return the keys of each turn, "enter" for Enter."""
    keys = HotKeys()
    found = []
    for phase, ranks, offers in TURNS:
        made = [offer(verb, cards, to) for verb, cards, to, _ in offers]
        got = keys.assign(phase, made, [label for *_, label in offers], set(ranks))
        found.append({"phase": phase, "ranks": ranks, "offers": [list(one) for one in offers], "keys": got})
    return found


# Steps of a lesson: what the table has done and what the learner reads, one after the other.

KEYS = [0, 1, 2, 0, 1, 2]
STEPS = [
    {"key": "hello", "at": 0},
    {"key": "cards", "at": 0},
    {"key": "first", "at": 0, "verb": "play", "cards": [4]},
    {"key": "look", "at": 2},
    {"key": "bid", "at": 2, "verb": "bid", "to": 30},
    {"key": "end", "at": 5},
]
LISTED: dict[int, list[tuple[str, list[int], int]]] = {
    0: [("play", [3], -1), ("play", [1], 7)],
    2: [("bid", [], 20), ("bid", [], 30)],
}
WALKED: tuple[tuple[str, ...], ...] = (
    ("acts 0", "next", "next", "next", "acts 1", "next", "acts 2", "next", "acts 3", "acts 5", "next"),
    ("acts 2", "acts 0", "next", "acts 0", "acts 2", "next", "next"),
    ("acts 1", "acts 4", "acts 5"),
)


def walk() -> list[Json]:
    """Return where the learner is after each thing that happens."""
    found = []
    for steps in WALKED:
        walked = LessonProgress(msgspec.convert(STEPS, list[Step]), KEYS)
        seen = []
        for done in steps:
            what, _, n = done.partition(" ")
            if what == "acts":
                walked.see(view_at(int(n)))
            else:
                walked.next()
            action = walked.action
            now = [walked.now, walked.at, walked.may_next, [action.verb, action.cards, action.to] if action else None]
            seen.append(now)
        found.append({"do": list(steps), "seen": seen})
    return found


def view_at(acts: int) -> TableView:
    """Return a view of which only the list of actions and their number count."""
    legal = [Legal(verb, cards, to, Phrase("")) for verb, cards, to in LISTED.get(acts, [])]
    blank: Json = {field.name: None for field in msgspec.structs.fields(TableView)}
    return TableView(**{**blank, "acts": acts, "legal": legal})


# Cards that are out

ZONES: tuple[list[tuple[str, int, list[int]]], ...] = (
    [("hand", 0, [0, 1]), ("hand", 1, [255, 255]), ("trick", -1, [2])],
    [("hand", 0, [0, 0]), ("hand", 1, [255, 3]), ("captured", 1, [255, 255]), ("pile", -1, [1, 2])],
    [("hand", 0, []), ("hand", 1, [4]), ("stock", -1, [255, 255, 255, 255])],
    [],
)


def out() -> list[Json]:
    """Return for each table how many of every face are out, and which of them are in a known hand."""
    found = []
    for zones, gone, copies, me in product(ZONES, ("", "5", "6,2"), ([2] * 5, [1, 2, 1, 6, 1]), (0, 15)):
        known = counted(zones, gone, copies, me)
        given = {"zones": [list(zone) for zone in zones], "gone": gone, "copies": copies, "me": me}
        found.append({**given, "out": known.out, "held": [list(one) for one in known.held]})
    return found


# The end of a match

TEXTS = ((), ("g.over",), ("g.over", "g.over.all"), ("g.over.all",))
ENDED: tuple[tuple[list[int], list[int]], ...] = (
    ([0], []),
    ([0, 2], []),
    ([0], [1, 3, 2]),
    ([1, 2], [2, 1, 1]),
    ([0, 1, 2], [1, 1, 1]),
    ([2], [3, 3, 1]),
)


def ends() -> list[Json]:
    """Return key and parameters of the sentence, by winners, places and the game's own texts."""
    found = []
    for texts, (winners, places) in product(TEXTS, ENDED):
        say = verdict("g", winners, places, 3, texts)
        found.append({"texts": list(texts), "winners": winners, "places": places, "say": list(say)})
    return found


def rules() -> Json:
    """Return the file's content: lists of cases by name."""
    lesson = {"steps": [msgspec.to_builtins(step) for step in msgspec.convert(STEPS, list[Step])], "keys": KEYS}
    listed = {str(acts): [[*one, ["", {}], 0] for one in legal] for acts, legal in LISTED.items()}
    middle = [{"roles": sorted(MIDDLE)}]
    lessons = [{**lesson, "listed": listed}]
    return {"hot": hot(), "lesson": lessons, "walk": walk(), "out": out(), "verdict": ends(), "middle": middle}


__all__ = ["rules"]
