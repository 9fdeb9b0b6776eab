"""Fünfhundert. Two seats, 32 cards; combinations out of hand and tricks, card points; the first with 500 wins.

In brief. §2 A 11, T 10, K 4, Q 3, J 2, the rest nothing. §3 Eight cards each; the suit of the seventeenth is trump, it
becomes the last card of the talon. §4 As long as there is a talon both draw after each trick. §5 Until then any card
may be played, and the higher value wins whatever its suit; then follow suit, else trump. §6 Before playing a card a
player may declare combinations of their own cards, in hand and won; at the first opportunity or never, each card once.
After the last trick what it has completed can still be declared, by its winner first. The holder of the trump seven may
exchange it for the last card. A false declaration costs what it claimed. §7 The first deal is played to its end; from
the second on play stops when a total reaches 500. §8 Options. What the sheet decides where its source is silent is in
§9.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.games.fuenfhundert.rules_combinations import (
    CARDS,
    DECLARE,
    KINDS,
    NAMES,
    PACK,
    SEVEN,
    SIZE,
    VALUES,
    WORTH,
    best_set,
    complete,
    disjoint,
    in_set,
    name_key,
    named,
    suit_key,
    value,
)
from stich.kernel.action import Action, Arg, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, add, holds, in_order
from stich.kernel.game import YES_NO, Deck, Game, Option
from stich.kernel.state import OVER, DealResult, Phase, Score, Setup, State
from stich.kernel.verbs import Verb
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.tricks import BIT, Contract, Duty, choice, faces_of, listed
from stich.parts.tuples import Pair, at, more, united

# -- zones and facts ------------------------------------------------------------------

TALON: Final = 0
BOTTOM: Final = 1
TRICK: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
DRAWN: Final = 4
WON: Final = 5
EACH: Final = 3

FACTS: Final = [
    Fact("trump", "card"),  # the seventeenth card: its suit is trump
    Fact("points", "number"),  # taken in tricks
    Fact("declared", "number"),
    Fact("fined", "number"),  # penalties for false declarations
    Fact("used", "cards"),  # cards in declarations: they count in no other one
    Fact("calls", "plain"),  # each declaration: 64 · seat + 32 if it was false + its number
    Fact("turn_calls", "plain"),  # declarations since the last card
    Fact("taken", "plain"),  # for each seat the faces, as bits, in its tricks
    Fact("gained", "plain"),  # for each seat the faces, as bits, won from the opponent since it could last declare
    Fact("settled", "plain"),  # seats that could have declared: what they had then no longer counts, see `due`
    Fact("seven_open", "plain"),  # seats that could not yet declare the trump seven since the talon ran out
    Fact("closed", "plain"),  # seats that have nothing more to declare after the last trick
]
OPTIONS: Final = [
    Option("declare_limit", ["none", "french_seven", "under_six", "until_talon_out"]),
    Option("declare_who", ["any", "leader"]),
    Option("declare_count", ["unlimited", "one_per_turn"]),
    Option("zero_rank", ["ranked", "equal"]),
    Option("late_declaration", ["lapse", "allowed"]),
    Option("false_declarations", ["penalise", "reject"]),
    Option("target", ["500", "300", "1000"], 1, 999_999),
    Option("auto_declare", YES_NO),
]

# -- §5 what beats what ---------------------------------------------------------------------------------------------


def by_value(equal: bool) -> Contract:
    """§5 With a talon suits do not matter: one suit of ranks, the nothings apart [9] or together."""
    ranks = [bytes([SIZE * suit + rank for suit in range(4)]) for rank in range(SIZE - 1, -1, -1)]
    return Contract([[*ranks[:5], b"".join(ranks[5:])] if equal else ranks])


RANKED: Final = by_value(False)
EQUAL: Final = by_value(True)
STRICT: Final = [Contract([suits.of_suit(suit, SIZE) for suit in range(4)], trump) for trump in range(4)]
ORDER: Final = [suits.held(each, SIZE) for each in STRICT]
PLAYS: Final = [Action("play", ONE[c]) for c in range(4 * SIZE)]
FREE: Final[list[int]] = []  # nothing binds
WANTED: Final = [  # for each trump and each card led
    [Duty(trump=True).wanted(contract, ONE[lead]) for lead in range(4 * SIZE)] for contract in STRICT
]

# -- the table ------------------------------------------------------------------------------------------------------


@final
class FuenfhundertRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [
            Zone(TALON, "talon", SECRET, "stock", ordered=True),
            Zone(BOTTOM, "bottom", PUBLIC),  # both saw it go under the talon
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand"),
            Zone(DRAWN, "drawn", OWNER, "hand"),  # since the seat could last declare
            Zone(WON, "won", PUBLIC, "captured", ordered=True),
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 2), options)
        self.limit = options["declare_limit"]
        self.leader_only = options["declare_who"] == "leader"
        self.one_per_turn = options["declare_count"] == "one_per_turn"
        self.by_value = EQUAL if options["zero_rank"] == "equal" else RANKED
        self.late = options["late_declaration"] == "allowed"
        self.penalise = options["false_declarations"] == "penalise"
        self.target = int(options["target"])
        self.auto = options["auto_declare"] == "true"


class Fuenfhundert(State):
    def __init__(self, rules: FuenfhundertRules, of: Fuenfhundert | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.trump: Card = -1 if of is None else of.trump
        self.points: Pair = (0, 0) if of is None else of.points
        self.declared: Pair = (0, 0) if of is None else of.declared
        self.fined: Pair = (0, 0) if of is None else of.fined
        self.used: Cards = b"" if of is None else of.used
        self.calls: tuple[int, ...] = () if of is None else of.calls
        self.turn_calls: int = 0 if of is None else of.turn_calls
        self.taken: Pair = (0, 0) if of is None else of.taken
        self.gained: Pair = (0, 0) if of is None else of.gained
        self.settled: Seats = 0 if of is None else of.settled
        self.seven_open: Seats = 0 if of is None else of.seven_open
        self.closed: Seats = 0 if of is None else of.closed

    def public_copy(self) -> Fuenfhundert:
        return Fuenfhundert(self.rules, self)

    def order(self) -> list[Cards]:
        return ORDER[self.suit()]

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        """All cards of a seat, including those just drawn."""
        own = HAND + EACH * seat
        drawn = self.zones[own + 1]
        return in_order(self.zones[own] + drawn) if drawn else self.zones[own]

    def own(self, seat: Seat) -> i64:
        """§6 Return a seat's own cards, in hand and won, as a set of faces."""
        own = HAND + EACH * seat
        return faces_of(self.zones[own]) | faces_of(self.zones[own + 1]) | at(self.taken, seat)

    def suit(self) -> int:
        return self.trump // SIZE

    def seven(self) -> Card:
        return SIZE * (self.trump // SIZE)

    def has_talon(self) -> bool:
        return bool(self.zones[BOTTOM])

    def total(self, seat: Seat) -> int:
        """§7 Return what a seat has in this match so far."""
        return self.setup.scores[seat] + at(self.points, seat) + at(self.declared, seat) - at(self.fined, seat)

    def wanted(self) -> list[int]:
        """§5 Return the sets of faces that bind the player on turn."""
        trick = self.zones[TRICK]
        return FREE if not trick or self.zones[BOTTOM] else WANTED[self.trump // SIZE][trick[0]]


# -- §3 the deal ----------------------------------------------------------------------------------------------------


def set_up(rules: FuenfhundertRules, setup: Setup, deck: Cards) -> Fuenfhundert:
    """§3 Eight each, forehand first; the seventeenth card goes under the rest."""
    s = Fuenfhundert(rules)
    s.clear(setup)
    s.turn = 1 - setup.dealer
    s.zones[HAND + EACH * s.turn] = in_order(deck[:8])
    s.zones[HAND + EACH * setup.dealer] = in_order(deck[8:16])
    s.trump = deck[16]
    s.zones[BOTTOM] = deck[16:17]
    s.zones[TALON] = deck[:16:-1]
    s.phase = OPEN
    return s


# -- §6 declaring ---------------------------------------------------------------------------------------------------


def permitted(s: Fuenfhundert, seat: Seat) -> str:
    """§8 Return the option that forbids `seat` to declare now, "" if none does."""
    how = s.rules
    if how.one_per_turn and s.turn_calls:
        return "declare_count"
    if how.leader_only and s.zones[TRICK]:
        return "declare_who"
    if how.limit == "none":
        return ""
    held = len(s.zones[HAND + EACH * seat]) + len(s.zones[DRAWN + EACH * seat])
    barred = not s.zones[BOTTOM]
    if how.limit == "french_seven":
        barred = barred and held <= 7
    elif how.limit == "under_six":
        barred = held >= 6
    return "declare_limit" if barred else ""


def due(s: Fuenfhundert, seat: Seat) -> list[int]:
    """§6 Return the combinations that `seat` may declare now, apart from §8: complete, of unused cards, new.

    A combination is new if it has a card that the seat got since it could last declare. Before the first opportunity,
    and if the rules never make it too late, all of its combinations are new.
    """
    own = HAND + EACH * seat
    drawn: i64 = faces_of(s.zones[own + 1])
    new: i64 = drawn | at(s.gained, seat)
    settled = s.settled >> seat & 1 != 0
    seven_open = s.seven_open >> seat & 1 != 0
    if settled and new == 0 and not seven_open:
        return NOTHING
    free: i64 = (faces_of(s.zones[own]) | drawn | at(s.taken, seat)) & ~faces_of(s.used)
    new = new & free if settled else free
    out = complete(free, new)
    if not s.zones[BOTTOM]:  # §6 without a talon the trump seven is declared like a combination
        seven = BIT[s.seven()]
        if free & seven and (seven_open or new & seven):
            out.append(SEVEN)
    return out


NOTHING: Final[list[int]] = []


def is_false(s: Fuenfhundert, seat: Seat, number: int) -> bool:
    """§6 A card is missing or used."""
    return faces_of(CARDS[s.suit()][number]) & ~(s.own(seat) & ~faces_of(s.used)) != 0


def credit(s: Fuenfhundert, seat: Seat, number: int) -> None:
    """§6 Show the cards, which are used now, and write down what they are worth."""
    n = value(number, s.suit())
    for c in CARDS[s.suit()][number]:
        s.used = add(s.used, c)
        for place in (HAND + EACH * seat, DRAWN + EACH * seat):
            if c in s.zones[place]:
                s.show(c, place)
    s.declared = more(s.declared, seat, n)
    s.calls = (*s.calls, 64 * seat + number)


def punish(s: Fuenfhundert, seat: Seat, number: int) -> None:
    """§6 Deduct the value of a false declaration."""
    n = value(number, s.suit())
    s.fined = more(s.fined, seat, n)
    s.calls = (*s.calls, 64 * seat + 32 + number)
    if s.log is not None:
        s.say("false", seat, Phrase("fuenfhundert.event.false", {"seat": seat, "n": n}))


def may_declare(s: Fuenfhundert, seat: Seat, chosen: int) -> bool:
    """Tell whether all combinations of a set can be declared, one after the other."""
    numbers = in_set(chosen)
    return set(numbers) <= set(due(s, seat)) and disjoint(numbers, s.suit())


def stop(s: Fuenfhundert, seat: Seat) -> bool:
    """§7 From the second deal on play stops when the points just given to `seat` make its total reach the target."""
    if s.setup.number > 1 and s.total(seat) >= s.rules.target:
        s.phase = OVER
    return s.phase is OVER


# -- §4 the turn: declare, exchange, play ---------------------------------------------------------------------------


FROM_HAND: Final = 0
APART: Final = 2**15
EXCHANGE: Final = Action("exchange", b"", FROM_HAND)
EXCHANGE_DRAWN: Final = Action("exchange", b"", APART)
DONE: Final = Action("done")


def source(s: Fuenfhundert, seat: Seat, card: Cards) -> int:
    """§6 Cards drawn since the seat could last declare lie apart, so all see if a card comes from there."""
    return APART if card in s.zones[DRAWN + EACH * seat] else FROM_HAND


def declaring(s: Fuenfhundert, seat: Seat, plays: list[Action], ready: list[int]) -> list[Action]:
    """§8 `auto_declare`: the best set of due combinations is declared with the card, whichever card is played."""
    to = 0
    for number in best_set(ready, s.suit(), s.rules.one_per_turn):
        to |= int(BIT[number])
    stays = to > 0 and s.rules.one_per_turn  # the rest is due the next time, and lies apart until then
    return [Action("play", a.cards, to | (source(s, seat, a.cards) if stays else 0)) for a in plays]


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
        out = listed(PLAYS, held, FREE)
        new = drawn[0]
        at = 0  # the usual turn: all cards are allowed, and one has been drawn
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

    def why(self, s: Fuenfhundert, seat: Seat, a: Action) -> Refused:
        if a.verb == "play" and len(a.cards) == 1 and not holds(s.hand(seat), a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "play" and len(a.cards) == 1 and s.wanted():
            return why_not_played(s, seat)
        if a.verb == "exchange":
            name = "no_talon" if not s.zones[BOTTOM] else "no_seven"
            return Refused(f"error.fuenfhundert.{name}", {"card": s.seven()})
        if a.verb == "declare" and not a.cards and 0 <= a.to <= SEVEN:
            return why_not_declared(s, seat, a.to)
        return super().why(s, seat, a)


class Close(Turn):
    """§4 After the last trick both may declare what they have completed, its winner first.

    All cards have been seen by then, so leaving out a seat with nothing to declare reveals nothing.
    """

    def legal(self, s: Fuenfhundert, seat: Seat) -> list[Action]:
        out = [DECLARE[number] for number in due(s, seat)] if not permitted(s, seat) else []
        out.append(DONE)
        return out

    def apply(self, s: Fuenfhundert, seat: Seat, a: Action) -> None:
        if a.verb == "declare":
            super().apply(s, seat, a)
            if s.phase is not OVER:
                wait_for_declarations(s)
        else:
            close(s)


def why_not_played(s: Fuenfhundert, seat: Seat) -> Refused:
    """§5 Return the duty and the cards that fulfil it."""
    may = choice(s.hand(seat), s.wanted())
    led = s.zones[TRICK][0] // SIZE
    name = "follow" if may[0] // SIZE == led else "trump"
    suit = suit_key(led if name == "follow" else s.suit())
    return Refused(f"error.fuenfhundert.{name}", {"suit": suit, "cards": may})


def why_not_declared(s: Fuenfhundert, seat: Seat, number: int) -> Refused:
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


def declare_all(s: Fuenfhundert, seat: Seat, numbers: int) -> None:
    """§8 `auto_declare`: due combinations are declared with the card, in the order of the list, until a player has
    won.
    """
    for number in in_set(numbers):
        if s.phase is not OVER:
            s.turn_calls += 1
            credit(s, seat, number)
            if s.log is not None:
                args: dict[str, Arg] = {"seat": seat, "what": f"@{name_key(number)}", **named(number)}
                args["n"] = value(number, s.suit())
                s.say("declare", seat, Phrase("fuenfhundert.said.declare", args))
            stop(s, seat)


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


def lapse(s: Fuenfhundert, seat: Seat) -> None:
    """§6 The seat could have declared all that it has: from now on a combination needs a later card to be new. §8
    Combinations that it was not allowed to declare stay due.
    """
    barred = permitted(s, seat)
    s.turn_calls = 0
    if barred or s.rules.late:
        return
    s.settled |= 1 + seat  # seats 0 and 1 as bits
    if at(s.gained, seat):
        s.gained = (0, s.gained[1]) if seat == 0 else (s.gained[0], 0)
    if not s.zones[BOTTOM]:
        s.seven_open &= ~(1 + seat)
    if s.zones[DRAWN + EACH * seat]:
        s.move_all(DRAWN + EACH * seat, HAND + EACH * seat)


def end_trick(s: Fuenfhundert, follower: Seat) -> None:
    """§4 The winner takes both cards, draws first, and leads."""
    trick = s.zones[TRICK]
    contract = s.rules.by_value if s.zones[BOTTOM] else STRICT[s.suit()]
    seat = follower if contract.beats(trick[1], trick[0]) else 1 - follower
    n = WORTH[trick[0]] + WORTH[trick[1]]
    s.points = more(s.points, seat, n)
    s.gained = united(s.gained, seat, BIT[trick[0] if seat == follower else trick[1]])
    s.taken = united(s.taken, seat, BIT[trick[0]] | BIT[trick[1]])
    s.move_all(TRICK, WON + EACH * seat)
    if s.log is not None:
        s.say("trick", seat, Phrase("fuenfhundert.event.trick", {"seat": seat, "n": n}))
    s.turn = seat
    if n and stop(s, seat):
        return
    if s.zones[BOTTOM]:
        draw(s, seat)
        draw(s, 1 - seat)
    elif not s.zones[HAND + EACH * seat] and not s.zones[DRAWN + EACH * seat]:
        s.phase = CLOSE
        wait_for_declarations(s)


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
    s.closed |= 1 + s.turn  # seats 0 and 1 as bits
    s.turn_calls = 0
    if s.closed == s.layout.everyone or s.rules.leader_only:
        s.phase = OVER
        return
    s.turn = 1 - s.turn
    wait_for_declarations(s)


def draw(s: Fuenfhundert, seat: Seat) -> None:
    """§4 Draw the top card; the last one is known to both players."""
    s.draw(TALON if s.zones[TALON] else BOTTOM, (DRAWN if s.settled >> seat & 1 else HAND) + EACH * seat)
    if not s.zones[BOTTOM]:
        s.seven_open = s.layout.everyone
        s.phase = STRICT_PLAY


# -- §7 scoring -----------------------------------------------------------------------------------------------------


def score(s: Fuenfhundert) -> DealResult:
    """§7 Card points and declarations, one line for each kind of them."""
    lines: list[Score] = []
    for seat in range(2):
        tricks = len(s.zones[WON + EACH * seat]) // 2
        add_line(lines, Score(seat, "fuenfhundert.score.tricks", at(s.points, seat), tricks))
        add_declared(lines, s, seat)
        wrong = len([call for call in s.calls if call >> 5 == 2 * seat + 1])
        add_line(lines, Score(seat, "fuenfhundert.score.false", -at(s.fined, seat), wrong))
    points = (s.total(0) - s.setup.scores[0], s.total(1) - s.setup.scores[1])
    return DealResult(points, lines, headline(s, points))


def add_line(lines: list[Score], line: Score) -> None:
    if line.n:
        lines.append(line)


def add_declared(lines: list[Score], s: Fuenfhundert, seat: Seat) -> None:
    """§7 Return the correct declarations of a seat, in the order of the list of combinations."""
    last = ""
    for number in sorted([call & 31 for call in s.calls if call >> 5 == 2 * seat]):
        if KINDS[number] != last:
            last = KINDS[number]
            lines.append(Score(seat, f"fuenfhundert.score.{last}", 0, 0))
        line = lines[-1]
        line.n += value(number, s.suit())
        line.count += 1


def headline(s: Fuenfhundert, points: tuple[int, ...]) -> Phrase:
    ahead = 0 if s.total(0) >= s.total(1) else 1
    if s.setup.number > 1 and s.total(ahead) >= s.rules.target:
        return Phrase("fuenfhundert.event.reached", {"seat": ahead, "n": s.total(ahead)})
    seat = 0 if points[0] >= points[1] else 1
    name = "even" if points[0] == points[1] else "ahead"
    return Phrase(f"fuenfhundert.event.{name}", {"seat": seat, "n": points[seat], "other": points[1 - seat]})


# -- the game -------------------------------------------------------------------------------------------------------


@final
class FuenfhundertGame(Game[Fuenfhundert, FuenfhundertRules]):
    def __init__(self) -> None:
        super().__init__(
            name="fuenfhundert",
            version=1,
            seats=[2],
            minutes=20,
            options=OPTIONS,
            phases=[OPEN, STRICT_PLAY, CLOSE],
            verbs=[
                Verb("declare", to="choice", among=[name_key(number) for number in range(len(NAMES))]),
                Verb("exchange", to="code"),
                Verb("play", "hand", to="code"),
                Verb("done"),
            ],
            secrets=[],
            pack=PACK,
            showcase=["SJ", "DQ", "HA"],
            premoves=[],
        )

    def make_rules(self, options: dict[str, str], seats: int) -> FuenfhundertRules:
        return FuenfhundertRules(options)

    def deal(self, rules: FuenfhundertRules, setup: Setup, deck: Deck) -> Fuenfhundert:
        return set_up(rules, setup, deck.cards)

    def winners(self, rules: FuenfhundertRules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """§7 The higher total wins if it has reached the target; with equal totals play goes on."""
        best = max(scores)
        if best < rules.target or scores[0] == scores[1]:
            return 0
        return 1 if scores[0] == best else 2

    def unlisted(self, rules: FuenfhundertRules) -> dict[Action, Phrase]:
        """§6 A player may declare a combination that they do not have, and pays for it."""
        if not rules.penalise:
            return {}
        return {DECLARE[number]: Phrase(name_key(number), named(number)) for number in range(15)}

    def stakes(self, rules: FuenfhundertRules, scores: tuple[int, ...], winners: Seats) -> tuple[int, ...]:
        """§7 One unit for the match."""
        return (1, -1) if winners == 1 else (-1, 1)

    def opening(self, s: Fuenfhundert, setup: Setup) -> Phrase:
        return Phrase("fuenfhundert.event.deal", {"seat": setup.dealer, "card": s.trump})

    def label(self, s: Fuenfhundert, seat: Seat, a: Action) -> Phrase:
        if a.verb != "declare":
            return super().label(s, seat, Action(a.verb, a.cards))
        return Phrase("fuenfhundert.verb.declare", self.told(s, a.to))

    def phrase(self, s: Fuenfhundert, seat: Seat, a: Action) -> Phrase:
        if a.verb == "declare":
            return Phrase("fuenfhundert.said.declare", {"seat": seat, **self.told(s, a.to)})
        if a.verb == "exchange":
            return Phrase("fuenfhundert.said.exchange", {"seat": seat, "card": s.zones[BOTTOM][0]})
        return super().phrase(s, seat, Action(a.verb, a.cards))

    def told(self, s: Fuenfhundert, number: int) -> dict[str, Arg]:
        """Return the parameters of a declaration: its name, its cards, its points."""
        suit = s.suit()
        return {"what": f"@{name_key(number)}", **named(number), "n": value(number, suit), "cards": CARDS[suit][number]}

    def write(self, rules: FuenfhundertRules, a: Action) -> str:
        """§11 "declare KQ:S", "declare T7", "exchange", "play DK", and "done" after the last trick."""
        if a.verb == "declare":
            return f"declare {NAMES[a.to]}"
        return super().write(rules, Action(a.verb, a.cards))

    def read(self, rules: FuenfhundertRules, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`, `error.fuenfhundert.combination`."""
        words = text.split()
        if words[:1] != ["declare"]:
            return super().read(rules, text)
        if len(words) != 2 or words[1] not in NAMES:
            raise Refused("error.fuenfhundert.combination", {"text": text, "allowed": " ".join(NAMES)})
        return DECLARE[NAMES.index(words[1])]


OPEN: Final = Turn("open")
STRICT_PLAY: Final = Turn("strict")
CLOSE: Final = Close("close")
GAME: Final = FuenfhundertGame()
