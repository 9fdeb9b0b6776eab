"""Club's first judgement of a choice: each card by the points of its trick and by what it still means for the
combinations of both sides.

It knows all cards that were won, shown and used. Cards that it has not seen can be in the other hand or in the talon;
without a talon it knows the other hand. Only won cards are safe. So it brings home the queen that the opponent needs
for a sequence, instead of keeping it until it has to be thrown away.
"""

from __future__ import annotations

from typing import Final

from stich.games.fuenfhundert.rules_cards import ACE, BOTTOM, EACH, SIZE, STRICT, TALON, TEN, TRICK, WANTED, WON, WORTH
from stich.games.fuenfhundert.rules_combinations import CARDS, FACES, SEVEN, best_set, value
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards
from stich.kernel.view import View
from stich.parts.tricks import BIT, choice, faces_of

# The probability that a side will have won a card in the end: from its own hand, from the other hand, unseen. Tens and
# aces win the trick in which they are played; jacks, queens and kings can just as well be lost. Tested one by one on a
# thousand positions as `benchmarks/conduct.py` judges them, by the rollouts of Expert: between .4 and .6, and .8 and 1,
# no difference could be shown.
KEPT: Final = (0.5, 0.95)  # with a talon: jack, queen or king; ten or ace
LOST: Final = (0.5, 0.05)
UNSEEN: Final = 0.6  # more than one half: a player with some cards of a combination is likely to have the others too
KEPT_LATE: Final = (0.7, 0.8)  # without a talon, when suits are followed
LOST_LATE: Final = (0.3, 0.2)
NEAR: Final = 0.42  # how often a combination that lacks one card is completed
BURDEN: Final = 8.0  # with a talon it is better to follow than to lead: the follower sees what there is to take
LEADING: Final = 2.0  # without one it is better to lead
EAGER: Final = 0.2  # how often a worthless card is taken
GLAD: Final = 8.0  # value of a trick, above that, that is taken in any case
FAR: Final = 4  # cards in the talon: with fewer, waiting for a better combination is useless
HIGH: Final = sum([1 << SIZE * suit + rank for suit in range(4) for rank in (TEN, ACE)])


def chosen(view: View[Fuenfhundert], legal: list[Action]) -> Action:
    """Return the best choice by this judgement."""
    if len(legal) == 1:
        return legal[0]
    sight = Sight(view)
    for a in legal:
        if a.verb == "exchange":
            return a
    declared = to_declare(sight, [a.to for a in legal if a.verb == "declare"])
    if declared >= 0:
        return next(a for a in legal if a.verb == "declare" and a.to == declared)
    return max([a for a in legal if a.verb == "play"], key=lambda a: score(sight, a.cards[0]))


