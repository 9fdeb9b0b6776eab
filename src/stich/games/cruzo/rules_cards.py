"""What is there before a card of Cruzo is dealt: the cards and which of them fits on which (§2, §5), the places and who
sees them (§4), house rules (§8), and the plays as a rank and a number (§11).

Hand cards that all have seen, for example from taking up the pile, lie in a zone of their own; the hand is both zones
together. So it takes no memory to say which cards of a hand are known, and of equal cards a known one goes first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Pack, Seat
from stich.kernel.chance import quick
from stich.kernel.options import PLAYERS, YES_NO, Need, Option, Preset, seats_in_order
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.window import OFF, PRIORITY, REACTION

# -- §2 the cards: face = 4 · rank + suit, the suits of a rank together; the joker ranks highest -----------------------

RANKS: Final = "23456789TJQKAX"
TWO: Final = 0
THREE: Final = 1
SIX: Final = 4
SEVEN: Final = 5
EIGHT: Final = 6
NINE: Final = 7
TEN: Final = 8
ACE: Final = 12
JOKER: Final = 13
X: Final = 52  # the joker's face
EVERY: Final = 14  # ranks, the joker's included
DIAMONDS: Final = 3

FACES: Final = [f"{suit}{rank}" for rank in RANKS[:JOKER] for suit in "CSHD"] + ["X"]
LOTS_NAMES: Final = ["L0", "L1"]  # §6 `tree`: this lot has no effect, the stock falls
STANDS: Final = 53
FALLS: Final = 54
STANDING: Final = 39  # out of forty lots: a stock rarely falls
BIT: Final = [2**c for c in range(X + 1)]  # sets of faces


def pack(packs: int, jokers: int, lots: bool) -> Pack:
    """Return packs of 52 cards and jokers, in these numbers; a card's suit makes no difference in a play. lots: also
    the lots that decide whether the stock falls, because random events are cards here.
    """
    cards = bytes(range(X)) * packs + bytes([X] * jokers)
    names = FACES
    if lots:
        cards += bytes([STANDS] * STANDING + [FALLS])
        names = FACES + LOTS_NAMES
    return Pack(names, cards, "french", keys=[c // 4 if c < X else c for c in range(len(names))])


def is_diamond(c: Card) -> bool:
    return c % 4 == DIAMONDS and c < X


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
    Zone(HAND, "hand", OWNER, "hand", most=15),
    Zone(KNOWN, "known", PUBLIC, "hand"),
    Zone(OPEN, "open", PUBLIC, "open"),
    *[Zone(BUNKER + i, f"bunker{i + 1}", SECRET, "bunker") for i in range(ROW)],
]

# -- §4 public facts ---------------------------------------------------------------------------------------------------


def facts(manual: bool) -> list[Fact]:
    return [
        Fact("direction", "direction", staged=True),  # §3
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


# -- §5 what fits ------------------------------------------------------------------------------------------------------


def base(pile: Cards) -> int:
    """§5 Return what the next card has to fit on, as a row of `fitting`: the rank under threes and jokers, whether one
    of these is a joker, and whether a joker is on top.
    """
    i: i64 = len(pile) - 1
    if i < 0:
        return 0
    top = 1 if pile[i] // 4 == JOKER else 0
    joker = 0
    while i >= 0:
        rank = pile[i] // 4
        if rank == JOKER:
            joker = 2
        elif rank != THREE:
            return (rank + 1) * 4 + joker + top
        i -= 1
    return joker + top


def fitting(equal_ok: bool, free: bool) -> list[Cards]:
    """§5 Return for each row of `base` which ranks fit, 1 for yes. equal_ok: on a joker, the rank that it stands for
    fits; free: on a joker over a two, every rank fits.
    """
    rows = []
    for row in range(4 * EVERY):
        below, joker, top = row // 4 - 1, row & 2 > 0, row & 1 > 0
        rows.append(bytes([1 if fits(k, below, joker, top, equal_ok, free) else 0 for k in range(EVERY)]))
    return rows


def fits(k: int, below: int, joker: bool, top: bool, equal_ok: bool, free: bool) -> bool:
    """§5 Tell whether rank k fits on rank `below`; −1: there is none. joker: one lies between; top: on top."""
    if k in (TWO, TEN, JOKER):
        return True
    if k == THREE:
        return not top
    if below < 0 or below == TWO:
        return free or below < 0 or not joker
    if joker and not equal_ok:
        return k < below
    return k <= below if joker or below == SEVEN else k >= below


def faces_of(ranks: Cards) -> int:
    """Return the faces of these ranks, 1 for yes, as a set of bits."""
    return sum([BIT[c] for c in range(X + 1) if ranks[c // 4]])


FOUR: Final = 4  # §6 equal ranks on one another


def group(pile: Cards) -> int:
    """§6 Return how many equal ranks lie directly on one another on top."""
    top: i64 = len(pile) - 1
    if top < 0:
        return 0
    rank = pile[top] // 4
    i: i64 = top - 1
    while i >= 0 and pile[i] // 4 == rank:
        i -= 1
    return int(top - i)


def count(cards: Cards, rank: int) -> int:
    """Return how many cards of a rank there are."""
    n = 0
    for c in cards:
        if c // 4 == rank:
            n += 1
    return n


# -- §11 a play is a rank and a number of cards ------------------------------------------------------------------------

MOST: Final = 32  # `to` of a play: MOST · rank + number of cards

PLAY: Final = [Action("play", b"", to) for to in range(EVERY * MOST)]
THROW: Final = [Action("throw", b"", to) for to in range(EVERY * MOST)]


def code(cards: Cards) -> int:
    """Return the `to` of a play of these cards; −1 if they are not of one rank."""
    if not cards or len(cards) >= MOST:
        return -1
    rank = cards[0] // 4
    return rank * MOST + len(cards) if rank < EVERY and count(cards, rank) == len(cards) else -1


def first_of(cards: Cards, rank: int, n: int) -> Cards:
    """Return at most n cards of a rank, the first ones; the cards are sorted."""
    size: i64 = len(cards)
    first: i64 = 0
    while first < size and cards[first] // 4 < rank:
        first += 1
    end: i64 = first
    while end < size and end - first < n and cards[end] // 4 == rank:
        end += 1
    return cards[first:end]


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
    def __init__(self, options: dict[str, str], seats: int) -> None:
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
