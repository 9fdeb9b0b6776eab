"""The phases of Herzblatt, in the order of the sheet: §4.1 who declares, §4.2 the stock, §5 the tricks, §6 the end."""

from __future__ import annotations

from typing import Final

from stich.games.herzblatt.rules_cards import ASIDE, CONTRACT, EACH, ENOUGH, HAND, LOT, LOTS, STOCK, TRICK, WON, WORTH
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Seat, Seats, has, holds, only, seats_of
from stich.kernel.state import OVER, Phase
from stich.parts.trick_prompt import trick_prompt, winning
from stich.parts.tricks import bearing, binding, choice, lacking
from stich.parts.tuples import credit, put

# -- §4.1 who declares ------------------------------------------------------------------------------------------------

YES: Final = Action("yes")
NO: Final = Action("no")
NOMINATE: Final = [Action("nominate", b"", seat) for seat in range(4)]


class Volunteer(Phase[Herzblatt]):
    """§4.1 From forehand on each seat is asked once; the first one that says yes declares."""

    def legal(self, s: Herzblatt, seat: Seat) -> list[Action]:
        return [YES, NO]

    def apply(self, s: Herzblatt, seat: Seat, a: Action) -> None:
        if a.verb == "yes":
            declare(s, seat)
            return
        s.refused |= only(seat)
        s.turn = s.after(seat)
        if s.refused == s.layout.everyone:
            nobody_volunteers(s)

    def prompt(self, s: Herzblatt, viewer: Seat, acts: list[Action]) -> Prompt:
        n = len(seats_of(s.refused))
        scene = Phrase("herzblatt.scene.refused", {"n": n}, n=n) if n else None
        note = Phrase(f"herzblatt.note.{s.rules.no_volunteer}", {"seat": s.forehand()})
        return Prompt(scene, Phrase("herzblatt.task.volunteer", {"n": ENOUGH}) if acts else None, note)


def ask_for_volunteers(s: Herzblatt) -> None:
    s.refused = 0
    s.turn = s.forehand()
    s.phase = VOLUNTEER


def nobody_volunteers(s: Herzblatt) -> None:
    """[C] Forehand must declare; or lots are drawn; or the cards are thrown in."""
    if s.rules.no_volunteer == "forehand_must":
        declare(s, s.forehand())
    elif s.rules.no_volunteer == "random":
        declare(s, draw_lots(s))
    else:
        s.phase = OVER


def draw_lots(s: Herzblatt) -> Seat:
    """§4.1 The top lot names the declarer; all see it."""
    lots = s.zones[LOTS]
    lot = lots[len(lots) - 1]
    s.show(lot, LOTS)
    return lot - LOT


class Propose(Phase[Herzblatt]):
    """§4.1 Agreement: the first to speak proposes a seat, possibly their own."""

    def must(self, s: Herzblatt) -> Seats:
        return s.layout.everyone

    def legal(self, s: Herzblatt, seat: Seat) -> list[Action]:
        return NOMINATE[: s.layout.seats]

    def apply(self, s: Herzblatt, seat: Seat, a: Action) -> None:
        s.turn = seat
        s.proposed = a.to
        s.ask(s.layout.everyone & ~only(seat))
        s.phase = VOTE

    def prompt(self, s: Herzblatt, viewer: Seat, acts: list[Action]) -> Prompt:
        n = s.rules.rounds - s.rounds
        task = Phrase("herzblatt.task.propose") if acts else None
        return Prompt(None, task, Phrase("herzblatt.note.proposals", {"n": n}, n=n))


