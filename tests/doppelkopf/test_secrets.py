"""Who plays with whom, and what the play has told of hands: neither more nor less."""

from __future__ import annotations

import pytest

from doppelkopf.positions import BOTH, all_ok, dealt, playing, state
from moves import do
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import CLUB_QUEEN, EACH, HAND, PACK
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import Doppelkopf, parties
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.sample import sample
from stich.kernel.view import view

ACE = PACK.faces["SA"]


def seen(m: Match, seat: int) -> Doppelkopf:
    s = view(m.deal, seat).seen
    assert isinstance(s, Doppelkopf)
    return s


def worlds(m: Match, seat: int, n: int = 60) -> list[Doppelkopf]:
    out = []
    for i in range(n):
        s = sample(view(m.deal, seat), quick(i))
        assert isinstance(s, Doppelkopf)
        out.append(s)
    return out


def test_before_a_queen_falls_each_knows_only_their_own_party() -> None:
    m = playing({0: "CQ DJ", 1: "S9 C9", 2: "CQ DJ", 3: "S9 C9"})
    assert [parties(seen(m, seat), seat) for seat in range(4)] == [(1, 0), (0, 2), (4, 0), (0, 8)]
    assert parties(seen(m, SPECTATOR), SPECTATOR) == (0, 0)
    assert (state(m).re, state(m).kontra) == (0, 0)


def test_a_table_shows_each_player_what_they_can_know() -> None:
    """§4: of the parties each player sees what follows from their own cards and the queens on the table, and no
    more.
    """
    m = playing({0: "CQ DJ", 1: "S9 C9", 2: "CQ DJ", 3: "S9 C9"})
    assert [seen(m, seat).facts_for(seat) for seat in (0, 1, SPECTATOR)] == [
        *({"re": 1, "kontra": 0}, {"re": 0, "kontra": 2}, {}),
    ]
    do(m, "1 play S9", "2 play CQ")
    assert [seen(m, seat).facts_for(seat) for seat in (0, 1, 2, 3)] == [
        *({"re": 5, "kontra": 10}, {"re": 4, "kontra": 2}, {}, {"re": 4, "kontra": 8}),
    ]
    do(m, "3 play S9", "0 play CQ")
    assert [seen(m, seat).facts_for(seat) for seat in (0, 1, 2, 3, SPECTATOR)] == [{}] * 5


def test_while_hands_are_announced_nobody_is_of_a_party() -> None:
    m = dealt()
    assert {parties(seen(m, seat), seat) for seat in range(4)} == {(0, 0)}


def test_the_second_queen_tells_all() -> None:
    m = playing({0: "CQ DJ", 1: "D9 C9", 2: "CQ DJ", 3: "D9 C9"})
    do(m, "1 play D9", "2 play CQ", "3 play D9", "0 play CQ")
    assert {parties(seen(m, seat), seat) for seat in (0, 1, 2, 3, SPECTATOR)} == {(5, 10)}


def test_a_called_ace_tells_nobody_before_it_falls() -> None:
    """A player who holds one is a candidate, and does not know whether it will be the first."""
    m = dealt(BOTH.replace(" SA", " S9"), "SA")
    do(m, "1 call_ace S")
    assert {parties(seen(m, seat), seat) for seat in (0, 1, 2, 3, SPECTATOR)} == {(2, 0)}
    assert {sum(ACE in w.hand(seat) for w in worlds(m, 1)) > 0 for seat in (0, 2, 3)} == {True}


def test_both_called_aces_tell_their_holder_alone() -> None:
    """Nobody else can play the first of them."""
    m = dealt(BOTH.replace(" SA", " S9"), "SA SA")
    do(m, "1 call_ace S")
    assert parties(seen(m, 2), 2) == (6, 9)
    assert {parties(seen(m, seat), seat) for seat in (0, 1, 3, SPECTATOR)} == {(2, 0)}
    assert seen(m, 2).facts_for(2) == {"re": 6, "kontra": 9}


