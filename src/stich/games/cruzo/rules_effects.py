"""The special cards of Cruzo (§6): who plays next after they are laid, and what else they do."""

from __future__ import annotations

from stich.games.cruzo.rules_cards import EIGHT, FOUR, NINE, PILE, TEN, THREE, TWO, group
from stich.games.cruzo.rules_draw import burn, draw_extra
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Phrase
from stich.kernel.cards import Cards, Seat, has


def lies_on_two(s: Cruzo, pile: Cards) -> bool:
    """§6 Tell whether the cards laid now lie on a two; under `ace_on_two_three` threes between are ignored."""
    top = len(pile) - 1
    if s.rules.ace_on_two_three:
        while top >= 0 and pile[top] // 4 == THREE:
            top -= 1
    return top >= 0 and pile[top] // 4 == TWO


def effect(s: Cruzo, seat: Seat, rank: int, n: int) -> Seat:
    """§6 Apply the effect of n cards of a rank; return whose turn it is then. A four comes before the effect of its
    rank.
    """
    playing = has(s.playing, seat)
    if rank != EIGHT and group(s.zones[PILE]) >= FOUR:
        opener = seat if playing else s.after(seat)
        say_effect(s, "four", opener)
        burn(s)
        return opener
    if rank == TEN:
        say_effect(s, "ten", seat)
        burn(s)
        return seat if playing and s.rules.ten_again else s.after(seat)
    if rank == EIGHT:
        return skip(s, seat, n)
    if rank == NINE and s.layout.seats > 2:
        s.direction = -s.direction
        say_effect(s, "reverse", seat)
    return s.after(seat)


def skip(s: Cruzo, seat: Seat, eights: int) -> Seat:
    """§6 Each eight skips a player. Return whose turn it is.

    If all others are skipped, the same player has another turn and draws one more card, unless there is only one
    opponent.
    """
    left = s.left()
    if left == 2 and not s.rules.again_with_two:
        return s.after(seat)
    playing = has(s.playing, seat)
    others = left - 1 if playing else left
    if eights >= others:
        if not playing:
            return s.after(seat)
        if left > 2:
            say_effect(s, "alone", seat)
            draw_extra(s, seat)
        return seat
    for _ in range(eights):
        seat = s.after(seat)
    return s.after(seat)


def say_effect(s: Cruzo, what: str, seat: Seat) -> None:
    if s.log is not None:
        s.say(what, seat, Phrase(f"cruzo.event.{what}", {"seat": seat}))
