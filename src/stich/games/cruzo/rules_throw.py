"""Throwing out of turn in Cruzo: completing a four, and adding to it (§6)."""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import MOST, THROW, code, count, group
from stich.games.cruzo.rules_draw import ENOUGH, add_draws, burn, interrupters, refill, table_events, take_pile
from stich.games.cruzo.rules_end import finishes, wears_out
from stich.games.cruzo.rules_play import FOUR, begin_turn, expose, put_down, tell
from stich.games.cruzo.rules_table import EACH, HAND, NONE, OPEN, PILE, STOCK, Cruzo
from stich.games.cruzo.rules_turn import Turn, beside, finished, meant, proposed, why_beside
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST, Cards, Seat, Seats, holds, in_order
from stich.parts import window


def throws_from(s: Cruzo, seat: Seat) -> int:
    """§6 Return where thrown cards come from: the hand; under `throw_from_open` the open cards, once they may be
    played; NONE if a seat can throw nothing.
    """
    source = s.source(seat)
    return source if source == HAND or (source == OPEN and s.rules.throw_from_open) else NONE


def add_throws(s: Cruzo, seat: Seat, least: int, out: list[Action]) -> None:
    """§6 Add each number of cards of the top rank, from the least number on."""
    source = throws_from(s, seat)
    pile = s.zones[PILE]
    if source == NONE or not pile:
        return
    rank = pile[len(pile) - 1] // 4
    at = source + EACH * seat
    held = count(s.zones[at], rank)
    if source == HAND:
        held += count(s.zones[at + 1], rank)
    for n in range(least, held + 1):
        out.append(THROW[MOST * rank + n])


def throwable(s: Cruzo, seat: Seat) -> Cards:
    return s.playable(seat) if throws_from(s, seat) != NONE else b""


def throw(s: Cruzo, seat: Seat, cards: Cards) -> None:
    """§6 Put cards on the pile out of turn; their only effect is that the pile burns.

    All seats may add to them, even after throwing or declining before. In priority mode all other seats are asked
    again; the thrower has already said how many.
    """
    before = s.hand_size(seat)
    put_down(s, seat, cards, s.source(seat))
    if s.rules.manual:
        refill(s, seat, ENOUGH, before)
    s.thrower = seat
    if not finishes(s, seat):
        s.waiting = s.playing if s.rules.throw_mode == window.REACTION else s.playing & ~(1 << seat)


def listed_throw(s: Cruzo, seat: Seat, a: Action) -> Action:
    """§11 Return the rank and number of these cards, if they are held."""
    if a.verb == "throw" and a.cards and seat != HOST:
        to = code(a.cards)
        if to >= 0 and (a.to < 0 or a.to == to) and holds(throwable(s, seat), a.cards):
            return THROW[to]
    return a


def thrown_cards(s: Cruzo, seat: Seat, a: Action) -> Cards:
    return proposed(s, seat, a.to, s.source(seat)) if a.verb == "throw" and not a.cards and a.to >= 0 else a.cards


def next_of(s: Cruzo, seat: Seat) -> Seat:
    """§6 Return the first seat after this one, in the order of play, that is still to be asked."""
    seats = s.layout.seats
    step = s.direction + seats
    at = (seat + step) % seats
    while not s.waiting >> at & 1:
        at = (at + step) % seats
    return at


def host_may(s: Cruzo) -> Seats:
    """§6 `tree`: the stock can also fall in priority mode; in a window the HOST acts anyway."""
    return 1 << HOST if s.rules.tree_told and not s.rules.reacts and s.zones[STOCK] else 0


def host_acts(s: Cruzo) -> list[Action]:
    return [CLOSE, *table_events(s)] if s.rules.reacts else table_events(s)


