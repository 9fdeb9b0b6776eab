"""What is there before a card of Écarté is dealt: §2 the cards, their places, §8 the options."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Phrase
from stich.kernel.cards import ONE
from stich.kernel.options import Option
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.tricks import Contract, Duty

PACK: Final = suits.pack("789TAJQK")
SIZE: Final = 8
MOST: Final = 5  # cards in a hand, and tricks
KING: Final = 7
THREE: Final = Phrase("ecarte.contract", {"n": 3}, n=3)
CONTRACTS: Final = [Contract([suits.of_suit(suit, SIZE) for suit in range(4)], trump) for trump in range(4)]
ORDER: Final = [suits.held(each, SIZE) for each in CONTRACTS]

STOCK: Final = 0
TURNUP: Final = 1
TRICK: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
WON: Final = 4
AWAY: Final = 5
EACH: Final = 3

FACTS: Final = [
    Fact("turnup", "card", staged=True),  # its suit is trump
    Fact("exchanges", "number"),  # offered so far
    Fact("changed", "number"),  # how many cards each seat took in the last of them
    Fact("declarer", "seat", staged=True),  # the declarer; −1: nobody, or not yet
    Fact("king", "seat"),  # who has declared the king
    Fact("kings", "number"),  # points for a king, turned or declared, credited at once
    Fact("tricks", "number"),
    Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
]
OPTIONS: Final = [
    Option("target", ["5", "7", "11"], 1, 99),  # §7
    Option("declarer_loss", ["minus_two", "minus_two_and_point", "opponent_two"]),  # §6
    Option("king_declaration", ["manual", "auto"]),  # §4.3
    Option("forehand_min_change", ["1", "0"]),  # §4.2
    Option("dealer_min_change", ["0", "1"]),
    Option("stock_empty", ["no_declarer", "dealer_must_play"]),
    Option("must_trump", ["true", "false"]),  # §5
    Option("first_lead", ["forehand"]),  # §4.4
]


@final
class EcarteRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [
            Zone(STOCK, "stock", SECRET, "stock", ordered=True),
            Zone(TURNUP, "turnup", PUBLIC),
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=MOST),
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False),
            Zone(AWAY, "away", OWNER, "discard", shown=False),
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 2), options)
        self.target = int(options["target"])
        self.loss = options["declarer_loss"]
        self.auto = options["king_declaration"] == "auto"
        self.least: list[int] = [int(options["dealer_min_change"]), int(options["forehand_min_change"])]
        self.dealer_plays = options["stock_empty"] == "dealer_must_play"
        duty = Duty(head=True, trump=options["must_trump"] == "true")
        self.wanted: list[list[list[int]]] = [  # for each trump and each card led
            [duty.wanted(contract, ONE[lead]) for lead in range(4 * SIZE)] for contract in CONTRACTS
        ]
