"""Where a deal stands, and what may be done there: two halves of one idea, hence one file.

A game subclasses `State` (its facts) and `Phase` (one for each heading of its rule sheet). Rules change the state by
`move`, `draw`, `shuffle_up`, `cut`, `show`, `forget`, `ask`, `seal` and `say` alone; so no card is lost, and what is
seen is settled here.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from stich.kernel.action import SILENT, WAITING, Action, Event, Phrase, Refused
from stich.kernel.cards import EVERYBODY, ONE, Card, Cards, Seat, Seats, add, drop, drop_top, holds, in_order
from stich.kernel.chance import chance_of, shuffle
from stich.kernel.zones import Layout


@final
class Score:
    """A line of a score sheet:

    `n` points for `seat`; `key` is a text key, `count` what it counts (traps, tricks, …).
    """

    def __init__(self, seat: Seat, key: str, n: int, count: int = 1) -> None:
        self.seat = seat
        self.key = key
        self.n = n
        self.count = count


@final
class DealResult:
    """What a finished deal was worth.

    points: for each seat. why: the lines that add up to them. headline: the deal in a sentence.
    again: passed out, nothing counts, and the same round is dealt once more. carry: what the next deal must know.
    winners: who has won the match with this deal, where more than the totals tells it; 0: `Game.winners` says.
    """

    def __init__(
        self,
        points: tuple[int, ...],
        why: list[Score],
        headline: Phrase,
        again: bool = False,
        carry: tuple[int, ...] = (),
        winners: Seats = 0,
    ) -> None:
        self.points = points
        self.why = why
        self.headline = headline
        self.again = again
        self.carry = carry
        self.winners = winners


@final
class Setup:
    """What a deal begins with; everybody knows it.

    number: of the deal, from 1. scores: the match so far. out: seats that are out of the match. carry: the game's own.
    """

    def __init__(
        self, number: int, dealer: Seat, scores: tuple[int, ...], carry: tuple[int, ...] = (), out: Seats = 0
    ) -> None:
        self.number = number
        self.dealer = dealer
        self.scores = scores
        self.carry = carry
        self.out = out


NO_SETUP: Final = Setup(0, 0, ())
NO_ORDER: Final[list[Cards]] = []
NO_PLAN: Final[list[Cards]] = []
AS_THEY_ARE: Final[dict[str, object]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One deal in progress: zones, what seats know beyond them, sealed answers, phase and turn.

    A game adds typed attributes of immutable values (int, str, bytes, tuple). Those in its layout's `facts` are public
    and copied by `facts_to`; the others are secret, listed in the game's `secrets` and copied by `secrets_to`.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.setup = NO_SETUP
        self.zones: list[Cards] = []
        self.marks: list[int] = []  # what seats know beyond what zones show: zone << 24 | face << 16 | eyes
        self.sealed: tuple[Action, ...] = ()  # answers given at once, face down till the last one
        self.phase: Phase[Any] = OVER
        self.turn: Seat = 0
        self.entropy: Cards = b""  # for shuffling again within the deal; a secret
        self.log: list[Event] | None = None  # kept where somebody watches

    def blank(self) -> State:
        """Return a state of this class with nothing in it. Views and copies start from here."""
        raise NotImplementedError

    def facts_to(self, other: State) -> None:
        """Copy every public fact of the game to `other`."""
        raise NotImplementedError

    def secrets_to(self, other: State) -> None:
        """Copy every secret attribute of the game to `other`."""

    def can_hold(self, c: Card, at: int) -> bool:
        """Tell whether c can lie in zone `at`:

        False if the play so far has shown that it cannot. From public facts only.
        """
        return True

    def new_cards(self, at: int) -> int:
        """Return how many cards have come to zone `at` since the play has shown what `can_hold` says of it: of so many
        it says nothing, whichever they are. From public facts only.
        """
        return 0

    def may_pair(self, c: Card, at: int) -> bool:
        """Tell whether two copies of c, each of which can lie there, can lie in zone `at` together. From public facts
        only.
        """
        return True

    def order(self) -> list[Cards]:
        """Return how the rules put the cards of a hand in order: groups of faces that belong together, the strongest
        group and the highest face first, as trumps and then suit by suit. From public facts only, and for nobody in
        particular; nobody changes what is returned. [] where the game has no such order.
        """
        return NO_ORDER

    def plan(self, seat: Seat) -> list[Cards]:
        """Return what this seat can make out of its hand: each meld as it would lie, BACK in the place of a card that
        is still missing. Asked of what the seat sees; a table sorts the hand so, and shows what is missing. [] where
        there is nothing to make.
        """
        return NO_PLAN

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """Return the facts that a table tells this viewer otherwise than they are: more, where something follows for
        him from his own cards; less, where the rules leave it to him to count. Asked of what he sees; nobody changes
        what is returned. Programs have the facts as they are.
        """
        return AS_THEY_ARE

    def result(self) -> DealResult:
        """Return what the finished deal was worth."""
        raise NotImplementedError

    # -- asking ----------------------------------------------------------------------------------------------

    def must(self) -> Seats:
        """Return whom the table waits for."""
        return self.phase.must(self)

    def may(self) -> Seats:
        """Return who may interrupt."""
        return self.phase.may(self)

    def actor(self) -> Seat:
        """Return the first seat that must act, or −1 when the deal is over."""
        m = self.phase.must(self)
        if m == 0:
            return -1
        i = 0
        while not m & 1:
            m >>= 1
            i += 1
        return i

    def legal(self, seat: Seat) -> list[Action]:
        """Return what `seat` may do, one action for each meaning."""
        return self.phase.legal(self, seat)

    def apply(self, seat: Seat, a: Action) -> None:
        """Do a legal action. Nothing is checked here: `Match.act` does."""
        self.phase.apply(self, seat, a)

    def copy(self) -> State:
        """Return an independent state with the same content; it keeps no log."""
        n = self.blank()
        n.setup = self.setup
        n.zones = self.zones[:]
        if self.marks:
            n.marks = self.marks[:]
        n.sealed = self.sealed
        n.phase = self.phase
        n.turn = self.turn
        n.entropy = self.entropy
        self.facts_to(n)
        self.secrets_to(n)
        return n

    # -- for rules: moving cards ---------------------------------------------------------------------------------

    def clear(self, setup: Setup) -> None:
        """Lay out the table for a new deal: every zone empty."""
        self.setup = setup
        self.zones = [b""] * self.layout.size

    def move(self, c: Card, src: int, dst: int) -> None:
        """Move one card; out of an ordered zone its topmost copy. IndexError: it is not in src."""
        zones = self.zones
        # a stock may hold the same face twice: to take the lower one would change what is drawn next
        zones[src] = drop_top(zones[src], c) if self.layout.ordered[src] else drop(zones[src], c)
        self.lay(c, src, dst)

    def lay(self, c: Card, src: int, dst: int) -> None:
        """Lay down in dst what has just been taken out of src."""
        zones = self.zones
        layout = self.layout
        there = zones[dst]
        if not layout.ordered[dst]:
            zones[dst] = add(there, c)
        else:
            zones[dst] = there + ONE[c] if there else ONE[c]
        eyes = layout.eyes
        if eyes[src] & ~eyes[dst] or (self.marks and self.marked(src)):
            self.remember(c, src, dst)
        if self.log is not None:
            self.log.append(Event("move", -1, c, src, dst, eyes[src] | eyes[dst]))

    def move_cards(self, cards: Cards, src: int, dst: int) -> None:
        """Move several cards in the order given: the same as `move` for each, but quicker where nobody looks on."""
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
        """Tell whether somebody knows a card there that the zone itself does not show."""
        for m in self.marks:
            if m >> 24 == at:
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
        everybody = eyes[src] == EVERYBODY  # then nobody knows more of it than it shows, and all see which cards go
        if self.log is not None or not everybody:
            # whoever sees the one place sees the other, and nobody knows more: there is nothing to be remembered
            if self.log is not None or eyes[src] & ~eyes[dst] or (self.marks and self.marked(src)):
                known = [m for m in self.marks if m >> 24 == src]  # whoever knew of a card knows that it went, too
                if known:
                    self.marks = [m for m in self.marks if m >> 24 != src]
                for c in going:
                    self.move(c, src, dst)
                for m in known:
                    if m & ~eyes[dst] & EVERYBODY:
                        self.marks.append(dst << 24 | m & ~eyes[dst] & 0xFFFFFF)
                return
        new = EVERYBODY & ~eyes[dst] if everybody else 0
        if new:
            for c in going:
                self.marks.append(dst << 24 | c << 16 | new)
        if self.layout.ordered[dst]:
            zones[dst] = zones[dst] + going
        else:
            zones[dst] = in_order(zones[dst] + going)
        zones[src] = b""

    def shuffle_up(self, src: int, dst: int, keep: int = 0) -> None:
        """Shuffle src, without its topmost `keep` cards, and put it on the ordered dst; nobody knows the order."""
        rest = len(self.zones[src]) - keep
        cards = self.zones[src][:rest]
        left = self.zones[src][rest:]
        chance = chance_of(self.entropy)
        self.entropy = bytes([chance.below(256) for _ in range(len(self.entropy))])  # the next shuffle is another one
        self.zones[src] = left
        self.zones[dst] = self.zones[dst] + shuffle(bytes(sorted(cards)), chance)
        self.marks = [m for m in self.marks if m >> 24 != src]
        if self.log is not None:
            self.log.append(Event("shuffle", -1, len(cards), src, dst, EVERYBODY))

    def cut(self, at: int, n: int) -> None:
        """Put the topmost n cards of an ordered zone beneath the others, all as they lie."""
        z = self.zones[at]
        rest = len(z) - n
        self.zones[at] = z[rest:] + z[:rest]
        if self.log is not None:
            self.log.append(Event("shuffle", -1, n, at, at, EVERYBODY))

    # -- for rules: what is known ----------------------------------------------------------------------------------

    def show(self, c: Card, at: int) -> None:
        """Let everybody see that c lies in `at`, where it stays."""
        new = EVERYBODY & ~self.layout.eyes[at]
        for m in self.marks:
            if m >> 16 == at << 8 | c:  # who knew of one already: this may be the same card
                new &= ~m
        if new:
            self.marks.append(at << 24 | c << 16 | new)
        if self.log is not None:
            self.log.append(Event("show", -1, c, at, at, EVERYBODY))

    def forget(self) -> None:
        """Take back what was shown: the table no longer says where such cards lie."""
        self.marks = []

    def remember(self, c: Card, src: int, dst: int) -> None:
        """Keep the marks true: who saw c go knows where it is; who did not see which card left src no longer knows
        what is there.
        """
        eyes = self.layout.eyes
        saw = eyes[src] | eyes[dst]
        due = saw  # for each who saw it, one mark of c in src is used up
        marks = self.marks
        at = 0
        for m in marks[:]:
            kept = m
            if m >> 24 == src:
                w = m & saw
                if m >> 16 & 255 == c:
                    w, due = w & ~due, due & ~w
                kept = m & ~EVERYBODY | w if w else -1
            if kept < 0:
                del marks[at]
                continue
            if kept != m:
                marks[at] = kept
            at += 1
        new = saw & ~eyes[dst]
        if new:
            marks.append(dst << 24 | c << 16 | new)

    def say(self, kind: str, seat: Seat, phrase: Phrase) -> None:
        """Tell everybody something in words. Callers build the phrase only where `log` is kept."""
        if self.log is not None:
            self.log.append(Event(kind, seat, 0, -1, -1, EVERYBODY, phrase))

    # -- for rules: answers given at once ------------------------------------------------------------------------------

    def ask(self, who: Seats) -> None:
        """Let several seats answer at once, none knowing what another says."""
        self.sealed = tuple([WAITING if who >> i & 1 else SILENT for i in range(self.layout.seats)])

    def unanswered(self) -> Seats:
        """Return the seats that have yet to answer."""
        m = 0
        bit = 1
        for a in self.sealed:
            if a is WAITING:
                m |= bit
            bit += bit
        return m

    def seal(self, seat: Seat, a: Action) -> bool:
        """Keep the answer face down. True: it was the last one; the phase then acts on `sealed` and empties it."""
        self.sealed = (*self.sealed[:seat], a, *self.sealed[seat + 1 :])
        return self.unanswered() == 0


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S]):
    """A stage of a deal: who acts, what may be done, what happens.

    Stateless, one instance each; its name is a text key.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def must(self, s: S) -> Seats:
        """Return whom the table waits for; several seats act simultaneously, in any order.

        `1 << HOST`: the host ends a window.
        """
        return 1 << s.turn

    def may(self, s: S) -> Seats:
        """Return who may interrupt. It must follow from public facts alone: to be asked tells nothing."""
        return 0

    def openly(self, s: S) -> bool:
        """Tell whether what is done in an open window is seen as it happens, and not only when it has closed."""
        return False

    def waits_out(self, s: S) -> Seats:
        """Return who of `may` is asked only because it will be his turn: he may play on while others can interrupt, and
        a bot gives them their time."""
        return 0

    def legal(self, s: S, seat: Seat) -> list[Action]:
        """Return what `seat` may do, one action for each meaning; equal cards once.

        It must be the same on the seat's view.
        """
        raise NotImplementedError

    def canon(self, s: S, seat: Seat, a: Action) -> Action:
        """Return the listed twin of what a player chose. An action is legal if its canon is in the list."""
        return a

    def cards(self, s: S, seat: Seat, a: Action) -> Cards:
        """Return the cards that a listed action would move, for those who show or write it."""
        return a.cards

    def apply(self, s: S, seat: Seat, a: Action) -> None:
        """Do it: unchecked, deterministic. `a` is a listed action or one whose canon is listed."""
        raise NotImplementedError

    def breach(self, s: S, seat: Seat, a: Action) -> bool:
        """Tell whether this unlisted action is one that the rules accept and punish."""
        return False

    def dares(self, s: S, seat: Seat, a: Action) -> bool:
        """Tell whether an action of `Game.unlisted` is to be offered here: one that `breach` takes. Of those that are
        done with any cards a phase says it itself; it must be the same on the seat's view.
        """
        return self.breach(s, seat, a)

    def audience(self, s: S, seat: Seat, a: Action) -> Seats:
        """Return whose ears the words for this action are for."""
        return 1 << seat if s.sealed else EVERYBODY

    def why(self, s: S, seat: Seat, a: Action) -> Refused:
        """Say why an action is refused; a game's phase says it in terms of its rules."""
        held = b""
        hands = 0  # of one hand there may be several places, as what all know of it and what nobody does
        for i in range(s.layout.size):
            if s.layout.owner[i] == seat and s.layout.zones[i].role == "hand":
                held += s.zones[i]
                hands += 1
        if hands and not holds(in_order(held), a.cards):
            return Refused("error.not_held", {"cards": a.cards})
        verbs = sorted({x.verb for x in self.legal(s, seat)})
        if a.verb not in verbs:
            return Refused("error.verb", {"verb": a.verb, "allowed": " ".join(verbs)})
        return Refused("error.illegal", {"verb": a.verb, "cards": a.cards})

    def why_not_asked(self, s: S, seat: Seat, a: Action) -> Refused | None:
        """Say which rule it is that a seat is not asked; None: no more than that the table waits for others. It must
        follow from public facts alone. Nothing of `a` is checked: it may name cards that there are not.
        """
        return None


@final
class Over(Phase[State]):
    def must(self, s: State) -> Seats:
        return 0

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return []

    def apply(self, s: State, seat: Seat, a: Action) -> None:
        raise Refused("error.over")


OVER: Final = Over("over")
