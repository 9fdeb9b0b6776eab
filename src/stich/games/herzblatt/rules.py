"""Herzblatt. Two to four seats; hearts are always trumps. One seat declares and plays alone for 66 of the 120 points.

The file follows the rule sheet. §2 Packs without some of the worthless cards, A T K Q J 9 8 7 from high to low, worth
11 10 4 3 2 0 0 0; what is left over is the stock. §4 Somebody is found who declares: by volunteering, by agreement, in
turn, by lot, or always the same seat. He may take the stock, and then lays away as many cards. §5 Suit is followed;
who has none of it plays what he likes. §6 His tricks, and what he laid away or left, count for him: 66 points win, 31
lose, fewer lose heavily. §7 As many deals as there are players. §8 Options; those of contested points are marked [C].

Chance is cards here: where lots are drawn, they are shuffled and dealt with the pack, into a place that nobody sees.
"""

from __future__ import annotations

from typing import Final, cast, final

from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, Seats, holds
from stich.kernel.chance import Chance
from stich.kernel.game import YES_NO, Deck, Game, Option
from stich.kernel.state import OVER, DealResult, Phase, Score, Setup, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.suits import HEARTS, SUITS, held, of_suit, other_way
from stich.parts.tricks import Contract, Duty, bearing, binding, choice, lacking
from stich.parts.tuples import credit, put

# -- §2 the packs: face = 8 · suit + rank; behind them a lot for each seat ------------------------------------------

RANKS: Final = "789JQKTA"
SIZE: Final = 8
LOT: Final = 32  # of seat 0
NAMES: Final = [suit + rank for suit in SUITS for rank in RANKS]
WORTH: Final = [0, 0, 0, 2, 3, 4, 10, 11] * 4
CONTRACT: Final = Contract([of_suit(suit, SIZE) for suit in range(4)], HEARTS)
ORDER: Final = held(CONTRACT, SIZE)

SMALL: Final = "C9 C8 C7 S9 S8 S7 D9 D8 D7 H9 H8 H7"
TWO: Final = {  # [C] pack for two: what is left out, cards each
    "p20_nine": (SMALL, 9),
    "p22_ten": ("C9 C8 C7 S9 S8 S7 D9 D8 D7 H9", 10),
    "p20_ten_no_stock": (SMALL, 10),
}
THREE: Final = ("C8 C7 S8 S7 D8 D7", 8)
FOUR: Final = {"p26_six": ("C8 C7 S8 S7 D8 D7", 6), "p32_six_stock8": ("", 6), "p30_seven": ("D7 H7", 7)}  # [C]

STOCK: Final = 0
TRICK: Final = 1
LOTS: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
ASIDE: Final = 4
WON: Final = 5
EACH: Final = 3

# -- §8 options, by the names of the sheet; the first value is the default -------------------------------------------

OPTIONS: Final = [
    Option("declarer_selection", ["volunteer_in_turn", "rotating", "random", "agreement", "fixed_seat"]),  # [C]
    Option("no_volunteer", ["forehand_must", "redeal", "random"]),  # [C]
    Option("agree_rounds", ["2", "1", "3"], 1, 9),
    Option("fixed_seat", ["0", "1", "2", "3"]),  # whom declarer_selection=fixed_seat means
    Option("two_player_pack", ["p20_nine", "p22_ten", "p20_ten_no_stock"]),  # [C]
    Option("four_player_pack", ["p26_six", "p32_six_stock8", "p30_seven"]),  # [C]
    Option("must_trump", YES_NO),
    Option("must_overtrump", YES_NO),
    Option("first_lead", ["forehand", "declarer"]),
    Option("settlement", ["pay_multiple", "top_up"]),  # [C]
    Option("stake", ["1", "2", "5", "10"], 1, 1_000_000),
    Option("match_deals", ["0", "1", "12", "24"], 0, 999),  # 0: as many as there are players
    Option("show_running_points", ["true", "false"]),
]


@final
class HerzblattRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        self.selection = options["declarer_selection"]
        self.no_volunteer = options["no_volunteer"]
        without, self.each = TWO[options["two_player_pack"]] if seats == 2 else THREE
        if seats == 4:
            without, self.each = FOUR[options["four_player_pack"]]
        asked = self.selection == "volunteer_in_turn" or self.selection == "agreement"
        lots = seats if self.selection == "random" or (asked and self.no_volunteer == "random") else 0
        counted = "number" if options["show_running_points"] == "true" else "plain"
        facts = [
            Fact("declarer", "seat"),
            Fact("proposed", "seat"),  # by agreement: who is voted on
            Fact("refused", "seats"),  # who has said no: to declaring, or to the last proposal
            Fact("rounds", "plain"),  # votes that came to nothing
            Fact("took", "flag"),  # the declarer has taken the stock
            Fact("leader", "seat"),
            Fact("points", counted),  # in tricks, of each seat's side
            Fact("void", "plain"),  # for each seat the faces, as bits, that he has shown to lack
        ]
        common = [
            Zone(STOCK, "stock", SECRET, "stock"),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
            Zone(LOTS, "lots", SECRET, "meld", ordered=True, shown=False),  # drawn only where there are any
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand"),
            Zone(ASIDE, "aside", OWNER, "discard"),
            Zone(WON, "won", PUBLIC, "captured", shown=False),
        ]
        super().__init__(Layout(common, own, facts, pack(without, lots), seats), options)
        self.lots = lots
        self.rounds = int(options["agree_rounds"])
        self.fixed = int(options["fixed_seat"])
        self.duty = Duty(trump=options["must_trump"] == "true", overtrump=options["must_overtrump"] == "true")
        self.forehand_leads = options["first_lead"] == "forehand"
        self.rates = [1, -1, -2] if options["settlement"] == "top_up" else [1, -2, -3]  # won, lost, lost heavily
        self.stake = int(options["stake"])
        self.deals = int(options["match_deals"]) or seats


