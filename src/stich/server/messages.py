"""All messages between browsers and the server.

These structs are decoder, validator and JSON Schema. `web/src/wire/protocol.ts` is generated from them
(`stich.server.typescript`), and `docs/protocol.md` explains the order of messages. Messages contain no text, only keys
and parameters.

A card is its face (an int, `TableSpec.faces` has its notation); 255 is a card whose face the viewer does not know. A
zone is named "den" or, if it belongs to a seat, "hand.0". Seats are 0 … n−1 clockwise; 15 is a spectator.
"""

from __future__ import annotations

import zlib
from typing import Any, Final, Literal

import msgspec

PROTO = 1
"""The version of this file; a page built for another version is asked to reload."""

LARGEST: Final = 2**53 - 1  # the largest integer that a browser represents exactly

Value = int | str | list[int | str]
"""A parameter of a phrase: a number, a text (one that begins with "@" is itself a text key), or a list of seats,
cards or texts.
"""

Status = Literal["gathering", "playing", "deal_over", "match_over"]
Pace = Literal["slow", "normal", "fast", "instant"]


class Message(msgspec.Struct, forbid_unknown_fields=True, tag_field="t", omit_defaults=False):
    """A frame: one JSON object, whose type is in "t"."""


# Messages from browsers ---------------------------------------------------------------------------------------------


class Hello(Message, tag="hello"):
    """First frame on every socket.

    `have` is the last v shown and `epoch` the server's word for the sequence of v; −1 and "" on a first visit.
    """

    proto: int
    table: str
    have: int = -1
    epoch: str = ""


class Act(Message, tag="act"):
    """Choose an action.

    `v` is the last update seen; `id` rises with every message of this seat, so a repeat is recognised. `host`: the
    action is one of `TableView.host`, a table event and not an act of this seat. `ask`: nothing is done. The answer is
    the refusal that these cards would meet, or an `ack` if the action is legal.
    """

    id: int
    v: int
    verb: str
    cards: list[int] = []
    to: int = -1
    host: bool = False
    ask: bool = False


class Sit(Message, tag="sit"):
    """Take a seat that no person holds."""

    id: int
    seat: int
    name: str = ""


class Stand(Message, tag="stand"):
    """Leave the seat to a bot and watch."""

    id: int


class Rename(Message, tag="rename"):
    """Take another name."""

    id: int
    name: str


class Start(Message, tag="start"):
    """Stop waiting for friends: bots play the free seats."""

    id: int


class Ready(Message, tag="ready"):
    """The player has read the score sheet of deal number `deal`. The next deal begins when every person has confirmed
    it.
    """

    id: int
    deal: int


class Again(Message, tag="again"):
    """A rematch: same table, same seats, same options, new match. It begins when every person at the table has asked
    for it; `Occupant.ready` shows who has. Bots agree; people who have left or are away are not waited for."""

    id: int


class SetPace(Message, tag="pace"):
    """Set how long bots take."""

    id: int
    pace: Pace


class Undo(Message, tag="undo"):
    """Take back one's own last decision of this deal, and what the bots answered; possible while `TableView.undo` is
    set.
    """

    id: int


class Hint(Message, tag="hint"):
    """Ask what a good player would do here. `v` is the last update seen. Answered by `tip`, or by an error."""

    id: int
    v: int


class Ping(Message, tag="ping"):
    """Keep the connection alive. `h` is the hash of the view shown at number `v` (`view_hash`), "" for no check."""

    n: int
    v: int = -1
    h: str = ""


ClientMessage = Hello | Act | Sit | Stand | Rename | Start | Ready | Again | SetPace | Undo | Hint | Ping


def countable(msg: ClientMessage) -> bool:
    """Tell whether a browser can represent all numbers in a message exactly.

    They come back in answers and stay in the log, so numbers of a thousand digits are not accepted."""
    for name in msg.__struct_fields__:
        value = getattr(msg, name)
        for n in value if isinstance(value, list) else [value]:
            if isinstance(n, int) and abs(n) > LARGEST:
                return False
    return True


# Description of a table: the part that never changes -----------------------------------------------------------------


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
    lay the cards, a number that no client reads. `at`: the role of the zones in which the target lies, or of the pile
    it is done to. `within`: the target is `to % within`, and `to // within` is less than `above`; 0: `to` itself.
    `optional`: `to` can also be −1. "*" stands for anything: the game has not declared it.
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


