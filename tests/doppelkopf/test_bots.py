"""The players of Doppelkopf: legal under every rule, stronger than chance, and with reasons that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, cast

import pytest

from bots.reasons import Trick, is_true
from doppelkopf.positions import BOTH, dealt, do, playing, state
from rounds import runs
from stich.bots import bot
from stich.bots.trick import REASONS
from stich.games.doppelkopf.advise import advise, friends
from stich.games.doppelkopf.bot import Expert
from stich.games.doppelkopf.club import Club
from stich.games.doppelkopf.rules import GAME, TRICK, Doppelkopf
from stich.games.doppelkopf.rules_trumps import PACK, TRUMP, WORTH
from stich.games.doppelkopf.sight import Sight
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
        m.next_deal()


def test_club_beats_chance() -> None:
    """Each deal twice, with Club on two seats and chance on the others."""
    edge = 0
    for number in range(60):
        deck = GAME.prepare(GAME.rules(), quick(8, number))
        for mine in (5, 10):
            s = GAME.deal(GAME.rules(), Setup(1, number % 4, (0,) * 4), deck)
            luck = quick(9, number)
            players = [bot(GAME, "club" if mine >> seat & 1 else "random") for seat in range(4)]
            while s.must():
                s.apply(s.turn, players[s.turn].choose(view(s, s.turn), s.legal(s.turn), luck))
            edge += sum(n for seat, n in enumerate(s.result().points) if mine >> seat & 1)
    assert edge > 60  # some 140


def test_expert_does_what_is_legal_and_the_same_again() -> None:
    first, second = Expert(12), Expert(12)
    m = Match(GAME, GAME.rules(), Source(SIM, 4))
    while m.deal.must():
        seat = m.deal.turn
        chosen = first.choose(view(m.deal, seat), m.deal.legal(seat), quick(3))
        assert chosen in m.deal.legal(seat)
        assert chosen == second.choose(view(m.deal, seat), m.deal.legal(seat), quick(3))
        m.act(seat, chosen)


# -- what Club sees


def sight(m: Match, seat: Seat) -> Sight:
    return Sight(view(m.deal, seat))


def test_friends_follow_from_queens() -> None:
    m = playing({0: "CQ DJ", 1: "D9 C9", 2: "CQ DJ", 3: "D9 C9"})
    assert sight(m, 0).friends == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3])
    assert sight(m, 1).friends == pytest.approx([1 / 3, 1, 1 / 3, 1 / 3])
    do(m, "1 play D9", "2 play CQ")
    assert sight(m, 0).friends == [1, 0, 1, 0]
    assert sight(m, 3).friends == pytest.approx([0.5, 0.5, 0, 1])


def test_who_lacks_trumps_is_no_friend_of_re() -> None:
    m = playing({0: "CQ DJ", 1: "CQ C9", 2: "SA C9", 3: "HA DT"})
    state(m).void = (0, 0, state(m).rules.contracts[0].members[TRUMP], 0)
    assert sight(m, 0).friends == pytest.approx([1, 0.5, 0, 0.5])


def test_the_holder_of_the_called_ace_hopes() -> None:
    m = dealt(BOTH.replace(" SA", " S9"), "SA")
    do(m, "1 call_ace S")
    assert sight(m, 2).friends[1] == pytest.approx(0.6)
    assert [seat for seat in (3, 0) if sight(m, seat).friends[1] == 0]


def test_a_last_card_is_weighed_by_what_lies_there() -> None:
    m = playing({0: "CQ C9", 1: "D9 C9", 2: "D9 C9", 3: "D9 C9"}, "SA ST SK", 1)
    assert Club().choose(view(m.deal, 0), m.deal.legal(0), quick(1)).cards == PACK.read("CQ")


# -- reasons


class Said(NamedTuple):
    s: Doppelkopf
    seat: Seat
    legal: list[Action]
    action: Action
    why: Phrase


@cache
def collected() -> list[Said]:
    return list(positions())


def positions() -> Iterator[Said]:
    luck = quick(7)
    for options in ({}, {"solo_right": "anyone", "grossspiel": "true", "tollen": "true"}):
        for seed in range(8):
            m = Match(GAME, GAME.rules(dict(options)), Source(SIM, seed))
            while m.deal.must():
                seat, legal = m.deal.turn, m.deal.legal(m.deal.turn)
                action, why = advise(view(m.deal, seat), legal, luck)
                assert action == Club().choose(view(m.deal, seat), legal, luck)
                yield Said(cast(Doppelkopf, m.deal.copy()), seat, legal, action, why)
                m.act(seat, action)


def test_each_reason_is_true() -> None:
    for s, seat, legal, action, why in collected():
        key = why.key.removeprefix("doppelkopf.why.")
        how = s.rules.contracts[s.contract]
        if key in REASONS:
            leader = (seat - len(s.zones[TRICK])) & 3
            seats = [(leader + i) & 3 for i in range(4)]
            side = friends(cast(Doppelkopf, view(s, seat).seen), seat)
            trick = Trick(how, WORTH, s.zones[TRICK], seats, side, [s.hand(other) for other in range(4)])
            assert is_true(trick, seat, legal, action.cards[0], key, cast(int, why.args["n"])), (key, action)
        elif key == "draw":
            assert PACK.faces["CQ"] in s.hand(seat) or s.re >> seat & 1
            assert how.is_trump(action.cards[0])
        elif key == "seek":
            assert (s.declarer, s.kontra) == (seat, 0)
        elif key == "alone":
            contract = s.rules.contracts[5 if action.verb == "grossspiel" else 1 + action.to]
            assert why.args["n"] == sum(contract.is_trump(c) for c in s.hand(seat))
        else:
            assert (key == "ok") == (action.verb == "ok")


def test_most_choices_have_a_reason_of_their_own() -> None:
    said = Counter(x.why.key for x in collected())
    assert said["doppelkopf.why.best"] < said.total() / 2, said


def test_a_called_ace_is_explained_by_ones_own() -> None:
    m = dealt(BOTH)
    _, why = advise(view(m.deal, 1), m.deal.legal(1), quick(1))
    assert why.key in ("doppelkopf.why.call", "doppelkopf.why.call_own", "doppelkopf.why.alone")
