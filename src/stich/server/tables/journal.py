"""The log of a running table: what happens is applied, written down and sent to the viewers."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from msgspec.structs import replace

from stich.kernel.action import CLOSE, Action, Event, is_own
from stich.kernel.cards import HOST, Seat
from stich.kernel.fair import SECRET
from stich.server.messages.view import Window
from stich.server.state.counts import COUNTS
from stich.server.state.entries import (
    HOST_ACTOR,
    Acted,
    AnyBody,
    Began,
    Dealt,
    Entry,
    Opened,
)
from stich.server.state.sources import is_fair
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.clocks import Clocks
from stich.server.tables.outbox import Append, Outbox
from stich.server.tables.windows import Windows
from stich.server.views.subscribers import Subscribers

Entropy = Callable[[int], bytes]
"""Return this number of random bytes, good enough for secrets."""


def promising(opened: Opened, entropy: Entropy) -> Opened:
    """Return a table with the secret of its first deal, unless its cards come from elsewhere."""
    return replace(opened, next=entropy(SECRET).hex()) if is_fair(opened) else opened


@final
class Journal:
    """The log of one table. now: when the table was made or read."""

    def __init__(
        self,
        state: TableState,
        subscribers: Subscribers,
        windows: Windows,
        clocks: Clocks,
        outbox: Outbox,
        entropy: Entropy,
        now: int,
    ) -> None:
        self.state = state
        self.subscribers = subscribers
        self.windows = windows
        self.clocks = clocks
        self.outbox = outbox
        self.entropy = entropy
        self.seen_at = now  # when people have seen the last action

    def wake(self, now: int) -> None:
        """Begin to collect events, after the log was read. A window that is open starts again with its full time."""
        self.state.watch()
        self.state.happened()
        if self.state.window.open:
            self.subscribers.open_window(self.new_window(now), now)
        self.clocks.follow(now, now)

    def looked_at(self, now: int) -> None:
        """People see the last action from now on: nobody was there before."""
        self.seen_at = max(self.seen_at, now)

    def begin(self, actor: str, id: int, now: int) -> None:
        """Begin a match. actor: who asked for it; id: of their message, −1 for none."""
        fair = bool(self.state.shuffles.secret)
        secret = "" if fair or not is_fair(self.state.opened) else self.entropy(SECRET).hex()
        self.append(actor, Began(self.state.matches + 1, secret, id, fair, self.secret()), now)

    def deal(self, now: int) -> None:
        """Deal again."""
        self.append(HOST_ACTOR, Dealt(self.state.running().setup.number + 1, self.secret()), now)

    def secret(self) -> str:
        """Draw the secret of the deal after the next one, "" where the cards come from elsewhere."""
        return self.entropy(SECRET).hex() if self.state.shuffles.secret else ""

    def played(self, actor: str, seat: Seat, done: Action, id: int, now: int) -> None:
        """Log the match's last action."""
        took = 0 if seat == HOST else self.clocks.spent(seat, now)
        self.append(actor, Acted(seat, done.verb, list(done.cards), done.to, id, took), now, done=True)

    def append(self, actor: str, body: AnyBody, now: int, *, done: bool = False) -> None:
        """Apply an entry, log it and send it. done: the match has made its action already. Raises Refused."""
        entry = Entry(self.state.v + 1, now, actor, body)
        self.state.apply(entry, done=done)
        COUNTS.entries[entry.kind] += 1
        self.outbox.put(Append(entry))
        self.publish(entry, now)

    def publish(self, entry: Entry, now: int) -> None:
        """Send every viewer the part of an entry that they may see."""
        state = self.state
        events = state.happened()
        if state.progress.played_v == entry.seq:
            self.seen_at = now + (pace.TRICK[state.pace] if any(notable(e) for e in events) else 0)
        opened = self.new_window(now) if state.window.open and state.window.v == entry.seq else None
        self.clocks.follow(now, self.seen_at)
        self.subscribers.publish(entry.seq, events, opened, now)

    def new_window(self, now: int) -> Window:
        """Return the window that has just opened, with its times."""
        return self.windows.opened(self.state.running(), now, self.entropy(len(self.state.seats)))

    def close_window(self, now: int) -> None:
        """End the open window because its time is up."""
        done = self.state.act(HOST, CLOSE)
        self.played(HOST_ACTOR, HOST, done, -1, now)


def notable(event: Event) -> bool:
    """Tell whether people want a moment to look at this: a game's own event (a trick, an auction's end) or a result."""
    return is_own(event) or event.kind == "result"