class TableSpec(msgspec.Struct):
    """One table's constants."""

    game: str
    version: int
    table: str
    seats: int
    deck: str
    faces: list[str]  # face → its notation, "J7"
    keys: list[int]  # face → match key: a selection equals a legal action if their match keys are the same multiset
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
    sides: list[list[int]] = []  # seats that play together in every deal; none: there are none, or they change
    aids: bool = True  # hints, taking back and a list of the cards still out are allowed here
    lesson: Lesson | None = None
    help: bool = False  # the game has rules to read, GET /api/help/<game>/<lang>.json
    seeded: bool = False  # practice: with the table's seed every hand can be computed
    deals: int = 0  # number of prepared deals, after which no further one is dealt; 0: as many as the match takes
    decks: list[str] = []  # decks of drawings that a player can choose from; `deck` is the first of them
    tables: dict[str, list[str]] = {}  # names for numbers in facts: ends of text keys
    # how many of the last tricks (bouts, piles) can be looked at again: −1 all of the deal, 0 none
    lookback: int = -1
    daily: str = ""  # the date of the daily deal that is played here, alone: one deal; "": none
    reference: str = ""  # the section of the rules that players look up while they play, `Game.reference`; "": none
    unlisted: list[Legal] = []  # accepted and punished although `TableView.legal` does not list them: offered apart


# Description of a table: the part that changes
# -----------------------------------------------------------------------------------------------


class Phrase(msgspec.Struct, array_like=True, gc=False):
    """A text key with parameters, translated where it is read.

    Parameters named `seat` or `seats` are seats (the page writes their names), `card` or `cards` are faces, `n` chooses
    the plural form, or else the number of `cards`.
    """

    key: str
    args: dict[str, Value] = {}


class Legal(msgspec.Struct, array_like=True, gc=False):
    """One thing this viewer can do now, named as a choice (`Game.label`), with the cards it would move resolved to
    faces of the viewer's hand.
    """

    verb: str
    cards: list[int]
    to: int
    say: Phrase


class Said(msgspec.Struct, array_like=True, gc=False, omit_defaults=True):
    """What happened, as far as this viewer saw it.

    kind "move": a card went from zone to zone (255: its back); "show": a card was shown and stays; "say": only words;
    others ("trick", "win", …) are a game's own, with words. `seat`: whom it is about, −1 for nobody. `cards` are the
    faces and `n` is the number that its words name ([], 0: none): clients read these and never the parameters of `say`.
    `moment`: what a table stages: "triumph", "blow", "twist" or "notice"; "" for nothing (docs/moments.md).
    """

    kind: str
    seat: int
    card: int
    src: str
    dst: str
    say: Phrase | None
    cards: list[int] = []
    n: int = 0
    moment: str = ""


class Occupant(msgspec.Struct, omit_defaults=True):
    """The occupant of a seat; `name` "": a person without a name.

    `level` is the bot's level, also while a person holds the seat (the bot takes over if they leave). `ready`: the
    person has read the score sheet, or after the match wants a rematch. `coming`: present if a person gets the seat
    when the deal is over, with their name, "" if they have none.
    """

    name: str
    who: Literal["person", "bot"]
    level: str
    online: bool
    ready: bool
    coming: str | None = None


class Item(msgspec.Struct, array_like=True, gc=False):
    """A line of a score sheet: `n` points for `seat`, with the reason as a phrase."""

    seat: int
    n: int
    say: Phrase


class Tally(msgspec.Struct, gc=False):
    """What a side has reached in a deal; `name` is its text key, "" if it has only the names of its players."""

    name: str
    seats: list[int]
    n: int


class Sheet(msgspec.Struct):
    """A finished deal. `counted` is False for a deal that was passed out and dealt again.

    `tallies`: what each side has reached, if the deal is decided by comparing it.
    """

    deal: int
    points: list[int]
    totals: list[int]
    items: list[Item]
    headline: Phrase
    counted: bool = True
    tallies: list[Tally] = []


