"""Chimera before a card is dealt: §1 the cards, the zones and facts, §12 the options.

A number in brackets is a row of the sheet's table of points on which the sources differ or are silent; each is an
option here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from stich.kernel.cards import Pack
from stich.kernel.options import YES_NO, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Zone
from stich.parts import climb
from stich.parts.climb.game import ClimbRules
from stich.parts.climb.pack import HIGH, LOW, rank

# -- §1 the cards -----------------------------------------------------------------------------------------------------

# Faces are those of the climbing core's pack: ranks 0–11 are the numbers 1–12, rank 12 the Heroes. Two cards stand
# alone, and are its jokers: Pi Ya the low one, the Chimera card the high one.
PIYA: Final = LOW
CHIMERA: Final = HIGH
NAMES: Final = [family + number for number in [*map(str, range(1, 13)), "H"] for family in "JSPT"] + ["PI", "CH"]


PACK: Final = Pack(NAMES, bytes(range(54)), "chimera", [rank(c) for c in range(54)])
HERO: Final = climb.TOP  # rank of the Heroes
TOADS: Final = 1  # rank of the 2s, worth 10 each
CATS: Final = 10  # rank of the 11s, worth 5 each

DEN: Final = 0
TRICK: Final = 1
HAND: Final = 2  # a seat's own zones repeat every EACH numbers
WON: Final = 3
EACH: Final = 2

FACTS: Final = [
    Fact("up", "card"),  # the card that the cut turned up, while it is to be shown; −1 if none
    Fact("upholder", "plain"),  # who received it; −1 if it fell into the den
    Fact("bid", "number", staged=True),  # the highest bid so far, 0 for none
    Fact("high", "seat"),  # who made it
    Fact("forced", "flag"),  # it was not made but imposed (§3)
    Fact("passes", "plain"),  # in a row
    Fact("chimera", "seat"),
    Fact("holder", "plain"),  # whose play is to be beaten
    Fact("last", "plain"),  # the move to beat, as the climbing core writes it; 0 for none
    Fact("played", "plain"),  # who has played a card this round: for the idle bonus
    Fact("traps", "number"),
    Fact("attack", "number"),
    Fact("treasures", "tally"),  # §9 worth of the treasures in each seat's tricks; the piles lie face down [26]
    Fact("plays", "turns"),  # this trick: (seat, cards, type, rank, length) for each turn, (seat, 0, 0, 0, 0) a pass
    Fact("past", "plain"),  # the won tricks that players can look into [26], each as `plays` with the cards behind them
]

# -- §12 options, by the names of the sheet; the first value is the default -------------------------------------------

COMBINATIONS: Final = [
    Option("kickers_distinct", ["true", "false"]),  # [8]
    Option("kicker_may_repeat_run", YES_NO),  # [9]
    Option("triple_kicker_same_rank", YES_NO),  # [10]
    Option("piya_end", ["declare", "high"]),  # [11]
    Option("special_kickers", ["each", "one", "both"]),  # [13, 14]
    Option("quad_pair_as_singles", YES_NO),  # [15]
    Option("quad_two_equal_pairs", YES_NO),  # [16]
    Option("attached_runs", ["any", "two_only"]),  # [28]
]
LOOSER: Final = {  # what an answer adds to the rule table of the climbing core, where it is not the default
    ("kickers_distinct", "false"): climb.EQUAL_KICKERS,
    ("kicker_may_repeat_run", "true"): climb.KICKER_REPEATS_RUN,
    ("triple_kicker_same_rank", "true"): climb.TRIPLE_KICKER_SAME_RANK,
    ("piya_end", "high"): climb.WILD_HIGH,
    ("special_kickers", "one"): climb.SPECIAL_ONE,
    ("special_kickers", "both"): climb.SPECIAL_BOTH,
    ("quad_pair_as_singles", "true"): climb.QUAD_PAIR_AS_SINGLES,
    ("quad_two_equal_pairs", "true"): climb.QUAD_TWO_EQUAL_PAIRS,
    ("attached_runs", "two_only"): climb.ATTACHED_TWO_ONLY,
}
OPTIONS: Final = [
    Option("limit", ["400", "300", "500", "750"], 1, 999_999_999),  # [34]
    Option("dealer", ["rotate", "fixed", "random"]),  # [1]
    Option("faceup_in_den", ["recut", "left_of_dealer_bids"]),  # [3]
    Option("show_faceup", ["round", "bidding_only"]),  # [4]
    Option("forced_bid", ["faceup_holder", "leader", "dealer", "first_passer_no_redeal"]),  # [5]
    Option("bid_end_passes", ["2", "3"]),  # [5a]
    Option("den_open", YES_NO),  # [6]
    *COMBINATIONS,
    Option("idle_bonus", ["once", "per_hunter"]),  # [17]
    Option("show_counts", ["true", "false"]),  # [25]
    Option("history", ["current_trick", "last_trick", "all"]),  # [26]
]
PRESETS: Final = [  # §12: how each rulebook reads where they differ
    Preset("german", {}),
    Preset("hungarian", {"forced_bid": "leader", "triple_kicker_same_rank": "true"}),  # [5, 10]
    Preset("french", {"bid_end_passes": "3", "attached_runs": "two_only"}),  # [5a, 28]
]


def rule_table(options: Mapping[str, str]) -> int:
    """§7 Return the rule table of the climbing core: Pi Ya is wild, and every answer other than the default adds a bit.

    An option that is not given is at its default.
    """
    return sum([bit for (option, value), bit in LOOSER.items() if options.get(option) == value], climb.WILD)


@final
class ChimeraRules(ClimbRules):
    """One table's rules, with each option read once."""

    def __init__(self, options: dict[str, str]) -> None:
        counted = options["show_counts"] == "true"
        common = [Zone(DEN, "den", SECRET, "table"), Zone(TRICK, "trick", PUBLIC, "trick", ordered=True)]
        own = [
            Zone(HAND, "hand", OWNER, "hand", counted=counted, most=20),
            # all saw the cards go there; they lie face down
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False, counted=counted),
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 3), options, rule_table(options))
        self.counted = counted
        self.limit = int(options["limit"])
        self.dealer = options["dealer"]
        self.den_may_have_faceup = options["faceup_in_den"] == "left_of_dealer_bids"
        self.faceup_stays = options["show_faceup"] == "round"
        self.forced_bid = options["forced_bid"]
        self.end_passes = int(options["bid_end_passes"])
        self.den_open = options["den_open"] == "true"
        self.idle_once = options["idle_bonus"] == "once"
        self.history = options["history"]
