"""What is counted of cards that are out, and the players of Herzblatt and Gaigel that count so."""

from __future__ import annotations

import pytest

from gaigel.positions import position as gaigel
from herzblatt.positions import at_play
from herzblatt.positions import rules as herzblatt
from stich.bots import bot
from stich.bots.trick import Count
from stich.games import find
from stich.games.gaigel.judgement import count_of as gaigel_count
from stich.games.herzblatt.club import Club, buried, chance_of_66, count_of
from stich.games.herzblatt.rules_cards import CONTRACT, NAMES
from stich.kernel.action import CLOSE, Action
from stich.kernel.chance import quick
from stich.kernel.view import view

pytestmark = pytest.mark.once

LEVELS = ["beginner", "club"]


@pytest.mark.parametrize("level", LEVELS)
def test_out_of_turn_a_bot_claims_what_it_has_and_nothing_else(level: str) -> None:
    how = find("gaigel").rules({"stop": "claim"}, 2)
    player, luck = bot(find("gaigel"), level), quick(1)
    for points, legal, verb in ((101, [Action("claim"), CLOSE], "claim"), (90, [CLOSE], "window_closed")):
        m = gaigel(["SA", "S9"], how, points=[50, points], scored=[1])
        assert m.deal.legal(1) == legal[:-1]
        assert player.choose(view(m.deal, 1), legal, luck).verb == verb


def test_the_view_is_all_that_a_bot_needs() -> None:
    m = at_play(herzblatt(), ["SA CK", "S9 CQ", "SJ CT"], turn=0, declarer=1)
    legal = m.deal.legal(0)
    assert Club().choose(view(m.deal, 0), legal, quick(1)) in legal


# -- counting


def test_a_card_that_nothing_can_beat_is_a_master() -> None:
    m = at_play(herzblatt(), ["ST DT", "SK CQ", "HJ CT"], turn=0, declarer=1)  # all other cards have been won
    count = count_of(view(m.deal, 0))
    assert count.is_master(NAMES.index("ST"))
    assert count.outside(CONTRACT.members[2]) == 1
    assert count.holds(0, CONTRACT.members[1]) == 1.0


def test_a_seat_that_lacks_a_suit_holds_none_of_it() -> None:
    m = at_play(herzblatt(), ["ST DT", "SK CQ", "HJ CT"], turn=0, declarer=1)
    m.deal.void = (0, CONTRACT.members[1], 0)
    count = count_of(view(m.deal, 0))
    assert count.holds(1, CONTRACT.members[1]) == 0.0
    assert 0 < count.holds(2, CONTRACT.members[1]) < 1


def test_the_last_to_play_knows_who_takes_the_trick() -> None:
    m = at_play(herzblatt(), ["SA CK", "", ""], "ST SK", turn=0, declarer=0)
    count = count_of(view(m.deal, 0))
    trick = m.deal.zones[1]
    assert count.wins(trick + bytes([NAMES.index("SA")]), [1, 2, 0], 1, bound=True) == 1.0
    assert count.wins(trick + bytes([NAMES.index("CK")]), [1, 2, 0], 1, bound=True) == 0.0


def test_cards_that_were_shown_are_known_to_be_there() -> None:
    m = gaigel(["SK SQ CA", "C9 D9 H9"], talon="CJ DJ SJ", turnup="HT", scored=[0])
    m.act(0, Action("meld", m.deal.layout.pack.read("SQ SK")))
    count: Count = gaigel_count(view(m.deal, 1))
    king = m.deal.layout.pack.faces["SK"]
    assert count.holds(0, 1 << king) == 1.0


# -- judging


def test_more_hearts_and_aces_are_a_better_hand() -> None:
    def chance(hand: str) -> float:
        m = at_play(herzblatt(), [hand, "", ""])
        return chance_of_66(m.deal, 0)

    weak, middling, strong = (
        chance("C9 CJ CQ S9 SJ SQ D9 DJ"),
        chance("HJ HQ HK CA SA S9 D9 DJ"),
        chance("HA HT HK HQ HJ CA SA DA"),
    )
    assert weak < 0.05 < 0.3 < middling < 0.9 < strong


def test_a_bare_ten_is_buried_and_no_heart_or_ace() -> None:
    hand = bytes(sorted(map(NAMES.index, ["HA", "HJ", "CA", "CT", "DT", "SJ", "SQ", "SK"])))
    best = max(hand, key=lambda c: buried(c, hand))
    assert NAMES[best] == "DT"
