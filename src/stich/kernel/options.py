"""The options of a game: rules that can be chosen, and presets that choose several of them."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Refused
from stich.kernel.cards import Seat

YES_NO: Final = ["false", "true"]
PLAYERS: Final = "players"  # names the number of players where a `Need` names an option
SHOWN: Final = 40  # characters of a wrong word that a refusal quotes


def is_number(word: str) -> bool:
    """Tell whether a word is a whole number without a sign, of at most 18 digits."""
    return word.isascii() and word.isdigit() and len(word) < 19


def seats_in_order(text: str) -> list[Seat]:
    """Return the seats of "2,0,1": a permutation of 0 … n−1; [] if the text is not one."""
    words = text.split(",")
    seats = [int(word) for word in words if is_number(word) and word == str(int(word))]
    return seats if len(seats) == len(words) and sorted(seats) == list(range(len(seats))) else []


@final
class Need:
    """A condition of an option: the option `option` has one of `values`. PLAYERS stands for the number of players.

    others: alternatives; the condition is met if this one or any of them holds.
    """

    def __init__(self, option: str, values: list[str], others: list[Need] | None = None) -> None:
        self.option = option
        self.values = values
        self.others = others or []

    def ways(self) -> list[tuple[str, list[str]]]:
        """Return the options and values of which at least one must hold."""
        return [(self.option, self.values)] + [(one.option, one.values) for one in self.others]


@final
class Option:
    """A rule that can be chosen, with the names and values of the rule sheet; the first value is the default.

    A choice has `values`. A number has `least` and `most`, both included; its `values` are suggestions, the first of
    which is the default. With `order` a choice also accepts the seats in any order, "2,0,1"; `Game.conflict` counts
    them.
    needs: the option has an effect only if all of these hold. Otherwise a page disables it and says why.
    """

    def __init__(
        self,
        name: str,
        values: list[str],
        least: int = 0,
        most: int = 0,
        order: bool = False,
        needs: list[Need] | None = None,
    ) -> None:
        self.name = name
        self.values = values
        self.default = values[0]
        self.least = least
        self.most = most
        self.order = order
        self.needs = needs or []
        self.kind = "number" if most else "choice"

    def read(self, given: object) -> str:
        """Return the value in its normal form. Accepts the forms that pages, files and programs use: "true", True,
        "400", 400.

        Raises Refused: `error.option_value` (option, value, allowed).
        """
        text = str(given).lower() if isinstance(given, bool) else str(given)
        if self.kind == "number":
            if is_number(text) and self.least <= int(text) <= self.most:
                return str(int(text))
            raise self.wrong(text, f"{self.least}–{self.most}")
        if text in self.values or (self.order and seats_in_order(text)):
            return text
        allowed = [*self.values, "2,0,1 …"] if self.order else self.values
        raise self.wrong(text, " | ".join(allowed))

    def wrong(self, text: str, allowed: str) -> Refused:
        """Return the refusal of a value: `error.option_value` (option, value, allowed)."""
        return Refused("error.option_value", {"option": self.name, "value": text[:SHOWN], "allowed": allowed})


@final
class Preset:
    """A usual set of options with a name.

    name: used in the text keys `<game>.preset.<name>` (its name) and `<game>.preset.<name>.about` (one sentence).
    options: those that differ from the defaults. seats: the numbers of players it is for, all if there are none.
    recommended: players who choose nothing get this preset. The defaults of the game do not change.
    """

    def __init__(
        self, name: str, options: dict[str, str], seats: list[int] | None = None, recommended: bool = False
    ) -> None:
        self.name = name
        self.options = options
        self.seats = seats or []
        self.recommended = recommended

    def fits(self, seats: int) -> bool:
        """Tell whether this number of players can play it."""
        return not self.seats or seats in self.seats
