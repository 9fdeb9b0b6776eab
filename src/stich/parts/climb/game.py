"""A game of climbing: how its plays are called, written and read."""

from __future__ import annotations

from typing import TypeVar

from mypy_extensions import mypyc_attr

from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import Seat
from stich.kernel.game import Game
from stich.kernel.zones import Layout, Rules
from stich.parts.climb.move import kind
from stich.parts.climb.names import Names
from stich.parts.climb.pack import Lister
from stich.parts.climb.phase import ClimbState


@mypyc_attr(allow_interpreted_subclasses=True)
class ClimbRules(Rules):
    """One table's rules, with what lists moves."""

    def __init__(self, layout: Layout, options: dict[str, str], table: int) -> None:
        """table: the rule table of the core."""
        super().__init__(layout, options)
        self.table = table
        self.lister = Lister(table)


C = TypeVar("C", bound=ClimbState)
R = TypeVar("R", bound=ClimbRules)


@mypyc_attr(allow_interpreted_subclasses=True)
class ClimbGame(Game[C, R]):
    """A game that plays moves of the core with the verb `play`; its subclass sets `names` before anything is said."""

    names: Names

    def label(self, s: C, seat: Seat, a: Action) -> Phrase:
        """Return the name of an action as a choice: that of a play is its combination."""
        return self.names.choice(a.to) if a.verb == "play" else super().label(s, seat, a)

    def phrase(self, s: C, seat: Seat, a: Action) -> Phrase:
        """Return a phrase about what a seat does: of a play it names the combination and the cards."""
        if a.verb != "play":
            return super().phrase(s, seat, a)
        what = self.names.combination(a.to)
        args = what.args | {"seat": seat, "what": "@" + what.key, "cards": a.cards}
        return Phrase(f"{self.name}.said.play", args, a.cards, what.n, moment=self.names.types[kind(a.to)])

    def write(self, rules: R, a: Action) -> str:
        """Play as "play J5 S6 T7 P8 PI as straight 9 5"; the reading is written where the cards have several."""
        if a.verb != "play":
            return super().write(rules, a)
        text = f"play {rules.layout.pack.write(a.cards)}"
        return text if len(rules.lister.readings(a.cards)) < 2 else f"{text} as {self.names.readings([a.to])}"

    def read(self, rules: R, text: str) -> Action:
        """Raises Refused: `error.notation`, `error.card`, `error.<game>.no_combination` and `….declaration`."""
        words = text.split()
        if not words or words[0] != "play" or "as" not in words:
            return super().read(rules, text)
        at = words.index("as")
        cards = self.read_cards(rules, words[1:at])
        found = rules.lister.readings(cards)
        for move in found:
            if self.names.readings([move]) == " ".join(words[at + 1 :]):
                return Action("play", cards, move)
        if not found:
            raise Refused(f"error.{self.name}.no_combination", {"cards": cards})
        raise Refused(f"error.{self.name}.declaration", {"cards": cards, "allowed": self.names.readings(found)})
