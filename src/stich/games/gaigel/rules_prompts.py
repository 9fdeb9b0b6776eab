"""What the table says in Gaigel besides the duty: what can be claimed, exchanged or melded, and who is winning."""

from __future__ import annotations

from typing import Final

from stich.games.gaigel.rules_cards import CLAIM, EACH, EXCHANGE, GOAL, HAND, MELD, TALON, TRICK, TURNUP, WORTH
from stich.games.gaigel.rules_state import Gaigel, may_exchange, value
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Seat, has, holds
from stich.parts.trick_prompt import winning
from stich.parts.tricks import bearing

NO_STOCK: Final = Phrase("gaigel.scene.no_stock")
LEAD: Final = Phrase("gaigel.task.lead")


def stock(s: Gaigel) -> Phrase:
    """§5 Return what lies there before a lead: how many cards are still to be drawn, or what follows if none are."""
    if s.talon_empty():
        return NO_STOCK
    n, turned = len(s.zones[TALON]), s.zones[TURNUP]
    if not n or not turned:
        return Phrase("gaigel.scene.stock", {"n": n + len(turned)}, n=n + len(turned))
    return Phrase("gaigel.scene.stock_and", {"n": n, "card": turned[0]}, turned, n=n)


def claimable(s: Gaigel, viewer: Seat, acts: list[Action]) -> Phrase | None:
    """§8 Return that the viewer has what it takes to claim."""
    if CLAIM not in acts:
        return None
    n = s.points[viewer]
    return Phrase("gaigel.task.claim", {"n": n}, n=n)


def chance(s: Gaigel, acts: list[Action]) -> Phrase | None:
    """§4 Return what can be done before a card is played: the exchange, after which a pair can still be melded, else
    the pair that counts most.
    """
    best: Action | None = None
    for a in acts:
        if a == EXCHANGE:
            return Phrase("gaigel.note.exchange", {"card": s.zones[TURNUP][0]})
        if a.verb == "meld" and (best is None or value(s, a.cards) > value(s, best.cards)):
            best = a
    if best is None:
        return None
    args: dict[str, Arg] = {"cards": best.cards, "n": value(s, best.cards)}
    return Phrase("gaigel.note.meld", args, n=value(s, best.cards))


def before_lead(s: Gaigel, viewer: Seat, acts: list[Action]) -> Phrase | None:
    """Return what a leader can do besides, or lacks for it; §6 that the last trick counts more, or what is missing."""
    if viewer != s.turn or not acts:
        return None
    found = chance(s, acts)
    if found is not None:
        return found
    n = s.rules.last_trick
    if n and s.talon_empty() and len(s.held(viewer)) == 1:
        return Phrase("gaigel.note.last_trick", {"n": n}, n=n)
    h = s.zones[HAND + EACH * viewer]
    pairs = [pair for pair in MELD if holds(h, pair.cards)]
    waits = may_exchange(s, h, True) or (len(pairs) > 0 and (s.rules.meld_after_talon or not s.talon_empty()))
    if waits and not has(s.scored, viewer):
        return Phrase("gaigel.note.no_trick")
    n = GOAL - s.points[viewer]
    return Phrase("gaigel.note.missing", {"n": n, "target": GOAL}, n=n) if 0 < n < GOAL else None


def taking(s: Gaigel, viewer: Seat, best: int) -> Phrase:
    """Return who is winning the trick, and its points; a partner is named as such."""
    seat = (s.leader + s.rules.step * best) % s.layout.seats
    worth = bearing(s.zones[TRICK], WORTH)
    if viewer < s.layout.seats and viewer != seat and has(s.rules.side[viewer], seat):
        return winning(seat, worth, "gaigel.note.partner", "gaigel.note.partner_points")
    return winning(seat, worth)
