"""Frustration. Two to six seats, two packs and six jokers; eleven contracts, each laid in a deal of its own or in vain.

In brief. §2 110 cards; jokers are wild, among more than three players twos as well. §3 A cut, which may bring a joker;
eleven each, one turned up. §4 Eleven contracts of sets and runs, naturals always more than wild cards. §5 Draw; lay the
whole contract; once it lies, lay off on any meld; discard. Whoever is out gives every other one last turn. A joker on
the pile goes to whoever claims it first. §6 Cards in hand are penalties; whoever has laid his contract gets the next
one. §7 The match ends with the deal in which somebody lays the last. §8 Options. What the sheet decides where its
source is silent is in §9.

A contract is laid in one action. Listed are the ways in which it can be: ranks, runs, and how many wild cards go into
each meld. Which cards make it up is the player's choice.
"""

from __future__ import annotations

from typing import Final, cast, final

from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, Seats, holds
from stich.kernel.chance import Chance, shuffle
from stich.kernel.game import YES_NO, Deck, Game, Option, is_number
from stich.kernel.state import OVER, DealResult, Phase, Score, Setup, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import window
from stich.parts.melds.contract import Contract, code_of, most_wild
from stich.parts.melds.shape import ADJACENT, HIGH, JOKER, LOW, RANKS, RUN, SET, additions, is_wild
from stich.parts.tuples import plus

# -- §2 the cards: face = 13 · suit + rank, ranks from the ace; jokers; lots, where they are drawn ---------------------

NAMES: Final = [f"{suit}{rank}" for suit in "CSHD" for rank in "A23456789TJQK"] + ["X"]
CARDS: Final = bytes(range(52)) * 2 + bytes([JOKER]) * 6
LOT: Final = 53  # of seat 0

STOCK: Final = 0
PILE: Final = 1
LOTS: Final = 2
DRAWN: Final = 3  # lots that have been drawn
BOTTOM: Final = 4  # the last card of the stock, which the cut has shown
HAND: Final = 5  # a seat's own zones repeat every EACH numbers
MELD: Final = 6
EACH: Final = 4
MOST_MELDS: Final = 3

# -- §4 the contracts --------------------------------------------------------------------------------------------------

CONTRACTS: Final[list[list[tuple[int, int]]]] = [
    [(SET, 3), (SET, 3)],
    [(RUN, 3), (RUN, 3)],
    [(SET, 3), (RUN, 4)],
    [(SET, 4), (SET, 4)],
    [(SET, 3), (RUN, 5)],
    [(SET, 3), (SET, 3), (SET, 3)],
    [(RUN, 7)],
    [(SET, 3), (RUN, 6)],
    [(RUN, 4), (RUN, 4)],
    [(SET, 5), (SET, 5)],
    [(RUN, 9)],
]
LISTS: Final = {  # §8 `contracts`: which of them are played
    "eleven": list(range(1, 12)),
    "odd": [1, 3, 5, 7, 9, 11],
    "first_six": [1, 2, 3, 4, 5, 6],
    "last_three": [9, 10, 11],
    "last": [11],
}
DEALT: Final = 11
WORTH: Final = 20  # §2 of an ace and of a wild card

