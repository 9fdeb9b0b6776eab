"""Every game's words: all that its rules, its bots, its lessons and its table say has them, and nothing is left over.

What random play says is held against the words in `games/test_words.py`. Here it is what the sources ask for: keys
written out; and keys put together, `f"error.ecarte.{duty}"`, whose ends `BUILT` in `tests/<game>/words.py` lists.
"""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from stich.games import find, folder, games
from stich.kernel.cards import BACK
from stich.kernel.match import SIM, Match, Source
from stich.testing.texts import layouts, text_keys
from stich.text.catalogue import LANGUAGES, Text, read_texts
from stich.text.say import PLACE

pytestmark = pytest.mark.once

HERE = Path(__file__).parent
SKINS = HERE.parent / "web/src/skins"
NAMES = sorted(set(games()) - {"chimera"})  # whose skin and core ask for more: chimera/test_texts.py
STARTS = "(?:{0}|card\\.{0}|error\\.{0})\\."
ALSO = (".you", ".help", ".told", ".sign", ".short", ".note", ".bare", ".may", ".at", ".which")  # ends of a key
CALLED = {  # what only one of the decks calls its suits and ranks
    "de": {"french": "Kreuz|Pik|Karos?|Damen?|Buben?", "german": "Eichel|Laub|Schellen|Ober"},
    "en": {"french": "clubs?|spades?|diamonds?|queens?|jacks?", "german": "acorns?|bells?|Obers?|Unters?"},
    "fr": {"french": "trèfles?|piques?|carreaux?|dames?|valets?", "german": "glands?|feuilles?|grelots?|Obers?"},
    "hu": {"french": "treff|pikk|kőr|káró|dám\\w+|bubi\\w*", "german": "makk|zöld|piros|tök|felső\\w*|alsó\\w*"},
}


def sources(name: str) -> str:
    files = [*folder(name).glob("*.py"), SKINS / f"{name}.ts"]
    return "\n".join(file.read_text("utf-8") for file in files if file.is_file())


def written_out(name: str) -> set[str]:
    return set(re.findall(rf"[\"'`@]({STARTS.format(name)}[\w.]*\w)[\"'`]", sources(name)))


def put_together(name: str) -> set[str]:
    """Return what keys put together begin with, as f"error.ecarte.{duty}" does with "error.ecarte."."""
    return set(re.findall(rf"[\"'`@]({STARTS.format(name)}[\w.]*)\$?{{", sources(name)))


