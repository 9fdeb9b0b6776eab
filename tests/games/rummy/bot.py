"""Expert's choices in Rummy, with reasons: the search needs no player of its own here."""

from __future__ import annotations

from typing import Final

from stich.bots.search import Search
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import ONE, Card, Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View

from .rules import CLAIM, DISCARD, DRAW, MELD, MELDS, Rummy, arranged, fits, melds, worth

EXPERT: Final[Search[Rummy]] = Search()


def advise(view: View[Rummy], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return what Expert would do, and a reason that holds in this position."""
    a = EXPERT.choose(view, legal, chance)
    s = view.seen
    hand = s.hand(view.seat)
    if s.phase is DRAW or s.phase is CLAIM:
        return a, why_card(s, hand, a, legal)
    left = without(hand, a.cards)
    if not left:
        return a, said("out")
    if a.verb != "discard":
        return a, said(a.verb, n=worth(a.cards))
    return a, why_discard(s, hand, a, legal)


def said(key: str, n: int = 0, **args: Arg) -> Phrase:
    return Phrase(f"rummy.why.{key}", {**args, "n": n}, n=n)


def without(hand: Cards, cards: Cards) -> Cards:
    for c in cards:
        hand = hand.replace(ONE[c], b"", 1)
    return hand


def why_card(s: Rummy, hand: Cards, a: Action, legal: list[Action]) -> Phrase:
    """Say what the open card is good for: to take it, to buy it, or to leave it."""
    if len(legal) == 1:
        return said("draw_only")
    top = s.zones[DISCARD][-1]
    use = use_of(s, hand, top)
    if a.verb in ("take", "buy"):
        return said(f"take_{use}" if use else "take_low", card=top, n=worth(ONE[top]))
    if not use:
        return said("leave_useless", card=top)
    return said("leave_dear" if a.verb == "pass" else "leave", card=top)


def use_of(s: Rummy, hand: Cards, c: Card) -> str:
    """Return what a card is good for: "meld", it makes one, "fits" on the table, "near" a card of the hand, or ""."""
    if any(c in m for m in melds(bytes(sorted(hand + ONE[c])), s.rules.equal)):
        return "meld"
    if any(m and fits(m, c, s.rules.equal) for m in s.zones[MELD : MELD + MELDS]):
        return "fits"
    return "near" if any(near(c, d, s.rules.equal) for d in hand) else ""


def near(c: Card, d: Card, equal: bool) -> bool:
    if c % 13 == d % 13:
        return equal or c != d
    return c // 13 == d // 13 and abs(c - d) <= 2


def why_discard(s: Rummy, hand: Cards, a: Action, legal: list[Action]) -> Phrase:
    if len(legal) == 1:
        return said("only")
    c = a.cards[0]
    rest = without(hand, a.cards)
    n = worth(a.cards)
    in_melds = b"".join(arranged(hand, s.rules.equal))
    if c not in in_melds and not any(near(c, d, s.rules.equal) for d in rest):
        return said("alone", n=n)
    loose = without(hand, in_melds)
    if c in loose and n == max([worth(ONE[d]) for d in loose]):
        return said("dear", n=n)
    return said("keep")


BOTS: Final = {Search.level: Search}
