"""Cruzo's table: places, public knowledge, house rules, and the state that all other parts use (§1 – §4, §8).

Hand cards that all have seen, for example from taking up the pile, lie in a zone of their own; the hand is both zones
together. So it takes no memory to say which cards of a hand are known, and of equal cards a known one goes first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.games.cruzo.rules_cards import BIT, STANDS, X, faces_of, fitting, pack
from stich.games.cruzo.rules_score import score
from stich.kernel.cards import Card, Cards, Seat, Seats, in_order
from stich.kernel.chance import quick
from stich.kernel.game import PLAYERS, YES_NO, Need, Option, Preset, seats_in_order
from stich.kernel.state import DealResult, Phase, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.window import OFF, PRIORITY, REACTION

# -- §4 places ---------------------------------------------------------------------------------------------------------

STOCK: Final = 0
PILE: Final = 1
BURNT: Final = 2
ASIDE: Final = 3  # §2 put aside for two
LOTS: Final = 4  # §6 `tree`
DRAWN: Final = 5
HAND: Final = 6  # a seat's own zones repeat every EACH numbers
KNOWN: Final = 7
OPEN: Final = 8
BUNKER: Final = 9  # and two more
EACH: Final = 6
ROW: Final = 3  # §3 bunkers, open cards, cards in hand
NONE: Final = -1

COMMON: Final = [
    Zone(STOCK, "stock", SECRET, "stock", ordered=True),
    Zone(PILE, "pile", PUBLIC, "pile", ordered=True),
    Zone(BURNT, "burnt", PUBLIC, "discard", ordered=True, shown=False),
    Zone(ASIDE, "aside", SECRET),
    Zone(LOTS, "lots", SECRET, ordered=True, shown=False),
    Zone(DRAWN, "drawn", PUBLIC),
]
OWN: Final = [
    Zone(HAND, "hand", OWNER, "hand"),
    Zone(KNOWN, "known", PUBLIC, "hand"),
    Zone(OPEN, "open", PUBLIC, "open"),
    *[Zone(BUNKER + i, f"bunker{i + 1}", SECRET, "bunker") for i in range(ROW)],
]

# -- §4 public facts -------------------------------------------------------------------------------------------


def facts(manual: bool) -> list[Fact]:
    return [
        Fact("direction", "direction"),  # §3
        Fact("places", "places"),  # §7
        Fact("playing", "plain"),  # who has not finished
        Fact("decisive", "card"),  # §3 the diamond that opens the play
        Fact("waiting", "plain"),  # §6 who can throw; §3 `swap_before_start` who is still exchanging
        Fact("thrower", "seat"),  # §6 who threw last, as long as others may add
        Fact("owed", "number" if manual else "plain"),  # §6 `manual` number of cards that each seat has to draw
        Fact("since", "plain"),  # and who has had a turn since
        Fact("swaps", "plain"),  # §3 `swap_before_start` number of exchanges left to each seat
        Fact("lacks", "plain"),  # faces that the hidden cards of each hand have been shown not to have,
        Fact("fresh", "plain"),  # and how many have been drawn since
        Fact("actions", "plain"),  # §7 `action_cap`
        Fact("flow", "plain"),  # §7 what distinguishes positions, see rules_end.py
        Fact("trail", "plain"),
        Fact("stalled", "flag"),
    ]


# -- §8 house rules ----------------------------------------------------------------------------------------------------

AGAIN: Final = "again"
NORMAL: Final = "normal"

THROWN: Final = [Need("throw_mode", [REACTION, PRIORITY])]
JOKERS: Final = [Need("jokers_total", ["3"], [Need("jokers_per_pack", [str(n) for n in range(1, 7)])])]
OPTIONS: Final = [
    Option("finish", ["play_on", "rank_by_table"], needs=[Need(PLAYERS, [str(n) for n in range(3, 13)])]),  # §7
    Option("throw_mode", [REACTION, PRIORITY, OFF]),  # §6
    Option("throw_ms", ["3000", "1500", "5000", "10000"], 500, 60_000, needs=[Need("throw_mode", [REACTION])]),
    Option("throw_from_open", YES_NO, needs=THROWN),
    Option("draw_mode", ["auto", "manual"]),  # §6
    Option("illegal", ["refuse", "penalise"]),
    Option("tree", ["off", "table", "random"]),
    Option("tie_opening", ["lowest_rank", "tied_diamond"]),  # §3
    Option("table_diamond", ["lowest_hand", "diamond"]),  # [C]
    Option("window_after_four", YES_NO, needs=[Need("throw_mode", [REACTION])]),  # [C]
    Option("ace_on_two_three", YES_NO),  # [C]
    Option("swap_before_start", YES_NO),
    Option("age_order", ["drawn", "seats"], order=True),  # the youngest first
    Option("packs", ["auto", "2", "3", "4"]),  # §2
    Option("jokers_per_pack", ["3", "0", "1", "2", "4"], 0, 6, needs=[Need("jokers_total", ["none"])]),
    Option("jokers_total", ["none", "3"]),
    Option("two_player_removed", ["15", "0", "10", "20"], 0, 60, needs=[Need(PLAYERS, ["2"])]),
    Option("joker_over_two", ["free", "undercut"], needs=JOKERS),  # §5
    Option("joker_equal_ok", ["true", "false"], needs=JOKERS),
    Option("ten_again", YES_NO),  # §6
    Option("eight_with_two", [AGAIN, NORMAL]),  # §7
    Option("action_cap", ["20000", "5000", "1000"], 100, 20_000),
]
PRESETS: Final = [
    Preset("page", {}),
    Preset("exchange", {"swap_before_start": "true"}),
    Preset("quiet", {"throw_mode": "off"}),
]


def packs_for(options: dict[str, str], seats: int) -> int:
    """§2 Return the number of packs for this number of players."""
    if options["packs"] != "auto":
        return int(options["packs"])
    return 2 if seats <= 4 else 3 if seats <= 7 else 4


def jokers_in(options: dict[str, str], packs: int) -> int:
    return (
        packs * int(options["jokers_per_pack"]) if options["jokers_total"] == "none" else int(options["jokers_total"])
    )


def removed_for(options: dict[str, str], seats: int) -> int:
    """§2 Return how many cards are put aside unseen."""
    return int(options["two_player_removed"]) if seats == 2 else 0


def ages_of(order: str, seats: int) -> list[Seat]:
    """§3 Return all seats, the youngest first; [] if this is drawn by lot."""
    return list(range(seats)) if order == "seats" else seats_in_order(order)


def weights(seats: int) -> vec[i64]:
    """§7 Return a number below 2**59 for each card in each seat's hand; positions are compared by the sums."""
    chance = quick(7)
    out = vec[i64]([0] * (seats * (X + 1)))
    i: i64 = 0
    while i < len(out):
        out[i] = chance.below(2**30) * 2**29 + chance.below(2**29)
        i += 1
    return out


