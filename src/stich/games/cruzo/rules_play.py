"""What a play of Cruzo does: cards are laid, hands are refilled, and special cards take effect (§6)."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import ACE, BIT, EIGHT, NINE, TEN, THREE, TWO, base, group
from stich.games.cruzo.rules_draw import ENOUGH, FOR_AN_ACE, burn, draw_extra, had_turn, refill, take_pile
from stich.games.cruzo.rules_end import finishes, goes, note, stalls
from stich.games.cruzo.rules_table import EACH, HAND, NONE, OPEN, PILE, STOCK, Cruzo
from stich.kernel.action import Phrase
from stich.kernel.cards import ONE, Cards, Seat, drop
from stich.parts.tuples import put

FOUR: Final = 4  # equal ranks on one another


def begin_turn(s: Cruzo, seat: Seat) -> None:
    """§6 Begin a turn. If cards on the pile can become a four, others have time to throw, whatever they hold."""
    s.turn = seat
    if stalls(s):
        return
    pile = s.zones[PILE]
    if pile and s.rules.throws and pile[len(pile) - 1] // 4 != EIGHT:
        s.waiting = s.playing & ~(1 << seat)
        s.phase = s.rules.window
    else:
        s.phase = s.rules.turn


def may_play(s: Cruzo, rank: int, n: int) -> bool:
    """§5, §6 Tell whether so many cards of a rank may be played: a single nine, unless they complete a four."""
    pile = s.zones[PILE]
    if not s.rules.fitting[base(pile)][rank]:
        return False
    if rank != NINE or n == 1:
        return True
    return n + (group(pile) if pile and pile[len(pile) - 1] // 4 == NINE else 0) >= FOUR


def put_down(s: Cruzo, seat: Seat, cards: Cards, source: int) -> None:
    """Move cards to the pile; from a hand, the publicly known ones first."""
    at = HAND + EACH * seat
    if source == OPEN:
        s.move_cards(cards, OPEN + EACH * seat, PILE)
        s.trail = b""
        return
    goes(s, seat, cards)
    known = s.zones[at + 1]
    hidden = not_among(cards, known) if known else cards
    if hidden and s.fresh[seat]:
        untell(s, seat, hidden)
    if len(hidden) == len(cards):
        s.move_cards(cards, at, PILE)
    elif not hidden:
        s.move_cards(cards, at + 1, PILE)
    else:
        for c in cards:
            s.move(c, at + 1 if c in s.zones[at + 1] else at, PILE)


def not_among(cards: Cards, known: Cards) -> Cards:
    """Return which of the cards are not among the known ones, each copy for itself."""
    hidden = b""
    for c in cards:
        if c in known:
            known = drop(known, c)
        else:
            hidden += ONE[c]
    return hidden


def untell(s: Cruzo, seat: Seat, hidden: Cards) -> None:
    """Update what is known of a hand before hidden cards leave it.

    The hand was shown to lack some faces, and cards have been drawn since: a leaving card of such a face was drawn
    since, any other one perhaps. If this may be true of all that are left, nothing is known.
    """
    left = len(s.zones[HAND + EACH * seat]) - len(hidden)
    fresh = s.fresh[seat]
    for c in hidden:
        if s.lacks[seat] & BIT[c]:
            fresh -= 1
    if fresh >= left:
        fresh = 0
        s.lacks = put(s.lacks, seat, 0)
    s.fresh = put(s.fresh, seat, fresh)


def play(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """§6 Cards of one rank from the hand or from the open cards."""
    rank = cards[0] // 4
    pile = s.zones[PILE]
    on_two = lies_on_two(s, pile)
    source = s.opens_from(seat)
    before = s.hand_size(seat)
    left = before - len(cards) if source == HAND else before
    if left >= ENOUGH or not s.zones[STOCK] or s.rules.manual:
        note(s)
    put_down(s, seat, cards, source)
    s.decisive = NONE
    if s.rules.manual:
        had_turn(s, seat)
    if left < ENOUGH and s.zones[STOCK]:
        refill(s, seat, FOR_AN_ACE if rank == ACE and on_two else ENOUGH, before)
    take_effect(s, seat, rank, len(cards))


def lies_on_two(s: Cruzo, pile: Cards) -> bool:
    """§6 Tell whether the cards laid now lie on a two; under `ace_on_two_three` threes between are ignored."""
    top = len(pile) - 1
    if s.rules.ace_on_two_three:
        while top >= 0 and pile[top] // 4 == THREE:
            top -= 1
    return top >= 0 and pile[top] // 4 == TWO


def flip(s: Cruzo, seat: Seat, at: int) -> None:
    """§6 Turn a bunker: it is played if it fits; otherwise it goes into the hand with the pile."""
    c = s.zones[at][0]
    good = may_play(s, c // 4, 1)
    s.move(c, at, PILE)
    s.trail = b""
    if good:
        if s.rules.manual:
            had_turn(s, seat)
        take_effect(s, seat, c // 4, 1)
        return
    if s.log is not None:
        s.say("failed", seat, Phrase("cruzo.event.failed", {"seat": seat, "card": c}))
    end_with_pile(s, seat)


def pick_up(s: Cruzo, seat: Seat, shown: bool, forced: bool) -> None:
    """§6 Take up the pile. shown: for three equal cards in hand, which all see. forced: nothing fits, and all know
    it.
    """
    note(s)
    at = HAND + EACH * seat
    if shown:
        untell(s, seat, s.zones[at])
        s.move_all(at, at + 1)
    elif forced and s.zones[at]:
        lacks = s.lacks[seat] | s.rules.missing[base(s.zones[PILE])]
        if s.fresh[seat]:  # knowledge about all of them is worth more than about some
            lacks = s.rules.missing[base(s.zones[PILE])]
            s.fresh = put(s.fresh, seat, 0)
        if lacks != s.lacks[seat]:
            s.lacks = put(s.lacks, seat, lacks)
    end_with_pile(s, seat)


def end_with_pile(s: Cruzo, seat: Seat) -> None:
    """§6 End a turn after taking up the pile; the next player opens."""
    take_pile(s, seat)
    if s.rules.manual:
        had_turn(s, seat)
    begin_turn(s, s.after(seat))


def expose(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """§6 `penalise`: all have seen cards that were not allowed to be played or thrown. Hand cards go back to the hand,
    known to all; open cards stay where they are.
    """
    at = HAND + EACH * seat
    if s.source(seat) == HAND:
        hidden = not_among(cards, s.zones[at + 1])
        if s.fresh[seat]:
            untell(s, seat, hidden)
        s.move_cards(hidden, at, at + 1)
    if s.log is not None:
        s.say("punished", seat, Phrase("cruzo.event.punished", {"seat": seat, "cards": cards}))


# -- §6 special cards --------------------------------------------------------------------------------------------------


def take_effect(s: Cruzo, seat: Seat, rank: int, n: int) -> None:
    """§6 Apply the effect of n cards of a rank. A four comes before the effect of its rank."""
    if finishes(s, seat):
        return
    again = s.playing >> seat & 1 == 1
    if rank != EIGHT and group(s.zones[PILE]) >= FOUR:
        if s.rules.window_after_four:
            s.thrower = seat
            s.waiting = s.playing if s.rules.reacts else s.playing & ~(1 << seat)
            s.phase = s.rules.more
            return
        opener = seat if again else s.after(seat)
        tell(s, "four", opener)
        burn(s)
        begin_turn(s, opener)
    elif rank == TEN:
        tell(s, "ten", seat)
        burn(s)
        begin_turn(s, seat if again and s.rules.ten_again else s.after(seat))
    elif rank == EIGHT:
        begin_turn(s, skip(s, seat, n))
    else:
        if rank == NINE and s.layout.seats > 2:
            s.direction = -s.direction
            tell(s, "reverse", seat)
        begin_turn(s, s.after(seat))


def skip(s: Cruzo, seat: Seat, eights: int) -> Seat:
    """§6 Each eight skips a player. Return whose turn it is.

    If all others are skipped, the same player has another turn and draws one more card, unless there is only one
    opponent.
    """
    left = s.left()
    if left == 2 and not s.rules.again_with_two:
        return s.after(seat)
    again = s.playing >> seat & 1
    if eights >= left - again:
        if not again:
            return s.after(seat)
        if left > 2:
            tell(s, "alone", seat)
            draw_extra(s, seat)
        return seat
    for _ in range(eights):
        seat = s.after(seat)
    return s.after(seat)


def tell(s: Cruzo, what: str, seat: Seat) -> None:
    if s.log is not None:
        s.say(what, seat, Phrase(f"cruzo.event.{what}", {"seat": seat}))
