"""What is there before a card of Chinchón is dealt: §2 the cards and their values, §7 the options."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.cards import Card, Cards, Pack
from stich.kernel.options import YES_NO, Need, Option, Preset
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
    Fact("out", "out"),  # §6 of the match
    Fact("left", "number"),  # §5 what each seat has in no meld, once all lie open
    Fact("clean", "plain"),  # §5 seats that have put the whole hand into melds of their own
    Fact("seven", "plain"),  # §5 who has seven in a row, once all lie open
    Fact("turns", "plain"),
]
CONGA_FACTS: Final = [Fact("places", "places"), *FACTS]  # §6 of who is out, as the match will rank them
OTHER_FACTS: Final = [Fact("places", "plain"), *FACTS]  # nobody drops out, so there are none
CONGA_ONLY: Final = [Need("mode", ["conga"])]
ANY_CLOSE: Final = [  # seven cards without a meld are worth more than any limit
    Need("close_limit", ["none"]),
    Need("mode", ["chinchon"], [Need("conga_close", ["five_from_96"])]),
]
OPTIONS: Final = [
    Option("deck", ["40", "48"]),  # §2
    Option("mode", ["chinchon", "conga"]),  # §6
    Option("face_values", ["index", "ten", "compact"]),  # §2
    Option("close_limit", ["none", "5", "3", "4", "10"]),  # §4
    Option("layoff", ["none", "on_closer", "all"]),  # §5
    Option("limit", ["100", "50", "75", "150"], 20, 1000),  # §6
    Option("conga_out_at", ["101", "100"], needs=CONGA_ONLY),
    Option("minus_ten_for", ["closer", "anyone"]),  # §5
    Option("stock_out", ["reshuffle", "void_deal"]),  # §4
    Option("seven_ten_adjacent", ["true", "false"], needs=[Need("deck", ["40"])]),
    Option("conga_close", ["five_and_stay_in", "five_only", "five_from_96"], needs=CONGA_ONLY),  # §6
    Option("seven_run", ["anyone", "closer"]),  # §5
    Option("close_needs_meld", YES_NO, needs=ANY_CLOSE),  # §4
    Option("auto_melds", ["true", "false"]),  # §5
    Option("turn_cap", ["400", "200", "1000"], 20, 5000),  # §8
    Option("pile_visible", ["top"]),  # §4
    Option("direction", ["ccw"]),  # §1
]
PRESETS: Final = [  # §7
    Preset("usual", {"close_limit": "5"}, recommended=True),
    Preset("page", {}),
    Preset("conga", {"mode": "conga"}),  # §6
]
NO_LIMIT: Final = 10_000
CONGA: Final = 5  # points that can be left over when a player closes in La Conga
FROM: Final = 4  # `five_from_96`: that many below the limit


@final
class ChinchonRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(PILE, "discard", PUBLIC, "discard", ordered=True),
            Zone(CLOSED, "closed", SECRET, "meld"),  # drawn only if a player has closed
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=DEALT + 1),
            Zone(LEFT, "left", PUBLIC, ordered=True),
            Zone(MELD, "meld1", PUBLIC, "meld"),
            Zone(MELD + 1, "meld2", PUBLIC, "meld"),
        ]
        pack = PACKS[options["deck"]]
        conga = options["mode"] == "conga"
        facts = CONGA_FACTS if conga else OTHER_FACTS
        super().__init__(Layout(common, own, facts, pack, seats, reshuffles=True, fewest=True), options)
        self.conga = conga
        self.conga_close = options["conga_close"]
        self.close_limit = NO_LIMIT if options["close_limit"] == "none" else int(options["close_limit"])
        self.layoff = options["layoff"]
        self.limit = int(options["limit"])
        self.out_from = self.limit + (options["conga_out_at"] == "101")
        self.anyone = options["minus_ten_for"] == "anyone"
        self.reshuffle = options["stock_out"] == "reshuffle"
        self.seven_of_closer = options["seven_run"] == "closer"
        self.needs_meld = options["close_needs_meld"] == "true"
        self.auto = options["auto_melds"] == "true"
        self.turn_cap = int(options["turn_cap"])
        joined = options["deck"] == "40" and options["seven_ten_adjacent"] == "true"
        self.size = 10 if joined else 12  # ranks of a suit in the order of runs
        bits = [2 ** (arrange.STRIDE * (c // 12) + place_of(c % 12, joined)) for c in range(48)]
        self.bits = vec[i64](bits)
        self.faces: dict[int, Card] = {bits[c]: c for c in range(48) if not (joined and c % 12 in (7, 8))}
        values = [value_of(c % 12 + 1, options["face_values"]) for c in range(48)]
        self.values = values
        worth = [0] * (4 * arrange.STRIDE)
        for bit, c in self.faces.items():
            worth[bit.bit_length() - 1] = values[c]
        self.worth = arrange.planes(worth)

    def mask(self, cards: Cards) -> i64:
        """Return cards in the bits that `arrange` reads."""
        out: i64 = 0
        bits = self.bits
        for i in range(len(cards)):
            out |= bits[cards[i]]
        return out

    def chosen(self, cards: Cards, mask: i64) -> Cards:
        """Return the cards with these bits."""
        bits = self.bits
        return bytes([c for c in cards if bits[c] & mask])

    def may_close(self, kept: i64, most: int) -> bool:
        """§4 Tell whether closing is possible with these seven cards, as bits, if at most that many points can be left
        over.
        """
        if self.needs_meld and arrange.meldable(kept) == 0:
            return False
        return most >= NO_LIMIT or arrange.least(kept, self.worth) <= most

    def least(self, cards: Cards) -> int:
        """§5 Return the fewest points that these cards can leave."""
        return int(arrange.least(self.mask(cards), self.worth))


def place_of(rank: int, joined: bool) -> int:
    """§4 Return the place of a rank, 0 to 11, in runs: without 8 and 9 the 10 follows the 7."""
    return rank - 2 if joined and rank > 8 else rank


def value_of(number: int, how: str) -> int:
    """§2 Return the points of a card."""
    if how == "ten":
        return min(number, 10)
    return number - 2 if how == "compact" and number >= 10 else number
