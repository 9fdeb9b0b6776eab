"""What a table marks beside the cards: trumps, the suit led, the contract, the sides, who acts against whom, and what
each has reached in the deal."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Seat, Seats


@final
@mypyc_attr(acyclic=True)
class Side:
    """Seats that play together in this deal, or a seat that plays alone against such a side.

    name: what the side is called, "Re"; None: it has no name. points: what it has so far, None if the viewer may not
    know it, or if there is nothing to count.
    """

    def __init__(self, seats: Seats, name: Phrase | None = None, points: int | None = None) -> None:
        self.seats = seats
        self.name = name
        self.points = points

    def __eq__(self, o: object) -> bool:
        return isinstance(o, Side) and o.seats == self.seats and o.points == self.points and o.name == self.name

    def __hash__(self) -> int:
        return hash((self.seats, self.points))

    def __repr__(self) -> str:
        return f"Side({self.seats:b}, {self.name}, {self.points})"


NO_SIDES: Final[list[Side]] = []
NO_ATTACKS: Final[list[tuple[Seat, Seat]]] = []
NO_STAKE: Final[list[tuple[Phrase, int]]] = []
NO_NOTES: Final[list[tuple[Seat, Phrase]]] = []


@final
@mypyc_attr(acyclic=True)
class Reached:
    """What a side, or a seat alone, has in the running deal, as one viewer knows it. A table shows it beside the score.

    seats: who they are. n: how much they have: card points, tricks. goal: what wins or decides when n has come to it;
    0: nothing. added: n counts towards the score of the match, and so does the goal. key: the text key of what is said
    instead of the number, with `n`, `goal` and `which`; "": the number is enough. which: the text key of what bears the
    number n; "": nothing. name: of the side; None: the names of its
    players.
    """

    def __init__(
        self,
        seats: Seats,
        n: int,
        goal: int = 0,
        *,
        added: bool = False,
        key: str = "",
        which: str = "",
        name: Phrase | None = None,
    ) -> None:
        self.seats = seats
        self.n = n
        self.goal = goal
        self.added = added
        self.key = key
        self.which = which
        self.name = name

    def __eq__(self, o: object) -> bool:
        if not isinstance(o, Reached) or o.seats != self.seats or o.n != self.n or o.goal != self.goal:
            return False
        return o.added == self.added and o.key == self.key and o.which == self.which and o.name == self.name

    def __hash__(self) -> int:
        return hash((self.seats, self.n, self.goal))

    def __repr__(self) -> str:
        return f"Reached({self.seats}, {self.n}, {self.goal})"


NOTHING_YET: Final[list[Reached]] = []


@final
@mypyc_attr(acyclic=True)
class Situation:
    """What a table marks for one viewer. Every part has one place and one form in all games.

    trump: a face of the trump suit, whose sign is drawn; −1: no suit is trump, or not yet.
    trumps: what is trump in words, if the suit alone does not say it: "queens, jacks, diamonds", "no trumps".
    led: the card that was led and whose suit binds the others; −1: none. trump_led: it is a trump.
    contract: what is played for. declarer: who plays for it; −1: nobody.
    sides: those that the viewer can know, none if there are none or if everybody plays alone. A seat is in one side at
    most, and a side of one seat is only listed beside a larger one.
    attacks: who acts against whom now, as (attacker, defender). Where the stocks of players lie in the middle of a
    table, that of the defender is marked.
    direction: of play, if it can differ: 1 in the order of the seats, −1 against it; 0: the table does not mark it.
    stake: what the deal is worth for the declarer if it ended well for them now, as reasons with their points; a table
    shows the sum, and the reasons on request. The reasons are those of the score sheet.
    notes: what holds for a seat for the moment, in a word or two: "bids 30", "passed", "idle so far".
    """

    def __init__(
        self,
        *,
        trump: Card = -1,
        trumps: Phrase | None = None,
        led: Card = -1,
        trump_led: bool = False,
        contract: Phrase | None = None,
        declarer: Seat = -1,
        sides: list[Side] = NO_SIDES,
        attacks: list[tuple[Seat, Seat]] = NO_ATTACKS,
        direction: int = 0,
        stake: list[tuple[Phrase, int]] = NO_STAKE,
        notes: list[tuple[Seat, Phrase]] = NO_NOTES,
    ) -> None:
        self.trump = trump
        self.trumps = trumps
        self.led = led
        self.trump_led = trump_led
        self.contract = contract
        self.declarer = declarer
        self.sides = sides
        self.attacks = attacks
        self.direction = direction
        self.stake = stake
        self.notes = notes

    def __eq__(self, o: object) -> bool:
        if not isinstance(o, Situation) or o.trump != self.trump or o.led != self.led or o.declarer != self.declarer:
            return False
        if o.trump_led != self.trump_led or o.direction != self.direction or o.attacks != self.attacks:
            return False
        if o.stake != self.stake or o.notes != self.notes:
            return False
        return o.trumps == self.trumps and o.contract == self.contract and o.sides == self.sides

    def __hash__(self) -> int:
        return hash((self.trump, self.led, self.declarer, self.direction))

    def __repr__(self) -> str:
        marks = [self.trump, self.trumps, self.led, self.contract, self.declarer, self.sides, self.attacks]
        return f"Situation({marks}, {self.direction}, {self.stake}, {self.notes})"


PLAIN: Final = Situation()
