"""The sentence of the table in Herzblatt."""

from __future__ import annotations

import pytest

from herzblatt.positions import at_play, do, rules, start, state
from sentences import sentence
from stich.games.herzblatt.rules import GAME
from stich.games.herzblatt.rules_phases import NO, YES
from stich.kernel.action import Action
from stich.kernel.cards import SPECTATOR
from stich.kernel.match import Match


def button(m: Match, seat: int, a: Action) -> str:
    return GAME.label(state(m), seat, a).key


def test_who_plays_alone() -> None:
    m = start(rules())
    assert [button(m, 1, YES), button(m, 1, NO)] == ["herzblatt.verb.alone", "herzblatt.verb.no"]
    last = "if all decline, {} must play alone"
    task = "play alone for 66 points, or decline"
    assert sentence(m, 1) == f"{task} · {last.format('you')}"
    assert sentence(m, 2) == f"waiting for Ben · {last.format('Ben')}"
    do(m, "1 no")
    assert sentence(m, 2) == f"1 player has declined · {task} · {last.format('Ben')}"


@pytest.mark.parametrize(("what", "said"), [("redeal", "the next player deals"), ("random", "lots are drawn")])
def test_what_happens_if_nobody_does(what: str, said: str) -> None:
    assert sentence(start(rules(no_volunteer=what)), 1).endswith(f" · if all decline, {said}")


def test_a_proposal_and_the_vote() -> None:
    m = start(rules(declarer_selection="agreement"))
    note = "2 proposals left, then everybody is asked in turn"
    assert sentence(m, 0) == f"propose who is to play alone · {note}"
    assert sentence(m, SPECTATOR) == f"waiting for several players · {note}"
    do(m, "0 nominate 2")
    assert sentence(m, 1) == "Ada proposes: Cleo · agree, or decline · all must agree"
    assert sentence(m, 2) == "Ada proposes: you · play alone, or decline · all must agree"
    assert sentence(m, 0) == "You propose: Cleo · waiting for several players · all must agree"
    assert [button(m, 1, YES), button(m, 2, YES)] == ["herzblatt.verb.yes", "herzblatt.verb.alone"]
    do(m, "1 yes")
    assert sentence(m, 1) == "Ada proposes: Cleo · waiting for Cleo · all must agree"
    do(m, "2 no")
    assert sentence(m, 0).endswith(" · 1 proposal left, then everybody is asked in turn")


def test_the_stock() -> None:
    m = start(rules())
    do(m, "1 yes")
    assert (
        sentence(m, 1)
        == "You play alone · take the stock, or leave it unseen · the 2 cards of the stock count for you either way"
    )
    assert sentence(m, 0) == "Ben plays alone · waiting for Ben · the 2 cards of the stock count for Ben either way"
    do(m, "1 take")
    assert sentence(m, 1) == "You have taken the stock · discard 2 cards · what you discard counts for you"
    assert sentence(m, 2) == "Ben has taken the stock · waiting for Ben · what is discarded counts for Ben"
    first = m.deal.legal(1)[0]
    m.act(1, first)
    assert " · discard 1 card · " in sentence(m, 1)


def test_the_lead() -> None:
    m = at_play(rules(), ["SA", "SK", "ST"], turn=1)
    assert sentence(m, 1) == "Ada plays alone · you lead · Ada has 0 of 66 points"
    assert sentence(m, 0) == "You play alone · Ben leads · you have 0 of 66 points"
    m = at_play(rules(show_running_points=False), ["SA", "SK", "ST"], turn=1)
    assert sentence(m, 1) == "Ada plays alone · you lead"


@pytest.mark.parametrize(
    ("options", "trick", "hand", "task"),
    [
        ({}, "ST SK", "SA HA", "you must follow suit"),
        ({}, "ST SK", "HA CA", "any card may be played"),
        ({"must_trump": True}, "ST SK", "HA CA", "you cannot follow suit: you must trump"),
        ({"must_trump": True, "must_overtrump": True}, "ST HJ", "H7 HA CA", "you must overtrump"),
    ],
)
def test_the_duty_is_named(options: dict[str, bool], trick: str, hand: str, task: str) -> None:
    m = at_play(rules(**options), [hand, "C7", "C8"], trick)
    assert sentence(m, 0).startswith(f"Ben led the ST · {task} · ")


def test_who_is_winning_for_whom() -> None:
    m = at_play(rules(), ["SA", "C7", "C8"], "ST SK", declarer=1)
    assert sentence(m, 0).endswith(" · Ben is winning so far: 14 points [ST]")
    assert sentence(m, 2).endswith(" · waiting for Ada · Ben is winning so far: 14 points [ST]")
    m = at_play(rules(), ["SA", "C7", "C8"], "ST SK", declarer=2)
    assert sentence(m, 0).endswith(" · Ben is winning so far, on your side: 14 points [ST]")
    assert sentence(m, 1).endswith(" · you are winning so far: 14 points [ST]")
    m = at_play(rules(), ["SA", "C7", "C8"], "S9 S7", declarer=2)
    assert sentence(m, 0).endswith(" · Ben is winning so far, on your side [S9]")
    assert sentence(m, SPECTATOR).endswith(" · waiting for Ada · Ben is winning so far [S9]")


def test_in_the_other_languages() -> None:
    m = at_play(rules(), ["SA", "C7", "C8"], "ST SK", declarer=2)
    assert sentence(m, 0, "de").endswith(" · bisher sticht Ben für eure Seite: 14 Augen [ST]")
    assert sentence(m, 0, "fr").endswith(" · Ben est en tête, pour votre camp\N{NO-BREAK SPACE}: 14 points [ST]")
    assert sentence(m, 0, "hu").endswith(" · eddig Ben viszi a ti oldalatokon: 14 szem [ST]")
