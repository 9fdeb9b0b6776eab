"""Expert: decides like Club what to declare and to keep, tries out which card to play, and solves the last cards."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final, final

from mypy_extensions import i64

from stich.bots.open_trick import BIT
from stich.bots.search import Search, before
from stich.games.fuenfhundert.judgement import chosen
from stich.games.fuenfhundert.rules_cards import EACH, HAND, SIZE, STRICT, TRICK, WORTH
from stich.games.fuenfhundert.rules_combinations import FACES, SEVEN, value
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action
from stich.kernel.cards import Card, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.tricks import faces_of

SOLVED: Final = 8  # cards in both hands that the solver is given
REACHED: Final = 100.0  # value of having won the match, beside the points

NEAR: Final = [0.0, 0.42, 0.15, 0.05, 0.02, 0.01]  # how often one that lacks that many cards is completed
BURDEN: Final = 8.0  # with a talon it is better to follow than to lead: the follower sees what there is to take
LEADING: Final = 2.0  # without one it is better to lead
ENOUGH: Final = 4.0  # what a player must win to take a trick

OF: Final = [[n for n in range(SEVEN) if FACES[n] >> c & 1] for c in range(4 * SIZE)]  # the combinations of each card
VALUE: Final = [[value(number, trump) for number in range(SEVEN)] for trump in range(4)]


@final
class Expert(Search[Fuenfhundert]):
    iterations: ClassVar[int] = 3000

    def candidates(self, view: View[Fuenfhundert], legal: list[Action]) -> list[Action]:
        first = chosen(view, legal)
        if first.verb != "play":
            return [first]
        return before(first, [a for a in legal if a.verb == "play"])

    def policy(self, s: Fuenfhundert, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return sensible(s, seat, legal)

    def solvable(self, s: Fuenfhundert) -> bool:
        return not s.has_talon() and len(s.hand(0)) + len(s.hand(1)) <= SOLVED

    def key(self, s: Fuenfhundert) -> Hashable:
        totals = (s.points, s.declared, s.used, s.gained, s.settled, s.seven_open, s.closed, s.turn_calls)
        return (s.turn, s.hand(0), s.hand(1), s.zones[TRICK], totals)

    def utility(self, s: Fuenfhundert, seat: Seat) -> float:
        own, other = s.total(seat), s.total(1 - seat)
        gain = float(own - other - s.setup.scores[seat] + s.setup.scores[1 - seat])
        if own >= s.rules.target:
            gain += REACHED
        if other >= s.rules.target:
            gain -= REACHED
        return gain


def sensible(s: Fuenfhundert, seat: Seat, legal: list[Action]) -> Action:
    """Return the action of a player who sees both hands: exchange, declare the most valuable; then the best card, by
    its points and by what the cards mean for the combinations of both.
    """
    suit = s.suit()
    best = legal[0]
    most = -1000.0
    for a in legal:
        if a.verb == "exchange":
            return a
        if a.verb == "declare":
            worth: float = 1000.0 + value(a.to, suit)
        elif a.verb == "done":  # after the last trick
            worth = 0.0
        else:
            worth = following(s, seat, a.cards[0]) if s.zones[TRICK] else leading(s, seat, a.cards[0])
        if worth > most:
            best = a
            most = worth
    return best


def promise(s: Fuenfhundert, c: Card, own: i64, lost: i64) -> float:
    """Return the value of the combinations that a player can still complete with a card.

    own: the player's cards. lost: cards that the player can no longer get.
    """
    out = 0.0
    worth = VALUE[s.trump // SIZE]
    have: i64 = own | BIT[c]
    for number in OF[c]:
        cards = FACES[number]
        if cards & lost == 0:
            missing: i64 = cards & ~have
            n = 0
            while missing and n < 4:
                missing &= missing - 1
                n += 1
            if n:
                out += NEAR[n] * worth[number]
    return out


def following(s: Fuenfhundert, seat: Seat, c: Card) -> float:
    """Return the value of answering with c."""
    lead = s.zones[TRICK][0]
    talon = s.has_talon()
    how = s.rules.by_value if talon else STRICT[s.trump // SIZE]
    points = WORTH[lead] + WORTH[c] + (-BURDEN if talon else LEADING)
    used = faces_of(s.used)
    own = s.own(seat)
    theirs = s.own(1 - seat)
    mine_gone = s.taken[seat] | used
    their_gone = s.taken[1 - seat] | used
    if how.beats(c, lead):
        return points + promise(s, lead, own, their_gone) + promise(s, lead, theirs, mine_gone)
    return -points - promise(s, c, own, their_gone) - promise(s, c, theirs, mine_gone)


def leading(s: Fuenfhundert, seat: Seat, c: Card) -> float:
    """Return the value of leading c: the opponent answers with the cheapest card that takes it, if that is worth it;
    otherwise with the cheapest of all.
    """
    talon = s.has_talon()
    how = s.rules.by_value if talon else STRICT[s.trump // SIZE]
    used = faces_of(s.used)
    own = s.own(seat)
    theirs = s.own(1 - seat)
    stake = promise(s, c, own, s.taken[1 - seat] | used) + promise(s, c, theirs, s.taken[seat] | used) + WORTH[c]
    taking = 99
    giving = 99
    hand = s.zones[HAND + EACH * (1 - seat)] + s.zones[HAND + 1 + EACH * (1 - seat)]
    led: i64 = 0
    trumps: i64 = 0
    if not talon:
        led = how.members[how.suit[c]] & faces_of(hand)
        trumps = how.members[how.trump] & faces_of(hand)
    for d in hand:
        if talon or (BIT[d] & led if led else BIT[d] & trumps if trumps else True):
            if how.beats(d, c):
                taking = min(taking, WORTH[d])
            else:
                giving = min(giving, WORTH[d])
    if taking < 99 and (giving == 99 or stake + taking >= (ENOUGH if talon else 0.0)):
        return -stake - taking + (BURDEN if talon else -LEADING)
    return WORTH[c] + giving + (-BURDEN if talon else LEADING)
