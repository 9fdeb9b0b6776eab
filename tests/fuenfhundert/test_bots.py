"""What Club does in Fünfhundert, and that its reasons hold."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import pytest

from bots.reasons import Said, Trick, hints, is_true
from fuenfhundert.positions import position
from stich.bots.trick import REASONS
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.judgement import Sight
from stich.games.fuenfhundert.rules import GAME
from stich.games.fuenfhundert.rules_cards import BOTTOM, STRICT, TRICK, WORTH
from stich.games.fuenfhundert.rules_combinations import NAMES, value
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once


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


@cache
def collected() -> list[Said]:
    return [said for options in ({}, {"declare_who": "leader"}) for said in hints("fuenfhundert", 2, options, 12)]


def test_each_reason_is_true() -> None:
    for deal, seat, legal, action, why in collected():
        s = cast(Fuenfhundert, deal)
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


def test_without_a_talon_the_other_hand_is_known_and_counts() -> None:
    """For a combination, cards in the opponent's hand count as much as cards in the opponent's tricks."""
    looked = 0
    for seed in range(6):
        m = Match(GAME, GAME.rules(), Source(SIM, seed))
        while (seat := m.deal.actor()) >= 0:
            s = m.deal
            legal = s.legal(seat)
            if not s.has_talon() and any(a.verb == "play" for a in legal):
                theirs = Sight(view(s, seat)).theirs
                assert all(theirs >> c & 1 for c in s.hand(1 - seat))
                looked += 1
            m.act(seat, Club().choose(view(s, seat), legal, quick(1)))
    assert looked > 50
