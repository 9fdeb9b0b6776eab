"""Phrases in words, in a terminal."""

from stich.text.say import Speaker


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
        == "Diese Karten sind nicht in der Hand: Karte 1 und Karte 2"
    )


def test_the_reader_is_you() -> None:
    assert Speaker("en", seat=lambda _: "Mira").say("table.won_by", {"seat": 1}) == "Mira wins"
    assert Speaker("en", seat=lambda _: "Mira", me=1).say("table.won_by", {"seat": 1}) == "You win"


def test_a_text_within_a_text_has_the_same_parameters() -> None:
    speaker = Speaker("en", "chimera")
    args = {"line": 3, "text": "xyz", "reason": "@error.record.word", "word": "xyz", "allowed": "deal"}
    assert speaker.say("error.record", args) == "Line 3, “xyz”: “xyz” is not expected here. Allowed: deal"


def test_what_has_no_words_is_shown_as_it_is() -> None:
    speaker = Speaker("en")
    assert speaker.say("no.such.key", {"n": 1}) == "no.such.key"
    assert speaker.say("table.won_by", {}) == "{seat} wins"
    assert speaker.say("error.option", {"option": "x", "allowed": []}) == "There is no option “x”. There are: "