FACTS: Final = [
    Fact("contracts", "number"),  # §4 which one each seat has to lay
    Fact("contract", "key"),  # and what that is for the one whose turn it is
    Fact("laid", "seats"),  # §5 who has laid it in this deal
    Fact("out", "seat"),  # §5 who was out first: the others have one more turn
    Fact("taken", "card"),  # §5 what was taken off the pile in this turn
    Fact("waiting", "plain"),  # §5 to whom the joker is offered
    Fact("claimant", "plain"),  # §8 `swap`: who has to put a card under the pile
    Fact("dealing", "plain"),  # §3 nobody has had a turn yet: after a claim another card is turned up
    Fact("turns", "plain"),
]
OPTIONS: Final = [
    Option("cut_joker", ["counts", "extra"]),  # §3
    Option("auto_cut", ["true", "false"]),
    Option("joker_claim", ["reaction", "priority", "random", "off"]),  # §5
    Option("claim_ms", ["3000", "1500", "5000", "10000"], 500, 60_000),
    Option("pile_rule", ["no_return", "honour"]),
    Option("winner", ["first_then_points", "lowest_points", "both_or_play_on"]),  # §7
    Option("twos_wild", ["over_three", "always", "never"]),  # §2
    Option("final_discard", ["optional", "required"]),  # §5
    Option("ace_in_runs", ["high_or_low", "low", "high"]),  # §4
    Option("claimed_joker", ["extra", "swap"]),  # §5
    Option("discarder_may_claim", YES_NO),
    Option("extra_turn", ["true"]),
    Option("contracts", list(LISTS)),  # §4
    Option("turn_cap", ["400", "200", "1000"], 20, 5000),  # §5
]
SHALLOW: Final = 10  # §3 the least and the most cards that are lifted off
DEEP: Final = 100


def worth_of(c: Card, twos: bool) -> int:
    """§2 Return what a card in hand counts."""
    rank = c % RANKS
    if is_wild(c, twos) or rank == 0:
        return WORTH
    return 10 if rank >= 9 else 5


def pack(lots: int) -> Pack:
    """Return the pack, with a lot for each of so many seats: chance is cards here."""
    return Pack(NAMES + [f"L{seat}" for seat in range(lots)], CARDS + bytes(range(LOT, LOT + lots)), "french")


@final
class FrustrationRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(PILE, "discard", PUBLIC, "discard", ordered=True),
            Zone(LOTS, "lots", SECRET, ordered=True, shown=False),
            Zone(DRAWN, "drawn", PUBLIC, ordered=True),
            Zone(BOTTOM, "bottom", PUBLIC),
        ]
        own = [Zone(HAND, "hand", OWNER, "hand")]
        own += [Zone(MELD + i, f"meld{i + 1}", PUBLIC, "meld", ordered=True) for i in range(MOST_MELDS)]
        self.claim = options["joker_claim"]
        cards = pack(seats if self.claim == "random" else 0)
        time = int(options["claim_ms"])
        layout = Layout(common, own, FACTS, cards, seats, reshuffles=True, fewest=True, window_ms=time)
        super().__init__(layout, options)
        self.cut_counts = options["cut_joker"] == "counts"
        self.auto_cut = options["auto_cut"] == "true"
        self.no_return = options["pile_rule"] == "no_return"
        self.winner = options["winner"]
        self.twos = options["twos_wild"] == "always" or (options["twos_wild"] == "over_three" and seats > 3)
        self.keeps_one = options["final_discard"] == "required"
        self.low = LOW + (options["ace_in_runs"] == "high")
        self.high = HIGH - (options["ace_in_runs"] == "low")
        self.swap = options["claimed_joker"] == "swap"
        self.discarder_claims = options["discarder_may_claim"] == "true"
        self.turn_cap = int(options["turn_cap"])
        self.numbers = LISTS[options["contracts"]]
        self.worth = [worth_of(c, self.twos) for c in range(JOKER + 1)]
        points = [*self.worth[:RANKS], WORTH]
        self.contracts = [Contract(melds, self.twos, self.low, self.high, points) for melds in CONTRACTS]