class Window(msgspec.Struct):
    """A time in which seats can act out of turn; its length does not depend on whether any seat could.

    Each page counts `lasts` down from when it received the window. What it sends until then arrives before the window
    closes, unless its connection is slower than `spare` allows for.
    """

    closes: int  # server time, ms
    lasts: int  # ms, for each player
    spare: int = 0  # ms more: round trip of the slowest connection of those to whom it is open
    plays: int = 0  # seats that can play on in it because their turn is next; for others it is a time to interrupt


class Answer(msgspec.Struct, array_like=True, gc=False):
    """A simultaneous answer: "silent" is not asked, "waiting" has not answered yet, "sealed" has, "own" is the
    viewer's, with its content.
    """

    state: Literal["silent", "waiting", "sealed", "own"]
    verb: str = ""
    cards: list[int] = []
    to: int = -1


class Prompt(msgspec.Struct, array_like=True, gc=False):
    """What the table says to the viewer now, in one sentence of up to three parts: what lies there, what the viewer is
    asked or whom the table waits for, what helps to decide. `best`: the place of the winning card in the trick, from 0;
    −1: none.
    """

    scene: Phrase | None
    task: Phrase | None
    note: Phrase | None
    best: int


class Side(msgspec.Struct, array_like=True, gc=False):
    """Seats that play together in this deal. `points`: what they have so far, null if it is not to be shown."""

    seats: list[int]
    name: Phrase | None
    points: int | None


class Note(msgspec.Struct, array_like=True, gc=False):
    """What holds for a seat for the moment, in a word or two."""

    seat: int
    say: Phrase


class Situation(msgspec.Struct, array_like=True, gc=False):
    """What the table marks for the viewer (`State.situation`). `trump` and `led` are faces whose suits are shown, −1:
    none; `trumps` says in words what is trump if the suit does not; `attacks` has pairs of seats. `stake` is what the
    deal is worth for the declarer so far, by reasons.
    """

    trump: int
    trumps: Phrase | None
    led: int
    trump_led: bool
    contract: Phrase | None
    declarer: int
    sides: list[Side]
    attacks: list[list[int]]
    direction: int
    stake: list[Item]
    notes: list[Note]


class Barred(msgspec.Struct, array_like=True, gc=False):
    """What belongs to the viewer's choice and is not possible now (`Phase.barred`), and why in a few words."""

    verb: str
    say: Phrase
    why: Phrase


class TableView(msgspec.Struct, kw_only=True):
    """Everything that one viewer knows at this moment. `update.patch` is a JSON merge patch (RFC 7386) of it.

    Defaults are the values before the first deal. This is the one list of the fields: `views.snapshot` computes their
    values by name, and finds what has changed without knowing them.
    """

    you: int
    status: Status
    pace: Pace
    occupants: list[Occupant]
    deal: int = 0  # deals begun in this match, from 1
    dealer: int = -1
    phase: str = ""
    turn: int = -1
    must: int = 0  # bit i: the table waits for seat i; bit 14: for the HOST (a window)
    may: int = 0  # the viewer's own bit if the viewer can interrupt
    zones: dict[str, list[int]]
    # with the values that this viewer sees: State.facts_for
    facts: dict[str, int | str | list[int | list[int]]] = {}
    answers: list[Answer] = []
    legal: list[Legal] = []
    scores: list[int]
    sheets: list[Sheet] = []
    winners: list[int] = []
    places: list[int] = []  # of each seat, from 1, when the match is over; equals share one
    stakes: list[int] = []  # what each seat wins or pays when the match is over; none: only the scores count
    window: Window | None = None
    record: bool = False  # the match is over and its record can be fetched
    undo: bool = False  # the viewer can take back their last decision now
    # the viewer has one action and may let the page do it: nobody learns anything from it (`kernel.forced`)
    forced: bool = False
    acts: int = 0  # acts in this deal; counted at a lesson's table only, where the steps depend on it
    # cards that the viewer saw go and that lie face down now, if the table allows aids: hexadecimal, bit f for face f;
    # a second mask after a comma for faces of which two went, and so on
    gone: str = ""
    # the order of a hand under the rules now: groups of faces, the strongest first (`State.order`); [] if there is none
    order: list[list[int]] = []
    barred: list[Barred] = []
    # possible table events, as a stock that is knocked over: any player can report one (`Act.host`)
    host: list[Legal] = []
    # indexes into `TableSpec.unlisted` of the acts that the rules would accept from the viewer now
    dares: list[int] = []
    # what the viewer can make of their hand (`State.plan`): melds, with 255 for a missing card
    plan: list[list[int]] = []
    prompt: Prompt | None = None  # None: before the first deal
    situation: Situation | None = None  # None: nothing is marked


