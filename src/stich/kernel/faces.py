"""The faces of a pack by their notation."""

from __future__ import annotations


class NoCard(KeyError):
    """Raised for a word that names no card, which is its first argument. hint: what to write instead, "" if unknown."""

    def __init__(self, word: str, hint: str = "") -> None:
        super().__init__(word)
        self.word = word
        self.hint = hint

    def __str__(self) -> str:
        return f"no card {self.word}" + (f"; {self.hint}" if self.hint else "")


class Faces(dict[str, int]):
    """The number of each face by its notation. A word that names none raises NoCard, which says what to write."""

    def __missing__(self, word: str) -> int:
        for turned in (word[-1:] + word[:-1], word[1:] + word[:1]):
            if turned in self:
                raise NoCard(word, f"a card is written {self.first()} first: {turned}")
        raise NoCard(word, f"there are {' '.join(self)}")

    def first(self) -> str:
        """Return what the notation begins with: "suit" where fewer signs begin a card than end one, else "rank"."""
        return "suit" if len({name[:1] for name in self}) <= len({name[-1:] for name in self}) else "rank"