@final
class CruzoRules(Rules):
    """turn, window: the phases in which a turn begins, without and with a chance for others to throw. more: the one in
    which cards are added to a four.
    """

    def __init__(
        self, options: dict[str, str], seats: int, turn: Phase[Cruzo], window: Phase[Cruzo], more: Phase[Cruzo]
    ) -> None:
        packs = packs_for(options, seats)
        self.jokers = jokers_in(options, packs)
        self.tree = options["tree"]
        self.tree_told = self.tree == "table"
        self.manual = options["draw_mode"] == "manual"
        cards = pack(packs, self.jokers, self.tree == "random")
        time = int(options["throw_ms"])
        shuffled = self.tree != "off"
        layout = Layout(COMMON, OWN, facts(self.manual), cards, seats, shuffled, fewest=True, window_ms=time)
        super().__init__(layout, options)
        self.rank_by_table = options["finish"] == "rank_by_table"
        self.throw_mode = options["throw_mode"]
        self.throws = self.throw_mode != OFF
        self.reacts = self.throw_mode == REACTION
        self.throw_from_open = options["throw_from_open"] == "true"
        self.penalise = options["illegal"] == "penalise"
        self.tied_diamond = options["tie_opening"] == "tied_diamond"
        self.table_diamond = options["table_diamond"] == "diamond"
        self.window_after_four = options["window_after_four"] == "true" and self.throws
        self.ace_on_two_three = options["ace_on_two_three"] == "true"
        self.swap = options["swap_before_start"] == "true"
        self.ages = ages_of(options["age_order"], seats)
        self.removed = removed_for(options, seats)
        self.fitting = fitting(options["joker_equal_ok"] == "true", options["joker_over_two"] == "free")
        self.ten_again = options["ten_again"] == "true"
        self.again_with_two = options["eight_with_two"] == AGAIN
        self.action_cap = int(options["action_cap"])
        self.weights = weights(seats)
        self.missing = [faces_of(row) for row in self.fitting]  # §6 what a player who takes up the pile cannot hold
        self.turn = turn
        self.window = window
        self.more = more