def built(name: str) -> dict[str, list[str]]:
    file = HERE / name / "words.py"
    if not file.is_file():
        return {}
    spec = importlib.util.spec_from_file_location(f"words_of_{name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ends: dict[str, list[str]] = module.BUILT
    return ends


def lessons(name: str) -> Iterator[str]:
    for file in (folder(name) / "lessons").glob("*.toml"):
        yield f"{name}.lesson.{file.stem}"
        for step in tomllib.loads(file.read_text("utf-8"))["steps"]:
            yield f"{name}.lesson.{file.stem}.{step['step']}"


def has_gaps(name: str) -> bool:
    """Tell whether a seat's plan shows cards that it lacks: then the page shows the plan itself."""
    game = find(name)
    s = Match(game, game.rules(), Source(SIM, 1)).deal
    return any(BACK in meld for seat in range(s.layout.seats) for meld in s.plan(seat))


def is_old_prompt(name: str, key: str) -> bool:
    """Tell whether a key said what to do in a phase before `Phase.prompt` did."""
    return key.startswith(f"{name}.prompt.")


def counts_tricks(name: str, key: str) -> bool:
    """Tell whether a key counts a pile of captured cards in tricks, as the page does where there are words for it."""
    zones = find(name).rules().layout.zones
    return key in [f"{name}.zone.{zone.name}.tricks" for zone in zones if zone.role == "captured"]


def says_who_made_it(name: str, key: str) -> bool:
    """Tell whether a key says of a player's pile whose turns brought its cards there, as the page does."""
    layout = find(name).rules().layout
    owned = [zone.name for zone, owner in zip(layout.zones, layout.owner, strict=True) if owner >= 0]
    return key.removesuffix(".you") in [f"{name}.zone.{zone}.by" for zone in owned]


def is_the_aim(name: str, key: str) -> bool:
    """Tell whether a key says what wins the match, in general or where an option has one of its values."""
    usual = find(name).rules().options
    option, _, value = key.removeprefix(f"{name}.aim.").partition(".")
    return key == f"{name}.aim" or (key.startswith(f"{name}.aim.") and option in usual and bool(value))


def wanted(name: str) -> set[str]:
    """Return every key that the game asks for."""
    game = find(name)
    keys = {key for seats in game.seats for key in text_keys(game, seats)}
    keys |= {f"{name}.about", f"{name}.phase.over"}
    keys |= {f"{name}.plan"} if has_gaps(name) else set()
    return (
        keys
        | {start + end for start, ends in built(name).items() for end in ends}
        | {*lessons(name), *written_out(name)}
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_there(name: str) -> None:
    assert not wanted(name) - set(read_texts(folder(name) / "text/en.po"))


@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_left_over(name: str) -> None:
    asked, ends = wanted(name), built(name)
    loose = tuple(start for start in put_together(name) if start not in ends)
    unused = []
    for written in read_texts(folder(name) / "text/en.po"):
        key = as_the_game_has_it(name, written)
        kin = {key, *map(key.removesuffix, ALSO)}
        may_be_asked = is_of_an_option(name, key) or is_a_badge(name, key) or is_old_prompt(name, key)
        may_be_asked = may_be_asked or counts_tricks(name, key) or is_the_aim(name, key)
        may_be_asked = may_be_asked or says_who_made_it(name, key)
        if not kin & asked and not key.startswith(loose) and not may_be_asked:
            unused.append(written)
    assert not unused


def as_the_game_has_it(name: str, key: str) -> str:
    """Return the key whose text has another wording under this key, for those who see other drawings than it speaks
    of; else the key.
    """
    for deck in find(name).pack.decks[1:]:
        key = key.removesuffix(f".{deck}")
    return key


@pytest.mark.parametrize("name", NAMES)
def test_cards_are_called_as_they_are_drawn(name: str) -> None:
    """Whatever names a suit or a rank that the other deck calls otherwise has a wording for it, and no more does."""
    for language in LANGUAGES:
        texts = read_texts(folder(name) / f"text/{language}.po")
        for deck in find(name).pack.decks[1:]:
            foreign = CALLED[language][find(name).pack.art]
            needed = {key for key, text in texts.items() if not key.endswith(f".{deck}") and speaks(text, foreign)}
            there = {key.removesuffix(f".{deck}") for key in texts if key.endswith(f".{deck}")}
            assert not needed - there - {f"{name}.about"}
            wrong = [key for key, text in texts.items() if key.endswith(f".{deck}") and speaks(text, foreign)]
            assert not wrong


def speaks(text: Text, words: str) -> bool:
    forms = [text] if isinstance(text, str) else list(text.values())
    return any(re.search(rf"\b(?:{words})\b", form, re.I) for form in forms)


def is_of_an_option(name: str, key: str) -> bool:
    """Tell whether a key names a value that is its own name where no text does: true, false, a number."""
    return any(key == f"{name}.option.{o.name}.{value}" for o in find(name).options for value in o.values)


def is_a_badge(name: str, key: str) -> bool:
    """Tell whether a key says in a word what a public fact makes of a seat, always or in one phase; the page shows it
    where there is one.
    """
    game = find(name)
    facts = [fact for seats in game.seats for layout in layouts(game, seats) for fact in layout.facts]
    ends = ["", *[f".{phase.name}" for phase in game.phases]]
    badges = [f"{name}.badge.{fact.name}" for fact in facts if fact.kind in ("seat", "seats", "flag", "out")]
    return any(key == f"{badge}{end}" for badge in badges for end in ends)


@pytest.mark.parametrize("name", NAMES)
def test_what_keys_end_in_is_listed_where_they_are_put_together(name: str) -> None:
    asked = {start for start in put_together(name) if not start.startswith((f"{name}.verb.", f"{name}.said."))}
    assert asked <= set(built(name)), f"tests/{name}/words.py"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_one_does_oneself_is_said_to_you(name: str, language: str) -> None:
    texts = read_texts(folder(name) / f"text/{language}.po")
    for key, text in texts.items():
        if key.endswith(".you"):
            assert "{seat}" not in str(text), key
            assert key.removesuffix(".you") in texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_each_language_has_the_same_keys_and_parameters(name: str, language: str) -> None:
    english, texts = (read_texts(folder(name) / f"text/{each}.po") for each in ("en", language))
    assert list(texts) == list(english)
    for key, text in texts.items():
        assert places(text) == places(english[key]), key


def places(text: object) -> set[str]:
    found = PLACE.findall(str(list(text.values()) if isinstance(text, dict) else text))
    return {name if form else name[:1].lower() + name[1:] for form, name in found}


CARD = {"en": "the queen of diamonds", "de": "Karo-Dame", "fr": "le valet de carreau", "hu": "a káró dáma"}
TWO_LINES = 92  # characters, of a phone 360 px wide
CROWD = 4  # seats, from which on a phone tells in the middle of the table what happened last


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_where_many_sit_stands_on_two_lines_of_a_phone(name: str, language: str) -> None:
    if max(find(name).seats) < CROWD:
        return
    for key, text in read_texts(folder(name) / f"text/{language}.po").items():
        if key.startswith((f"{name}.said.", f"{name}.event.")):
            for form in text.values() if isinstance(text, dict) else [text]:
                words = re.sub(r"\{[^}]*card[^}]*\}", CARD[language], form)
                assert len(re.sub(r"\{[^}]*\}", "Jonas", words)) <= TWO_LINES, key


COUNTED = {"number", "points", "tally"}  # kinds of facts that can hold a number for each seat, shown below its name
WIDE = 24  # characters that have room there
NEVER_ONE = {  # keys of texts whose number is never 1
    "chimera": ("beat.", "task.beat."),  # runs and straights
    "chinchon": ("event.out",),
    "cruzo": ("few_cards", "swapped"),
    "doppelkopf": ("event.re_won", "event.kontra_won", "event.alone_won", "event.doppelkopf", "why.", "say_"),
    "doudizhu": ("beat.", "task.beat."),
    "durak": ("packs",),
    "ecarte": ("event.win", "score.win", "score.refused", "contract", "why."),
    "gaigel": ("event.win", "score.won", "score.lost", "why.", "task.claim"),
    "fuenfhundert": ("why.declare",),
    "herzblatt": ("event.won", "score.won", "why.", "task.", "note.made", "contract"),
}
PLURAL = {  # a number, and a noun in the plural
    "en": r"\{n\} (points|cards|tricks|rounds|players|turns|times)\b",
    "de": r"\{n\} (Augen|Punkten?|Karten|Stichen?|Runden?|Spielern?|Farben|Werten?)\b",
    "fr": r"\{n\} (points|cartes|plis|tours|donnes|joueurs)\b",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_number_at_a_seat_is_said_with_its_number(name: str) -> None:
    """ "1 trick", not "1 Tricks": what stands below a name has words of its own, and they are short."""
    game = find(name)
    s = Match(game, game.rules(), Source(SIM, 1)).deal
    for fact in s.layout.facts:
        held = getattr(s, fact.name)
        if fact.staged or fact.kind not in COUNTED or not isinstance(held, tuple) or len(held) != s.layout.seats:
            continue
        for language in LANGUAGES:
            text = read_texts(folder(name) / f"text/{language}.po")[f"{name}.fact.{fact.name}.at"]
            for form in text.values() if isinstance(text, dict) else [text]:
                assert "{n}" in form
                assert len(form) <= WIDE


@pytest.mark.parametrize("language", PLURAL)
@pytest.mark.parametrize("name", NAMES)
def test_a_number_that_can_be_one_has_a_singular(name: str, language: str) -> None:
    never = tuple(f"{start}{end}" for end in NEVER_ONE.get(name, ()) for start in (f"{name}.", f"error.{name}."))
    found = [
        key
        for key, text in read_texts(folder(name) / f"text/{language}.po").items()
        if isinstance(text, str) and re.search(PLURAL[language], text) and not key.startswith(never)
    ]
    assert not found
