"""Durak's Expert: the end of two is exact, and worlds in which somebody would have acted otherwise count for less."""

from __future__ import annotations

from functools import partial

import pytest

from durak.positions import do, position, rules, state
from stich.bots.solver import Solver
from stich.games.durak.club import choice
from stich.games.durak.expert import Ending, Expert, are_left, likelihood, prospect
from stich.games.durak.rollout import best_attack, best_defence
from stich.games.durak.rules import GAME
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once

WAYS: list[dict[str, object]] = [
    {},
    {"transfer": False},
    {"transfer_by_showing_trump": True, "transfer_after_beat": True},
    {"throw_mode": "free", "packs": 2, "pack": 32},
]


def late(seed: int, most: int, **options: object) -> Durak:
    """Return a position of a random game in which two are left with at most so many cards, and one has a choice."""
    for n in range(100):
        m = Match(GAME, rules(2, **options), Source(SIM, 100 * seed + n))
        chance = quick(seed, n)
        while m.deal.must():
            s = state(m)
            legal = s.legal(s.actor())
            if are_left(s, most) and len(legal) > 1:
                return s
            m.act(s.actor(), legal[int(chance.below(len(legal)))])
    raise AssertionError("no such position")


def plain(s: Durak, side: Seat) -> float:
    """Return what a position is worth by trying everything."""
    seat = s.actor()
    if seat < 0:
        return Expert().utility(s, side)
    values = []
    for a in s.legal(seat):
        after = s.copy()
        assert isinstance(after, Durak)
        after.apply(seat, a)
        values.append(plain(after, side))
    return max(values) if seat == side else min(values)


def solve(s: Durak, side: Seat, search: Ending) -> float:
    world = s.copy()
    assert isinstance(world, Durak)
    solver = Solver(1 << side, partial(utility, search, side), search.key)
    return solver.value(world, search.least, search.most)


def utility(search: Ending, side: Seat, end: Durak) -> float:
    return search.utility(end, side)


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_solver_finds_what_trying_everything_finds(options: dict[str, object]) -> None:
    for seed in range(6):
        s = late(seed, 5, **options)
        assert solve(s, s.actor(), Expert()) == plain(s, s.actor())


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_end_of_two_is_played_perfectly(options: dict[str, object]) -> None:
    for seed in range(6):
        s = late(seed, 6, **options)
        seat = s.actor()
        best = solve(s, seat, Expert())
        chosen = Expert(1).choose(view(s, seat), s.legal(seat), quick(seed))
        after = s.copy()
        assert isinstance(after, Durak)
        after.apply(seat, chosen)
        assert solve(after, seat, Expert()) == best


def test_the_trump_that_saves_a_draw() -> None:
    """The plain seven first would be beaten, and the trumps would come back; after the trump it can be thrown in."""
    m = position("C6 D7", "C7 D8", transfer=False)
    s = state(m)
    values = {}
    for a in s.legal(0):
        after = s.copy()
        assert isinstance(after, Durak)
        after.apply(0, a)
        values[GAME.write(m.rules, a)] = solve(after, 0, Expert())
    assert values == {"attack C6": 0.0, "attack D7": -1.0}
    assert Expert(1).choose(view(s, 0), s.legal(0), quick(1)) == GAME.read(m.rules, "attack C6")


def test_three_are_not_two() -> None:
    assert not are_left(state(position("C6", "D7", "D8")), 8)
    assert are_left(state(position("C6", "D7", "", out=[2])), 8)
    assert not are_left(state(position("C6", "D7", turnup="C2")), 8)
    assert not are_left(state(position("C6 C8", "D7 D9")), 3)
    assert not are_left(state(position("C8 S8", "D7", attack=["H8 HT"])), 4), "what lies on the table counts"


def test_a_player_who_is_out_has_nothing_to_lose() -> None:
    s = state(position("", "D7", "D8", attacker=1, out=[0]))
    assert Expert().rest(s, 0, quick(1)) == 1.0
    assert Expert().rest(s, 1, quick(1)) is None


def test_who_takes_could_hardly_beat_it() -> None:
    could, could_not = (
        state(position("D2 D3", held, "S2 S3", attack=["H4"], taking=True, talon="C8 C9", turnup="CA"))
        for held in ("H5 D4 D5", "S5 D4 D5")
    )
    assert likelihood(could, 0) < likelihood(could_not, 0) == 1.0
    assert likelihood(could, 1) == 1.0, "he knows his own reasons"


def test_who_has_passed_had_nothing_to_throw_in() -> None:
    had, had_not = (
        do(
            position("D2 D3", "C2 C3 C4", held, "S2 S3", attack=["H4 H5"], talon="C8 C9", turnup="CA"),
            "0 pass",
            "2 pass",
        )
        for held in ("S4 D4", "S9 D9")
    )
    assert likelihood(had, 0) < likelihood(had_not, 0) == 1.0
    assert likelihood(had, 2) == 1.0


