"""The bout of Durak: §4.1 the attack, §4.2 the defence, §4.3 throwing in, §4.4 the end of the bout, §5 of the game.

A bout leads from each phase to the next and at its end to the first, so these phases stand in one file.
"""

from __future__ import annotations

from typing import Final

from stich.games.durak.rules_cards import HAND, PAIR, TAKE
from stich.games.durak.rules_defence import add_beats, add_transfers, why_not_defended
from stich.games.durak.rules_prompts import attack_prompt, defence_prompt, throw_prompt
from stich.games.durak.rules_refill import clear_table, note_out, refill
from stich.games.durak.rules_repeats import repeats
from stich.games.durak.rules_several import add_of_one_rank, counted, one_rank, proposed
from stich.games.durak.rules_state import Durak, throwers
from stich.games.durak.rules_throws import add_throws, why_never_asked, why_not_thrown
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import BACK, ONE, Cards, Seat, Seats, has, holds, in_order, seats_of
from stich.kernel.sample import unseen
from stich.kernel.state import OVER, Phase
from stich.parts.window import PRIORITY, Window


def only_with_all(phase: Phase[Durak], s: Durak, seat: Seat) -> Action | None:
    """Return the only action of a seat that would have no other even with all cards that the others have not seen."""
    n = s.copy()
    n.zones[HAND + seat] = in_order(s.hand(seat).replace(ONE[BACK], b"") + unseen(s))
    acts = phase.legal(n, seat)
    return acts[0] if len(acts) == 1 else None


# -- §4.1 a bout begins ----------------------------------------------------------------------------------------------


def begin_bout(s: Durak, attacker: Seat) -> None:
    s.bouts += 1
    s.attacker = s.turn = attacker
    s.count = s.unbeaten = 0
    s.fitting = 0
    s.lays = b""
    s.taking = s.shown = False
    s.waiting = 0
    s.phase = OPEN
    defend(s, s.left_of(attacker))
    if s.stall >= s.rules.stall_limit:
        draw_game(s, "stall")
    elif repeats(s):
        draw_game(s, "repeated")


def defend(s: Durak, seat: Seat) -> None:
    s.defender = seat
    s.limit = s.fits(seat)


def draw_game(s: Durak, why: str) -> None:
    """§8 End the game without a loser."""
    s.phase = OVER
    if s.log is not None:
        s.say(why, -1, Phrase(f"durak.event.{why}"))