class Vote(Phase[Herzblatt]):
    """§4.1 All others confirm at once, or some do not; after a number of rounds volunteers are asked for instead."""

    def must(self, s: Herzblatt) -> Seats:
        return s.unanswered()

    def legal(self, s: Herzblatt, seat: Seat) -> list[Action]:
        return [YES, NO]

    def apply(self, s: Herzblatt, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        s.refused = 0
        for i, answer in enumerate(s.sealed):
            if answer == NO:
                s.refused |= only(i)
        s.sealed = ()
        proposed = s.proposed
        s.proposed = -1
        if s.refused == 0:
            declare(s, proposed)
            return
        if s.log is not None:
            against = bytes([i for i in range(s.layout.seats) if has(s.refused, i)])
            s.say("vote", proposed, Phrase("herzblatt.event.disagreed", {"seats": against}))
        s.rounds += 1
        if s.rounds == s.rules.rounds:
            ask_for_volunteers(s)
        else:
            s.phase = PROPOSE

    def prompt(self, s: Herzblatt, viewer: Seat, acts: list[Action]) -> Prompt:
        scene = Phrase("herzblatt.scene.proposed", {"seat": s.turn, "seats": ONE[s.proposed]})
        task = None
        if acts:
            task = Phrase("herzblatt.task.accept" if viewer == s.proposed else "herzblatt.task.agree")
        return Prompt(scene, task, Phrase("herzblatt.note.agreed"))


def declare(s: Herzblatt, seat: Seat) -> None:
    s.declarer = seat
    s.turn = seat
    if s.log is not None:
        s.say("declares", seat, Phrase("herzblatt.event.declares", {"seat": seat}))
    if s.zones[STOCK]:
        s.phase = STOCK_PHASE
    else:
        begin_play(s)


# -- §4.2 the stock ---------------------------------------------------------------------------------------------------

TAKE: Final = Action("take")
LEAVE: Final = Action("leave")
DISCARD: Final = [Action("discard", ONE[c]) for c in range(LOT)]


class Stock(Phase[Herzblatt]):
    """§4.2 The declarer takes the stock, or leaves it unseen."""

    def legal(self, s: Herzblatt, seat: Seat) -> list[Action]:
        return [TAKE, LEAVE]

    def apply(self, s: Herzblatt, seat: Seat, a: Action) -> None:
        if a.verb == "leave":
            begin_play(s)
            return
        s.took = 1
        s.move_all(STOCK, HAND + EACH * seat)
        s.phase = LAY_AWAY

    def prompt(self, s: Herzblatt, viewer: Seat, acts: list[Action]) -> Prompt:
        n = len(s.zones[STOCK])
        note = Phrase("herzblatt.note.stock", {"seat": s.declarer, "n": n}, n=n)
        return Prompt(alone(s), Phrase("herzblatt.task.stock") if acts else None, note)


class LayAway(Phase[Herzblatt]):
    """§4.2 The declarer discards as many cards as the stock had, any cards: one after the other, or all that are due
    together.
    """

    def legal(self, s: Herzblatt, seat: Seat) -> list[Action]:
        return [DISCARD[c] for c in s.hand(seat)]

    def canon(self, s: Herzblatt, seat: Seat, a: Action) -> Action:
        if a.verb == "discard" and len(a.cards) == s.due() and a.to == -1 and holds(s.hand(seat), a.cards):
            return DISCARD[a.cards[0]]
        return a

    def apply(self, s: Herzblatt, seat: Seat, a: Action) -> None:
        for c in a.cards:
            s.move(c, HAND + EACH * seat, ASIDE + EACH * seat)
        if s.due() == 0:
            begin_play(s)

    def prompt(self, s: Herzblatt, viewer: Seat, acts: list[Action]) -> Prompt:
        n = s.due()
        scene = Phrase("herzblatt.scene.took", {"seat": s.declarer})
        task = Phrase("herzblatt.task.discard", {"n": n}, n=n) if acts else None
        return Prompt(scene, task, Phrase("herzblatt.note.discard", {"seat": s.declarer}))

    def why(self, s: Herzblatt, seat: Seat, a: Action) -> Refused:
        if a.verb == "discard" and holds(s.hand(seat), a.cards):
            return Refused("error.herzblatt.discard", {"n": s.due()})
        return super().why(s, seat, a)


# -- §4.3 and §5 the tricks -------------------------------------------------------------------------------------------

PLAY_CARD: Final = [Action("play", ONE[c]) for c in range(LOT)]


def begin_play(s: Herzblatt) -> None:
    """§4.3 Forehand leads, or the declarer does."""
    s.turn = s.forehand() if s.rules.forehand_leads else s.declarer
    s.leader = s.turn
    s.phase = PLAY


class Play(Phase[Herzblatt]):
    """§5 Lead any card; follow suit; without it trump or throw off freely, unless `must_trump` applies."""

    def legal(self, s: Herzblatt, seat: Seat) -> list[Action]:
        h = s.hand(seat)
        trick = s.zones[TRICK]
        if trick:
            h = choice(h, s.rules.duty.wanted(CONTRACT, trick))
        plays = PLAY_CARD
        return [plays[c] for c in h]

    def apply(self, s: Herzblatt, seat: Seat, a: Action) -> None:
        c = a.cards[0]
        trick = s.zones[TRICK]
        if trick and CONTRACT.suit[c] != CONTRACT.suit[trick[0]]:
            lacks = lacking(c, s.rules.duty.wanted(CONTRACT, trick))
            s.void = put(s.void, seat, s.void[seat] | lacks)
        s.move(c, HAND + EACH * seat, TRICK)
        if len(trick) + 1 < s.layout.seats:
            s.turn = s.after(seat)
        else:
            end_trick(s)

    def prompt(self, s: Herzblatt, viewer: Seat, acts: list[Action]) -> Prompt:
        trick = s.zones[TRICK]
        rule = ""
        if trick and 0 < len(acts) < len(s.hand(viewer)):
            h = s.hand(viewer)
            rule = binding(CONTRACT, trick, h, choice(h, s.rules.duty.wanted(CONTRACT, trick)))
        general = trick_prompt(CONTRACT, trick, s.turn, s.layout.seats, len(acts) > 0, rule)
        if not trick:
            return Prompt(alone(s), general.task, made(s, viewer))
        return Prompt(general.scene, general.task, taking(s, viewer, general.best), general.best)

    def why(self, s: Herzblatt, seat: Seat, a: Action) -> Refused:
        h = s.hand(seat)
        trick = s.zones[TRICK]
        if a.verb != "play" or len(a.cards) != 1 or a.to != -1 or not trick or not holds(h, a.cards):
            return super().why(s, seat, a)
        allowed = choice(h, s.rules.duty.wanted(CONTRACT, trick))
        duty = binding(CONTRACT, trick, h, allowed)
        return Refused(f"error.herzblatt.{duty}", {"cards": allowed, "card": trick[0]})


def end_trick(s: Herzblatt) -> None:
    """§5 The highest heart wins, otherwise the highest card of the suit led; the winner leads."""
    trick = s.zones[TRICK]
    seat = s.after(s.leader, CONTRACT.best(trick))
    points = bearing(trick, WORTH)
    s.points = credit(s.points, s.side(seat), points)
    if s.log is not None:
        s.say("trick", seat, Phrase("herzblatt.event.trick", {"seat": seat, "n": points}, n=points))
    s.move_all(TRICK, WON + EACH * seat)
    s.turn = seat
    s.leader = seat
    if not s.hand(seat):
        turn_up(s)


def alone(s: Herzblatt) -> Phrase:
    return Phrase("herzblatt.scene.alone", {"seat": s.declarer})


def made(s: Herzblatt, viewer: Seat) -> Phrase | None:
    """§6 Return how much the declarer has of what is needed, None where §8 running points are not shown. Only the
    declarer knows what the cards discarded add to it.
    """
    if not s.rules.running:
        return None
    more = bearing(s.zones[ASIDE + EACH * s.declarer], WORTH) if viewer == s.declarer else 0
    if more > 0:
        n = s.points[s.declarer] + more
        return Phrase("herzblatt.note.made_with", {"seat": s.declarer, "n": n, "more": more, "goal": ENOUGH})
    return Phrase("herzblatt.note.made", {"seat": s.declarer, "n": s.points[s.declarer], "goal": ENOUGH})


def taking(s: Herzblatt, viewer: Seat, best: int) -> Phrase:
    """Return who is winning the trick, and its points; for those who play together that it is one of them."""
    seat = s.after(s.leader, best)
    worth = bearing(s.zones[TRICK], WORTH)
    if viewer < s.layout.seats and viewer != seat and has(s.side(viewer), seat):
        return winning(seat, worth, "herzblatt.note.side", "herzblatt.note.side_points")
    return winning(seat, worth)


# -- §6 the end of a deal ---------------------------------------------------------------------------------------------


def turn_up(s: Herzblatt) -> None:
    """§6 The cards discarded, or left, are turned up and count with the declarer's tricks."""
    won = WON + EACH * s.declarer
    points = bearing(s.zones[ASIDE + EACH * s.declarer], WORTH) + bearing(s.zones[STOCK], WORTH)
    s.points = credit(s.points, only(s.declarer), points)
    s.move_all(ASIDE + EACH * s.declarer, won)
    s.move_all(STOCK, won)
    s.leader = -1
    s.phase = OVER


VOLUNTEER: Final = Volunteer("volunteer")
PROPOSE: Final = Propose("propose")
VOTE: Final = Vote("vote")
STOCK_PHASE: Final = Stock("stock")
LAY_AWAY: Final = LayAway("discard")
PLAY: Final = Play("play")
