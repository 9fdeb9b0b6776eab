"""The laws, where to look when one does not hold, and what a check has found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

LAWS: Final = {
    "L0": "All that a state holds is declared: facts are public, secrets are not; so are its phases and verbs.",
    "L1": "Until a deal is over somebody must act and can, each choice is listed once and accepted; anything else is "
    "refused and changes nothing.",
    "L2": "Every card lies in exactly one zone, unordered zones are sorted, known cards lie where they are known to.",
    "L3": "A copy has everything and shares nothing: what happens to it happens to it alone, and is what would happen.",
    "L4": "A deal drawn from what a seat may know looks the same to that seat.",
    "L5": "What may be done follows from what the one who does it may know.",
    "L6": "A drawn deal is a whole deal and can be played to its end.",
    "L7": "What a seat has no part in and is not shown does not change what it sees and hears.",
    "L8": "What the play has shown of hidden cards is true, and drawn deals respect it.",
    "L9": "A drawn deal explains the past: from its pack the same match could have been played.",
    "L10": "A record replays to the same state, a seed always deals the same cards, score lines add up to the points.",
    "L11": "Every legal action fits its verb: its cards lie in the declared zones, its target in the declared range.",
    "L12": "Where everybody can see that a seat has only one action, it has no other.",
}
HINTS: Final = {
    "L0": "Name each attribute of the state in the layout's facts or in the game's secrets, and copy it in public_copy "
    "or secrets_to.",
    "L2": "Move cards by the methods of State alone, and sort what `deal` lays in unordered zones.",
    "L3": "Keep immutable values in the state: int, str, bytes, tuple.",
    "L4": "Something public depends on a hidden card: look at State.public_copy and at what Phase.must and may ask.",
    "L5": "Phase.legal looks at a card that its seat may not see, or at an attribute that is no fact.",
    "L6": "Deals are drawn from what is public: a fact that does not follow from the zones is needed in the state.",
    "L8": "State.can_hold or State.may_pair excludes a card that can lie there.",
    "L9": "A play has shown that a card or two equal ones cannot lie somewhere, and the state does not say so: look at "
    "State.can_hold and State.may_pair, and at State.new_cards where cards have come since.",
    "L10": "State.result gives a Score for each part of the points, and its lines of a seat add up to them.",
    "L12": "Phase.only_action overlooks something that the seat may hold, or legal looks at more than the seat's hand.",
}
"""Where to look when a law does not hold."""


@dataclass
class Failure:
    """A law that did not hold: what differed, the shortest record found that shows it, and the number of its
    actions.
    """

    law: str
    what: str
    record: str
    at: int
    raised: bool = False
    """The game has raised an error: what the law says is not the matter."""

    @property
    def hint(self) -> str:
        """Where to look, "" where there is no usual cause."""
        return "" if self.raised else HINTS.get(self.law, "")


@dataclass
class Report:
    """The result of a check. checked: how often each law was checked."""

    game: str
    options: dict[str, str]
    seats: int
    deals: int = 0
    decisions: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    failures: dict[str, Failure] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    """Where and why a law could not be checked, for laws that could not be checked everywhere."""
    interrupted: bool = False

    @property
    def ok(self) -> bool:
        """Tell whether no law was broken."""
        return not self.failures


class Broken(Exception):
    """Raised when a law does not hold; the text says what differs.

    action: which action of the match broke it, from 0; −1: the next one, which is not done any more.
    """

    def __init__(self, what: str, action: int = -1) -> None:
        super().__init__(what)
        self.action = action
