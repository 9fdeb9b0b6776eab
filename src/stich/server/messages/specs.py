"""Games and tables as they are described once: what a game offers, and what never changes at a table."""

from __future__ import annotations

from typing import Literal

import msgspec

from stich.server.messages.frame import Value
from stich.server.messages.view import Legal


class ZoneSpec(msgspec.Struct):
    """A place for cards.

    `role` says where a page draws it; `shown` is False if a public pile is kept face down by custom. `most`: how many
    cards a hand seldom passes in a deal; a page keeps the room for them. 0: not said.
    """

    id: str
    name: str
    owner: int  # −1: no owner
    role: Literal["hand", "trick", "pile", "stock", "discard", "meld", "captured", "table", "pair", "open", "bunker"]
    ordered: bool
    see: Literal["secret", "owner", "public"]
    shown: bool
    counted: bool  # False: the number of cards is not displayed to others
    most: int = 0


class FactSpec(msgspec.Struct, omit_defaults=True):
    """A public fact. `kind` says how to display it; "plain" facts are for programs and are not displayed.

    "points" and "tally" are numbers for each seat that a person can switch off: what it has in tricks so far. A "tally"
    is a help, and not displayed at a table without `aids`.
    """

    name: str
    kind: Literal[
        "number", "seat", "seats", "card", "cards", "flag", "key", "plain", "out", "places", "direction", "turns",
        "points", "tally",
    ]  # fmt: skip
    staged: bool = False  # `TableView.situation` shows it: it is listed nowhere else


class Need(msgspec.Struct, array_like=True):
    """`option` has one of `values`; "players" stands for the number of players."""

    option: str
    values: list[str]


class OptionSpec(msgspec.Struct):
    """A rule that can be chosen.

    kind "choice": one of `values`, or with `order` the seats in any order, "2,0,1"; kind "number": a whole number from
    `least` to `most`, with `values` as suggestions. It has an effect only if every one of `needs` is met.
    """

    name: str
    kind: Literal["choice", "number"]
    values: list[str]
    default: str
    least: int = 0
    most: int = 0
    order: bool = False
    needs: list[list[Need]] = []


class PresetSpec(msgspec.Struct, array_like=True):
    """A usual table of a game: options that differ from the defaults, for these numbers of players. One preset can be
    recommended: it is offered to people who choose nothing."""

    name: str
    options: dict[str, str]
    seats: list[int]
    recommended: bool


class Conflict(msgspec.Struct, array_like=True):
    """`option=value` cannot be combined with `other=its` for this number of players."""

    option: str
    value: str
    other: str
    its: str
    seats: list[int]


class GameSpec(msgspec.Struct):
    """A game in the list of the start page; its texts have keys "<game>.…"."""

    game: str
    version: int
    seats: list[int]
    minutes: int
    deck: str  # which drawings: "chimera", "french", …
    showcase: list[str]  # two to five faces for the tile, by notation
    options: list[OptionSpec]
    bots: list[str]  # levels, weakest first
    lessons: list[str] = []  # names of prepared deals to learn the game by, in order
    help: bool = False  # the game has rules to read
    decks: list[str] = []  # decks of drawings that a player can choose from; `deck` is the first of them
    conflicts: list[Conflict] = []  # values that exclude each other: they are not offered together
    presets: list[PresetSpec] = []  # none: the game has one usual table, the defaults
    # how the faces of the tile lie: in a hand, as a trick, beaten in pairs, as melds in a row, as a pile, turned up
    # from a stock, or to be guessed
    pose: Literal["fan", "trick", "pairs", "row", "pile", "turned", "guess"] = "fan"
    kind: Literal["", "tricks", "shedding", "melds", "guessing"] = ""  # what the game is about, "": none of these


