"""Refusals of the engine as errors of Python, in English."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from stich.games import find, folder, games
from stich.kernel.action import Refused
from stich.kernel.cards import Pack
from stich.kernel.game import Game
from stich.kernel.zones import Rules


def in_words(refused: Refused, *names: str, rules: Rules | None = None) -> str:
    """Return a refusal in English. names: of the games whose texts are needed. rules: for the names of cards."""
    from stich.text.say import Speaker  # and babel, which the engine does without

    known = [folder(name) for name in names if name in games()]
    card = (lambda face: rules.layout.pack.write(bytes([face]))) if rules is not None else str
    speaker = Speaker("en", *known, seat=lambda seat: f"Seat {seat}", card=card)
    words = speaker.say(refused.phrase.key, refused.phrase.args)
    return words if words != refused.phrase.key else str(refused)


@contextmanager
def plainly(*names: str) -> Iterator[None]:
    """Raise ValueError with the words of a refusal in place of the refusal. names: of games whose texts are needed."""
    try:
        yield
    except Refused as refused:
        raise ValueError(in_words(refused, *names)) from refused


def chosen(name: str, players: int, preset: str, options: dict[str, object]) -> tuple[Game, Rules]:
    """Return a game and its rules. players: 0: the usual number. preset: "": the defaults, which options override.

    Raises ValueError for whatever there is not, TypeError if something is no number or no text.
    """
    for value, kind, what in ((name, str, "name"), (players, int, "players"), (preset, str, "preset")):
        if not isinstance(value, kind):
            raise TypeError(f"{what} is {value!r}, and no {'text' if kind is str else 'whole number'}")
    with plainly(name):
        game = find(name)
        rules: Rules = game.rules(game.with_preset(preset, options, players), players)
    return game, rules


def whole(n: object, what: str) -> int:
    """Return a whole number. Raises TypeError if it is none: 1.5 would be taken for another one."""
    try:
        return int(operator.index(n))  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is {n!r}, and no whole number") from None


SIGNS: Final = str.maketrans("♣♠♥♦♧♤♡♢◆★▲†", "CSHDCSHDJTPS", ",\ufe0f")  # a sign can come with a variation selector
KEPT: Final = ("as",)  # a word of the notation; who means the ace writes "sa"


def in_notation(pack: Pack, text: str) -> str:
    """Return a text with its cards as records write them: "10♥", "♥10", "h10" and "ht" are "HT". Other words stay."""
    return " ".join([named(pack, word) for word in text.split()])


def named(pack: Pack, word: str) -> str:
    """Return the name of the card that a word means, or the word."""
    if word in pack.faces or word in KEPT or word.isdigit():
        return word
    upper = word.upper().translate(SIGNS)
    for form in (upper, upper.replace("10", "T")):
        for one in (form, form[1:] + form[:1], form[-1:] + form[:-1]):
            if one in pack.faces:
                return one
    return upper if len(upper) == 1 and upper != word.upper() else word
