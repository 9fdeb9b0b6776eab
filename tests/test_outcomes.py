"""What a game says of its players names them: everybody reads it, also the one of whom it speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from stich.text.catalogue import LANGUAGES, Text, read_texts
from stich.text.say import Speaker

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
TEXTS = sorted(
    [*ROOT.glob("src/stich/games/*/text"), *ROOT.glob("tests/games/*/text"), *ROOT.glob("tests/guests/*/text")]
)
SAID = r"\w+\.(event|said|score|scene)\."
NAMELESS = {  # who could be the reader, and is not called by name
    "de": r"\b(Verlierer\w*|Gewinner\w*|Gegner\w*|[Dd](er|em|en) andere[nr]?)\b",
    "en": r"\b([Ll]osers?|[Ww]inners?|[Oo]pponents?|[Tt]he other)\b",
    "fr": r"\b(perdante?s?|gagnante?s?|adversaires?|l’autre)\b",
    "hu": r"\b(vesztes\w*|ellenf[eé]l\w*|a másik(nak|at)?)\b",
}


def outcomes(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield what a game says of what was done, with its key."""
    file = folder / f"{language}.po"
    texts: dict[str, Text] = dict(read_texts(file)) if file.is_file() else {}
    for key, text in texts.items():
        if re.match(SAID, key):
            for wording in [text] if isinstance(text, str) else text.values():
                yield key, wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_reads_of_themselves_as_of_somebody_else(language: str) -> None:
    found = [(key, text) for folder in TEXTS for key, text in outcomes(folder, language) if nameless(language, text)]
    assert not found


def nameless(language: str, text: str) -> bool:
    return re.search(NAMELESS[language], text, re.IGNORECASE) is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "{seat} wins 3 game points: the loser closed the stock and failed"),
        ("en", "The other closed and failed"),
        ("en", "Opponent played without an exchange and failed"),
        ("de", "Der Gegner hat zugedreht und verloren"),
        ("de", "An den Gegner gezahlt"),
        ("fr", "{seat} gagne la partie ; l’adversaire paie {n} mises"),
        ("fr", "Perdants sous 90"),
        ("hu", "A vesztesek 90 alatt"),
        ("hu", "Az ellenfélnek fizet"),
    ],
)
def test_such_words_are_found(language: str, text: str) -> None:
    assert nameless(language, text)


@pytest.mark.parametrize(
    ("language", "loser", "winner"),
    [
        (
            "de",
            "Du hast zugedreht und verloren: 3 Spielpunkte für Mira",
            "Mira hat zugedreht und verloren: 3 Spielpunkte für dich",
        ),
        (
            "en",
            "You closed the stock and failed: 3 game points for Mira",
            "Mira closed the stock and failed: 3 game points for you",
        ),
        (
            "fr",
            "Vous avez fermé et perdu : 3 points de partie pour Mira",
            "Mira a fermé et perdu : 3 points de partie pour vous",
        ),
        ("hu", "Takartál és veszítettél: 3 játékpontot Mira kap", "Mira takart és veszített: 3 játékpontot te kapsz"),
    ],
)
def test_who_has_lost_and_who_has_won_are_called_you(language: str, loser: str, winner: str) -> None:
    speaker = Speaker(language, ROOT / "tests/games/schnapsen", seat=["?", "Mira"].__getitem__, me=0)
    assert speaker.say("schnapsen.event.failed", {"seat": 0, "seats": [1], "n": 3}) == loser
    assert speaker.say("schnapsen.event.failed", {"seat": 1, "seats": [0], "n": 3}) == winner
