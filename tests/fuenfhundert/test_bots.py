"""The players of Fünfhundert: legal under every rule, stronger than chance, and with reasons that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, cast

import pytest

from bots.reasons import Trick, is_true
from fuenfhundert.positions import position
from rounds import runs
from stich.bots import bot
from stich.bots.trick import REASONS
from stich.games.fuenfhundert.advise import advise
from stich.games.fuenfhundert.bot import Expert
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.rules import BOTTOM, GAME, NAMES, STRICT, TRICK, WORTH, Fuenfhundert, value
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import Setup
from stich.kernel.view import view
from stich.kernel.zones import Rules

pytestmark = pytest.mark.once
SETS = [pytest.param(run.rules, id=run.name) for run in runs(GAME, 1, 1)]


@pytest.mark.parametrize("level", ["beginner", "club"])
@pytest.mark.parametrize("rules", SETS)
def test_whatever_the_rules_a_bot_does_what_is_legal(rules: Rules, level: str) -> None:
    player, luck = bot(GAME, level), quick(3)
    m = Match(GAME, rules, Source(SIM, 4))
    for _ in range(2):
        while m.deal.must():
            legal = m.deal.legal(m.deal.turn)
            chosen = player.choose(view(m.deal, m.deal.turn), legal, luck)
            assert chosen in legal
            m.act(m.deal.turn, chosen)
        if not m.over:
            m.next_deal()


@pytest.mark.parametrize(("other", "least"), [("random", 0.8), ("beginner", 0.6)])
def test_club_is_stronger(other: str, least: float) -> None:
    won = 0
    for number in range(60):
        deck = GAME.prepare(GAME.rules(), quick(8, number))
        for mine in (0, 1):
            s = GAME.deal(GAME.rules(), Setup(1, number % 2, (0, 0)), deck)
            luck = quick(9, number)
            players = [bot(GAME, "club" if seat == mine else other) for seat in range(2)]
            while s.must():
                s.apply(s.turn, players[s.turn].choose(view(s, s.turn), s.legal(s.turn), luck))
            points = s.result().points
            won += points[mine] > points[1 - mine]
    assert won / 120 > least  # some .95 and .72


def test_expert_does_what_is_legal_and_the_same_again() -> None:
    first, second = Expert(12), Expert(12)
    m = Match(GAME, GAME.rules(), Source(SIM, 4))
    while m.deal.must():
        seat = m.deal.turn
        chosen = first.choose(view(m.deal, seat), m.deal.legal(seat), quick(3))
        assert chosen in m.deal.legal(seat)
        assert chosen == second.choose(view(m.deal, seat), m.deal.legal(seat), quick(3))
        m.act(seat, chosen)


def choice(m: Match) -> str:
    return GAME.write(m.rules, Club().choose(view(m.deal, 0), m.deal.legal(0), quick(1)))


def test_what_is_worth_more_is_declared_first() -> None:
    assert choice(position("SJ DQ DK CK", talon=4, trump="C")) == "declare SJDQ"


def test_a_pair_waits_for_the_sequence_that_lacks_one_card() -> None:
    assert choice(position("CK CQ CJ CT H7", talon=12, trump="C", bottom="C8")).startswith("play")
    assert choice(position("CK CQ CJ CT H7", talon=2, trump="C", bottom="C8")) == "declare KQ:C"
    assert choice(position("CK CQ CJ H7 H8", talon=12, trump="C", bottom="C8")) == "declare KQ:C"


def test_the_seven_is_exchanged() -> None:
    assert choice(position("S7 H8", talon=4, bottom="SA")) == "exchange"


# -- reasons


class Said(NamedTuple):
    s: Fuenfhundert
    seat: Seat
    legal: list[Action]
    action: Action
    why: Phrase


@cache
def collected() -> list[Said]:
    return list(positions())


def positions() -> Iterator[Said]:
    luck = quick(7)
    for options in ({}, {"declare_who": "leader"}):
        for seed in range(12):
            m = Match(GAME, GAME.rules(dict(options)), Source(SIM, seed))
            while m.deal.must():
                seat, legal = m.deal.turn, m.deal.legal(m.deal.turn)
                action, why = advise(view(m.deal, seat), legal, luck)
                assert action == Club().choose(view(m.deal, seat), legal, luck)
                yield Said(cast(Fuenfhundert, m.deal.copy()), seat, legal, action, why)
                m.act(seat, action)


def test_each_reason_is_true() -> None:
    for s, seat, legal, action, why in collected():
        key = why.key.removeprefix("fuenfhundert.why.")
        if key in REASONS:
            lying = s.zones[TRICK]
            seats = [1 - seat, seat] if lying else [seat, 1 - seat]
            how = s.rules.by_value if s.has_talon() else STRICT[s.suit()]
            trick = Trick(how, WORTH, lying, seats, 1 << seat, [s.hand(0), s.hand(1)])
            assert is_true(trick, seat, legal, action.cards[0], key, cast(int, why.args["n"])), (key, action)
        elif key == "exchange":
            assert why.args["card"] == s.zones[BOTTOM][0]
        elif key == "declare":
            assert why.args["n"] == value(action.to, s.suit())
            assert NAMES[action.to]
        else:
            assert (key, action.verb) == ("keep", "play")
            assert any(a.verb == "declare" for a in legal)


def test_most_choices_have_a_reason_of_their_own() -> None:
    said = Counter(x.why.key for x in collected())
    assert said["fuenfhundert.why.best"] < said.total() / 2, said
    assert len(said) >= 8, said
