"""Gaigel before a card is dealt: §2 the cards and their worth, the zones and facts, §8 the options.

Options of contested points are marked [C].
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Action
from stich.kernel.cards import Seats, only
from stich.kernel.options import PLAYERS, YES_NO, Need, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.suits import held, of_suit, pack
from stich.parts.tricks import Contract, Duty

# -- §2 the cards: face = 6 · suit + rank; of equal cards the one played first wins -----------------------------------

SIZE: Final = 6
DISS: Final = 0  # ranks
QUEEN: Final = 2
KING: Final = 3
WORTH: Final = [0, 2, 3, 4, 10, 11] * 4
PACKS: Final = {low: pack(f"{low}JQKTA", copies=2, art="german") for low in ("9", "7")}
CONTRACTS: Final = [Contract([of_suit(suit, SIZE) for suit in range(4)], trump) for trump in range(4)]
ORDER: Final = [held(each, SIZE) for each in CONTRACTS]
TRUMPS: Final = [f"@gaigel.suit.{suit}" for suit in range(4)]
GOAL: Final = 101

MELD: Final = [Action("meld", bytes([SIZE * suit + QUEEN, SIZE * suit + KING])) for suit in range(4)]
EXCHANGE: Final = Action("exchange")
CLAIM: Final = Action("claim")

TALON: Final = 0
TURNUP: Final = 1
TRICK: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
PAIR: Final = 4  # melded cards, open until they are played
WON: Final = 5
EACH: Final = 3

FACTS: Final = [
    Fact("trump", "key", staged=True),
    Fact("suit", "plain"),  # the same as a number
    Fact("leader", "plain"),
    Fact("points", "points"),  # of each seat's side
    Fact("exchanged", "seat"),  # the seat that has taken the turned-up card
    Fact("scored", "plain"),  # seats whose side has a trick
    Fact("melded", "plain"),  # the suit of the pair of which a card must be led
    Fact("winners", "seats"),
    Fact("liar", "seat"),  # the seat that claimed 101 points without having them
    Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
]
WITH_SIDES: Final = [Fact("points", "points", staged=True) if f.name == "points" else f for f in FACTS]


# -- §8 options, by the names of the sheet; the first value is the default --------------------------------------------

SEVERAL: Final = [Need(PLAYERS, ["3", "4"])]  # two players have no direction, and none plays after a trump
OPTIONS: Final = [
    Option("low_card", ["9", "7"]),
    Option("deal_size", ["6", "5"]),
    Option("direction", ["cw", "ccw"], needs=SEVERAL),
    Option("stop", ["auto", "claim"]),
    Option("overtrump", YES_NO, needs=SEVERAL),  # [C]
    Option("higher_after_trump", YES_NO, needs=SEVERAL),  # [C]
    Option("exchange_timing", ["own_turn", "on_lead"]),
    Option("meld_when", ["on_lead", "own_turn"]),  # [C]
    Option("meld_after_talon", ["true", "false"]),
    Option("last_trick", ["10", "0"], 0, 100),
    Option("show_totals", ["true", "false"]),
    Option("match_games", ["1", "3", "5", "7"], 1, 99),
]
PRESETS: Final = [
    Preset("page", {}),
    Preset("swabian", {"deal_size": "5", "low_card": "7", "direction": "ccw"}),  # §8
]


@final
class GaigelRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        common = [
            Zone(TALON, "talon", SECRET, "stock", ordered=True),
            Zone(TURNUP, "turnup", PUBLIC),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=int(options["deal_size"])),
            Zone(PAIR, "pair", PUBLIC, "meld"),
            Zone(WON, "won", PUBLIC, "captured", shown=False),
        ]
        # §1 the side of each seat
        self.side: list[Seats] = [only(seat) | (only((seat + 2) % 4) if seats == 4 else 0) for seat in range(seats)]
        facts, sides = (WITH_SIDES, self.side[:2]) if seats == 4 else (FACTS, None)
        super().__init__(Layout(common, own, facts, PACKS[options["low_card"]], seats, sides=sides), options)
        self.each = int(options["deal_size"])
        self.step = 1 if options["direction"] == "cw" else seats - 1
        self.claims = options["stop"] == "claim"
        overtrump = options["overtrump"] == "true"
        higher = options["higher_after_trump"] == "true"
        self.duty = Duty(head=True, trump=True, overtrump=overtrump, head_after_trump=higher)
        self.exchange_on_lead = options["exchange_timing"] == "on_lead"
        self.meld_on_turn = options["meld_when"] == "own_turn"
        self.meld_after_talon = options["meld_after_talon"] == "true"
        self.last_trick = int(options["last_trick"])
        self.games = int(options["match_games"])
        self.totals = options["show_totals"] == "true"
