"""The state of a deal and its phases: where a deal stands, and what can be done there.

A game subclasses `State` (its facts) and `Phase` (one for each heading of its rule sheet). Rules change the state only
by `move`, `draw`, `shuffle_up`, `cut`, `show`, `forget` and `say` of `Placement`, and by `ask` and `seal`.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Self, final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import TypeVar

from stich.kernel.action import NO_PROMPT, SILENT, WAITING, Action, Phrase, Prompt, Refused
from stich.kernel.cards import EVERYBODY, Card, Cards, Seat, Seats, has, holds, in_order
from stich.kernel.deal import NO_SETUP, DealResult, Setup
from stich.kernel.placement import Placement
from stich.kernel.situation import NOTHING_YET, PLAIN, Reached, Side, Situation
from stich.kernel.zones import Layout

NO_ORDER: Final[list[Cards]] = []
NO_PLAN: Final[list[Cards]] = []
AS_THEY_ARE: Final[dict[str, object]] = {}
NOTHING_BARRED: Final[list[tuple[Action, Phrase]]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Placement):
    """One deal in progress: the cards in their zones, sealed answers, phase and turn.

    A game adds typed attributes of immutable values (int, str, bytes, tuple). Those in its layout's `facts` are public
    and copied by its constructor; the others are secret, listed in the game's `secrets` and copied by `secrets_to`.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.setup = NO_SETUP
        self.sealed: tuple[Action, ...] = ()  # simultaneous answers, face down until the last one is given
        self.phase: Phase = OVER
        self.turn: Seat = 0

    def public_copy(self) -> Self:
        """Return a state of this class with the same rules and public facts, without cards and secrets.

        Views and copies start from it. Usually `return Durak(self.rules, self)`: the constructor takes the state whose
        facts it copies, so each fact stands once, with its type, its start value and its copying.
        """
        raise NotImplementedError

    def secrets_to(self, other: Self) -> None:
        """Copy every secret attribute of the game to `other`."""

    def can_hold(self, c: Card, at: int) -> bool:
        """Tell whether c can lie in zone `at`.

        False if the play so far has shown that it cannot. Uses public facts only.
        """
        return True

    def new_cards(self, at: int) -> int:
        """Return how many cards came to zone `at` after the play that `can_hold` is based on.

        `can_hold` says nothing about these cards, because it is not known which ones they are. Uses public facts only.
        """
        return 0

    def may_pair(self, c: Card, at: int) -> bool:
        """Tell whether two copies of c, each of which can lie there, can lie in zone `at` together. Uses public facts
        only.
        """
        return True

    def order(self) -> list[Cards]:
        """Return the order of a hand under the rules: groups of faces that belong together, for example trumps and then
        suit by suit.

        The strongest group comes first, and in each group the highest face. [] if the game has no such order. Uses
        public facts only and does not depend on the seat. Callers must not change the list.
        """
        return NO_ORDER

    def plan(self, seat: Seat) -> list[Cards]:
        """Return what this seat can make from its hand: each meld as it would lie, with BACK for a missing card.

        Called on the seat's view; a table sorts the hand by it and shows what is missing. [] if there is nothing to
        make.
        """
        return NO_PLAN

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """Return the facts that a table shows this viewer with other values than the state has.

        More, if something follows from the viewer's own cards; less, if the rules leave the counting to the players.
        Called on the viewer's view. Programs receive the facts unchanged. Callers must not change the dict.
        """
        return AS_THEY_ARE

    def situation(self, viewer: Seat) -> Situation:
        """Return what the table marks for this viewer: trumps, the suit led, the contract, the sides, who acts against
        whom.

        Called on the viewer's view. Default: the sides that are the same in every deal.
        """
        return Situation(sides=[Side(seats) for seats in self.layout.sides]) if self.layout.sides else PLAIN

    def reached(self, viewer: Seat) -> list[Reached]:
        """Return what the sides have in this deal so far, as far as this viewer knows it: each seat is in one at most.

        Called on the viewer's view. Default: nothing. Callers must not change the list.
        """
        return NOTHING_YET

    def result(self) -> DealResult:
        """Return what the finished deal was worth."""
        raise NotImplementedError

    # -- questions -------------------------------------------------------------------------------------------

    def must(self) -> Seats:
        """Return the seats that the table waits for."""
        return self.phase.must(self)

    def may(self) -> Seats:
        """Return the seats that can interrupt."""
        return self.phase.may(self)

    def actor(self) -> Seat:
        """Return the first seat that must act, or −1 if the deal is over."""
        m: i64 = self.phase.must(self)
        if m == 0:
            return -1
        i: i64 = 0
        while not (m >> i) & 1:
            i += 1
        return i

    def legal(self, seat: Seat) -> list[Action]:
        """Return what `seat` can do, one action for each meaning."""
        return self.phase.legal(self, seat)

    def apply(self, seat: Seat, a: Action) -> None:
        """Apply a legal action. Nothing is checked here; `Match.act` checks."""
        self.phase.apply(self, seat, a)

    def copy(self) -> Self:
        """Return an independent state with the same content; the copy keeps no log."""
        n = self.public_copy()
        n.setup = self.setup
        n.zones = self.zones[:]
        if self.marks:
            n.marks = self.marks[:]
        n.sealed = self.sealed
        n.phase = self.phase
        n.turn = self.turn
        n.entropy = self.entropy
        self.secrets_to(n)
        return n

    def clear(self, setup: Setup) -> None:
        """Prepare an empty table for a new deal."""
        self.setup = setup
        self.zones = [b""] * self.layout.size

    # -- for rules: simultaneous answers -------------------------------------------------------------------------------

    def ask(self, who: Seats) -> None:
        """Ask several seats to answer at once, without knowing each other's answers."""
        self.sealed = tuple([WAITING if has(who, i) else SILENT for i in range(self.layout.seats)])

    def unanswered(self) -> Seats:
        """Return the seats that have not answered yet."""
        m = 0
        bit = 1
        for a in self.sealed:
            if a is WAITING:
                m |= bit
            bit += bit
        return m

    def seal(self, seat: Seat, a: Action) -> bool:
        """Keep the answer face down. Returns True if it was the last one; the phase then acts on `sealed` and empties
        it.
        """
        self.sealed = (*self.sealed[:seat], a, *self.sealed[seat + 1 :])
        return self.unanswered() == 0


