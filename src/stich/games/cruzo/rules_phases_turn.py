"""The turn of Cruzo and what interrupts it (§6): a play, the pile or a bunker, and cards thrown in out of turn.

A turn leads to a throw and a throw to the next turn, so these phases stand in one file.
"""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import (
    BUNKER,
    EACH,
    EIGHT,
    FOUR,
    HAND,
    NONE,
    PILE,
    PLAY,
    ROW,
    STOCK,
    code,
    group,
)
from stich.games.cruzo.rules_draw import (
    ENOUGH,
    add_draws,
    burn,
    draw_owed,
    fall,
    host_acts,
    host_may,
    interrupters,
    note_turn,
    refill,
    table_events,
    take_pile,
    why_not_out_of_turn,
)
from stich.games.cruzo.rules_effects import effect, say_effect
from stich.games.cruzo.rules_end import finishes, note, stalls, wears_out, why_finished
from stich.games.cruzo.rules_known import expose, learn_from_pickup
from stich.games.cruzo.rules_plays import SHOWING, by_pile, choices, lay, may_play, proposed, why_no_play
from stich.games.cruzo.rules_prompts import more_prompt, turn_prompt
from stich.games.cruzo.rules_state import Cruzo
from stich.games.cruzo.rules_throws import (
    add_throws,
    listed_throw,
    throw,
    throwable,
    thrown_cards,
    why_no_turn,
    why_not_throw,
)
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import HOST, ONE, Cards, Seat, Seats, has, holds, only
from stich.kernel.state import Phase
from stich.parts import window

# -- §6 a turn ---------------------------------------------------------------------------------------------------------


def begin_turn(s: Cruzo, seat: Seat) -> None:
    """§6 Begin a turn. If cards on the pile can become a four, others have time to throw, whatever they hold."""
    s.turn = seat
    if stalls(s):
        return
    pile = s.zones[PILE]
    if pile and s.rules.throws and pile[len(pile) - 1] // 4 != EIGHT:
        s.waiting = s.playing & ~only(seat)
        s.phase = BEFORE
    else:
        s.phase = TURN


