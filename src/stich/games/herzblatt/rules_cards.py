"""Herzblatt before a card is dealt: §2 the packs and their worth, the zones and facts, §8 the options.

Options of contested points are marked [C]. Random events are cards here: lots are shuffled and dealt with the pack,
into a zone that nobody sees.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.cards import Pack
from stich.kernel.options import PLAYERS, YES_NO, Need, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.suits import HEARTS, SUITS, held, of_suit, other_way
from stich.parts.tricks import Contract, Duty

# -- §2 the cards: face = 8 · suit + rank, and after them a lot for each seat -----------------------------------------

RANKS: Final = "789JQKTA"
SIZE: Final = 8
LOT: Final = 32  # of seat 0
NAMES: Final = [suit + rank for suit in SUITS for rank in RANKS]
WORTH: Final = [0, 0, 0, 2, 3, 4, 10, 11] * 4
ENOUGH: Final = 66  # points with which the declarer wins (§6)
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


def pack(without: str, lots: int) -> Pack:
    left_out = without.split()
    deck = bytes([face for face, name in enumerate(NAMES) if name not in left_out])
    names = NAMES + [f"L{seat}" for seat in range(lots)]
    return Pack(names, deck + bytes(range(LOT, LOT + lots)), "french", also=other_way(RANKS, "french"))


STOCK: Final = 0
TRICK: Final = 1
LOTS: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
ASIDE: Final = 4
WON: Final = 5
EACH: Final = 3


def facts(counted: bool, sides: bool) -> list[Fact]:
    """Return the facts. counted: the table shows the points in tricks. sides: there are several defenders."""
    return [
        Fact("declarer", "seat", staged=sides),
        Fact("proposed", "seat"),  # by agreement: the seat that is voted on
        Fact("refused", "seats"),  # seats that have said no: to declaring, or to the last proposal
        Fact("rounds", "plain"),  # votes without agreement
        Fact("took", "plain"),  # the declarer has taken the stock
        Fact("leader", "plain"),
        Fact("points", "points" if counted else "plain", staged=sides),  # in tricks, of each seat's side
        Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
    ]


# -- §8 options, by the names of the sheet; the first value is the default --------------------------------------------

ASKED: Final = [Need("declarer_selection", ["volunteer_in_turn", "agreement"])]
OTHERS: Final = [  # otherwise forehand declares in every deal
    Need("declarer_selection", ["volunteer_in_turn", "random", "agreement", "fixed_seat"])
]
OPTIONS: Final = [
    Option("declarer_selection", ["volunteer_in_turn", "rotating", "random", "agreement", "fixed_seat"]),  # [C]
    Option("no_volunteer", ["forehand_must", "redeal", "random"], needs=ASKED),  # [C]
    Option("agree_rounds", ["2", "1", "3"], 1, 9, needs=[Need("declarer_selection", ["agreement"])]),
    Option("fixed_seat", ["0", "1", "2", "3"], needs=[Need("declarer_selection", ["fixed_seat"])]),
    Option("two_player_pack", ["p20_nine", "p22_ten", "p20_ten_no_stock"], needs=[Need(PLAYERS, ["2"])]),  # [C]
    Option("four_player_pack", ["p26_six", "p32_six_stock8", "p30_seven"], needs=[Need(PLAYERS, ["4"])]),  # [C]
    Option("must_trump", YES_NO),
    Option("must_overtrump", YES_NO, needs=[Need("must_trump", ["true"]), Need(PLAYERS, ["3", "4"])]),
    Option("first_lead", ["forehand", "declarer"], needs=OTHERS),
    Option("settlement", ["pay_multiple", "top_up"]),  # [C]
    Option("stake", ["1", "2", "5", "10"], 1, 1_000_000),
    Option("match_deals", ["0", "1", "12", "24"], 0, 999),  # 0: as many as there are players
    Option("show_running_points", ["true", "false"]),
]
PRESETS: Final = [  # what simulation shows to be a fair game: docs/decisions/0014
    Preset("page", {}),
    Preset("whole_pack", {"four_player_pack": "p32_six_stock8"}, seats=[4], recommended=True),
    Preset("fair", {"settlement": "top_up", "must_trump": "true"}, seats=[3], recommended=True),
]


@final
class HerzblattRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        self.selection = options["declarer_selection"]
        self.no_volunteer = options["no_volunteer"]
        without, self.each = TWO[options["two_player_pack"]] if seats == 2 else THREE
        if seats == 4:
            without, self.each = FOUR[options["four_player_pack"]]
        most = len(NAMES) - len(without.split()) - (seats - 1) * self.each  # dealt, and the stock
        asked = self.selection == "volunteer_in_turn" or self.selection == "agreement"
        self.lots = seats if self.selection == "random" or (asked and self.no_volunteer == "random") else 0
        common = [
            Zone(STOCK, "stock", SECRET, "stock"),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
            Zone(LOTS, "lots", SECRET, "meld", ordered=True, shown=False),  # drawn only if there are any
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=most),
            Zone(ASIDE, "aside", OWNER, "discard"),
            Zone(WON, "won", PUBLIC, "captured", shown=False),
        ]
        self.running = options["show_running_points"] == "true"
        known = facts(self.running, seats > 2)
        super().__init__(Layout(common, own, known, pack(without, self.lots), seats), options)
        self.rounds = int(options["agree_rounds"])
        self.fixed = int(options["fixed_seat"])
        self.duty = Duty(trump=options["must_trump"] == "true", overtrump=options["must_overtrump"] == "true")
        self.forehand_leads = options["first_lead"] == "forehand"
        self.rates = [1, -1, -2] if options["settlement"] == "top_up" else [1, -2, -3]  # won, lost, lost heavily
        self.stake = int(options["stake"])
        self.deals = int(options["match_deals"]) or seats