# Messages from the server
# ---------------------------------------------------------------------------------------------------


class Welcome(Message, tag="welcome", omit_defaults=True):
    """Answer to hello. Then come the missing updates, or one view. `coming`: the seat that this person gets when the
    deal is over, −1: none.
    """

    proto: int
    epoch: str
    v: int
    now: int
    spec: TableSpec
    coming: int = -1


class Whole(Message, tag="view"):
    """The whole view at v: after a first hello, a gap that is too long, or an error."""

    v: int
    view: TableView


class Sat(msgspec.Struct, array_like=True, gc=False):
    """The players from event number `n` on: names by seat, and the seat of the reader (−1: none)."""

    n: int
    you: int
    names: list[str]


class Told(Message, tag="told"):
    """The events of the running deal before the view at v, for a page that has none of them yet.

    `sat`: the players at the time of the events, in their order, so that each act is attributed to the player who did
    it.
    """

    v: int
    events: list[Said]
    sat: list[Sat] = []


class Update(Message, tag="update"):
    """Number v of the table's log: the events, and the changes of the view."""

    v: int
    events: list[Said]
    patch: dict[str, Any]


class Skip(Message, tag="skip"):
    """Number v of the log is not for this viewer."""

    v: int


class Ack(Message, tag="ack"):
    """Message `id` is done and on disk; its effect has number v (or an earlier one if nothing changed)."""

    id: int
    v: int


class Problem(Message, tag="error"):
    """Message `id` was refused and nothing changed (−1: a message that could not be read).

    The text key is "error.<code>".
    """

    id: int
    code: str
    args: dict[str, Value] = {}


class Tip(Message, tag="tip"):
    """Answer to `hint` number `id`: one of the legal actions, and the reason in one sentence. Nothing is done yet."""

    id: int
    verb: str
    cards: list[int]
    to: int
    say: Phrase


class Pong(Message, tag="pong"):
    """Answer to ping `n`, with the server's time, ms."""

    n: int
    now: int


ServerMessage = Welcome | Whole | Told | Update | Skip | Ack | Problem | Tip | Pong


# Plain HTTP
# ---------------------------------------------------------------------------------------------------------------
#
# GET  /  and  /t/<table>               the page (one file for both; its parts lie under /assets/)
# GET  /api/games                       list[GameSpec], the game to offer first in front
# GET  /api/text/<lang>.json?game=<g>   the texts of the table and of game g (several: "?game=a&game=b"), see
# stich.text.catalogue
# GET  /api/help/<game>/<lang>.json     list[HelpSection], in the order in which they are read
# POST /api/tables                      NewTable -> TableMade; refused: status 400 and a Problem with id -1
# GET  /api/tables/<table>/invitation   Invitation
# GET  /api/tables/<table>/record       the record of a finished match, text/plain
# GET  /api/tables/<table>/deals/<n>?as=<viewer>   Review of a finished deal of the match that runs there
# GET  /api/daily                       Daily
# GET  /api/unfinished?table=<t>        list[Unfinished] of these tables (several: "?table=a&table=b"), without those
#                                       that are gone, over, or not the cookie's identity's
# GET  /api/matches?before=<ms>         list[Finished], at most 50, those of the cookie's identity
# GET  /api/reviews/<id>?as=<viewer>&deal=<n>   Review
# GET  /api/reviews/<id>/record         the record itself, text/plain
# POST /api/reviews                     the text of a record -> RecordKept
# WS   /api/socket                      ClientMessage and ServerMessage


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/tables.

    `preset` names one of `GameSpec.presets`; `options` gives what differs from it, or from the defaults. `seed` makes
    the deals repeatable (practice). `lesson`: one of `GameSpec.lessons`; it brings its own deal, options and bots.
    `daily`: today's deal of this game; with it only `pace` can be chosen.
    """

    game: str
    seats: int = 0  # 0: the game's usual number
    preset: str = ""
    options: dict[str, str | int | bool] = {}
    bots: list[str] = []  # a level per seat; shorter: the last one repeats; empty: "club"
    pace: Pace = "normal"
    gather: bool = False  # wait for friends until somebody says start
    seed: int | None = None
    aids: bool = True
    lesson: str = ""
    daily: bool = False


class Daily(msgspec.Struct):
    """The daily deals: their date (UTC), the ms until the next ones, and the game of the day."""

    date: str
    left: int
    game: str


class TableMade(msgspec.Struct):
    """Answer to POST /api/tables. `url`: the path of the table's page."""

    table: str
    url: str


