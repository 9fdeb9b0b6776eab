"""Expert: what it tries, how it judges a position that is not at its end, and that it plays better than chance."""

from __future__ import annotations

import pytest

from cruzo.positions import dealt, do, legal, rules, state, table
from stich.games.cruzo.expert import Expert, sensible, standing
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, seats_of
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

SOME = "4 5 6"
BARE = ["", "", ""]


def tried(m: Match, seat: Seat) -> list[str]:
    return [GAME.write(m.rules, a) for a in Expert().candidates(view(m.deal, seat), m.deal.legal(seat))]


def chosen(m: Match, seat: Seat, iterations: int = 60) -> str:
    s = state(m)
    choices = s.legal(seat) if s.must() >> seat & 1 or seat == s.turn else [*s.legal(seat), CLOSE]
    return GAME.write(m.rules, Expert(iterations).choose(view(s, seat), choices, quick(1)))


def test_of_each_rank_one_card_and_all() -> None:
    m = table("K K K A A 4", SOME, pile="Q")
    assert sorted(tried(m, 0)) == ["play A", "play A A", "play K", "play K K K"]
    assert set(tried(m, 0)) < set(legal(m, 0))


def test_what_club_would_do_stands_in_front() -> None:
    m = table("2 5 K", SOME, SOME, pile="4")
    assert tried(m, 0)[0] == "play 5"


@pytest.mark.parametrize(
    ("better", "worse"),
    [("4 5", "4 5 6"), ("2 3", "4 5"), ("X X", "8 8"), ("K", "A A")],
)
def test_fewer_and_better_cards_stand_better(better: str, worse: str) -> None:
    one, other = (state(table(held, "7 8 9", "7 8 9", pile="K")) for held in (better, worse))
    assert standing(one, 0) > standing(other, 0)
    assert standing(one, 1) < standing(other, 1)


def test_the_standings_of_all_make_up_the_places() -> None:
    s = state(table("K", "7 8 9 9", "4 4", SOME, opened=["K", "4 5", "6 7 8", ""], stock=0, pile="K"))
    each = [standing(s, seat) for seat in range(4)]
    assert sum(each) == pytest.approx(0)
    assert max(each) <= 2.0


def test_a_finished_player_keeps_the_place() -> None:
    m = table("K", SOME, SOME, opened=BARE, bunkers=BARE, stock=0, pile="Q")
    s = do(m, "0 play K")
    assert standing(s, 0) == 1.5
    assert standing(s, 1) < 0


@pytest.mark.parametrize(
    ("held", "lying", "best"),
    [
        ("5 9 K", "4", "play 5"),
        ("K K A", "K K", "play K K"),
        ("7 7 7 7 4", "2", "play 7 7 7 7"),
        ("2 T 9", "5", "play 9"),
        ("8 8 J", "5", "play 8 8"),
    ],
)
def test_what_a_rollout_plays(held: str, lying: str, best: str) -> None:
    m = table(held, SOME, SOME, pile=lying)
    assert GAME.write(m.rules, sensible(state(m), 0, state(m).legal(0))) == best


def test_a_rollout_throws_and_the_player_on_turn_waits() -> None:
    m = table("K 4 5", "K K K A", "K K K", pile="Q")
    s = do(m, "0 play K")
    assert sensible(s, 2, [*s.legal(2), CLOSE]).verb == "throw"
    assert sensible(s, 1, [*s.legal(1), CLOSE]) is CLOSE
    m = table("2 4 5", SOME, "2 2 2", pile="Q")
    s = do(m, "0 play 2")
    assert sensible(s, 2, [*s.legal(2), CLOSE]) is CLOSE, "twos are worth more in the hand"
    m = table("K 4 5", SOME, "K K K", pile="Q", throw_mode="priority")
    s = do(m, "0 play K")
    assert sensible(s, 2, s.legal(2)).verb == "throw"


def test_a_rollout_draws_what_it_owes() -> None:
    m = table("K 4 5", "A 4 5", SOME, pile="Q", draw_mode="manual", throw_mode="off")
    s = do(m, "0 play K", "1 play A")
    assert sensible(s, 0, [*s.legal(0), CLOSE]) == Action("draw")


def test_the_last_card_is_played() -> None:
    """With two and four left the four would not fit on what comes; the two will."""
    m = table("4 2", "K K A", opened=BARE, bunkers=BARE, stock=0, pile="", throw_mode="off")
    assert chosen(m, 0) == "play 4"
    m = table("9", "A A A", SOME, opened=["", "4 4 4", "4 4 4"], stock=0, bunkers=BARE, pile="8")
    assert chosen(m, 0) == "play 9"


def test_a_four_is_thrown_where_it_wins() -> None:
    """The player on turn would win with the next card."""
    m = table("Q 9 9", "A", "Q Q Q", opened=BARE, bunkers=BARE, stock=0, pile="4")
    do(m, "0 play Q")
    assert chosen(m, 2) == "throw Q Q Q"


@pytest.mark.parametrize(
    "options", [{}, {"throw_mode": "priority", "swap_before_start": True}, {"draw_mode": "manual"}]
)
def test_it_beats_chance(options: dict[str, object]) -> None:
    """Three deals of two players, hardly thought about: more is for the arena."""
    won = 0
    for seed in range(3):
        me = seed % 2
        m = Match(GAME, rules(2, **options), Source(SIM, seed))
        bot, chance = Expert(2), quick(seed, 9)
        while not m.over:
            seat, acts = next_seat(state(m), chance)
            if seat == me and len(acts) > 1:
                a = bot.choose(view(m.deal, seat), acts, chance)
            else:
                a = acts[int(chance.below(len(acts)))]
            if a != CLOSE or seat == HOST:
                m.act(seat, a)
            else:
                m.act(HOST, CLOSE)
        won += m.winners == 1 << me
    assert won >= 2


def next_seat(s: Cruzo, chance: object) -> tuple[Seat, list[Action]]:
    """Return who acts next, those first who may interrupt."""
    must = s.must()
    for seat in seats_of(s.may() & ~must & ~s.phase.waits_out(s)):
        acts = s.legal(seat)
        if acts:
            return seat, [*acts, CLOSE] if must == 1 << HOST else acts
    seat = s.actor()
    return seat, s.legal(seat)


def test_the_same_question_gets_the_same_answer() -> None:
    m = dealt(["D5 S5 HK", "D7 S2 H3"])
    do(m, "0 dir cw")
    assert len({chosen(m, 0, 20) for _ in range(3)}) == 1
