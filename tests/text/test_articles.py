"""Card names in sentences: with their article in French and English, and with a capital where a sentence begins.

A card stands bare only as a label: alone, after a colon or in brackets, or before a colon or a comma at the beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from stich.games import find, games
from stich.terminal.words import Words
from stich.text.catalogue import LANGUAGES, Text, catalogue, read_texts

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
GAMES = [*sorted(ROOT.glob("src/stich/games/*/text")), *sorted(ROOT.glob("tests/games/*/text"))]
FOLDERS = [ROOT / "src/stich/text", *GAMES]
WITH_ARTICLES = ("en", "fr")
BARE = {  # one of two equal cards: "You hold one queen of clubs"
    "doppelkopf.lesson.first.queen",
    "doppelkopf.lesson.first.queen.german",
}
SEVERAL = {  # never said of a single card
    "error.chimera.no_combination",
    "error.chimera.no_answer",
    "error.chimera.declaration",
    "error.chimera.choose",
    "error.doudizhu.no_combination",
    "error.doudizhu.no_answer",
    "error.doudizhu.declaration",
    "error.doudizhu.choose",
    "error.durak.one_rank",
    "error.frustration.no_contract",
}

CARD = re.compile(r"\{cards?\}", re.I)
LABEL_BEFORE = re.compile(r"(:[ \u00a0]|[(“«]\u202f?)$")
LABEL_AFTER = re.compile(r"\u00a0?[:,]|$")
BEGINNING = re.compile(r"(^|[.!?…][ \u00a0\u202f]»? ?|[“„«]\u202f?)$")
FORM = re.compile(r"\{(\w+) \w+\}")


def texts_in(folder: Path, language: str) -> dict[str, Text]:
    """Return the texts of a folder in a language; none where a guest's game has not got it."""
    file = folder / f"{language}.po"
    return read_texts(file) if file.is_file() else {}


def sentences(language: str) -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for key, text in texts_in(folder, language).items():
            if not key.startswith("form."):
                yield from ((key, form) for form in ([text] if isinstance(text, str) else text.values()))


def is_label(text: str, card: re.Match[str]) -> bool:
    before, after = text[: card.start()], text[card.end() :]
    return bool(LABEL_BEFORE.search(before)) or (not before and bool(LABEL_AFTER.match(after)))


def bare_cards(text: str) -> list[str]:
    """Return the cards that stand in a sentence without the form that it needs."""
    return [card[0] for card in CARD.finditer(text) if not is_label(text, card)]


def wrong_capitals(text: str) -> list[str]:
    """Return the forms with a capital within a sentence, and those without one at its beginning."""
    return [
        form[0] for form in FORM.finditer(text) if form[1][0].isupper() != bool(BEGINNING.search(text[: form.start()]))
    ]


@pytest.mark.parametrize("language", WITH_ARTICLES)
def test_a_card_in_a_sentence_has_its_article(language: str) -> None:
    assert not [(key, text) for key, text in sentences(language) if key not in BARE and bare_cards(text)]


def test_french_elides_before_a_name() -> None:
    """Before Anna “de” is “d’”: a name takes {de seat} and {que seat}."""
    before = re.compile(r"\b([Dd]e|[Qq]ue) \{(seat|seats|game|name)\}")
    assert not [(key, text) for key, text in sentences("fr") if before.search(text)]


PARTICIPLE = r"(est|était|a été|sera|serait|soit) (bien )?(?!Re\b)\w+([éiu]|mis|pris|fort|haut|seul|gagnant)\b"
GENDERED = [  # what would have to agree with a word that a parameter puts there: a queen, a woman
    re.compile(rf"\{{[Ll]e (card|by)\}}[^.;:,]* {PARTICIPLE}"),
    re.compile(r"\{[Ll]e (card|by)\}[^.;:]*\b(est (le|un) |est maître\b)"),
    re.compile(rf"\{{seat\}} {PARTICIPLE}"),
    re.compile(r"\{seat\}[^.;:«]*\b(seul|le plus jeune|débarrassé)\b"),
    re.compile(r"\b[Vv]ous (en )?voilà \w+é\b"),
    re.compile(r"\b(avez|a) (du|de la) \{suit\}"),
]
LOOSE = re.compile(r"\b([Ll]e|[Ll]a|[Aa]u|[Dd]u|[Uu]ne?|[Cc]et|[Cc]e) \{(card|suit)\}")