class Invitation(msgspec.Struct):
    """What to send to friends. `url`: the link of the table as they can open it, `reached`: other machines can.

    `size`, `code`: its QR code, so many modules wide and high with its light border, and the dark ones as an SVG path.
    """

    url: str
    reached: bool
    size: int
    code: str


class HelpSection(msgspec.Struct):
    """A piece of a game's rules. `level` 2, or deeper for a section inside the one before it. `html` is safe to show; a
    `<span class="cards" data-kind data-cards>` in it is a place where the page draws a row of cards.
    """

    id: str
    title: str
    level: int
    html: str


class Player(msgspec.Struct):
    """The occupant of a seat when a match ended. `name` "": a person without a name."""

    name: str
    who: Literal["person", "bot"]
    level: str


class Finished(msgspec.Struct):
    """A finished match in the reader's list, the last one first. `id` names its review."""

    id: str
    table: str
    game: str
    at: int  # server time when it ended, ms
    seat: int  # the reader's seat; −1: none
    players: list[Player]
    scores: list[int]
    winners: list[int]
    deals: int
    fewest: bool = False  # points are penalties
    places: list[int] = []  # of each seat, from 1; [] of matches that ended before places were kept
    preset: str | None = None  # the preset with exactly these rules, "" for none; null of matches before this was kept
    lesson: bool = False
    daily: str = ""  # the date of the daily deal that it was


class Unfinished(msgspec.Struct):
    """A table at which the reader has a seat and whose match is not over. `waits`: the seats that have to act, or in
    the pause after a deal those of persons who have not confirmed it; [] while friends are awaited."""

    table: str
    game: str
    at: int  # server time of the last act, ms
    seat: int  # the reader's
    players: list[Player]
    waits: list[int]
    deal: int
    status: Status
    lesson: bool
    daily: str


class Bookmark(msgspec.Struct, array_like=True):
    """A place to jump to in a deal, with `at` acts done: a phase begins ("phase"; `say` has its name), or something
    public was decided ("trick", or another kind of event of the game's own)."""

    at: int
    kind: str
    say: Phrase


class ReviewDeal(msgspec.Struct):
    """A deal in a table of contents. `steps`: acts in it; `sheet`: null if it was not played to its end."""

    deal: int
    dealer: int
    steps: int
    marks: list[Bookmark]
    sheet: Sheet | None


class Review(msgspec.Struct):
    """A match to step through, and one deal of it as one viewer saw it.

    `start` is the view before the first act of deal `deal`, `opening` what was said then; the nth of `steps` is what
    the nth act changed.
    """

    id: str
    at: int  # server time when the match ended, or the record was loaded, ms; 0: it still runs
    spec: TableSpec
    players: list[Player]
    own: int  # the seat of the person who asks; −1: none
    viewer: str  # the viewpoint: a seat, "open" (all hands open), "watch" (what everybody saw)
    viewers: list[str]  # all viewpoints that this reader can take
    deals: list[ReviewDeal]
    deal: int
    opening: list[Said]
    start: TableView
    steps: list[Update | Skip]


class RecordKept(msgspec.Struct):
    """Answer to POST /api/reviews: the record can be reviewed under this id, by everybody who has it."""

    id: str
    url: str


# Hashes, by which page and server compare their views
# ------------------------------------------------------------------------------------------------


def view_hash(view: dict[str, Any]) -> str:
    """Return the hash of a TableView as JSON has it: CRC-32, in eight hexadecimal digits, of its canonical text.

    That is JSON in UTF-8 without spaces, the members of every object sorted by name, without members of the view itself
    that are null, because a merge patch cannot express null.
    """
    kept = {name: part for name, part in view.items() if part is not None}
    return f"{zlib.crc32(_canonical(kept)):08x}"


_canonical = msgspec.json.Encoder(order="sorted").encode
