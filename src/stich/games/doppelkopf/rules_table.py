"""What a table of Doppelkopf agrees on: where cards lie and who sees them, what everybody is told, §8 the options."""

from __future__ import annotations

from typing import Final, final

from stich.games.doppelkopf.rules_trumps import CONTRACTS, FOLLOW, PACK, SHARP, SIZE
from stich.kernel.cards import ONE
from stich.kernel.game import YES_NO, Option
from stich.kernel.zones import OWNER, PUBLIC, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.tricks import Contract

TRICK: Final = 0
HAND: Final = 1  # a seat's own zones repeat every EACH numbers
WON: Final = 2
EACH: Final = 2

FACTS: Final = [
    Fact("game", "key"),  # what is played, once all have spoken
    Fact("contract", "plain"),  # what is trump
    Fact("declarer", "seat"),  # who plays a solo, or looks for a partner
    Fact("called", "plain"),  # the suit of the called ace, or FOREIGN; −1
    Fact("re", "seats"),  # proven before all, as far as it is
    Fact("kontra", "seats"),
    Fact("points", "number"),  # taken in tricks
    Fact("last", "cards"),  # the last trick, in the order in which it was played
    Fact("taker", "plain"),  # who took it: he leads the next one
    Fact("foxes", "plain"),  # 4 · owner + who took it, for each that another one took
    Fact("silent", "plain"),  # seats that had nothing to say, hence not both club queens
    Fact("both", "plain"),  # the seat that has shown to have been dealt both; −1
    Fact("queens", "plain"),  # seats that have played one
    Fact("own_ace", "plain"),  # 1: the caller has played an ace of the called suit
    Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
]
# -- §8 options, by the names of the sheet; the first value is the default -------------------------------------------

OPTIONS: Final = [
    Option("tollen", YES_NO),
    Option("tollen_second_beats_first", YES_NO),
    Option("fuchsfang", YES_NO),
    Option("grossspiel", YES_NO),
    Option("no_nines", YES_NO),
    Option("solo_lead", ["forehand", "soloist"]),
    Option("caller_ace", ["ignored", "alone"]),
    Option("wedding", ["ace_call", "first_foreign_trick"]),
    Option("pay", ["one_each", "pairwise"]),
    Option("solo_right", ["both_queens", "anyone"]),
    Option("match_deals", ["4", "8", "12", "16", "20", "24"]),
    Option("review_last", ["true", "false"]),
]


@final
class DoppelkopfRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        common = [Zone(TRICK, "trick", PUBLIC, "trick", ordered=True)]
        own = [
            Zone(HAND, "hand", OWNER, "hand"),
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False),
        ]
        sharp = options["no_nines"] == "true"
        super().__init__(Layout(common, own, FACTS, SHARP if sharp else PACK, 4), options)
        self.dealt = 10 if sharp else 12
        tollen = options["tollen"] == "true"
        second = options["tollen_second_beats_first"] == "true"
        self.contracts: list[Contract] = CONTRACTS[2 if second else 1 if tollen else 0]
        self.orders = [suits.held(each, SIZE) for each in self.contracts]
        self.wanted: list[list[list[int]]] = [  # for each contract and each card led
            [FOLLOW.wanted(each, ONE[lead]) for lead in range(4 * SIZE)] for each in self.contracts
        ]
        self.fox = options["fuchsfang"] == "true"
        self.jacks = options["grossspiel"] == "true"
        self.soloist_leads = options["solo_lead"] == "soloist"
        self.own_ace_alone = options["caller_ace"] == "alone"
        self.wedding = options["wedding"] == "first_foreign_trick"
        self.pairwise = options["pay"] == "pairwise"
        self.anyone = options["solo_right"] == "anyone"
        self.deals = int(options["match_deals"])
        self.review = options["review_last"] == "true"
