"""Chinchón, and La Conga. Two to four seats, the Spanish pack; melds stay in the hand until somebody closes.

In brief. §1 Play runs counter-clockwise. §2 40 cards, or 48; a card counts its number. §3 Seven each, one turned up.
§4 Draw from the stock or the pile, then discard or close: sets of a number, runs of a suit, three cards or more.
Closing asks for nothing but courage. §5 All lie open, and what is in no meld is a penalty; a closer with nothing left
takes ten off. Seven in a row are Chinchón, and win the match. §6 At 100 the fewest points win; in La Conga whoever has
more drops out until one is left. §7 Options. What the sheet decides where its source is silent is in §8.
"""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, Seats, holds
from stich.kernel.chance import Chance
from stich.kernel.game import Deck, Game, Option
from stich.kernel.state import OVER, DealResult, Phase, Score, Setup, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.melds import arrange

# -- §2 the cards: face = 12 · suit + number − 1 ----------------------------------------------------------------------

NAMES: Final = [f"{suit}{number}" for suit in "ECOB" for number in range(1, 13)]
PACKS: Final = {
    "40": Pack(NAMES, bytes([c for c in range(48) if c % 12 not in (7, 8)]), "spanish"),  # without the 8 and the 9
    "48": Pack(NAMES, bytes(range(48)), "spanish"),
}

STOCK: Final = 0
PILE: Final = 1
CLOSED: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
LEFT: Final = 4
MELD: Final = 5  # and one more: seven cards make two melds at most
EACH: Final = 4
DEALT: Final = 7

FACTS: Final = [
    Fact("closer", "seat"),
    Fact("out", "seats"),  # §6 of the match
    Fact("left", "number"),  # §5 what each seat has in no meld, once all lie open
    Fact("clean", "plain"),  # §5 who has put the whole hand into melds of his own
    Fact("turns", "plain"),
]
OPTIONS: Final = [
    Option("deck", ["40", "48"]),  # §2
    Option("mode", ["chinchon", "conga"]),  # §6
    Option("face_values", ["index", "ten", "compact"]),  # §2
    Option("close_limit", ["none", "5", "3", "4", "10"]),  # §4
    Option("layoff", ["none", "on_closer", "all"]),  # §5
    Option("limit", ["100", "50", "75", "150"], 20, 1000),  # §6
    Option("conga_out_at", ["101", "100"]),
    Option("minus_ten_for", ["closer", "anyone"]),  # §5
    Option("stock_out", ["reshuffle", "void_deal"]),  # §4
    Option("seven_ten_adjacent", ["true", "false"]),
    Option("conga_close", ["five_and_stay_in", "five_only", "five_from_96"]),  # §6
    Option("auto_melds", ["true", "false"]),  # §5
    Option("turn_cap", ["400", "200", "1000"], 20, 5000),  # §8
    Option("pile_visible", ["top"]),  # §4
    Option("direction", ["ccw"]),  # §1
]
NO_LIMIT: Final = 10_000
CONGA: Final = 5  # points that may be left over when somebody closes in La Conga
FROM: Final = 4  # `five_from_96`: so many below the limit


