"""What a table calls the moves of the climbing core: names, choices, and what beats what, as phrases of a game."""

from __future__ import annotations

from typing import final

from stich.kernel.action import Arg, Phrase
from stich.parts.climb.move import SINGLE, TYPES, kind, length, rank


@final
class Names:
    """The words of one game for moves: keys `<game>.combo.<type>` and `error.<game>.beat.<type>`.

    There are some hundred moves, and each name is cached: callers must not change it.
    """

    def __init__(self, game: str, called: dict[str, str], named_ends: bool = False) -> None:
        """Take the game's name and the types that it calls otherwise than the core, by the core's names.

        named_ends: the ends of a run have names, those of a single card; otherwise they are the numbers 1 to 12.
        """
        self.game = game
        self.named_ends = named_ends
        self.types: tuple[str, ...] = tuple([called.get(name, name) for name in TYPES])
        self.whole: dict[int, Phrase] = {}
        self.short: dict[int, Phrase] = {}

    def end(self, number: int) -> Arg:
        """Return the end of a run, a number from 1 to 12."""
        return f"@{self.game}.rank.{number}" if self.named_ends else number

    def combination(self, move: int) -> Phrase:
        """Name a play: the text of its type, with rank (one card, several cards), low and high ends and length."""
        known = self.whole.get(move)
        if known is None:
            top = rank(move)
            long = length(move)
            args: dict[str, Arg] = {"rank": f"@{self.game}.rank.{top}", "ranks": f"@{self.game}.ranks.{top}"}
            args |= {"low": self.end(top - long + 1), "high": self.end(top), "n": long}
            known = self.whole[move] = Phrase(f"{self.game}.combo.{self.types[kind(move)]}", args, n=long)
        return known

    def choice(self, move: int) -> Phrase:
        """Name a play in a list: the same, with only the parameters that the texts of its type use; cached, too."""
        known = self.short.get(move)
        if known is None:
            whole = self.combination(move)
            used = ["rank"] if kind(move) == SINGLE else ["low", "high"] if length(move) > 1 else ["ranks"]
            known = self.short[move] = Phrase(whole.key, {name: whole.args[name] for name in used})
        return known

    def to_beat(self, move: int) -> Phrase:
        """Return what beats a play, as a phrase."""
        return Phrase(f"error.{self.game}.beat.{self.types[kind(move)]}", self.combination(move).args)

    def readings(self, moves: list[int]) -> str:
        """Write readings as the notation does: "straight 9 5, straight 8 5"."""
        return ", ".join([f"{self.types[kind(m)]} {rank(m)} {length(m)}" for m in moves])
