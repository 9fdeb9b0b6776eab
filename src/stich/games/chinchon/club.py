"""Club: weighs what is left over against what may still come, remembers the pile, and closes when waiting costs more.

Closing costs its own points alone, and the others pay theirs: so it is worth it as soon as they have clearly more. What
they have falls turn by turn; the figures come from deals that Club played against itself.
"""

from __future__ import annotations

from typing import Final, cast

from stich.bots.player import Bot
from stich.games.chinchon.rules import DISCARD, FROM_PILE, FROM_STOCK, SHUT
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.rules_table import EACH, LEFT, NO_LIMIT, PILE
from stich.games.chinchon.sight import left_without, prospect, unseen
from stich.kernel.action import Action
from stich.kernel.cards import Card, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds import arrange

BEST: Final = 3  # discards that are looked at closely
OTHERS_AT_FIRST: Final = 40.0  # points that another seat has left over when the deal begins
EACH_ROUND: Final = 0.84  # of them are left after every round
ENOUGH: Final = 0.6  # of what the others have: whoever has less closes


def discards(s: Chinchon, seat: Seat) -> list[tuple[float, int, Card]]:
    """Return the discards worth a thought, the best first: prospect, points left now, card."""
    hand = s.hand(seat)
    fresh = unseen(s, seat)
    out = []
    for left, c in left_without(s, hand)[:BEST]:
        kept = hand.replace(bytes([c]), b"", 1)
        out.append((prospect(s, kept, fresh), left, c))
    return sorted(out)


def takes_pile(s: Chinchon, seat: Seat) -> bool:
    """Tell whether the top of the pile is better than an unknown card: it leaves less now, by more than little."""
    hand = s.hand(seat)
    return left_without(s, hand + s.zones[PILE][-1:])[0][0] + 1 < s.rules.least(hand)


def others_have(s: Chinchon) -> float:
    """Return about how many points another seat would have left over now."""
    playing = s.layout.seats - s.setup.out.bit_count()
    return OTHERS_AT_FIRST * float(EACH_ROUND ** (s.turns // max(playing, 1)))


def closes(s: Chinchon, seat: Seat, left: int) -> bool:
    """Tell whether to close with so many points: nothing left always, else when the others have clearly more."""
    if left == 0:
        return True
    if left + s.setup.scores[seat] >= (s.rules.out_from if s.rules.conga else s.rules.limit):
        return False  # it would lose the match for him
    return left <= ENOUGH * others_have(s) or (s.most_left(seat) < NO_LIMIT and left <= s.most_left(seat))


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Chinchon, view.seen)
        if len(legal) == 1:
            return legal[0]
        if s.phase.name == "draw":
            return FROM_PILE if takes_pile(s, view.seat) else FROM_STOCK
        if s.phase.name == "arrange":
            return arranged(s, view.seat, legal)
        left, card = left_without(s, s.hand(view.seat))[0]
        if SHUT[card] in legal and closes(s, view.seat, left):
            return SHUT[card]
        return DISCARD[discards(s, view.seat)[0][2]]


def arranged(s: Chinchon, seat: Seat, legal: list[Action]) -> Action:
    """Return the next step of the best arrangement, with additions to melds of others where nothing else is left."""
    rules = s.rules
    lying = s.zones[LEFT + EACH * seat]
    for meld in arrange.arrangement(rules.mask(lying), rules.worth):
        step = Action("meld", rules.chosen(lying, meld))
        if step in legal:
            return step
    additions = [a for a in legal if a.verb == "add"]
    return additions[0] if additions else legal[-1]
