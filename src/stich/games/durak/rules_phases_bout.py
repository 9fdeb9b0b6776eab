"""The bout of Durak: §4.1 the attack, §4.2 the defence, §4.3 throwing in, §4.4 the end of the bout, §5 of the game.

A bout leads from each phase to the next and at its end to the first, so these phases stand in one file.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.durak.rules_cards import BEAT, FACES, HAND, PAIR, SHOW, TAKE, THROW
from stich.games.durak.rules_prompts import attack_prompt, defence_prompt, throw_prompt
from stich.games.durak.rules_refill import clear_table, note_out, refill
from stich.games.durak.rules_repeats import repeats
from stich.games.durak.rules_several import add_of_one_rank, counted, proposed
from stich.games.durak.rules_state import Durak, neighbours_of_defender, throwers
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import BACK, ONE, Card, Cards, Seat, Seats, has, holds, in_order, seats_of
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


def one_rank(s: Durak, cards: Cards) -> bool:
    return len({c % s.rules.size for c in cards}) == 1


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


def add_beats(out: list[Action], s: Durak, hand: Cards) -> None:
    """§4.2 Each card that beats an uncovered attack card."""
    beaten = s.rules.kind.contracts[s.suit].beaten
    beats = BEAT
    zones = s.zones
    single = s.layout.single
    size: i64 = len(hand)
    mask: i64 = 0
    i: i64 = 0
    c: i64 = 0
    last: i64 = -1
    for at in range(PAIR, PAIR + s.count):
        pair = zones[at]
        if len(pair) > 1 or (not single and stands_before(s, at, pair)):
            continue
        attack = FACES * pair[0]
        mask = beaten[pair[0]]
        i = 0
        last = -1
        while i < size:
            c = hand[i]
            if c != last and (mask >> c) & 1:
                out.append(beats[attack + c])
            last = c
            i += 1


def stands_before(s: Durak, at: int, pair: Cards) -> bool:
    """Tell whether an equal card that is not beaten lies in a place before this one."""
    for other in range(PAIR, at):
        if s.zones[other] == pair:
            return True
    return False


def add_transfers(out: list[Action], s: Durak, hand: Cards) -> None:
    """§4.2 Cards of the attack's rank, as long as nothing is beaten and everything fits the next player's hand.

    §7 A trump of that rank may be shown instead, once in a bout.
    """
    same = may_pass_on(s)
    if same == 0:
        return
    room = s.fits(s.left_of(s.defender)) - s.count
    if room > 0:
        add_of_one_rank(out, s, hand, room, "transfer", s.rules.kind.transfer, same)
    if s.rules.by_showing and not s.shown and room >= 0:
        size = s.rules.size
        c = s.suit * size + s.zones[PAIR][0] % size
        if c in hand:
            out.append(SHOW[c])


def may_pass_on(s: Durak) -> i64:
    """§4.2 Return the faces of the attack's rank, as bits; 0 if it can no longer be passed on.

    §7 After a beat it can be passed on if the attack still has one rank.
    """
    same: i64 = s.rules.kind.same[s.zones[PAIR][0]]
    if s.unbeaten == s.count:
        return same  # before the first beat nothing of another rank can have been thrown in
    if not s.rules.after_beat:
        return 0
    for at in range(PAIR, PAIR + s.count):
        if s.rules.kind.same[s.zones[at][0]] != same:
            return 0
    return same


def why_not_defended(s: Durak, a: Action) -> Refused | None:
    """§4.2 Return why the defender cannot do this; None if no rule of the defence says so."""
    if a.verb == "attack":
        return Refused("error.durak.attack_runs")
    if a.verb == "beat" and len(a.cards) == 1:
        return why_not_beaten(s, a.to, a.cards[0])
    if a.verb == "transfer":
        return why_not_passed_on(s, a.cards)
    if a.verb == "show":
        return why_not_shown(s, a.cards)
    return Refused("error.durak.defender") if a.verb in ("throw", "pass") else None


def why_not_beaten(s: Durak, on: int, c: Card) -> Refused:
    """§4.2 Return why c cannot beat the attack card `on`."""
    pairs = s.zones[PAIR : PAIR + s.count]
    if not 0 <= on < len(s.layout.pack.names) or ONE[on] not in pairs:
        return Refused("error.durak.not_open", {"cards": bytes([pair[0] for pair in pairs if len(pair) == 1])})
    trump = "beat_trump" if on // s.rules.size == s.suit else "beat"
    return Refused(f"error.durak.{trump}", {"card": c, "cards": ONE[on]})


def why_not_passed_on(s: Durak, cards: Cards) -> Refused:
    """§4.2 Return why the attack cannot be passed on with these cards."""
    if not s.rules.transfer:
        return Refused("error.durak.no_transfer")
    if not cards:
        return Refused("error.durak.no_cards")
    if not one_rank(s, cards + s.zones[PAIR][:1]):
        return Refused("error.durak.transfer_rank", {"cards": cards, "card": s.zones[PAIR][0]})
    return too_late(s) or too_many(s, len(cards))


def why_not_shown(s: Durak, cards: Cards) -> Refused:
    """§7 `transfer_by_showing_trump`: return why this trump cannot be shown."""
    if not s.rules.by_showing or not s.rules.transfer:
        return Refused("error.durak.no_showing")
    if s.shown:
        return Refused("error.durak.shown")
    size = s.rules.size
    wanted = s.suit * size + s.zones[PAIR][0] % size
    if cards != ONE[wanted]:
        return Refused("error.durak.show_which", {"card": wanted})
    return too_late(s) or too_many(s, 0)


def too_late(s: Durak) -> Refused | None:
    if s.unbeaten == s.count:
        return None
    return Refused("error.durak.mixed" if s.rules.after_beat else "error.durak.transfer_late")


def too_many(s: Durak, n: int) -> Refused:
    following = s.left_of(s.defender)
    return Refused("error.durak.room", {"seat": following, "n": s.count + n, "most": s.fits(following)})


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


def add_throws(out: list[Action], s: Durak, hand: Cards) -> None:
    """§4.3 A card of any rank on the table; one at a time, because the defender may answer each."""
    fitting = s.fitting
    throws = THROW
    n: i64 = len(hand)
    i: i64 = 0
    c: i64 = 0
    last: i64 = -1
    while i < n:
        c = hand[i]
        if c != last and (fitting >> c) & 1:
            out.append(throws[c])
        last = c
        i += 1


def why_not_thrown(s: Durak, a: Action) -> Refused | None:
    """§4.3 Return why another player than the defender cannot do this; None if no rule of throwing in says so."""
    if a.verb == "attack":
        return Refused("error.durak.attack_runs")
    if a.verb != "throw":
        return Refused("error.durak.defender_only", {"seat": s.defender})
    if not a.cards:
        return Refused("error.durak.no_cards")
    if len(a.cards) > 1:
        return Refused("error.durak.one_by_one")
    if not s.fitting >> a.cards[0] & 1:
        lying = b"".join(s.zones[PAIR : PAIR + s.count])
        return Refused("error.durak.throw_rank", {"card": a.cards[0], "cards": lying})
    return None


def why_never_asked(s: Durak, seat: Seat) -> Refused | None:
    """§4.3 Return the option by which this seat cannot throw in at all during this defence."""
    if not s.rules.throw_in:
        return Refused("error.durak.throw_off")
    if s.rules.neighbours and not has(neighbours_of_defender(s), seat):
        return Refused("error.durak.throw_neighbours", {"seat": s.defender})
    return None


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
