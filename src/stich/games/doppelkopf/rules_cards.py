"""What is there before a card of Doppelkopf is dealt: §2 the cards, the contracts and what beats what, §8 and §12 the
options.
"""

from __future__ import annotations

from typing import Final, final

from stich.kernel.cards import ONE
from stich.kernel.options import YES_NO, Need, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts import suits
from stich.parts.tricks import Contract, Duty

# -- §2 the cards: face = 6 · suit + rank ------------------------------------------------------------------------------

RANKS: Final = "9JQKTA"
PACK: Final = suits.pack(RANKS, copies=2)
SHARP: Final = suits.pack(RANKS, copies=2, without="C9 S9 H9 D9")
SIZE: Final = 6
WORTH: Final = [0, 2, 3, 4, 10, 11] * 4
NINE: Final = 0
ACE: Final = 5
CLUB_JACK: Final = 1
CLUB_QUEEN: Final = 2
FOX: Final = SIZE * suits.DIAMONDS + ACE
HEART_TEN: Final = SIZE * suits.HEARTS + 4

# -- §2, §8 and §12 the contracts, and what beats what -----------------------------------------------------------------

NORMAL: Final = 0  # the contracts; 1 + suit is that suit's solo
JACKS: Final = 5
QUEENS: Final = 6  # §12 from here on
FLESHLESS: Final = 7
PIGS: Final = 8  # the normal game and the diamonds solo, if the two foxes of one hand are the highest trumps
CONTRACT_NAMES: Final = [
    *("normal", "solo_c", "solo_s", "solo_h", "solo_d", "grossspiel", "solo_queens", "solo_fleshless"),
]
SOLOS: Final = [1, 2, 3, 4, QUEENS, JACKS, FLESHLESS]  # the contract of the solo that an action names by its index
SOLO_WORDS: Final = ["C", "S", "H", "D", "queens", "jacks", "fleshless"]
SUIT_KEYS: Final = [f"doppelkopf.suit.{suit.lower()}" for suit in suits.SUITS]
SOLO_KEYS: Final = [*SUIT_KEYS, *[f"doppelkopf.game.solo_{word}" for word in SOLO_WORDS[4:]]]
TRUMP: Final = 4  # the number of the trumps in the suits of a contract


def contract(suit: int, tollen: bool, second: bool, pigs: bool = False) -> Contract:
    """§2 Queens, jacks and one suit are trump, above them the heart tens if they count so; §8 which of two wins; §12
    above all of them the pigs.
    """
    top = [FOX] if pigs else []
    top += [HEART_TEN] if tollen else []
    top += [SIZE * s + rank for rank in (2, 1) for s in range(4)]
    plain = [[SIZE * s + rank for rank in (5, 4, 3, 0) if SIZE * s + rank not in top] for s in range(4)]
    ranks = [[ONE[c] for c in plain[s]] if s != suit else [] for s in range(4)]
    return Contract([*ranks, [ONE[c] for c in top + plain[suit]]], TRUMP, ONE[HEART_TEN] if second else b"")


def of_rank(rank: int) -> Contract:
    """§8 Großspiel, §12 jacks and queens solo: four trumps; the other picture stands between king and nine."""
    plain = [[ONE[SIZE * s + r] for r in (5, 4, 3, 2, 1, 0) if r != rank] for s in range(4)]
    return Contract([*plain, [ONE[SIZE * s + rank] for s in range(4)]], TRUMP)


def fleshless() -> Contract:
    """§12 No trumps: A T K Q J 9 in every suit."""
    return Contract([*[[ONE[SIZE * s + r] for r in (5, 4, 3, 2, 1, 0)] for s in range(4)], []], TRUMP)


def contracts(tollen: bool, second: bool) -> list[Contract]:
    """Return the contract, by the numbers above."""
    of = [contract(suit, tollen, second) for suit in range(4)]
    pigs = contract(suits.DIAMONDS, tollen, second, pigs=True)
    return [of[suits.DIAMONDS], *of, of_rank(1), of_rank(2), fleshless(), pigs]


