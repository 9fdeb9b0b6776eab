"""What a good player would call stupid, class by class: piles taken of one's own will, fours not burnt, tens wasted."""

from __future__ import annotations

from typing import Any

import pytest

from cruzo.positions import rules, table
from stich.games.cruzo.bot import BOTS
from stich.games.cruzo.club import choice
from stich.games.cruzo.expert import Expert
from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import BUNKER, PILE, ROW, STOCK
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

BIG = "9 Q Q A 2 9 3 X 2 2 X 4 6 6 6"
OTHERS = ("4 7 T", "5 9 K", "6 8 Q")


def chosen(level: str, m: Match, seat: int = 0) -> str:
    bot = Expert(60) if level == "expert" else BOTS[level]()
    return GAME.write(m.rules, bot.choose(view(m.deal, seat), m.deal.legal(seat), quick(1)))


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("hand", "pile"),
    [
        ("T J A", BIG),
        ("4 4 4 4", "9 Q Q A 2 9 3 X 2 2 X 4 6 6 2"),
        ("4 4 4", "9 Q Q A 2 9 3 X 2 2 X 4 6 6 2"),
        ("7 K", "5 6"),
        ("A", BIG),
        ("2", BIG),
    ],
)
@pytest.mark.parametrize("stock", [-1, 0])
def test_nobody_takes_a_pile_who_has_something_to_lay(level: str, hand: str, pile: str, stock: int) -> None:
    assert chosen(level, table(hand, *OTHERS, pile=pile, stock=stock)).startswith("play")


def test_expert_takes_no_pile_that_club_would_not() -> None:
    """In whole deals, at every seat."""
    for seed, seats in ((1, 4), (2, 3), (3, 2)):
        m = Match(GAME, rules(seats, action_cap=260, throw_mode="off"), Source(SIM, seed))
        expert, chance = Expert(4), quick(seed)
        while m.deal.must():
            seat = m.deal.actor()
            legal = m.deal.legal(seat)
            a = expert.choose(view(m.deal, seat), legal, chance)
            if a.verb == "pickup" and len(legal) > 1:
                assert choice(view(m.deal, seat), legal, chance).verb == "pickup"
            m.act(seat, a)


FOURS = [
    ("4 4 4 A A A A A 7 8 J", "", "A"),
    ("2 2 4 4 4 5 5 5 6 6 7 8 J J J A A A A A X X", "", "A"),
    ("5 5 5 5 9 9 9 9 Q 2 3", "", "59"),
    ("Q K K K K 2 X", "9 Q", "K"),
    ("6 J", "5 J J J", "J"),
    ("3 Q Q A", "4 Q Q", "Q"),
    ("7 7 7 7 4 5", "9 7", "7"),
]


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(("hand", "pile", "ranks"), FOURS)
@pytest.mark.parametrize("stock", [-1, 0])
def test_four_of_a_rank_are_burnt_before_all_else(level: str, hand: str, pile: str, ranks: str, stock: int) -> None:
    m = table(hand, *OTHERS, pile=pile, stock=stock)
    said = chosen(level, m)
    assert said.split()[1] in ranks
    m.act(0, GAME.read(m.rules, said))
    assert not m.deal.zones[PILE], "it burns"
    assert m.deal.actor() == 0, "and he goes on"


def test_a_ten_is_not_wasted_on_nothing() -> None:
    for hand, stock in (("T 3 3", -1), ("T 3 3", 0), ("T T 3", 0), ("T 2 X 3", -1)):
        assert not chosen("club", table(hand, *OTHERS, pile="", stock=stock)).startswith("play T"), hand


def test_what_is_kept_goes_one_by_one_at_the_end() -> None:
    given: dict[str, Any] = {"stock": 0}
    assert choice_of(table("2 2 9", "4 5", "6 7", pile="K", **given)) == "play 2"
    assert choice_of(table("3 3 9", "4 5", "6 7", pile="K", **given)) == "play 3"


def choice_of(m: Match) -> str:
    return GAME.write(m.rules, choice(view(m.deal, 0), m.deal.legal(0), quick(1)))


def test_the_last_cards_go_all_at_once() -> None:
    for hand, pile in (("2 2", "5"), ("K K K", "5"), ("3 3", "4")):
        m = table(hand, "4 5", "6 7", pile=pile, stock=0, opened=("", "4", "5"))
        for i in range(ROW):
            m.deal.zones[BUNKER + i] = b""
        assert choice_of(m) == f"play {hand}"


@pytest.mark.once
@pytest.mark.parametrize(("seats", "endings", "least"), [(2, 6, 0), (4, 8, 6)])
def test_club_loses_less_by_looking_ahead_without_a_stock(seats: int, endings: int, least: int) -> None:
    """Against Club by its sums alone, from each seat of the same endings. least: places that are gained at four seats
    where it looks ahead with two left alone.
    """
    better = 0.0
    for seed in range(endings):
        m = Match(GAME, rules(seats, throw_mode="off", action_cap=400), Source(SIM, seed))
        chance = quick(seed)
        while m.deal.must() and m.deal.zones[STOCK]:
            seat = m.deal.actor()
            m.act(seat, choice(view(m.deal, seat), m.deal.legal(seat), chance))
        if not m.deal.must():
            continue
        for side in range(seats):
            s = m.deal.copy()
            while s.must():
                seat = s.actor()
                legal, seen = s.legal(seat), view(s, seat)
                club = BOTS["club"]() if seat == side else None
                s.apply(seat, club.choose(seen, legal, chance) if club else choice(seen, legal, chance))
            points = s.result().points
            better += sum(points) / seats - points[side]  # places: few are good
    assert better > least
