"""Takebacks: who decided what in the running deal, and who has been shown something since.

A seat's knowledge grows in three ways: others decide openly, hidden cards become visible, and sealed answers are
opened. Only the first can be undone without revealing anything to the player who decides again, because that player was
meant to see it. The kernel's events and zones distinguish the three, so games need no code for it.
"""

from __future__ import annotations

from stich.kernel.action import Action, Event
from stich.kernel.cards import EVERYBODY, HOST, Card, Seat, Seats, has
from stich.kernel.state import State
from stich.kernel.zones import eyes_of, face_of, zone_of


class KnownCards:
    """What was known about the cards of a deal before an action."""

    def __init__(self, s: State) -> None:
        self.layout = s.layout
        self.zones = s.zones[:]
        self.marks = s.marks[:]
        self.sealed = s.sealed

    def knew(self, card: Card, at: int) -> Seats:
        """Return who knew that this card lay in zone `at`; for a card of which there is only one, who knew its
        place.
        """
        eyes = self.layout.eyes
        single = self.layout.deck.count(card) == 1
        knew = eyes[at]
        for m in self.marks:
            if face_of(m) == card and (single or zone_of(m) == at):
                knew |= eyes_of(m)
        if single:
            for zone, cards in enumerate(self.zones):
                if card in cards:
                    knew |= eyes[zone]
        return knew

    def shown(self, after: State, seat: Seat, done: Action, events: list[Event]) -> Seats:
        """Return who has been shown something hidden by an action of `seat`, apart from its own cards that it openly
        played.
        """
        if self.sealed and not after.sealed:
            return EVERYBODY
        out: Seats = 0
        for event in events:
            if event.kind in ("move", "show"):
                new = event.eyes & ~self.knew(event.card, event.src)
                if new and not self.played(event, seat, done):
                    out |= new
        return out

    def played(self, event: Event, seat: Seat, done: Action) -> bool:
        """Tell whether a seat has chosen to lay this card of its own openly."""
        own = seat != HOST and self.layout.owner[event.src] == seat and has(self.layout.eyes[event.src], seat)
        return own and event.card in done.cards and event.eyes == EVERYBODY


class Decisions:
    """The decisions of the running deal, by their index among the match's moves."""

    def __init__(self) -> None:
        self.made: list[tuple[int, Seat, str]] = []  # index, seat, identity
        self.shows: list[tuple[int, Seats]] = []  # index, seats that were shown something hidden

    def note(self, at: int, seat: Seat, actor: str, shown: Seats) -> None:
        """Add a decision. at: its index among the moves; shown: the seats to which it showed something hidden."""
        self.made.append((at, seat, actor))
        if shown:
            self.shows.append((at, shown))

    def rewind(self, to: int) -> None:
        """Forget everything from index `to` on."""
        self.made = [made for made in self.made if made[0] < to]
        self.shows = [show for show in self.shows if show[0] < to]

    def last(self, seat: Seat, actor: str) -> int:
        """Return the index of this person's last decision on this seat, −1 for none."""
        return next((at for at, who, by in reversed(self.made) if who == seat and by == actor), -1)

    def shown_since(self, at: int, seat: Seat) -> bool:
        """Tell whether this seat was shown something hidden by the decision at this index, or since."""
        return any(index >= at and has(seats, seat) for index, seats in reversed(self.shows))
