"""Drawn deals: whole, as the view says, evenly drawn, and found also where little is possible."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from games.rummy.rules import GAME as RUMMY
from kernel.plain import BUNKER, EACH, HAND, PILE, STOCK, Plain, table
from stich.games.chimera.rules import GAME as CHIMERA
from stich.kernel.action import SEALED, Action
from stich.kernel.cards import BACK, SPECTATOR, Pack
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import view

WIDE = Pack([f"c{i}" for i in range(12)], bytes(range(12)))


def dealt(barred: bytes = b"") -> Plain:
    """Return a table: seat 0 holds 0 1 2, seat 1 has 3 4 5 and in its bunker 6 7, 8 is on the pile, the rest stock."""
    s = table(bytes(range(12)), WIDE)
    for at, cards in ((HAND, b"\0\1\2"), (HAND + EACH, b"\3\4\5"), (BUNKER + EACH, b"\6\7"), (PILE, b"\10")):
        s.move_cards(cards, STOCK, at)
    s.marks = []
    s.barred = barred
    return s


def test_every_hidden_card_comes_everywhere_equally_often() -> None:
    s = dealt()
    v = view(s, 0)
    chance = quick(1)
    tries = 3000
    hands, bunkers, tops = Counter[int](), Counter[int](), Counter[int]()
    for _ in range(tries):
        t = sample(v, chance)
        assert (t.zones[HAND], t.zones[PILE]) == (s.zones[HAND], s.zones[PILE])
        assert bytes(sorted(b"".join(t.zones))) == WIDE.deck
        hands.update(t.zones[HAND + EACH])
        bunkers.update(t.zones[BUNKER + EACH])
        tops[t.zones[STOCK][-1]] += 1
    hidden = [3, 4, 5, 6, 7, 9, 10, 11]
    for seen, share in ((hands, 3 / 8), (bunkers, 2 / 8), (tops, 1 / 8)):
        assert set(seen) == set(hidden)
        for c in hidden:
            assert abs(seen[c] - tries * share) < 4.5 * math.sqrt(tries * share * (1 - share))


def test_cards_lie_where_they_may() -> None:
    v = view(dealt(barred=b"\11\12\13"), 0)
    chance = quick(2)
    for _ in range(200):
        assert not set(sample(v, chance).zones[HAND + EACH]) & {9, 10, 11}


def test_the_only_deal_there_is_is_found() -> None:
    """Shuffling would hit it once in 56 tries or not at all; the exact way is taken then."""
    s = dealt(barred=b"\6\7\11\12\13")
    for seed in range(20):
        assert sample(view(s, 0), quick(seed)).zones[HAND + EACH] == b"\3\4\5"


@pytest.mark.parametrize("barred", [b"\11\12", b"\3\6\7\11\12\13"])
def test_nothing_is_said_of_newer_cards(barred: bytes) -> None:
    """One of three cards has come since: one may be of what the others are not, also where hardly a deal is left."""
    s = dealt(barred)
    s.fresh = 1
    found = Counter[int]()
    for seed in range(200):
        t = sample(view(s, 0), quick(seed))
        assert bytes(sorted(b"".join(t.zones))) == WIDE.deck
        found[sum(c in barred for c in t.zones[HAND + EACH])] += 1
    assert set(found) == ({1} if len(barred) > 2 else {0, 1})


def test_a_contradiction_is_an_error_and_no_endless_search() -> None:
    s = dealt(barred=b"\3\6\7\11\12\13")
    with pytest.raises(RuntimeError, match="no deal agrees"):
        sample(view(s, 0), quick(1))


PAIRS = Pack(["A", "B", "C", "D"], bytes([0, 0, 1, 1, 2, 2, 3, 3]))


@pytest.mark.parametrize("known", [b"", b"\0"])
@pytest.mark.parametrize("barred", [b"", b"\1", b"\2\3"])
def test_two_of_a_kind_lie_apart_where_they_must(known: bytes, barred: bytes) -> None:
    """Also where one of them is known, and where shuffling rarely finds a deal."""
    s = table(PAIRS.deck, PAIRS)
    s.move_cards(b"\0\1\2", STOCK, HAND)
    s.move_cards(b"\0\1", STOCK, HAND + EACH)
    if barred:
        s.move(1, HAND + EACH, STOCK)
    s.marks = []
    for c in known:
        s.show(c, HAND + EACH)
    s.barred, s.single = barred, b"\0\1\2"
    chance = quick(6)
    for _ in range(100):
        t = sample(view(s, SPECTATOR), chance)
        assert sorted(b"".join(t.zones)) == sorted(PAIRS.deck)
        for at in (HAND, HAND + EACH):
            assert all(t.zones[at].count(c) < 2 for c in s.single)
        assert not set(t.zones[HAND + EACH]) & set(barred)
        assert set(known) <= set(t.zones[HAND + EACH])


def test_pairs_are_parted_where_only_the_exact_way_finds_how() -> None:
    s = table(PAIRS.deck, PAIRS)
    s.move_cards(b"\0\1\2\3", STOCK, HAND)
    s.move_cards(b"\0\1\2\3", STOCK, HAND + EACH)
    s.marks = []
    s.single = b"\0\1\2\3"
    for seed in range(50):
        t = sample(view(s, SPECTATOR), quick(seed))
        assert t.zones[HAND] == t.zones[HAND + EACH] == b"\0\1\2\3"


def test_known_cards_stay() -> None:
    s = dealt()
    s.show(4, HAND + EACH)
    chance = quick(3)
    for _ in range(50):
        t = sample(view(s, SPECTATOR), chance)
        assert 4 in t.zones[HAND + EACH]
        assert BACK not in b"".join(t.zones)


def test_the_next_shuffle_is_drawn_again() -> None:
    s = Match(RUMMY, RUMMY.rules(), Source(SIM, 1)).deal
    chance = quick(4)
    drawn = {sample(view(s, 0), chance).entropy for _ in range(20)}
    assert len(drawn) == 20
    assert s.entropy not in drawn


def test_sealed_answers_are_drawn_from_what_the_drawn_hand_allows() -> None:
    m = Match(CHIMERA, CHIMERA.rules(), Source(SIM, 1))
    first = m.deal.turn
    m.act(first, Action("bid", b"", 40))
    giver = next(seat for seat in range(3) if m.deal.must() >> seat & 1)
    m.act(giver, m.deal.legal(giver)[0])
    v = view(m.deal, first)
    assert v.seen.sealed[giver] is SEALED
    chance = quick(5)
    given = set()
    for _ in range(50):
        t = sample(v, chance)
        given.add(t.sealed[giver])
        assert t.sealed[giver] in t.legal(giver)
    assert len(given) > 25
