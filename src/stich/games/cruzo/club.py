"""Club: gets rid of what will be hard to lay later, keeps what fits nearly always, and throws fours.

Low cards fit on little, so the lowest that fits goes first, all of its rank at once; two, three, ten and joker are kept
for the end. With two left it looks at what the other one can have, and lays what he has nothing for. The figures come
from deals that Club played against itself.
"""

from __future__ import annotations

from typing import Final, cast

from stich.bots.player import Bot
from stich.games.cruzo.rules_cards import MOST
from stich.games.cruzo.rules_draw import DRAW
from stich.games.cruzo.rules_start import READY
from stich.games.cruzo.rules_table import PILE, STOCK, Cruzo
from stich.games.cruzo.sight import SPECIAL, WORTH, after_play, stuck
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

BARS: Final = 4.0  # worth of a card for which it is certain that the only opponent has nothing to lay
OPENS: Final = 4.0  # and of a four, after which one opens again
EACH_CARD: Final = 0.01  # of equal ranks the larger number


def value(s: Cruzo, seat: Seat, a: Action) -> float:
    """Return how good a play is: what is no longer kept, a new pile to open, what it leaves to the only opponent."""
    rank, n = a.to // MOST, a.to % MOST
    out = EACH_CARD * n - WORTH[rank]
    who, pile = after_play(s, seat, rank, n)
    if who == seat and not pile:
        out += OPENS
    elif who != seat and pile and s.left() == 2:
        out += BARS * stuck(s, pile, who)
    return out


def best_play(s: Cruzo, seat: Seat, legal: list[Action]) -> Action:
    """Return the best play; without one a bunker, and the pile as the last resort."""
    plays = [a for a in legal if a.verb == "play"]
    if plays:
        return max(plays, key=lambda a: value(s, seat, a))
    return next((a for a in legal if a.verb == "flip"), legal[0])


def best_throw(s: Cruzo, legal: list[Action]) -> Action | None:
    """Return the throw of most cards; None where the cards are worth more in the hand, or where whoever is on turn has
    nothing to lay and would have to take the pile.
    """
    throws = [a for a in legal if a.verb == "throw"]
    if not throws or (throws[-1].to // MOST in SPECIAL and s.zones[STOCK]):
        return None
    if s.thrower < 0 and stuck(s, s.zones[PILE], s.turn) == 1.0:
        return None
    return throws[-1]


def best_swap(legal: list[Action]) -> Action:
    """§3 The best cards are laid open: what is in the hand is soon replaced, what lies open is played at the end."""
    swaps = [a for a in legal if a.verb == "swap"]
    best = max(swaps, key=gain, default=READY)
    return best if best.verb == "swap" and gain(best) > 0 else READY


def gain(swap: Action) -> float:
    return WORTH[swap.cards[0] // 4] - WORTH[swap.to // 4]


def caught(s: Cruzo, seat: Seat, legal: list[Action]) -> Action | None:
    """§6 `manual`: catch somebody once others have had their turn, between two players when it is one's own."""
    for a in legal:
        if a.verb == "challenge" and (s.since[a.to] or (s.left() == 2 and s.turn == seat)):
            return a
    return None


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Cruzo, view.seen)
        seat = view.seat
        phase = s.phase.name
        if len(legal) == 1:
            return legal[0]
        if phase == "swap":
            return best_swap(legal)
        if phase == "direct":
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
