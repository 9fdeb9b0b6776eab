"""The bots of Chinchón, and what the search has to know of it."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.chinchon.advise import advise
from stich.games.chinchon.beginner import Beginner
from stich.games.chinchon.club import Club, arranged, closes, discards
from stich.games.chinchon.rules import DISCARD, FROM_PILE, FROM_STOCK, SHUT
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.rules_table import PILE
from stich.games.chinchon.sight import left_without
from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds import arrange

__all__ = ["BOTS", "advise"]


class Expert(Search[Chinchon]):
    """Plays the deal out with what Club would do in a nutshell: when to close is the question that matters."""

    iterations = 2000
    horizon = 60
    margin = 0.5

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """Of the discards the three best ones; closing with the card that leaves least."""
        s = view.seen
        assert isinstance(s, Chinchon)
        if s.phase.name == "arrange":
            return [arranged(s, view.seat, legal)]
        if s.phase.name != "finish":
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
        if s.phase.name == "draw":
            return FROM_PILE if lightest(s, hand + s.zones[PILE][-1:])[0] + 1 < s.rules.least(hand) else FROM_STOCK
        if s.phase.name == "arrange":
            return arranged(s, seat, legal)
        left, card = lightest(s, hand)
        return SHUT[card] if closes(s, seat, left) and SHUT[card] in legal else DISCARD[card]

    def value(self, s: Chinchon, seat: Seat) -> float:
        """Nobody has closed for long: what everybody would have to count now."""
        return self.worth(s, tuple([s.rules.least(s.hand(who)) for who in range(s.layout.seats)]), seat)

    def utility(self, s: Chinchon, seat: Seat) -> float:
        result = s.result()
        if result.winners:
            share = (1 / result.winners.bit_count()) if result.winners >> seat & 1 else 0.0
            return MATCH * (share - 1 / s.layout.seats) + self.worth(s, result.points, seat) / 4
        return self.worth(s, result.points, seat)

    def worth(self, s: Chinchon, points: tuple[int, ...], seat: Seat) -> float:
        """Return by how many points the others are worse off, on average, in this deal."""
        others = [n for who, n in enumerate(points) if who != seat and not s.setup.out >> who & 1]
        return sum(others) / max(len(others), 1) - points[seat]


MATCH = 60.0  # points that the match is worth, where a deal decides it


def lightest(s: Chinchon, cards: Cards) -> tuple[int, int]:
    """Return what is left after a good discard, and the card: the highest one that is in no meld, if there is one."""
    rules = s.rules
    mask = rules.mask(cards)
    loose = mask & ~arrange.meldable(mask)
    if loose:
        card = max([c for c in cards if rules.bits[c] & loose], key=lambda c: rules.values[c])
        return int(arrange.least(mask & ~rules.bits[card], rules.worth)), card
    return left_without(s, cards)[0]


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
