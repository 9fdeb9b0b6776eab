"""Where the cards go after a bout of Durak: §4.4 from the table, §4.5 into the hands, §4.6 and who is out."""

from __future__ import annotations

from stich.games.durak.rules_cards import DISCARD, EACH_DEALT, HAND, PAIR, TALON, TURNUP
from stich.games.durak.rules_repeats import note_drift
from stich.games.durak.rules_state import Durak
from stich.kernel.cards import ONE, Cards, Seat, Seats, has, only


def clear_table(s: Durak) -> None:
    """§4.4 Out of play with the cards, or into the defender's hand."""
    if s.taking:
        for i in range(s.count):
            s.move_all(PAIR + i, HAND + s.defender)
        s.stall += 1
        note_drift(s)
    else:
        for i in range(s.count):
            s.move_all(PAIR + i, DISCARD)
        s.stall = 0
        s.drift = b""


def refill(s: Durak) -> None:
    """§4.5 One seat after the other draws up to six; the open trump is the last card."""
    if s.talon_empty():
        return
    for seat in refill_order(s):
        hand = HAND + seat
        while len(s.zones[hand]) < EACH_DEALT:
            if s.zones[TALON]:
                s.draw(TALON, hand)
            elif s.zones[TURNUP]:
                s.draw(TURNUP, hand)
            else:
                return


def refill_order(s: Durak) -> Cards:
    """§4.5 Return the seats in the order in which they draw: in the order of their first card in this bout, then
    clockwise from the attacker the others; or the attacker, the others clockwise, the defender last.
    """
    order = b""
    if not s.rules.defender_last:
        lays = s.lays
        for i in range(0, len(lays), 2):
            order = appended(order, lays[i])
    seat = s.attacker
    for _ in range(s.layout.seats):
        if not has(s.out, seat) and (seat != s.defender or not s.rules.defender_last):
            order = appended(order, seat)
        seat += 1
        if seat == s.layout.seats:
            seat = 0
    return appended(order, s.defender)


def appended(order: Cards, seat: Seat) -> Cards:
    for other in order:
        if other == seat:
            return order
    return order + ONE[seat]


def note_out(s: Durak) -> Seats:
    """§4.6 Return the seats that have run out of cards with this bout; none as long as there is a talon."""
    new = 0
    if s.talon_empty():
        for seat in range(s.layout.seats):
            if not s.zones[HAND + seat] and not has(s.out, seat):
                new |= only(seat)
    s.out |= new
    return new