def pack(without: str, lots: int) -> Pack:
    left_out = without.split()
    deck = bytes([face for face, name in enumerate(NAMES) if name not in left_out])
    names = NAMES + [f"L{seat}" for seat in range(lots)]
    return Pack(names, deck + bytes(range(LOT, LOT + lots)), "french", also=other_way(RANKS, "french"))


class Herzblatt(State):
    def __init__(self, rules: HerzblattRules) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.declarer: Seat = -1
        self.proposed: Seat = -1
        self.refused: Seats = 0
        self.rounds = 0
        self.took = 0
        self.leader: Seat = -1
        self.points: tuple[int, ...] = ()
        self.void: tuple[int, ...] = ()

    def blank(self) -> State:
        return Herzblatt(self.rules)

    def facts_to(self, other: State) -> None:
        n = cast(Herzblatt, other)
        n.declarer = self.declarer
        n.proposed = self.proposed
        n.refused = self.refused
        n.rounds = self.rounds
        n.took = self.took
        n.leader = self.leader
        n.points = self.points
        n.void = self.void

    def may_lie(self, c: Card, at: int) -> bool:
        """Lots lie among lots only; a hand has nothing of what it has shown to lack."""
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
        """§4 How many cards the declarer has still to lay away."""
        return len(self.hand(self.declarer)) - self.rules.each


# -- §3 the deal -----------------------------------------------------------------------------------------------------


def set_up(rules: HerzblattRules, setup: Setup, deck: Deck) -> Herzblatt:
    """§3 All hands, forehand's first, and the stock at the end. Lots are no cards and go where they belong."""
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
    """§4.1 From forehand on each is asked once; the first who says yes declares."""

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
    """[C] Forehand has to; or lots are drawn; or the cards are thrown in."""
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
    """§4.1 Agreement: whoever speaks first proposes a seat, his own perhaps."""

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
    """§4.1 All others confirm at once, or some do not; after so many rounds volunteers are asked for instead."""

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
    """§4.2 As many cards as he took, any cards, are laid away: one after the other, or all that are due together."""

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
    """§5 Lead any card; follow suit; without it trump or throw off, as you like, unless `must_trump` binds you."""

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
    """§5 The highest heart wins, else the highest card of the suit led; the winner leads."""
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
    """§6 What was laid away, or left, is turned up and counts with the declarer's tricks."""
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
class HerzblattGame(Game):
    def __init__(self) -> None:
        super().__init__(
            name="herzblatt",
            version=1,
            seats=[3, 2, 4],
            minutes=15,
            options=OPTIONS,
            phases=[VOLUNTEER, PROPOSE, VOTE, STOCK_PHASE, LAY_AWAY, PLAY],
            verbs=["yes", "no", "nominate", "take", "leave", "discard", "play"],
            secrets=[],
            pack=pack(THREE[0], 0),
            showcase=["HA", "HK", "HQ"],
            ahead=["play"],
        )

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return HerzblattRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """Return `error.herzblatt.overtrump_alone`, or `error.herzblatt.no_such_seat` (n, seats)."""
        if options["must_overtrump"] == "true" and options["must_trump"] != "true":
            return Refused("error.herzblatt.overtrump_alone", {"option": "must_overtrump", "other": "must_trump"})
        if options["declarer_selection"] == "fixed_seat" and int(options["fixed_seat"]) >= seats:
            return Refused("error.herzblatt.no_such_seat", {"value": options["fixed_seat"], "n": seats})
        return None

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> State:
        return set_up(cast(HerzblattRules, rules), setup, deck)

    def following(
        self, rules: Rules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§3 The deal moves on, also where nobody volunteered."""
        dealer = (setup.dealer + 1) % rules.layout.seats
        return Setup(setup.number + 1, dealer, scores, result.carry, setup.out)

    def winners(self, rules: Rules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 After the agreed number of deals that counted, whoever has won most."""
        counted = setup.carry[0] if setup.carry else 0
        if counted + 1 < cast(HerzblattRules, rules).deals:
            return 0
        return super().winners(rules, setup, scores)

    def opening(self, s: State, setup: Setup) -> Phrase:
        t = cast(Herzblatt, s)
        if t.declarer < 0:
            return super().opening(s, setup)
        return Phrase("herzblatt.event.deal_declared", {"seat": t.declarer, "n": setup.number})

    def label(self, s: State, seat: Seat, a: Action) -> Phrase:
        return Phrase("herzblatt.verb.nominate", {"seat": a.to}) if a.verb == "nominate" else super().label(s, seat, a)

    def phrase(self, s: State, seat: Seat, a: Action) -> Phrase:
        if a.verb == "nominate":
            return Phrase("herzblatt.said.nominate", {"seat": seat, "seats": ONE[a.to]})
        if a.verb == "discard":  # which cards is nobody's business
            return Phrase("herzblatt.said.discard", {"seat": seat, "n": len(a.cards)})
        return super().phrase(s, seat, a)


VOLUNTEER: Final = Volunteer("volunteer")
PROPOSE: Final = Propose("propose")
VOTE: Final = Vote("vote")
STOCK_PHASE: Final = Stock("stock")
LAY_AWAY: Final = LayAway("discard")
PLAY: Final = Play("play")
GAME: Final = HerzblattGame()
