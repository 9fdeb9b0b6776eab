"""Zones: places for cards, and who sees the cards in them."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from stich.kernel.cards import EVERYBODY, HOST, Card, Cards, Pack, Seat, Seats

SECRET: Final = 0  # nobody sees the cards, not even the owner (stock, bunkers): the default
OWNER: Final = 1  # the owner sees them (hand)
PUBLIC: Final = 2  # all seats see them (trick, melds)

# pair: an attack and the card that beats it; open, bunker: rows of a seat that are played after its hand, face up and
# face down
ROLES: Final = ("hand", "trick", "pile", "stock", "discard", "meld", "captured", "table", "pair", "open", "bunker")
# cards: also those of each seat, in a tuple; out: seats that no longer take part; places: the place of each seat, 0
# while it still plays; direction: 1 in the order of the seats, −1 against it; turns: of a trick to which a player lays
# several cards, each as (seat, number of cards, …), no cards for a pass; points: what each seat or its side has in its
# tricks so far, counted openly at the table; tally: the same where players have to count for themselves, from what all
# have seen: shown as a help
FACT_KINDS: Final = (
    "number", "seat", "seats", "card", "cards", "flag", "key", "plain", "out", "places", "direction", "turns", "points",
    "tally",
)  # fmt: skip


def mark(at: int, c: Card, eyes: Seats) -> int:
    """Return the mark that says: these seats know a card `c` in zone `at`, beyond what the zone shows."""
    return at << 24 | c << 16 | eyes


def zone_of(m: i64) -> i64:
    """Return the zone of a mark."""
    return m >> 24


def face_of(m: i64) -> i64:
    """Return the face of a mark."""
    return m >> 16 & 255


def eyes_of(m: i64) -> i64:
    """Return the seats of a mark."""
    return m & EVERYBODY


@final
class Zone:
    """A declared place for cards. `at` is its number; the layout checks that it equals the constant of the game.

    see: SECRET, OWNER or PUBLIC. This is about knowledge, not display: a face-down heap of cards that all have seen is
    PUBLIC with shown=False. A face-down card in a visible zone does not exist; it lies in a zone of its own.
    counted: False if the other seats are not shown how many cards lie there (the number still follows from the play).
    most: for a hand, how many cards it has at most in a deal; a hand that can grow without bound declares a number that
        it seldom passes. A page keeps the room for them from the first card on. 0: not declared, and the room grows.
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
        most: int = 0,
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
        self.most = most


@final
class Fact:
    """A public attribute of a game's state; `kind` says how a table shows it ("plain": not at all).

    staged: a stage shows it by `State.situation`, and lists it nowhere else.
    """

    def __init__(self, name: str, kind: str = "plain", staged: bool = False) -> None:
        if kind not in FACT_KINDS:
            raise ValueError(f"fact {name}: kind {kind!r} is none of {FACT_KINDS}")
        self.name = name
        self.kind = kind
        self.staged = staged


def check_layout(zones: list[Zone], seats: int) -> None:
    """Raise ValueError unless the zones have their numbers, and there can be that many seats."""
    for i, z in enumerate(zones):
        if z.at != i:
            raise ValueError(f"zone {z.name} says it is number {z.at}, but is declared as number {i}")
    if not 1 <= seats < HOST:
        raise ValueError(f"a table has 1 to {HOST - 1} seats, not {seats}")


@final
class Layout:
    """The zones of one game at a table of n seats: first the common ones, then those of seat 0, of seat 1, …

    reshuffles: cards are shuffled again within a deal. fewest: points are penalties, and the fewest win.
    sides: the sides of a match that are the same in every deal, as sets of seats; empty if none are.
    window_ms: how long people have to interrupt, in milliseconds, if a rule says so; 0: the table's setting applies.
    wild: the faces that stand for others although nothing on them says so; tables mark them.
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
        sides: list[Seats] | None = None,
        wild: Cards = b"",
    ) -> None:
        check_layout(common + own, seats)
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
        self.sides = sides or []
        self.wild = wild
        self.reshuffles = reshuffles  # a deal that shuffles again carries entropy; views lack it and samples replace it
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
        self.eyes = vec[i64](eyes)  # for each zone, the seats that see its cards
        self.ordered = vec[bool]([z.ordered for z in self.zones])


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The constants of a match: layout and options.

    A game's subclass reads each option once into a typed attribute. All states and views of a match share the object.
    Bots think in threads, so working data that changes must be kept separately for each thread.
    """

    def __init__(self, layout: Layout, options: dict[str, str]) -> None:
        self.layout = layout
        self.options = options
