"""A turn of Cruzo: the actions in it and beside it (§4, §6)."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import BIT, EVERY, MOST, NINE, PLAY, SIX, THREE, X, base, code, first_of
from stich.games.cruzo.rules_draw import add_draws, draw_owed, fall, interrupters, table_events, take_pile
from stich.games.cruzo.rules_end import note, wears_out
from stich.games.cruzo.rules_play import end_with_pile, expose, flip, may_play, pick_up, play
from stich.games.cruzo.rules_table import BUNKER, EACH, HAND, NONE, OPEN, PILE, ROW, STOCK, Cruzo
from stich.kernel.action import Action, Refused
from stich.kernel.cards import HOST, ONE, Cards, Seat, Seats, add, drop, holds, in_order
from stich.kernel.state import Phase
from stich.parts.tuples import put

PICKUP: Final = Action("pickup")
SHOWING: Final = [Action("pickup", b"", MOST * rank + ROW) for rank in range(EVERY)]  # §6 three equal cards in hand
FLIP: Final = [Action("flip", b"", i + 1) for i in range(ROW)]
SIXES: Final = 3  # §6 with so many in the pile …
NINES: Final = 2  # … and so many, any player may take it up


# -- §6 actions -----------------------------------------------------------------------------------------------


def add_plays(s: Cruzo, cards: Cards, out: list[Action]) -> None:
    """§6 Add each rank of these sorted cards that fits, in each number."""
    fitting = s.rules.fitting[base(s.zones[PILE])]
    last = -1
    n = 0
    for c in cards:
        rank = c // 4
        if rank != last:
            last = rank
            n = 0
        n += 1
        if fitting[rank] and (rank != NINE or n == 1 or may_play(s, rank, n)):
            out.append(PLAY[MOST * rank + n])


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
    for c in pile:
        rank = c // 4
        if rank == SIX:
            sixes += 1
        elif rank == NINE:
            nines += 1
    return sixes >= SIXES and nines >= NINES


def proposed(s: Cruzo, seat: Seat, to: int, source: int) -> Cards:
    """§11 Return the cards of a play that is given by rank and number: the publicly known ones first."""
    if source == OPEN:
        return first_of(s.zones[OPEN + EACH * seat], to // MOST, to % MOST)
    at = HAND + EACH * seat
    rank, n = to // MOST, to % MOST
    known = first_of(s.zones[at + 1], rank, n)
    return in_order(known + first_of(s.zones[at], rank, n - len(known))) if known else first_of(s.zones[at], rank, n)


class Turn(Phase[Cruzo]):
    """§6 Play, take up the pile, or turn a bunker. Under `manual` a player who owes a draw may draw; others may
    challenge.
    """

    def may(self, s: Cruzo) -> Seats:
        out = 0
        if s.rules.manual:
            out = interrupters(s) & ~(1 << s.turn)
        if s.rules.tree_told and s.zones[STOCK]:
            out |= 1 << HOST
        return out

    def choices(self, s: Cruzo, seat: Seat) -> list[Action]:
        return choices(s, seat)

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        if seat == HOST:
            return table_events(s)
        out = self.choices(s, seat) if seat == s.turn else []
        if s.rules.manual:
            add_draws(s, seat, out)
        return out

    def canon(self, s: Cruzo, seat: Seat, a: Action) -> Action:
        """§11 Any cards of a rank; a player who takes up the pile for three equal cards need not name them."""
        if seat == HOST:
            return a
        if a.verb == "play" and a.cards:
            to = code(a.cards)
            if to >= 0 and (a.to < 0 or a.to == to) and holds(s.playable(seat), a.cards):
                return PLAY[to]
        elif a.verb == "pickup" and seat == s.turn and s.hand_size(seat) == ROW:
            listed = SHOWING[s.hand(seat)[0] // 4]
            shown = not a.cards or a.cards == s.zones[HAND + EACH * seat]
            if shown and a.to in (-1, listed.to) and listed in self.choices(s, seat):
                return listed
        return a

    def cards(self, s: Cruzo, seat: Seat, a: Action) -> Cards:
        if a.cards or a.to < 0:
            return a.cards
        if a.verb == "play":
            return proposed(s, seat, a.to, s.source(seat))
        return s.zones[HAND + EACH * seat] if a.verb == "pickup" else b""  # what is shown; the others are known

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        s.actions += 1
        if a.verb == "play":
            if s.rules.penalise and a.cards and self.canon(s, seat, a) not in self.choices(s, seat):
                note(s)
                expose(s, seat, a.cards)
                end_with_pile(s, seat)
            else:
                play(s, seat, a.cards or self.cards(s, seat, a))
        elif a.verb == "pickup":
            pick_up(s, seat, a.to >= 0, a.to < 0 and not by_pile(s.zones[PILE]))
        elif a.verb == "flip":
            flip(s, seat, BUNKER + EACH * seat + a.to - 1)
        else:
            beside(s, seat, a)

    def breach(self, s: Cruzo, seat: Seat, a: Action) -> bool:
        """§6 `penalise`: cards that cannot be played go back, with the pile. Taking up the pile when that is not
        allowed is still refused, because the penalty would be what the player wanted.
        """
        if not s.rules.penalise or seat != s.turn or a.verb != "play" or a.to >= 0 or not a.cards:
            return False
        return len(s.zones[PILE]) > 0 and holds(s.playable(seat), a.cards)

    def dares(self, s: Cruzo, seat: Seat, a: Action) -> bool:
        """§6 `penalise`: any cards may be played on a pile in one's turn; nothing is thrown then."""
        return s.rules.penalise and seat == s.turn and a.verb == "play" and bool(s.zones[PILE] and s.playable(seat))

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if seat == HOST:
            return super().why(s, seat, a)
        return why_not(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Cruzo, seat: Seat, a: Action) -> Refused | None:
        reason = finished(s, seat)
        if reason is None and a.verb == "throw" and s.rules.throws:
            return Refused("error.cruzo.throw_over")
        return reason


