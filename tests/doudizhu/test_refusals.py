"""Refusals and prompts of Dou Dizhu: what a player reads who tries something impossible, or is asked."""

from __future__ import annotations

import pytest

from doudizhu.positions import Table, at_play, rules, start, state
from moves import do, refused
from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_cards import PACK
from stich.kernel.action import Action


def written(ranks: str) -> str:
    return PACK.write(Table().take(ranks))


def test_a_leader_may_not_pass() -> None:
    assert refused(start(rules()), "0 play C3").key == "error.doudizhu.bidding"
    m = at_play(rules(), ["3 3 4", "5 5", "6 6"])
    assert refused(m, "0 pass").key == "error.doudizhu.must_lead"
    assert refused(m, "0 bid 1").key == "error.doudizhu.playing"
    assert refused(m, f"0 play {written('3 4')}").key == "error.doudizhu.no_combination"
    assert refused(m, "0 play").key == "error.doudizhu.no_cards"
    assert refused(m, "1 play C5").key == "error.not_your_turn"


@pytest.mark.parametrize(
    ("last", "tried", "key"),
    [
        ("9 9", "4 4", "beat.pair"),
        ("T", "4", "beat.single"),
        ("5 6 7 8 9", "T J Q K A 2", "no_answer"),
        ("9 9 9 9", "4 4 4 4", "beat.bomb"),
        ("b B", "4 4 4 4", "beat.rocket"),
    ],
)
def test_what_would_beat_it_is_said(last: str, tried: str, key: str) -> None:
    m = at_play(rules(), ["3 3", "4 4 4 4 T J Q K A 2", "6 6"], turn=1, last=last)
    s = state(m)
    cards = bytes(c for c in s.hand(1) if PACK.names[c][1] in tried.split())[: len(tried.split())]
    assert refused(m, f"1 play {PACK.write(cards)}").key == f"error.doudizhu.{key}"


def test_cards_that_make_two_combinations_of_one_type_are_asked_for() -> None:
    m = at_play(rules(attached_fours=True), ["7 7 7 7 9 9 9 9 3", "5 5", "6 6"])
    cards = written("7 7 7 7 9 9 9 9")
    do(m, f"0 play {cards}")
    assert GAME.write(m.rules, m.moves[-1].action).endswith("as quad2 7 1"), (
        "the higher one, if the player says nothing"
    )


def test_the_table_says_what_is_asked() -> None:
    m = at_play(rules(), ["3 3", "4 4 T T", "6 6"], turn=1, last="9 9")
    s = state(m)
    prompt = s.phase.prompt(s, 1, s.legal(1))
    assert prompt.task is not None
    assert prompt.task.key == "doudizhu.task.beat.pair"
    assert prompt.note is not None
    assert prompt.note.key == "doudizhu.note.left", "the landlord has two cards"
    m.act(1, Action("pass"))
    prompt = s.phase.prompt(s, 2, s.legal(2))
    assert prompt.note is not None
    assert prompt.note.key == "doudizhu.note.leads"
