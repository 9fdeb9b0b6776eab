"""What the options of Dou Dizhu change beside combinations, auction and score, whose examples are in test_examples."""

from __future__ import annotations

from itertools import pairwise

from doudizhu.positions import rules, start, state
from moves import at_random, choices, deals_of, do, refused
from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_cards import BOTTOM, HAND
from stich.kernel.cards import BACK, SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view


def test_all_see_the_bottom_cards_only_where_they_are_shown() -> None:
    for shown in (True, False):
        m = start(rules(bottom_shown=shown))
        bottom = state(m).zones[BOTTOM]
        for eye in (0, 1, 2, SPECTATOR):
            assert view(state(m), eye).seen.zones[BOTTOM] == bytes([BACK] * 3)
        do(m, "0 bid 3")
        assert state(m).bottom == (bottom if shown else b"")
        for eye in (1, 2, SPECTATOR):
            seen = view(state(m), eye).seen.zones[HAND]
            assert len(seen) == 20
            assert bytes(c for c in seen if c != BACK) == (bottom if shown else b"")


def test_a_match_is_as_many_deals_as_agreed() -> None:
    for n in (3, 6):
        m = Match(GAME, rules(match_deals=n), Source(SIM, 7))
        assert sum(not m.sheets[-1].result.again for _ in deals_of(m, quick(7))) == n
        best = max(m.scores)
        assert m.winners == sum(1 << seat for seat in range(3) if m.scores[seat] == best)


def test_a_match_can_end_with_a_total() -> None:
    m = Match(GAME, rules(match_deals=99, limit=20), Source(SIM, 8))
    for _ in deals_of(m, quick(8)):
        assert m.over == (max(m.scores) >= 20)


def test_the_next_player_deals_and_the_same_one_after_a_deal_that_all_passed() -> None:
    m = start(rules(), dealer=2)
    do(m, "0 pass", "1 pass", "2 pass")
    m.next_deal()
    assert m.setup.carry == (0,)
    m = Match(GAME, rules(), Source(SIM, 3))
    first = m.setup.dealer
    while not state(m).landlord >= 0:
        m.act(state(m).turn, GAME.read(m.rules, "bid 3"))
    at_random(m, quick(3))
    m.next_deal()
    assert m.setup.dealer == (first + 1) % 3


def test_a_lot_decides_who_speaks_first() -> None:
    m = Match(GAME, rules(first_bidder="random", match_deals=60), Source(SIM, 4))
    dealers = []
    for _ in deals_of(m, quick(4)):
        dealers.append(m.setup.dealer)
    assert {(b - a) % 3 for a, b in pairwise(dealers)} == {0, 1, 2}


def test_what_can_be_said_in_either_auction() -> None:
    m = start(rules())
    assert choices(m, 0) == ["pass", "bid 1", "bid 2", "bid 3"]
    do(m, "0 bid 2")
    assert choices(m, 1) == ["pass", "bid 3"]
    assert refused(m, "1 bid 2").key == "error.doudizhu.bid"
    m = start(rules(auction="grab"))
    assert choices(m, 0) == ["pass", "call"]
    assert refused(m, "0 grab").key == "error.doudizhu.calling"
    do(m, "0 call")
    assert choices(m, 1) == ["pass", "grab"]
    assert refused(m, "1 call").key == "error.doudizhu.grabbing"
