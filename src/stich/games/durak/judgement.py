"""What Club and Expert think of a position of Durak: what a card is worth, what it costs to spend it or to take it, and
whether a defence makes sure that a player is out.

Expert asks this in every rollout, so it is compiled, and the value of each card is looked up in a table.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.durak.rules_cards import PAIR, RANKS, SUITS, TALON
from stich.games.durak.rules_state import Durak
from stich.kernel.cards import Card, Cards, Seat
from stich.parts.tricks import BIT

SPAN: Final = 11.0  # how much better the highest card of a suit is than the lowest
TRUMP: Final = 16.0  # and the lowest trump than the lowest plain card
FULL: Final = 20  # with that many cards in the talon or more the end is far

# [far from the end, at the end]; lists, because mypyc 2.4.1 loses a Final tuple of floats
RID: Final = [6.0, 20.0]  # gain from getting rid of a card
BURDEN: Final = [6.0, 25.0]  # what one more card costs,
BURDEN_OF_TWO: Final = [10.0, 25.0]  # and at a table of two, where no third player can still be the last one
ATTACK: Final = 3.0  # what the next attack is worth
THROWN: Final = [8.0, 30.0]  # cards worth less than this are thrown in
GIVEN: Final = [6.0, 20.0]  # the same to a defender who takes
PASSED_ON: Final = 3.0  # gain from another seat having to defend
SEVERAL: Final = 3.0  # what each further card of an attack is worth
TRUMPED: Final = 20.0  # what it costs to attack with a trump
UNBEATABLE: Final = 12.0  # gain if the opponent, whose cards are known, has to take
TOP: Final = [12.0, 0.0]  # value of the ace of trumps beyond all that; lower trumps much less,
TOP_OF_TWO: Final = [20.0, 0.0]  # and at a table of two, where only high trumps count
SURE: Final = 1000.0  # getting rid of the last card


def worths(size: int, trump: int) -> list[float]:
    """Return the value of holding each face."""
    return [SPAN * (c % size) / (size - 1) + (TRUMP if c // size == trump else 0.0) for c in range(SUITS * size)]


def heights(size: int) -> list[float]:
    """Return for each rank how much of the price of the ace of trumps it has."""
    return [(rank / (size - 1)) ** 4 for rank in range(size)]


SIZES: Final = [len(ranks) for ranks in RANKS.values()]
WORTH: Final = {size: [worths(size, trump) for trump in range(SUITS)] for size in SIZES}
HEIGHT: Final = {size: heights(size) for size in SIZES}


def values(s: Durak) -> list[float]:
    """Return the value of having each face in hand."""
    return WORTH[s.rules.size][s.suit]


def nearness(s: Durak) -> float:
    """Return how near the end is: 0 with a large talon, ½ when it runs out, 1 once it is gone."""
    if s.talon_empty():
        return 1.0
    n = len(s.zones[TALON]) + 1
    return 0.5 * (FULL - n) / FULL if n < FULL else 0.0


def between(s: Durak, far_near: list[float]) -> float:
    """Return a value between that far from the end and that at the end."""
    far = far_near[0]
    return far + (far_near[1] - far) * nearness(s)


def price(s: Durak, c: Card, worth: list[float]) -> float:
    """Return the cost of spending a card: its value, and as long as there is a talon much more for high trumps."""
    size = s.rules.size
    if c // size != s.suit or s.talon_empty():
        return worth[c]
    return worth[c] + between(s, TOP if s.layout.seats > 2 else TOP_OF_TWO) * HEIGHT[size][c % size]


def taking(s: Durak, worth: list[float]) -> float:
    """Return the gain from taking, usually negative. Cards already spent in this bout are no gain."""
    burden = between(s, BURDEN if s.layout.seats > 2 else BURDEN_OF_TWO)
    gain = 0.0
    for i in range(s.count):
        pair = s.zones[PAIR + i]
        gain += worth[pair[0]] - burden
        for k in range(1, len(pair)):
            if worth[pair[k]] < burden:
                gain += worth[pair[k]] - burden
    return gain


def most_thrown(s: Durak) -> float:
    """Return the value below which a card is thrown in."""
    return between(s, GIVEN) if s.taking else between(s, THROWN)


def leads_all(s: Durak, seat: Seat, rest: Cards) -> bool:
    """Tell whether a player can lead these cards all at once as the last ones."""
    if rest:
        mask: i64 = s.rules.kind.same[rest[0]]
        for c in rest:
            if mask & BIT[c] == 0:
                return False
    return len(rest) <= len(s.hand(s.left_of(seat)))


def stands(s: Durak, spent: Cards, rest: Cards, others: Cards) -> bool:
    """Tell whether a defence with `spent` stands, whatever is added to it, and still leaves no card in hand but `rest`.

    others: all cards that the other players may hold.
    """
    n = len(rest)
    if n == 0 or s.count >= s.limit or not s.rules.throw_in:
        return True
    same = s.rules.kind.same
    fitting: i64 = s.fitting
    for c in spent:
        fitting |= same[c]
    beaten = s.rules.kind.contracts[s.suit].beaten
    for c in others:
        if fitting & BIT[c]:
            over: i64 = beaten[c]
            if n > 1 or over & BIT[rest[0]] == 0:
                return False
    return True