class Cruzo(State):
    def __init__(self, rules: CruzoRules, of: Cruzo | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.direction: int = 1 if of is None else of.direction
        self.places: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.places
        self.playing: Seats = rules.layout.everyone if of is None else of.playing
        self.decisive: Card = NONE if of is None else of.decisive
        self.waiting: Seats = 0 if of is None else of.waiting
        self.thrower: Seat = NONE if of is None else of.thrower
        self.owed: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.owed
        self.since: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.since
        self.swaps: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.swaps
        self.lacks: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.lacks
        self.fresh: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.fresh
        self.actions: int = 0 if of is None else of.actions
        self.flow: i64 = 0 if of is None else of.flow
        self.trail: bytes = b"" if of is None else of.trail
        self.stalled: bool = False if of is None else of.stalled

    def public_copy(self) -> Cruzo:
        return Cruzo(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """Lots lie with lots; and a player who began, or could not play, has shown what they lack."""
        if c >= STANDS or at in (LOTS, DRAWN):
            return c >= STANDS and at in (LOTS, DRAWN)
        if at < HAND or (at - HAND) % EACH:
            return True
        return not self.lacks[(at - HAND) // EACH] & BIT[c]

    def new_cards(self, at: int) -> int:
        return 0 if at < HAND or (at - HAND) % EACH else self.fresh[(at - HAND) // EACH]

    def result(self) -> DealResult:
        tables = [self.on_table(seat) for seat in range(self.layout.seats)]
        hands = [self.hand_size(seat) for seat in range(self.layout.seats)]
        return score(self.places, tables, hands, self.stalled)

    # -- §4 what a seat has ------------------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> Cards:
        """Return all cards in a seat's hand, sorted."""
        at = HAND + EACH * seat
        taken = self.zones[at + 1]
        return in_order(self.zones[at] + taken) if taken else self.zones[at]

    def hand_size(self, seat: Seat) -> int:
        at = HAND + EACH * seat
        return len(self.zones[at]) + len(self.zones[at + 1])

    def on_table(self, seat: Seat) -> int:
        """§7 Return how many cards lie in front of a seat, open and face down."""
        at = OPEN + EACH * seat
        zones = self.zones
        return len(zones[at]) + len(zones[at + 1]) + len(zones[at + 2]) + len(zones[at + 3])

    def source(self, seat: Seat) -> int:
        """§4 Return the place that a seat plays from: its hand; with no stock left its open cards, then its bunkers;
        NONE if it has to draw first (§6 `manual`).
        """
        at = HAND + EACH * seat
        zones = self.zones
        if zones[at] or zones[at + 1]:
            return HAND
        if zones[STOCK]:
            return NONE
        return OPEN if zones[at + 2] else BUNKER

    def opens_from(self, seat: Seat) -> int:
        """§3 Return the zone that a seat plays from: at the opening the one with the decisive diamond."""
        return OPEN if self.decisive != NONE and self.decisive not in self.hand(seat) else self.source(seat)

    def playable(self, seat: Seat) -> Cards:
        """§4 Return the cards that a seat can choose from, sorted, without those that it does not know."""
        source = self.source(seat)
        if source == HAND:
            return self.hand(seat)
        return self.zones[OPEN + EACH * seat] if source == OPEN else b""

    # -- §3, §7 who comes next ---------------------------------------------------------------------------------------

    def after(self, seat: Seat) -> Seat:
        """Return who plays after a seat, without players who have finished."""
        seats = self.layout.seats
        step = self.direction + seats
        seat = (seat + step) % seats
        while not self.playing >> seat & 1:
            seat = (seat + step) % seats
        return seat

    def around(self, first: Seat) -> list[Seat]:
        """Return all players who have not finished, in the order of play from `first` on."""
        out = [first]
        seat = self.after(first)
        while seat != first:
            out.append(seat)
            seat = self.after(seat)
        return out

    def left(self) -> int:
        """Return how many players have not finished."""
        n = 0
        who = self.playing
        while who:
            n += who & 1
            who >>= 1
        return n


NOTHING: Final = [(0,) * n for n in range(13)]
