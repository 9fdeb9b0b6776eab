"""Sums and differences of hands, and the seat-relative position that a network is shown.

A hand is four planes of ranks (`parts/climb/hands.py`), a unary number for each rank, so sums are a few `|` and `&`.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.hands import ALL, held, shifted, size, union
from stich.parts.climb.move import BOMB, ROCKET, taken_by, without
from stich.parts.climb.play import LOW32, next32

PACK: Final = 0x1FFF1FFF1FFF7FFF  # all 54 cards
LEADS: Final = 0  # how a position stands to the play to beat: the seat leads,
NEXT_HOLDS: Final = 1  # the next seat made it,
PREVIOUS_HOLDS: Final = 2  # the one before did
CARDS: Final = 54


def minus(a: i64, b: i64) -> i64:
    """Return hand `a` without the cards of `b`, all of which it has."""
    a1: i64 = a & ALL
    a2: i64 = (a >> 16) & ALL
    a3: i64 = (a >> 32) & ALL
    a4: i64 = a >> 48
    b1: i64 = ~b & ALL
    b2: i64 = ~(b >> 16) & ALL
    b3: i64 = ~(b >> 32) & ALL
    b4: i64 = ~(b >> 48) & ALL
    first: i64 = (a1 & b1) | (a2 & b2) | (a3 & b3) | (a4 & b4)
    second: i64 = (a2 & b1) | (a3 & b2) | (a4 & b3)
    third: i64 = (a3 & b1) | (a4 & b2)
    fourth: i64 = a4 & b1
    return first | (second << 16) | (third << 32) | (fourth << 48)


@final
class Scene:
    """A position as one seat knows it, with the other two as the next and the previous seat."""

    def __init__(self) -> None:
        """Begin with an empty position."""
        zero: i64 = 0
        self.hand = zero
        self.next = zero  # cards known to be with the next seat
        self.previous = zero
        self.unseen = zero  # cards with one of the two, not known with which
        self.next_size = zero
        self.previous_size = zero
        self.role = zero  # 0 alone, 1 against the next seat, 2 against the previous one
        self.last = zero
        self.holder = zero  # LEADS, NEXT_HOLDS, PREVIOUS_HOLDS
        self.passes = zero
        self.trick = zero  # points in the trick, won by the seat alone, by its two enemies
        self.won_alone = zero
        self.won_others = zero
        self.bombs = zero
        self.rockets = zero
        self.idle_next = zero  # 1: the next seat has played nothing yet
        self.idle_previous = zero
        self.idle_own = zero
        self.stake = zero  # 0, 1, 2: how high the bid is


@final
class Table:
    """All three hands of a deal, and what each seat knows of the others."""

    def __init__(self, rank10: i64, rank5: i64) -> None:
        """Take the ranks whose cards are worth 10 and 5 points."""
        zero: i64 = 0
        self.rank10 = rank10
        self.rank5 = rank5
        self.hands: vec[i64] = vec[i64]([0, 0, 0])
        self.shown: vec[i64] = vec[i64]([0, 0, 0])  # cards of each seat that all know
        self.given: vec[i64] = vec[i64]([0, 0, 0])  # cards of each seat that its partner knows besides
        self.won: vec[i64] = vec[i64]([0, 0, 0])
        self.gone = zero
        self.turn = zero
        self.last = zero
        self.holder: i64 = -1
        self.passes = zero
        self.alone = zero
        self.trick = zero
        self.bombs = zero
        self.rockets = zero
        self.played = zero
        self.stake = zero
        self.out: i64 = -1

    def copy_from(self, other: Table) -> None:
        """Become a copy of another table."""
        i: i64 = 0
        while i < 3:
            self.hands[i] = other.hands[i]
            self.shown[i] = other.shown[i]
            self.given[i] = other.given[i]
            self.won[i] = other.won[i]
            i += 1
        self.gone = other.gone
        self.turn = other.turn
        self.last = other.last
        self.holder = other.holder
        self.passes = other.passes
        self.alone = other.alone
        self.trick = other.trick
        self.bombs = other.bombs
        self.rockets = other.rockets
        self.played = other.played
        self.stake = other.stake
        self.out = other.out

    def apply(self, move: i64) -> None:
        """Play a legal move; 0 passes. `out` is the seat that went out, −1 as long as nobody has."""
        seat: i64 = self.turn
        taken: i64 = 0
        kind: i64 = move & 15
        if move == 0:
            self.passes += 1
            if self.passes == 2:
                self.win(self.holder)
        else:
            taken = taken_by(move)
            self.hands[seat] = without(self.hands[seat], move)
            self.gone = union(self.gone, cards_of(taken))
            self.shown[seat] = left_known(self.shown[seat], taken)
            self.given[seat] = left_known(self.given[seat], taken)
            self.trick += 10 * held(taken, self.rank10) + 5 * held(taken, self.rank5)
            self.last = move
            self.holder = seat
            self.passes = 0
            self.played |= shifted(1, seat)
            if kind == BOMB:
                self.bombs += 1
            elif kind == ROCKET:
                self.rockets += 1
            if self.hands[seat] == 0:
                self.win(seat)
                self.out = seat
                return
        self.turn = seat + 1 if seat < 2 else 0

    def win(self, seat: i64) -> None:
        """Give the trick to a seat."""
        self.won[seat] = self.won[seat] + self.trick
        self.trick = 0
        self.last = 0
        self.passes = 0
        self.holder = -1

    def show(self, scene: Scene, open_: bool) -> None:
        """Write what the seat whose turn it is knows into `scene`. open_: with all hands."""
        seat: i64 = self.turn
        one: i64 = seat + 1 if seat < 2 else 0
        two: i64 = one + 1 if one < 2 else 0
        out: i64 = minus(minus(PACK, self.gone), self.hands[seat])
        flags: i64 = self.played
        scene.hand = self.hands[seat]
        if open_:
            scene.next = self.hands[one]
            scene.previous = self.hands[two]
            scene.unseen = 0
        else:
            scene.next = self.shown[one]
            scene.previous = self.shown[two]
            if seat != self.alone:
                if one == self.alone:
                    scene.previous = union(self.shown[two], self.given[two])
                else:
                    scene.next = union(self.shown[one], self.given[one])
            scene.unseen = minus(minus(out, scene.next), scene.previous)
        scene.next_size = size(self.hands[one])
        scene.previous_size = size(self.hands[two])
        scene.role = 0 if seat == self.alone else 1 if one == self.alone else 2
        scene.last = self.last
        scene.holder = LEADS if self.last == 0 else NEXT_HOLDS if self.holder == one else PREVIOUS_HOLDS
        scene.passes = self.passes
        scene.trick = self.trick
        scene.won_alone = self.won[self.alone]
        scene.won_others = self.won[0] + self.won[1] + self.won[2] - scene.won_alone
        scene.bombs = self.bombs
        scene.rockets = self.rockets
        scene.idle_own = 1 - ((flags >> seat) & 1)
        scene.idle_next = 1 - ((flags >> one) & 1)
        scene.idle_previous = 1 - ((flags >> two) & 1)
        scene.stake = self.stake


def cards_of(taken: i64) -> i64:
    """Return as a hand what `taken_by` tells of a move."""
    second: i64 = (taken >> 16) & ALL
    third: i64 = (taken >> 32) & ALL
    return ((taken >> 48) & ALL) | (third << 16) | (second << 32) | ((taken & ALL) << 48)


def left_known(known: i64, taken: i64) -> i64:
    """Return the cards of a seat that stay known after it took `taken` out of its hand: of a rank that is played the
    known cards go first [27].
    """
    k: i64 = 0
    out: i64 = known
    if known == 0:
        return 0
    played: i64 = cards_of(taken)
    both: i64 = 0
    while k < 4:  # at most four cards of a rank
        both = out & played & ALL
        if both == 0:
            return out
        out = minus(out, both)
        played = minus(played, both)
        k += 1
    return out


# -- dealing ----------------------------------------------------------------------------------------------------------


@final
class Dealer:
    """Deals at random, with one seat alone and the cards exchanged as the stakes say."""

    def __init__(self, seed: i64) -> None:
        """seed: above 0, below 2**32."""
        self.x: i64 = seed & LOW32
        self.number: i64 = 0
        self.ranks: vec[i64] = vec[i64]([0] * CARDS)
        i: i64 = 0
        while i < CARDS:
            self.ranks[i] = i // 4 if i < 52 else i - 39
            i += 1

    def below(self, n: i64) -> i64:
        """Return a random number from 0 to n − 1."""
        self.x = next32(self.x)
        return (self.x * n) >> 32

    def deal(self, table: Table) -> None:
        """Deal to a table: 17 cards each, three to the seat that plays alone. It is any seat in two of three deals,
        and the one with the best cards in the third; the stakes take turns.
        """
        ranks = self.ranks
        hands: vec[i64] = vec[i64]([0, 0, 0])
        i: i64 = CARDS - 1
        j: i64 = 0
        card: i64 = 0
        alone: i64 = 0
        while i > 0:
            j = self.below(i + 1)
            card = ranks[i]
            ranks[i] = ranks[j]
            ranks[j] = card
            i -= 1
        i = 3
        while i < CARDS:
            j = i % 3
            hands[j] = with_rank(hands[j], ranks[i])
            i += 1
        alone = self.below(3)
        if self.below(3) == 0:
            j = 0
            while j < 3:
                if high_cards(hands[j]) > high_cards(hands[alone]):
                    alone = j
                j += 1
        table.stake = self.number % 3
        self.number += 1
        i = 0
        while i < 3:
            hands[alone] = with_rank(hands[alone], ranks[i])
            table.shown[i] = 0
            table.given[i] = 0
            table.won[i] = 0
            i += 1
        i = 0
        while i < 3:
            table.hands[i] = hands[i]
            i += 1
        i = 3 + self.below(51)
        table.shown[i % 3] = with_rank(0, ranks[i])
        table.gone = 0
        table.turn = alone
        table.alone = alone
        table.last = 0
        table.holder = -1
        table.passes = 0
        table.trick = 0
        table.bombs = 0
        table.rockets = 0
        table.played = 0
        table.out = -1
        if table.stake:
            self.exchange(table)

    def exchange(self, table: Table) -> None:
        """Let the two others give each other cards: as many as the stakes say, the lowest that are alone in rank."""
        one: i64 = (table.alone + 1) % 3
        two: i64 = (table.alone + 2) % 3
        from_one: i64 = gift(table.hands[one], table.stake)
        from_two: i64 = gift(table.hands[two], table.stake)
        # the third seat cannot know whether the open card was given away; the partner can
        table.given[one] = union(from_two, kept(table.shown[one], table.hands[one], from_one))
        table.given[two] = union(from_one, kept(table.shown[two], table.hands[two], from_two))
        table.shown[one] = 0
        table.shown[two] = 0
        table.hands[one] = union(minus(table.hands[one], from_one), from_two)
        table.hands[two] = union(minus(table.hands[two], from_two), from_one)


def kept(shown: i64, hand: i64, given: i64) -> i64:
    """Return the open card of a hand, unless it is given away: it is if no other card of its rank is there."""
    return 0 if shown & given & ~(hand >> 16) else shown


def with_rank(hand: i64, rank: i64) -> i64:
    """Return a hand with one more card of a rank."""
    bit: i64 = shifted(1, rank)
    return hand | ((hand & (bit | (bit << 16) | (bit << 32))) << 16) | bit


def high_cards(hand: i64) -> i64:
    """Return how good a hand's high cards are: the high joker counts three, the low one two, the top rank one."""
    return held(hand, 12) + 2 * held(hand, 13) + 3 * held(hand, 14)


def gift(hand: i64, n: i64) -> i64:
    """Return the `n` lowest cards that are alone in their rank, below the top rank; if there are fewer, other low
    cards as well.
    """
    out: i64 = 0
    left: i64 = hand & ~(hand >> 16) & 0x0FFF
    bit: i64 = 0
    while n > 0 and left:
        bit = left & -left
        left ^= bit
        out |= bit
        n -= 1
    left = hand & ALL & ~out
    while n > 0 and left:
        bit = left & -left
        left ^= bit
        out |= bit
        n -= 1
    return out
