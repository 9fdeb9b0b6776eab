"""What nobody may know, and what everybody may: talon, hands, pairs, the exchanged card, what was shown, totals."""

from __future__ import annotations

import pytest

from gaigel.positions import do, position, rules, start, state
from moves import at_random, refused
from stich.games.gaigel.rules import GAME
from stich.games.gaigel.rules_cards import EACH, HAND, PAIR, TALON
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import view


def test_talon_and_hands() -> None:
    s = state(start(rules(4)))
    for eye in (0, 1, 2, 3, SPECTATOR):
        seen = view(s, eye).seen
        assert set(seen.zones[TALON]) == {BACK}
        for seat in range(4):
            assert (BACK in seen.zones[HAND + EACH * seat]) is (seat != eye)


def test_the_partner_s_hand_is_hidden_too() -> None:
    assert set(view(state(start(rules(4))), 0).seen.zones[HAND + EACH * 2]) == {BACK}


def test_a_melded_pair_is_where_it_was_melded_in_every_world() -> None:
    m = position(["SK SQ CA CT", "C9 C9 D9 D9", "CJ CJ DJ DJ"], scored=[0], talon="DA DA DT DT ST", turnup="HT")
    s = do(m, "0 meld SK SQ", "0 play SQ", "1 play C9", "2 play CJ")
    king = s.layout.pack.read("SK")
    for n in range(40):
        drawn = sample(view(s, 1), quick(n))
        assert drawn.zones[PAIR] == king
        assert len(drawn.zones[HAND]) == 3  # two of the four, and one drawn


def test_the_exchanged_card_is_where_it_was_taken_until_it_is_played() -> None:
    m = position(["H9 SA CA CT", "C9 C9 D9 D9"], scored=[0], talon="DA DA DT DT ST", turnup="HT")
    s = do(m, "0 exchange")
    ten = s.layout.pack.read("HT")
    assert all(ten in sample(view(s, 1), quick(n)).zones[HAND] for n in range(40))
    s = do(m, "0 play HT", "1 play C9")
    assert ten not in view(s, 1).seen.zones[HAND]


def test_what_a_play_has_revealed_after_the_talon_is_gone() -> None:
    m = position(["SK DA", "S9 CA", "HA CT"])
    s = do(m, "0 play SK", "1 play S9", "2 play HA")
    read = s.layout.pack.read
    assert [s.layout.pack.names[c] for c in range(24) if s.void[1] >> c & 1] == ["ST", "SA"]  # not headed
    assert all(not s.can_hold(c, HAND + EACH * 2) for c in read("S9 SJ SQ SK ST SA"))  # not followed
    assert s.can_hold(read("CT")[0], HAND + EACH * 2)
    for n in range(30):
        drawn = sample(view(s, 0), quick(n))
        assert all(drawn.can_hold(c, i) for i, z in enumerate(drawn.zones) for c in z)


def test_an_open_talon_tells_nothing_of_hands() -> None:
    m = position(["SK DA", "C9 CA"], talon="DJ DJ CJ", turnup="HT")
    assert do(m, "0 play SK", "1 play C9").void == (0, 0)


@pytest.mark.parametrize(("stop", "seed"), [("auto", 1), ("auto", 2), ("claim", 3), ("claim", 4)])
def test_if_totals_are_not_shown_no_trick_is_reported_with_its_points(stop: str, seed: int) -> None:
    """§4: players can count the other side's total; no phrase and no view does it for them."""
    told: dict[str, set[str]] = {}
    for value in ("true", "false"):
        m = Match(GAME, rules(4, show_totals=value, stop=stop), Source(SIM, seed), watched=True)
        at_random(m, quick(seed))
        phrases = [e.phrase for e in m.events if e.phrase is not None and e.kind != "result"]
        told[value] = {phrase.key for phrase in phrases if "n" in phrase.args}
    assert told["true"] - told["false"] == {"gaigel.event.trick"}
    assert told["false"] <= {"gaigel.event.deal", "gaigel.said.meld"}  # a pair is named with what it counts


def test_if_totals_are_not_shown_each_sees_their_own_side_only() -> None:
    """§4, §8; at the end of a game they lie open."""
    m = position(["SA C9", "S9 CA", "SJ CJ", "SQ CQ"], rules(4, show_totals=False), points=[20, 30, 20, 30])
    assert [view(m.deal, eye).seen.facts_for(eye) for eye in (0, 1, 2, SPECTATOR)] == [
        *({"points": 20}, {"points": 30}, {"points": 20}, {"points": ()}),
    ]
    s = do(m, "0 play SA", "1 play S9", "2 play SJ", "3 play SQ", "0 play C9", "1 play CA", "2 play CJ", "3 play CQ")
    assert s.facts_for(1) == {}
    shown = position(["SA C9", "S9 CA"], points=[20, 30]).deal
    assert shown.facts_for(0) == {}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_to_be_asked_for_a_claim_tells_nothing(seats: int) -> None:
    """§8 `stop=claim`: all others may interrupt at any time, whatever they have; a refusal says whose turn it is."""
    cards = ["SA CA", "S9 C9", "SJ CJ", "SQ CQ"][:seats]
    for points in ([0] * seats, [105] * seats):
        m = position(cards, rules(seats, stop="claim"), points=points, scored=range(seats))
        assert m.deal.may() == m.deal.layout.everyone & ~1
        assert refused(m, "1 play S9").args == {"seats": b"\0"}


def test_a_refusal_names_own_cards_alone() -> None:
    """§5: the duty, with the cards that fulfil it; of the talon and of other hands nothing."""
    m = position(["SK DA", "S9 SA CA", "ST HA"], turn=0)
    s = do(m, "0 play SK")
    told = refused(m, "1 play CA").args
    assert set(told) == {"cards", "card"}
    assert told["cards"] == s.layout.pack.read("SA")
