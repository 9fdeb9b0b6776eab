"""Phrases in words, in a terminal."""

import pytest

from stich.text.catalogue import catalogue
from stich.text.say import Speaker

pytestmark = pytest.mark.once


def test_plural_forms_follow_the_number() -> None:
    german = Speaker("de")
    assert [german.say("table.cards_n", {"n": n}) for n in (0, 1, 2)] == ["0 Karten", "1 Karte", "2 Karten"]
    french = Speaker("fr")
    assert [french.say("table.cards_n", {"n": n}) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


def test_seats_and_cards_have_names_and_lists_end_with_and() -> None:
    speaker = Speaker("de", "chimera", seat=["Anna", "Ben", "Cleo"].__getitem__, card=lambda face: f"Karte {face}")
    assert speaker.say("table.waiting_for", {"seats": [0, 2]}) == "Warten auf Anna und Cleo"
    assert (
        speaker.say("error.not_held", {"cards": b"\x01\x02"})
        == "Diese Karten sind nicht auf der Hand: Karte 1 und Karte 2"
    )


def spoken(language: str, name: str, text: str, *names: str) -> str:
    said = {**catalogue(language), "x": text, "many": "several"}
    return Speaker(language, card=[name, *names].__getitem__, texts=said).say(
        "x", {"card": 0, "cards": list(range(1 + len(names))), "what": "@many"}
    )


@pytest.mark.parametrize(
    ("language", "name", "text", "said"),
    [
        ("en", "king of hearts", "{The card} beats {the card}", "The king of hearts beats the king of hearts"),
        ("en", "hidden card", "{The card}: {Card}", "A hidden card: Hidden card"),
        ("fr", "8 de cœur", "{Le card} : {du card}, {au card}", "Le 8 de cœur : du 8 de cœur, au 8 de cœur"),
        ("fr", "dame de pique", "{Le card}, {du card}", "La dame de pique, de la dame de pique"),
        ("fr", "dame de pique", "{au card}", "à la dame de pique"),
        ("fr", "as de pique", "{Le card} {du card} {au card}", "L’as de pique de l’as de pique à l’as de pique"),
        ("fr", "Unter de gland", "{le card}", "l’Unter de gland"),
        ("fr", "Épée 3", "{le card}", "l’Épée 3"),
        ("fr", "Héros Jade", "{le card}", "le Héros Jade"),
        ("fr", "Anna", "la main {de card}, tant {que card} joue", "la main d’Anna, tant qu’Anna joue"),
        ("fr", "Ágnes", "la main {de card}, tant {que card} joue", "la main d’Ágnes, tant qu’Ágnes joue"),
        ("fr", "Hélène", "la main {de card}, tant {que card} joue", "la main d’Hélène, tant qu’Hélène joue"),
        ("fr", "Yves", "la main {de card}", "la main d’Yves"),
        ("fr", "Hans", "la main {de card}", "la main de Hans"),
        ("fr", "Yann", "la main {de card}", "la main de Yann"),
        ("fr", "Écarté", "une partie {de card}", "une partie d’Écarté"),
        ("fr", "Dame Mira", "la main {de card}, tant {que card} joue", "la main de Dame Mira, tant que Dame Mira joue"),
        ("fr", "carte cachée", "{le card} {du card}", "une carte cachée d’une carte cachée"),
        ("hu", "érme 7", "{A card}, {a card}", "Az érme 7, az érme 7"),
        ("hu", "pikk 8", "{a card}", "a pikk 8"),
        ("hu", "1", "{a card}", "az 1"),
        ("hu", "11", "{a card}", "a 11"),
        ("hu", "5", "{a card}", "az 5"),
        ("de", "Pik-Dame", "{no_such_form card}", "Pik-Dame"),
        ("en", "x", "{What} and {the nothing}", "Several and {the nothing}"),
    ],
)
def test_words_take_the_form_that_a_text_asks_for(language: str, name: str, text: str, said: str) -> None:
    assert spoken(language, name, text) == said


def test_each_of_several_cards_takes_the_form() -> None:
    assert spoken("en", "king of hearts", "{The cards}", "9 of spades") == "The king of hearts and the 9 of spades"
    assert spoken("fr", "roi de pique", "{du cards}", "as de pique") == "du roi de pique et de l’as de pique"


def test_the_number_of_cards_chooses_the_plural_form_where_no_n_does() -> None:
    texts = {"fits": {"one": "This fits: {cards}", "other": "These fit: {cards}"}}
    speaker = Speaker("en", texts=texts)
    assert [speaker.say("fits", {"cards": cards}) for cards in ([7], b"\x07", [7, 8])] == [
        "This fits: 7",
        "This fits: 7",
        "These fit: 7 and 8",
    ]
    assert speaker.say("fits", {"cards": [7], "n": 2}) == "These fit: 7"


def test_the_reader_is_you() -> None:
    assert Speaker("en", seat=lambda _: "Mira").say("table.won_by", {"seat": 1}) == "Mira wins"
    assert Speaker("en", seat=lambda _: "Mira", me=1).say("table.won_by", {"seat": 1}) == "You win"


def test_the_reader_is_you_with_a_capital_only_where_a_text_begins() -> None:
    speaker = Speaker("en", seat=["You", "Mira"].__getitem__, me=0)
    assert speaker.say("table.won", {"seats": [1, 0]}) == "Mira and you win"
    assert speaker.say("table.won", {"seats": [0, 1]}) == "You and Mira win"
    assert speaker.say("table.waiting_for", {"seats": [0]}) == "Waiting for you"


def test_a_text_within_a_text_has_the_same_parameters() -> None:
    speaker = Speaker("en", "chimera")
    args = {"line": 3, "text": "xyz", "reason": "@error.record.word", "word": "xyz", "allowed": "deal"}
    assert speaker.say("error.record", args) == "Line 3, “xyz”: “xyz” is not expected here. Allowed: deal"


def test_what_has_no_words_is_shown_as_it_is() -> None:
    speaker = Speaker("en")
    assert speaker.say("no.such.key", {"n": 1}) == "no.such.key"
    assert speaker.say("table.won_by", {}) == "{seat} wins"
    assert speaker.say("error.option", {"option": "x", "allowed": []}) == "There is no option “x”. There are: "