class Before(window.BeforeTurn[Cruzo]):
    """§6 Before a turn: others may complete the four that is begun on top. The player on turn may play on meanwhile."""

    def mode(self, s: Cruzo) -> str:
        return s.rules.throw_mode

    def waiting(self, s: Cruzo) -> Seats:
        return s.waiting

    def narrow(self, s: Cruzo, left: Seats) -> None:
        s.waiting = left

    def asked(self, s: Cruzo) -> Seat:
        return next_of(s, s.turn)

    def may(self, s: Cruzo) -> Seats:
        out = super().may(s) | host_may(s)
        return out | (interrupters(s) & ~self.must(s)) if s.rules.manual else out

    def reactions(self, s: Cruzo, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if s.waiting >> seat & 1:
            add_throws(s, seat, FOUR - group(s.zones[PILE]), out)
        return out

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        if s.rules.reacts and not s.rules.manual and seat != HOST:  # the usual case, only faster
            return TURN.legal(s, seat) if seat == s.turn else self.reactions(s, seat)
        if seat == HOST:
            return host_acts(s)
        if self.plays_on(s, seat) or not s.rules.manual:
            return super().legal(s, seat)
        asked = s.rules.throw_mode == window.REACTION or seat == self.asked(s)
        out = super().legal(s, seat) if asked else []
        add_draws(s, seat, out)
        return out

    def canon(self, s: Cruzo, seat: Seat, a: Action) -> Action:
        return super().canon(s, seat, a) if self.plays_on(s, seat) else listed_throw(s, seat, a)

    def cards(self, s: Cruzo, seat: Seat, a: Action) -> Cards:
        return super().cards(s, seat, a) if self.plays_on(s, seat) else thrown_cards(s, seat, a)

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        if seat != HOST and self.plays_on(s, seat):
            self.turn.apply(s, seat, a)
            return
        s.actions += 1
        super().apply(s, seat, a)
        wears_out(s)

    def react(self, s: Cruzo, seat: Seat, a: Action) -> None:
        if a.verb != "throw":
            beside(s, seat, a)
        elif s.rules.penalise and a.cards and self.canon(s, seat, a) not in self.reactions(s, seat):
            expose(s, seat, a.cards)
            take_pile(s, seat)
            self.close(s)
        else:
            s.phase = MORE
            throw(s, seat, a.cards or self.cards(s, seat, a))

    def close(self, s: Cruzo) -> None:
        s.waiting = 0
        s.phase = self.turn

    def breach(self, s: Cruzo, seat: Seat, a: Action) -> bool:
        """§6 `penalise`: too few cards, or wrong ones, are taken back with the pile."""
        if self.plays_on(s, seat):
            return super().breach(s, seat, a)
        if not s.rules.penalise or a.verb != "throw" or a.to >= 0 or not a.cards or not s.waiting >> seat & 1:
            return False
        return self.may_throw(s, seat) and holds(throwable(s, seat), a.cards)

    def may_throw(self, s: Cruzo, seat: Seat) -> bool:
        """§6 Tell whether this seat could throw now, whatever it holds."""
        return s.waiting >> seat & 1 != 0 and (s.rules.reacts or seat == self.asked(s))

    def dares(self, s: Cruzo, seat: Seat, a: Action) -> bool:
        """§6 `penalise`: the player on turn plays, all others throw."""
        if self.plays_on(s, seat):
            return TURN.dares(s, seat, a)
        return s.rules.penalise and a.verb == "throw" and self.may_throw(s, seat) and bool(throwable(s, seat))

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if seat == HOST or self.plays_on(s, seat):
            return super().why(s, seat, a)
        if a.verb == "throw":
            return why_not_throw(s, seat, a, FOUR - group(s.zones[PILE]))
        return why_beside(s, seat, a) or why_no_turn(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Cruzo, seat: Seat, a: Action) -> Refused | None:
        return finished(s, seat)


class More(window.Window[Cruzo]):
    """§6 A four has been completed: all seats may add cards of its rank. Then it burns, and the last thrower opens."""

    def mode(self, s: Cruzo) -> str:
        return s.rules.throw_mode

    def waiting(self, s: Cruzo) -> Seats:
        return s.waiting

    def narrow(self, s: Cruzo, left: Seats) -> None:
        s.waiting = left

    def asked(self, s: Cruzo) -> Seat:
        return next_of(s, s.thrower)

    def may(self, s: Cruzo) -> Seats:
        return super().may(s) | host_may(s)

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        return host_acts(s) if seat == HOST else super().legal(s, seat)

    def reactions(self, s: Cruzo, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if s.waiting >> seat & 1:
            add_throws(s, seat, 1, out)
        return out

    def canon(self, s: Cruzo, seat: Seat, a: Action) -> Action:
        return listed_throw(s, seat, a)

    def cards(self, s: Cruzo, seat: Seat, a: Action) -> Cards:
        return thrown_cards(s, seat, a)

    def apply(self, s: Cruzo, seat: Seat, a: Action) -> None:
        s.actions += 1
        super().apply(s, seat, a)
        wears_out(s)

    def react(self, s: Cruzo, seat: Seat, a: Action) -> None:
        if a.verb == "throw":
            throw(s, seat, a.cards or self.cards(s, seat, a))
        else:
            beside(s, seat, a)

    def close(self, s: Cruzo) -> None:
        """§6 All draw, beginning with the opener; a last thrower who has finished leaves opening to the next player."""
        opener = s.thrower if s.playing >> s.thrower & 1 else s.after(s.thrower)
        alone = s.rules.window_after_four and s.thrower == s.turn
        tell(s, "four" if alone else "thrown", opener if alone else s.thrower)
        s.waiting = 0
        s.thrower = NONE
        burn(s)
        for seat in s.around(opener):
            refill(s, seat, ENOUGH, s.hand_size(seat))
        begin_turn(s, opener)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if a.verb == "throw" and seat != HOST:
            return why_not_throw(s, seat, a, 1)
        return why_no_turn(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Cruzo, seat: Seat, a: Action) -> Refused | None:
        return finished(s, seat)


def why_not_throw(s: Cruzo, seat: Seat, a: Action, least: int) -> Refused:
    """Return the rule of §6 that is broken: cards of the top rank, from the hand, enough for a four."""
    pile = s.zones[PILE]
    cards = meant(s, seat, a, OPEN if throws_from(s, seat) == OPEN else HAND)
    if not holds(throwable(s, seat), cards):
        there = holds(in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]), cards)
        return Refused("error.cruzo.throw_hand" if there else "error.not_held", {"cards": cards})
    top = pile[len(pile) - 1 :]
    if not cards or cards[0] // 4 != top[0] // 4 or code(cards) < 0:
        return Refused("error.cruzo.throw_rank", {"cards": top})
    return Refused("error.cruzo.throw_few", {"n": least, "cards": top})


def why_no_turn(s: Cruzo, seat: Seat, a: Action) -> Refused | None:
    """§6 Return the refusal for a player who tries to play a turn with their own cards when only throwing is
    possible.
    """
    if seat == HOST or a.verb not in ("play", "pickup", "flip"):
        return None
    if not holds(in_order(s.hand(seat) + s.zones[OPEN + EACH * seat]), a.cards):
        return None
    pile = s.zones[PILE]
    return Refused("error.cruzo.only_throw", {"cards": pile[len(pile) - 1 :]})


TURN: Final = Turn("turn")
BEFORE: Final = Before("throw", TURN)
MORE: Final = More("four")
