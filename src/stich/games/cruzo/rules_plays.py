"""What a seat of Cruzo may play in turn, and why it may not (§5, §6); which cards a rank and a number mean (§11)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.cruzo.rules_cards import (
    ACE,
    BUNKER,
    EACH,
    EVERY,
    FOUR,
    HAND,
    MOST,
    NINE,
    NONE,
    OPEN,
    PILE,
    PLAY,
    ROW,
    SIX,
    STOCK,
    THREE,
    base,
    code,
    first_of,
    group,
)
from stich.games.cruzo.rules_draw import ENOUGH, FOR_AN_ACE, note_turn, refill
from stich.games.cruzo.rules_effects import lies_on_two
from stich.games.cruzo.rules_end import note
from stich.games.cruzo.rules_known import put_down
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Action, Refused
from stich.kernel.cards import ONE, Cards, Seat, holds, in_order

# -- §6 plays in turn --------------------------------------------------------------------------------------------------

PICKUP: Final = Action("pickup")
SHOWING: Final = [Action("pickup", b"", MOST * rank + ROW) for rank in range(EVERY)]  # §6 three equal cards in hand
FLIP: Final = [Action("flip", b"", i + 1) for i in range(ROW)]
SIXES: Final = 3  # §6 with that many in the pile …
NINES: Final = 2  # … and that many, any player may take it up


def choices(s: Cruzo, seat: Seat) -> list[Action]:
    """§6 Return the plays, turns and take-ups of a seat; [] if it has to draw first."""
    out: list[Action] = []
    source = s.source(seat)
    if source == NONE:
        return out
    pile = s.zones[PILE]
    if source == BUNKER:
        at = BUNKER + EACH * seat
        for i in range(ROW):
            if s.zones[at + i]:
                out.append(FLIP[i])
    else:
        add_plays(s, s.playable(seat), out)
    if not out or by_pile(pile):
        out.append(PICKUP)
    elif source == HAND and pile and s.hand_size(seat) == ROW:
        hand = s.hand(seat)
        rank = hand[0] // 4
        if hand[2] // 4 == rank and may_play(s, rank, ROW):
            out.append(SHOWING[rank])
    return out


def by_pile(pile: Cards) -> bool:
    """§6 Tell whether any player may take up the pile: three sixes and two nines lie in it."""
    if len(pile) < SIXES + NINES:
        return False
    sixes = nines = 0
    n: i64 = len(pile)
    i: i64 = 0
    while i < n:
        c: i64 = pile[i]
        rank = c // 4
        if rank == SIX:
            sixes += 1
        elif rank == NINE:
            nines += 1
        i += 1
    return sixes >= SIXES and nines >= NINES


def may_play(s: Cruzo, rank: int, n: int) -> bool:
    """§5, §6 Tell whether that many cards of a rank may be played: a single nine, unless they complete a four."""
    pile = s.zones[PILE]
    if not s.rules.fitting[base(pile)][rank]:
        return False
    if rank != NINE or n == 1:
        return True
    return n + (group(pile) if pile and pile[len(pile) - 1] // 4 == NINE else 0) >= FOUR


def add_plays(s: Cruzo, cards: Cards, out: list[Action]) -> None:
    """§6 Add each rank of these sorted cards that fits, in each number."""
    fitting = s.rules.fitting[base(s.zones[PILE])]
    plays = PLAY
    last: i64 = -1
    n: i64 = 0
    i: i64 = 0
    while i < len(cards):
        rank: i64 = cards[i] // 4
        if rank != last:
            last = rank
            n = 0
        n += 1
        if fitting[rank] and (rank != NINE or n == 1 or may_play(s, rank, n)):
            out.append(plays[MOST * rank + n])
        i += 1


def proposed(s: Cruzo, seat: Seat, to: int, source: int) -> Cards:
    """§11 Return the cards of a play that is given by rank and number: the publicly known ones first."""
    if source == OPEN:
        return first_of(s.zones[OPEN + EACH * seat], to // MOST, to % MOST)
    at = HAND + EACH * seat
    rank, n = to // MOST, to % MOST
    known = first_of(s.zones[at + 1], rank, n)
    return in_order(known + first_of(s.zones[at], rank, n - len(known))) if known else first_of(s.zones[at], rank, n)


def cards_tried(s: Cruzo, seat: Seat, a: Action, source: int) -> Cards:
    """Return the cards of a refused play.

    If only rank and number are given: the cards that exist, in the hand before the open ones, padded with the
    first face of the rank.
    """
    if a.cards or source == BUNKER or not 0 <= a.to < MOST * EVERY:
        return a.cards
    rank, n = a.to // MOST, a.to % MOST
    cards = proposed(s, seat, a.to, source)
    if source == HAND:
        cards += first_of(s.zones[OPEN + EACH * seat], rank, n - len(cards))
    return in_order(cards + ONE[4 * rank] * (n - len(cards)))


def why_not_play(s: Cruzo, seat: Seat, source: int, cards: Cards) -> Refused | None:
    if source == BUNKER:
        return Refused("error.cruzo.blind")
    if not cards:
        return None
    if not holds(s.playable(seat), cards):
        early = source == HAND and holds(in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]), cards)
        return Refused("error.cruzo.hand_first") if early else Refused("error.not_held", {"cards": cards})
    if code(cards) < 0:
        return Refused("error.cruzo.one_rank", {"cards": cards})
    pile = s.zones[PILE]
    if may_play(s, cards[0] // 4, 1):
        return Refused("error.cruzo.nines") if cards[0] // 4 == NINE else None
    if cards[0] // 4 == THREE:
        return Refused("error.cruzo.no_three")
    return Refused("error.cruzo.no_fit", {"card": cards[0], "cards": pile[len(pile) - 1 :]})


def why_no_play(s: Cruzo, seat: Seat, a: Action) -> Refused | None:
    """Return the rule that the player on turn would break; None if it is none of Cruzo's own."""
    source = s.source(seat)
    if a.verb == "throw":
        return Refused("error.cruzo.throw_time")
    if a.verb == "pickup":
        return Refused("error.cruzo.must_play" if s.zones[PILE] else "error.cruzo.no_pile")
    if a.verb == "flip":
        keys = {HAND: "hand_first", OPEN: "open_first", BUNKER: "no_bunker"}
        return Refused(f"error.cruzo.{keys[source]}")
    return why_not_play(s, seat, source, cards_tried(s, seat, a, source)) if a.verb == "play" else None


def lay(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """§6 Lay cards of one rank from the hand or from the open cards, and refill the hand."""
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
        note_turn(s, seat)
    if left < ENOUGH and s.zones[STOCK]:
        refill(s, seat, FOR_AN_ACE if rank == ACE and on_two else ENOUGH, before)