class Frustration(State):
    def __init__(self, rules: FrustrationRules) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.contracts: tuple[int, ...] = ()
        self.contract = ""
        self.laid: Seats = 0
        self.out: Seat = -1
        self.taken: Card = -1
        self.waiting: Seats = 0
        self.claimant: Seat = -1
        self.dealing = False
        self.turns = 0

    def blank(self) -> State:
        return Frustration(self.rules)

    def facts_to(self, other: State) -> None:
        n = cast(Frustration, other)
        n.contracts = self.contracts
        n.contract = self.contract
        n.laid = self.laid
        n.out = self.out
        n.taken = self.taken
        n.waiting = self.waiting
        n.claimant = self.claimant
        n.dealing = self.dealing
        n.turns = self.turns

    def may_lie(self, c: Card, at: int) -> bool:
        return (c >= LOT) == (at in (LOTS, DRAWN))

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def contract_of(self, seat: Seat) -> Contract:
        """§4 Return the contract that this seat has to lay."""
        return self.rules.contracts[self.contracts[seat] - 1]


def place(s: Frustration, seat: Seat) -> int:
    """§4 Return which contract of the list it is: who has laid the last one lays it again."""
    done = s.setup.carry[seat] if s.setup.carry else 0
    return min(done, len(s.rules.numbers) - 1)


# -- §3 the deal -------------------------------------------------------------------------------------------------------


def set_up(rules: FrustrationRules, setup: Setup, deck: Deck) -> Frustration:
    """§3 Lots, where there are any, lie apart; then the cut, or the question where to cut."""
    s = Frustration(rules)
    s.clear(setup)
    cards = deck.cards
    if rules.claim == "random":
        s.zones[LOTS] = bytes([c for c in cards if c >= LOT])
        cards = bytes([c for c in cards if c < LOT])
    s.contracts = tuple([rules.numbers[place(s, seat)] for seat in range(rules.layout.seats)])
    s.zones[STOCK] = cards[::-1]
    s.dealing = True
    if deck.cut >= 0:
        after_cut(s, deck.cut)
    else:
        s.turn = cutter(s)
        s.phase = CUT
    return s


def cutter(s: Frustration) -> Seat:
    """§3 Return who cuts: the seat behind the dealer."""
    return (s.setup.dealer + s.layout.seats - 1) % s.layout.seats


CUTS: Final = [Action("cut", b"", n) for n in range(SHALLOW, DEEP + 1)]


class Cut(Phase[Frustration]):
    """§3 Lift off at least ten cards, and leave at least ten."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return CUTS[:]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        after_cut(s, a.to)

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb == "cut":
            return Refused("error.frustration.cut", {"n": a.to, "least": SHALLOW, "most": DEEP})
        return super().why(s, seat, a)


def after_cut(s: Frustration, n: int) -> None:
    """§3 The bottom card of the lifted packet is looked at; a joker stays with the cutter. Then the cards are dealt."""
    s.cut(STOCK, n)
    s.cut(STOCK, len(s.zones[STOCK]) - 1)
    kept = -1
    if s.draw(STOCK, BOTTOM) == JOKER:
        kept = cutter(s)
        s.draw(BOTTOM, HAND + EACH * kept)
        if s.log is not None:
            s.say("joker", kept, Phrase("frustration.event.cut_joker", {"seat": kept}))
    deal_out(s, kept)


def deal_out(s: Frustration, kept: Seat) -> None:
    """§3 Packets of three and two, a card for the pile, three and three. kept: who has a joker already."""
    seats = s.layout.seats
    first = (s.setup.dealer + 1) % seats
    for packet in (3, 2, 0, 3, 3):
        if packet == 0:
            s.draw(STOCK, PILE)
        for i in range(seats):
            seat = (first + i) % seats
            n = packet
            while n and len(s.hand(seat)) < DEALT + (seat == kept and not s.rules.cut_counts):
                s.draw(STOCK, HAND + EACH * seat)
                n -= 1
    s.turn = first
    after_pile(s, -1)


# -- §5 a turn ---------------------------------------------------------------------------------------------------------

FROM_STOCK: Final = Action("draw")
FROM_PILE: Final = Action("take")
DISCARD: Final = [Action("discard", ONE[c]) for c in range(JOKER + 1)]
END: Final = 64  # `to` of a lay-off: the meld's zone, and how it is laid off
TO_SET: Final = 0
BEFORE: Final = END
BEHIND: Final = 2 * END


def begin_turn(s: Frustration) -> None:
    """§5 Without a stock the pile becomes a new one, but for its top card. No deal goes on for ever."""
    s.taken = -1
    s.waiting = 0
    s.claimant = -1
    s.dealing = False
    s.contract = "" if s.laid >> s.turn & 1 else f"frustration.contract.{s.contracts[s.turn]}"
    if is_last(s):
        s.phase = OVER
        return
    if not s.zones[STOCK] and not s.zones[BOTTOM] and len(s.zones[PILE]) > 1:
        s.shuffle_up(PILE, STOCK, keep=1)
    s.phase = DRAW if can_draw(s) else PLAY  # claims may put the whole pack into hands and melds


def is_last(s: Frustration) -> bool:
    """§5 Tell whether the deal is over before the next turn: whoever was out has none, and the turns are counted."""
    return s.turn == s.out or s.turns >= s.rules.turn_cap


def can_draw(s: Frustration) -> bool:
    return bool(s.zones[STOCK] or s.zones[BOTTOM] or s.zones[PILE])


class Draw(Phase[Frustration]):
    """§5 The top of the stock, or of the pile."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        out = [FROM_STOCK] if s.zones[STOCK] or s.zones[BOTTOM] else []
        if s.zones[PILE]:
            out.append(FROM_PILE)
        return out

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        if a.verb == "take":
            s.taken = s.draw(PILE, HAND + EACH * seat)
        else:
            s.draw(STOCK if s.zones[STOCK] else BOTTOM, HAND + EACH * seat)
        s.phase = PLAY

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        if a.verb in ("lay", "layoff", "discard"):
            return Refused("error.frustration.draw_first")
        return wrong_time(a) or super().why(s, seat, a)


