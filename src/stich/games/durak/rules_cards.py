"""What is there before a card of Durak is dealt: §2 the cards, the zones and who sees them, §7 the options; and the
actions, made once.

face = size · suit + rank, where size is 13, 9 or 8 ranks of a suit. Options of contested points are marked [C].
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.kernel.action import Action
from stich.kernel.cards import ONE, Cards, Pack
from stich.kernel.options import PLAYERS, YES_NO, Need, Option, Preset
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Rules, Zone
from stich.parts.suits import held, of_suit, pack
from stich.parts.tricks import Contract, faces_of

RANKS: Final = {"52": "23456789TJQKA", "36": "6789TJQKA", "32": "789TJQKA"}
FACES: Final = 52  # of the largest pack
SUITS: Final = 4
EACH_DEALT: Final = 6  # §3 dealt, and the number to refill to
MOST: Final = 6  # §4 attack cards in a bout

TALON: Final = 0
TURNUP: Final = 1
DISCARD: Final = 2
PAIR: Final = 3  # an attack card and what has beaten it; there are MOST such places
HAND: Final = 9  # of seat 0, one zone for each seat

# -- §7 options, by the names of the sheet; the first value is the default -------------------------------------------

# if only one card can be laid, nothing is added to it
MORE: Final = [str(n) for n in range(2, MOST + 1)]
SEVERAL: Final = Need("max_attack", MORE)
THROWS: Final = ["all", "neighbours"]
THROWN: Final = [Need("throw_in", THROWS), SEVERAL]
PASSING: Final = [Need("max_attack", MORE, [Need("transfer_by_showing_trump", ["true"])])]
PASSED: Final = Need("transfer", ["true"])
# a player who has laid nothing holds six and draws nothing: the order matters if others than attacker and defender lay,
# or if the first to lay defends in the end
LAID: Final = [Need(PLAYERS, [str(n) for n in range(3, 13)], [PASSED]), Need("throw_in", THROWS, [PASSED]), SEVERAL]
OPTIONS: Final = [
    Option("pack", ["52", "36", "32"]),
    Option("packs", ["auto", "1", "2", "3", "4"]),
    Option("first_attacker", ["forehand", "lowest_trump"]),
    Option("transfer", ["true", "false"], needs=PASSING),
    Option("transfer_after_beat", YES_NO, needs=[PASSED, SEVERAL]),  # [C]
    Option("transfer_by_showing_trump", YES_NO, needs=[PASSED]),
    Option("throw_in", ["all", "neighbours", "off"], needs=[SEVERAL]),
    Option("throw_mode", ["priority", "free"], needs=THROWN),
    Option("pile_on_after_take", ["true", "false"], needs=THROWN),
    Option("max_attack", ["6", "5", "4", "3"], 1, MOST),
    Option("first_bout_max", ["6", "5"], needs=[Need("max_attack", [str(MOST)])]),
    Option("refill_order", ["laid", "defender_last"], needs=LAID),  # [C]
    Option("stall_limit", ["200", "50", "20"], 5, 1000),
    Option("show_discard", YES_NO),
    Option("match_games", ["1", "3", "5", "10"], 1, 99),
]
PRESETS: Final = [
    Preset("page", {}),
    Preset("simple", {"pack": "36", "transfer": "false"}),
    Preset("passing", {"pack": "36"}),
]

FACTS: Final = [
    Fact("trump", "key", staged=True),
    Fact("attacker", "seat"),  # §4 who has the initiative
    Fact("defender", "seat"),
    Fact("taking", "flag"),  # §4.2 the defender takes; the others may still throw in
    Fact("limit", "plain"),  # §4 attack cards that this bout may have
    Fact("out", "out"),  # §4.6 who has no cards left, and the talon is gone
    Fact("durak", "seat"),  # §5
    Fact("suit", "plain"),  # the trump suit as a number
    Fact("lowest", "plain"),  # §3 the trump that was shown for the first attack; −1
    Fact("count", "plain"),  # attack cards on the table, beaten ones included
    Fact("unbeaten", "plain"),  # how many of them are not beaten
    Fact("fitting", "plain"),  # §4.3 all faces of the ranks on the table, as bits
    Fact("waiting", "plain"),  # seats still to be asked
    Fact("lays", "plain"),  # each card laid in this bout, behind the seat that laid it
    Fact("shown", "plain"),  # §7 a trump was shown for a transfer in this bout
    Fact("bouts", "plain"),  # begun so far
    Fact("stall", "plain"),  # §8 successive bouts in which nothing went out of play
    Fact("drift", "plain"),  # §8 see rules_repeats.py
]


# -- actions ---------------------------------------------------------------------------------------------------------

TAKE: Final = Action("take")
BEAT: Final = [Action("beat", ONE[c], on) for on in range(FACES) for c in range(FACES)]  # at FACES · attack card + card
THROW: Final = [Action("throw", ONE[c]) for c in range(FACES)]
SHOW: Final = [Action("show", ONE[c]) for c in range(FACES)]
COUNT: Final = [mask.bit_count() for mask in range(16)]  # of suits in a set of them
SUBSETS: Final = [  # of a set of suits, the smallest ones first
    sorted([sub for sub in range(1, 16) if sub & mask == sub], key=COUNT.__getitem__) for mask in range(16)
]


def of_one_rank(verb: str, size: int) -> list[Action]:
    """Return the actions that name cards of one rank, all of different suits: at 16 · rank + the suits, as bits."""
    return [
        Action(verb, bytes([size * suit + rank for suit in range(SUITS) if suits >> suit & 1]))
        for rank in range(size)
        for suits in range(16)
    ]


@final
class PackKind:
    """A pack with this number of ranks: what beats what, and the actions with its cards."""

    def __init__(self, name: str, ranks: str) -> None:
        size = len(ranks)
        self.size = size
        self.ranks = ranks
        self.pack = pack(ranks)
        self.contracts = [Contract([of_suit(suit, size) for suit in range(SUITS)], trump) for trump in range(SUITS)]
        self.order: list[list[Cards]] = [held(each, size) for each in self.contracts]
        self.attack = of_one_rank("attack", size)
        self.transfer = of_one_rank("transfer", size)
        self.same: list[i64] = []  # of each face all faces of its rank, as bits
        self.places = vec[i64](
            [2 ** (4 * (c % size) + c // size) for c in range(SUITS * size)]
        )  # 4 · rank + suit, as a bit
        for c in range(SUITS * size):
            self.same.append(faces_of(bytes([size * suit + c % size for suit in range(SUITS)])))


KINDS: Final = {name: PackKind(name, ranks) for name, ranks in RANKS.items()}
TRUMPS: Final = [f"@durak.suit.{suit}" for suit in range(SUITS)]


def packs_for(seats: int, cards: int) -> int:
    """§2 Return how many packs give each seat six cards and leave one trump."""
    return -(-(EACH_DEALT * seats + 1) // cards)


@final
class DurakRules(Rules):
    def __init__(self, options: dict[str, str], seats: int) -> None:
        kind = KINDS[options["pack"]]
        cards = len(kind.pack.deck)
        packs = options["packs"]
        copies = packs_for(seats, cards) if packs == "auto" else int(packs)
        faces: Pack = kind.pack if copies == 1 else pack(kind.ranks, copies)
        common = [
            Zone(TALON, "talon", SECRET, "stock", ordered=True),
            Zone(TURNUP, "turnup", PUBLIC),
            Zone(DISCARD, "discard", PUBLIC, "discard", ordered=True, shown=options["show_discard"] == "true"),
        ]
        common += [Zone(PAIR + i, f"pair{i + 1}", PUBLIC, "pair", ordered=True) for i in range(MOST)]
        own = [Zone(HAND, "hand", OWNER, "hand", most=15)]
        super().__init__(Layout(common, own, FACTS, faces, seats, fewest=True), options)
        self.kind = kind
        self.size = kind.size
        self.by_lowest = options["first_attacker"] == "lowest_trump"
        self.transfer = options["transfer"] == "true"
        self.after_beat = options["transfer_after_beat"] == "true"
        self.by_showing = options["transfer_by_showing_trump"] == "true"
        self.throw_in = options["throw_in"] != "off"
        self.neighbours = options["throw_in"] == "neighbours"
        self.free = options["throw_mode"] == "free"
        self.pile_on = options["pile_on_after_take"] == "true"
        self.most = int(options["max_attack"])
        self.most_at_first = min(self.most, int(options["first_bout_max"]))
        self.defender_last = options["refill_order"] == "defender_last"
        self.stall_limit = int(options["stall_limit"])
        self.games = int(options["match_games"])
