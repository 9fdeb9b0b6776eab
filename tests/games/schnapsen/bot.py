"""Expert's choices in Schnapsen, with reasons: the search needs no player of its own here."""

from __future__ import annotations

from typing import Final

from stich.bots.search import Search
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Card, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

from .rules import EACH, TRICK, TURNUP, WON, WORTH, Schnapsen, suit

EXPERT: Final[Search[Schnapsen]] = Search()


def advise(view: View[Schnapsen], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return what Expert would do, and a reason that holds in this position."""
    a = EXPERT.choose(view, legal, chance)
    s = view.seen
    if a.verb == "exchange":
        return a, said("exchange", card=s.zones[TURNUP][0])
    if a.verb == "close":
        return a, said("close", n=s.total(view.seat))
    if a.verb == "marry":
        return a, why_married(s, view.seat, a.cards[0])
    if len(legal) == 1:
        return a, said("only")
    options = [x.cards[0] for x in legal if x.verb == "play"]
    return a, (why_answer if s.zones[TRICK] else why_lead)(s, view.seat, options, a.cards[0])


def said(key: str, n: int = 0, **args: Arg) -> Phrase:
    return Phrase(f"schnapsen.why.{key}", {**args, "n": n}, n=n)


def worth(c: Card) -> int:
    return WORTH[c % 5]


def why_married(s: Schnapsen, seat: Seat, c: Card) -> Phrase:
    n = 40 if suit(c) == suit(s.trump) else 20
    if s.tricks(seat) == 0:
        return said("marry_later", n)
    return said("marry_wins", n) if s.points[seat] + s.married[seat] + n >= 66 else said("marry", n)


def why_lead(s: Schnapsen, seat: Seat, options: list[Card], c: Card) -> Phrase:
    seen = s.hand(seat) + s.zones[WON] + s.zones[WON + EACH]
    beaten = [d for d in range(c + 1, 5 * suit(c) + 5) if d not in seen]
    if not beaten and suit(c) == suit(s.trump):
        return said("sure", worth(c))
    if not beaten and s.strict():
        return said("high", worth(c))
    if worth(c) == min([worth(d) for d in options]):
        return said("low", worth(c))
    return said("best")


def why_answer(s: Schnapsen, seat: Seat, options: list[Card], c: Card) -> Phrase:
    lead = s.zones[TRICK][0]
    n = worth(lead) + worth(c)
    if beats(s, c, lead):
        return said("take", n)
    if any(beats(s, d, lead) for d in options):
        return said("leave", n)
    return said("cheap" if worth(c) == min([worth(d) for d in options]) else "best", worth(c))


def beats(s: Schnapsen, c: Card, lead: Card) -> bool:
    return c > lead if suit(c) == suit(lead) else suit(c) == suit(s.trump)


BOTS: Final = {Search.level: Search}
