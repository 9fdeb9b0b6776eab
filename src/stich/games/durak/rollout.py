"""What each seat does in the rollouts of Expert: Club's sums, worked out on open hands.

It is not Club's code. Club sees one hand, asks what follows from it, and beats the most expensive attack card first.
Here all hands are open and cards are beaten in the order in which they lie, without making lists, because this is asked
thousands of times for each choice. What both weigh, the prices and the safe endings, is in `judgement`; tests hold
that the two choose alike, but for which card is beaten first.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.durak.judgement import (
    ATTACK,
    PASSED_ON,
    RID,
    SEVERAL,
    SURE,
    TRUMPED,
    UNBEATABLE,
    between,
    leads_all,
    most_thrown,
    price,
    stands,
    taking,
    values,
)
from stich.games.durak.rules_cards import BEAT, FACES, HAND, PAIR, SUITS
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Seat, drop
from stich.parts.tricks import BIT, faces_of

NEVER: Final = -1000.0


def best_attack(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return low cards, several at once; with two players left cards that cannot be beaten; the whole hand, if
    possible.
    """
    worth = values(s)
    size = s.rules.size
    without_talon = s.talon_empty()
    last = len(s.zones[HAND + seat]) if without_talon else 0
    knows = without_talon and s.left_of(s.defender) == seat
    best = legal[0]
    top = NEVER
    for a in legal:
        n = len(a.cards)
        if n == 0:
            continue
        if n == last:
            return a
        most = 0.0
        for c in a.cards:
            most = max(most, worth[c] + TRUMPED if c // size == s.suit else worth[c])
        value = SEVERAL * (n - 1) - most
        if knows and value + UNBEATABLE > top and not can_answer(s, a.cards, worth):
            value += UNBEATABLE
        if value > top:
            best = a
            top = value
    return best


def can_answer(s: Durak, cards: Cards, worth: list[float]) -> bool:
    """Tell whether the defender can beat an attack, or pass it on."""
    left = s.zones[HAND + s.defender]
    same: i64 = s.rules.kind.same[cards[0]]
    if s.rules.transfer and same & faces_of(left):
        return True
    for on in cards:
        c = least_on(s, on, left, worth)
        if c < 0:
            return False
        left = drop(left, c)
    return True


def least_on(s: Durak, on: Card, hand: Cards, worth: list[float]) -> Card:
    """Return the least valuable card that beats another one; −1 if there is none."""
    mask: i64 = s.rules.kind.contracts[s.suit].beaten[on]
    least = -1
    for c in hand:
        if mask & BIT[c] and (least < 0 or worth[c] < worth[least]):
            least = c
    return least


def best_defence(s: Durak, seat: Seat, legal: list[Action]) -> Action:
    """Return the best of passing on, beating everything as cheaply as possible, and taking. Of equals the first."""
    worth = values(s)
    rid = between(s, RID)
    best = legal[len(legal) - 1]  # taking stands last, behind what can be passed on
    top = NEVER
    i = len(legal) - 2
    while i >= 0 and legal[i].verb != "beat":
        value = PASSED_ON
        if legal[i].verb == "transfer":
            for c in legal[i].cards:
                value += rid - price(s, c, worth)
        if value >= top:
            top = value
            best = legal[i]
        i -= 1
    gain, action = defence(s, seat, worth, rid)
    if action >= 0 and gain + ATTACK > top:
        top = gain + ATTACK
        best = BEAT[action]
    return legal[len(legal) - 1] if taking(s, worth) > top else best


def defence(s: Durak, seat: Seat, worth: list[float], rid: float) -> tuple[float, int]:
    """Return the gain from beating everything, each card as cheaply as possible, and the index of the first such
    action; −1 if not everything can be beaten.
    """
    left = s.zones[HAND + seat]
    gain = 0.0
    first = -1
    for i in range(s.count):
        pair = s.zones[PAIR + i]
        if len(pair) > 1:
            continue
        least = least_on(s, pair[0], left, worth)
        if least < 0:
            return 0.0, -1
        if first < 0:
            first = FACES * pair[0] + least
        gain += rid - price(s, least, worth)
        left = drop(left, least)
    if s.talon_empty():
        safe = safe_defence(s, seat, left, first)
        if safe >= 0:
            return SURE, safe
    return gain, first


def safe_defence(s: Durak, seat: Seat, left: Cards, first: int) -> int:
    """Return the index of an action after which this seat certainly gets rid of its last cards, as `club.safe_plan`; −1
    if there is none. left: the cards in hand after the cheapest defence; first: its first action.
    """
    if len(left) > SUITS:
        return -1
    hand = s.zones[HAND + seat]
    if is_safe(s, seat, left):
        return first
    if len(hand) != len(left) + 1:
        return -1
    on = first // FACES
    mask: i64 = s.rules.kind.contracts[s.suit].beaten[on]
    for c in hand:
        if mask & BIT[c] and is_safe(s, seat, drop(hand, c)):
            return FACES * on + c
    return -1


def is_safe(s: Durak, seat: Seat, rest: Cards) -> bool:
    """Tell whether a defence after which `rest` is left is safe, with all hands known."""
    if not leads_all(s, seat, rest):
        return False
    spent = s.zones[HAND + seat]
    for c in rest:
        spent = drop(spent, c)
    others = b""
    for other in range(s.layout.seats):
        if other != seat:
            others += s.zones[HAND + other]
    return stands(s, spent, rest, others)


def throw_or_pass(s: Durak, legal: list[Action]) -> Action:
    """Return the least valuable throw, if the card is not worth keeping, otherwise the pass, which comes first."""
    worth = values(s)
    best = legal[0]
    top = most_thrown(s)
    for i in range(1, len(legal)):
        cards = legal[i].cards
        if cards and worth[cards[0]] < top:
            best = legal[i]
            top = worth[cards[0]]
    return best