def wrong_time(a: Action) -> Refused | None:
    return Refused("error.frustration.claim_time") if a.verb == "claim" else None


class Play(Phase[Frustration]):
    """§5 Lay the contract; once it lies, lay off; discard at last. Whoever has no card left is out."""

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out: list[Action] = []
        if s.laid >> seat & 1:
            if len(hand) > s.rules.keeps_one:
                out = lay_offs(s, hand)
        elif len(hand) >= s.contract_of(seat).size + s.rules.keeps_one:
            out = [Action("lay", b"", way) for way in s.contract_of(seat).ways(hand)]
        last = -1
        for c in hand:
            if c != last and (c != s.taken or not s.rules.no_return):
                out.append(DISCARD[c])
            last = c
        if not out:  # nothing but what was taken off the pile
            out = [DISCARD[hand[0]]]
        return out

    def canon(self, s: Frustration, seat: Seat, a: Action) -> Action:
        """Any cards that make up the contract, in the way that is said; where none is said, in their best one."""
        if a.verb != "lay" or not a.cards or len(a.cards) != s.contract_of(seat).size:
            return a
        contract = s.contract_of(seat)
        way = a.to if a.to >= 0 else contract.way_of(contract.best(a.cards))
        if way < 0 or not holds(s.hand(seat), a.cards) or not contract.laid(a.cards, way):
            return a
        return Action("lay", b"", way)

    def cards(self, s: Frustration, seat: Seat, a: Action) -> Cards:
        """Of the cards that would do those that leave the fewest points."""
        if a.cards or a.verb != "lay":
            return a.cards
        return bytes(sorted(b"".join(s.contract_of(seat).laid(s.hand(seat), a.to))))

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        hand = HAND + EACH * seat
        if a.verb == "lay":
            for i, meld in enumerate(s.contract_of(seat).laid(a.cards or s.zones[hand], a.to)):
                s.move_cards(meld, hand, MELD + EACH * seat + i)
            s.laid |= 1 << seat
        elif a.verb == "layoff":
            s.move(a.cards[0], hand, a.to % END)
            if a.to & BEFORE:
                s.cut(a.to % END, 1)
        else:
            s.move(a.cards[0], hand, PILE)
        if a.verb == "discard" or not s.zones[hand]:
            end_turn(s, seat, a.verb == "discard")

    def why(self, s: Frustration, seat: Seat, a: Action) -> Refused:
        hand = s.hand(seat)
        if a.verb in ("draw", "take"):
            return Refused("error.frustration.drawn" if can_draw(s) else "error.frustration.nothing_to_draw")
        if a.cards and not holds(hand, a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "lay":
            return why_not_lay(s, seat, a)
        if a.verb == "layoff":
            if not s.laid >> seat & 1:
                return Refused("error.frustration.contract_first", {"n": s.contracts[seat]})
            if len(hand) <= s.rules.keeps_one:
                return Refused("error.frustration.keep_one")
            return Refused("error.frustration.no_fit", {"cards": a.cards})
        if a.verb == "discard" and len(a.cards) == 1 and a.cards[0] == s.taken:
            return Refused("error.frustration.taken", {"card": s.taken})
        return wrong_time(a) or super().why(s, seat, a)


def end_turn(s: Frustration, seat: Seat, discarded: bool) -> None:
    """§5 The first who has no card left is out: every other has one more turn. A joker on the pile may be claimed."""
    s.turns += 1
    s.turn = (seat + 1) % s.layout.seats
    if not s.hand(seat) and s.out < 0:
        s.out = seat
        if s.log is not None:
            s.say("out", seat, Phrase("frustration.event.out", {"seat": seat}))
    if discarded and not is_last(s):
        after_pile(s, seat)
    else:
        begin_turn(s)


# -- §4 laying a contract, §5 laying off -------------------------------------------------------------------------------


def why_not_lay(s: Frustration, seat: Seat, a: Action) -> Refused:
    """§4 Say which rule it is: one contract a deal, its number of cards, its wild cards, its melds."""
    contract = s.contract_of(seat)
    n = s.contracts[seat]
    if s.laid >> seat & 1:
        return Refused("error.frustration.laid")
    if len(a.cards) != contract.size:
        return Refused("error.frustration.size", {"n": n, "size": contract.size, "chosen": len(a.cards)})
    if len(s.hand(seat)) < contract.size + s.rules.keeps_one:
        return Refused("error.frustration.keep_one")
    wild = len([c for c in a.cards if is_wild(c, s.rules.twos)])
    most = sum([most_wild(size) for _, size in contract.melds])
    if wild > most:
        return Refused("error.frustration.wild", {"n": wild, "most": most})
    return Refused("error.frustration.no_contract", {"n": n, "cards": a.cards})


def fault(meld: Cards, rules: FrustrationRules) -> Refused:
    """§4 Say why these cards, in this order, are no meld."""
    wild = [is_wild(c, rules.twos) for c in meld]
    if 2 * wild.count(True) >= len(meld):
        return Refused("error.frustration.wild", {"n": wild.count(True), "most": most_wild(len(meld))})
    if [i for i in range(len(wild) - ADJACENT) if wild[i] and wild[i + 1] and wild[i + 2]]:
        return Refused("error.frustration.beside", {"cards": meld})
    return Refused("error.frustration.no_meld", {"cards": meld})


def lay_offs(s: Frustration, hand: Cards) -> list[Action]:
    """§5 Return every card that fits a meld on the table, with the meld and the end; equal cards once."""
    out: list[Action] = []
    rules = s.rules
    for seat in range(s.layout.seats):
        if not s.laid >> seat & 1:
            continue
        for at in range(MELD + EACH * seat, MELD + EACH * seat + MOST_MELDS):
            meld = s.zones[at]
            if meld:
                to_set, before, behind = additions(meld, rules.twos, rules.low, rules.high)
                if to_set:
                    add_fitting(out, hand, to_set, at + TO_SET, rules.twos)
                else:
                    add_fitting(out, hand, before, at + BEFORE, rules.twos)
                    add_fitting(out, hand, behind, at + BEHIND, rules.twos)
    return out


def add_fitting(out: list[Action], hand: Cards, fits: Cards, to: int, twos: bool) -> None:
    for c in fits:
        if c != JOKER:
            if c in hand:
                out.append(Action("layoff", ONE[c], to))
        else:
            last = -1
            for own in hand:
                if own != last and is_wild(own, twos):
                    out.append(Action("layoff", ONE[own], to))
                last = own


# -- §5 the claim ------------------------------------------------------------------------------------------------------

CLAIM_IT: Final = Action("claim")
LEAVE: Final = Action("pass")


def after_pile(s: Frustration, discarder: Seat) -> None:
    """§5 A joker that comes to lie on the pile is open to a claim of everybody but who has put it there."""
    top = s.zones[PILE][len(s.zones[PILE]) - 1]
    if top != JOKER or s.rules.claim == "off":
        begin_turn(s)
        return
    s.waiting = s.layout.everyone
    if discarder >= 0 and not s.rules.discarder_claims:
        s.waiting &= ~(1 << discarder)
    if s.out >= 0:
        s.waiting &= ~(1 << s.out)
    if s.rules.claim == "random":
        s.ask(s.waiting)
        s.phase = LOTTERY
    else:
        s.phase = CLAIM


class Claim(window.Window[Frustration]):
    """§5 The joker goes to the first who claims it, or to the first in turn order."""

    def mode(self, s: Frustration) -> str:
        return s.rules.claim

    def waiting(self, s: Frustration) -> Seats:
        return s.waiting

    def narrow(self, s: Frustration, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Frustration, seat: Seat) -> list[Action]:
        return [CLAIM_IT]

    def react(self, s: Frustration, seat: Seat, a: Action) -> None:
        claimed(s, seat)

    def close(self, s: Frustration) -> None:
        begin_turn(s)


class Lottery(Phase[Frustration]):
    """§8 `random`: all say at once whether they want it, and lots are drawn until one names somebody who does."""

    def must(self, s: Frustration) -> Seats:
        return s.unanswered()

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return [CLAIM_IT, LEAVE]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        if not s.seal(seat, a):
            return
        wanted = [who for who in range(s.layout.seats) if s.sealed[who].verb == "claim"]
        s.sealed = ()
        if not wanted:
            begin_turn(s)
            return
        if s.zones[DRAWN]:  # the lots of an earlier time go back
            s.move_all(LOTS, DRAWN)
            s.shuffle_up(DRAWN, LOTS)
        while True:
            who = s.draw(LOTS, DRAWN) - LOT
            if who in wanted:
                break
        claimed(s, who)


def claimed(s: Frustration, seat: Seat) -> None:
    """§5 The joker is one card more, unless a card has to go under the pile for it."""
    s.draw(PILE, HAND + EACH * seat)
    s.waiting = 0
    if s.rules.swap:
        s.claimant = seat
        s.phase = SWAP
    else:
        after_claim(s)


GIVE: Final = [Action("give", ONE[c]) for c in range(JOKER + 1)]


class Swap(Phase[Frustration]):
    """§8 `swap`: whoever has claimed a joker puts a card under the pile."""

    def must(self, s: Frustration) -> Seats:
        return 1 << s.claimant

    def legal(self, s: Frustration, seat: Seat) -> list[Action]:
        return [GIVE[c] for c in sorted(set(s.hand(seat)))]

    def apply(self, s: Frustration, seat: Seat, a: Action) -> None:
        s.move(a.cards[0], HAND + EACH * seat, PILE)
        s.cut(PILE, 1)
        after_claim(s)


def after_claim(s: Frustration) -> None:
    """§3 After a claim in the deal the next card is turned up."""
    s.claimant = -1
    if s.dealing:
        s.draw(STOCK, PILE)
        after_pile(s, -1)
    else:
        begin_turn(s)


# -- §6 and §7 score, match --------------------------------------------------------------------------------------------


def score(s: Frustration) -> DealResult:
    """§6 Every card in hand counts; whoever has laid the contract goes on to the next one."""
    rules = s.rules
    seats = range(s.layout.seats)
    points = tuple([sum([rules.worth[c] for c in s.hand(seat)]) for seat in seats])
    lines = [Score(seat, "frustration.score.hand", points[seat], len(s.hand(seat))) for seat in seats]
    before = s.setup.carry or (0,) * s.layout.seats
    last = len(rules.numbers)
    carry = before
    finished = 0
    for seat in seats:
        if s.laid >> seat & 1:
            if place(s, seat) == last - 1:
                finished |= 1 << seat
            if before[seat] < last:
                carry = plus(carry, seat, 1)
    totals = tuple([a + b for a, b in zip(s.setup.scores, points, strict=True)])
    key = "nobody" if s.out < 0 else "finished"
    headline = Phrase(f"frustration.event.{key}", {"seat": s.out} if s.out >= 0 else {})
    won = has_won(rules, carry, finished, totals)
    return DealResult(points, lines, headline, carry=carry, winners=won)


def has_won(rules: FrustrationRules, done: tuple[int, ...], finished: Seats, totals: tuple[int, ...]) -> Seats:
    """§7 Return who has won; 0: the match goes on. done: contracts laid so far; finished: who laid the last one in this
    deal.
    """
    seats = range(len(totals))
    if rules.winner == "both_or_play_on":
        best = [seat for seat in seats if totals[seat] == min(totals) and done[seat] == len(rules.numbers)]
    elif finished == 0:
        return 0
    elif rules.winner == "lowest_points":
        best = [seat for seat in seats if totals[seat] == min(totals)]
    else:
        least = min([totals[seat] for seat in seats if finished >> seat & 1])
        best = [seat for seat in seats if finished >> seat & 1 and totals[seat] == least]
    return sum([1 << seat for seat in best])


# -- the game ----------------------------------------------------------------------------------------------------------

WHERE: Final = {"set": TO_SET, "low": BEFORE, "high": BEHIND}


@final
class FrustrationGame(Game):
    def __init__(self) -> None:
        super().__init__(
            name="frustration",
            version=1,
            seats=[4, 2, 3, 5, 6],
            minutes=90,
            options=OPTIONS,
            phases=[CUT, DRAW, PLAY, CLAIM, LOTTERY, SWAP],
            verbs=["cut", "draw", "take", "lay", "layoff", "discard", "claim", "pass", "give"],
            secrets=[],
            pack=pack(0),
            showcase=["H7", "X", "H9"],
        )

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return FrustrationRules(options, seats)

    def prepare(self, rules: Rules, chance: Chance) -> Deck:
        """§3 Shuffled, and cut at random where nobody is asked."""
        cards = shuffle(rules.layout.deck, chance)
        most = DEEP - SHALLOW + 1
        return Deck(cards, SHALLOW + int(chance.below(most)) if cast(FrustrationRules, rules).auto_cut else -1)

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> State:
        return set_up(cast(FrustrationRules, rules), setup, deck)

    def winners(self, rules: Rules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        return 0  # §7 it is the contracts that end a match: the deal's result says who has won

    def label(self, s: State, seat: Seat, a: Action) -> Phrase:
        t = cast(Frustration, s)
        if a.verb == "lay":
            melds = t.contract_of(seat).laid(a.cards or t.hand(seat), a.to)
            return Phrase("frustration.verb.lay", {"cards": b"".join(melds)})
        if a.verb == "layoff":
            end = "layoff_before" if a.to & BEFORE else "layoff"
            return Phrase(f"frustration.verb.{end}", {"card": a.cards[0], "cards": s.zones[a.to % END]})
        return super().label(s, seat, a)

    def phrase(self, s: State, seat: Seat, a: Action) -> Phrase:
        t = cast(Frustration, s)
        if a.verb == "lay":
            cards = b"".join(t.contract_of(seat).laid(a.cards, a.to))
            return Phrase("frustration.said.lay", {"seat": seat, "n": t.contracts[seat], "cards": cards})
        if a.verb == "layoff":
            end = "layoff_before" if a.to & BEFORE else "layoff"
            return Phrase(f"frustration.said.{end}", {"seat": seat, "card": a.cards[0], "cards": s.zones[a.to % END]})
        return super().phrase(s, seat, a)

    def write(self, rules: Rules, a: Action) -> str:
        """§11 "lay H4 S4 D4 | CK CK HK", a wild card of a run in its place; "layoff H7 -> m3 high"."""
        pack = rules.layout.pack
        if a.verb == "lay" and a.cards:
            for contract in cast(FrustrationRules, rules).contracts:
                melds = contract.laid(a.cards, a.to) if len(a.cards) == contract.size else []
                if melds:
                    return "lay " + " | ".join([pack.write(meld) for meld in melds])
        if a.verb == "layoff":
            end = [word for word, to in WHERE.items() if to == a.to - a.to % END]
            return f"layoff {pack.write(a.cards)} -> m{meld_number(a.to % END)} {end[0]}"
        return super().write(rules, a)

    def read(self, rules: Rules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`; for melds parted by |, what is wrong with one of them."""
        words = text.split()
        if words and words[0] == "layoff":
            number = words[3][1:] if len(words) == 5 and words[3].startswith("m") else ""
            if len(words) != 5 or words[2] != "->" or not is_number(number) or words[4] not in WHERE:
                raise Refused("error.notation", {"text": text, "allowed": "layoff H7 -> m3 high | low | set"})
            at = zone_of_meld(int(number))
            if at >= rules.layout.size:
                raise Refused("error.frustration.no_such_meld", {"n": int(number)})
            return Action("layoff", self.read_cards(rules, words[1:2]), at + WHERE[words[4]])
        if len(words) > 2 and words[0] == "lay":
            return self.read_melds(cast(FrustrationRules, rules), " ".join(words[1:]).split("|"))
        return super().read(rules, text)

    def read_melds(self, rules: FrustrationRules, parts: list[str]) -> Action:
        """Return how melds are laid that are written in the order of the contract; cards alone are arranged for him."""
        cards = self.read_cards(rules, [word for part in parts for word in part.split()])
        melds = [rules.layout.pack.read(part) for part in parts]
        shapes: list[tuple[int, int]] = []
        for meld in melds:
            code = code_of(meld, rules.twos, rules.low, rules.high)
            if code < 0 and len(parts) == 1:
                return Action("lay", cards)
            if code < 0:
                raise fault(meld, rules)
            shapes.append((SET if code < 16 else RUN, len(meld)))
        return Action("lay", cards, rules.contracts[0].like(shapes).way_of(melds))

    def first(self, rules: Rules, chance: Chance) -> Setup:
        """§4 Everybody begins with the first contract."""
        setup = super().first(rules, chance)
        return Setup(setup.number, setup.dealer, setup.scores, (0,) * rules.layout.seats)


def meld_number(at: int) -> int:
    """Return the number of a meld on the table, from 1: three places for each seat."""
    return (at - MELD) // EACH * MOST_MELDS + (at - MELD) % EACH + 1


def zone_of_meld(number: int) -> int:
    return MELD + (number - 1) // MOST_MELDS * EACH + (number - 1) % MOST_MELDS


CUT: Final = Cut("cut")
DRAW: Final = Draw("draw")
PLAY: Final = Play("play")
CLAIM: Final = Claim("claim")
LOTTERY: Final = Lottery("lottery")
SWAP: Final = Swap("swap")
GAME: Final = FrustrationGame()
