"""The players of Knock, weakest first: two that decide by a rule of thumb, and one that searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, final

from stich.bots.player import Bot, never
from stich.bots.search import Search, before
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

from .rules import DISCARD, DRAW, MELDS, Knock

DRAW_CARD: Final = Action("draw")
TAKE_CARD: Final = Action("take")


class Beginner(Bot):
    """Knocks when it can, draws from the stock, and throws what leaves the fewest points."""

    level: ClassVar[str] = "beginner"

    def choose(self, view: View[Knock], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        return DRAW_CARD if s.phase is DRAW else sensible(s, view.seat, legal)


class Club(Bot):
    """Takes the top of the pile, too, where that leaves it with fewer points."""

    level: ClassVar[str] = "club"

    def choose(self, view: View[Knock], legal: list[Action], chance: Chance) -> Action:
        return sensible(view.seen, view.seat, legal)


def sensible(s: Knock, seat: Seat, legal: list[Action]) -> Action:
    hand = s.hand(seat)
    if s.phase is DRAW:
        with_top = bytes(sorted(hand + s.zones[DISCARD][-1:]))
        fewer = min(MELDS.left_over(with_top.replace(bytes([c]), b"")) for c in with_top) < MELDS.left_over(hand)
        return TAKE_CARD if fewer else DRAW_CARD
    return min(legal, key=lambda a: (a.verb != "knock", MELDS.left_over(hand.replace(a.cards, b"")), -a.cards[0] % 10))


@final
class Expert(Search[Knock]):
    """Searches; in its rollouts everybody plays as Club does."""

    iterations: ClassVar[int] = 1000

    def candidates(self, view: View[Knock], legal: list[Action]) -> list[Action]:
        s = view.seen
        if s.phase is DRAW:
            return before(sensible(s, view.seat, legal), legal)
        hand = s.hand(view.seat)
        return sorted(legal, key=lambda a: (MELDS.left_over(hand.replace(a.cards, b"")), a.verb != "knock"))[:4]

    def policy(self, s: Knock, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return sensible(s, seat, legal)


def advise(
    view: View[Knock], legal: list[Action], chance: Chance, stop: Callable[[], bool] = never
) -> tuple[Action, Phrase]:
    """Return what Expert would do, and what it leaves over."""
    a = Expert().think(view, legal, chance, stop)
    s = view.seen
    hand = s.hand(view.seat)
    if s.phase is DRAW:
        top = s.zones[DISCARD][-1]
        with_top = bytes(sorted(hand + bytes([top])))
        n = min(MELDS.left_over(with_top.replace(bytes([c]), b"")) for c in with_top)
        fewer = n < MELDS.left_over(hand)
        why = ("take" if fewer else "take_prospect") if a.verb == "take" else "draw" if fewer else "draw_no_use"
        return a, Phrase(f"knock.why.{why}", {"card": top, "n": n})
    n = MELDS.left_over(hand.replace(a.cards, b""))
    if a.verb == "knock":
        return a, Phrase("knock.why.knock" if n else "knock.why.knock_clean", {"n": n})
    best = min(MELDS.left_over(hand.replace(bytes([c]), b"")) for c in hand)
    return a, Phrase("knock.why.discard" if n == best else "knock.why.discard_later", {"n": n})


BOTS: Final = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
