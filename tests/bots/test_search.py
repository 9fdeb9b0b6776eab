"""The search that is the same for all games: what it may know, how it spends its budget, when it stops."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest

from bots.test_solver import late, plain
from games.rummy.rules import GAME as RUMMY
from games.rummy.rules import Rummy
from games.schnapsen.rules import GAME, LEAD, Schnapsen
from repository import ROOT
from stich.bots.arena import Arena, Contest
from stich.bots.player import never
from stich.bots.search import INTERPRETED, ChoiceSearch, Search, hides, is_compiled
from stich.games import find, load_folder
from stich.games.chimera.rules import GAME as CHIMERA
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import View, view

pytestmark = pytest.mark.once


class Plain(Search[Any]):
    """No hook but an early end, since random Rummy is long; few iterations."""

    iterations = 24 * INTERPRETED
    horizon = 30


class Solving(Search[Schnapsen]):
    iterations = 40 * INTERPRETED

    def solvable(self, s: Schnapsen) -> bool:
        return s.strict()

    def key(self, s: Schnapsen) -> tuple[object, ...]:
        return (s.turn, s.phase.name, *s.zones, s.points, s.married)


def after(game: Game, steps: int, seed: int = 1, options: dict[str, object] | None = None) -> tuple[State, Seat]:
    """Return a deal after so many random acts, at a seat that has a choice and no window is open."""
    match = Match(game, game.rules(options), Source(SIM, seed))
    chance = quick(seed, 1)
    while True:
        if not match.deal.must():
            match.next_deal()
        s = match.deal
        seat = s.actor()
        legal = s.legal(seat)
        if steps <= 0 and len(legal) > 1:
            return s, seat
        match.act(seat, legal[int(chance.below(len(legal)))])
        steps -= 1


def ask(player: Search[Any], s: State, seat: Seat, seed: int = 7) -> Action:
    return player.choose(view(s, seat), s.legal(seat), quick(seed))


# -- what it may know ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, RUMMY, CHIMERA], ids=lambda g: g.name)
def test_hidden_cards_make_no_difference(game: Game) -> None:
    """The same question, asked of the real deal and of one that the seat cannot tell from it, gets the same answer."""
    for steps in range(0, 20, 5 if game is GAME else 10):
        s, seat = after(game, steps)
        seen = view(s, seat)
        other = sample(seen, quick(steps, 5))
        assert (other.zones != s.zones) == hides(seen)
        before = seen.key()
        assert ask(Plain(6), s, seat) == ask(Plain(6), other, seat)
        assert view(s, seat).key() == before


def test_the_question_alone_decides() -> None:
    questions = [after(GAME, steps, seed) for steps in range(6) for seed in range(3)]
    player = Plain()
    alone = [ask(Plain(), s, seat) for s, seat in questions]
    assert [ask(player, s, seat) for s, seat in questions] == alone
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda one: ask(player, *one), questions * 2)) == alone * 2
    others = [ask(Plain(1), s, seat, seed=8) for s, seat in questions]
    assert others != alone  # with a single iteration luck decides


def test_nothing_is_hidden_when_all_has_been_played() -> None:
    s, seat = after(GAME, 0)
    assert hides(view(s, seat))
    s = next(s for seed in range(20) if (s := late(seed, 8)).closer < 0)
    assert not hides(view(s, 0))  # the stock is used up, so that both know all cards
    s = next(s for seed in range(20) if (s := late(seed, 8)).closer >= 0)
    assert hides(view(s, 0))


# -- how it spends its budget -----------------------------------------------------------------------------------------


class Counting(Search[Schnapsen]):
    """Knows what each answer is worth: the higher the face the better. Counts how often each was tried."""

    def __init__(self, iterations: int) -> None:
        super().__init__(iterations)
        self.tried: Counter[int] = Counter()

    def rest(self, s: Schnapsen, seat: Seat, chance: Chance) -> float | None:
        card = next(a.cards[0] for a in self.asked if a.cards[0] not in s.hand(seat))
        self.tried[card] += 1
        return float(card)

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        self.asked = legal
        return legal


def answering() -> tuple[State, Seat]:
    """Return a deal in which somebody may answer with any of five cards, while there is a stock."""
    for seed in range(100):
        s, seat = after(GAME, 1, seed)
        if isinstance(s, Schnapsen) and s.phase.name == "answer" and s.trump not in s.hand(seat):
            return s, seat
    raise AssertionError("no such deal")


def test_half_of_the_field_leaves_after_each_rung() -> None:
    """60 iterations in three rungs: 4 worlds for five, till 20 are spent; 7 for three, till 41; 10 for two, till 61."""
    s, seat = answering()
    player = Counting(60)
    chosen = ask(player, s, seat)
    cards = sorted(player.tried, reverse=True)
    assert chosen.cards == bytes(cards[:1])
    assert [player.tried[c] for c in cards] == [21, 21, 11, 4, 4]


@pytest.mark.parametrize(("n", "worlds"), [(2, [30, 30]), (3, [25, 25, 10]), (4, [22, 22, 8, 8])])
def test_every_rung_has_an_equal_share(n: int, worlds: list[int]) -> None:
    s, seat = answering()

    class Fewer(Counting):
        def candidates(self, view: View, legal: list[Action]) -> list[Action]:
            return super().candidates(view, legal[:n])

    player = Fewer(60)
    ask(player, s, seat)
    assert sorted(player.tried.values(), reverse=True) == worlds


def test_the_smallest_budget_tries_everything_once() -> None:
    s, seat = answering()
    player = Counting(1)
    ask(player, s, seat)
    assert min(player.tried.values()) == 1


def test_of_equals_the_first_is_chosen() -> None:
    class Equal(Search[Any]):
        def rest(self, s: Any, seat: Seat, chance: Chance) -> float | None:
            return 0.0

    s, seat = answering()
    assert ask(Equal(20), s, seat) == s.legal(seat)[0]


def test_long_rollouts_and_the_solver_cost_more() -> None:
    s, seat = after(RUMMY, 4)
    choosing: ChoiceSearch[Any] = ChoiceSearch(Search(), view(s, seat), s.legal(seat), quick(1), never)
    choosing.compare([0])
    assert choosing.spent > 2  # hundreds of random acts, until somebody is out
    t = late(2, 10)
    solving = ChoiceSearch(Solving(), view(t, t.turn), t.legal(t.turn), quick(1), never)
    solving.compare([0])
    assert solving.spent > 2


class Winning(Solving):
    """To win is all that counts, so there is a best and a worst."""

    def utility(self, s: Schnapsen, seat: Seat) -> float:
        points = s.result().points
        return 1.0 if points[seat] > points[1 - seat] else -1.0


class Bounded(Winning):
    least = -1.0
    most = 1.0


def test_what_cannot_be_better_is_not_looked_for() -> None:
    for seed in range(2, 6):
        t = late(seed, 10)
        found = []
        for search in (Winning(), Bounded()):
            choosing = ChoiceSearch(search, view(t, t.turn), t.legal(t.turn), quick(1), never)
            value = choosing.solved(t.copy())
            assert choosing.solver is not None
            found.append((value, choosing.solver.nodes))
        assert found[0][0] == found[1][0]
        assert found[1][1] < found[0][1]


def test_a_shorter_way_is_asked_before_the_solver() -> None:
    class Both(Solving):
        def rest(self, s: Schnapsen, seat: Seat, chance: Chance) -> float | None:
            return 1.0

    t = late(2, 10)
    choosing = ChoiceSearch(Both(), view(t, t.turn), t.legal(t.turn), quick(1), never)
    assert choosing.compare([0]) == [1.0]
    assert choosing.solver is None


def test_the_budget_depends_on_the_build_alone() -> None:
    s, _ = after(CHIMERA, 0)
    usual = 24 * INTERPRETED
    assert Plain().budget(s) == (usual if is_compiled(s) else 24)
    assert Plain(500).budget(s) == 500
    schnapsen, _ = after(GAME, 0)
    assert not is_compiled(schnapsen)


# -- when it stops ------------------------------------------------------------------------------------------------


def test_it_stops_between_two_iterations() -> None:
    s, seat = answering()
    legal = s.legal(seat)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > limit

    for limit, expected in ((0, legal[0]), (4, legal[0]), (7, max(legal, key=lambda a: a.cards))):
        asked = 0
        player = Counting(10**6)
        assert player.think(view(s, seat), legal, quick(1), stop) == expected
        assert asked == limit + 1  # and not one more
        assert player.tried.total() == limit


# -- every kind of decision ---------------------------------------------------------------------------------------


def test_answers_that_are_given_at_once() -> None:
    for seed in range(40):
        s, seat = after(CHIMERA, 3, seed)
        if s.phase.name == "exchange":
            assert ask(Plain(20), s, seat) in s.legal(seat)
            return
    raise AssertionError("no exchange was met")


@pytest.mark.parametrize("mode", ["reaction", "priority"])
def test_a_window(mode: str) -> None:
    """Buying costs a card from the stock: with one card left in hand nobody does it, at any price."""
    s, _ = after(RUMMY, 0, options={"claim": mode})
    assert isinstance(s, Rummy)
    while s.phase.name != "claim":
        legal = s.legal(s.actor())
        s.apply(s.actor(), next((a for a in legal if a.verb == "discard"), legal[0]))
    seat = next(i for i in range(3) if (s.may() or s.must()) >> i & 1)
    kept = s.zones[14 + seat][:1]
    s.zones[0] = s.zones[14 + seat][1:] + s.zones[0]
    s.zones[14 + seat] = kept
    no = CLOSE if mode == "reaction" else Action("pass")
    legal = [*s.legal(seat), CLOSE] if mode == "reaction" else s.legal(seat)
    assert no in legal
    chosen = Plain(60).choose(view(s, seat), legal, quick(3))
    assert chosen in legal


class Declining(Search[Rummy]):
    """Notes who is asked first in a rollout."""

    def __init__(self) -> None:
        super().__init__(1)
        self.first: list[Seat] = []

    def policy(self, s: Rummy, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        self.first.append(seat)
        return legal[-1]

    def rest(self, s: Rummy, seat: Seat, chance: Chance) -> float | None:
        return None if s.phase.name == "claim" else 0.0


def test_who_has_declined_is_not_asked_again() -> None:
    s, _ = after(RUMMY, 0)
    assert isinstance(s, Rummy)
    while s.phase.name != "claim":
        legal = s.legal(s.actor())
        s.apply(s.actor(), next((a for a in legal if a.verb == "discard"), legal[0]))
    open_to = [i for i in range(3) if s.waiting >> i & 1]
    assert len(open_to) == 2
    player = Declining()
    player.choose(view(s, open_to[0]), [CLOSE, *s.legal(open_to[0])], quick(1))
    assert player.first == open_to[1:]


# -- what hooks are for -------------------------------------------------------------------------------------------


def test_worlds_are_drawn_by_their_weight() -> None:
    class Suspicious(Search[Schnapsen]):
        """Believes that the other one holds the trump ace, if that can be."""

        def weight(self, view: View, s: Schnapsen) -> float:
            return 1.0 if 4 + s.trump // 5 * 5 in s.hand(1 - view.seat) else 1e-9

    s, seat = next(
        (s, seat) for seed in range(50) for s, seat in [after(GAME, 0, seed)] if has_no_ace(cast(Schnapsen, s), seat)
    )
    shares = []
    for player in (Search[Any](1), Suspicious(1)):
        choosing: ChoiceSearch[Any] = ChoiceSearch(player, view(s, seat), s.legal(seat), quick(1), never)
        worlds = [cast(Schnapsen, choosing.world()) for _ in range(400)]
        shares.append(sum(4 + w.trump // 5 * 5 in w.hand(1 - seat) for w in worlds) / 400)
    assert shares[0] == pytest.approx(5 / 14, abs=0.08)
    assert shares[1] == pytest.approx(1 - (9 / 14) ** 4, abs=0.06)  # one of four has it


def has_no_ace(s: Schnapsen, seat: Seat) -> bool:
    ace = 4 + s.trump // 5 * 5
    return ace not in s.hand(seat) and ace != s.trump


def test_open_endings_are_played_without_a_mistake() -> None:
    """Where all cards are known one world is enough, and the choice is one of the best there are."""
    checked = 0
    for seed in range(40):
        s = late(seed, 8)
        seat = s.turn
        if s.closer >= 0 or len(s.legal(seat)) < 2:
            continue
        checked += 1
        sign = 1 if seat == 0 else -1
        values = {}
        for action in s.legal(seat):
            after = s.copy()
            after.apply(seat, action)
            values[action] = sign * plain(after)
        choosing = ChoiceSearch(Solving(), view(s, seat), s.legal(seat), quick(1), never)
        assert values[choosing.decide()] == max(values.values())
    assert checked > 10


def test_the_horizon_ends_a_rollout() -> None:
    class Short(Search[Schnapsen]):
        horizon = 3

        def __init__(self) -> None:
            super().__init__(1)
            self.seen: list[int] = []

        def value(self, s: Schnapsen, seat: Seat) -> float:
            self.seen.append(sum(map(len, s.zones[4::2])))  # won cards
            return 0.0

    s, seat = after(GAME, 0)
    player = Short()
    ask(player, s, seat)
    assert player.seen
    assert all(won <= 4 for won in player.seen)


# -- strength -----------------------------------------------------------------------------------------------------


def test_it_beats_chance_without_a_hook() -> None:
    load_folder(ROOT / "tests/games/schnapsen")
    arena = Arena(Contest("schnapsen", {}, "expert@30", "random"), find("schnapsen"))
    shares = [r.share for number in range(15) for r in arena.deal(number).results]
    assert sum(shares) / len(shares) > 0.75


def test_it_marries_to_win() -> None:
    """Declaring reaches 66; leading a single card instead loses the deal."""
    s, _ = after(GAME, 0)
    t = cast(Schnapsen, s)
    seat = t.turn
    deck = [c for c in range(20) if c not in (11, 12, 0, 5, 6)]
    t.zones = [b""] * len(t.zones)
    t.zones[3 + 2 * seat] = bytes([0, 5, 6, 11, 12])  # HQ HK, and low cards
    t.zones[3 + 2 * (1 - seat)] = bytes(deck[:5])
    t.zones[1] = bytes(deck[5:6])
    t.trump = deck[5]
    t.zones[0] = bytes(deck[6:11])
    t.zones[4 + 2 * seat] = bytes(sorted(deck[11:15]))
    t.points = (50, 0) if seat == 0 else (0, 50)
    t.phase = LEAD
    chosen = ask(Plain(60), t, seat)
    assert chosen.verb == "marry"
    assert is_compiled(t) is False
