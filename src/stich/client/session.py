"""A session at one table, without socket or clock: frames and times go in; frames, news and a view come out.

The holder of the socket calls `opened`, `receive`, `closed` and, when `next_tick` has come, `tick`, and sends what
`take` returns. `now` is milliseconds since 1970 by a clock that never goes backwards: message ids are made from it, so
they rise even after a restart.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from stich.client.frames import Plain, decode, encode, merged, plain, typed, view_hash
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import (
    Act,
    Admit,
    Again,
    Agree,
    Back,
    Disclose,
    HandOver,
    Hello,
    Hint,
    Ping,
    Pledge,
    Ready,
    Remove,
    Rename,
    Say,
    SetAbsent,
    SetListed,
    SetLocks,
    SetPace,
    SetTalk,
    SetTimer,
    SetWatching,
    Silence,
    Sit,
    Stand,
    Start,
    Undo,
    Wait,
    WantBot,
    WantEnd,
)
from stich.server.messages.from_server import (
    Ack,
    Line,
    Pong,
    Problem,
    Rights,
    Sat,
    Skip,
    Talk,
    Tip,
    Told,
    Update,
    Watchers,
    Welcome,
    Whole,
)
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Legal, Said, TableView

Request = (
    Act | Sit | Stand | Rename | Start | Ready | Again | SetPace | SetLocks | Admit | Remove | HandOver | SetListed
    | Pledge | Disclose | Undo | Hint | Say | SetTalk | Silence | Agree | SetWatching
    | SetTimer | SetAbsent | Wait | WantBot | WantEnd | Back
)  # fmt: skip
"""A message that wants an answer."""

PING: Final = 2_500  # ms between two pings
RESEND: Final = 2_500  # ms after which an unanswered message is sent again
REHELLO: Final = 1_000  # ms for which a missing number is waited for
DEAD: Final = 9_000  # ms of silence after which the other end is gone
AHEAD: Final = 64  # updates kept while one before them is missing
ENDS: Final = frozenset({"unknown_table", "closed", "outdated"})  # errors after which reconnecting is useless


class Welcomed(NamedTuple):
    """The table has answered hello. now: its clock."""

    spec: TableSpec
    now: int


class Shown(NamedTuple):
    """The whole view has been replaced: at first, after a gap that was too long, or for another seat."""

    v: int


class Happened(NamedTuple):
    """Number v of the log, which the view now includes."""

    v: int
    events: list[Said]


class Recalled(NamedTuple):
    """The events of this deal before the view that has just been shown, and who sat there then."""

    events: list[Said]
    sat: list[Sat]


class Overheard(NamedTuple):
    """What people at the table said."""

    lines: list[Line]


class Answered(NamedTuple):
    """A message was answered: by Ack or Tip, or refused by Problem. request None: the answer is to no message with an
    id.
    """

    request: Request | None
    answer: Ack | Tip | Problem


class Entitled(NamedTuple):
    """What this person may do at the table has changed."""

    before: Rights
    rights: Rights


class Ended(NamedTuple):
    """The table does not exist, cannot continue, or uses another protocol: nothing more will come."""

    problem: Problem


News = Welcomed | Shown | Happened | Recalled | Overheard | Answered | Entitled | Ended


def _changes_nothing(request: Request) -> bool:
    return isinstance(request, Hint | Say) or (isinstance(request, Act) and request.ask)


class Waiting:
    """A message in flight."""

    def __init__(self, request: Request, sent: int) -> None:
        self.request = request
        self.sent = sent  # −1: not on this socket


class Session:
    """A session, as described in the module. table: its name. ping: ms between two pings; 0: none."""

    def __init__(self, table: str, *, ping: int = PING) -> None:
        self.table = table
        self.ping = ping
        self.spec: TableSpec | None = None
        self.v = -1
        self.heard = -1  # the last line of talk
        self.watchers = Watchers(0, [])
        self.epoch = ""
        self.plain: Plain = {}
        self.ended: Problem | None = None
        self.connected = False
        self.welcomed = False
        self.unanswered: dict[int, Waiting] = {}
        self._typed: TableView | None = None
        self._hash = ""
        self._out: list[str] = []
        self._ahead: dict[int, Update | Skip] = {}
        self._resyncing = True  # only a whole view helps now
        self._missing_since = -1  # since when something expected has not come; −1: nothing is missing
        self.rights = Rights()
        self.ahead = 0  # ms, the table's clock before this one
        self.coming = -1  # the seat that this person gets when the deal is over
        self._promised = -1  # the last number mentioned in an ack
        self._heard = 0
        self._pinged = 0
        self._pings = 0
        self._last_id = 0

    # -- state --------------------------------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether the view is up to date, as far as can be known."""
        return self.welcomed and not self._resyncing and self._missing_since < 0

    @property
    def shown(self) -> bool:
        """Whether the table has ever been seen."""
        return self.spec is not None and self.v >= 0

    @property
    def view(self) -> TableView:
        """The current view. Raises LookupError before the first whole view."""
        if self.v < 0:
            raise LookupError("the table has not been seen yet")
        if self._typed is None:
            self._typed = typed(self.plain)
        return self._typed

    @property
    def hash(self) -> str:
        """The canonical hash of the view; "" before the first one."""
        if not self._hash and self.v >= 0:
            self._hash = view_hash(self.plain)
        return self._hash

    @property
    def busy(self) -> bool:
        """Whether a message is in flight that changes something, or done and its effect not shown yet."""
        waiting = any(not _changes_nothing(one.request) for one in self.unanswered.values())
        return waiting or self.v < self._promised

    def dead(self, now: int) -> bool:
        """Tell whether the socket has been silent for so long that it should be given up."""
        return self.connected and now - self._heard > DEAD

    # -- requests -----------------------------------------------------------------------------------------------------

    def request(self, message: Request, now: int) -> int:
        """Send a message, and repeat it until it is answered. Returns its id; the id in the message is ignored."""
        self._last_id = max(self._last_id + 1, now)
        numbered: Request = msgspec.structs.replace(message, id=self._last_id)
        waiting = self.unanswered[self._last_id] = Waiting(numbered, -1)
        if self.welcomed:
            self._send_again(waiting, now)
        return self._last_id

    def act(self, choice: Legal, now: int, cards: list[int] | None = None) -> int:
        """Do one of the legal actions. cards: the cards to be moved, if others with the same face keys were chosen."""
        return self.request(Act(0, self.v, choice.verb, choice.cards if cards is None else cards, choice.to), now)

    # -- the socket ---------------------------------------------------------------------------------------------------

    def opened(self, now: int) -> None:
        """A socket has been opened: send hello on it."""
        self.connected = True
        self.welcomed = False
        self._out.clear()
        self._ahead.clear()
        self._heard = self._pinged = now
        for waiting in self.unanswered.values():
            waiting.sent = -1
        self._hello(now)

    def closed(self) -> None:
        """The socket is gone, with everything in flight."""
        self.connected = self.welcomed = False
        self._missing_since = -1
        self._out.clear()

    def take(self) -> list[str]:
        """Return the frames to send now, in this order."""
        out, self._out = self._out, []
        return out

    def receive(self, frame: str | bytes, now: int) -> list[News]:
        """Handle a frame and return the news. Raises `frames.Unreadable`; the socket is useless then."""
        msg = decode(frame)
        self._heard = now
        match msg:
            case Welcome():
                return self._welcome(msg, now)
            case Whole():
                return self._whole(msg, now)
            case Update() | Skip():
                news = self._next(msg, now)
                return news if msg.id < 0 else [*news, *self._answer(Ack(msg.id, msg.v), now)]
            case Ack() | Tip() | Problem():
                return self._answer(msg, now)
            case Told():
                return [Recalled(msg.events, msg.sat)]
            case Rights():
                before, self.rights = self.rights, msg
                return [Entitled(before, msg)]
            case Talk():
                return self._talk(msg)
            case Watchers():
                self.watchers = msg
                return []
            case Pong():
                return []

    @property
    def next_tick(self) -> int | None:
        """Return when `tick` must be called, ms; None while there is no socket."""
        if not self.connected:
            return None
        due = [self._heard + DEAD + 1]
        if self._missing_since >= 0:
            due.append(self._missing_since + self._patience)
        if self.welcomed:
            due += [waiting.sent + RESEND for waiting in self.unanswered.values()]
            if self.ping:
                due.append(self._pinged + self.ping)
        return min(due)

    def tick(self, now: int) -> None:
        """Queue what is due: another hello, unanswered messages, a ping."""
        if not self.connected:
            return
        if self._missing_since >= 0 and now - self._missing_since >= self._patience:
            self._hello(now)
        if not self.welcomed:
            return
        if self.ping and now - self._pinged >= self.ping:
            self.say_ping(now)
        for waiting in self.unanswered.values():
            if now - waiting.sent >= RESEND:
                self._send_again(waiting, now)

    def say_ping(self, now: int) -> None:
        """Ask whether the view is right; if not, the table sends the whole view."""
        self._pinged = now
        self._pings += 1
        self._out.append(encode(Ping(self._pings, self.v, "" if self._resyncing else self.hash)))

    # -- messages -----------------------------------------------------------------------------------------------------

    def _hello(self, now: int) -> None:
        self._missing_since = now  # the welcome, until it comes
        self._out.append(encode(Hello(PROTO, self.table, -1 if self._resyncing else self.v, self.epoch, self.heard)))

    @property
    def _patience(self) -> int:
        """Return how long to wait for something missing: a whole view can be long, and the connection slow."""
        return REHELLO if self.welcomed and not self._resyncing else RESEND

    def _send_again(self, waiting: Waiting, now: int) -> None:
        waiting.sent = now
        self._out.append(encode(waiting.request))

    def _welcome(self, msg: Welcome, now: int) -> list[News]:
        if msg.proto != PROTO:
            return self._end(Problem(-1, "outdated", {"n": PROTO, "allowed": msg.proto}))
        if msg.epoch != self.epoch:
            self.epoch = msg.epoch
            self._resyncing = True  # another sequence of updates: the next view counts
            self._ahead.clear()
            self._promised = -1
        self.spec = msg.spec
        self.coming = msg.coming
        self.ahead = msg.now - now
        self.welcomed = True
        self._missing_since = -1
        self._look_for_gaps(now)
        for waiting in self.unanswered.values():
            self._send_again(waiting, now)
        return [Welcomed(msg.spec, msg.now)]

    def _whole(self, msg: Whole, now: int) -> list[News]:
        if not self.welcomed or (msg.v < self.v and not self._resyncing):
            return []
        self._show(msg.v, plain(msg.view))
        self._typed = msg.view
        self._resyncing = False
        return [Shown(msg.v), *self._catch_up(now)]

    def _next(self, msg: Update | Skip, now: int) -> list[News]:
        if not self.welcomed or self._resyncing or msg.v <= self.v:
            return []
        if len(self._ahead) < AHEAD:
            self._ahead[msg.v] = msg
        return self._catch_up(now)

    def _catch_up(self, now: int) -> list[News]:
        """Apply the updates that follow the view without a gap."""
        news: list[News] = []
        while (msg := self._ahead.pop(self.v + 1, None)) is not None:
            if isinstance(msg, Update):
                self._show(msg.v, merged(self.plain, msg.patch) if msg.patch else self.plain)
                news.append(Happened(msg.v, msg.events))
            else:
                self.v = msg.v
        self._ahead = {v: msg for v, msg in self._ahead.items() if v > self.v}
        if news:
            self._missing_since = -1
        self._look_for_gaps(now)
        return news

    def _look_for_gaps(self, now: int) -> None:
        missing = self._resyncing or bool(self._ahead) or self.v < self._promised
        if not missing:
            self._missing_since = -1
        elif self._missing_since < 0:
            self._missing_since = now

    def _show(self, v: int, view: Plain) -> None:
        self.v = v
        if view is not self.plain:
            self.plain = view
            self._typed = None
            self._hash = ""

    def _talk(self, msg: Talk) -> list[News]:
        lines = [line for line in msg.lines if line.n > self.heard]
        if not lines:
            return []
        self.heard = lines[-1].n
        return [Overheard(lines)]

    def _answer(self, msg: Ack | Tip | Problem, now: int) -> list[News]:
        if isinstance(msg, Problem):
            if msg.code in ENDS:
                return self._end(msg)
            if msg.code == "hello_first":  # nothing was done: sent again after the welcome
                if self._missing_since < 0:
                    self.welcomed = False
                    self._hello(now)
                return []
            if msg.id < 0:
                return [Answered(None, msg)]
        waiting = self.unanswered.pop(msg.id, None)
        if waiting is None:
            return []  # answered before
        if isinstance(msg, Ack):
            self._promised = max(self._promised, msg.v)
            self._look_for_gaps(now)
        return [Answered(waiting.request, msg)]

    def _end(self, problem: Problem) -> list[News]:
        self.ended = problem
        self.closed()
        return [Ended(problem)]
