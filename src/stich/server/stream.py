"""What one viewer has been sent of a table, kept for those who come back."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from stich.kernel.cards import Seat
from stich.server.messages import Said, Skip, TableView, Update, Whole
from stich.server.projection import Plain, difference, digest, plain

KEPT = 64  # updates, for a page that lost its socket
LATE_MS = 10_000  # a page that shows something older than this has missed an update


class Sent(NamedTuple):
    v: int
    h: str
    at: int
    frame: Update | Skip


class Stream:
    """One viewer's updates: gap-free, the last ones kept. Seats and spectators have one each, however many windows
    look at it."""

    def __init__(self, viewer: Seat, v: int, shown: TableView) -> None:
        self.viewer = viewer
        self.v = v
        self.shown: TableView = shown
        self.plain: Plain = plain(shown)
        self.h = digest(self.plain)
        self.first = Sent(v, self.h, 0, Skip(v))
        self.sent: deque[Sent] = deque(maxlen=KEPT)
        self.watched_at = 0

    def push(self, v: int, events: list[Said], shown: TableView, now: int) -> Update | Skip:
        """Take in the next entry of the log and return what tells the viewer about it."""
        new = plain(shown)
        patch = difference(self.plain, new)
        self.shown = shown
        self.plain = new
        self.v = v
        frame: Update | Skip = Skip(v)
        if patch or events:
            self.h = digest(new)
            frame = Update(v, self.h, events, patch)
        self.sent.append(Sent(v, self.h, now, frame))
        return frame

    def pass_over(self, v: int, events: list[Said], now: int) -> Update | Skip:
        """Take in an entry whose effect comes with a later one: its events at most, the view stays."""
        self.v = v
        frame: Update | Skip = Update(v, self.h, events, {}) if events else Skip(v)
        self.sent.append(Sent(v, self.h, now, frame))
        return frame

    def whole(self) -> Whole:
        return Whole(self.v, self.h, self.shown)

    def since(self, have: int) -> list[Update | Skip] | None:
        """Return what came after number `have`; None where some of that is no longer there."""
        if have == self.v:
            return []
        frames = [sent.frame for sent in self.sent if sent.v > have]
        return frames if len(frames) == self.v - have > 0 else None

    def lost(self, h: str, now: int) -> bool:
        """Tell whether a page that shows the view of hash h has gone astray: it is none of ours, or was replaced long
        ago."""
        if h == self.h:
            return False
        at = -1
        for sent in (self.first, *self.sent):
            if at >= 0 and sent.h != h:
                return now - sent.at > LATE_MS
            if sent.h == h:
                at = sent.at
        return True
