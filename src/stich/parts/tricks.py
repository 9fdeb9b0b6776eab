"""Trick taking: which card wins a trick, which cards must be played, and what a play reveals about a hand.

Everything is data. A `Contract` says which faces make up a suit, how they rank in it, and which suit is trump; a game
makes one for each possible trump, once. A `Duty` says what a player who follows must do. From the two follow the faces
that the player can choose from, and the faces that they have shown not to hold when they play something else.

A set of faces is an int with bit f for face f, so faces must be below 62.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card, Cards

NO_TRUMP: Final = -1
RULES: Final = ("follow", "head", "trump", "overtrump")  # the names of rules that `binding` returns
BIT: Final = vec[i64]([2**face for face in range(62)])  # a face as a set
FREE: Final[list[int]] = []  # nothing binds


@final
class Contract:
    """The ranking of cards in tricks.

    suits: for each suit its ranks from high to low, each rank as the faces of equal height. A suit is what has to be
    followed; queens and jacks that are trumps belong to the trump suit and to no other.
    trump: the number of the suit that beats all others, or NO_TRUMP.
    later: faces of which the copy played later beats the earlier one; of all others the first copy is higher.

    Every face belongs to one suit. Raises ValueError if one belongs to two.
    """

    def __init__(self, suits: list[list[Cards]], trump: int = NO_TRUMP, later: Cards = b"") -> None:
        faces = sorted([c for suit in suits for rank in suit for c in rank])
        if len(set(faces)) != len(faces):
            raise ValueError("a face belongs to one suit and has one rank there")
        self.size = faces[-1] + 1
        self.trump = trump
        self.suit: list[int] = [-1] * self.size
        self.order: list[Cards] = [b"".join(suit) for suit in suits]  # the faces of each suit, from high to low
        self.members: list[int] = []  # of each suit, as a set of faces
        self.above: list[int] = [0] * self.size  # the faces that are higher in the same suit
        for number, suit in enumerate(suits):
            higher = 0
            for rank in suit:
                for c in rank:
                    self.suit[c] = number
                    self.above[c] = higher
                higher |= faces_of(rank)
            self.members.append(higher)
        for c in later:
            self.above[c] |= faces_of(ONE[c])
        trumps = self.members[trump] if trump >= 0 else 0
        self.beaten: list[int] = [  # the faces that beat a winning card
            above if self.suit[c] == trump else above | trumps for c, above in enumerate(self.above)
        ]

    def beats(self, c: Card, best: Card) -> bool:
        """Tell whether c wins now, played after `best`, which was winning."""
        above: i64 = self.beaten[best]
        return above & BIT[c] != 0

    def best(self, trick: Cards) -> int:
        """Return which card of a trick wins, by its place in it; the first card is the one that was led."""
        at = 0
        above: i64 = self.beaten[trick[0]]
        for i in range(1, len(trick)):
            c = trick[i]
            if above & BIT[c]:
                at = i
                above = self.beaten[c]
        return at

    def is_trump(self, c: Card) -> bool:
        """Tell whether c is a trump."""
        return self.suit[c] == self.trump


@final
class Duty:
    """What a player who follows must do.

    follow: play the suit led, if possible. head: play a card of that suit that beats the trick, if possible, as long as
    the trick has not been trumped; with `head_after_trump` also then: higher than the highest card of the suit led.
    trump: without the suit led, play a trump if possible. overtrump: a trump that beats the trick, if possible.
    """

    def __init__(
        self,
        follow: bool = True,
        head: bool = False,
        trump: bool = False,
        overtrump: bool = False,
        head_after_trump: bool = False,
    ) -> None:
        self.follow = follow
        self.head = head
        self.trump = trump
        self.overtrump = overtrump
        self.head_after_trump = head_after_trump

    def wanted(self, contract: Contract, trick: Cards) -> list[int]:
        """Return the sets of faces that a player has to choose from, the most binding one first; [] at the lead.

        The player plays from the first set of which they hold a card, and any card if they hold none.
        """
        if not trick or not self.follow:
            return []
        lead = trick[0]
        best = trick[contract.best(trick)]
        led = contract.suit[lead]
        suit = contract.members[led]
        out = []
        if self.head:
            if contract.suit[best] == led:
                out.append(contract.above[best] & suit)
            elif self.head_after_trump:
                out.append(contract.above[highest(contract, trick)] & suit)
        out.append(suit)
        if self.trump and contract.trump >= 0 and led != contract.trump:
            if self.overtrump and contract.suit[best] == contract.trump:
                out.append(contract.above[best])
            out.append(contract.members[contract.trump])
        return out


def highest(contract: Contract, trick: Cards) -> Card:
    """Return the highest card of the suit led, even if the trick has been trumped."""
    best = trick[0]
    for c in trick:
        if contract.above[best] >> c & 1:
            best = c
    return best


def choice(hand: Cards, wanted: list[int]) -> Cards:
    """Return the faces of a sorted hand that are allowed under `wanted`, each once."""
    n: i64 = len(hand)
    i: i64 = 0
    c: i64 = 0
    last: i64 = -1
    mask: i64 = 0
    for faces in wanted:
        mask = faces
        bound = b""
        last = -1
        i = 0
        while i < n:
            c = hand[i]
            if c != last and (mask >> c) & 1:
                bound = bound + ONE[c]
            last = c
            i += 1
        if bound:
            return bound
    return each_once(hand)


def listed(plays: list[Action], hand: Cards, wanted: list[int] = FREE) -> list[Action]:
    """Return the plays of the cards of a sorted hand that are allowed under `wanted`, each face once.

    plays: the action of each face. The result is the same as with `choice`, but made in a single pass.
    """
    out: list[Action] = []
    n: i64 = len(hand)
    i: i64 = 0
    c: i64 = 0
    last: i64 = -1
    mask: i64 = 0
    for faces in wanted:
        mask = faces
        i = 0
        while i < n:
            c = hand[i]
            if c != last and (mask >> c) & 1:
                out.append(plays[c])
                last = c
            i += 1
        if out:
            return out
    i = 0
    while i < n:
        c = hand[i]
        if c != last:
            out.append(plays[c])
            last = c
        i += 1
    return out


def binding(contract: Contract, trick: Cards, hand: Cards, allowed: Cards) -> str:
    """Return the duty that leaves only the cards `allowed`: "follow", "head", "trump" or "overtrump".

    These are the names in the texts of a rules file that say why a card is refused.
    """
    led = contract.suit[trick[0]]
    bound = contract.suit[allowed[0]]
    more = False  # the player holds others of that suit, which are not allowed
    for c in hand:
        if contract.suit[c] == bound and c not in allowed:
            more = True
    if bound == led:
        return "head" if more else "follow"
    return "overtrump" if more else "trump"


def lacking(c: Card, wanted: list[int]) -> int:
    """Return the faces, as a set, that a player has shown not to hold by playing c under `wanted`."""
    lacks: i64 = 0
    mask: i64 = 0
    for faces in wanted:
        mask = faces
        if mask & BIT[c]:
            break
        lacks |= mask
    return lacks


def each_once(hand: Cards) -> Cards:
    """Return the different faces of a sorted hand."""
    out = b""
    last = -1
    for c in hand:
        if c != last:
            out += ONE[c]
        last = c
    return out


def trump_of(contract: Contract) -> Card:
    """Return a face of the trump suit: the lowest one, as higher ones can be printed with other suits; −1 if there are
    no trumps.
    """
    return contract.order[contract.trump][-1] if contract.trump >= 0 and contract.order[contract.trump] else -1


def faces_of(cards: Cards) -> i64:
    """Return cards as a set of faces."""
    faces: i64 = 0
    i: i64 = 0
    n: i64 = len(cards)
    while i < n:
        faces |= BIT[cards[i]]
        i += 1
    return faces


def bearing(cards: Cards, worth: list[int]) -> int:
    """Return the card points of cards. worth: of each face."""
    points: i64 = 0
    n: i64 = len(cards)
    i: i64 = 0
    while i < n:
        points += worth[cards[i]]
        i += 1
    return points
