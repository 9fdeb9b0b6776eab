"""Beginner: knows the rules of Écarté and that trumps are good, and makes typical beginners' mistakes.

One choice in four is a slip of an explainable kind: forgetting the king, playing a game on hope, discarding a good
card, spending a high card where a low one would do.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.ecarte.rules_cards import KING, SIZE, TRICK
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


class Beginner(Bot):
    """Counts trumps, kings and queens, and leads its highest card; does not remember what is gone."""

    level = "beginner"

    SLIP = 25  # of a hundred choices
    ENOUGH = 3  # trumps, kings and queens to play with

    def choose(self, view: View[Ecarte], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        slip = chance.below(100) < self.SLIP
        if len(legal) == 1:
            return legal[0]
        if s.phase is DECIDE:
            return legal[0] if len(self.good(s, view.seat)) + slip >= self.ENOUGH else legal[1]
        if s.phase is CHANGE:
            return self.discard(s, view.seat, legal, slip)
        if s.phase is CLAIM:
            return legal[1] if slip else legal[0]
        by_rank = sorted(legal, key=lambda a: (a.cards[0] // SIZE == s.trump(), a.cards[0] % SIZE, a.cards))
        leads = not s.zones[TRICK]
        return by_rank[-1] if leads != slip else by_rank[0]

    def good(self, s: Ecarte, seat: int) -> bytes:
        return bytes([c for c in s.hand(seat) if c // SIZE == s.trump() or c % SIZE >= KING - 1])

    def discard(self, s: Ecarte, seat: int, legal: list[Action], slip: bool) -> Action:
        """Discard cards that are not good; by a slip one of them is kept, or a good one goes."""
        good = self.good(s, seat)
        away = [c for c in s.hand(seat) if c not in good]
        if slip:
            away = away[1:] if len(away) > 1 else [*away, *good[:1]]
        sizes = {len(a.cards) for a in legal}
        while len(away) < min(sizes):
            away.append(next(c for c in s.hand(seat) if c not in away))
        return Action("change", bytes(sorted(away[: max(sizes)])))
