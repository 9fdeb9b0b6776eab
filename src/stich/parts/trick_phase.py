"""Playing to tricks card by card: the phase of every game in which each seat plays one card to each trick.

A game says what beats what (`contract`), what binds a player (`wanted`) and what a trick is worth (`taken`). The phase
lists the plays, finds the winner, and says in a refusal which rule was broken. What a play has shown a seat to lack is
kept in the state, so drawn deals respect it.
"""

from __future__ import annotations

from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

from stich.kernel.action import Action, Arg, Phrase, Prompt, Refused
from stich.kernel.cards import ONE, Card, Cards, Pack, Seat, holds
from stich.kernel.deal import Setup
from stich.kernel.situation import Situation
from stich.kernel.state import OVER, Phase, State
from stich.kernel.zones import OWNER, PUBLIC, Fact, Rules, Zone
from stich.parts.plain import PlainState
from stich.parts.trick_prompt import trick_prompt
from stich.parts.tricks import RULES, Contract, Duty, bearing, binding, choice, each_once, lacking, listed, trump_of
from stich.parts.tuples import plus, put

FACTS: Final = [Fact("tricks", "number"), Fact("void", "plain")]  # to be listed with the game's own facts
FOLLOW: Final = Duty()

# the usual places: a trick in the middle, and for each seat a hand and what it has won
TRICK: Final = 0
HAND: Final = 1  # of seat 0; a seat's own zones repeat every EACH numbers
WON: Final = 2
EACH: Final = 2
COMMON: Final = [Zone(TRICK, "trick", PUBLIC, "trick", ordered=True)]
OWN: Final = [
    Zone(HAND, "hand", OWNER, "hand"),
    Zone(WON, "won", PUBLIC, "captured", shown=False, counted=False),  # the fact `tricks` says how many
]


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickState(PlainState):
    """A state with `tricks`, how many each seat has taken, and `void`, for each seat the faces, as bits, that it has
    shown to lack. Both are public: `FACTS` declares them.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.tricks: tuple[int, ...] = ()
        self.void: tuple[int, ...] = ()

    def clear(self, setup: Setup) -> None:
        """Prepare an empty table; no seat has tricks, and none has shown to lack anything."""
        super().clear(setup)
        self.tricks = (0,) * self.layout.seats
        self.void = (0,) * self.layout.seats

    def can_hold(self, c: Card, at: int) -> bool:
        """A hand has nothing of what its seat has shown to lack."""
        seat = self.layout.owner[at]
        return seat < 0 or self.layout.zones[at].role != "hand" or not self.void[seat] >> c & 1

    def situation(self, viewer: Seat) -> Situation:
        """Mark the trumps and the suit led, while cards are played to tricks."""
        known = super().situation(viewer)
        phase = self.phase
        if not isinstance(phase, Tricks):
            return known
        contract = phase.contract(self)
        trick = self.zones[phase.trick]
        led = trick[0] if trick else -1
        trump_led = led >= 0 and contract.is_trump(led)
        return Situation(trump=trump_of(contract), led=led, trump_led=trump_led, sides=known.sides)

    def drew(self, seat: Seat) -> None:
        """Cards have come to this seat's hand: what it lacked before says nothing any more."""
        self.void = put(self.void, seat, 0)


def holder(s: State, c: Card) -> Seat:
    """Return the first seat that has c in its hand, −1 where none has, for example to find who leads. All hands
    have to lie open to it: it is for `apply` and `deal`.
    """
    for at in range(s.layout.size):
        if s.layout.owner[at] >= 0 and s.layout.zones[at].role == "hand" and c in s.zones[at]:
            return s.layout.owner[at]
    return -1


