"""Where the cards of a deal lie, and what each seat knows beyond what the zones show.

Cards only ever move from zone to zone. No method here loses a card, and each keeps track of what the seats have seen.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from stich.kernel.action import Event, Phrase
from stich.kernel.cards import EVERYBODY, ONE, Card, Cards, Seat, add, drop, drop_top, in_order
from stich.kernel.chance import chance_of, entropy_after, shuffle
from stich.kernel.zones import Layout, eyes_of, face_of, mark, zone_of


@mypyc_attr(allow_interpreted_subclasses=True)
class Placement:
    """The cards in their zones. `State` adds the game that is played with them."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.zones: list[Cards] = []
        self.marks: list[int] = []  # what seats know beyond what the zones show; see `zones.mark`
        self.entropy: Cards = b""  # secret; for shuffling again within the deal
        self.log: list[Event] | None = None  # kept only if the match is watched

    # -- moving cards --------------------------------------------------------------------------------------------------

    def move(self, c: Card, src: int, dst: int) -> None:
        """Move one card; out of an ordered zone its topmost copy. Raises IndexError if it is not in src."""
        zones = self.zones
        # a stock can hold the same face twice; taking the lower one would change what is drawn next
        zones[src] = drop_top(zones[src], c) if self.layout.ordered[src] else drop(zones[src], c)
        self.lay(c, src, dst)

    def lay(self, c: Card, src: int, dst: int) -> None:
        """Add to dst the cards that were just taken from src."""
        zones = self.zones
        layout = self.layout
        there = zones[dst]
        if not layout.ordered[dst]:
            zones[dst] = add(there, c)
        else:
            zones[dst] = there + ONE[c] if there else ONE[c]
        eyes = layout.eyes
        if self.marks or eyes[src] & ~eyes[dst]:
            self.remember(c, src, dst)
        if self.log is not None:
            self.log.append(Event("move", -1, c, src, dst, eyes[src] | eyes[dst]))

    def move_cards(self, cards: Cards, src: int, dst: int) -> None:
        """Move several cards in the given order: the same as `move` for each, but faster if nobody watches."""
        eyes = self.layout.eyes
        ordered = self.layout.ordered
        if self.log is not None or ordered[src] or not ordered[dst] or eyes[src] & ~eyes[dst] or self.marked(src):
            for c in cards:
                self.move(c, src, dst)
            return
        left = self.zones[src]
        for c in cards:
            left = drop(left, c)
        self.zones[src] = left
        self.zones[dst] = self.zones[dst] + cards

    def marked(self, at: int) -> bool:
        """Tell whether a seat knows a card there that the zone itself does not show."""
        for m in self.marks:
            if zone_of(m) == at:
                return True
        return False

    def draw(self, src: int, dst: int) -> Card:
        """Move the top card of an ordered zone (the end is the top) and return it."""
        z = self.zones[src]
        top = len(z) - 1
        c = z[top]
        self.zones[src] = z[:top]
        self.lay(c, src, dst)
        return c

    def move_all(self, src: int, dst: int) -> None:
        """Move every card of src, in its order."""
        eyes = self.layout.eyes
        zones = self.zones
        going = zones[src]
        everybody = eyes[src] == EVERYBODY  # then no seat knows more of it than it shows, and all see which cards go
        if self.log is not None or not everybody:
            # a seat that sees one of the two zones sees the other, and no seat knows more: nothing needs to be
            # remembered
            if self.log is not None or eyes[src] & ~eyes[dst] or (self.marks and self.marked(src)):
                # a seat that knew of a card also knows that it went
                known = [m for m in self.marks if zone_of(m) == src]
                if known:
                    self.marks = [m for m in self.marks if zone_of(m) != src]
                for c in going:
                    self.move(c, src, dst)
                for m in known:
                    left = eyes_of(m) & ~eyes[dst]
                    if left:
                        self.marks.append(mark(dst, face_of(m), left))
                return
        new = EVERYBODY & ~eyes[dst] if everybody else 0
        if new:
            for c in going:
                self.marks.append(mark(dst, c, new))
        if self.layout.ordered[dst]:
            zones[dst] = zones[dst] + going
        elif len(going) == 1:
            zones[dst] = add(zones[dst], going[0])
        else:
            zones[dst] = in_order(zones[dst] + going)
        zones[src] = b""

    def shuffle_up(self, src: int, dst: int, keep: int = 0) -> None:
        """Shuffle src, without its topmost `keep` cards, and put it on the ordered dst. No seat knows the order."""
        rest = len(self.zones[src]) - keep
        cards = self.zones[src][:rest]
        left = self.zones[src][rest:]
        chance = chance_of(self.entropy)
        self.entropy = entropy_after(self.entropy, chance)  # the next must differ
        self.zones[src] = left
        self.zones[dst] = self.zones[dst] + shuffle(bytes(sorted(cards)), chance)
        self.marks = [m for m in self.marks if zone_of(m) != src]
        if self.log is not None:
            self.log.append(Event("shuffle", -1, len(cards), src, dst, EVERYBODY))

    def cut(self, at: int, n: int) -> None:
        """Put the topmost n cards of an ordered zone under the others, in the same order."""
        z = self.zones[at]
        rest = len(z) - n
        self.zones[at] = z[rest:] + z[:rest]
        if self.log is not None:
            self.log.append(Event("shuffle", -1, n, at, at, EVERYBODY))

    # -- what is known -------------------------------------------------------------------------------------------------

    def show(self, c: Card, at: int, quietly: bool = False) -> None:
        """Show all seats that c lies in `at`, where it stays. quietly: without an event, because it is only proven."""
        new = EVERYBODY & ~self.layout.eyes[at]
        for m in self.marks:
            if zone_of(m) == at and face_of(m) == c:  # seats that knew of such a card already: this can be the same one
                new &= ~eyes_of(m)
        if new:
            self.marks.append(mark(at, c, new))
        if self.log is not None and not quietly:
            self.log.append(Event("show", -1, c, at, at, EVERYBODY))

    def forget(self) -> None:
        """Undo `show`: the table no longer says where such cards lie."""
        self.marks = []

    def remember(self, c: Card, src: int, dst: int) -> None:
        """Update the marks after a move. A seat that saw c go knows where it is; a seat that did not see which card
        left src no longer knows what lies there.
        """
        eyes = self.layout.eyes
        saw = eyes[src] | eyes[dst]
        due = saw  # for each seat that saw it, one mark of c in src is used up
        marks = self.marks
        place: i64 = src
        face: i64 = c
        at: i64 = 0
        while at < len(marks):
            m: i64 = marks[at]
            if zone_of(m) == place:
                knew = eyes_of(m)
                left = knew & saw
                if face_of(m) == face:
                    left, due = left & ~due, due & ~left
                if not left:
                    del marks[at]
                    if saw == EVERYBODY and not due & ~eyes[src]:
                        break  # all know now which card it was, and of the others they know what they knew
                    continue
                if left != knew:
                    marks[at] = m - knew + left
            at += 1
        new = saw & ~eyes[dst]
        if new:
            marks.append(mark(dst, c, new))

    def say(self, kind: str, seat: Seat, phrase: Phrase) -> None:
        """Send a phrase to all seats. Callers build the phrase only if `log` is kept."""
        if self.log is not None:
            self.log.append(Event(kind, seat, 0, -1, -1, EVERYBODY, phrase))