CONTRACTS: Final = [contracts(False, False), contracts(True, False), contracts(True, True)]
FOLLOW: Final = Duty()

TRUMP_WORDS: Final = [  # of each contract
    *("doppelkopf.trumps.d", "doppelkopf.trumps.c", "doppelkopf.trumps.s", "doppelkopf.trumps.h"),
    *("doppelkopf.trumps.d", "doppelkopf.trumps.jacks", "doppelkopf.trumps.queens", "table.trumps.none"),
    "doppelkopf.trumps.d",
]

# -- the table: zones, and public facts --------------------------------------------------------------------------------

TRICK: Final = 0
AWAY: Final = 1  # §12 poverty: the trumps that are offered, face down
HAND: Final = 2  # a seat's own zones repeat every EACH numbers
WON: Final = 3
EACH: Final = 2

FACTS: Final = [
    Fact("game", "key", staged=True),  # what is played, once all have spoken
    Fact("contract", "plain"),  # the contract
    Fact("declarer", "seat"),  # who plays a solo, or looks for a partner
    Fact("called", "plain"),  # the suit of the called ace, or FOREIGN; −1
    Fact("re", "seats", staged=True),  # publicly proven parties
    Fact("kontra", "seats", staged=True),
    Fact("points", "points"),  # taken in tricks
    Fact("last", "cards"),  # the last trick, in the order in which it was played
    Fact("taker", "plain"),  # the seat that took it and leads the next one
    Fact("foxes", "plain"),  # each that was `caught`, see rules_score.py
    Fact("silent", "plain"),  # seats that had nothing to say, so they do not have both club queens
    Fact("both", "plain"),  # the seat that was shown to have been dealt both; −1
    Fact("queens", "plain"),  # seats that have played one
    Fact("own_ace", "plain"),  # 1: the caller has played an ace of the called suit
    Fact("void", "plain"),  # for each seat the faces, as bits, that it has shown to lack
]
MORE: Final = [  # §12
    Fact("healthy", "plain"),  # seats that have said so
    Fact("reserved", "seats"),  # seats with a reservation, until the game is named
    Fact("named", "plain"),  # seats whose reservation is no solo
    Fact("nines", "plain"),  # seats that want a new deal
    Fact("poor", "seat"),  # who offers their trumps; −1
    Fact("richer", "plain"),  # who has taken them; −1
    Fact("due", "plain"),  # how many cards that seat still has to give back
    Fact("offered", "plain"),  # seats that have been asked to take them
    Fact("forced", "plain"),  # 1: this deal had to be a duty solo
    Fact("duty", "seat"),  # who plays their duty solo; −1
    Fact("said", "plain"),  # the highest announcement of Re and of Kontra: 0 the word itself, 1 no 90 … 4 black; −1
    Fact("late", "plain"),  # sides, as bits, that have only answered in time: they can announce no steps
    Fact("bound", "plain"),  # number of cards by which all limits have fallen
    Fact("sworn_re", "plain"),  # seats that have spoken for Re
    Fact("sworn_kontra", "plain"),
    Fact("told_re", "seats"),  # who has said what
    Fact("told_kontra", "seats"),
    Fact("told_no90", "seats"),
    Fact("told_no60", "seats"),
    Fact("told_no30", "seats"),
    Fact("told_black", "seats"),
    Fact("fallen", "plain"),  # for each seat the club queens it has played
    Fact("tricks", "plain"),  # number of tricks taken
    Fact("fat", "plain"),  # for each trick of 40 or more the seat that took it
    Fact("charlie", "plain"),  # who won the last trick with a club jack; −1
    Fact("charlies", "plain"),  # each club jack that was `caught` with the last trick
    Fact("pigs", "seat"),  # who has announced them; −1
    Fact("thrown", "plain"),  # 1: five nines, 2: a poverty that nobody took
]

# -- §8 and §12 the options, by the names of the sheet; the first value is the default ---------------------------------

