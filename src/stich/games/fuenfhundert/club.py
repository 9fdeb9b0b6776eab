"""Club: compares tricks by their card points and by what their cards mean for the combinations of both sides.

It knows all cards that were won, shown and used. Cards that it has not seen can be in the other hand or in the talon;
without a talon it knows the other hand.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.fuenfhundert.rules import EACH, STRICT, TRICK, WANTED, WON, Fuenfhundert
from stich.games.fuenfhundert.rules_combinations import CARDS, FACES, SEVEN, SIZE, WORTH, best_set, value
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.tricks import BIT, choice, faces_of

NEAR: Final = (0.0, 0.42, 0.15, 0.05, 0.02, 0.01)  # how often a combination that lacks so many cards is still completed
LATE: Final = (0.0, 0.42, 0.15, 0.05, 0.02, 0.01)  # the same without a talon
FOES: Final = 1.0  # weight of the other side's chances, which are less certain
BURDEN: Final = 8.0  # with a talon it is better to follow than to lead: the follower sees what there is to take
LEADING: Final = 2.0  # without one it is better to lead
EAGER: Final = 0.6  # how often a worthless card is taken
FAR: Final = 4  # cards in the talon: with fewer, waiting for a better combination is useless


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        if len(legal) == 1:
            return legal[0]
        sight = Sight(view)
        for a in legal:
            if a.verb == "exchange":
                return a
        told = to_declare(sight, [a.to for a in legal if a.verb == "declare"])
        if told >= 0:
            return next(a for a in legal if a.verb == "declare" and a.to == told)
        return max([a for a in legal if a.verb == "play"], key=lambda a: score(sight, a.cards[0]))


class Sight:
    """A position as seen by one seat; sets of cards are ints, bit f for face f.

    own: hand and tricks. theirs: the opponent's tricks and shown cards. unseen: all cards in the opponent's hand or in
    the talon. used: cards that no longer count.
    """

    def __init__(self, view: View) -> None:
        s = view.seen
        assert isinstance(s, Fuenfhundert)
        self.s = s
        me = view.seat
        self.me = me
        self.hand = s.hand(me)
        self.own = int(s.own(me))
        self.used = faces_of(s.used)
        known = bytes([c for c in s.hand(1 - me) if c < 4 * SIZE]) + s.zones[WON + EACH * (1 - me)]
        self.trick = s.zones[TRICK]
        self.theirs = faces_of(known)
        self.gone = faces_of(s.zones[WON + EACH * (1 - me)])
        everything = faces_of(s.layout.deck)
        below = faces_of(self.trick) | (faces_of(s.zones[1]) if s.has_talon() else 0)
        self.unseen = everything & ~self.own & ~self.theirs & ~below
        in_hand = self.theirs & ~self.gone
        self.other = in_hand if s.has_talon() else in_hand | self.unseen  # cards that are certainly in the other hand
        if not s.has_talon():  # then all unseen cards are in the other hand, and count for its combinations
            self.theirs |= self.unseen
        self.held = len(s.hand(1 - me))
        self.stock = len(s.zones[0]) + len(s.zones[1])

    def worth(self, number: int) -> int:
        return value(number, self.s.suit())


def hopes(sight: Sight, own: int, lost: int) -> float:
    """Return the value of the combinations that a player can still complete.

    own: the player's cards. lost: cards that the player can no longer get.
    """
    out = 0.0
    near = NEAR if sight.s.has_talon() else LATE
    for number in range(SEVEN):
        cards = FACES[number]
        if cards & (sight.used | lost):
            continue
        missing = bin(cards & ~own).count("1")
        out += near[missing] * sight.worth(number)
    return out


# -- declaring ------------------------------------------------------------------------------------------------------


def to_declare(sight: Sight, ready: list[int]) -> int:
    """Return the combination to declare first; −1 to keep the cards for one that is worth more."""
    chosen = best_set(ready, sight.s.suit(), sight.s.rules.one_per_turn)
    for number in sorted(chosen, key=sight.worth, reverse=True):
        if sight.worth(number) >= better(sight, number):
            return number
    return -1


def better(sight: Sight, number: int) -> float:
    """Return the expected value of the cards of a combination if it is not declared, in one that lacks a single
    card.
    """
    if sight.stock < FAR:
        return 0.0
    out = 0.0
    for other in range(SEVEN):
        cards = FACES[other]
        if other == number or not cards & faces_of(CARDS[sight.s.suit()][number]) or cards & (sight.used | sight.gone):
            continue
        if bin(cards & ~sight.own).count("1") == 1:
            out = max(out, NEAR[1] * sight.worth(other))
    return out


# -- playing --------------------------------------------------------------------------------------------------------


def score(sight: Sight, c: Card) -> float:
    """Return the value of playing c, in points."""
    if sight.trick:
        return outcome(sight, sight.trick[0], c, answers(sight, sight.trick[0], c))
    if not sight.s.has_talon():
        return worst(sight, c)
    return gamble(sight, c)


def answers(sight: Sight, lead: Card, c: Card) -> bool:
    """Tell whether c takes a trick led with `lead`."""
    how = sight.s.rules.by_value if sight.s.has_talon() else STRICT[sight.s.suit()]
    return how.beats(c, lead)


def outcome(sight: Sight, theirs: Card, mine: Card, taken: bool) -> float:
    """Return the value of a trick whose cards are known."""
    points = WORTH[theirs] + WORTH[mine] + (-BURDEN if sight.s.has_talon() else LEADING)
    if taken:
        own = sight.own | BIT[theirs]
        change = hopes(sight, own, sight.gone) - hopes(sight, sight.own, sight.gone)
        denied = hopes(sight, sight.theirs | BIT[theirs], 0) - hopes(sight, sight.theirs & ~BIT[theirs], BIT[theirs])
        return points + change + FOES * max(0.0, denied)
    lost = sight.gone | BIT[theirs] | BIT[mine]
    change = hopes(sight, sight.own, sight.gone) - hopes(sight, sight.own & ~BIT[mine], lost)
    gained = hopes(sight, sight.theirs | BIT[mine] | BIT[theirs], 0) - hopes(sight, sight.theirs, 0)
    return -points - change - FOES * max(0.0, gained)


def gamble(sight: Sight, c: Card) -> float:
    """Return the value of leading c with a talon: any unseen card can be in the other hand, and the opponent is more
    likely to take a richer trick.
    """
    how = sight.s.rules.by_value
    other = sight.unseen | sight.other
    total = bin(other).count("1")
    higher = bin(other & how.beaten[c]).count("1")
    lost = 1 - (1 - higher / max(1, total)) ** sight.held
    lost *= min(1.0, EAGER + WORTH[c] / 4)
    kept = hopes(sight, sight.own, sight.gone) - hopes(sight, sight.own & ~BIT[c], sight.gone | BIT[c])
    return (1 - 2 * lost) * WORTH[c] - lost * kept


def worst(sight: Sight, c: Card) -> float:
    """Return the value of leading c when the other hand is known: the opponent gives the best answer for themselves."""
    other = bytes([face for face in range(4 * SIZE) if sight.other >> face & 1])
    if not other:
        return 0.0
    how = STRICT[sight.s.suit()]
    replies: Cards = choice(other, WANTED[sight.s.suit()][c])
    return min([outcome(sight, reply, c, not how.beats(reply, c)) for reply in replies])
