"""Decisions without a choice: which of them a table may make for a person who wants that.

If a seat with a single action acts sooner than others would, that shows that it had no choice. So among people an
action is done by itself only if everybody could see before that there was nothing to choose. This is decided on the
view of a spectator: what a table does about a seat then follows from what all have seen, and cannot tell more than
that. See docs/decisions/0023-what-plays-by-itself.md.
"""

from __future__ import annotations

from typing import Final

from stich.kernel.action import Action
from stich.kernel.cards import BACK, ONE, SPECTATOR, Card, Cards, Seat, has, in_order
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.sample import sample, unseen
from stich.kernel.state import State
from stich.kernel.verbs import CARD, COUNT, NONE, WAY, ZONE
from stich.kernel.view import View, view

STOCK: Final = "stock"
PLAIN: Final = (NONE, ZONE, CARD, COUNT, WAY)  # targets that say how cards are played, and no more


def plays_by_itself(game: Game, s: State, seat: Seat, alone: bool) -> bool:
    """Tell whether a table may do the only action of this seat by itself.

    alone: nobody is at the table from whom something has to be hidden. Otherwise the answer is the same for all that
    the seat may hold.
    """
    if not has(s.must(), seat):
        return False
    return is_forced(game, s, seat) if alone else is_seen_forced(game, s, seat)


def is_forced(game: Game, s: State, seat: Seat) -> bool:
    """Tell whether this seat has a single action, and one that can be done by itself."""
    acts = s.legal(seat)
    return len(acts) == 1 and is_plain(game, s, seat, acts[0])


def is_seen_forced(game: Game, s: State, seat: Seat) -> bool:
    """Tell whether everybody can see that `is_forced` is true: it is for all that the seat may hold."""
    v = view(s, SPECTATOR)
    seen = v.seen
    only = seen.phase.only_action(seen, seat)
    if only is not None:
        return is_plain(game, seen, seat, only)
    at = -1  # the place of the only card of its hand that the others do not know
    for i, zone in enumerate(seen.layout.zones):
        if seen.layout.owner[i] == seat and zone.role == "hand":
            backs = seen.zones[i].count(BACK)
            if backs > 1 or (backs == 1 and at >= 0):
                return False
            if backs == 1:
                at = i
    drawn = sample(v, quick(0))  # what else is hidden does not matter: the seat does not see it
    if at < 0:
        return is_forced(game, drawn, seat)
    for c in sorted(set(unseen(seen))):
        if seen.can_hold(c, at) or seen.new_cards(at) > 0:
            if not is_forced(game, holding(v, drawn, at, c), seat):
                return False
    return True


def holding(v: View, drawn: State, at: int, c: Card) -> State:
    """Return a drawn deal with c as the card of zone `at` that the viewer of v does not know."""
    n = drawn.copy()
    known = v.seen.zones[at].replace(ONE[BACK], b"")
    other = n.zones[at]
    for card in known:
        other = other.replace(ONE[card], b"", 1)
    if other[0] != c:
        for i in range(n.layout.size):
            if i != at and BACK in v.seen.zones[i] and c in n.zones[i]:
                n.zones[i] = swapped(n.zones[i], c, other, n.layout.ordered[i])
                break
    n.zones[at] = in_order(known + ONE[c])
    return n


def swapped(cards: Cards, c: Card, other: Cards, ordered: bool) -> Cards:
    """Return the cards of a zone with the card of `other` for c."""
    new = cards.replace(ONE[c], other, 1)
    return new if ordered else in_order(new)


def is_plain(game: Game, s: State, seat: Seat, a: Action) -> bool:
    """Tell whether an action can be done by itself where nothing else is possible.

    That is a card of the seat's own that is played, or a verb declared as `idle`. Announcements, claims, choices in
    words and cards drawn unseen wait for the player, who may want to look at the table first.
    """
    verb = game.verbs[a.verb]
    if verb.says or verb.free or a.verb in game.asides:
        return False
    if verb.idle:
        return True
    plain = a.to < 0 or verb.to in PLAIN
    return plain and bool(verb.cards) and verb.at != STOCK and len(s.phase.cards(s, seat, a)) > 0