class Open(Phase[Durak]):
    """§4.1 The attacker lays one card or several of one rank; passing is not allowed."""

    def legal(self, s: Durak, seat: Seat) -> list[Action]:
        out: list[Action] = []
        add_of_one_rank(out, s, s.hand(seat), s.limit, "attack", s.rules.kind.attack)
        return out

    def canon(self, s: Durak, seat: Seat, a: Action) -> Action:
        return counted(s, seat, a) if a.verb == "attack" else a

    def cards(self, s: Durak, seat: Seat, a: Action) -> Cards:
        return a.cards or proposed(s, seat, a)

    def apply(self, s: Durak, seat: Seat, a: Action) -> None:
        s.lay_attack(seat, a.cards or proposed(s, seat, a))
        s.turn = s.defender
        s.phase = DEFEND

    def prompt(self, s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
        return attack_prompt(s, viewer, acts)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        if not holds(s.hand(seat), a.cards):
            return super().why(s, seat, a)
        if a.verb != "attack":
            return Refused("error.durak.must_attack")
        return why_not_attack(s, a.cards) or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        """§4.3 Nothing can be thrown in before the attack lies there."""
        if a.verb == "throw" and not has(s.out, seat):
            return Refused("error.durak.throw_open", {"seat": s.attacker})
        return why_out(s, seat)


def why_not_attack(s: Durak, cards: Cards) -> Refused | None:
    """§4.1 Return why these cards cannot attack; None if they can."""
    if not cards:
        return Refused("error.durak.no_cards")
    if not one_rank(s, cards):
        return Refused("error.durak.one_rank", {"cards": cards})
    if len(cards) > s.limit:
        return Refused("error.durak.limit", {"n": len(cards), "most": s.limit, "seat": s.defender})
    return None


def why_out(s: Durak, seat: Seat) -> Refused | None:
    """§4.6 Return the refusal for a player who has no cards left."""
    return Refused("error.durak.out") if has(s.out, seat) else None


# -- §4.2 the defence ------------------------------------------------------------------------------------------------


class Defend(Phase[Durak]):
    """§4.2 Beat, pass on, or take. With `throw_mode=free` the others may throw in meanwhile; they need not decline."""

    def may(self, s: Durak) -> Seats:
        """§4.3 With `throw_mode=free` cards are thrown in at any time."""
        return throwers(s) if s.rules.free else 0

    def legal(self, s: Durak, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out: list[Action] = []
        if seat != s.defender:
            add_throws(out, s, hand)
            return out
        add_beats(out, s, hand)
        if s.rules.transfer:
            add_transfers(out, s, hand)
        out.append(TAKE)
        return out

    def only_action(self, s: Durak, seat: Seat) -> Action | None:
        return only_with_all(self, s, seat)

    def canon(self, s: Durak, seat: Seat, a: Action) -> Action:
        return counted(s, seat, a) if a.verb == "transfer" else a

    def cards(self, s: Durak, seat: Seat, a: Action) -> Cards:
        return proposed(s, seat, a) if a.verb == "transfer" and not a.cards else a.cards

    def apply(self, s: Durak, seat: Seat, a: Action) -> None:
        if a.verb == "beat":
            beat(s, a)
        elif a.verb == "take":
            s.taking = True
            ask_throwers(s)
        elif a.verb == "throw":
            s.lay_attack(seat, a.cards)
        else:
            pass_on(s, seat, a)

    def prompt(self, s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
        return defence_prompt(s, viewer, acts)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        reason: Refused | None = None
        if holds(s.hand(seat), a.cards):
            reason = why_not_defended(s, a) if seat == s.defender else why_not_thrown(s, a)
        return reason or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        """§4.3 Throwing in is for later, or there is no room for it."""
        reason = why_out(s, seat)
        if reason is not None or a.verb != "throw":
            return reason
        reason = why_never_asked(s, seat)
        if reason is not None or not s.hand(seat):
            return reason
        if s.count >= s.limit:
            return Refused("error.durak.full", {"seat": s.defender, "most": s.limit})
        return Refused("error.durak.throw_wait", {"seat": s.defender})


def beat(s: Durak, a: Action) -> None:
    at = PAIR
    on = ONE[a.to]
    while s.zones[at] != on:
        at += 1
    s.put_down(s.defender, a.cards[0], at)
    s.unbeaten -= 1
    if s.unbeaten == 0:
        ask_throwers(s)


def pass_on(s: Durak, seat: Seat, a: Action) -> None:
    """§4.2 The seat that passes the attack on has the initiative, and its left neighbour defends."""
    if a.verb == "show":
        s.shown = True
        s.show(a.cards[0], HAND + seat)
    else:
        s.lay_attack(seat, a.cards or proposed(s, seat, a))
    s.attacker = seat
    defend(s, s.left_of(seat))
    s.turn = s.defender


# -- §4.3 throwing in ------------------------------------------------------------------------------------------------


def ask_throwers(s: Durak) -> None:
    """§4.3 All is beaten, or will be taken; others may throw in more. The bout ends when nobody is left to be asked."""
    s.waiting = throwers(s)
    s.turn = s.attacker
    if s.waiting == 0:
        end_bout(s)
    else:
        s.phase = PILE_ON if s.taking else THROW_IN


class Throw(Window[Durak]):
    """§4.3 From the attacker on each seat is asked, or all at once with `throw_mode=free`; after a throw all are asked
    again.

    There is no clock: a bout ends when all have passed.
    """

    def must(self, s: Durak) -> Seats:
        """§4.3 All at once with `throw_mode=free`, otherwise one after the other."""
        return s.waiting if s.rules.free else super().must(s)

    def mode(self, s: Durak) -> str:
        return PRIORITY

    def waiting(self, s: Durak) -> Seats:
        return s.waiting

    def narrow(self, s: Durak, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Durak, seat: Seat) -> list[Action]:
        out: list[Action] = []
        add_throws(out, s, s.zones[HAND + seat])
        return out

    def react(self, s: Durak, seat: Seat, a: Action) -> None:
        s.lay_attack(seat, a.cards)
        if s.taking:
            ask_throwers(s)
        else:
            s.waiting = 0
            s.turn = s.defender
            s.phase = DEFEND

    def close(self, s: Durak) -> None:
        end_bout(s)

    def only_action(self, s: Durak, seat: Seat) -> Action | None:
        return only_with_all(self, s, seat)

    def prompt(self, s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
        return throw_prompt(s, viewer, acts)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        reason = why_not_thrown(s, a) if holds(s.hand(seat), a.cards) else None
        return reason or super().why(s, seat, a)

    def why_not_asked(self, s: Durak, seat: Seat, a: Action) -> Refused | None:
        """§4.3 Who has passed is asked again after the next throw only."""
        reason = why_out(s, seat)
        if reason is not None or seat == s.defender or a.verb not in ("throw", "pass"):
            return reason
        reason = why_never_asked(s, seat)
        if reason is not None or has(s.waiting, seat) or not s.hand(seat):
            return reason
        return Refused("error.durak.passed")


# -- §4.4 the end of a bout, §5 of the game --------------------------------------------------------------------------


def end_bout(s: Durak) -> None:
    """§4.4–§4.6 The defender attacks after beating everything; otherwise their left neighbour does. Seats that are out
    are passed over.
    """
    if s.log is not None:
        key = "taken" if s.taking else "beaten"
        n = len(s.lays) // 2
        s.say(key, s.defender, Phrase(f"durak.event.{key}", {"seat": s.defender, "n": n}, n=n))
    following = s.left_of(s.defender) if s.taking else s.defender
    clear_table(s)
    refill(s)
    new = note_out(s)
    if new:
        say_out(s, new)
        left = s.layout.everyone & ~s.out
        if left & (left - 1) == 0:
            end_game(s, left)
            return
    begin_bout(s, s.left_of(following) if has(s.out, following) else following)


def say_out(s: Durak, new: Seats) -> None:
    if s.log is not None:
        for seat in seats_of(new):
            s.say("out", seat, Phrase("durak.event.out", {"seat": seat}))


def end_game(s: Durak, left: Seats) -> None:
    """§5 The last player with cards is the Durak; nobody is if the last ones ran out together."""
    s.waiting = 0
    s.phase = OVER
    for seat in seats_of(left):
        s.durak = seat


OPEN: Final = Open("open")
DEFEND: Final = Defend("defend")
THROW_IN: Final = Throw("throw")
PILE_ON: Final = Throw("pile_on")
