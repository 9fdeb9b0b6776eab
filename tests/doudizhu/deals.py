"""A second reading of Dou Dizhu's sheet, for `tests/rounds.py`: what a play is and what it beats, found by trying every
way to split its cards; who is the landlord; and §8 computed another way.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from stich.games.doudizhu.rules_cards import BOTTOM, TRICK
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State

Reading = tuple[str, int, int]  # type, highest rank of the main part, length
ROW = range(12)  # 3 to ace
TWO, SMALL, BIG = 12, 13, 14
WITH = {("most_doublings", "3"): {"auction": "grab"}, ("limit", "100"): {"match_deals": "12"}}


def rank(c: int) -> int:
    """Return a card's rank (§1.2)."""
    return c // 4 if c < 52 else c - 39


def readings(cards: list[int], options: dict[str, str]) -> set[Reading]:
    """§6: every combination that exactly these ranks are."""
    n = Counter(cards)
    found: set[Reading] = set()
    if sorted(cards) == [SMALL, BIG]:
        return {("rocket", BIG, 1)}
    for each, one, many, least in ((1, "single", "straight", 5), (2, "pair", "pairs", 3), (3, "triple", "triples", 2)):
        if set(n.values()) == {each}:
            if len(n) == 1:
                found.add((one, max(n), 1))
            if len(n) >= least and is_run(sorted(n)):
                found.add((many, max(n), len(n)))
    if len(cards) == 4 and len(n) == 1:
        found.add(("bomb", max(n), 1))
    for core in runs_of_triples(n):
        rest = n - Counter(dict.fromkeys(core, 3))
        for size, kind in ((1, "triple1"), (2, "triple2")):
            if sum(rest.values()) == size * len(core) and attached(rest, core, size, options):
                found.add((kind if len(core) == 1 else kind.replace("e", "es"), max(core), len(core)))
    for r in [r for r in n if n[r] == 4]:
        rest = n - Counter({r: 4})
        if sum(rest.values()) == 2 and quad_cards(rest, options):
            found.add(("quad1", r, 1))
        two = sum(rest.values()) == 4 and all(m % 2 == 0 for m in rest.values())
        if two and (len(rest) == 2 or options["attached_fours"] == "true"):
            found.add(("quad2", r, 1))
    return found


def is_run(ranks: list[int]) -> bool:
    return ranks == list(range(ranks[0], ranks[-1] + 1)) and ranks[-1] in ROW


def runs_of_triples(n: Counter[int]) -> list[list[int]]:
    triples = sorted(r for r in n if n[r] >= 3)
    out = [[r] for r in triples]
    for size in range(2, len(triples) + 1):
        out += [list(some) for some in combinations(triples, size) if is_run(list(some))]
    return out


def attached(rest: Counter[int], core: list[int], size: int, options: dict[str, str]) -> bool:
    """§6.2–6.4: what triples may carry. size: 1 for cards, 2 for pairs."""
    if any(m % size for m in rest.values()):
        return False
    if size == 1 and rest[SMALL] and rest[BIG] and options["attached_jokers"] != "true":
        return False
    if size == 2 and (rest[SMALL] or rest[BIG]):
        return False
    repeats = [r for r in rest if r in core]
    if repeats and (len(core) == 1 or size == 2 or options["attached_repeat"] != "true"):
        return False
    if any(m > size for m in rest.values()):
        return len(core) > 1 and options["attached_equal"] == "true"
    return True


def quad_cards(rest: Counter[int], options: dict[str, str]) -> bool:
    """Tell what a quad may carry (§6.1, §6.4)."""
    if len(rest) == 1:
        return options["attached_pair"] == "true"
    return set(rest) != {SMALL, BIG} or options["attached_jokers"] == "true"


def is_higher(old: Reading, new: Reading) -> bool:
    """Tell whether one reading beats another (§7)."""
    if new[0] == "rocket" or old[0] == "rocket":
        return old[0] != "rocket"
    if new[0] == "bomb":
        return old[0] != "bomb" or new[1] > old[1]
    return (new[0], new[2]) == (old[0], old[2]) and new[1] > old[1]


class Watch:
    """One deal."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, DouDizhu)
        self.s = s
        self.first = s.turn
        self.bids: list[tuple[Seat, str, int]] = []
        self.last: set[Reading] = set()
        self.passes = 0
        self.doubles = 0
        self.plays = [0, 0, 0]
        assert sorted(len(s.hand(seat)) for seat in range(3)) == [17, 17, 17]
        assert len(s.zones[BOTTOM]) == 3

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        if s.phase is not PLAY:
            self.bids.append((seat, a.verb, a.to))
            return
        if not sum(self.plays) and not self.passes:
            assert s.landlord == seat == landlord(self.bids, self.first, s.rules.options)
            assert len(s.hand(seat)) == 20
        if a.verb == "pass":
            assert self.last, "a leader may not pass (§5.1)"
            self.passes += 1
            if self.passes == 2:
                self.last, self.passes = set(), 0
            return
        cards = [rank(c) for c in s.phase.cards(s, seat, a)]
        found = readings(cards, s.rules.options)
        assert found, "§6"
        if self.last:
            found = {new for new in found if any(is_higher(old, new) for old in self.last)}
            assert found, "§7"
        self.last, self.passes = found, 0
        self.plays[seat] += 1
        self.doubles += len(cards) in (2, 4) and bool({kind for kind, _, _ in found} & {"bomb", "rocket"})

    def finished(self, result: DealResult) -> None:
        s = self.s
        if result.again:
            assert result.points == (0, 0, 0)
            assert {verb for _, verb, _ in self.bids} == {"pass"}
            return
        assert not s.zones[TRICK]
        assert len(s.gone()) + sum(len(s.hand(seat)) for seat in range(3)) == 54
        assert s.turns == tuple(self.plays)
        assert list(result.points) == self.points()

    def points(self) -> list[int]:
        """Return what each seat gets (§8)."""
        s = self.s
        how = s.rules.options
        out = [seat for seat in range(3) if not s.hand(seat)]
        assert len(out) == 1
        won = out == [s.landlord]
        doubles = sum(verb == "grab" for _, verb, _ in self.bids)
        if how["bombs_double"] == "true":
            doubles += self.doubles
        lord = self.plays[s.landlord]
        if how["spring"] == "true" and (sum(self.plays) == lord if won else lord == 1):
            doubles += 1
        if how["most_doublings"] != "0":
            doubles = min(doubles, int(how["most_doublings"]))
        bid = max([n for _, verb, n in self.bids if verb == "bid"], default=1)
        stake = bid * 2**doubles
        return [(2 if seat == s.landlord else -1) * (stake if won else -stake) for seat in range(3)]


def landlord(bids: list[tuple[Seat, str, int]], first: Seat, options: dict[str, str]) -> Seat:
    """Return who is the landlord after these bids (§3)."""
    spoken = [seat for seat, verb, _ in bids if verb != "pass"]
    if not spoken:
        assert options["all_pass"] == "first_plays"
        return first
    if options["auction"] == "points":
        values = [n for _, verb, n in bids if verb == "bid"]
        assert values == sorted(set(values))
        assert values[-1] == 3 or len(bids) >= 3
        assert options["bid_rounds"] == "passes" or len(bids) <= 3
    else:
        assert len(bids) <= 4
        assert [verb for _, verb, _ in bids].count("call") == 1
    return spoken[-1]