def test_rollouts_attack_low_and_beat_cheaply() -> None:
    m = position("HA C2 D3 S3", "H4 H5 H6 C9", talon="C8 CT", turnup="CA")
    s = state(m)
    written = GAME.write(m.rules, best_attack(s, 0, s.legal(0)))
    assert written in ("attack D3", "attack S3", "attack S3 D3")
    m = position("HA", "H9 HK C9 D2", attack=["H8"], talon="C8 CT", turnup="CA")
    s = state(m)
    assert GAME.write(m.rules, best_defence(s, 1, s.legal(1))) == "beat H8 H9"


def test_rollouts_take_what_would_cost_too_much() -> None:
    talon = "C8 CT D4 D5 D6 D7 D8 D9 DT S8 S9 ST SJ SQ SK SA HJ HQ HK"
    m = position("H2 S4 S5 S7", "CA CK D2", attack=["H3"], talon=talon, turnup="CQ")
    s = state(m)
    assert GAME.write(m.rules, best_defence(s, 1, s.legal(1))) == "take"


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {"pack": 36}), (2, {"transfer": False})])
def test_rollouts_play_as_club_does(seats: int, options: dict[str, object]) -> None:
    """All hands lie open there, but they make no more of that than Club, who sees one; only which attack card is
    beaten first may differ.
    """
    m = Match(GAME, rules(seats, **options), Source(SIM, 8))
    while m.deal.must():
        s = state(m)
        seat = s.actor()
        legal = s.legal(seat)
        first = choice(seen_by(s, seat), seat, legal)
        if len(legal) > 1:
            a = Expert().policy(s, seat, legal, quick(1))
            assert a == first or a.verb == first.verb == "beat"
        m.act(seat, first)


def seen_by(s: Durak, seat: Seat) -> Durak:
    seen = view(s, seat).seen
    assert isinstance(seen, Durak)
    return seen


def test_an_attack_that_can_be_passed_on_can_be_answered() -> None:
    """Of the last two, one attacks with what the other one has to take: neither the nine, which can be beaten, nor the
    eight, which can be passed on where that is allowed.
    """
    for transfer, attack in ((True, "attack DQ"), (False, "attack S8")):
        m = position("S8 D9 DQ", "H8 DT H2", transfer=transfer)
        s = state(m)
        assert GAME.write(m.rules, best_attack(s, 0, s.legal(0))) == attack


STOCK = "S7 S8 S9 ST D2"


@pytest.mark.parametrize(("better", "worse"), [("CA", "CK"), ("C3", "S3"), ("C3 C4", "C4 SA"), ("CA", "C2 HA")])
def test_trumps_promise_most_as_long_as_there_is_a_talon(better: str, worse: str) -> None:
    one, other = (state(position(held, "H5 D6 C9", "H6 D7 CJ", talon=STOCK, turnup="CT")) for held in (better, worse))
    assert prospect(one, 0) > prospect(other, 0)
    assert prospect(one, 1) < prospect(other, 1)


def test_of_all_one_is_the_durak() -> None:
    for hands in (["CA", "C2 HA"], ["CA", "C2", "H3"], ["CA", "C2", "H3", "S4 CK", "D3"]):
        s = state(position(*hands, talon=STOCK, turnup="CT"))
        risks = [(1 - prospect(s, seat)) / 2 for seat in range(len(hands))]
        assert sum(risks) == pytest.approx(1)
        assert min(risks) > 0


@pytest.mark.parametrize(("drawn", "sign"), [("CA C2", 1), ("C2 CA", -1)])
def test_a_bout_is_played_to_its_end_and_then_judged(drawn: str, sign: int) -> None:
    """The six is beaten with the seven, and nobody has more to throw in; then both draw a trump."""
    m = position(
        "H9 HT HJ HQ HK", "D7 SJ SQ SK SA H5", attack=["D6"], talon=f"{drawn} {STOCK}", turnup="CT", transfer=False
    )
    s = state(m)
    bouts = s.bouts
    assert 0 < sign * Expert().value(s, 0) < 1
    assert (s.bouts, s.phase.name) == (bouts + 1, "open")


def test_without_a_talon_a_game_is_played_to_its_end() -> None:
    s = state(position("", "D7 SJ", attack=["D6"]))
    assert Expert().value(s, 0) == 1.0
    assert s.durak == 1


def test_every_answer_is_one_of_the_choices() -> None:
    m = Match(GAME, rules(3), Source(SIM, 5))
    chance = quick(5, 5)
    for _ in range(12):
        s = state(m)
        seat = s.actor()
        legal: list[Action] = s.legal(seat)
        chosen = Expert(2).choose(view(s, seat), legal, chance)
        assert chosen in legal
        m.act(seat, chosen)
