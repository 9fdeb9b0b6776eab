"""Cards thrown in out of turn in Cruzo: what may be thrown, why it may not be done, and what it does (§6)."""

from __future__ import annotations

from stich.games.cruzo.rules_cards import EACH, HAND, MOST, NONE, OPEN, PILE, THROW, code, count
from stich.games.cruzo.rules_draw import ENOUGH, refill
from stich.games.cruzo.rules_end import finishes
from stich.games.cruzo.rules_known import put_down
from stich.games.cruzo.rules_plays import cards_tried, proposed
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Action, Refused
from stich.kernel.cards import HOST, Cards, Seat, holds, in_order, only


def throws_from(s: Cruzo, seat: Seat) -> int:
    """§6 Return where thrown cards come from: the hand; under `throw_from_open` the open cards, once they may be
    played; NONE if a seat can throw nothing.
    """
    source = s.source(seat)
    return source if source == HAND or (source == OPEN and s.rules.throw_from_open) else NONE


def add_throws(s: Cruzo, seat: Seat, least: int, out: list[Action]) -> None:
    """§6 Add each number of cards of the top rank, from the least number on."""
    source = throws_from(s, seat)
    pile = s.zones[PILE]
    if source == NONE or not pile:
        return
    rank = pile[len(pile) - 1] // 4
    at = source + EACH * seat
    held = count(s.zones[at], rank)
    if source == HAND:
        held += count(s.zones[at + 1], rank)
    for n in range(least, held + 1):
        out.append(THROW[MOST * rank + n])


def throwable(s: Cruzo, seat: Seat) -> Cards:
    return s.playable(seat) if throws_from(s, seat) != NONE else b""


def listed_throw(s: Cruzo, seat: Seat, a: Action) -> Action:
    """§11 Return the rank and number of these cards, if they are held."""
    if a.verb == "throw" and a.cards and seat != HOST:
        to = code(a.cards)
        if to >= 0 and (a.to < 0 or a.to == to) and holds(throwable(s, seat), a.cards):
            return THROW[to]
    return a


def thrown_cards(s: Cruzo, seat: Seat, a: Action) -> Cards:
    return proposed(s, seat, a.to, s.source(seat)) if a.verb == "throw" and not a.cards and a.to >= 0 else a.cards


def why_not_throw(s: Cruzo, seat: Seat, a: Action, least: int) -> Refused:
    """Return the rule of §6 that is broken: cards of the top rank, from the hand, enough for a four."""
    pile = s.zones[PILE]
    cards = cards_tried(s, seat, a, OPEN if throws_from(s, seat) == OPEN else HAND)
    if not holds(throwable(s, seat), cards):
        there = holds(in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]), cards)
        return Refused("error.cruzo.throw_hand" if there else "error.not_held", {"cards": cards})
    top = pile[len(pile) - 1 :]
    if not cards or cards[0] // 4 != top[0] // 4 or code(cards) < 0:
        return Refused("error.cruzo.throw_rank", {"cards": top})
    return Refused("error.cruzo.throw_few", {"n": least, "cards": top})


def why_no_turn(s: Cruzo, seat: Seat, a: Action) -> Refused | None:
    """§6 Return the refusal for a player who tries to play a turn with their own cards when only throwing is
    possible.
    """
    if seat == HOST or a.verb not in ("play", "pickup", "flip"):
        return None
    if not holds(in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]), a.cards):
        return None
    pile = s.zones[PILE]
    return Refused("error.cruzo.only_throw", {"cards": pile[len(pile) - 1 :]})


def throw(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """§6 Put cards on the pile out of turn; their only effect is that the pile burns.

    All seats may add to them, even after throwing or declining before. In priority mode all other seats are asked
    again; the thrower has already said how many.
    """
    before = s.hand_size(seat)
    put_down(s, seat, cards, s.source(seat))
    if s.rules.manual:
        refill(s, seat, ENOUGH, before)
    s.thrower = seat
    if not finishes(s, seat):
        s.waiting = s.playing if s.rules.reacts else s.playing & ~only(seat)