class Turn(Phase[Cruzo]):
    """§6 Play, take up the pile, or turn a bunker. Under `manual` a player who owes a draw may draw; others may
    challenge.
    """

    def may(self, s: Cruzo) -> Seats:
        """§6 Under `manual` others may draw or challenge; a stock on the table can be knocked over."""
        out = 0
        if s.rules.manual:
            out = interrupters(s) & ~only(s.turn)
        if s.rules.tree_told and s.zones[STOCK]:
            out |= only(HOST)
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
                cards = a.cards or self.cards(s, seat, a)
                lay(s, seat, cards)
                take_effect(s, seat, cards[0] // 4, len(cards))
        elif a.verb == "pickup":
            note(s)
            learn_from_pickup(s, seat, a.to >= 0, a.to < 0 and not by_pile(s.zones[PILE]))
            end_with_pile(s, seat)
        elif a.verb == "flip":
            flip(s, seat, BUNKER + EACH * seat + a.to - 1)
        else:
            act_out_of_turn(s, seat, a)

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

    def prompt(self, s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
        return turn_prompt(s, viewer, acts)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if seat == HOST:
            return super().why(s, seat, a)
        reason = why_not_out_of_turn(s, seat, a)
        if reason is None and seat == s.turn:
            reason = why_no_play(s, seat, a)
        return reason or super().why(s, seat, a)

    def why_not_asked(self, s: Cruzo, seat: Seat, a: Action) -> Refused | None:
        """§6 Throwing in belongs to the time before a turn; §7 who has no cards left does nothing more."""
        reason = why_finished(s, seat)
        if reason is None and a.verb == "throw" and s.rules.throws:
            return Refused("error.cruzo.throw_over")
        return reason


def act_out_of_turn(s: Cruzo, seat: Seat, a: Action) -> None:
    """§6 Do what is possible in and out of turn: a draw, a challenge, or an event of the stock."""
    if a.verb == "draw":
        draw_owed(s, seat)
    elif a.verb == "challenge":
        take_pile(s, a.to)
        s.waiting = 0
        s.phase = TURN
    else:
        fall(s, a.to)
    wears_out(s)


# -- §6 what is done in a turn -----------------------------------------------------------------------------------------


def flip(s: Cruzo, seat: Seat, at: int) -> None:
    """§6 Turn a bunker: it is played if it fits; otherwise it goes into the hand with the pile."""
    c = s.zones[at][0]
    good = may_play(s, c // 4, 1)
    s.move(c, at, PILE)
    s.trail = b""
    if good:
        if s.rules.manual:
            note_turn(s, seat)
        take_effect(s, seat, c // 4, 1)
        return
    if s.log is not None:
        s.say("failed", seat, Phrase("cruzo.event.failed", {"seat": seat, "card": c}, ONE[c]))
    end_with_pile(s, seat)


def end_with_pile(s: Cruzo, seat: Seat) -> None:
    """§6 End a turn after taking up the pile; the next player opens."""
    take_pile(s, seat)
    if s.rules.manual:
        note_turn(s, seat)
    begin_turn(s, s.after(seat))


def take_effect(s: Cruzo, seat: Seat, rank: int, n: int) -> None:
    """§6 Apply the effect of n cards of a rank, and begin the next turn; others may first add to a four."""
    if finishes(s, seat):
        return
    if rank != EIGHT and s.rules.window_after_four and group(s.zones[PILE]) >= FOUR:
        s.thrower = seat
        s.waiting = s.playing if s.rules.reacts else s.playing & ~only(seat)
        s.phase = MORE
    else:
        begin_turn(s, effect(s, seat, rank, n))


# -- §6 throwing out of turn -------------------------------------------------------------------------------------------


class Before(window.BeforeTurn[Cruzo]):
    """§6 Before a turn: others may complete the four that is begun on top. The player on turn may play on meanwhile."""

    def mode(self, s: Cruzo) -> str:
        return s.rules.throw_mode

    def waiting(self, s: Cruzo) -> Seats:
        return s.waiting

    def narrow(self, s: Cruzo, left: Seats) -> None:
        s.waiting = left

    def asked(self, s: Cruzo) -> Seat:
        return s.next_asked(s.turn)

    def may(self, s: Cruzo) -> Seats:
        """§6 The thrower, and what may be done out of turn, as in `Turn`."""
        out = super().may(s) | host_may(s)
        return out | (interrupters(s) & ~self.must(s)) if s.rules.manual else out

    def reactions(self, s: Cruzo, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if has(s.waiting, seat):
            add_throws(s, seat, FOUR - group(s.zones[PILE]), out)
        return out

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        if s.rules.reacts and not s.rules.manual and seat != HOST:  # the usual case, only faster
            return TURN.legal(s, seat) if seat == s.turn else self.reactions(s, seat)
        if seat == HOST:
            return host_acts(s)
        if self.plays_on(s, seat) or not s.rules.manual:
            return super().legal(s, seat)
        asked = s.rules.reacts or seat == self.asked(s)
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
            act_out_of_turn(s, seat, a)
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
        if not s.rules.penalise or a.verb != "throw" or a.to >= 0 or not a.cards or not has(s.waiting, seat):
            return False
        return self.may_throw(s, seat) and holds(throwable(s, seat), a.cards)

    def may_throw(self, s: Cruzo, seat: Seat) -> bool:
        """§6 Tell whether this seat could throw now, whatever it holds."""
        return has(s.waiting, seat) and (s.rules.reacts or seat == self.asked(s))

    def dares(self, s: Cruzo, seat: Seat, a: Action) -> bool:
        """§6 `penalise`: the player on turn plays, all others throw."""
        if self.plays_on(s, seat):
            return TURN.dares(s, seat, a)
        return s.rules.penalise and a.verb == "throw" and self.may_throw(s, seat) and bool(throwable(s, seat))

    def prompt(self, s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
        return turn_prompt(s, viewer, acts)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if seat == HOST or self.plays_on(s, seat):
            return super().why(s, seat, a)
        if a.verb == "throw":
            return why_not_throw(s, seat, a, FOUR - group(s.zones[PILE]))
        return why_not_out_of_turn(s, seat, a) or why_no_turn(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Cruzo, seat: Seat, a: Action) -> Refused | None:
        return why_finished(s, seat)


class More(window.Window[Cruzo]):
    """§6 A four has been completed: all seats may add cards of its rank. Then it burns, and the last thrower opens."""

    def mode(self, s: Cruzo) -> str:
        return s.rules.throw_mode

    def waiting(self, s: Cruzo) -> Seats:
        return s.waiting

    def narrow(self, s: Cruzo, left: Seats) -> None:
        s.waiting = left

    def asked(self, s: Cruzo) -> Seat:
        return s.next_asked(s.thrower)

    def may(self, s: Cruzo) -> Seats:
        """§6 All seats, and the HOST for a stock that is knocked over."""
        return super().may(s) | host_may(s)

    def legal(self, s: Cruzo, seat: Seat) -> list[Action]:
        return host_acts(s) if seat == HOST else super().legal(s, seat)

    def reactions(self, s: Cruzo, seat: Seat) -> list[Action]:
        out: list[Action] = []
        if has(s.waiting, seat):
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
            act_out_of_turn(s, seat, a)

    def close(self, s: Cruzo) -> None:
        """§6 All draw, beginning with the opener; a last thrower who has finished leaves opening to the next player."""
        opener = s.thrower if has(s.playing, s.thrower) else s.after(s.thrower)
        alone = s.rules.window_after_four and s.thrower == s.turn
        say_effect(s, "four" if alone else "thrown", opener if alone else s.thrower)
        s.waiting = 0
        s.thrower = NONE
        burn(s)
        for seat in s.around(opener):
            refill(s, seat, ENOUGH, s.hand_size(seat))
        begin_turn(s, opener)

    def prompt(self, s: Cruzo, viewer: Seat, acts: list[Action]) -> Prompt:
        return more_prompt(s, viewer, acts)

    def why(self, s: Cruzo, seat: Seat, a: Action) -> Refused:
        if a.verb == "throw" and seat != HOST:
            return why_not_throw(s, seat, a, 1)
        return why_no_turn(s, seat, a) or super().why(s, seat, a)

    def why_not_asked(self, s: Cruzo, seat: Seat, a: Action) -> Refused | None:
        return why_finished(s, seat)


TURN: Final = Turn("turn")
BEFORE: Final = Before("throw", TURN)
MORE: Final = More("four")
