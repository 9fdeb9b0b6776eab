"""Dou Dizhu before a card is dealt: §1 the cards, the zones and facts, §10 the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from stich.kernel.cards import Pack
from stich.kernel.options import YES_NO, Need, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Zone
from stich.parts import climb
from stich.parts.climb.game import ClimbRules
from stich.parts.climb.pack import MOST, SIZE, rank
from stich.parts.climb.phase import FACTS as PLAY_FACTS

# -- §1 the cards -----------------------------------------------------------------------------------------------------

# Faces are those of the climbing core's pack: ranks 0–11 are 3 to ace, rank 12 the 2s; then the two jokers.
NAMES: Final = [suit + rank for rank in "3456789TJQKA2" for suit in "CDHS"] + ["X1", "X2"]
PACK: Final = Pack(NAMES, bytes(range(SIZE)), "french", [rank(c) for c in range(SIZE)])

BOTTOM: Final = 0
TRICK: Final = 1
HAND: Final = 2  # a seat's own zones repeat every EACH numbers
WON: Final = 3
EACH: Final = 2

FACTS: Final = [
    Fact("bid", "number", staged=True),  # the highest bid so far, 0 for none
    Fact("high", "seat"),  # who made it, or called or grabbed last
    Fact("calls", "plain"),  # how many have spoken
    Fact("caller", "plain"),  # §3.5 who called first; −1 if nobody has
    Fact("declined", "plain"),  # §3.5 who has passed, a set of seats
    Fact("grabs", "number"),
    Fact("landlord", "seat"),
    Fact("bottom", "cards"),  # §4.1 the three cards that all have seen; none if they stay hidden
    Fact("turns", "plain"),  # §8.3 how often each seat has played
    Fact("bombs", "number"),  # the rocket is one of them
    *PLAY_FACTS,
]

# -- §10 options, by the names of the sheet; the first value is the default -------------------------------------------

LOOSER: Final = {  # what an answer adds to the rule table of the climbing core
    ("attached_pair", "true"): climb.QUAD_PAIR_AS_SINGLES,
    ("attached_equal", "true"): climb.EQUAL_KICKERS,
    ("attached_repeat", "true"): climb.KICKER_REPEATS_RUN,
    ("attached_jokers", "true"): climb.SPECIAL_BOTH,
    ("attached_fours", "true"): climb.QUAD_TWO_EQUAL_PAIRS,
}
POINTS: Final = [Need("auction", ["points"])]
OPTIONS: Final = [
    Option("auction", ["points", "grab"]),
    Option("bid_rounds", ["once", "passes"], needs=POINTS),
    Option("first_bidder", ["rotate", "random"]),
    Option("all_pass", ["redeal", "first_plays"]),
    Option("bottom_shown", ["true", "false"]),
    Option("attached_pair", ["true", "false"]),
    Option("attached_equal", YES_NO),
    Option("attached_repeat", YES_NO),
    Option("attached_jokers", YES_NO),
    Option("attached_fours", YES_NO),
    Option("bombs_double", ["true", "false"]),
    Option("spring", ["true", "false"]),
    Option("most_doublings", ["0", "3", "4", "5"], 0, 30),  # 0: as many as there are
    Option("match_deals", ["6", "3", "9", "12"], 1, 999),
    Option("limit", ["0", "20", "50", "100"], 0, 999_999_999),  # 0: none
]
PRESETS: Final = [
    Preset("classic", {}, recommended=True),
    Preset("grab", {"auction": "grab", "attached_equal": "true", "most_doublings": "5"}),
    Preset("strict", {"attached_pair": "false", "bid_rounds": "passes"}),
    Preset("short", {"match_deals": "3", "most_doublings": "3"}),
]


def rule_table(options: Mapping[str, str]) -> int:
    """§6 Return the rule table of the climbing core.

    An option that is not given is at its default.
    """
    defaults = {option.name: option.default for option in OPTIONS}
    return sum([bit for (name, value), bit in LOOSER.items() if options.get(name, defaults[name]) == value])


@final
class DouDizhuRules(ClimbRules):
    """One table's rules, with each option read once."""

    def __init__(self, options: dict[str, str]) -> None:
        common = [
            Zone(BOTTOM, "bottom", SECRET, "table"),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=MOST),
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False),  # all saw the cards; they lie face down
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 3), options, rule_table(options))
        self.grab = options["auction"] == "grab"
        self.once = options["bid_rounds"] == "once"
        self.random = options["first_bidder"] == "random"
        self.redeal = options["all_pass"] == "redeal"
        self.bottom_shown = options["bottom_shown"] == "true"
        self.bombs_double = options["bombs_double"] == "true"
        self.spring = options["spring"] == "true"
        self.most = int(options["most_doublings"])
        self.deals = int(options["match_deals"])
        self.limit = int(options["limit"])
