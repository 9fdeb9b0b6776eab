"""Fünfhundert before a card is dealt: §2 the cards, the zones and facts, §8 the options, §5 what beats what."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.cards import ONE
from stich.kernel.options import YES_NO, Option
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.tricks import Contract, Duty

# -- §2 the cards: face = 8 · suit + rank -----------------------------------------------------------------------------

PACK: Final = suits.pack("789JQKTA")
SIZE: Final = 8
JACK: Final = 3  # ranks
QUEEN: Final = 4
KING: Final = 5
TEN: Final = 6
ACE: Final = 7
WORTH: Final = [0, 0, 0, 2, 3, 4, 10, 11] * 4

TALON: Final = 0
BOTTOM: Final = 1
TRICK: Final = 2
HAND: Final = 3  # a seat's own zones repeat every EACH numbers
DRAWN: Final = 4
WON: Final = 5
EACH: Final = 3

FACTS: Final = [
    Fact("trump", "card", staged=True),  # the seventeenth card: its suit is trump
    Fact("points", "points"),  # taken in tricks
    Fact("declared", "number"),
    Fact("fined", "number"),  # penalties for false declarations
    Fact("used", "cards"),  # cards in declarations: they count in no other one
    Fact("calls", "plain"),  # each declaration: 64 · seat + 32 if it was false + its number
    Fact("turn_calls", "plain"),  # declarations since the last card
    Fact("taken", "plain"),  # for each seat the faces, as bits, in its tricks
    Fact("gained", "plain"),  # for each seat the faces, as bits, won from the opponent since it could last declare
    Fact("settled", "plain"),  # seats that could have declared: what they had then no longer counts, see `due`
    Fact("seven_open", "plain"),  # seats that could not yet declare the trump seven since the talon ran out
    Fact("closed", "plain"),  # seats that have nothing more to declare after the last trick
]
OPTIONS: Final = [
    Option("declare_limit", ["none", "french_seven", "under_six", "until_talon_out"]),
    Option("declare_who", ["any", "leader"]),
    Option("declare_count", ["unlimited", "one_per_turn"]),
    Option("zero_rank", ["ranked", "equal"]),
    Option("late_declaration", ["lapse", "allowed"]),
    Option("false_declarations", ["penalise", "reject"]),
    Option("target", ["500", "300", "1000"], 1, 999_999),
    Option("auto_declare", YES_NO),
]


@final
class FuenfhundertRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [
            Zone(TALON, "talon", SECRET, "stock", ordered=True),
            Zone(BOTTOM, "bottom", PUBLIC),  # both saw it go under the talon
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=8),
            Zone(DRAWN, "drawn", OWNER, "hand"),  # since the seat could last declare
            Zone(WON, "won", PUBLIC, "captured", ordered=True),
        ]
        super().__init__(Layout(common, own, FACTS, PACK, 2), options)
        self.limit = options["declare_limit"]
        self.leader_only = options["declare_who"] == "leader"
        self.one_per_turn = options["declare_count"] == "one_per_turn"
        self.by_value = EQUAL if options["zero_rank"] == "equal" else RANKED
        self.late = options["late_declaration"] == "allowed"
        self.penalise = options["false_declarations"] == "penalise"
        self.target = int(options["target"])
        self.auto = options["auto_declare"] == "true"


# -- §5 what beats what -----------------------------------------------------------------------------------------------


def by_value(equal: bool) -> Contract:
    """§5 With a talon suits do not matter: one suit of ranks, the nothings apart [9] or together."""
    ranks = [bytes([SIZE * suit + rank for suit in range(4)]) for rank in range(SIZE - 1, -1, -1)]
    return Contract([[*ranks[:5], b"".join(ranks[5:])] if equal else ranks])


RANKED: Final = by_value(False)
EQUAL: Final = by_value(True)
STRICT: Final = [Contract([suits.of_suit(suit, SIZE) for suit in range(4)], trump) for trump in range(4)]
ORDER: Final = [suits.held(each, SIZE) for each in STRICT]
WANTED: Final = [  # for each trump and each card led
    [Duty(trump=True).wanted(contract, ONE[lead]) for lead in range(4 * SIZE)] for contract in STRICT
]