@final
class ChinchonRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(PILE, "discard", PUBLIC, "discard", ordered=True),
            Zone(CLOSED, "closed", SECRET),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand"),
            Zone(LEFT, "left", PUBLIC, ordered=True),
            Zone(MELD, "meld1", PUBLIC, "meld"),
            Zone(MELD + 1, "meld2", PUBLIC, "meld"),
        ]
        pack = PACKS[options["deck"]]
        super().__init__(Layout(common, own, FACTS, pack, seats, reshuffles=True, fewest=True), options)
        self.conga = options["mode"] == "conga"
        self.conga_close = options["conga_close"]
        self.close_limit = NO_LIMIT if options["close_limit"] == "none" else int(options["close_limit"])
        self.layoff = options["layoff"]
        self.limit = int(options["limit"])
        self.out_from = self.limit + (options["conga_out_at"] == "101")
        self.anyone = options["minus_ten_for"] == "anyone"
        self.reshuffle = options["stock_out"] == "reshuffle"
        self.auto = options["auto_melds"] == "true"
        self.turn_cap = int(options["turn_cap"])
        joined = options["deck"] == "40" and options["seven_ten_adjacent"] == "true"
        self.size = 10 if joined else 12  # ranks of a suit, as runs go through them
        self.bits: list[int] = [2 ** (arrange.STRIDE * (c // 12) + place_of(c % 12, joined)) for c in range(48)]
        self.faces: dict[int, Card] = {self.bits[c]: c for c in range(48) if not (joined and c % 12 in (7, 8))}
        values = [value_of(c % 12 + 1, options["face_values"]) for c in range(48)]
        self.values = values
        worth = [0] * (4 * arrange.STRIDE)
        for bit, c in self.faces.items():
            worth[bit.bit_length() - 1] = values[c]
        self.worth = arrange.planes(worth)

    def mask(self, cards: Cards) -> i64:
        """Return cards as the bits that `arrange` reads."""
        out: i64 = 0
        bits = self.bits
        for c in cards:
            out |= bits[c]
        return out

    def cards(self, mask: i64) -> Cards:
        """Return the faces of such bits."""
        out: list[int] = []
        while mask:
            low: i64 = mask & -mask
            out.append(self.faces[int(low)])
            mask ^= low
        return bytes(sorted(out))

    def least(self, cards: Cards) -> int:
        """§5 Return the fewest points that these cards can leave."""
        return int(arrange.least(self.mask(cards), self.worth))


def place_of(rank: int, joined: bool) -> int:
    """§4 Return the place of a rank, 0 to 11, in runs: without 8 and 9 the 10 follows the 7."""
    return rank - 2 if joined and rank > 8 else rank


def value_of(number: int, how: str) -> int:
    """§2 Return what a card counts."""
    if how == "ten":
        return min(number, 10)
    return number - 2 if how == "compact" and number >= 10 else number


class Chinchon(State):
    def __init__(self, rules: ChinchonRules) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.closer: Seat = -1
        self.out: Seats = 0
        self.left: tuple[int, ...] = NOTHING[rules.layout.seats]
        self.clean: Seats = 0
        self.turns = 0

    def blank(self) -> State:
        return Chinchon(self.rules)

    def facts_to(self, other: State) -> None:
        n = cast(Chinchon, other)
        n.closer = self.closer
        n.out = self.out
        n.left = self.left
        n.clean = self.clean
        n.turns = self.turns

    def result(self) -> DealResult:
        return score(self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def after(self, seat: Seat) -> Seat:
        """§1 Return who is next: counter-clockwise, without those who are out."""
        seats = self.layout.seats
        seat = (seat + seats - 1) % seats
        while self.setup.out >> seat & 1:
            seat = (seat + seats - 1) % seats
        return seat

    def around(self, first: Seat) -> list[Seat]:
        """Return all who play, from `first` on."""
        out = [first]
        seat = self.after(first)
        while seat != first:
            out.append(seat)
            seat = self.after(seat)
        return out

    def most_left(self, seat: Seat) -> int:
        """§4, §6 Return how many points may be left over when this seat closes."""
        rules = self.rules
        most = rules.close_limit
        if rules.conga:
            total = self.setup.scores[seat]
            if rules.conga_close != "five_from_96" or total >= rules.limit - FROM:
                most = min(most, CONGA)
            if rules.conga_close == "five_and_stay_in":
                most = min(most, rules.out_from - 1 - total)
        return most


NOTHING: Final = [(0,) * n for n in range(5)]


# -- §3 the deal ------------------------------------------------------------------------------------------------------


def set_up(rules: ChinchonRules, setup: Setup, deck: Cards) -> Chinchon:
    """§3 Seven each, one at a time, from the dealer's right on; the next card begins the pile."""
    s = Chinchon(rules)
    s.clear(setup)
    s.out = setup.out
    order = s.around(s.after(setup.dealer))
    n = len(order)
    dealt = DEALT * n
    for i, seat in enumerate(order):
        s.zones[HAND + EACH * seat] = bytes(sorted(deck[i:dealt:n]))
    s.zones[PILE] = deck[dealt : dealt + 1]
    s.zones[STOCK] = deck[:dealt:-1]
    s.turn = order[0]
    s.phase = DRAW
    return s


# -- §4 a turn --------------------------------------------------------------------------------------------------------

FROM_STOCK: Final = Action("draw")
FROM_PILE: Final = Action("take")
DRAWS: Final = [FROM_STOCK, FROM_PILE]
DISCARD: Final = [Action("discard", ONE[c]) for c in range(48)]
SHUT: Final = [Action("close", ONE[c]) for c in range(48)]


class Draw(Phase[Chinchon]):
    """§4 The top of the pile, or of the stock."""

    def legal(self, s: Chinchon, seat: Seat) -> list[Action]:
        return DRAWS[:]

    def apply(self, s: Chinchon, seat: Seat, a: Action) -> None:
        s.draw(PILE if a.verb == "take" else STOCK, HAND + EACH * seat)
        s.phase = FINISH

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        if a.verb in ("discard", "close"):
            return Refused("error.chinchon.draw_first")
        return super().why(s, seat, a)


class Finish(Phase[Chinchon]):
    """§4 Discard, and the next one plays; or close, and all lie open."""

    def legal(self, s: Chinchon, seat: Seat) -> list[Action]:
        hand = s.hand(seat)
        out = [DISCARD[c] for c in hand]
        most = s.most_left(seat)
        if most >= NO_LIMIT:
            return out + [SHUT[c] for c in hand]
        rules = s.rules
        mask: i64 = rules.mask(hand)
        for c in hand:
            if arrange.least(mask & ~rules.bits[c], rules.worth) <= most:
                out.append(SHUT[c])
        return out

    def apply(self, s: Chinchon, seat: Seat, a: Action) -> None:
        if a.verb == "close":
            s.closer = seat
            s.move(a.cards[0], HAND + EACH * seat, CLOSED)
            turn_up(s)
            if s.rules.auto:
                arrange_all(s)
                end_deal(s)
            else:
                s.phase = ARRANGE
        else:
            s.move(a.cards[0], HAND + EACH * seat, PILE)
            s.turns += 1
            s.turn = s.after(seat)
            begin_turn(s)

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        if a.verb in ("draw", "take"):
            return Refused("error.chinchon.drawn")
        if a.verb == "close" and len(a.cards) == 1 and holds(s.hand(seat), a.cards):
            n = s.rules.least(s.hand(seat).replace(a.cards, b"", 1))
            return Refused("error.chinchon.too_many", {"n": n, "most": s.most_left(seat)})
        return super().why(s, seat, a)


def begin_turn(s: Chinchon) -> None:
    """§4 Without a stock the pile becomes a new one, but for its top card. §8 No deal goes on for ever."""
    s.phase = DRAW
    if s.turns >= s.rules.turn_cap:
        end_void(s)
    elif not s.zones[STOCK]:
        if s.rules.reshuffle:
            s.shuffle_up(PILE, STOCK, keep=1)
        else:
            end_void(s)


def end_void(s: Chinchon) -> None:
    s.phase = OVER


# -- §5 all lie open --------------------------------------------------------------------------------------------------


def turn_up(s: Chinchon) -> None:
    """§5 All hands are laid open."""
    for seat in s.around(s.closer):
        s.move_all(HAND + EACH * seat, LEFT + EACH * seat)


def arrange_all(s: Chinchon) -> None:
    """§5 Everybody's melds, so that the fewest points are left; from the closer on, in turn order."""
    rules = s.rules
    places: list[int] = []  # zones of melds to which others may add
    melds: list[int] = []  # and their cards, as bits
    order = s.around(s.closer)
    for seat in order:
        left = LEFT + EACH * seat
        mask: i64 = rules.mask(s.zones[left])
        live: i64 = arrange.meldable(mask)
        if live == mask and arrange.least(mask, rules.worth) == 0:
            s.clean |= 1 << seat
        if live == 0 and not melds:
            continue
        if melds:
            for bit, at in arrange.add_best(mask, melds, rules.size, rules.worth):
                s.move(rules.faces[bit], left, places[at])
                melds[at] |= bit
                mask &= ~bit
        at = MELD + EACH * seat
        for meld in arrange.arrangement(mask, rules.worth):
            s.move_cards(rules.cards(meld), left, at)
            if takes_additions(s, seat):
                places.append(at)
                melds.append(meld)
            at += 1
    if rules.layoff == "all":
        while add_anywhere(s, order, places, melds):
            pass


def takes_additions(s: Chinchon, seat: Seat) -> bool:
    """§5 Tell whether others may add to this seat's melds: never to those of a closer with nothing left."""
    if seat == s.closer:
        return s.rules.layoff != "none" and not s.clean >> seat & 1
    return s.rules.layoff == "all"


def add_anywhere(s: Chinchon, order: list[Seat], places: list[int], melds: list[int]) -> bool:
    """§5 `all`: put what is left to melds that came to lie later. False: nothing fits any more."""
    rules = s.rules
    added = False
    for seat in order:
        for c in s.zones[LEFT + EACH * seat]:
            bit = rules.bits[c]
            for i in range(len(melds)):
                if arrange.fitting(melds[i], rules.size) & bit:
                    s.move(c, LEFT + EACH * seat, places[i])
                    melds[i] |= bit
                    added = True
                    break
    return added


def end_deal(s: Chinchon) -> None:
    """§5 Count what is left."""
    values = s.rules.values
    left: list[int] = []
    for seat in range(s.layout.seats):
        n = 0
        for c in s.zones[LEFT + EACH * seat]:
            n += values[c]
        left.append(n)
    s.left = tuple(left)
    s.phase = OVER
    if s.log is not None:
        tell_out(s)


def tell_out(s: Chinchon) -> None:
    """§6 Say who drops out of La Conga."""
    totals = [a + b for a, b in zip(s.setup.scores, points_of(s), strict=True)]
    for seat in s.around(s.closer):
        if s.rules.conga and totals[seat] >= s.rules.out_from:
            s.say("out", seat, Phrase("chinchon.event.out", {"seat": seat, "n": totals[seat]}))


# -- §5 `auto_melds` off: everybody arranges his own -------------------------------------------------------------------

DONE: Final = Action("done")


class Arrange(Phase[Chinchon]):
    """§5 Lay melds, add to melds of others where that is played, and say when it is done; the closer first."""

    def legal(self, s: Chinchon, seat: Seat) -> list[Action]:
        rules = s.rules
        lying = s.zones[LEFT + EACH * seat]
        out = [Action("meld", rules.cards(meld)) for meld in arrange.melds(rules.mask(lying))]
        for at in self.open_to(s, seat):
            fits = arrange.fitting(rules.mask(s.zones[at]), rules.size)
            out += [Action("add", ONE[c], at) for c in lying if rules.bits[c] & fits]
        out.append(DONE)
        return out

    def open_to(self, s: Chinchon, seat: Seat) -> list[int]:
        """Return the zones of melds to which this seat may add: those of seats before it."""
        out: list[int] = []
        for other in s.around(s.closer):
            if other == seat:
                break
            if takes_additions(s, other):
                out += [at for at in range(MELD + EACH * other, MELD + EACH * other + 2) if s.zones[at]]
        return out

    def apply(self, s: Chinchon, seat: Seat, a: Action) -> None:
        left = LEFT + EACH * seat
        if a.verb == "meld":
            at = MELD + EACH * seat
            s.move_cards(a.cards, left, at if not s.zones[at] else at + 1)
            if not s.zones[left] and len(own_cards(s, seat)) == DEALT:
                s.clean |= 1 << seat
        elif a.verb == "add":
            s.move(a.cards[0], left, a.to)
        else:
            s.turn = s.after(seat)
            if s.turn == s.closer:
                end_deal(s)

    def why(self, s: Chinchon, seat: Seat, a: Action) -> Refused:
        lying = s.zones[LEFT + EACH * seat]
        if a.cards and not holds(lying, a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        if a.verb == "meld":
            return Refused("error.chinchon.no_meld", {"cards": a.cards})
        if a.verb == "add" and len(a.cards) == 1:
            return Refused("error.chinchon.no_fit", {"cards": a.cards})
        return super().why(s, seat, a)


def own_cards(s: Chinchon, seat: Seat) -> Cards:
    """Return what lies in a seat's own melds."""
    at = MELD + EACH * seat
    return s.zones[at] + s.zones[at + 1]


# -- §5 and §6 score, match -------------------------------------------------------------------------------------------


def has_run_of_seven(s: Chinchon, seat: Seat) -> bool:
    """§5 Tell whether a hand that lies open is Chinchón: `arrange` puts seven in a row into one meld, and so may he."""
    cards = own_cards(s, seat)
    return s.clean >> seat & 1 != 0 and len(cards) >= DEALT and arrange.is_run(s.rules.mask(cards))


def takes_ten_off(s: Chinchon, seat: Seat) -> bool:
    """§5 The closer with nothing left, or anybody where it is played so."""
    return s.clean >> seat & 1 != 0 and (seat == s.closer or s.rules.anyone)


def points_of(s: Chinchon) -> tuple[int, ...]:
    if s.clean == 0:
        return s.left
    return tuple([-10 if takes_ten_off(s, seat) else s.left[seat] for seat in range(s.layout.seats)])


def score(s: Chinchon) -> DealResult:
    if s.closer < 0:
        points = NOTHING[s.layout.seats]
        return DealResult(points, [], Phrase("chinchon.event.void"), again=True)
    lines: list[Score] = []
    points = points_of(s)
    for seat in range(s.layout.seats):
        if points[seat] < 0:
            lines.append(Score(seat, "chinchon.score.minus_ten", points[seat]))
        elif not s.setup.out >> seat & 1:
            lines.append(Score(seat, "chinchon.score.left", points[seat], len(s.zones[LEFT + EACH * seat])))
    if has_run_of_seven(s, s.closer):
        headline = Phrase("chinchon.event.chinchon", {"seat": s.closer})
        return DealResult(points, lines, headline, winners=1 << s.closer)
    how = "clean" if s.clean >> s.closer & 1 else "closed"
    headline = Phrase(f"chinchon.event.{how}", {"seat": s.closer, "n": s.left[s.closer]})
    totals = tuple([a + b for a, b in zip(s.setup.scores, points, strict=True)])
    return DealResult(points, lines, headline, winners=has_won(s.rules, s.setup.out, totals, s.closer))


def has_won(rules: ChinchonRules, out: Seats, totals: tuple[int, ...], closer: Seat) -> Seats:
    """§6 Return who has won with these totals; 0: it goes on. closer: of equal ones he alone has won; −1: nobody."""
    if not rules.conga and max(totals) < rules.limit:
        return 0
    playing = [seat for seat in range(len(totals)) if not out >> seat & 1]
    if rules.conga:
        staying = [seat for seat in playing if totals[seat] < rules.out_from]
        if len(staying) == 1:
            return 1 << staying[0]
        if staying:
            return 0
    least = min([totals[seat] for seat in playing])
    best = [seat for seat in playing if totals[seat] == least]
    return 1 << closer if closer in best else sum([1 << seat for seat in best])


# -- the game ---------------------------------------------------------------------------------------------------------


@final
class ChinchonGame(Game):
    def __init__(self) -> None:
        super().__init__(
            name="chinchon",
            version=1,
            seats=[4, 2, 3],
            minutes=20,
            options=OPTIONS,
            phases=[DRAW, FINISH, ARRANGE],
            verbs=["draw", "take", "discard", "close", "meld", "add", "done"],
            secrets=[],
            pack=PACKS["40"],
            showcase=["O1", "E12", "C7"],
        )

    def make_rules(self, options: dict[str, str], seats: int) -> Rules:
        return ChinchonRules(options, seats)

    def conflict(self, options: dict[str, str], seats: int) -> Refused | None:
        """Return `error.chinchon.compact`: page 8, knight 9, king 10 are the values of a pack without the 8 and 9."""
        if options["face_values"] == "compact" and options["deck"] == "48":
            return Refused("error.chinchon.compact", {"option": "face_values", "other": "deck"})
        return None

    def deal(self, rules: Rules, setup: Setup, deck: Deck) -> State:
        return set_up(cast(ChinchonRules, rules), setup, deck.cards)

    def following(
        self, rules: Rules, setup: Setup, result: DealResult, scores: tuple[int, ...], chance: Chance
    ) -> Setup:
        """§1 The deal goes to the right. §6 Whoever has too many points in La Conga sits out from now on."""
        how = cast(ChinchonRules, rules)
        if result.again:
            return Setup(setup.number + 1, setup.dealer, scores, (), setup.out)
        out = setup.out
        if how.conga:
            for seat, total in enumerate(scores):
                if total >= how.out_from:
                    out |= 1 << seat
        seats = rules.layout.seats
        dealer = (setup.dealer + seats - 1) % seats
        while out >> dealer & 1:
            dealer = (dealer + seats - 1) % seats
        return Setup(setup.number + 1, dealer, scores, (), out)

    def winners(self, rules: Rules, setup: Setup, scores: tuple[int, ...]) -> Seats:
        return has_won(cast(ChinchonRules, rules), setup.out, scores, -1)

    def label(self, s: State, seat: Seat, a: Action) -> Phrase:
        if a.verb == "add":
            return Phrase("chinchon.verb.add", {"card": a.cards[0], "cards": s.zones[a.to]})
        return super().label(s, seat, a)

    def phrase(self, s: State, seat: Seat, a: Action) -> Phrase:
        """§4 The card with which somebody closes lies face down."""
        if a.verb == "close":
            return Phrase("chinchon.said.close", {"seat": seat})
        if a.verb == "add":
            return Phrase("chinchon.said.add", {"seat": seat, "card": a.cards[0], "cards": s.zones[a.to]})
        return super().phrase(s, seat, a)


DRAW: Final = Draw("draw")
FINISH: Final = Finish("finish")
ARRANGE: Final = Arrange("arrange")
GAME: Final = ChinchonGame()
