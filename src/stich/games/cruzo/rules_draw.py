"""Drawing in Cruzo: by itself or by hand, and what may come over the stock (§6)."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import FALLS
from stich.games.cruzo.rules_end import comes
from stich.games.cruzo.rules_table import BURNT, DRAWN, EACH, HAND, KNOWN, LOTS, PILE, STOCK, Cruzo
from stich.kernel.action import Action, Phrase
from stich.kernel.cards import Seat, Seats
from stich.parts.tuples import plus, put

ENOUGH: Final = 3  # cards in hand
FOR_AN_ACE: Final = 4  # laid on a two
FALLEN: Final = 5  # cards for whoever knocks the stock over
FORGOTTEN: Final = 2  # turns of others after which a forgotten draw is past

DRAW: Final = Action("draw")
CHALLENGE: Final = [Action("challenge", b"", seat) for seat in range(12)]
TREE: Final = [Action("tree", b"", seat) for seat in range(12)]


def draw_cards(s: Cruzo, seat: Seat, n: int) -> None:
    """Draw so many cards, while the stock lasts."""
    left = len(s.zones[STOCK])
    if n > left:
        n = left
    if n <= 0:
        return
    drawn(s, seat, n)
    if s.rules.tree == "random":
        tempt(s, seat)


def drawn(s: Cruzo, seat: Seat, n: int) -> None:
    """Move cards from the stock to a hand, and forget what was known of it if no other hidden card is left."""
    at = HAND + EACH * seat
    if s.lacks[seat]:
        if s.zones[at]:
            s.fresh = plus(s.fresh, seat, n)
        else:
            s.lacks = put(s.lacks, seat, 0)
    for _ in range(n):
        s.draw(STOCK, at)
    s.trail = b""


def refill(s: Cruzo, seat: Seat, to: int, before: int) -> None:
    """§6 Fill the hand up to so many cards: at once, or whenever he thinks of it. before: cards in it before
    any were laid or thrown.

    What is owed beyond a full hand goes on being owed.
    """
    n = to - s.hand_size(seat)
    if not s.rules.manual:
        draw_cards(s, seat, n)
        return
    n = max(0, n) + max(0, s.owed[seat] - max(0, ENOUGH - before))
    if n > 0 and s.zones[STOCK]:
        s.owed = put(s.owed, seat, n)
        s.since = put(s.since, seat, 0)


def draw_extra(s: Cruzo, seat: Seat) -> None:
    """§6 A card more, whatever is in the hand."""
    if not s.rules.manual:
        draw_cards(s, seat, 1)
    elif s.zones[STOCK]:
        s.owed = plus(s.owed, seat, 1)
        s.since = put(s.since, seat, 0)


# -- §6 the stock falls ------------------------------------------------------------------------------------------------


def fall(s: Cruzo, seat: Seat) -> None:
    """§6 Whoever has knocked the stock over draws five cards, and the rest is shuffled again. With so many in hand he
    no longer owes what was short of three.
    """
    if s.log is not None:
        s.say("tree", seat, Phrase("cruzo.event.tree", {"seat": seat}))
    if s.owed[seat]:
        s.owed = put(s.owed, seat, max(0, s.owed[seat] - max(0, ENOUGH - s.hand_size(seat))))
    drawn(s, seat, min(FALLEN, len(s.zones[STOCK])))
    if s.zones[STOCK]:
        s.shuffle_up(STOCK, STOCK)


def table_events(s: Cruzo) -> list[Action]:
    """§6 `table`: return what the table may be told at any time of a turn, as long as there is a stock to fall."""
    if not s.rules.tree_told or not s.zones[STOCK]:
        return []
    return [TREE[seat] for seat in range(s.layout.seats) if s.playing >> seat & 1]


def tempt(s: Cruzo, seat: Seat) -> None:
    """§6 `random`: a lot says whether the stock has fallen; it goes back among the others."""
    lot = s.draw(LOTS, DRAWN)
    s.move(lot, DRAWN, LOTS)
    s.shuffle_up(LOTS, LOTS)
    if lot == FALLS and s.zones[STOCK]:
        fall(s, seat)


# -- §6 `manual`: who forgets to draw ----------------------------------------------------------------------------------


def must_draw(s: Cruzo, seat: Seat) -> bool:
    """§6 Tell whether a seat has nothing in hand though there is a stock: it can do nothing before it has drawn."""
    return len(s.zones[STOCK]) > 0 and s.hand_size(seat) == 0


def drawers(s: Cruzo) -> Seats:
    """§6 Return who may draw: whoever owes it, or has nothing left in hand."""
    out = 0
    if s.rules.manual and s.zones[STOCK]:
        for seat in range(s.layout.seats):
            if s.playing >> seat & 1 and (s.owed[seat] or not s.hand_size(seat)):
                out |= 1 << seat
    return out


def accused(s: Cruzo) -> list[Seat]:
    """§6 Return who could be caught at having forgotten to draw: with no pile there is nothing to be taken."""
    if not s.rules.manual or not s.zones[PILE]:
        return []
    who = drawers(s)
    return [seat for seat in range(s.layout.seats) if who >> seat & 1]


def interrupters(s: Cruzo) -> Seats:
    """§6 Return who has something to do out of turn: to draw, or to catch somebody who has not."""
    out = drawers(s)
    caught = accused(s)
    for seat in range(s.layout.seats):
        if s.playing >> seat & 1 and not must_draw(s, seat) and (len(caught) > 1 or (caught and caught[0] != seat)):
            out |= 1 << seat
    return out


def add_draws(s: Cruzo, seat: Seat, out: list[Action]) -> None:
    """§6 Add what a seat may do in or out of turn."""
    if drawers(s) >> seat & 1:
        out.append(DRAW)
    if s.playing >> seat & 1 and not must_draw(s, seat):
        for other in accused(s):
            if other != seat:
                out.append(CHALLENGE[other])


def draw_owed(s: Cruzo, seat: Seat) -> None:
    """§6 Draw what is owed; with no card in hand, at least up to three."""
    n = max(s.owed[seat], 0 if s.hand_size(seat) else ENOUGH)
    s.owed = put(s.owed, seat, 0)
    draw_cards(s, seat, n)


def had_turn(s: Cruzo, seat: Seat) -> None:
    """§6 After a turn of two others, or of the only other one, a forgotten draw is past."""
    most = FORGOTTEN if s.left() > 2 else 1
    for other in range(s.layout.seats):
        if other != seat and s.owed[other]:
            had = s.since[other] | 1 << seat
            s.since = put(s.since, other, had)
            if had.bit_count() >= most:
                s.owed = put(s.owed, other, 0)


def take_pile(s: Cruzo, seat: Seat) -> None:
    """§6 Take up the whole pile. All see what it is; and whatever somebody has forgotten to draw is past."""
    comes(s, seat, s.zones[PILE])
    s.move_all(PILE, KNOWN + EACH * seat)
    if s.rules.manual:
        s.owed = (0,) * s.layout.seats


def burn(s: Cruzo) -> None:
    """§6 The pile is out of play."""
    s.move_all(PILE, BURNT)
    s.trail = b""
