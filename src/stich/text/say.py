"""Phrases in words, for a terminal: what the page does in its own `text.svelte.ts`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from stich.text.catalogue import Text, catalogue

_PLACE = re.compile(r"\{(\w+)\}")


class Speaker:
    """Says phrases in one language.

    seat: gives a seat's name, card: a face's (default: the numbers). me: the seat that is "you". deck: the drawings
    that are seen; a text that calls cards by suit or rank has another wording, `<key>.<deck>`, for others than its own.
    texts: said instead of the catalogues here, those of another server for instance.
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

    def text(self, key: str) -> Text | None:
        """Return the text of `key` as it is not yet filled in."""
        return self.texts.get(f"{key}.{self.deck}") or self.texts.get(key)

    def say(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Return the text of `key` with its parameters filled in; the key itself where there is none."""
        given = args or {}
        if given.get("seat") == self.me and f"{key}.you" in self.texts:
            key = f"{key}.you"
        text = self.text(key) or key
        if isinstance(text, dict):
            n = given.get("n")
            category = self.locale.plural_form(n) if isinstance(n, int) else "other"
            text = text.get(category) or text["other"]
        return _PLACE.sub(lambda place: self._value(place[1], given) if place[1] in given else place[0], text)

    def _value(self, name: str, args: Mapping[str, Any]) -> str:
        value = args[name]
        if isinstance(value, list | tuple | bytes):
            parts = [self._one(name.removesuffix("s"), part, args) for part in value]
            return format_list(parts, locale=self.locale) if parts else ""
        return self._one(name, value, args)

    def _one(self, name: str, value: object, args: Mapping[str, Any]) -> str:
        if isinstance(value, str) and value.startswith("@"):
            return self.say(value[1:], {other: arg for other, arg in args.items() if other != name})
        if isinstance(value, int) and name in {"seat", "card"}:
            return self.seat(value) if name == "seat" else self.card(value)
        return format_decimal(value, locale=self.locale) if isinstance(value, int) else str(value)