def test_a_solo_is_one_against_three() -> None:
    m = dealt("", BOTH)
    do(m, "1 ok", "2 solo D")
    assert {parties(seen(m, seat), seat) for seat in (0, 1, 2, 3, SPECTATOR)} == {(4, ALL & ~4)}


def test_who_said_nothing_has_one_club_queen_at_most() -> None:
    for seat in (0, SPECTATOR):
        for w in worlds(all_ok(dealt()), seat):
            assert max(w.hand(other).count(CLUB_QUEEN) for other in range(4)) == 1
    m = dealt()
    assert any(w.hand(seat).count(CLUB_QUEEN) == 2 for w in worlds(m, SPECTATOR, 200) for seat in range(4))
    do(m, "1 ok")
    assert all(w.hand(1).count(CLUB_QUEEN) < 2 for w in worlds(m, SPECTATOR, 200))


def test_who_called_holds_both_queens_and_not_both_aces() -> None:
    m = dealt(BOTH)
    do(m, "1 call_ace S")
    for w in worlds(m, 3):
        assert w.hand(1).count(CLUB_QUEEN) == 2
        assert w.hand(1).count(ACE) < 2
    assert not state(m).may_pair(ACE, HAND + EACH)
    assert state(m).may_pair(ACE, HAND + EACH * 2)
    assert state(m).can_hold(ACE, HAND + EACH)
    do(m, "1 play SA")
    assert all(w.hand(1).count(ACE) == 0 for w in worlds(m, 3))
    assert not state(m).can_hold(ACE, HAND + EACH)
    assert state(m).can_hold(ACE, HAND + EACH * 2)


def test_a_soloist_has_both_queens_only_if_required() -> None:
    m = dealt(BOTH)
    do(m, "1 solo C")
    assert {w.hand(1).count(CLUB_QUEEN) for w in worlds(m, 3)} == {2}
    m = dealt(BOTH, solo_right="anyone")
    do(m, "1 solo C")
    assert {w.hand(1).count(CLUB_QUEEN) for w in worlds(m, 3, 200)} == {0, 1, 2}


def test_a_player_who_played_a_queen_has_no_other() -> None:
    m = playing({0: "CQ DJ DJ", 1: "D9 C9 S9", 2: "CQ DT DK", 3: "D9 C9 S9"})
    do(m, "1 play D9", "2 play CQ")
    assert not state(m).can_hold(CLUB_QUEEN, HAND + 2 * 2)
    assert {w.hand(0).count(CLUB_QUEEN) + w.hand(3).count(CLUB_QUEEN) for w in worlds(m, 1)} == {1}


@pytest.mark.parametrize(("lead", "answer", "lacks"), [("SA", "HK", "SA ST SK S9"), ("D9", "CA", "CQ DQ SJ DA D9")])
def test_who_did_not_follow_has_none(lead: str, answer: str, lacks: str) -> None:
    m = playing({1: f"{lead} C9", 2: f"{answer} CT", 3: "S9 C9", 0: "S9 C9"})
    do(m, f"1 play {lead}", f"2 play {answer}")
    assert not any(state(m).can_hold(c, HAND + 2 * 2) for c in PACK.read(lacks))
    assert state(m).can_hold(PACK.faces["CT"], HAND + 2 * 2)


def test_worlds_are_found_late_in_every_deal() -> None:
    """Also with the tightest constraints; the laws look at some of them, this looks at all."""
    chance = quick(11)
    rules = GAME.rules({"tollen": True})
    for _ in range(12):
        s = GAME.deal(rules, GAME.first(rules, chance), GAME.prepare(rules, chance))
        assert isinstance(s, Doppelkopf)
        while s.must():
            for eye in (0, 1, 2, 3, SPECTATOR):
                w = sample(view(s, eye), chance)
                assert all(s.can_hold(c, i) for i, z in enumerate(w.zones) for c in z)
            acts = s.legal(s.turn)
            s.apply(s.turn, acts[int(chance.below(len(acts)))])
