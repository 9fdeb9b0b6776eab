"""Herzblatt. Two to four seats; hearts are always trumps. One seat declares and plays alone for 66 of the 120 points.

The file follows the rule sheet; §2 packs and §8 options are in `rules_table.py`. §3 What is left over is the stock. §4
The declarer is found by volunteering, by agreement, in turn, by lot, or is always the same seat. The declarer may take
the stock, and then discards as many cards. §5 Suit is followed; a player without it plays any card. §6 The declarer's
tricks, and the cards discarded or left, count for the declarer: 66 points win, 31 lose, fewer lose heavily. §7 As many
deals as there are players.

Random events are cards here: lots are shuffled and dealt with the pack, into a zone that nobody sees.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.herzblatt.rules_table import (
    ASIDE,
    CONTRACT,
    EACH,
    HAND,
    LOT,
    LOTS,
    OPTIONS,
    ORDER,
    PRESETS,
    STOCK,
    THREE,
    TRICK,
    WON,
    WORTH,
    HerzblattRules,
    pack,
)
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, holds
from stich.kernel.chance import Chance
from stich.kernel.game import Deck, Game
from stich.kernel.state import OVER, DealResult, Phase, Score, Setup, State
from stich.kernel.verbs import Verb
from stich.parts.tricks import bearing, binding, choice, lacking
from stich.parts.tuples import credit, put


class Herzblatt(State):
    def __init__(self, rules: HerzblattRules, of: Herzblatt | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.declarer: Seat = -1 if of is None else of.declarer
        self.proposed: Seat = -1 if of is None else of.proposed
        self.refused: Seats = 0 if of is None else of.refused
        self.rounds: int = 0 if of is None else of.rounds
        self.took: int = 0 if of is None else of.took
        self.leader: Seat = -1 if of is None else of.leader
        self.points: tuple[int, ...] = () if of is None else of.points
        self.void: tuple[int, ...] = () if of is None else of.void

    def public_copy(self) -> Herzblatt:
        return Herzblatt(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """Lots lie among lots only; a hand has no card that its seat has shown to lack."""
        if (at == LOTS) != (c >= LOT):
            return False
        return at < HAND or (at - HAND) % EACH != 0 or not self.void[(at - HAND) // EACH] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def after(self, seat: Seat, n: int = 1) -> Seat:
        return (seat + n) % self.layout.seats

    def forehand(self) -> Seat:
        return self.after(self.setup.dealer)

    def due(self) -> int:
        """§4 Return how many cards the declarer still has to discard."""
        return len(self.hand(self.declarer)) - self.rules.each


# -- §3 the deal -----------------------------------------------------------------------------------------------------


def set_up(rules: HerzblattRules, setup: Setup, deck: Deck) -> Herzblatt:
    """§3 Deal all hands, forehand's first, and the stock at the end. Lots are no cards and go to their own zone."""
    s = Herzblatt(rules)
    s.clear(setup)
    cards = deck.cards
    if rules.lots:
        s.zones[LOTS] = bytes([c for c in cards if c >= LOT])
        cards = bytes([c for c in cards if c < LOT])
    seats = rules.layout.seats
    s.points = s.void = (0,) * seats
    n = rules.each
    for i in range(seats):
        s.zones[HAND + EACH * s.after(s.forehand(), i)] = bytes(sorted(cards[n * i : n * i + n]))
    s.zones[STOCK] = bytes(sorted(cards[n * seats :]))
    if rules.selection == "volunteer_in_turn":
        ask_for_volunteers(s)
    elif rules.selection == "agreement":
        s.phase = PROPOSE
    elif rules.selection == "rotating":
        declare(s, s.forehand())
    elif rules.selection == "random":
        declare(s, draw_lots(s))
    else:
        declare(s, rules.fixed)
    return s


# -- §4.1 who declares -----------------------------------------------------------------------------------------------

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
        s.refused |= 1 << seat
        s.turn = s.after(seat)
        if s.refused == s.layout.everyone:
            nobody_volunteers(s)


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
        s.ask(s.layout.everyone & ~(1 << seat))
        s.phase = VOTE


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
                s.refused |= 1 << i
        s.sealed = ()
        proposed = s.proposed
        s.proposed = -1
        if s.refused == 0:
            declare(s, proposed)
            return
        if s.log is not None:
            against = bytes([i for i in range(s.layout.seats) if s.refused >> i & 1])
            s.say("vote", proposed, Phrase("herzblatt.event.disagreed", {"seats": against}))
        s.rounds += 1
        if s.rounds == s.rules.rounds:
            ask_for_volunteers(s)
        else:
            s.phase = PROPOSE


def declare(s: Herzblatt, seat: Seat) -> None:
    s.declarer = seat
    s.turn = seat
    if s.log is not None:
        s.say("declares", seat, Phrase("herzblatt.event.declares", {"seat": seat}))
    if s.zones[STOCK]:
        s.phase = STOCK_PHASE
    else:
        begin_play(s)


# -- §4.2 the stock --------------------------------------------------------------------------------------------------

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

    def why(self, s: Herzblatt, seat: Seat, a: Action) -> Refused:
        if a.verb == "discard" and holds(s.hand(seat), a.cards):
            return Refused("error.herzblatt.discard", {"n": s.due()})
        return super().why(s, seat, a)