PAGE: Final = [Need("rules", ["page"])]
TOURNAMENT: Final = [Need("rules", ["tournament"])]
TENS: Final = [Need("tollen", ["true"], TOURNAMENT)]  # heart tens are trumps
SPECIALS: Final = [Need("specials", ["true"], TOURNAMENT)]
OPTIONS: Final = [
    Option("rules", ["page", "tournament"]),
    Option("tollen", YES_NO, needs=PAGE),
    Option("tollen_second_beats_first", YES_NO, needs=TENS),
    Option("fuchsfang", YES_NO, needs=PAGE),
    Option("grossspiel", YES_NO, needs=PAGE),
    Option("no_nines", YES_NO),
    Option("solo_lead", ["forehand", "soloist"]),
    Option("caller_ace", ["ignored", "alone"], needs=PAGE),
    Option("wedding", ["ace_call", "first_foreign_trick"], needs=PAGE),
    Option("pay", ["one_each", "pairwise"], needs=PAGE),
    Option("solo_right", ["both_queens", "anyone"], needs=PAGE),
    Option("announcements", YES_NO, needs=PAGE),
    Option("specials", YES_NO, needs=PAGE),
    Option("solos", ["suits", "all"], needs=PAGE),
    Option("duty_solo", YES_NO, needs=[*TOURNAMENT, Need("match_deals", ["24"])]),
    Option("schweinchen", YES_NO, needs=TOURNAMENT),
    Option("armut", YES_NO, needs=TOURNAMENT),
    Option("neunen", YES_NO, needs=TOURNAMENT),
    Option("karlchen_caught", YES_NO, needs=SPECIALS),
    Option("match_deals", ["4", "8", "12", "16", "20", "24"]),
    Option("review_last", ["true", "false"]),
]
PRESETS: Final = [  # §12
    Preset("page", {}),
    Preset("tournament", {"rules": "tournament", "match_deals": "24", "duty_solo": "true"}),
    Preset("club", {"rules": "tournament"}, recommended=True),
    Preset(
        "family",
        {
            "rules": "tournament",
            "tollen_second_beats_first": "true",
            "schweinchen": "true",
            "armut": "true",
            "neunen": "true",
        },
    ),
]
ROUND: Final = 24  # deals of a round with duty solos


@final
class DoppelkopfRules(Rules):
    def __init__(self, options: dict[str, str]) -> None:
        self.tournament = options["rules"] == "tournament"
        self.announcements = self.tournament or options["announcements"] == "true"
        self.specials = self.tournament or options["specials"] == "true"
        self.modern = self.announcements or self.specials  # a deal keeps the facts of §12
        sharp = options["no_nines"] == "true"
        common = [
            Zone(TRICK, "trick", PUBLIC, "trick", ordered=True),
            Zone(AWAY, "away", SECRET, "table"),
        ]
        own = [
            Zone(HAND, "hand", OWNER, "hand", most=10 if sharp else 12),
            Zone(WON, "won", PUBLIC, "captured", ordered=True, shown=False),
        ]
        facts = FACTS + MORE if self.modern else FACTS
        super().__init__(Layout(common, own, facts, SHARP if sharp else PACK, 4), options)
        self.dealt = 10 if sharp else 12
        self.tollen = self.tournament or options["tollen"] == "true"
        second = self.tollen and options["tollen_second_beats_first"] == "true"
        self.contracts: list[Contract] = CONTRACTS[2 if second else 1 if self.tollen else 0]
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
        self.solos = 7 if self.tournament or options["solos"] == "all" else 4
        self.deals = int(options["match_deals"])
        self.duty = self.tournament and options["duty_solo"] == "true" and self.deals == ROUND
        self.schweinchen = options["schweinchen"] == "true"
        self.armut = options["armut"] == "true"
        self.neunen = options["neunen"] == "true"
        self.karlchen_caught = options["karlchen_caught"] == "true"
        self.review = options["review_last"] == "true"