class Sight:
    """A position as seen by one seat; sets of cards are ints, bit f for face f.

    own: hand and tricks. won: tricks. mine: hand. their_won: tricks of the opponent. other: cards that are certainly
    in the opponent's hand. theirs: both. unseen: all cards in the opponent's hand or in the talon. used: cards that no
    longer count.
    """

    def __init__(self, view: View[Fuenfhundert]) -> None:
        s = view.seen
        assert isinstance(s, Fuenfhundert)
        self.s = s
        me = view.seat
        self.hand = s.hand(me)
        self.own = int(s.own(me))
        self.mine = int(faces_of(self.hand))
        self.won = int(faces_of(s.zones[WON + EACH * me]))
        self.used = int(faces_of(s.used))
        self.trick = s.zones[TRICK]
        self.their_won = int(faces_of(s.zones[WON + EACH * (1 - me)]))
        self.other = int(faces_of(bytes([c for c in s.hand(1 - me) if c < 4 * SIZE])))
        self.talon = s.has_talon()
        below = int(faces_of(self.trick + (s.zones[BOTTOM] if self.talon else b"")))
        self.unseen = int(faces_of(s.layout.deck)) & ~(self.own | self.their_won | self.other | below)
        if not self.talon:  # then all unseen cards are in the other hand
            self.other |= self.unseen
            self.unseen = 0
        self.theirs = self.their_won | self.other
        self.held = len(s.hand(1 - me))
        self.stock = len(s.zones[TALON]) + len(s.zones[BOTTOM])
        self.live = [
            (int(FACES[number]), self.worth(number)) for number in range(SEVEN) if not FACES[number] & self.used
        ]
        self.kept, self.lost = (KEPT, LOST) if self.talon else (KEPT_LATE, LOST_LATE)

    def worth(self, number: int) -> int:
        return value(number, self.s.suit())

    def hopes(self, won: int, hand: int, other: int, unseen: int) -> float:
        """Return the value of the combinations that a side can still complete.

        won: its tricks. hand: its hand. other: the known cards of the other hand. unseen: cards that can come to it.
        """
        out = 0.0
        within = won | hand | other | unseen
        for cards, worth in self.live:
            if cards & ~within:
                continue
            kept, lost = cards & hand, cards & other
            out += (
                worth
                * self.kept[1] ** (kept & HIGH).bit_count() * self.kept[0] ** (kept & ~HIGH).bit_count()
                * self.lost[1] ** (lost & HIGH).bit_count() * self.lost[0] ** (lost & ~HIGH).bit_count()
                * UNSEEN ** (cards & unseen).bit_count()
            )  # fmt: skip
        return out

    def after(self, cards: int, taken: bool) -> float:
        """Return the value of the combinations after a trick of these cards has gone to the seat's own side, or not."""
        mine, other, unseen = self.mine & ~cards, self.other & ~cards, self.unseen & ~cards
        won, theirs = (self.won | cards, self.their_won) if taken else (self.won, self.their_won | cards)
        return self.hopes(won, mine, other, unseen) - self.hopes(theirs, other, mine, unseen)


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
        out_of_reach = cards & (sight.used | sight.their_won)
        if other == number or out_of_reach or not cards & faces_of(CARDS[sight.s.suit()][number]):
            continue
        if bin(cards & ~sight.own).count("1") == 1:
            out = max(out, NEAR * sight.worth(other))
    return out


# -- playing --------------------------------------------------------------------------------------------------------


def score(sight: Sight, c: Card) -> float:
    """Return the value of playing c, in points."""
    if sight.trick:
        return outcome(sight, sight.trick[0], c, answers(sight, sight.trick[0], c))
    if not sight.talon:
        return worst(sight, c)
    return gamble(sight, c)


def answers(sight: Sight, lead: Card, c: Card) -> bool:
    """Tell whether c takes a trick led with `lead`."""
    how = sight.s.rules.by_value if sight.talon else STRICT[sight.s.suit()]
    return how.beats(c, lead)


def outcome(sight: Sight, theirs: Card, mine: Card, taken: bool) -> float:
    """Return the value of a trick whose cards are known."""
    points = WORTH[theirs] + WORTH[mine] + (-BURDEN if sight.talon else LEADING)
    return (points if taken else -points) + sight.after(int(BIT[theirs] | BIT[mine]), taken)


def gamble(sight: Sight, c: Card) -> float:
    """Return the value of leading c with a talon: any unseen card can be in the other hand, and the opponent is more
    likely to take a richer trick.
    """
    how = sight.s.rules.by_value
    unknown = sight.unseen | sight.other
    higher = int(unknown & how.beaten[c]).bit_count()
    can = 1 - (1 - higher / max(1, unknown.bit_count())) ** sight.held
    won = WORTH[c] + sight.after(int(BIT[c]), True)
    lost = -WORTH[c] + sight.after(int(BIT[c]), False)
    does = can * min(1.0, max(0.0, EAGER + (won - lost) / GLAD))
    return won * (1 - does) + lost * does


def worst(sight: Sight, c: Card) -> float:
    """Return the value of leading c when the other hand is known: the opponent gives the best answer for themselves."""
    other = bytes([face for face in range(4 * SIZE) if sight.other >> face & 1])
    if not other:
        return 0.0
    how = STRICT[sight.s.suit()]
    replies: Cards = choice(other, WANTED[sight.s.suit()][c])
    return min([outcome(sight, reply, c, not how.beats(reply, c)) for reply in replies])
