"""Expert: plays deals out with a simplified Club; the main question is when to close."""

from __future__ import annotations

from typing import ClassVar, Final, final

from mypy_extensions import i64

from stich.bots.search import Search
from stich.games.chinchon.chances import MATCH, chance_to_win, deal_worth
from stich.games.chinchon.club import arranged, closes, discards, wins_at_once
from stich.games.chinchon.rules_cards import PILE
from stich.games.chinchon.rules_phases import ARRANGE, DISCARD, DRAW, FINISH, FROM_PILE, FROM_STOCK, SHUT
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.sight import ends_at, left_without
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Card, Cards, Seat, has
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds import arrange

BEST: Final = 4  # discards that are tried


@final
class Expert(Search[Chinchon]):
    iterations: ClassVar[int] = 2000
    horizon: ClassVar[int] = 60
    margin: ClassVar[float] = 0.2

    def candidates(self, view: View[Chinchon], legal: list[Action]) -> list[Action]:
        """Return the best discards, and closing with the card that leaves least, unless that loses the match."""
        s = view.seen
        seat = view.seat
        if s.phase is ARRANGE:
            return [arranged(s, seat, legal)]
        if s.phase is not FINISH:
            return legal
        left, card = left_without(s, s.hand(seat))[0]
        if wins_at_once(s, seat, card) and SHUT[card] in legal:
            return [SHUT[card]]
        throws = [DISCARD[c] for _, _, c in discards(s, seat)[:BEST]]
        if SHUT[card] not in legal:
            return throws
        if closes(s, seat, left):
            return [SHUT[card], *throws]
        return throws if left and left + s.setup.scores[seat] >= ends_at(s) else [*throws, SHUT[card]]

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
        """If nobody has closed for long, evaluate what all would have to count now."""
        scores = s.setup.scores
        out = s.setup.out
        seats = s.layout.seats
        now = [0 if has(out, who) else s.rules.least(s.hand(who)) for who in range(seats)]
        return MATCH * chance_to_win(s.rules, out, tuple([scores[who] + now[who] for who in range(seats)]), seat)

    def utility(self, s: Chinchon, seat: Seat) -> float:
        return deal_worth(s, seat)


def lightest(s: Chinchon, cards: Cards) -> tuple[int, Card]:
    """Return what is left after a good discard, and the card: the highest card in no meld if there is one; otherwise
    the card without which least is left.
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