class Step(msgspec.Struct):
    """One idea of a lesson, shown when `at` acts have been done in the deal.

    `verb` "": only to read. Otherwise the learner does this one action, named as in `Legal`. `look`: what to point at,
    zone ids ("den", "hand.0") or parts of the page ("actions", "trick", "seats", "scores", "hand", "sheet").
    """

    at: int
    key: str
    args: dict[str, Value] = {}
    verb: str = ""
    cards: list[int] = []
    to: int = -1
    look: list[str] = []


class Lesson(msgspec.Struct):
    """A prepared deal that teaches a newcomer; steps with equal `at` come one after the other."""

    name: str
    steps: list[Step]
    seat: int = 0  # the learner's seat; bots play the others


class VerbSpec(msgspec.Struct):
    """A verb of the game: which cards it takes, and what `to` of its actions means. Clients choose how to offer an
    action by this alone; the name of a verb means nothing to them.

    `cards`: the roles of the zones its cards come from, [] if it takes none; `bare`: it can also be done without.
    `free`: the listed cards are examples, and any others of as many cards can be tried. `to`: "" nothing; "number" from
    `least` to `most`; "seat"; "zone" an index of `TableSpec.zones`; "card" a face; "place" a place of a row, from 1;
    "choice" an index of `among`, text keys; "choices" some of them, as bits; "count" how many cards go; "way" a way to
    lay the cards, a number that no client reads. `at`: the role of the zones in which the target lies; where it is
    no "zone", "card" or "place", of the pile that the action is done to. `within`: the target is `to % within`, and
    `to // within` is less than `above`; 0: `to` itself. `optional`: `to` can also be −1. `away`: its cards are given,
    exchanged or put aside, not played. "*" stands for anything: the game has not declared it.
    """

    name: str
    cards: list[str]
    bare: bool
    free: bool
    to: Literal["", "number", "seat", "zone", "card", "place", "choice", "choices", "count", "way", "*"]
    at: str
    least: int
    most: int
    within: int
    among: list[str]
    above: int
    optional: bool
    away: bool = False


class TableSpec(msgspec.Struct):
    """One table's constants."""

    game: str
    version: int
    table: str
    seats: int
    deck: str
    faces: list[str]  # face → its notation, "J7"
    keys: list[int]  # face → face key: a selection equals a legal action if their face keys are the same multiset
    copies: list[int]  # face → how many such cards the pack has
    zones: list[ZoneSpec]
    facts: list[FactSpec]
    phases: list[str]
    verbs: list[VerbSpec]
    options: dict[str, str]
    bots: list[str]
    preset: str = ""  # the preset with exactly these options; "": none
    premoves: list[str] = []  # verbs that a page can let people choose before their turn
    asides: list[str] = []  # verbs of announcements that take no turn
    fewest: bool = False  # points are penalties: the fewest win
    wild: list[int] = []  # faces that stand for others although nothing on them says so: pages mark them
    sides: list[list[int]] = []  # seats that play together in every deal; none: there are none, or they change
    aids: bool = True  # hints, taking back and a list of the cards still out are allowed here
    lesson: Lesson | None = None
    help: bool = False  # the game has rules to read, GET /api/help/<game>/<lang>.json
    seeded: bool = False  # practice: with the table's seed every hand can be computed
    deals: int = 0  # number of prepared deals, after which no further one is dealt; 0: as many as the match takes
    decks: list[str] = []  # decks of drawings that a player can choose from; `deck` is the first of them
    tables: dict[str, list[str]] = {}  # names for numbers in facts: ends of text keys
    # how many of the last tricks (bouts, piles) can be looked at again while a deal is played: −1 all, 0 none
    lookback: int = -1
    daily: str = ""  # the date of the daily deal that is played here, alone: one deal; "": none
    rated: bool = False  # the matches count for the ratings of those who play
    reference: str = ""  # the section of the rules that players look up while they play, `Game.reference`; "": none
    phrases: list[str] = []  # what people can say, ends of text keys; none where only one person plays
    phrases_in_play: list[str] = []  # the same during a deal, unless words of one's own are allowed
    unlisted: list[Legal] = []  # accepted and punished although `TableView.legal` does not list them: offered apart
