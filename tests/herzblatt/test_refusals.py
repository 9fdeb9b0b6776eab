"""Refusals: what a player reads who tries something impossible: the duty that applies, what is allowed, the right
time.
"""

from __future__ import annotations

import pytest

from herzblatt.positions import at_play, do, rules, start, state
from moves import refused
from stich.games.herzblatt.rules_cards import TRICK
from stich.kernel.action import Action, Refused


@pytest.mark.parametrize(
    ("options", "trick", "hand", "tried", "key", "allowed"),
    [
        ({}, "SK", "ST S9 HA", "HA", "follow", "S9 ST"),
        ({}, "HK", "H9 HT CA", "CA", "follow", "H9 HT"),
        ({"must_trump": True}, "SK", "HT H9 CA", "CA", "trump", "H9 HT"),
        ({"must_trump": True, "must_overtrump": True}, "SK HJ", "HT H9 CA", "H9", "overtrump", "HT"),
    ],
)
def test_the_duty_is_named_with_the_cards_that_are_left(
    options: dict[str, bool], trick: str, hand: str, tried: str, key: str, allowed: str
) -> None:
    m = at_play(rules(**options), ["", "", hand], trick, turn=2)
    phrase = refused(m, f"2 play {tried}")
    assert phrase.key == f"error.herzblatt.{key}"
    assert phrase.args["cards"] == bytes(sorted(m.rules.layout.pack.read(allowed)))
    assert phrase.args["card"] == m.deal.zones[TRICK][0]


def test_cards_that_somebody_else_has() -> None:
    m = at_play(rules(), ["SA", "CA", "HA"], "", turn=0)
    assert refused(m, "0 play CA").key == "error.not_held"


def test_declarations_at_the_wrong_time() -> None:
    m = start(rules())
    assert refused(m, "1 take").key == refused(m, "1 nominate 2").key == "error.verb"
    assert refused(m, "2 yes").key == "error.not_your_turn"
    do(m, "1 yes")
    assert refused(m, "1 yes").args["allowed"] == "leave take"
    assert refused(m, "1 discard " + state(m).layout.pack.names[state(m).hand(1)[0]]).key == "error.verb"
    do(m, "1 leave")
    assert refused(m, "1 take").key == "error.verb"


def test_too_many_or_too_few_cards_laid_away() -> None:
    m = start(rules())
    do(m, "1 yes", "1 take")
    mine = state(m).layout.pack.write(state(m).hand(1)).split()
    wrong = refused(m, f"1 discard {' '.join(mine[:3])}")
    assert (wrong.key, wrong.args) == ("error.herzblatt.discard", {"n": 2})
    assert refused(m, "1 discard").key == "error.herzblatt.discard"
    theirs = state(m).layout.pack.write(state(m).hand(2)[:1])
    assert refused(m, f"1 discard {theirs}").key == "error.not_held"


def test_votes() -> None:
    m = start(rules(declarer_selection="agreement"))
    assert refused(m, "0 nominate 3").key == "error.illegal"
    assert refused(m, "0 yes").key == "error.verb"
    do(m, "0 nominate 1")
    assert refused(m, "0 yes").key == "error.not_your_turn"  # to propose is to agree
    do(m, "1 yes")
    assert refused(m, "1 no").key == "error.not_your_turn"  # said is said


@pytest.mark.parametrize("to", [-2, 0, 7])
def test_cards_with_a_number_behind_them(to: int) -> None:
    m = at_play(rules(), ["SA", "CA", "HA"], "", turn=0)
    with pytest.raises(Refused, match=r"error\.illegal"):
        m.act(0, Action("play", m.deal.zones[3], to))