S = TypeVar("S", bound=State, default=Any)  # the state of one game; Any where all games are meant


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S]):
    """A stage of a deal: who acts, what is legal, what happens.

    A phase has no state, and there is one instance of each. Its name is a text key.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def must(self, s: S) -> Seats:
        """Return the seats that the table waits for. Several seats act simultaneously, in any order.

        `1 << HOST`: the HOST ends a window.
        """
        return 1 << s.turn

    def may(self, s: S) -> Seats:
        """Return the seats that can interrupt. It must follow from public facts alone, so that being asked reveals
        nothing.
        """
        return 0

    def openly(self, s: S) -> bool:
        """Tell whether actions in an open window are seen immediately, and not only after it has closed."""
        return False

    def waits_out(self, s: S) -> Seats:
        """Return the seats of `may` that are included only because their turn comes next. They can play on while others
        can interrupt, and a bot gives the others that time."""
        return 0

    def legal(self, s: S, seat: Seat) -> list[Action]:
        """Return what `seat` can do, one action for each meaning; equal cards once.

        The result must be the same on the seat's view.
        """
        raise NotImplementedError

    def canon(self, s: S, seat: Seat, a: Action) -> Action:
        """Return the listed action that has the same meaning as what a player chose. An action is legal if its canon is
        listed.
        """
        return a

    def cards(self, s: S, seat: Seat, a: Action) -> Cards:
        """Return the cards that a listed action would move, for displaying or recording it."""
        return a.cards

    def apply(self, s: S, seat: Seat, a: Action) -> None:
        """Apply the action. Deterministic, and nothing is checked. `a` is a listed action or one whose canon is
        listed.
        """
        raise NotImplementedError

    def breach(self, s: S, seat: Seat, a: Action) -> bool:
        """Tell whether the rules accept and punish this unlisted action."""
        return False

    def dares(self, s: S, seat: Seat, a: Action) -> bool:
        """Tell whether to offer an action of `Game.unlisted` here: one that `breach` accepts.

        A phase overrides this for actions that are done with any cards. The result must be the same on the seat's view.
        """
        return self.breach(s, seat, a)

    def audience(self, s: S, seat: Seat, a: Action) -> Seats:
        """Return the seats that receive the phrase for this action."""
        return 1 << seat if s.sealed else EVERYBODY

    def why(self, s: S, seat: Seat, a: Action) -> Refused:
        """Return why an action is refused. A game's phase overrides this to name its own rules."""
        held = b""
        hands = 0  # one hand can have several places, one for what all know of it and one for the rest
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

    def prompt(self, s: S, viewer: Seat, acts: list[Action]) -> Prompt:
        """Return what the table says to a viewer now: what lies there, what is asked, what helps to decide.

        s: what the viewer sees, so hidden cards are BACK. viewer: a seat or SPECTATOR. acts: what they can do; none if
        they are not asked. The keys of tasks end with the names of the rules in the keys of refusals: where
        `error.<game>.follow` refuses a card, `<game>.task.follow` says before that it would.
        """
        return NO_PROMPT

    def barred(self, s: S, seat: Seat) -> list[tuple[Action, Phrase]]:
        """Return what belongs to this choice and is not possible now, each with the reason in a few words: bids that
        are too low. A table shows it among what is possible, so that the choice looks the same every time.

        s: what the seat sees; it is asked now. Default: nothing. Callers must not change the list.
        """
        return NOTHING_BARRED

    def only_action(self, s: S, seat: Seat) -> Action | None:
        """Return the only action of a seat that must act, if everybody can see that it has no other: the pass of a seat
        with fewer cards than have to be beaten.

        s: what a spectator sees, so hidden cards are BACK. A hand of which one card is unknown at most is tried out
        without this. None: the seat may have a choice.
        """
        return None

    def why_not_asked(self, s: S, seat: Seat, a: Action) -> Refused | None:
        """Return the rule by which a seat cannot act now; None if the table only waits for others.

        Uses public facts only. Nothing in `a` is checked: it can name cards that do not exist.
        """
        return None


@final
class Over(Phase[State]):
    """The end of a deal: nobody acts any more."""

    def must(self, s: State) -> Seats:
        """Return 0: the table waits for nobody."""
        return 0

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """Return []."""
        return []

    def apply(self, s: State, seat: Seat, a: Action) -> None:
        """Raises Refused: `error.over`."""
        raise Refused("error.over")


OVER: Final = Over("over")
