"""The phases of Gaigel: §4 a turn, §5 which cards may be played in it, §6 when the game ends."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.games.gaigel.rules_cards import (
    CLAIM,
    CONTRACTS,
    DISS,
    EACH,
    EXCHANGE,
    GOAL,
    HAND,
    KING,
    MELD,
    PAIR,
    SIZE,
    TALON,
    TRICK,
    TURNUP,
    WON,
    WORTH,
    GaigelRules,
)
from stich.games.gaigel.rules_prompts import LEAD, before_lead, chance, claimable, stock, taking
from stich.games.gaigel.rules_state import Gaigel, may_exchange, value
from stich.kernel.action import Action, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, has, holds, only
from stich.kernel.state import OVER, Phase
from stich.parts.trick_prompt import trick_prompt
from stich.parts.tricks import bearing, binding, choice, each_once, lacking, listed
from stich.parts.tuples import credit, put

# -- §4 a turn: exchange, meld, play, claim ---------------------------------------------------------------------------

PLAY: Final = [Action("play", ONE[c]) for c in range(24)]


class Turn(Phase[Gaigel]):
    """§4 The common part of all turns. With `stop=claim` any player may claim 101 points at any time."""

    def may(self, s: Gaigel) -> Seats:
        """§4 With `stop=claim` every seat, whatever it has won, so that being asked reveals nothing."""
        return s.layout.everyone & ~self.must(s) if s.rules.claims else 0

    def legal(self, s: Gaigel, seat: Seat) -> list[Action]:
        turn = seat == s.turn
        out = listed(PLAY, self.playable(s, seat)) if turn else []
        if has(s.scored, seat):  # §4 the side has a trick
            if turn:
                self.extras(s, seat, out)
            if s.rules.claims and s.points[seat] >= GOAL:
                out.append(CLAIM)
        return out

    def playable(self, s: Gaigel, seat: Seat) -> Cards:
        """Return the cards that may be played, sorted; a card that is held twice can be listed twice."""
        raise NotImplementedError

    def extras(self, s: Gaigel, seat: Seat, out: list[Action]) -> None:
        """§4 Add the actions that are possible before a card is played."""
        h = s.zones[HAND + EACH * seat]
        leads = not s.zones[TRICK]
        if may_exchange(s, h, leads):
            out.append(EXCHANGE)
        if (leads or s.rules.meld_on_turn) and (s.rules.meld_after_talon or not s.talon_empty()):
            n: i64 = len(h)
            i: i64 = 1
            while i < n:  # in a sorted hand a king stands right behind the queen of its suit
                c: i64 = h[i]
                if c % SIZE == KING and h[i - 1] == c - 1 and (leads or of_pair(s, seat, MELD[c // SIZE].cards)):
                    out.append(MELD[c // SIZE])
                i += 1

    def apply(self, s: Gaigel, seat: Seat, a: Action) -> None:
        if a.verb == "play":
            play(s, seat, a.cards[0])
        elif a.verb == "exchange":
            exchange(s, seat)
        elif a.verb == "meld":
            meld(s, seat, a.cards)
        else:
            claim(s, seat)

    def breach(self, s: Gaigel, seat: Seat, a: Action) -> bool:
        """§8 A false claim is accepted, and loses."""
        return s.rules.claims and a == CLAIM

    def prompt(self, s: Gaigel, viewer: Seat, acts: list[Action]) -> Prompt:
        trick = s.zones[TRICK]
        asked = viewer == s.turn and len(acts) > 0
        rule = self.rule(s, viewer) if asked and trick else ""
        seats, open_stock = s.layout.seats, not s.talon_empty()
        general = trick_prompt(
            CONTRACTS[s.suit], trick, s.turn, seats, asked, rule, step=s.rules.step, stock=open_stock
        )
        if not trick:
            task = claimable(s, viewer, acts) or (LEAD if asked and len(s.held(viewer)) > 1 else general.task)
            return Prompt(stock(s), task, before_lead(s, viewer, acts))
        task = general.task if rule else claimable(s, viewer, acts) or general.task
        return Prompt(general.scene, task, chance(s, acts) or taking(s, viewer, general.best), general.best)

    def rule(self, s: Gaigel, seat: Seat) -> str:
        """Return the name of the rule that leaves the seat fewer cards than it holds, "" if none does."""
        allowed = each_once(self.playable(s, seat))
        h = s.held(seat)
        return binding(CONTRACTS[s.suit], s.zones[TRICK], h, allowed) if len(allowed) < len(each_once(h)) else ""

    def why(self, s: Gaigel, seat: Seat, a: Action) -> Refused:
        plain = not a.cards and a.to == -1
        if a.verb == "claim" and plain:
            return Refused("error.gaigel.no_claims")
        if seat != s.turn:
            return Refused("error.not_your_turn", {"seats": ONE[s.turn]})
        if a.verb == "exchange" and plain:
            return self.why_not_exchanged(s, seat)
        if a.verb == "meld" and a.cards and a.to == -1:
            return self.why_not_melded(s, seat, a.cards)
        if a.verb == "play" and len(a.cards) == 1 and a.to == -1 and holds(s.held(seat), a.cards):
            return self.why_not_played(s, seat)
        return super().why(s, seat, a)

    def why_not_exchanged(self, s: Gaigel, seat: Seat) -> Refused:
        diss = SIZE * s.suit + DISS
        turnup = s.zones[TURNUP]
        if diss not in s.zones[HAND + EACH * seat]:
            return Refused("error.gaigel.no_diss", {"card": diss})
        if not turnup or s.talon_empty():
            return Refused("error.gaigel.talon_gone")
        if turnup[0] == diss:
            return Refused("error.gaigel.diss_lies", {"card": diss})
        if not has(s.scored, seat):
            return Refused("error.gaigel.no_trick")
        return Refused("error.gaigel.exchange_lead")

    def why_not_melded(self, s: Gaigel, seat: Seat, cards: Cards) -> Refused:
        if cards not in [pair.cards for pair in MELD]:
            return Refused("error.gaigel.not_a_pair", {"cards": cards})
        if not holds(s.zones[HAND + EACH * seat], cards):
            return Refused("error.gaigel.pair_not_held", {"cards": cards})
        if s.zones[TRICK] and not s.rules.meld_on_turn:
            return Refused("error.gaigel.meld_lead")
        if not has(s.scored, seat):
            return Refused("error.gaigel.no_trick")
        if s.talon_empty() and not s.rules.meld_after_talon:
            return Refused("error.gaigel.meld_late")
        return Refused("error.gaigel.meld_follow", {"cards": cards})

    def why_not_played(self, s: Gaigel, seat: Seat) -> Refused:
        allowed = self.playable(s, seat)
        trick = s.zones[TRICK]
        duty = binding(CONTRACTS[s.suit], trick, s.held(seat), allowed)
        return Refused(f"error.gaigel.{duty}", {"cards": allowed, "card": trick[0]})


def exchange(s: Gaigel, seat: Seat) -> None:
    """§4 All know then who holds the turned-up card, and that the Diß lies under the talon."""
    s.exchanged = seat
    s.move(s.zones[TURNUP][0], TURNUP, HAND + EACH * seat)
    s.move(SIZE * s.suit + DISS, HAND + EACH * seat, TURNUP)


def meld(s: Gaigel, seat: Seat, pair: Cards) -> None:
    """§4 40 points in trumps, 20 in another suit; both cards are shown, and neither can be melded again."""
    s.melded = pair[0] // SIZE
    s.points = credit(s.points, s.rules.side[seat], value(s, pair))
    for c in pair:
        s.move(c, HAND + EACH * seat, PAIR + EACH * seat)
    s.phase = MELDED
    stop_test(s, seat)


# -- §5 which cards may be played -------------------------------------------------------------------------------------


class Open(Turn):
    """§5 While there is a talon, any card may be played."""

    def playable(self, s: Gaigel, seat: Seat) -> Cards:
        return s.held(seat)


class Strict(Turn):
    """§5 When it is gone: follow suit and head the trick, otherwise trump, otherwise any card."""

    def playable(self, s: Gaigel, seat: Seat) -> Cards:
        trick = s.zones[TRICK]
        h = s.held(seat)
        return choice(h, s.rules.duty.wanted(CONTRACTS[s.suit], trick)) if trick else h


class Melded(Turn):
    """§4 One card of a pair is led immediately after it has been melded, or played to the trick."""

    def playable(self, s: Gaigel, seat: Seat) -> Cards:
        return of_pair(s, seat, MELD[s.melded].cards)

    def extras(self, s: Gaigel, seat: Seat, out: list[Action]) -> None:
        """§4 Neither an exchange nor a second pair is possible."""

    def prompt(self, s: Gaigel, viewer: Seat, acts: list[Action]) -> Prompt:
        pair = MELD[s.melded].cards
        n = value(s, pair)
        scene = Phrase("gaigel.scene.melded", {"seat": s.turn, "cards": pair, "n": n}, n=n)
        task: Phrase | None = None
        if viewer == s.turn and acts:
            task = Phrase("gaigel.task.lead_pair", {"cards": self.playable(s, viewer)})
        trick = s.zones[TRICK]
        if not trick:
            return Prompt(scene, task or claimable(s, viewer, acts))
        best = CONTRACTS[s.suit].best(trick)
        return Prompt(scene, task or claimable(s, viewer, acts), taking(s, viewer, best), best)

    def why_not_exchanged(self, s: Gaigel, seat: Seat) -> Refused:
        return Refused("error.gaigel.lead_pair", {"cards": MELD[s.melded].cards})

    def why_not_melded(self, s: Gaigel, seat: Seat, cards: Cards) -> Refused:
        return Refused("error.gaigel.lead_pair", {"cards": MELD[s.melded].cards})

    def why_not_played(self, s: Gaigel, seat: Seat) -> Refused:
        return Refused("error.gaigel.lead_pair", {"cards": self.playable(s, seat)})


def of_pair(s: Gaigel, seat: Seat, pair: Cards) -> Cards:
    """§5 Return the cards of a pair that this seat may play now from its hand."""
    trick = s.zones[TRICK]
    if not trick or not s.talon_empty():
        return pair
    may = choice(s.held(seat), s.rules.duty.wanted(CONTRACTS[s.suit], trick))
    return bytes([c for c in pair if c in may])


# -- §4 and §5 playing a card -----------------------------------------------------------------------------------------


def play(s: Gaigel, seat: Seat, c: Card) -> None:
    """§4 Of equal cards a melded one goes first."""
    trick = s.zones[TRICK]
    if not trick or s.melded >= 0:
        go_on(s)
    if trick and s.talon_empty():
        lacks = lacking(c, s.rules.duty.wanted(CONTRACTS[s.suit], trick))
        if lacks:
            s.void = put(s.void, seat, s.void[seat] | lacks)
    pair = s.zones[PAIR + EACH * seat]
    s.move(c, (PAIR if pair and c in pair else HAND) + EACH * seat, TRICK)
    if len(trick) + 1 < s.layout.seats:
        s.turn = s.after(seat)
    else:
        end_trick(s)


def go_on(s: Gaigel) -> None:
    """§4 No card of a pair is due, and none was in this turn."""
    s.melded = -1
    s.phase = STRICT if s.talon_empty() else OPEN


def end_trick(s: Gaigel) -> None:
    """§5 The highest trump wins, otherwise the highest card of the suit led. §6 The last trick counts 10 more."""
    trick = s.zones[TRICK]
    rules = s.rules
    seats = s.layout.seats
    seat = (s.leader + rules.step * CONTRACTS[s.suit].best(trick)) % seats
    points = bearing(trick, WORTH)
    at_end = not s.held(seat)
    if at_end:
        points += rules.last_trick
    side = rules.side[seat]
    s.points = credit(s.points, side, points)
    s.scored |= side
    s.turn = s.leader = seat
    if s.log is not None:
        s.say("trick", seat, trick_taken(rules, seat, points))
    s.move_all(TRICK, WON + EACH * seat)
    stop_test(s, seat)
    if s.phase is OVER:
        return
    if at_end:
        win(s, most_points(s))
        return
    if not s.talon_empty():
        draw_round(s)
    go_on(s)


def trick_taken(rules: GaigelRules, seat: Seat, points: int) -> Phrase:
    """§4 Say who takes a trick, with its points if the table shows the count."""
    if rules.totals:
        return Phrase("gaigel.event.trick", {"seat": seat, "n": points}, n=points)
    return Phrase("gaigel.event.taken", {"seat": seat})


def draw_round(s: Gaigel) -> None:
    """§4 The winner draws first, then the others in turn; the turned-up card is the last one."""
    seat = s.turn
    for _ in range(s.layout.seats):
        s.draw(TALON if s.zones[TALON] else TURNUP, HAND + EACH * seat)
        seat = s.after(seat)


# -- §6 the end -------------------------------------------------------------------------------------------------------


def stop_test(s: Gaigel, seat: Seat) -> None:
    """§6 After each trick and each meld: 101 points end the game, unless they have to be claimed."""
    if s.points[seat] >= GOAL and not s.rules.claims:
        win(s, s.rules.side[seat])


def claim(s: Gaigel, seat: Seat) -> None:
    """§8 A correct claim wins, a false one loses."""
    side = s.rules.side[seat]
    if s.points[seat] >= GOAL:
        win(s, side)
    else:
        s.liar = seat
        win(s, s.layout.everyone & ~side)


def win(s: Gaigel, who: Seats) -> None:
    s.winners = who
    s.phase = OVER


def most_points(s: Gaigel) -> Seats:
    """§6 The side with most points wins; if equal, the side that took the last trick, otherwise they share."""
    best = max(s.points)
    if s.points[s.turn] == best:
        return s.rules.side[s.turn]
    return sum([only(seat) for seat, n in enumerate(s.points) if n == best])


OPEN: Final = Open("open")
STRICT: Final = Strict("strict")
MELDED: Final = Melded("melded")
