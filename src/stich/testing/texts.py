"""Whether a game's texts say all that it says: missing keys, wrong parameters, files that lose a quotation mark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import PoFileError, read_po

from stich.games import folder
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.kernel.options import YES_NO, is_number
from stich.kernel.state import OVER
from stich.kernel.zones import Layout
from stich.testing.phrases import PhraseLog
from stich.text.catalogue import LANGUAGES, Text, catalogue, read_texts

PLACES: Final = re.compile(r"\{(?:\w+ )?(\w+)\}")
PLURALS: Final = dict.fromkeys(LANGUAGES, "nplurals=2; plural=(n != 1);") | {"fr": "nplurals=2; plural=(n > 1);"}
HEAD: Final = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""


@dataclass(frozen=True)
class Trouble:
    """What is wrong with a text. key: "" where it is the file. missing: it has to be written."""

    language: str
    file: Path
    key: str
    what: str
    missing: bool = False
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.language}: {self.key + ': ' if self.key else ''}{self.what}"


def languages(game: Game) -> list[str]:
    """Return the languages that a game has texts in, English always among them."""
    place = folder(game.name) / "text"
    return [one for one in LANGUAGES if one == LANGUAGES[0] or (place / f"{one}.po").is_file()]


def text_troubles(game: Game, heard: PhraseLog, seats: int = 0) -> list[Trouble]:
    """Compare what a game declares and says with its texts, in each language that it has a file for.

    Missing is a key that is declared, was said, or stands in the sources. Wrong is a text that asks for a parameter
    that was not given every time; where a key was not heard, one that no other language asks for.
    """
    declared = text_keys(game, seats)
    wanted = dict.fromkeys([*declared, *sorted(heard.always), *sorted(heard.named)])
    out: list[Trouble] = []
    english: dict[str, Text] = {}
    for language in languages(game):
        file = folder(game.name) / "text" / f"{language}.po"
        spelt = list(misspelt(file)) if file.is_file() else []
        out += [Trouble(language, file, "", what) for what in spelt]
        try:
            own = read_texts(file) if file.is_file() else {}
        except (PoFileError, ValueError, KeyError, UnicodeError) as error:
            out.append(Trouble(language, file, "", f"{file.name} cannot be read: {error}"))
            continue
        there = {**catalogue(language), **own}
        for key in wanted:
            args = tuple(sorted(heard.always.get(key, ())))
            if key not in there:
                out.append(Trouble(language, file, key, "is missing", True, args))
        for key, text in own.items():
            what = wrong_places(key, text, heard, english)
            if what:
                out.append(Trouble(language, file, key, what))
        english = english or own
    return out


def own_texts(game: Game) -> Iterator[tuple[Path, dict[str, Text]]]:
    """Yield each PO file of a game with its texts; none that cannot be read, which `text_troubles` says."""
    for language in languages(game):
        file = folder(game.name) / "text" / f"{language}.po"
        with suppress(PoFileError, ValueError, KeyError, UnicodeError, OSError):
            yield file, read_texts(file)


def optional_texts(game: Game) -> dict[Path, list[str]]:
    """Return for each file the texts that a table does without, and that make it friendlier: what the reader has done
    where others read their name.
    """
    out: dict[Path, list[str]] = {}
    for file, own in own_texts(game):
        verbs = [verb for verb in game.verbs if verb not in game.table_events]
        keys = [f"{said}.you" for said in (f"{game.name}.said.{verb}" for verb in verbs) if names_seat(own.get(said))]
        out[file] = [key for key in keys if key not in own]
    return {file: keys for file, keys in out.items() if keys}


def names_seat(text: Text | None) -> bool:
    return text is not None and "seat" in places(text)


def unused_keys(game: Game) -> dict[Path, list[str]]:
    """Return for each file the keys that name an option, a value, a preset, a phase, a zone or a fact that is not the
    game's. Other keys may be put together in its code, as "verb.solo_queens" of the verb "solo" is.
    """
    there = [layout for seats in game.seats for layout in layouts(game, seats)]
    facts = {fact.name for layout in there for fact in layout.facts}
    phases = {phase.name for phase in game.phases} | {OVER.name}
    known = {
        "preset": {preset.name for preset in game.presets},
        "phase": phases,
        "prompt": set(),  # as older games said it: `Phase.prompt` does now
        "zone": {zone.name for layout in there for zone in layout.zones},
        "fact": facts,
        "badge": facts,
    }
    options = {option.name: {*option.values, "order", "help", *game.pack.decks} for option in game.options}
    out: dict[Path, list[str]] = {}
    for file, own in own_texts(game):
        for key in own:
            name, use, which, value = [*key.split(".", 3), "", "", "", ""][:4]
            if name != game.name or not which:
                continue
            if use == "option":
                word = value.split(".")[0]
                unused = which not in options or not (word in ("", *options[which]) or is_number(word))
            else:
                unused = which not in known.get(use, {which})
            if unused:
                out.setdefault(file, []).append(key)
    return out


def wrong_places(key: str, text: Text, heard: PhraseLog, english: dict[str, Text]) -> str:
    """Return which parameters a text asks for and does not get, "" for none."""
    asked = places(text)
    base = key.removesuffix(".you")
    known = key if key in heard.always else base
    if known in heard.always:
        wrong = asked - heard.always[known]
        given = ", ".join(sorted(heard.always[known])) or "none"
        return f"asks for {{{'}, {'.join(sorted(wrong))}}}; given: {given}" if wrong else ""
    if key in english:
        wrong = asked - places(english[key])
        return f"asks for {{{'}, {'.join(sorted(wrong))}}}, which the English text does not" if wrong else ""
    return ""


def places(text: Text) -> set[str]:
    """Return the parameters that a text asks for, in all its plural forms."""
    forms = text.values() if isinstance(text, dict) else [text]
    found = {name for form in forms for name in PLACES.findall(form)}
    return {name[:1].lower() + name[1:] for name in found}


def misspelt(file: Path) -> Iterator[str]:
    """Yield the lines of a PO file that a reader takes otherwise than they look: without their quotation mark."""
    for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        text = re.sub(r"^msg(id_plural|id|str|ctxt)(\[\d+\])?\s*", "", words)
        if not re.fullmatch(r'"(?:[^"\\]|\\.)*"', text):
            yield f"{file.name}:{number} has a quotation mark too few or too many: {words}"


def append_missing(game: Game, troubles: list[Trouble]) -> dict[Path, int]:
    """Append the keys that are missing to the PO files, each with an empty text and the parameters it is given.

    A key that stands in a file already, with an empty text, is not written again. A file that is not there is begun.
    Returns how many keys each file was given.
    """
    out: dict[Path, int] = {}
    for file in dict.fromkeys(trouble.file for trouble in troubles if trouble.missing):
        language = file.stem
        known: set[str] = set()
        if file.is_file():
            with file.open("rb") as stream:
                known = {m.id if isinstance(m.id, str) else m.id[0] for m in read_po(stream, locale=language)}
        new = [one for one in troubles if one.missing and one.file == file and one.key not in known]
        if not new:
            continue
        parts = [] if file.is_file() else [HEAD.format(language=language, plurals=PLURALS[language])]
        for one in new:
            given = " ".join(f"{{{name}}}" for name in one.args)
            parts.append((f"#. {given}\n" if given else "") + f'msgid "{one.key}"\nmsgstr ""\n')
        file.parent.mkdir(exist_ok=True)
        before = file.read_text("utf-8").rstrip("\n") + "\n\n" if file.is_file() else ""
        file.write_text(before + "\n".join(parts), "utf-8")
        out[file] = len(new)
    return out


UNNAMED: Final = ("plain", "turns")  # kinds of facts that no table names


def text_keys(game: Game, seats: int = 0) -> list[str]:
    """Return the keys of the texts that a table needs to show the game: what is declared, and no phrase of its play."""
    there = layouts(game, seats)
    parts = ["name", *(f"phase.{phase.name}" for phase in (*game.phases, OVER))]
    parts += [f"zone.{name}" for name in dict.fromkeys(zone.name for layout in there for zone in layout.zones)]
    facts = dict.fromkeys(fact.name for layout in there for fact in layout.facts if fact.kind not in UNNAMED)
    parts += [f"fact.{name}" for name in facts]
    parts += [f"{use}.{verb}" for verb in game.verbs for use in ("verb", "said")]
    for option in game.options:
        parts.append(f"option.{option.name}")
        if option.kind == "choice":
            named = [value for value in option.values if value not in YES_NO and not is_number(value)]
            parts += [f"option.{option.name}.{value}" for value in named]
        if option.order:
            parts.append(f"option.{option.name}.order")
    for preset in game.presets:
        parts += [f"preset.{preset.name}", f"preset.{preset.name}.about"]
    if game.table_events:
        parts += ["host", "host.help"]
    if takes_unlisted(game):
        parts += ["unlisted", "unlisted.help"]
    if game.reference:
        parts.append("reference")
    return [f"{game.name}.{part}" for part in parts]


@cache
def layouts(game: Game, seats: int) -> list[Layout]:
    """Return what lies on the table of so many seats, under whatever the game can be played with: an option may add
    facts and zones.
    """
    out = [game.rules({}, seats).layout]
    for option in game.options:
        for value in option.values:
            with suppress(Refused):  # it does not go with what is usual
                out.append(game.rules({option.name: value}, seats).layout)
    return out


@cache
def takes_unlisted(game: Game) -> bool:
    """Tell whether the game accepts and punishes acts that it does not list, under whatever it can be played with."""
    for options in ({}, *({option.name: value} for option in game.options for value in option.values)):
        try:
            if game.unlisted(game.rules(dict(options))):
                return True
        except Refused:
            pass  # it does not go with what is usual
    return False
