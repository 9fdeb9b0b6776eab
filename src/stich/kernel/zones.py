"""Places for cards, and who sees what lies there."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from stich.kernel.cards import EVERYBODY, HOST, Cards, Pack, Seat

SECRET: Final = 0  # nobody sees it, not even its owner (stock, bunkers): the default
OWNER: Final = 1  # its owner does (hand)
PUBLIC: Final = 2  # everybody does (trick, melds)

# pair: an attack, and the card that beats it; open, bunker: rows of a seat that are played after its hand, face up and
# face down
ROLES: Final = ("hand", "trick", "pile", "stock", "discard", "meld", "captured", "table", "pair", "open", "bunker")
# out: seats that take no part any more; places: of each seat, 0 as long as it plays; direction: 1 in the order of the
# seats, −1 against it
KINDS: Final = (
    "number", "seat", "seats", "card", "cards", "flag", "key", "plain", "out", "places", "direction"
)  # fmt: skip


@final
class Zone:
    """A declared place. `at` is its number: a game's constants name it, the declaration repeats it, and the layout
    compares.

    see: SECRET, OWNER or PUBLIC. Visibility is knowledge, not display: a face-down heap of cards everybody saw is
    PUBLIC with shown=False. A face-down card in a visible place does not exist: it lies in a zone of its own.
    counted: False where others are not to be shown how many cards lie there (their number still follows from the play).
    """

    def __init__(
        self,
        at: int,
        name: str,
        see: int = SECRET,
        role: str = "table",
        ordered: bool = False,
        shown: bool = True,
        counted: bool = True,
    ) -> None:
        if role not in ROLES:
            raise ValueError(f"zone {name}: role {role!r} is none of {ROLES}")
        self.at = at
        self.name = name
        self.see = see
        self.role = role
        self.ordered = ordered
        self.shown = shown
        self.counted = counted


@final
class Fact:
    """A public attribute of a game's state; `kind` says how a table writes it ("plain": it does not)."""

    def __init__(self, name: str, kind: str = "plain") -> None:
        if kind not in KINDS:
            raise ValueError(f"fact {name}: kind {kind!r} is none of {KINDS}")
        self.name = name
        self.kind = kind


@final
class Layout:
    """The zones of one game at a table of n seats: first the common ones, then those of seat 0, of seat 1, …

    reshuffles: cards are shuffled again within a deal. fewest: points are penalties, and the fewest win.
    window_ms: how long people have to interrupt, where a rule says so; 0: as the table's pace has it.
    """

    def __init__(
        self,
        common: list[Zone],
        own: list[Zone],
        facts: list[Fact],
        pack: Pack,
        seats: int,
        reshuffles: bool = False,
        fewest: bool = False,
        window_ms: int = 0,
    ) -> None:
        for i, z in enumerate(common + own):
            if z.at != i:
                raise ValueError(f"zone {z.name} says it is number {z.at}, but is declared as number {i}")
        if not 1 <= seats < HOST:
            raise ValueError(f"a table has 1 to {HOST - 1} seats, not {seats}")
        self.common = common
        self.own = own
        self.facts = facts
        self.pack = pack
        self.deck: Cards = pack.deck
        self.single = len(set(pack.deck)) == len(pack.deck)  # no two cards are equal
        self.seats = seats
        self.everyone = (1 << seats) - 1
        self.fewest = fewest
        self.window_ms = window_ms
        self.reshuffles = reshuffles  # a deal that shuffles again carries entropy, which views lack and samples replace
        self.zones: list[Zone] = common[:]
        self.owner: list[Seat] = [-1] * len(common)
        for seat in range(seats):
            for z in own:
                self.zones.append(z)
                self.owner.append(seat)
        self.size = len(self.zones)
        eyes: list[int] = []
        self.ids: list[str] = []
        for z, who in zip(self.zones, self.owner, strict=True):
            eyes.append(EVERYBODY if z.see == PUBLIC else 1 << who if z.see == OWNER and who >= 0 else 0)
            self.ids.append(z.name if who < 0 else f"{z.name}.{who}")
        self.eyes = vec[i64](eyes)  # by zone, who sees what lies there
        self.ordered = vec[bool]([z.ordered for z in self.zones])


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """What stays the same for a whole match: layout and options.

    A game's subclass reads each option once into a typed attribute. All states and views of a match share it, and bots
    think in threads beside the table: so what it keeps to work with, each thread keeps for itself.
    """

    def __init__(self, layout: Layout, options: dict[str, str]) -> None:
        self.layout = layout
        self.options = options
