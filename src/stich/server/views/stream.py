"""The updates sent to one viewer of a table, kept for reconnecting pages."""

from __future__ import annotations

from typing import Final, final

from msgspec import Raw
from mypy_extensions import mypyc_attr

from stich.kernel.cards import Seat
from stich.server.messages.from_server import Whole
from stich.server.messages.view import TableView
from stich.server.state.counts import COUNTS
from stich.server.views.projection import hash_of
from stich.server.views.snapshot import SharedState, Snapshot

KEPT: Final = 4  # updates, for a page that lost its socket: more of them are longer than the whole view
LONG_AGO: Final = 2**60  # ms
DATED: Final = 8  # updates of which it is known when they were sent
LATE_MS: Final = 10_000  # a page that shows something older than this has missed an update
SILENCE: Final = b"[]"  # no events


@final
@mypyc_attr(acyclic=True)
class Sent:
    """An update as JSON, in parts: events and common changes are the same objects in the updates of all viewers."""

    def __init__(self, v: int, events: bytes, common: bytes, own: bytes) -> None:
        self.v = v
        self.events = events
        self.common = common
        self.own = own

    def text(self) -> bytes:
        """Return the message: an `Update`, or a `Skip` if there is nothing to send."""
        comma = b"," if self.common and self.own else b""
        if self.events == SILENCE and not self.common and not self.own:
            return b'{"t":"skip","v":%d}' % self.v
        return b'{"t":"update","v":%d,"events":%b,"patch":{%b%b%b}}' % (
            self.v, self.events, self.common, comma, self.own,
        )  # fmt: skip


class Stream:
    """One viewer's updates, without gaps, of which the last ones are kept. Each seat has one stream, and all spectators
    share one, however many pages show it."""

    def __init__(self, viewer: Seat, v: int, snapshot: Snapshot) -> None:
        self.viewer = viewer
        self.v = v
        self.snapshot = snapshot
        self.sent: list[Sent] = []
        self.times: list[int] = []  # ms, of the last updates, which have consecutive numbers
        self.watched_at = 0
        self.lost_at = -LONG_AGO  # when a socket with this view was lost
        self.replaced_at = -1  # the last number whose view was replaced; pages with earlier ones need the whole view
        self.taken_back_at = -1  # the last number that took something back; it tells pages with earlier ones again
        self.shut = False  # its viewers may not watch
        self._hash = ""

    @property
    def h(self) -> str:
        """The hash of the view, computed on demand."""
        if not self._hash:
            self._hash = hash_of(self.shown)
        return self._hash

    def replace(self, snapshot: Snapshot) -> Whole:
        """Change the view of the current number without an entry of the log, and return the message with it. The
        updates up to this number no longer lead to it."""
        self.snapshot = snapshot
        self.replaced_at = self.v
        self._hash = ""
        return self.whole()

    def turn(self, v: int, snapshot: Snapshot, shut: bool) -> Whole:
        """Go on from number v with another view, because these people may no longer watch, or may again."""
        self.v, self.shut = v, shut
        self.times.clear()
        return self.replace(snapshot)

    @property
    def shown(self) -> TableView:
        """The view as a message."""
        return self.snapshot.whole()

    def push(self, v: int, events: bytes, snapshot: Snapshot, now: int, shared: SharedState) -> bytes:
        """Add the next entry of the log and return the message about it. events: those that the viewer saw, as JSON.
        shared: what the snapshot was made from."""
        common, own = snapshot.since(self.snapshot, shared)
        self.snapshot = snapshot
        if common or own:
            self._hash = ""
        return self.keep(Sent(v, events, common, own), now)

    def pass_over(self, v: int, events: bytes, now: int) -> bytes:
        """Add an entry whose effect comes with a later one: only its events are sent, the view stays."""
        return self.keep(Sent(v, events, b"", b""), now)

    def keep(self, sent: Sent, now: int) -> bytes:
        """Keep an update for pages that come back, and return its text."""
        self.v = sent.v
        if len(self.sent) == KEPT:
            del self.sent[0]
        self.sent.append(sent)
        if len(self.times) == DATED:
            del self.times[0]
        self.times.append(now)
        return sent.text()

    def whole(self) -> Whole:
        """Return the message with the whole view."""
        return Whole(self.v, self.shown)

    def since(self, have: int) -> list[Raw] | None:
        """Return the messages after number `have`; None if some of them have been dropped, or do not lead to the
        view."""
        if have <= self.replaced_at:
            return None
        if have == self.v:
            return []
        frames = [Raw(sent.text()) for sent in self.sent if sent.v > have]
        return frames if len(frames) == self.v - have > 0 else None

    def lost(self, v: int, h: str, now: int) -> bool:
        """Tell whether a page that shows a view with hash h at number v is wrong: it is not the view of this number, or
        the next one was sent long ago. Earlier views are not kept."""
        COUNTS.hashes_compared += 1
        if v == self.v:
            wrong = h != self.h
        else:
            behind = self.v - v
            wrong = not 0 < behind <= len(self.times) or now - self.times[-behind] > LATE_MS
        if wrong:
            COUNTS.hashes_wrong += 1
        return wrong
