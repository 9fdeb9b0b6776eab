"""The words of the terminal: the texts of one table in one language, with the names of its seats and cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from babel.lists import format_list

from stich.server.messages.from_server import Problem, Sat
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Phrase, TableView
from stich.text.cards import BACK, Drawn, drawn, name, typed
from stich.text.catalogue import Text, catalogue
from stich.text.say import Speaker
from stich.text.verdict import verdict

LANGUAGE_NAMES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "hu": "Magyar"}

_PLACE = re.compile(r"[\s:]*\{[\w ]+\}\s*")


class Words:
    """Translates keys and phrases. `texts`: those of the table's server; the terminal's own are added. drawings: the
    preferred deck, if several can show a game's cards."""

    def __init__(self, language: str, texts: Mapping[str, Text] | None = None, *, drawings: str = "") -> None:
        self.language = language
        self.drawings = drawings
        self.spec: TableSpec | None = None
        self.view: TableView | None = None
        self.then: Sat | None = None  # while an earlier phrase is translated
        every = {**catalogue(language), **(texts or {})}
        self.speaker = Speaker(language, seat=self.seat, card=self.card, texts=every)

    def speak_of(self, spec: TableSpec | None, view: TableView | None) -> None:
        """Take names from this table from now on."""
        self.spec = spec
        self.view = view
        self.speaker.me = view.you if view is not None else -1
        self.speaker.deck = self.deck

    @property
    def deck(self) -> str:
        """The deck of drawings for this table's cards."""
        if self.spec is None:
            return ""
        return self.drawings if self.drawings in self.spec.decks else self.spec.deck

    def drawn(self, notation: str, *, plain: bool = False) -> Drawn:
        """Return the form of a card of this table."""
        return drawn(notation, self.deck, language=self.language, plain=plain)

    def typed(self, notation: str) -> str:
        """Return what a user types for a card's rank, in lower case."""
        return typed(notation, self.deck, language=self.language)

    def has(self, key: str) -> bool:
        """Tell whether there is a text of this key."""
        return key in self.speaker.texts

    def t(self, key: str, **args: Any) -> str:
        """Return a text of the table."""
        return self.speaker.say(key, args)

    def say(self, phrase: Phrase, then: Sat | None = None) -> str:
        """Return a phrase in words. then: the players at the time of the phrase, whose names it uses."""
        if then is None:
            return self.speaker.say(phrase.key, phrase.args)
        self.then, self.speaker.me, me = then, then.you, self.speaker.me
        try:
            return self.speaker.say(phrase.key, phrase.args)
        finally:
            self.then, self.speaker.me = None, me

    def verdict(self) -> str:
        """Return who has won the match, or who has lost it if the game says so; "" while it goes on."""
        spec, view = self.spec, self.view
        if spec is None or view is None or not view.winners:
            return ""
        return self.speaker.say(*verdict(spec.game, view.winners, view.places, spec.seats, self.speaker.texts))

    def game(self, key: str, **args: Any) -> str:
        """Return a text of the table's game: "phase.bid"."""
        return self.t(f"{self.spec.game}.{key}" if self.spec is not None else key, **args)

    def bare(self, key: str) -> str:
        """Return a text without its parameters, for a verb that stands alone: "Bid" of "Bid {n}"; `<key>.bare` if more
        than a parameter has to go.
        """
        text = self.speaker.text(f"{key}.bare") or self.speaker.text(key) or key
        pattern = text["other"] if isinstance(text, dict) else text
        words = _PLACE.sub(" ", pattern).strip()
        return words[:1].upper() + words[1:]

    def pair(self, what: str, value: str) -> str:
        """Return "what: value" in the form of the language."""
        return self.t("terminal.pair", what=what, value=value)

    def seat(self, seat: int) -> str:
        """Return a player's name; "You" for the reader."""
        if self.then is not None:
            known = self.then.names[seat] if 0 <= seat < len(self.then.names) else ""
            return self.t("table.you") if seat == self.then.you else known or self.nth(seat)
        if self.view is None or not 0 <= seat < len(self.view.occupants):
            return str(seat)
        return self.t("table.you") if seat == self.view.you else self.occupant(seat)

    def occupant(self, seat: int) -> str:
        """Return a player's name, also for the reader."""
        occupant = self.view.occupants[seat] if self.view is not None else None
        if occupant is None:
            return str(seat)
        return occupant.name or self.nth(seat)

    def nth(self, seat: int) -> str:
        """Return the name of a player without one: "Player 2"."""
        return self.t("table.seat_n", n=seat + 1)

    def card(self, face: int) -> str:
        """Return a card's name."""
        if self.spec is None or face == BACK or not 0 <= face < len(self.spec.faces):
            return self.t("card.back")
        key, args = name(self.spec.faces[face], self.deck)
        return self.t(key, **args) if self.has(key) else self.spec.faces[face]

    def list(self, parts: list[str]) -> str:
        """Return parts as an enumeration of the language."""
        return format_list(parts, locale=self.speaker.locale) if parts else ""

    def number(self, n: int, *, signed: bool = False) -> str:
        """Return a number as the language writes it; signed: with its sign, for points won and lost."""
        return f"+{self.speaker.number(n)}" if signed and n > 0 else self.speaker.number(n)

    def refusal(self, game: str, problem: Problem) -> Phrase:
        """Return a refusal as a phrase; a code without a text is at least named. Verbs have the names on their
        buttons."""
        key = f"error.{problem.code}"
        if not self.has(key):
            return Phrase("error.unknown", {"code": problem.code})
        if problem.code != "verb":
            return Phrase(key, problem.args)
        named = {name: [self.verb(game, verb) for verb in str(value).split()] for name, value in problem.args.items()}
        return Phrase(key, {name: [*verbs] for name, verbs in named.items()})

    def verb(self, game: str, verb: str) -> str:
        """Return the name of a verb as its buttons have it; the verb itself if there is none."""
        key = f"{game}.verb.{verb}"
        return self.bare(key) if self.has(key) else verb