# -- §5 play ---------------------------------------------------------------------------------------------------------

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
    alone = 1 << s.declarer
    s.points = credit(s.points, alone if seat == s.declarer else s.layout.everyone & ~alone, points)
    if s.log is not None:
        s.say("trick", seat, Phrase("herzblatt.event.trick", {"seat": seat, "n": points}))
    s.move_all(TRICK, WON + EACH * seat)
    s.turn = seat
    s.leader = seat
    if not s.hand(seat):
        turn_up(s)


# -- §6 the end of a deal --------------------------------------------------------------------------------------------


def turn_up(s: Herzblatt) -> None:
    """§6 The cards discarded, or left, are turned up and count with the declarer's tricks."""
    won = WON + EACH * s.declarer
    points = bearing(s.zones[ASIDE + EACH * s.declarer], WORTH) + bearing(s.zones[STOCK], WORTH)
    s.points = credit(s.points, 1 << s.declarer, points)
    s.move_all(ASIDE + EACH * s.declarer, won)
    s.move_all(STOCK, won)
    s.leader = -1
    s.phase = OVER


def score(s: Herzblatt) -> DealResult:
    """§6 66 win, 31 lose, fewer lose heavily; each opponent gets or pays the same."""
    seats = s.layout.seats
    counted = s.setup.carry[0] if s.setup.carry else 0  # deals before this one
    if s.declarer < 0:
        return DealResult((0,) * seats, [], Phrase("herzblatt.event.redeal"), again=True, carry=(counted,))
    n = s.points[s.declarer]
    grade = 0 if n >= 66 else 1 if n >= 31 else 2
    how = GRADES[grade]
    share = s.rules.rates[grade] * s.rules.stake
    lines = [Score(s.declarer, f"herzblatt.score.{how}", share * (seats - 1), n)]
    for i in range(1, seats):
        lines.append(Score(s.after(s.declarer, i), f"herzblatt.score.against_{how}", -share, 120 - n))
    points = tuple([share * (seats - 1) if seat == s.declarer else -share for seat in range(seats)])
    args: dict[str, Arg] = {"seat": s.declarer, "n": n}
    return DealResult(points, lines, Phrase(f"herzblatt.event.{how}", args), carry=(counted + 1,))


GRADES: Final = ["won", "lost", "lost_heavily"]


# -- the game, §7 the match ------------------------------------------------------------------------------------------


@final
class HerzblattGame(Game[Herzblatt, HerzblattRules]):
    def __init__(self) -> None:
        super().__init__(
            name="herzblatt",
            version=1,
            seats=[3, 2, 4],
            minutes=15,
            options=OPTIONS,
            phases=[VOLUNTEER, PROPOSE, VOTE, STOCK_PHASE, LAY_AWAY, PLAY],
            verbs=[
                Verb("yes"),
                Verb("no"),
                Verb("nominate", to="seat"),
                Verb("take"),
                Verb("leave"),
                Verb("discard", "hand"),
                Verb("play", "hand"),
            ],
            secrets=[],
            pack=pack(THREE[0], 0),
            showcase=["HA", "HK", "HQ"],
            premoves=["play"],
            presets=PRESETS,
        )

    def make_rules(self, options: dict[str, str], seats: int) -> HerzblattRules:
        return HerzblattRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """Return the conflict `error.herzblatt.overtrump_alone`, or `error.herzblatt.no_such_seat` (option, value,
        n).
        """
        if options["must_overtrump"] == "true" and options["must_trump"] != "true":
            return Refused("error.herzblatt.overtrump_alone", {"option": "must_overtrump", "other": "must_trump"})
        if options["declarer_selection"] == "fixed_seat" and int(options["fixed_seat"]) >= seats:
            return Refused(
                "error.herzblatt.no_such_seat", {"option": "fixed_seat", "value": options["fixed_seat"], "n": seats}
            )
        return None

    def deal(self, rules: HerzblattRules, setup: Setup, deck: Deck) -> Herzblatt:
        return set_up(rules, setup, deck)

    def following(
        self, rules: HerzblattRules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§3 The deal moves on, also if nobody volunteered."""
        dealer = (setup.dealer + 1) % rules.layout.seats
        return Setup(setup.number + 1, dealer, scores, result.carry, setup.out)

    def winners(self, rules: HerzblattRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After the agreed number of deals that counted, the players with the highest score."""
        counted = setup.carry[0] if setup.carry else 0
        if counted + 1 < rules.deals:
            return 0
        return super().winners(rules, setup, scores)

    def opening(self, s: Herzblatt, setup: Setup) -> Phrase:
        if s.declarer < 0:
            return super().opening(s, setup)
        return Phrase("herzblatt.event.deal_declared", {"seat": s.declarer, "n": setup.number})

    def label(self, s: Herzblatt, seat: Seat, a: Action) -> Phrase:
        return Phrase("herzblatt.verb.nominate", {"seat": a.to}) if a.verb == "nominate" else super().label(s, seat, a)

    def phrase(self, s: Herzblatt, seat: Seat, a: Action) -> Phrase:
        if a.verb == "nominate":
            return Phrase("herzblatt.said.nominate", {"seat": seat, "seats": ONE[a.to]})
        if a.verb == "discard":  # the cards are secret
            return Phrase("herzblatt.said.discard", {"seat": seat, "n": len(a.cards)})
        return super().phrase(s, seat, a)


VOLUNTEER: Final = Volunteer("volunteer")
PROPOSE: Final = Propose("propose")
VOTE: Final = Vote("vote")
STOCK_PHASE: Final = Stock("stock")
LAY_AWAY: Final = LayAway("discard")
PLAY: Final = Play("play")
GAME: Final = HerzblattGame()
