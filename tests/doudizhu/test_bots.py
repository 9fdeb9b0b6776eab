"""What Club and Expert of Dou Dizhu do where anybody who has played it knows better than to do something else."""

from __future__ import annotations

import pytest

from doudizhu.positions import at_play, hand, rules, start, state
from stich.bots import bot
from stich.games.doudizhu.advise import advise, explain
from stich.games.doudizhu.bot import duplicate, winners
from stich.games.doudizhu.expert import Expert
from stich.games.doudizhu.planner import Planner
from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_cards import HAND
from stich.kernel.action import Action
from stich.kernel.chance import quick
from stich.kernel.match import Match
from stich.kernel.view import view
from stich.parts import climb

pytestmark = pytest.mark.once


def choice(m: Match, level: str = "club") -> str:
    """Return what a player does, as ranks; "pass"."""
    s = state(m)
    chosen = bot(GAME, level).choose(view(s, s.turn), s.legal(s.turn), quick(1))
    if chosen.verb != "play":
        return chosen.verb
    return " ".join("3456789TJQKA2bB"[rank] for rank in climb.ranks(climb.cards(chosen.to)))


@pytest.mark.parametrize("level", ["beginner", "club", "expert@60"])
@pytest.mark.parametrize(
    ("mine", "last", "plays"),
    [
        ("7 7 7 7", "", "7 7 7 7"),
        ("8 8 8 3", "7 7 7 4", "3 8 8 8"),
        ("b B", "2 2 2 2", "b B"),
    ],
)
def test_whoever_can_go_out_goes_out(level: str, mine: str, last: str, plays: str) -> None:
    m = at_play(rules(), [mine, "4 5 6 9 T", "4 5 6 9 T"], last=last)
    assert choice(m, level) == plays


@pytest.mark.parametrize("level", ["club", "expert@60"])
def test_a_peasant_with_the_last_card_is_not_led_a_low_single(level: str) -> None:
    m = at_play(rules(), ["4 9 9 K", "T", "Q J 8 7"])
    assert choice(m, level) == "9 9"


@pytest.mark.parametrize("level", ["club", "expert@60"])
def test_a_bomb_stops_the_landlord_who_is_about_to_go_out(level: str) -> None:
    m = at_play(rules(), ["3", "5 5 5 5 6 7 7", "8 9 T J"], turn=1, last="A")
    assert choice(m, level) == "5 5 5 5"


@pytest.mark.parametrize("level", ["club", "expert@60"])
def test_a_partner_who_goes_out_next_is_left_the_trick(level: str) -> None:
    m = at_play(rules(), ["4 4 5 5 6 6 7 8", "A", "2 9 T J"], turn=2, last="K")
    assert choice(m, level) == "pass"


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    strong = "3 4 5 6 7 8 9 A A A 2 2 2 2 b B K"
    weak = "3 3 4 5 5 6 8 8 9 T J J Q Q K K 7"
    for ranks, bids in ((strong, True), (weak, False)):
        m = at_play(rules(), [ranks, "", ""])
        mine = state(m).zones[HAND]
        m = start(rules())
        state(m).zones[HAND] = mine
        s = state(m)
        chosen, why = advise(view(s, 0), s.legal(0), quick(1))
        assert (chosen.verb == "bid") == bids
        assert why.key.startswith("doudizhu.why.bid" if bids else "doudizhu.why.pass")
    assert Planner().features(s, 0)[1] >= 5


def test_the_same_view_gets_the_same_answer() -> None:
    m = at_play(rules(), ["4 9 9 K A A 2", "T T 5 6 7 8", "Q J 8 7 3 3"])
    assert choice(m, "expert@80") == choice(m, "expert@80")
    assert choice(m) == choice(m)


def test_there_is_a_reason_for_anything_that_is_legal() -> None:
    m = at_play(rules(), ["4 9 9 K A A 2", "T T 5 6 7 8", "Q J 8 7 3 3"], turn=1, last="9 9")
    s = state(m)
    for a in s.legal(1):
        assert explain(view(s, 1), s.legal(1), a).key.startswith("doudizhu.why.")


def test_a_bomb_counts_in_what_a_rollout_is_worth() -> None:
    search = Expert(40)
    plain = at_play(rules(), ["3", "5", "8"])
    search.look(state(plain), 0)
    assert search.rest(state(plain), 0, quick(1)) == 2 + 1
    bomb = at_play(rules(), ["7 7 7 7", "5", "8"])
    search.look(state(bomb), 0)
    assert search.rest(state(bomb), 0, quick(1)) == 2 + 2
    assert search.rest(state(bomb), 1, quick(1)) == -(2 + 2)
    m = at_play(rules(bombs_double=False), ["7 7 7 7", "5", "8"])
    search.look(state(m), 0)
    assert search.rest(state(m), 0, quick(1)) == 2 + 1


def test_duplicate_deals_have_each_seat_as_the_landlord() -> None:
    how = rules()
    for number in range(3):
        [(s, roles)] = duplicate(how, GAME.prepare(how, quick(7, number)), number)
        assert roles.index("landlord") == number == s.landlord == s.turn
        assert sorted(len(s.hand(seat)) for seat in range(3)) == [17, 17, 20]
        while s.must():
            s.apply(s.turn, s.legal(s.turn)[-1])
        assert winners(s) in (1 << number, 7 ^ 1 << number)


def test_a_hand_is_counted_by_ranks() -> None:
    assert climb.ranks(hand("3 3 b")) == bytes([0, 0, 13])
    assert Action("pass").to == -1
