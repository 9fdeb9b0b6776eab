"""Phrases in words, for a terminal; `text.svelte.ts` does the same for the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from stich.text.catalogue import Text, catalogue

PLACE: Final = re.compile(r"\{(?:(\w+) )?(\w+)\}")
"""A place in a text for a parameter: "{cards}", in a form "{the card}", at the beginning of a sentence "{The card}"."""

_CLASS = "form.class."  # prefix of the keys that list the words of a class


class Speaker:
    """Translates phrases into one language.

    seat: returns a seat's name, card: a face's (default: the numbers). me: the seat that is "you". deck: the deck of
    drawings in use; a text that names cards by suit or rank has another wording, `<key>.<deck>`, for decks other than
    its own. texts: used instead of the catalogues here, for example those of another server.

    A text can ask for a parameter in a form, "{the card}", and with a capital, "{The card}": docs/add-a-game.md, Words.
    """

    def __init__(
        self,
        language: str,
        *games: str | Path,
        seat: Callable[[int], str] = str,
        card: Callable[[int], str] = str,
        me: int = -1,
        deck: str = "",
        texts: Mapping[str, Text] | None = None,
    ) -> None:
        self.texts = catalogue(language, *games) if texts is None else texts
        self.locale = Locale.parse(language)
        self.seat = seat
        self.card = card
        self.me = me
        self.deck = deck
        self._classes = {
            key.removeprefix(_CLASS): re.compile(_other(text), re.IGNORECASE)
            for key, text in self.texts.items()
            if key.startswith(_CLASS)
        }

    def text(self, key: str) -> Text | None:
        """Return the text of `key` before parameters are filled in."""
        return self.texts.get(f"{key}.{self.deck}") or self.texts.get(key)

    def say(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Return the text of `key` with its parameters filled in; the key itself if there is no text."""
        given = args or {}
        if given.get("seat") == self.me and f"{key}.you" in self.texts:
            key = f"{key}.you"
        text = self.text(key) or key
        if isinstance(text, dict):
            n = given.get("n", len(given["cards"]) if isinstance(given.get("cards"), list | tuple | bytes) else None)
            category = self.locale.plural_form(n) if isinstance(n, int) else "other"
            text = text.get(category) or text["other"]
        return PLACE.sub(lambda place: self._filled(place, given), text)

    def _filled(self, place: re.Match[str], args: Mapping[str, Any]) -> str:
        first, name = place[1] or place[2], place[2] if place[1] else _uncapped(place[2])
        if name not in args:
            return place[0]
        words = self._value(name, args, _uncapped(place[1] or ""), within=place.start() > 0)
        return words if first == _uncapped(first) else words[:1].upper() + words[1:]

    def _value(self, name: str, args: Mapping[str, Any], form: str, *, within: bool) -> str:
        value = args[name]
        if not isinstance(value, list | tuple | bytes):
            return self._formed(form, self._one(name, value, args, within=within))
        single = name.removesuffix("s")
        parts = [
            self._formed(form, self._one(single, part, args, within=within or i > 0)) for i, part in enumerate(value)
        ]
        return format_list(parts, locale=self.locale) if parts else ""

    def _formed(self, form: str, words: str) -> str:
        """Return words in a form, "the king of hearts": with the text `form.<form>.<class>` of their class, otherwise
        with `form.<form>`.
        """
        if not form:
            return words
        own = (f"form.{form}.{kind}" for kind, members in self._classes.items() if members.match(words))
        key = next((key for key in own if key in self.texts), f"form.{form}")
        return self.say(key, {"card": words}) if key in self.texts else words

    def _one(self, name: str, value: object, args: Mapping[str, Any], *, within: bool) -> str:
        """Return one value in words. within: not at the beginning of a text, where the reader is "You"."""
        if isinstance(value, str) and value.startswith("@"):
            return self.say(value[1:], {other: arg for other, arg in args.items() if other != name})
        if name == "seat" and value == self.me and within and "table.you.within" in self.texts:
            return self.say("table.you.within")
        if isinstance(value, int) and name in {"seat", "card"}:
            return self.seat(value) if name == "seat" else self.card(value)
        return self.number(value) if isinstance(value, int) else str(value)

    def number(self, n: int) -> str:
        """Return a number as the language writes it, with a true minus sign. Hungarian sets four digits solid."""
        solid = self.locale.language == "hu" and abs(n) < 10_000
        digits = str(abs(n)) if solid else format_decimal(abs(n), locale=self.locale)
        return f"−{digits}" if n < 0 else digits


def _other(text: Text) -> str:
    return text if isinstance(text, str) else text["other"]


def _uncapped(word: str) -> str:
    """Return "the" of "The"."""
    return word[:1].lower() + word[1:]