def test_french_does_not_agree_with_what_it_does_not_know() -> None:
    """{Le card} may be “la dame”, {seat} may be Anna: no participle and no adjective that agrees stands beside them."""
    agreeing = [(key, text) for key, text in sentences("fr") if any(wrong.search(text) for wrong in GENDERED)]
    assert not agreeing
    loose = [(key, text) for key, text in sentences("fr") if key not in BARE and LOOSE.search(text)]
    assert not loose


@pytest.mark.parametrize(
    "text",
    [
        "{Le card} a été montré et se trouve sous le talon",
        "{Le card} vaut mieux que {le cards} et sera bien gardé sur la table",
        "{Le card} est maître dans sa couleur.",
        "{seat} est sorti en premier",
        "{seat} n’a trouvé personne et joue seul",
        "Plusieurs l’ont ; {seat} est le plus jeune d’entre eux",
        "Renvoyez, et vous voilà débarrassé {du cards}.",
        "Vous avez du {suit} et devez en fournir.",
    ],
)
def test_what_agreed_is_found(text: str) -> None:
    assert any(wrong.search(text) for wrong in GENDERED)


COUNTED = re.compile(r"\{(n|of|count|chosen)\}[ \u00a0](cartes|chances|bots|places|noms)\b")
MANY = {  # never said of one: a whole pack, a cut, what an announcement needs
    "error.deck",
    "error.cruzo.few_cards",
    "ecarte.why.lead_long",
    "frustration.said.cut",
    "frustration.said.cut.you",
    "error.chimera.beat.straight",
    "chimera.task.beat.straight",
    "error.doudizhu.beat.straight",
    "doudizhu.task.beat.straight",
    "error.doppelkopf.say_first",
    "error.doppelkopf.say_late",
    "error.doppelkopf.say_missed",
}


def test_french_counts_one_card_as_one() -> None:
    """A number that may be one, or none, stands before a noun only where the text has plural forms."""
    plain = (texts_in(folder, "fr").items() for folder in FOLDERS)
    texts = ((key, text) for items in plain for key, text in items if isinstance(text, str))
    wrong = [(key, text) for key, text in texts if key not in MANY and COUNTED.search(text)]
    assert not wrong
    assert COUNTED.search("Sur {of} cartes restantes, {n} sont noires.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_has_a_capital_where_a_sentence_begins_and_there_alone(language: str) -> None:
    assert not [(key, text) for key, text in sentences(language) if wrong_capitals(text)]


def test_the_rule_finds_what_was_wrong() -> None:
    assert bare_cards("{card} is the least of your cards that beats {cards}.") == ["{card}", "{cards}"]
    assert bare_cards("Jouer {cards}") == ["{cards}"]
    assert bare_cards("Trumps and kings stay: you keep {cards}.") == ["{cards}"]
    assert bare_cards("Permis\u00a0: {cards}") == bare_cards("{card}: {seat}") == bare_cards("{cards}") == []
    assert wrong_capitals("{the card} is high. {the card} wins") == ["{the card}", "{the card}"]
    assert wrong_capitals("You hold {The card}") == ["{The card}"]
    assert not wrong_capitals("{The card} is high. {The card} beats {the card}")


@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.parametrize("language", WITH_ARTICLES)
def test_a_verb_alone_ends_as_words_do(name: str, language: str) -> None:
    """A button shows a verb without its parameters: no preposition is left, and no hole in the middle."""
    words = Words(language, catalogue(language, name))
    for verb in find(name).verbs:
        alone = words.bare(f"{name}.verb.{verb}")
        assert not re.search(r"\b(of|to|with|and|de|à|avec|sur|et|du)( (is|est)\b|$)", alone), alone


def test_one_card_is_not_spoken_of_as_several() -> None:
    """What says "these" of {cards} has another wording for one of them, unless there are always several."""
    words = {"en": re.compile(r"\b(these|those|they)\b", re.I), "de": re.compile(r"\b[Dd]iese[nr]? Karten\b")}
    for folder, (language, plural) in product(FOLDERS, words.items()):
        for key, text in texts_in(folder, language).items():
            several = isinstance(text, str) and plural.search(text) and "cards}" in text
            assert not several or key in SEVERAL, f"{key}: {text}"
