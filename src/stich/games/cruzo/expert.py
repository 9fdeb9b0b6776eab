"""Expert: plays some rounds ahead in worlds that fit what it has seen, and estimates who will get rid of all cards.

Playing a deal of Cruzo to its end can take hundreds of turns. So a rollout is cut off and evaluated by the cards that
each player still has: cards that fit on little weigh more than those that fit on everything, bunkers weigh most.
"""

from __future__ import annotations

from math import exp
from typing import ClassVar, Final, final

from stich.bots.search import NO_LUCK, Search, before
from stich.games.cruzo.club import choice
from stich.games.cruzo.rules_cards import (
    BUNKER,
    EACH,
    EIGHT,
    FOUR,
    HAND,
    JOKER,
    MOST,
    OPEN,
    PILE,
    ROW,
    STANDS,
    STOCK,
    TEN,
    THREE,
    TWO,
    group,
)
from stich.games.cruzo.rules_draw import DRAW
from stich.games.cruzo.rules_phases_start import DIRECT, SWAP
from stich.games.cruzo.rules_state import Cruzo
from stich.games.cruzo.sight import SPECIAL, WORTH
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import ONE, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

KEEP: Final[list[float]] = WORTH
FOURS: Final = 12.0  # opening once more, with the pile gone
AGAIN: Final = 3.0  # eights that skip everybody else
EACH_CARD: Final = 0.01  # of equal ranks the larger number
BURDEN: Final = [1.3 - keep / 10 for keep in KEEP]  # of a card in hand or open on the table
BLIND: Final = 1.6  # of a bunker, which takes the pile if it does not fit
CLOSE_RACE: Final = 4.0  # with so much less left, a player is ahead of another three times out of four


@final
class Expert(Search[Cruzo]):
    iterations: ClassVar[int] = 600
    horizon: ClassVar[int] = 60
    interrupts: ClassVar[bool] = False
    margin: ClassVar[float] = 0.02

    def candidates(self, view: View[Cruzo], legal: list[Action]) -> list[Action]:
        """Return the candidates: of each rank a single card and the largest number, Club's choice first.

        The direction of play makes no measurable difference, and exchanges are left to Club. If Club has a four that
        burns the pile, nothing else is tried. Taking the pile is not tried if there is something to lay.
        """
        if view.seen.phase is DIRECT:
            return legal[:1]
        if view.seen.phase is SWAP:
            return [choice(view, legal, NO_LUCK)]
        first = choice(view, legal, NO_LUCK)
        if first.verb == "play" and is_four(view.seen, first):
            return [first]
        some = fewest_and_most(legal)
        if first.verb == "play":
            some = [a for a in some if a.verb != "pickup"]
        return before(first, some)

    def policy(self, s: Cruzo, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return sensible(s, seat, legal)

    def value(self, s: Cruzo, seat: Seat) -> float:
        return standing(s, seat)


def fewest_and_most(legal: list[Action]) -> list[Action]:
    """Return of each rank a single card and the largest number, and all other actions."""
    some: list[Action] = []
    for i, a in enumerate(legal):
        more = i + 1 < len(legal) and legal[i + 1].verb == a.verb and legal[i + 1].to // MOST == a.to // MOST
        if a.verb not in ("play", "throw") or a.to % MOST == 1 or not more:
            some.append(a)
    return some


def is_four(s: Cruzo, a: Action) -> bool:
    """Tell whether a play completes a four of what is not kept: the pile burns, and it is the same player's turn."""
    rank = a.to // MOST
    return rank != EIGHT and rank not in SPECIAL and group(s.zones[PILE] + ONE[4 * rank] * (a.to % MOST)) >= FOUR


def sensible(s: Cruzo, seat: Seat, legal: list[Action]) -> Action:
    """Return the play that gets rid of most at the lowest value; a four, with its extra turn, comes first."""
    last = legal[len(legal) - 1]
    first = legal[0]
    if s.rules.manual and DRAW in legal:
        return DRAW
    if s.waiting:
        if last.verb == "throw":
            return last if is_spare(s, last) else first
        if last is CLOSE:
            thrown = legal[len(legal) - 2]
            return thrown if thrown.verb == "throw" and is_spare(s, thrown) else CLOSE
    best = first
    most = -1000.0
    pile = s.zones[PILE]
    on_top = pile[len(pile) - 1] // 4 if pile else -1
    others = s.left() - 1
    for a in legal:
        if a.verb != "play":
            continue
        rank = a.to // MOST
        n = a.to % MOST
        worth = EACH_CARD * n - KEEP[rank]
        if rank == EIGHT:
            if n >= others and (others > 1 or s.rules.again_with_two):
                worth += AGAIN
        elif n >= FOUR or (rank == on_top and n + group(pile) >= FOUR):
            worth += FOURS
        if worth > most:
            most = worth
            best = a
    return best


def is_spare(s: Cruzo, a: Action) -> bool:
    """Tell whether cards are better thrown than kept."""
    rank = a.to // MOST
    return not s.zones[STOCK] or rank not in (TWO, THREE, TEN, JOKER)


def burden(cards: Cards) -> float:
    out = 0.0
    for c in cards:
        if c < STANDS:
            out += BURDEN[c // 4]
    return out


def to_get_rid_of(s: Cruzo, seat: Seat) -> float:
    """Return the weight of the cards that a seat still has."""
    at = HAND + EACH * seat
    zones = s.zones
    out = burden(zones[at]) + burden(zones[at + 1]) + burden(zones[OPEN + EACH * seat])
    for i in range(ROW):
        if zones[BUNKER + EACH * seat + i]:
            out += BLIND
    return out


def standing(s: Cruzo, seat: Seat) -> float:
    """Return by how many places this seat is expected to finish above the mean of the others."""
    seats = s.layout.seats
    place = float(s.places[seat])
    if place == 0.0:
        mine = to_get_rid_of(s, seat)
        place = 1.0
        for other in range(seats):
            if other == seat:
                continue
            if s.places[other]:
                place += 1.0
            else:
                place += 1.0 / (1.0 + exp((to_get_rid_of(s, other) - mine) / CLOSE_RACE))
    mean = (seats * (seats + 1) / 2 - place) / (seats - 1)
    return mean - place
