"""What a game says of its players names them: everybody reads it, also the one of whom it speaks.

What they have so far stands beside what they have to reach, and the sentence says why any card may be played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerprint import GAMES
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.text.catalogue import LANGUAGES, Text, catalogue, read_texts
from stich.text.say import Speaker
from test_prompts import positions_of

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


# -- Numbers that have to reach something -------------------------------------------------------------------------


def texts_of(language: str, name: str) -> dict[str, Text]:
    example = ROOT / "tests/games" / name
    return dict(catalogue(language, example if example.is_dir() else name))


def aims(name: str) -> set[str]:
    """Return the numbers of points that a deal is played for, as the game says of itself, or its contract does."""
    about = str(texts_of("en", name)[f"{name}.about"])
    return set(re.findall(r"\b\d{2,3}\b", about)) - {"500"}  # Fünfhundert: of the match


def wording(text: Text) -> str:
    return text if isinstance(text, str) else text["other"]


@pytest.mark.parametrize("name", [name for name in GAMES if aims(name)])
def test_points_that_have_to_reach_a_number_stand_beside_it(name: str) -> None:
    game = GAMES[name]
    speakers = [
        Speaker(language, ROOT / "tests/games" / name if name == "schnapsen" else name) for language in LANGUAGES
    ]
    shown = 0
    for seats in game.seats:
        match = Match(game, game.rules({}, seats), Source(SIM, 7))
        for _ in positions_of(match, 150):
            seen = view(match.deal, 0)
            marks = seen.seen.situation(0)
            counted = [fact for fact in match.rules.layout.facts if fact.kind == "points" and not fact.staged]
            at_seats = [fact for fact in counted if any(getattr(match.deal, fact.name))]
            if not at_seats and not marks.sides:
                continue
            shown += 1
            for speaker in speakers:
                told = [wording(speaker.texts[f"{name}.fact.{fact.name}.at"]) for fact in at_seats]
                told += [speaker.say(marks.contract.key, marks.contract.args)] if marks.contract is not None else []
                assert any(aim in words for aim in aims(name) for words in told), (speaker.locale, told)
    assert shown > 30


def test_some_games_are_played_for_points() -> None:
    assert {name for name in GAMES if aims(name)} == {"gaigel", "herzblatt", "schnapsen"}


# -- Any card may be played ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fuenfhundert", "gaigel", "schnapsen"])
def test_while_there_is_a_stock_the_sentence_says_why_any_card_may_be_played(name: str) -> None:
    game = GAMES[name]
    found = []
    for seats in game.seats:
        match = Match(game, game.rules({}, seats), Source(SIM, 7))
        for _, seat, acts in positions_of(match, 150):
            task = game.prompt(view(match.deal, seat).seen, seat, match.deal.must(), acts).task
            led = any(match.deal.zones[at] for at, zone in enumerate(match.rules.layout.zones) if zone.role == "trick")
            stock = any(
                match.deal.zones[at] for at, zone in enumerate(match.rules.layout.zones) if zone.role == "stock"
            )
            if led and acts and task is not None:
                assert stock or task.key != "table.task.any_open"
                found.append(task.key)
                closed = getattr(match.deal, "closer", -1) >= 0
                assert closed or not stock or task.key != "table.task.any", "no reason"
    assert "table.task.any_open" in found


# -- The part of a seat ---------------------------------------------------------------------------------------------

TURN = {  # what would read as if it were the turn of that seat
    "de": r"^(spielt|ist dran|am zug|zieht|legt ab)\b",
    "en": r"^(plays|leads|draws|discards|to play|turn)\b",
    "fr": r"^(joue|entame|pioche|défausse|au tour)\b",
    "hu": r"^(játszik|hív|húz|dob|jön)\b",
}


def badges(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    file = folder / f"{language}.po"
    for key, text in (read_texts(file) if file.is_file() else {}).items():
        if ".badge." in key:
            yield key, wording(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_badge_does_not_read_like_a_turn(language: str) -> None:
    told = [badge for folder in TEXTS for badge in badges(folder, language)]
    assert len(told) > 20
    assert not [badge for badge in told if re.match(TURN[language], badge[1].lower())]


@pytest.mark.parametrize(("language", "badge"), [("de", "Spielt"), ("en", "Plays"), ("fr", "Joue"), ("hu", "Játszik")])
def test_such_badges_are_found(language: str, badge: str) -> None:
    assert re.match(TURN[language], badge.lower())


# -- The story --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", TEXTS, ids=lambda folder: f"{folder.parent.parent.name}-{folder.parent.name}")
def test_a_card_laid_off_is_named_and_not_all_cards_of_the_meld(folder: Path) -> None:
    told = [
        text
        for language in LANGUAGES
        for key, text in outcomes(folder, language)
        if re.search(r"\.said\.(layoff|add)", key)
    ]
    assert not [text for text in told if re.search(r"\bcard\}.*\bcards\}", text)]


@pytest.mark.parametrize("name", ["chinchon.said.add", "frustration.said.layoff"])
@pytest.mark.parametrize(
    ("language", "theirs", "mine"),
    [
        ("de", "Ben legt K8 bei Anna an die Folge an", "Ben legt K8 bei dir an die Folge an"),
        ("en", "Ben lays off the K8 on Anna’s run", "Ben lays off the K8 on your run"),
        ("fr", "Ben ajoute le K8 à la suite d’Anna", "Ben ajoute le K8 à votre suite"),
        ("hu", "Ben hozzáteszi Anna sorához: K8", "Ben hozzáteszi a te sorodhoz: K8"),
    ],
)
def test_a_lay_off_says_on_whose_meld(name: str, language: str, theirs: str, mine: str) -> None:
    names = ["?", "Anna", "Ben"]
    speaker = Speaker(language, name.partition(".")[0], seat=names.__getitem__, card=lambda _: "K8", me=0)
    args = {"seat": 2, "card": 8}
    assert speaker.say(f"{name}_run", args | {"seats": [1]}) == theirs
    assert speaker.say(f"{name}_run", args | {"seats": [0]}) == mine


@pytest.mark.parametrize("folder", TEXTS, ids=lambda folder: f"{folder.parent.parent.name}-{folder.parent.name}")
def test_what_was_won_in_tricks_is_counted_in_tricks(folder: Path) -> None:
    if folder.parent.name == "herzblatt":
        return  # what was discarded lies with them in the end
    for language in LANGUAGES:
        texts = dict(zones_of(folder, language))
        assert all(f"{key}.tricks" in texts for key, text in texts.items() if re.search(TRICKS_WON, text)), texts


TRICKS_WON = r"^(Tricks won|Stiche|Plis gagnés|Elvitt ütések)$"


def zones_of(folder: Path, language: str) -> Iterator[tuple[str, str]]:
    file = folder / f"{language}.po"
    for key, text in (read_texts(file) if file.is_file() else {}).items():
        if ".zone." in key:
            yield key, wording(text)


DUTY = r"one more turn|last turn|noch ein(en)? Zug|letzter Zug|encore un tour|dernier tour|még egy kör|utolsó kör"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happened_does_not_speak_of_what_is_still_to_be_done(language: str) -> None:
    """It stands there when the round is over; what is still to be done is in the sentence of the table."""
    said = [line for folder in TEXTS for line in outcomes(folder, language) if ".scene." not in line[0]]
    assert not [line for line in said if re.search(DUTY, line[1])]


def test_such_duties_are_found() -> None:
    assert re.search(DUTY, "{seat} has no cards left: one more turn for everybody else")
    assert re.search(DUTY, "{seat} hat keine Karte mehr: noch ein Zug für alle anderen")
