"""What the rule sheet says of any Chimera round, for `tests/rounds.py`: plays beat, exchanges are even, and §9 computed
another way gives the same score.
"""

from __future__ import annotations

from stich.games.chimera.rules_cards import CATS, EACH, HAND, TOADS, TRICK, WON
from stich.games.chimera.rules_combinations import ATTACK, TRAP
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.deal import DealResult
from stich.kernel.state import State
from stich.parts import climb
from stich.parts.climb.pack import rank


class Watch:
    """One round, or a deal in which all pass."""

    def __init__(self, s: State) -> None:
        assert isinstance(s, Chimera)
        self.s = s
        self.traps = 0
        self.attacks = 0

    def before(self, seat: Seat, a: Action) -> None:
        s = self.s
        if s.phase is not PLAY:
            return
        sizes = [len(s.hand(i)) for i in range(3)]
        if not s.played:
            assert sorted(sizes) == [17, 17, 20], "an exchange leaves seventeen each (§4)"
        if a.verb == "play":
            assert climb.beats(s.last, a.to)
            self.traps += climb.kind(a.to) == TRAP
            self.attacks += climb.kind(a.to) == ATTACK
        if s.last == 0:
            assert a.verb == "play", "a leader may not pass (§5)"
            assert not s.zones[TRICK]

    def finished(self, result: DealResult) -> None:
        s = self.s
        assert (s.traps, s.attack) == (self.traps, self.attacks)
        if not result.again:
            check_score(s, result)


def worth(cards: bytes) -> int:
    """§1: 10 for a 2, 5 for an 11."""
    return sum(10 if rank(c) == TOADS else 5 if rank(c) == CATS else 0 for c in cards)


def check_score(s: Chimera, result: DealResult) -> None:
    """§9: treasures are shared out among piles and hands, the rest follows from who went out."""
    piles = [worth(s.zones[WON + EACH * seat]) for seat in range(3)]
    left = sum(worth(s.zones[HAND + EACH * seat]) for seat in range(3))
    assert sum(piles) + left == 60
    assert not s.zones[TRICK]
    out = [seat for seat in range(3) if not s.hand(seat)]
    assert len(out) == 1
    extra = [points - pile for points, pile in zip(result.points, piles, strict=True)]
    hunters = [seat for seat in range(3) if seat != s.chimera]
    if out[0] == s.chimera:
        idle = sum(not s.played >> seat & 1 for seat in hunters)
        idle = min(idle, 1) if s.rules.idle_once else idle
        assert extra[s.chimera] == 2 * s.bid + 25 * (s.traps + s.attack + idle)
        assert [extra[seat] for seat in hunters] == [0, 0]
    else:
        assert extra[s.chimera] == -s.bid
        assert [extra[seat] for seat in hunters] == [20, 20]
    assert all(points % 5 == 0 for points in result.points)