T = TypeVar("T", bound=TrickState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Tricks(Phase[T]):
    """The phase: a seat leads, the others follow in the order of seats, the winner leads to the next trick.

    name: of the phase. game: begins the text keys `<game>.event.trick`, with the seat (with `worth` also the points
    `n`), and `error.<game>.<rule>`, with the cards that may be played and the card that was led, where one lies there;
    and `<game>.task.<rule>` of rules that are not of `tricks.binding`, which says the rule before a card is tried.
    pack: its faces are what can be played, with the verb `play`. trick, hand, won: zones, where they are not the usual
    ones; those of a seat repeat every `each` numbers. worth: the points of each face, if cards have points: a table
    says what the trick that lies there, or is taken, is worth.
    """

    def __init__(
        self,
        name: str,
        game: str,
        pack: Pack,
        trick: int = TRICK,
        hand: int = HAND,
        won: int = WON,
        each: int = EACH,
        worth: list[int] | None = None,
    ) -> None:
        super().__init__(name)
        self.game = game
        self.plays = [Action("play", ONE[c]) for c in range(len(pack.names))]
        self.trick = trick
        self.hand = hand
        self.won = won
        self.each = each
        self.worth = worth

    # -- the game says -------------------------------------------------------------------------------------------------

    def contract(self, s: T) -> Contract:
        """Return what beats what now."""
        raise NotImplementedError

    def wanted(self, s: T) -> list[int]:
        """Return what binds the seat whose turn it is: sets of faces, the most binding one first. It plays from the
        first set of which it holds a card, and any card if it holds none. Default: follow suit.
        """
        return FOLLOW.wanted(self.contract(s), s.zones[self.trick])

    def rule(self, s: T, seat: Seat, allowed: Cards) -> str:
        """Return the name of the rule that leaves nothing but the cards `allowed`; the text `error.<game>.<rule>` says
        it. Default: "lead" where the trick is empty, else "follow", "head", "trump" or "overtrump".
        """
        trick = s.zones[self.trick]
        if not trick:
            return "lead"
        return binding(self.contract(s), trick, s.zones[self.hand + self.each * seat], allowed)

    def taken(self, s: T, winner: Seat, trick: Cards) -> None:
        """A trick is complete and still lies there: count it."""

    def end(self, s: T) -> None:
        """The last trick has been taken. Default: the deal is over."""
        s.phase = OVER

    # -- and this follows ----------------------------------------------------------------------------------------------

    def legal(self, s: T, seat: Seat) -> list[Action]:
        """Return the cards that the seat may play, by `wanted`."""
        return listed(self.plays, s.zones[self.hand + self.each * seat], self.wanted(s))

    def apply(self, s: T, seat: Seat, a: Action) -> None:
        """Play the card, note what the seat has shown to lack, and take the trick if it is complete."""
        c = a.cards[0]
        lacks = lacking(c, self.wanted(s))
        if lacks:
            s.void = put(s.void, seat, s.void[seat] | lacks)
        s.move(c, self.hand + self.each * seat, self.trick)
        seats = s.layout.seats
        trick = s.zones[self.trick]
        s.turn = (seat + 1) % seats
        if len(trick) == seats:
            self.take(s, (s.turn + self.contract(s).best(trick)) % seats, trick)

    def take(self, s: T, winner: Seat, trick: Cards) -> None:
        """Give the trick to its winner, who leads next; after the last card the play ends."""
        s.tricks = plus(s.tricks, winner, 1)
        self.taken(s, winner, trick)
        s.move_all(self.trick, self.won + self.each * winner)
        if s.log is not None:
            s.say("trick", winner, self.said_of(winner, trick))
        s.turn = winner
        if not s.zones[self.hand + self.each * winner]:
            self.end(s)

    def said_of(self, winner: Seat, trick: Cards) -> Phrase:
        """Return the words for a trick that is taken: `<game>.event.trick`, with its points if cards have points."""
        key = f"{self.game}.event.trick"
        if self.worth is None:
            return Phrase(key, {"seat": winner})
        n = bearing(trick, self.worth)
        return Phrase(key, {"seat": winner, "n": n}, n=n)

    def prompt(self, s: T, viewer: Seat, acts: list[Action]) -> Prompt:
        """Return what was led, the rule that binds the viewer, and who is winning."""
        trick = s.zones[self.trick]
        rule = ""
        if acts:
            hand = s.zones[self.hand + self.each * viewer]
            allowed = choice(hand, self.wanted(s))
            if len(allowed) < len(each_once(hand)):
                rule = self.rule(s, viewer, allowed)
        asked = len(acts) > 0
        n = bearing(trick, self.worth) if self.worth else 0
        return trick_prompt(self.contract(s), trick, s.turn, s.layout.seats, asked, rule, self.task_texts(rule), n)

    def task_texts(self, rule: str) -> str:
        """Return what the key of the task begins with: the game where the rule is its own, else "table"."""
        return "table" if rule in RULES else self.game

    def why(self, s: T, seat: Seat, a: Action) -> Refused:
        """Return why a card is refused: `error.<game>.<rule>` (cards: those allowed, card: the one led)."""
        hand = s.zones[self.hand + self.each * seat]
        if a.verb != "play" or a.to != -1 or len(a.cards) != 1 or not holds(hand, a.cards):
            return super().why(s, seat, a)
        allowed = choice(hand, self.wanted(s))
        args: dict[str, Arg] = {"cards": allowed}
        trick = s.zones[self.trick]
        if trick:
            args["card"] = trick[0]
        return Refused(f"error.{self.game}.{self.rule(s, seat, allowed)}", args)
