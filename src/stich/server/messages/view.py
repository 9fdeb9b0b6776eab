"""What one viewer knows at one moment: `TableView`, its parts, and the hash by which page and server compare it."""

from __future__ import annotations

import zlib
from typing import Any, Literal

import msgspec

from stich.server.messages.frame import Absent, Pace, Status, Talking, Timer, Value


class Phrase(msgspec.Struct, array_like=True, gc=False):
    """A text key with parameters, translated where it is read.

    Parameters named `seat` or `seats` are seats (the page writes their names), `card` or `cards` are faces, `n` chooses
    the plural form, or else the number of `cards`.
    """

    key: str
    args: dict[str, Value] = {}


class Legal(msgspec.Struct, array_like=True, gc=False, omit_defaults=True):
    """One thing this viewer can do now, named as a choice (`Game.label`), with the cards it would move resolved to
    faces of the viewer's hand. `group`: actions of a list with one number are of one sort, as all straights are.
    """

    verb: str
    cards: list[int]
    to: int
    say: Phrase
    group: int = 0


class Said(msgspec.Struct, array_like=True, gc=False, omit_defaults=True):
    """What happened, as far as this viewer saw it.

    kind "move": a card went from zone to zone (255: its back); "show": a card was shown and stays; "shuffle": `card`
    cards were mixed; "say": only words; "deal", "result": a deal begins or is over, with words; others ("trick", "win",
    …) are a game's own, with words. `seat`: whom it is about, −1 for nobody. `cards` are the
    faces and `n` is the number that its words name ([], 0: none): clients read these and never the parameters of `say`.
    `moment`: what a table stages: "triumph", "blow", "twist" or "notice"; "" for nothing (docs/moments.md).
    `topic`: what the table itself says of its people: "sit", "undo", "rename", …; "" for what the game says.
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
    topic: str = ""


class Occupant(msgspec.Struct, omit_defaults=True):
    """The occupant of a seat; `name` "": a person without a name.

    `level` is the bot's level, also while a person holds the seat (the bot takes over if they leave). `ready`: the
    person has read the score sheet, or after the match wants a rematch. `coming`: present if a person gets the seat
    when the deal is over, with their name, "" if they have none. `until`: the server time at which a bot takes over
    from this absent person, ms; 0: never by itself. `bot`: the name of the bot that plays for them, "" for none.
    `agreed`: the seats that want it to. `program`: a bot from elsewhere plays here, under its own name; `level` is that
    of the bot that replaces it if it does not answer.
    """

    name: str
    who: Literal["person", "bot"]
    level: str
    online: bool
    ready: bool
    coming: str | None = None
    until: int = 0
    bot: str = ""
    agreed: list[int] = []
    program: bool = False


class Clock(msgspec.Struct, gc=False):
    """The time of a seat. `until`: the server time at which it is over, ms; 0: its clock stands. `left`: what it has,
    or had when the clock began to run, ms.
    """

    until: int
    left: int


class Item(msgspec.Struct, array_like=True, gc=False):
    """A line of a score sheet: `n` points for `seat`, with the reason as a phrase."""

    seat: int
    n: int
    say: Phrase


class Tally(msgspec.Struct, gc=False):
    """What a side has reached in a deal; `name` is its text key, "" if it has only the names of its players. `rest` is
    the text key of what counts besides tricks, "" if nothing does.
    """

    name: str
    seats: list[int]
    n: int
    rest: str = ""


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


class Reached(msgspec.Struct, array_like=True, gc=False):
    """What a side has in the running deal (`State.reached`): `n` of `goal`, 0: of nothing. `added`: both count towards
    the score of the match. `say`: what stands instead of the number; `name`: of the side, null: that of its players.
    """

    seats: list[int]
    n: int
    goal: int
    added: bool
    say: Phrase | None
    name: Phrase | None


class Barred(msgspec.Struct, array_like=True, gc=False):
    """What belongs to the viewer's choice and is not possible now (`Phase.barred`), and why in a few words."""

    verb: str
    say: Phrase
    why: Phrase


class Shuffle(msgspec.Struct, gc=False):
    """How the cards of the next deal are being agreed on: docs/fairness.md.

    `n`: its number, counted through at this table. `commitment`: the server's, in hexadecimal digits. `pledges`: of the
    seats, "" where there is none, [] if nobody has pledged. `opening`: no more pledges are taken, and pages open their
    nonces. `opened`: seats that have done so, as bits. `dealt`: the commitment of the deal before it. `soon`: the first
    deal of the table begins by itself, as soon as those who sit there have pledged.
    """

    n: int
    commitment: str
    pledges: list[str]
    opening: bool
    opened: int
    dealt: str
    soon: bool = False


class TableView(msgspec.Struct, kw_only=True):
    """Everything that one viewer knows at this moment. `update.patch` is a JSON merge patch (RFC 7386) of it.

    Defaults are the values before the first deal. This is the one list of the fields: `views.snapshot` computes their
    values by name, and finds what has changed without knowing them.
    """

    you: int
    status: Status
    pace: Pace
    occupants: list[Occupant]
    owner: int = -1  # the seat of the table's owner; −1: they watch, or there is none
    locked: list[int] = []  # seats that only people get whom the owner lets in
    listed: bool = False  # strangers find the table in the list of open tables
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
    # cards that the viewer saw go and that lie face down now, if the table allows aids or the deal is over:
    # hexadecimal, bit f for face f; a second mask after a comma for faces of which two went, and so on
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
    # once a deal is over and all see every hand: the same of each seat, in the order of the seats; else []
    plans: list[list[list[int]]] = []
    talk: Talking = "phrases"  # what people at the table can say
    watching: bool = True  # people without a seat see the table; where they do not, `status` is "gathering" for them
    agreed: list[int] = []  # seats whose persons agree that people who watch see all hands, three minutes later
    open_hands: bool = False  # so it is in this deal
    watchers_talk: bool = False  # people who watch can say it, too
    prompt: Prompt | None = None  # None: before the first deal
    situation: Situation | None = None  # None: nothing is marked
    shuffle: Shuffle | None = None  # None: the cards of this table come from elsewhere
    reached: list[Reached] = []  # in the running deal, as far as the viewer knows it
    timer: Timer = "off"  # how long people may take
    clocks: list[Clock] = []  # of each seat; [] if there is no limit
    absent: Absent = "bot"  # what becomes of the seat of a person who is away
    may_end: bool = False  # somebody has left the match, so those who are there may end it after this deal
    ending: list[int] = []  # seats whose persons want that


def view_hash(view: dict[str, Any]) -> str:
    """Return the hash of a TableView as JSON has it: CRC-32, in eight hexadecimal digits, of its canonical text.

    That is JSON in UTF-8 without spaces, the members of every object sorted by name, without members of the view itself
    that are null, because a merge patch cannot express null.
    """
    kept = {name: part for name, part in view.items() if part is not None}
    return f"{zlib.crc32(_canonical(kept)):08x}"


_canonical = msgspec.json.Encoder(order="sorted").encode
