"""Gaigel. Two to four seats, partners across the table at four; a double pack of 48 cards; 101 points win.

The file follows the rule sheet. §2 A T K Q J 9 from high to low, worth 11 10 4 3 2 0, each card twice; of equal cards
the one played first wins (`rules_table`). §3 Six cards each, one turned up for trumps, half under the talon. §4 While
there is a talon any card may be played, and all draw after each trick; a side that has a trick may exchange the lowest
trump, the Diß, for the turned-up card, and the leader may meld king and queen; under §8 `meld_when` also the others at
their turn. §5 When the talon is gone, suit is followed and headed, else trumped. §6 101 points end the game at once;
nobody there: most points win (`rules_score`). §7 One deal is one game. §8 Options.

"Side" is a seat alone, or two partners. What counts for a side (points, a trick) is kept for each of its seats.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.gaigel.rules_score import settle
from stich.games.gaigel.rules_table import (
    CONTRACTS,
    DISS,
    EACH,
    GOAL,
    HAND,
    KING,
    OPTIONS,
    ORDER,
    PACKS,
    PAIR,
    PRESETS,
    QUEEN,
    SIZE,
    TALON,
    TRICK,
    TRUMPS,
    TURNUP,
    WON,
    WORTH,
    GaigelRules,
)
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, holds
from stich.kernel.chance import Chance
from stich.kernel.game import Deck, Game
from stich.kernel.state import AS_THEY_ARE, OVER, DealResult, Phase, Setup, State
from stich.kernel.verbs import Verb
from stich.parts.tricks import bearing, binding, choice, lacking
from stich.parts.tuples import credit, put


class Gaigel(State):
    def __init__(self, rules: GaigelRules, of: Gaigel | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.trump: str = "" if of is None else of.trump
        self.suit: int = 0 if of is None else of.suit
        self.leader: Seat = -1 if of is None else of.leader
        self.points: tuple[int, ...] = () if of is None else of.points
        self.exchanged: Seat = -1 if of is None else of.exchanged
        self.scored: Seats = 0 if of is None else of.scored
        self.melded: int = -1 if of is None else of.melded
        self.winners: Seats = 0 if of is None else of.winners
        self.liar: Seat = -1 if of is None else of.liar
        self.void: tuple[int, ...] = () if of is None else of.void

    def public_copy(self) -> Gaigel:
        return Gaigel(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """§5 A seat that lacked cards after the talon was gone does not draw them any more."""
        return at < HAND or (at - HAND) % EACH != 0 or not self.void[(at - HAND) // EACH] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER[self.suit]

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """§4 If totals are not shown, a side sees only its own, and spectators see none."""
        if self.rules.totals or self.phase is OVER:
            return AS_THEY_ARE
        return {"points": self.points[viewer] if viewer < self.layout.seats else ()}

    def result(self) -> DealResult:
        """§6 Return what the finished game was worth."""
        return settle(self.points, self.winners, self.liar, self.setup.carry)

    def held(self, seat: Seat) -> Cards:
        """Return all cards of a seat, including melded cards."""
        shown = self.zones[PAIR + EACH * seat]
        h = self.zones[HAND + EACH * seat]
        return bytes(sorted(h + shown)) if shown else h

    def after(self, seat: Seat) -> Seat:
        return (seat + self.rules.step) % self.layout.seats

    def gone(self) -> bool:
        """§4 The talon is too small for another round. (In this pack no card is ever left over.)"""
        return len(self.zones[TALON]) + len(self.zones[TURNUP]) < self.layout.seats


# -- §3 the deal -----------------------------------------------------------------------------------------------------


def set_up(rules: GaigelRules, setup: Setup, deck: Deck) -> Gaigel:
    """§3 Two rounds, three cards each in the first one; the next card is turned up, the rest is the talon."""
    s = Gaigel(rules)
    s.clear(setup)
    cards = deck.cards
    seats = rules.layout.seats
    s.points = s.void = (0,) * seats
    s.turn = s.leader = s.after(setup.dealer)
    more = rules.each - 3
    seat = s.turn
    for i in range(seats):
        second = 3 * seats + more * i
        s.zones[HAND + EACH * seat] = bytes(sorted(cards[3 * i : 3 * i + 3] + cards[second : second + more]))
        seat = s.after(seat)
    at = rules.each * seats
    s.zones[TURNUP] = cards[at : at + 1]
    s.zones[TALON] = cards[:at:-1]
    s.suit = cards[at] // SIZE
    s.trump = TRUMPS[s.suit]
    s.phase = OPEN
    return s


# -- §4 a turn: exchange, meld, play, claim ----------------------------------------------------------------------------

PLAY: Final = [Action("play", ONE[c]) for c in range(24)]
MELD: Final = [Action("meld", bytes([SIZE * suit + QUEEN, SIZE * suit + KING])) for suit in range(4)]
EXCHANGE: Final = Action("exchange")
CLAIM: Final = Action("claim")


class Turn(Phase[Gaigel]):
    """§4 The common part of all turns. With `stop=claim` any player may claim 101 points at any time."""

    def may(self, s: Gaigel) -> Seats:
        return s.layout.everyone & ~self.must(s) if s.rules.claims else 0

    def legal(self, s: Gaigel, seat: Seat) -> list[Action]:
        out: list[Action] = []
        turn = seat == s.turn
        if turn:
            plays = PLAY
            last = -1
            for c in self.playable(s, seat):
                if c != last:
                    out.append(plays[c])
                last = c
        if s.scored >> seat & 1:  # §4 the side has a trick
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
        if (leads or s.rules.meld_on_turn) and (s.rules.meld_after_talon or not s.gone()):
            last = -1
            for c in h:  # in a sorted hand a king stands right behind the queen of its suit
                if c % SIZE == KING and last == c - 1 and (leads or of_pair(s, seat, MELD[c // SIZE].cards)):
                    out.append(MELD[c // SIZE])
                last = c

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

    def why(self, s: Gaigel, seat: Seat, a: Action) -> Refused:
        plain = not a.cards and a.to == -1
        if a.verb == "claim" and plain:
            return Refused("error.gaigel.no_claims")
        if seat != s.turn:
            return Refused("error.not_your_turn", {"seats": ONE[s.turn]})
        if a.verb == "exchange" and plain:
            return no_exchange(s, seat)
        if a.verb == "meld" and a.cards and a.to == -1:
            return no_meld(s, seat, a.cards)
        if a.verb == "play" and len(a.cards) == 1 and a.to == -1 and holds(s.held(seat), a.cards):
            return must_play(s, self.playable(s, seat), seat)
        return super().why(s, seat, a)


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


def of_pair(s: Gaigel, seat: Seat, pair: Cards) -> Cards:
    """§5 Return the cards of a pair that this seat may play now from its hand."""
    trick = s.zones[TRICK]
    if not trick or not s.gone():
        return pair
    may = choice(s.held(seat), s.rules.duty.wanted(CONTRACTS[s.suit], trick))
    return bytes([c for c in pair if c in may])


def may_exchange(s: Gaigel, h: Cards, leads: bool) -> bool:
    """§4 The Diß goes for the turned-up card while that lies under the talon, unless it is the other Diß."""
    diss = SIZE * s.suit + DISS
    turnup = s.zones[TURNUP]
    if not turnup or turnup[0] == diss or s.gone() or (s.rules.exchange_on_lead and not leads):
        return False
    for c in h:
        if c == diss:
            return True
    return False


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


def value(s: Gaigel, pair: Cards) -> int:
    return 40 if pair[0] // SIZE == s.suit else 20


def play(s: Gaigel, seat: Seat, c: Card) -> None:
    """§4 Of equal cards a melded one goes first."""
    trick = s.zones[TRICK]
    if not trick or s.phase is MELDED:
        go_on(s)
    if trick and s.phase is STRICT:
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
    s.phase = STRICT if s.gone() else OPEN


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
    if not s.gone():
        draw_round(s)
    go_on(s)


def trick_taken(rules: GaigelRules, seat: Seat, points: int) -> Phrase:
    """§4 Say who takes a trick, with its points if the table shows the count."""
    if rules.totals:
        return Phrase("gaigel.event.trick", {"seat": seat, "n": points})
    return Phrase("gaigel.event.taken", {"seat": seat})


def draw_round(s: Gaigel) -> None:
    """§4 The winner draws first, then the others in turn; the turned-up card is the last one."""
    seat = s.turn
    for _ in range(s.layout.seats):
        s.draw(TALON if s.zones[TALON] else TURNUP, HAND + EACH * seat)
        seat = s.after(seat)


# -- §6 the end and the score ----------------------------------------------------------------------------------------


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
    return sum([1 << seat for seat, n in enumerate(s.points) if n == best])


# -- refusals ---------------------------------------------------------------------------------------------------------


def must_play(s: Gaigel, allowed: Cards, seat: Seat) -> Refused:
    if s.melded >= 0:
        return Refused("error.gaigel.lead_pair", {"cards": allowed})
    trick = s.zones[TRICK]
    duty = binding(CONTRACTS[s.suit], trick, s.held(seat), allowed)
    return Refused(f"error.gaigel.{duty}", {"cards": allowed, "card": trick[0]})


def no_exchange(s: Gaigel, seat: Seat) -> Refused:
    diss = SIZE * s.suit + DISS
    turnup = s.zones[TURNUP]
    if s.melded >= 0:
        return Refused("error.gaigel.lead_pair", {"cards": MELD[s.melded].cards})
    if diss not in s.zones[HAND + EACH * seat]:
        return Refused("error.gaigel.no_diss", {"card": diss})
    if not turnup or s.gone():
        return Refused("error.gaigel.talon_gone")
    if turnup[0] == diss:
        return Refused("error.gaigel.diss_lies", {"card": diss})
    if not s.scored >> seat & 1:
        return Refused("error.gaigel.no_trick")
    return Refused("error.gaigel.exchange_lead")


def no_meld(s: Gaigel, seat: Seat, cards: Cards) -> Refused:
    if s.melded >= 0:
        return Refused("error.gaigel.lead_pair", {"cards": MELD[s.melded].cards})
    if cards not in [pair.cards for pair in MELD]:
        return Refused("error.gaigel.not_a_pair", {"cards": cards})
    if not holds(s.zones[HAND + EACH * seat], cards):
        return Refused("error.gaigel.pair_not_held", {"cards": cards})
    if s.zones[TRICK] and not s.rules.meld_on_turn:
        return Refused("error.gaigel.meld_lead")
    if not s.scored >> seat & 1:
        return Refused("error.gaigel.no_trick")
    if s.gone() and not s.rules.meld_after_talon:
        return Refused("error.gaigel.meld_late")
    return Refused("error.gaigel.meld_follow", {"cards": cards})


# -- the game, §7 the match ------------------------------------------------------------------------------------------


@final
class GaigelGame(Game[Gaigel, GaigelRules]):
    def __init__(self) -> None:
        super().__init__(
            name="gaigel",
            version=1,
            seats=[4, 2, 3],
            minutes=15,
            options=OPTIONS,
            phases=[OPEN, STRICT, MELDED],
            verbs=[Verb("play", "hand meld"), Verb("meld", "hand"), Verb("exchange"), Verb("claim")],
            secrets=[],
            pack=PACKS["9"],
            showcase=["HA", "HT", "SK"],
            premoves=["play"],
            presets=PRESETS,
        )

    def make_rules(self, options: dict[str, str], seats: int) -> GaigelRules:
        return GaigelRules(options, seats)

    def deal(self, rules: GaigelRules, setup: Setup, deck: Deck) -> Gaigel:
        return set_up(rules, setup, deck)

    def following(
        self, rules: GaigelRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§3 The deal moves in the direction of play."""
        dealer = (setup.dealer + rules.step) % rules.layout.seats
        return Setup(setup.number + 1, dealer, scores, result.carry, setup.out)

    def winners(self, rules: GaigelRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After the agreed number of games, the players who have won most of them."""
        if setup.number < rules.games:
            return 0
        before = setup.carry or (0,) * len(scores)
        games = [n + (1 if scores[seat] > setup.scores[seat] else 0) for seat, n in enumerate(before)]
        best = max(games)
        return sum([1 << seat for seat, n in enumerate(games) if n == best])

    def unlisted(self, rules: GaigelRules) -> dict[Action, Phrase]:
        """§8 A player may claim 101 points without having them, and loses."""
        return {CLAIM: Phrase("gaigel.verb.claim")} if rules.claims else {}

    def opening(self, s: Gaigel, setup: Setup) -> Phrase:
        return Phrase("gaigel.event.deal", {"seat": setup.dealer, "card": s.zones[TURNUP][0], "n": setup.number})

    def label(self, s: Gaigel, seat: Seat, a: Action) -> Phrase:
        if a.verb == "meld":
            return Phrase("gaigel.verb.meld", {"cards": a.cards, "n": value(s, a.cards)})
        return super().label(s, seat, a)

    def phrase(self, s: Gaigel, seat: Seat, a: Action) -> Phrase:
        if a.verb == "meld":
            args: dict[str, Arg] = {"seat": seat, "cards": a.cards, "n": value(s, a.cards)}
            return Phrase("gaigel.said.meld", args)
        if a.verb == "exchange":
            return Phrase("gaigel.said.exchange", {"seat": seat, "card": s.zones[TURNUP][0]})
        return super().phrase(s, seat, a)


OPEN: Final = Open("open")
STRICT: Final = Strict("strict")
MELDED: Final = Melded("melded")
GAME: Final = GaigelGame()
