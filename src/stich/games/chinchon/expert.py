"""Expert: plays the deal out with what Club would do in a nutshell: when to close is the question that matters."""

from __future__ import annotations

from typing import ClassVar, Final, cast, final

from mypy_extensions import i64

from stich.bots.search import Search
from stich.games.chinchon.club import arranged, closes, discards
from stich.games.chinchon.rules import DISCARD, DRAW, FINISH, FROM_PILE, FROM_STOCK, SHUT
from stich.games.chinchon.rules_open import ARRANGE
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.rules_table import PILE
from stich.games.chinchon.sight import left_without
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds import arrange

MATCH: Final = 60.0  # points that the match is worth, where a deal decides it


@final
class Expert(Search[Chinchon]):
    iterations: ClassVar[int] = 2000
    horizon: ClassVar[int] = 60
    margin: ClassVar[float] = 0.5

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """Of the discards the three best ones; closing with the card that leaves least."""
        s = cast(Chinchon, view.seen)
        if s.phase is ARRANGE:
            return [arranged(s, view.seat, legal)]
        if s.phase is not FINISH:
            return legal
        left, card = left_without(s, s.hand(view.seat))[0]
        if left == 0:
            return [SHUT[card]]
        throws = [DISCARD[c] for _, _, c in discards(s, view.seat)]
        if SHUT[card] not in legal:
            return throws
        return [SHUT[card], *throws] if closes(s, view.seat, left) else [*throws, SHUT[card]]

    def policy(self, s: Chinchon, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        hand = s.hand(seat)
        if s.phase is DRAW:
            pile = s.zones[PILE]
            with_it = lightest(s, hand + ONE[pile[len(pile) - 1]])[0]
            return FROM_PILE if with_it + 1 < s.rules.least(hand) else FROM_STOCK
        if s.phase is ARRANGE:
            return arranged(s, seat, legal)
        left, card = lightest(s, hand)
        if left <= s.most_left(seat) and closes(s, seat, left) and SHUT[card] in legal:
            return SHUT[card]
        return DISCARD[card]

    def value(self, s: Chinchon, seat: Seat) -> float:
        """Nobody has closed for long: what everybody would have to count now."""
        return ahead(s, tuple([s.rules.least(s.hand(who)) for who in range(s.layout.seats)]), seat)

    def utility(self, s: Chinchon, seat: Seat) -> float:
        result = s.result()
        if result.winners:
            share = 1 / result.winners.bit_count() if result.winners >> seat & 1 else 0.0
            return MATCH * (share - 1 / s.layout.seats) + ahead(s, result.points, seat) / 4
        return ahead(s, result.points, seat)


def ahead(s: Chinchon, points: tuple[int, ...], seat: Seat) -> float:
    """Return by how many points the others are worse off, on average, in this deal."""
    total = 0
    others = 0
    for who in range(s.layout.seats):
        if who != seat and not s.setup.out >> who & 1:
            total += points[who]
            others += 1
    return total / max(others, 1) - points[seat]


def lightest(s: Chinchon, cards: Cards) -> tuple[int, Card]:
    """Return what is left after a good discard, and the card: the highest one that is in no meld, if there is one; else
    the one without which least is left.
    """
    rules = s.rules
    bits = rules.bits
    values = rules.values
    mask: i64 = rules.mask(cards)
    loose: i64 = mask & ~arrange.meldable(mask)
    card = -1
    for c in cards:
        if loose & bits[c] and (card < 0 or values[c] > values[card]):
            card = c
    if card >= 0:
        return int(arrange.least(mask & ~bits[card], rules.worth)), card
    left = 1000
    for c in cards:
        n = int(arrange.least(mask & ~bits[c], rules.worth))
        if n < left or (n == left and values[c] > values[card]):
            left = n
            card = c
    return left, card
