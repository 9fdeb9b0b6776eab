"""Club: gets rid of cards that will be hard to lay later, keeps those that nearly always fit, and throws fours.

Low cards fit on little, so the lowest that fits goes first, with all of its rank; two, three, ten and joker are kept
for the end and then played one by one. Four of a rank come before all else: they burn the pile and give another turn.
With two players left it considers what the opponent can have, and lays cards that the opponent cannot answer. The
weights come from deals of Club against itself.
"""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import MOST, PILE, STOCK, TEN
from stich.games.cruzo.rules_draw import DRAW
from stich.games.cruzo.rules_phases_start import DIRECT, READY, SWAP
from stich.games.cruzo.rules_state import Cruzo
from stich.games.cruzo.sight import SPECIAL, WORTH, after_play, stuck
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

BARS: Final = 4.0  # value of a card that the only opponent certainly cannot answer
OPENS: Final = 4.0  # value of opening again
FOURS: Final = 20.0  # value of a four that does so, of cards that are not kept
LAST: Final = 100.0  # value of such a four as the last cards
EACH_CARD: Final = 0.01  # of equal ranks the larger number
ONE_BY_ONE: Final = 1.0  # cost of laying more than one card that is kept, or that blocks the opponent
ONE_IN_TWO: Final = 0.5
WASTED: Final = 3.0  # what a ten costs that burns nothing


def value(s: Cruzo, seat: Seat, a: Action) -> float:
    """Return the value of a play: cards no longer held, opening a new pile, what the only opponent can answer."""
    rank, n = a.to // MOST, a.to % MOST
    out = EACH_CARD * n - WORTH[rank]
    if not s.zones[STOCK] and s.hand_size(seat) + s.on_table(seat) == n:
        return out + LAST
    who, pile = after_play(s, seat, rank, n)
    kept = rank in SPECIAL
    if who == seat and not pile:
        return out + (OPENS if kept else FOURS)
    if rank == TEN and not s.zones[PILE]:
        out -= WASTED
    if who != seat and pile and s.left() == 2:
        barred = stuck(s, pile, who)
        out += BARS * barred
        kept = kept or barred > ONE_IN_TWO
    return out - ONE_BY_ONE * (n - 1) if kept and not s.zones[STOCK] else out


def best_play(s: Cruzo, seat: Seat, legal: list[Action]) -> Action:
    """Return the best play; without one a bunker, and as the last resort the pile."""
    plays = [a for a in legal if a.verb == "play"]
    if plays:
        return max(plays, key=lambda a: value(s, seat, a))
    return next((a for a in legal if a.verb == "flip"), legal[0])


def best_throw(s: Cruzo, legal: list[Action]) -> Action | None:
    """Return the throw of most cards; None if the cards are worth more in the hand, or if the player on turn has
    nothing to lay and would have to take the pile.
    """
    throws = [a for a in legal if a.verb == "throw"]
    if not throws or (throws[-1].to // MOST in SPECIAL and s.zones[STOCK]):
        return None
    if s.thrower < 0 and stuck(s, s.zones[PILE], s.turn) == 1.0:
        return None
    return throws[-1]


def best_swap(legal: list[Action]) -> Action:
    """§3 Lay the best cards open: the hand is soon replaced, the open cards are played at the end."""
    swaps = [a for a in legal if a.verb == "swap"]
    best = max(swaps, key=gain, default=READY)
    return best if best.verb == "swap" and gain(best) > 0 else READY


def gain(swap: Action) -> float:
    return WORTH[swap.cards[0] // 4] - WORTH[swap.to // 4]


def caught(s: Cruzo, seat: Seat, legal: list[Action]) -> Action | None:
    """§6 `manual`: challenge a player after others have had their turn, with two players on one's own turn."""
    for a in legal:
        if a.verb == "challenge" and (s.since[a.to] or (s.left() == 2 and s.turn == seat)):
            return a
    return None


def choice(view: View[Cruzo], legal: list[Action], chance: Chance) -> Action:
    """Return Club's choice without looking ahead. chance: used only for the direction of play."""
    s = view.seen
    seat = view.seat
    if len(legal) == 1:
        return legal[0]
    if s.phase is SWAP:
        return best_swap(legal)
    if s.phase is DIRECT:
        return legal[int(chance.below(len(legal)))]
    if DRAW in legal:
        return DRAW
    challenge = caught(s, seat, legal)
    if challenge is not None:
        return challenge
    if own_turn(legal):
        return best_play(s, seat, legal)
    return best_throw(s, legal) or leave(legal)


def own_turn(legal: list[Action]) -> bool:
    return any(a.verb in ("play", "flip", "pickup") for a in legal)


def leave(legal: list[Action]) -> Action:
    """Return the choice that does nothing."""
    return next(a for a in legal if a.verb in ("pass", "window_closed"))