def beside(s: Cruzo, seat: Seat, a: Action) -> None:
    """§6 Return the actions in and out of turn: a draw, a challenge, or an event of the stock."""
    if a.verb == "draw":
        draw_owed(s, seat)
    elif a.verb == "challenge":
        take_pile(s, a.to)
        s.waiting = 0
        s.phase = s.rules.turn
    else:
        fall(s, a.to)
    wears_out(s)


def opening_cards(s: Cruzo, seat: Seat) -> Cards:
    """§3 Return the cards that the opening comes from: the hand, or the open cards if such a diamond decides."""
    return s.zones[OPEN + EACH * seat] if s.opens_from(seat) == OPEN else s.hand(seat)


class Opening(Turn):
    """§3 The first play: the diamond that decided, with more of its rank from the same place; otherwise the lowest rank
    in hand.
    """

    def choices(self, s: Cruzo, seat: Seat) -> list[Action]:
        there = opening_cards(s, seat)
        first = s.decisive if s.decisive != NONE else there[0]
        out: list[Action] = []
        add_plays(s, bytes([c for c in there if c // 4 == first // 4]), out)
        return out

    def canon(self, s: Cruzo, seat: Seat, a: Action) -> Action:
        if a.verb != "play" or not a.cards or s.decisive == NONE:
            return super().canon(s, seat, a)
        to = code(a.cards)
        fits = s.decisive in a.cards and to >= 0 and (a.to < 0 or a.to == to) and holds(opening_cards(s, seat), a.cards)
        return PLAY[to] if fits else a

    def cards(self, s: Cruzo, seat: Seat, a: Action) -> Cards:
        if a.verb != "play" or a.cards or s.decisive == NONE:
            return super().cards(s, seat, a)
        others = first_of(drop(opening_cards(s, seat), s.decisive), a.to // MOST, a.to % MOST - 1)
        return add(others, s.decisive)

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        if a.verb == "play" and s.decisive == NONE:
            rank = s.hand(seat)[0] // 4
            lower = sum([BIT[c] for c in range(X) if c // 4 < rank])
            s.lacks = put(s.lacks, seat, s.lacks[seat] | lower)
        super().apply(s, seat, a)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if seat == HOST:
            return super().why(s, seat, a)
        source = s.opens_from(seat)
        there = in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]) if source == OPEN else s.hand(seat)
        cards = meant(s, seat, a, source) if a.verb == "play" else b""
        if not holds(there, cards):
            cards = meant(s, seat, a, HAND)
        if cards and holds(there, cards):
            first = s.decisive if s.decisive != NONE else there[0]
            others = cards[0] // 4 != first // 4
            if s.decisive != NONE and (first not in cards if a.cards else others):
                return Refused("error.cruzo.decisive", {"card": first})
            if source == OPEN and code(cards) < 0:
                return Refused("error.cruzo.one_rank", {"cards": cards})
            if others and s.decisive == NONE:
                return Refused("error.cruzo.lowest", {"card": first})
        return super().why(s, seat, a)


# -- refusals
# -----------------------------------------------------------------------------------------------------------


def why_not(s: Cruzo, seat: Seat, a: Action) -> Refused | None:
    """Return the rule that is broken; None if it is none of Cruzo's own."""
    source = s.source(seat)
    reason = why_beside(s, seat, a)
    if reason is not None or seat != s.turn:
        return reason
    if a.verb == "throw":
        return Refused("error.cruzo.throw_time")
    if a.verb == "pickup":
        return Refused("error.cruzo.must_play" if s.zones[PILE] else "error.cruzo.no_pile")
    if a.verb == "flip":
        keys = {HAND: "hand_first", OPEN: "open_first", BUNKER: "no_bunker"}
        return Refused(f"error.cruzo.{keys[source]}")
    return why_not_play(s, seat, source, meant(s, seat, a, source)) if a.verb == "play" else None


def finished(s: Cruzo, seat: Seat) -> Refused | None:
    """§7 Return the refusal for a player who has no cards left."""
    return None if s.playing >> seat & 1 else Refused("error.cruzo.finished")


def why_beside(s: Cruzo, seat: Seat, a: Action) -> Refused | None:
    """Return why a player cannot do what is possible in and out of turn, or anything before drawing."""
    if a.verb == "draw":
        return Refused("error.cruzo.drawn")
    if a.verb == "challenge":
        return Refused("error.cruzo.challenge")
    return Refused("error.cruzo.draw_first") if s.source(seat) == NONE else None


def meant(s: Cruzo, seat: Seat, a: Action, source: int) -> Cards:
    """Return the cards of a refused play.

    If only rank and number are given: the cards that exist, in the hand before the open ones, and for each missing one
    a card that does not exist.
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


OPENING: Final = Opening("opening")
