"""Drawing in Cruzo: automatic or manual, and the falling stock (§6)."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import BURNT, DRAWN, EACH, FALLS, HAND, KNOWN, LOTS, NONE, PILE, STOCK
from stich.games.cruzo.rules_end import cards_arrive
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import CLOSE, Action, Phrase, Refused
from stich.kernel.cards import HOST, Seat, Seats, has, only
from stich.parts.tuples import plus, put

ENOUGH: Final = 3  # cards in hand
FOR_AN_ACE: Final = 4  # laid on a two
FALLEN: Final = 5  # cards for the player who knocks the stock over
FORGOTTEN: Final = 2  # turns of others after which a forgotten draw lapses

DRAW: Final = Action("draw")
CHALLENGE: Final = [Action("challenge", b"", seat) for seat in range(12)]
TREE: Final = [Action("tree", b"", seat) for seat in range(12)]


def draw_cards(s: Cruzo, seat: Seat, n: int) -> None:
    """Draw n cards, or as many as the stock has."""
    left = len(s.zones[STOCK])
    if n > left:
        n = left
    if n <= 0:
        return
    drawn(s, seat, n)
    if s.rules.tree == "random":
        tempt(s, seat)


def drawn(s: Cruzo, seat: Seat, n: int) -> None:
    """Move cards from the stock to a hand, and forget what was known about it if no other hidden card is left."""
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
    """§6 Fill the hand up to this number of cards: at once, or with `manual` when the player draws.

    before: number of cards in hand before any were laid or thrown. A debt beyond a full hand remains.
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
    """§6 Draw one more card, however many are in hand."""
    if not s.rules.manual:
        draw_cards(s, seat, 1)
    elif s.zones[STOCK]:
        s.owed = plus(s.owed, seat, 1)
        s.since = put(s.since, seat, 0)


# -- §6 the stock falls ------------------------------------------------------------------------------------------------


def fall(s: Cruzo, seat: Seat) -> None:
    """§6 The player who has knocked the stock over draws five cards, and the rest is shuffled again. With five more
    cards in hand, cards missing from three are no longer owed.
    """
    if s.log is not None:
        s.say("tree", seat, Phrase("cruzo.event.tree", {"seat": seat}))
    if s.owed[seat]:
        s.owed = put(s.owed, seat, max(0, s.owed[seat] - max(0, ENOUGH - s.hand_size(seat))))
    drawn(s, seat, min(FALLEN, len(s.zones[STOCK])))
    if s.zones[STOCK]:
        s.shuffle_up(STOCK, STOCK)


def table_events(s: Cruzo) -> list[Action]:
    """§6 `table`: return the events that can be reported to the table during a turn, as long as there is a stock to
    fall.
    """
    if not s.rules.tree_told or not s.zones[STOCK]:
        return []
    return [TREE[seat] for seat in range(s.layout.seats) if has(s.playing, seat)]


def host_may(s: Cruzo) -> Seats:
    """§6 `tree`: the stock can also fall in priority mode; in a window the HOST acts anyway."""
    return only(HOST) if s.rules.tree_told and not s.rules.reacts and s.zones[STOCK] else 0


def host_acts(s: Cruzo) -> list[Action]:
    return [CLOSE, *table_events(s)] if s.rules.reacts else table_events(s)


def tempt(s: Cruzo, seat: Seat) -> None:
    """§6 `random`: a lot says whether the stock has fallen; it goes back among the others."""
    lot = s.draw(LOTS, DRAWN)
    s.move(lot, DRAWN, LOTS)
    s.shuffle_up(LOTS, LOTS)
    if lot == FALLS and s.zones[STOCK]:
        fall(s, seat)


# -- §6 `manual`: forgotten draws --------------------------------------------------------------------------------------


def must_draw(s: Cruzo, seat: Seat) -> bool:
    """§6 Tell whether a seat has an empty hand though there is a stock: it must draw before anything else."""
    return len(s.zones[STOCK]) > 0 and s.hand_size(seat) == 0


def drawers(s: Cruzo) -> Seats:
    """§6 Return the seats that may draw: those that owe a draw or have an empty hand."""
    out = 0
    if s.rules.manual and s.zones[STOCK]:
        for seat in range(s.layout.seats):
            if has(s.playing, seat) and (s.owed[seat] or not s.hand_size(seat)):
                out |= only(seat)
    return out


def accused(s: Cruzo) -> list[Seat]:
    """§6 Return the seats that could be challenged for a forgotten draw; none without a pile, because it is the
    penalty.
    """
    if not s.rules.manual or not s.zones[PILE]:
        return []
    who = drawers(s)
    return [seat for seat in range(s.layout.seats) if has(who, seat)]


def interrupters(s: Cruzo) -> Seats:
    """§6 Return the seats that can act out of turn: to draw, or to challenge a forgotten draw."""
    out = drawers(s)
    caught = accused(s)
    for seat in range(s.layout.seats):
        if has(s.playing, seat) and not must_draw(s, seat) and (len(caught) > 1 or (caught and caught[0] != seat)):
            out |= only(seat)
    return out


def add_draws(s: Cruzo, seat: Seat, out: list[Action]) -> None:
    """§6 Add the actions that a seat may do in or out of turn."""
    if has(drawers(s), seat):
        out.append(DRAW)
    if has(s.playing, seat) and not must_draw(s, seat):
        for other in accused(s):
            if other != seat:
                out.append(CHALLENGE[other])


def why_not_out_of_turn(s: Cruzo, seat: Seat, a: Action) -> Refused | None:
    """Return why a player cannot do what is possible in and out of turn, or anything before drawing."""
    if a.verb == "draw":
        return Refused("error.cruzo.drawn")
    if a.verb == "challenge":
        return Refused("error.cruzo.challenge")
    return Refused("error.cruzo.draw_first") if s.source(seat) == NONE else None


def draw_owed(s: Cruzo, seat: Seat) -> None:
    """§6 Draw what is owed; with no card in hand, at least up to three."""
    n = max(s.owed[seat], 0 if s.hand_size(seat) else ENOUGH)
    s.owed = put(s.owed, seat, 0)
    draw_cards(s, seat, n)


def note_turn(s: Cruzo, seat: Seat) -> None:
    """§6 After a turn of two others, or of the only other player, a forgotten draw lapses."""
    most = FORGOTTEN if s.left() > 2 else 1
    for other in range(s.layout.seats):
        if other != seat and s.owed[other]:
            had = s.since[other] | only(seat)
            s.since = put(s.since, other, had)
            if had.bit_count() >= most:
                s.owed = put(s.owed, other, 0)


def take_pile(s: Cruzo, seat: Seat) -> None:
    """§6 Take up the whole pile. All see its cards; a forgotten draw lapses."""
    cards_arrive(s, seat, s.zones[PILE])
    s.move_all(PILE, KNOWN + EACH * seat)
    if s.rules.manual:
        s.owed = (0,) * s.layout.seats


def burn(s: Cruzo) -> None:
    """§6 The pile is out of play."""
    s.move_all(PILE, BURNT)
    s.trail = b""
