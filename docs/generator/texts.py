"""The texts of a game as its table shows them."""

from __future__ import annotations

from stich.kernel.game import Game
from stich.kernel.options import PLAYERS, YES_NO, Option
from stich.text.catalogue import catalogue


class Texts:
    """The texts of a game in a language. Raises KeyError for one that is missing, so the build fails.

    game: of which game. language: "en" and so on.
    """

    def __init__(self, game: Game, language: str = "en") -> None:
        self.game = game
        self.texts = catalogue(language, game.name)

    def __getitem__(self, key: str) -> str:
        """Return a text of the game by the end of its key: "option.target"."""
        return self.plain(f"{self.game.name}.{key}")

    def get(self, key: str) -> str:
        """Return a text of the game by the end of its key; "" if there is none."""
        return self[key] if f"{self.game.name}.{key}" in self.texts else ""

    def plain(self, key: str) -> str:
        """Return a text by its whole key. Of plural forms it is the general one."""
        text = self.texts[key]
        return text if isinstance(text, str) else text["other"]

    def value(self, option: Option, value: str) -> str:
        """Return what a value of an option is called."""
        if option.kind == "number":
            return value
        if set(option.values) == set(YES_NO):
            return self.plain("table.yes" if value == "true" else "table.no")
        return self[f"option.{option.name}.{value}"]

    def needs(self, option: Option) -> str:
        """Return in words when an option has an effect; "" if it always has."""
        return " and ".join(" or ".join(self.way(*way) for way in need.ways()) for need in option.needs)

    def way(self, name: str, values: list[str]) -> str:
        """Return one condition of an option in words. name: of the other option. values: that it can have."""
        if name == PLAYERS:
            return f"{', '.join(values)} players"
        other = next(each for each in self.game.options if each.name == name)
        return f"“{self[f'option.{name}']}” is {' or '.join(self.value(other, value) for value in values)}"
