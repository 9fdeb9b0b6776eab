"""Several cards of one rank as one choice: §4.1 an attack, §4.2 cards with which it is passed on.

With one pack each choice of cards is listed. With several, a hand can hold so many cards of a rank that there would be
hundreds of choices. Then only single cards and the number of cards of the rank are listed; the player chooses which
ones.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.durak.rules_cards import COUNT, SUBSETS
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Cards, Seat, holds, subsets

COUNTS: Final = 8  # `to` of such a choice: COUNTS · rank + number of cards
LISTED: Final = 4  # cards of a rank, or more if all are different, of which each choice is listed


def add_of_one_rank(
    out: list[Action], s: Durak, hand: Cards, most: int, verb: str, table: list[Action], faces: i64 = -1
) -> None:
    """Add each choice of at most `most` cards of one rank. faces: those to choose from, as bits."""
    if most < 1:
        return
    places = s.rules.kind.places
    subsets_of = SUBSETS
    count = COUNT
    held: i64 = 0  # four bits for each rank: the suits that are held,
    twice: i64 = 0  # and those that are held more than once
    n: i64 = len(hand)
    i: i64 = 0
    c: i64 = 0
    while i < n:
        c = hand[i]
        if (faces >> c) & 1:
            twice |= held & places[c]
            held |= places[c]
        i += 1
    rank = 0
    while held:
        suits = int(held & 15)
        if twice & 15:
            add_with_copies(out, s, of_rank(s, hand, rank), rank, most, verb)
        elif suits:
            for chosen in subsets_of[suits]:
                if count[chosen] > most:
                    break
                out.append(table[16 * rank + chosen])
        held >>= 4
        twice >>= 4
        rank += 1


def add_with_copies(out: list[Action], s: Durak, cards: Cards, rank: int, most: int, verb: str) -> None:
    """The same for a rank of which a hand holds equal cards."""
    if len(cards) <= LISTED:
        out.extend([Action(verb, chosen) for chosen in subsets(cards, most)])
        return
    out.extend([Action(verb, chosen) for chosen in subsets(cards, 1)])
    out.extend([Action(verb, b"", number_of(rank, n)) for n in range(2, min(most, len(cards)) + 1)])


def number_of(rank: int, n: int) -> int:
    """Return the `to` of a choice of n cards of a rank that does not name them."""
    return COUNTS * rank + n


def one_rank(s: Durak, cards: Cards) -> bool:
    return len({c % s.rules.size for c in cards}) == 1


def of_rank(s: Durak, hand: Cards, rank: int) -> Cards:
    size: i64 = s.rules.size
    n: i64 = len(hand)
    i: i64 = 0
    out = b""
    while i < n:
        if hand[i] % size == rank:
            out = out + ONE[hand[i]]
        i += 1
    return out


def proposed(s: Durak, seat: Seat, a: Action) -> Cards:
    """Return the cards for a choice that names none: plain ones first."""
    cards = of_rank(s, s.hand(seat), a.to // COUNTS)
    plain = bytes([c for c in cards if c // s.rules.size != s.suit])
    trumps = bytes([c for c in cards if c // s.rules.size == s.suit])
    return bytes(sorted((plain + trumps)[: a.to % COUNTS]))


def counted(s: Durak, seat: Seat, a: Action) -> Action:
    """Return the listed form of a choice of cards: their number if there would be too many choices.

    The listed form depends on the hand, so a choice has the same meaning with the number and without it.
    """
    cards = a.cards
    if s.layout.single or len(cards) < 2:
        return a
    rank = cards[0] % s.rules.size
    to = number_of(rank, len(cards))
    if a.to not in (-1, to) or of_rank(s, cards, rank) != cards:
        return a
    hand = s.hand(seat)
    if len(of_rank(s, hand, rank)) <= LISTED:
        return Action(a.verb, cards)
    return Action(a.verb, b"", to) if holds(hand, cards) else a
