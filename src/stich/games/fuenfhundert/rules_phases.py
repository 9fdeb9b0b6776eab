"""The phases of Fünfhundert: §4 a turn, in which a player declares, exchanges and plays, and §6 the declarations after
the last trick.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.fuenfhundert.rules_cards import BOTTOM, DRAWN, EACH, HAND, SIZE, STRICT, TALON, TRICK, WON, WORTH
from stich.games.fuenfhundert.rules_combinations import (
    CARDS,
    DECLARE,
    SEVEN,
    VALUES,
    best_set,
    in_set,
    name_key,
    named,
    suit_key,
    value,
)
from stich.games.fuenfhundert.rules_declarations import (
    APART,
    FROM_HAND,
    NOTHING,
    credit,
    declare_all,
    declaring,
    due,
    is_false,
    may_declare,
    permitted,
    punish,
    source,
    stop,
)
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Seat, add, has, holds, only
from stich.kernel.state import OVER, Phase
from stich.parts.trick_prompt import trick_prompt
from stich.parts.tricks import BIT, Contract, binding, choice, listed
from stich.parts.tuples import at, more, united

# -- §4 the turn: declare, exchange, play -----------------------------------------------------------------------------

EXCHANGE: Final = Action("exchange", b"", FROM_HAND)
EXCHANGE_DRAWN: Final = Action("exchange", b"", APART)
DONE: Final = Action("done")
PLAYS: Final = [Action("play", ONE[c]) for c in range(4 * SIZE)]


class Turn(Phase[Fuenfhundert]):
    """§4 Declare what has become complete, exchange the trump seven, and play a card: any as long as there is a talon,
    then in suit, else a trump. §6 Complete combinations that are not declared by then lapse.

    §8 With `auto_declare` `to` of a play is the set of combinations declared with the card.
    """

    def legal(self, s: Fuenfhundert, seat: Seat) -> list[Action]:
        drawn = s.zones[DRAWN + EACH * seat]
        out = self.plays(s, seat)
        barred = permitted(s, seat)
        ready = due(s, seat) if not barred else NOTHING
        if s.rules.auto:
            out = declaring(s, seat, out, ready)
        else:
            for number in ready:
                out.append(DECLARE[number])
        if barred and drawn:  # §8 it stays apart until the seat may declare
            out = [Action("play", a.cards, source(s, seat, a.cards)) for a in out]
        if s.zones[BOTTOM]:
            seven = s.seven()
            fresh = seven in drawn
            if (fresh or seven in s.zones[HAND + EACH * seat]) and seven not in s.used:
                out.append(EXCHANGE_DRAWN if fresh else EXCHANGE)
        return out

    def plays(self, s: Fuenfhundert, seat: Seat) -> list[Action]:
        """§5 Return the cards that may be played, in the order of the faces."""
        wanted = s.wanted()
        own = HAND + EACH * seat
        drawn = s.zones[own + 1]
        if len(drawn) != 1 or wanted:
            return listed(PLAYS, s.hand(seat), wanted)
        held = s.zones[own]
        out = listed(PLAYS, held)
        new: i64 = drawn[0]
        at: i64 = 0  # the usual turn: all cards are allowed, and one has been drawn
        while at < len(held) and held[at] < new:
            at += 1
        out.insert(at, PLAYS[new])
        return out

    def canon(self, s: Fuenfhundert, seat: Seat, a: Action) -> Action:
        """The player names only the card; the declarations with it follow."""
        if a.verb != "declare" and a.to < 0:
            for listed in self.legal(s, seat):
                if listed.verb == a.verb and listed.cards == a.cards:
                    return listed
        return a

    def breach(self, s: Fuenfhundert, seat: Seat, a: Action) -> bool:
        """§6 A false declaration, made when declaring is allowed; §8 or fewer declarations than `auto_declare`
        makes.
        """
        if permitted(s, seat):
            return False
        if a.verb == "play" and s.rules.auto:
            listed = self.canon(s, seat, Action("play", a.cards))
            chosen = a.to & (APART - 1)
            apart = source(s, seat, a.cards) if chosen and s.rules.one_per_turn else 0
            return listed.to > 0 and a.to == chosen | apart and may_declare(s, seat, chosen)
        if a.verb != "declare" or a.cards or not 0 <= a.to <= SEVEN or not s.rules.penalise:
            return False
        return is_false(s, seat, a.to)

    def apply(self, s: Fuenfhundert, seat: Seat, a: Action) -> None:
        if a.verb == "play":
            if a.to > 0:
                declare_all(s, seat, a.to & (APART - 1))
            if s.phase is not OVER:
                play(s, seat, a.cards[0])
        elif a.verb == "declare":
            s.turn_calls += 1
            if is_false(s, seat, a.to):
                punish(s, seat, a.to)
            else:
                credit(s, seat, a.to)
                stop(s, seat)
        else:
            exchange(s, seat)

    def prompt(self, s: Fuenfhundert, viewer: Seat, acts: list[Action]) -> Prompt:
        trick = s.zones[TRICK]
        contract = contract_now(s)
        rule = ""
        if acts and trick:
            h = s.hand(viewer)
            allowed = choice(h, s.wanted())
            rule = binding(contract, trick, h, allowed) if len(allowed) < len(h) else ""
        worth = WORTH[trick[0]] if trick else 0
        general = trick_prompt(contract, trick, s.turn, 2, len(acts) > 0, rule, worth=worth, stock=s.has_talon())
        return Prompt(general.scene or stock(s), general.task, chance(s, acts) or general.note, general.best)

    def why(self, s: Fuenfhundert, seat: Seat, a: Action) -> Refused:
        if a.verb == "play" and len(a.cards) == 1 and not holds(s.hand(seat), a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "play" and len(a.cards) == 1 and s.wanted():
            return self.why_not_played(s, seat)
        if a.verb == "exchange":
            name = "no_talon" if not s.zones[BOTTOM] else "no_seven"
            return Refused(f"error.fuenfhundert.{name}", {"card": s.seven()})
        if a.verb == "declare" and not a.cards and 0 <= a.to <= SEVEN:
            return self.why_not_declared(s, seat, a.to)
        return super().why(s, seat, a)

    def why_not_played(self, s: Fuenfhundert, seat: Seat) -> Refused:
        """§5 Return the duty and the cards that fulfil it."""
        may = choice(s.hand(seat), s.wanted())
        led = s.zones[TRICK][0] // SIZE
        name = "follow" if may[0] // SIZE == led else "trump"
        suit = suit_key(led if name == "follow" else s.suit())
        return Refused(f"error.fuenfhundert.{name}", {"suit": suit, "cards": may})

    def why_not_declared(self, s: Fuenfhundert, seat: Seat, number: int) -> Refused:
        args: dict[str, Arg] = {"what": f"@{name_key(number)}", **named(number)}
        if s.rules.auto:
            return Refused("error.fuenfhundert.auto_declare")
        barred = permitted(s, seat)
        if barred:
            return Refused("error.fuenfhundert.barred", {**args, "why": f"@error.fuenfhundert.{barred}"})
        if is_false(s, seat, number):
            return Refused("error.fuenfhundert.incomplete", {**args, "cards": CARDS[s.suit()][number]})
        if number == SEVEN and s.has_talon():
            return Refused("error.fuenfhundert.seven_waits", args)
        return Refused("error.fuenfhundert.too_late", args)


def stock(s: Fuenfhundert) -> Phrase:
    """§5 Return what lies there before a lead: how many cards are still to be drawn, or what follows if none are."""
    n, turned = len(s.zones[TALON]), s.zones[BOTTOM]
    if n and turned:
        return Phrase("fuenfhundert.scene.stock_and", {"n": n, "card": turned[0]}, turned, n=n)
    n += len(turned)
    return Phrase("fuenfhundert.scene.stock", {"n": n}, n=n) if n else Phrase("fuenfhundert.scene.no_stock")


def chance(
    s: Fuenfhundert,
    acts: list[Action],
    one: str = "fuenfhundert.note.declare",
    some: str = "fuenfhundert.note.declare_some",
) -> Phrase | None:
    """Return what can be done besides playing a card: declarations, which may be too late afterwards, with the text
    `one` (what, n) or `some` (n: how many there are); else the exchange. §8 With `auto_declare` the declarations come
    with the card.
    """
    numbers = [a.to for a in acts if a.verb == "declare"]
    if acts and acts[0].verb == "play" and acts[0].to > 0:
        numbers = in_set(acts[0].to & (APART - 1))
        one, some = "fuenfhundert.note.automatic", "fuenfhundert.note.automatic_some"
    if len(numbers) == 1:
        n = value(numbers[0], s.suit())
        args: dict[str, Arg] = {"what": f"@{name_key(numbers[0])}", **named(numbers[0]), "n": n}
        return Phrase(one, args, n=n)
    if numbers:
        return Phrase(some, {"n": len(numbers)}, n=len(numbers))
    for a in acts:
        if a.verb == "exchange":
            return Phrase("fuenfhundert.note.exchange", {"card": s.zones[BOTTOM][0]})
    return None


# -- §6 the exchange --------------------------------------------------------------------------------------------------


def exchange(s: Fuenfhundert, seat: Seat) -> None:
    """§6 The trump seven goes under the talon in exchange for the card there, and counts."""
    seven = s.seven()
    own = HAND + EACH * seat
    s.move(s.zones[BOTTOM][0], BOTTOM, DRAWN + EACH * seat)
    s.move(seven, own if seven in s.zones[own] else own + 1, BOTTOM)
    s.used = add(s.used, seven)
    s.declared = more(s.declared, seat, VALUES[SEVEN])
    s.calls = (*s.calls, 64 * seat + SEVEN)
    stop(s, seat)


# -- §4 and §5 the tricks ---------------------------------------------------------------------------------------------


def play(s: Fuenfhundert, seat: Seat, c: Card) -> None:
    lapse(s, seat)
    own = HAND + EACH * seat
    follows = s.zones[TRICK] != b""
    apart = s.zones[own + 1]
    if apart and c in apart:  # the card is new, and will be if its player wins it
        s.gained = united(s.gained, seat, BIT[c])
        s.move(c, own + 1, TRICK)
    else:
        s.move(c, own, TRICK)
    if follows:
        end_trick(s, seat)
    else:
        s.turn = 1 - seat


def contract_now(s: Fuenfhundert) -> Contract:
    """§5 With a talon the higher value wins, then suits and trumps count."""
    return s.rules.by_value if s.zones[BOTTOM] else STRICT[s.suit()]


def lapse(s: Fuenfhundert, seat: Seat) -> None:
    """§6 The seat could have declared all that it has: from now on a combination needs a later card to be new. §8
    Combinations that it was not allowed to declare stay due.
    """
    barred = permitted(s, seat)
    s.turn_calls = 0
    if barred or s.rules.late:
        return
    s.settled |= only(seat)
    if at(s.gained, seat):
        s.gained = (0, s.gained[1]) if seat == 0 else (s.gained[0], 0)
    if not s.zones[BOTTOM]:
        s.seven_open &= ~only(seat)
    if s.zones[DRAWN + EACH * seat]:
        s.move_all(DRAWN + EACH * seat, HAND + EACH * seat)


def end_trick(s: Fuenfhundert, follower: Seat) -> None:
    """§4 The winner takes both cards, draws first, and leads."""
    trick = s.zones[TRICK]
    contract = contract_now(s)
    seat = follower if contract.beats(trick[1], trick[0]) else 1 - follower
    n = WORTH[trick[0]] + WORTH[trick[1]]
    s.points = more(s.points, seat, n)
    s.gained = united(s.gained, seat, BIT[trick[0] if seat == follower else trick[1]])
    s.taken = united(s.taken, seat, BIT[trick[0]] | BIT[trick[1]])
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        s.say("trick", seat, Phrase("fuenfhundert.event.trick", {"seat": seat, "n": n}, n=n))
    s.turn = seat
    if n and stop(s, seat):
        return
    if s.zones[BOTTOM]:
        draw(s, seat)
        draw(s, 1 - seat)
    elif not s.zones[HAND + EACH * seat] and not s.zones[DRAWN + EACH * seat]:
        s.phase = CLOSE
        wait_for_declarations(s)


def draw(s: Fuenfhundert, seat: Seat) -> None:
    """§4 Draw the top card; the last one is known to both players."""
    s.draw(TALON if s.zones[TALON] else BOTTOM, (DRAWN if has(s.settled, seat) else HAND) + EACH * seat)
    if not s.zones[BOTTOM]:
        s.seven_open = s.layout.everyone
        s.phase = STRICT_PLAY


# -- §4 after the last trick ------------------------------------------------------------------------------------------


class Close(Turn):
    """§4 After the last trick both may declare what they have completed, its winner first.

    All cards have been seen by then, so leaving out a seat with nothing to declare reveals nothing.
    """

    def legal(self, s: Fuenfhundert, seat: Seat) -> list[Action]:
        out = [DECLARE[number] for number in due(s, seat)] if not permitted(s, seat) else []
        out.append(DONE)
        return out

    def prompt(self, s: Fuenfhundert, viewer: Seat, acts: list[Action]) -> Prompt:
        note = Phrase("fuenfhundert.note.total", {"seat": s.turn, "n": s.total(s.turn), "target": s.rules.target})
        task = None
        if acts:
            task = chance(s, acts, "fuenfhundert.task.declare", "fuenfhundert.task.declare_some")
        return Prompt(Phrase("fuenfhundert.scene.close"), task, note)

    def apply(self, s: Fuenfhundert, seat: Seat, a: Action) -> None:
        if a.verb == "declare":
            super().apply(s, seat, a)
            if s.phase is not OVER:
                wait_for_declarations(s)
        else:
            close(s)


def wait_for_declarations(s: Fuenfhundert) -> None:
    """§4 After the last trick, wait for the seat on turn if it has something to declare, else go on to the other one
    and to the end. §8 With `auto_declare` the table declares.
    """
    if not permitted(s, s.turn):
        ready = due(s, s.turn)
        if ready and not s.rules.auto:
            return
        numbers = 0
        for number in best_set(ready, s.suit(), s.rules.one_per_turn):
            numbers |= int(BIT[number])
        declare_all(s, s.turn, numbers)
    if s.phase is not OVER:
        close(s)


def close(s: Fuenfhundert) -> None:
    """§4 The seat on turn has nothing more to declare. §8 With `declare_who=leader` only the winner of the last trick
    is asked.
    """
    s.closed |= only(s.turn)
    s.turn_calls = 0
    if s.closed == s.layout.everyone or s.rules.leader_only:
        s.phase = OVER
        return
    s.turn = 1 - s.turn
    wait_for_declarations(s)


OPEN: Final = Turn("open")
STRICT_PLAY: Final = Turn("strict")
CLOSE: Final = Close("close")
