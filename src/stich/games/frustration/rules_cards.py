"""What is there before a card of Frustration is dealt: §2 the cards, §4 the contracts, §8 the options."""

from __future__ import annotations

from typing import Final, final

from stich.games.frustration.rules_contracts import Contract
from stich.games.frustration.rules_melds import HIGH, JOKER, LOW, RANKS, RUN, SET, is_wild
from stich.kernel.action import Action
from stich.kernel.cards import Card, Pack
from stich.kernel.options import YES_NO, Need, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone

# -- §2 the cards: face = 13 · suit + rank, ranks from the ace; jokers; lots, if they are drawn ---------------------

NAMES: Final = [f"{suit}{rank}" for suit in "CSHD" for rank in "A23456789TJQK"] + ["X"]
CARDS: Final = bytes(range(52)) * 2 + bytes([JOKER]) * 6
LOT: Final = 53  # of seat 0

STOCK: Final = 0
BOTTOM: Final = 1  # the last card of the stock, which the cut has shown
PILE: Final = 2
LOTS: Final = 3
DRAWN: Final = 4  # lots that have been drawn
HAND: Final = 5  # a seat's own zones repeat every EACH numbers
MELD: Final = 6
EACH: Final = 4
MOST_MELDS: Final = 3
MOST_WAY: Final = 2 ** (10 * MOST_MELDS) - 1  # of the ways to lay a contract (rules_contracts)

END: Final = 64  # `to` of a lay-off: the meld's zone, and how it is laid off
TO_SET: Final = 0
BEFORE: Final = END
BEHIND: Final = 2 * END


def meld_of(a: Action) -> int:
    """Return the zone to which a lay-off goes."""
    return a.to % END


def end_of(a: Action) -> int:
    """Return how it is laid off: TO_SET, BEFORE or BEHIND a run."""
    return a.to - a.to % END


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
    "first": [1],
}
DEALT: Final = 11
WORTH: Final = 20  # §2 of an ace and of a wild card

FACTS: Final = [
    Fact("contracts", "number"),  # §4 which one each seat has to lay
    Fact("contract", "key", staged=True),  # and what that is for the one whose turn it is
    Fact("laid", "seats"),  # §5 who has laid it in this deal
    Fact("out", "seat"),  # §5 who was out first: the others have one more turn
    Fact("taken", "card"),  # §5 what was taken off the pile in this turn
    Fact("waiting", "plain"),  # §5 to whom the joker is offered
    Fact("claimant", "plain"),  # §8 `swap`: the seat that has to put a card under the pile
    Fact("dealing", "plain"),  # §3 no seat has had a turn yet: after a claim another card is turned up
    Fact("turns", "plain"),
]
CLAIMED: Final = [Need("joker_claim", ["reaction", "priority", "random"])]
OPTIONS: Final = [
    Option("cut_joker", ["counts", "extra"]),  # §3
    Option("auto_cut", ["true", "false"]),
    Option("joker_claim", ["reaction", "priority", "random", "off"]),  # §5
    Option("claim_ms", ["3000", "1500", "5000", "10000"], 500, 60_000, needs=[Need("joker_claim", ["reaction"])]),
    Option("pile_rule", ["no_return", "honour"]),
    Option("winner", ["first_then_points", "lowest_points", "both_or_play_on"]),  # §7
    Option("twos_wild", ["over_three", "always", "never"]),  # §2
    Option("final_discard", ["optional", "required"]),  # §5
    Option("ace_in_runs", ["high_or_low", "low", "high"]),  # §4
    Option("claimed_joker", ["extra", "swap"], needs=CLAIMED),  # §5
    Option("discarder_may_claim", YES_NO, needs=CLAIMED),
    Option("extra_turn", ["true"]),
    Option("contracts", list(LISTS)),  # §4
    Option("turn_cap", ["400", "200", "1000"], 20, 5000),  # §5
]
PRESETS: Final = [
    Preset("page", {}),
    Preset("short", {"contracts": "odd"}),
    Preset("calm", {"joker_claim": "priority"}),
]
SHALLOW: Final = 10  # §3 the least and the most cards that are lifted off
DEEP: Final = 100


def worth_of(c: Card, twos: bool) -> int:
    """§2 Return the points of a card in hand."""
    rank = c % RANKS
    if is_wild(c, twos) or rank == 0:
        return WORTH
    return 10 if rank >= 9 else 5


def pack(lots: int) -> Pack:
    """Return the pack, with a lot for each of that many seats, because random events are cards here."""
    return Pack(NAMES + [f"L{seat}" for seat in range(lots)], CARDS + bytes(range(LOT, LOT + lots)), "french")


def meld_number(at: int) -> int:
    """Return the number of a meld on the table, from 1: three places for each seat."""
    return (at - MELD) // EACH * MOST_MELDS + (at - MELD) % EACH + 1


def zone_of_meld(number: int) -> int:
    return MELD + (number - 1) // MOST_MELDS * EACH + (number - 1) % MOST_MELDS


def is_meld_zone(zones: int, at: int) -> bool:
    return MELD <= at < zones and (at - HAND) % EACH != 0


@final
class FrustrationRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(BOTTOM, "bottom", PUBLIC),  # a table draws it under the stock
            Zone(PILE, "discard", PUBLIC, "discard", ordered=True),
            Zone(LOTS, "lots", SECRET, "meld", ordered=True, shown=False),  # drawn only if there are any
            Zone(DRAWN, "drawn", PUBLIC, "meld", ordered=True),
        ]
        own = [Zone(HAND, "hand", OWNER, "hand", most=15)]
        own += [Zone(MELD + i, f"meld{i + 1}", PUBLIC, "meld", ordered=True) for i in range(MOST_MELDS)]
        self.claim = options["joker_claim"]
        cards = pack(seats if self.claim == "random" else 0)
        time = int(options["claim_ms"])
        self.twos = options["twos_wild"] == "always" or (options["twos_wild"] == "over_three" and seats > 3)
        wild = bytes([c for c in range(JOKER) if self.twos and is_wild(c, self.twos)])
        layout = Layout(common, own, FACTS, cards, seats, reshuffles=True, fewest=True, window_ms=time, wild=wild)
        super().__init__(layout, options)
        self.cut_counts = options["cut_joker"] == "counts"
        self.auto_cut = options["auto_cut"] == "true"
        self.no_return = options["pile_rule"] == "no_return"
        self.winner = options["winner"]
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
