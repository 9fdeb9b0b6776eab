"""The sentence of the table, phase by phase, as a player reads it."""

from __future__ import annotations

import pytest

from doppelkopf.positions import BOTH, dealt, hand, playing, state
from doppelkopf.test_announcements import POOR, deal, left, normal, poverty, table
from moves import do
from sentences import sentence_in_words
from stich.games.doppelkopf.rules_cards import AWAY, EACH, HAND
from stich.kernel.cards import SPECTATOR
from stich.kernel.match import Match

ACES = "CQ CQ CA CA SA SA HA HA C9 S9 H9 D9"  # both queens and every ace that could be called
NINES = "C9 C9 S9 S9 H9 SA HA HK CK SK HT DJ"


# -- what is announced in the page's game


@pytest.mark.parametrize(
    ("cards", "options", "words"),
    [
        (BOTH, {}, "call an ace, or play a solo · you hold the queen of clubs twice"),
        (
            BOTH,
            {"wedding": "first_foreign_trick"},
            "announce a wedding, or play a solo · you hold the queen of clubs twice",
        ),
        (ACES, {}, "you must play a solo · you hold the queen of clubs twice"),
        (NINES, {}, "you have nothing to announce"),
        (NINES, {"solo_right": "anyone"}, "play a solo, or announce nothing"),
        (NINES, {"grossspiel": True}, "play Großspiel, or announce nothing"),
        (
            BOTH.replace("CQ CQ", "CQ CK"),
            {},
            "you have nothing to announce · with the queen of clubs you are Re",
        ),
    ],
)
def test_announcing(cards: str, options: dict[str, object], words: str) -> None:
    m = dealt(cards, **options)
    assert sentence_in_words(m, 1) == f"Who holds both queens of clubs? · {words}"
    assert sentence_in_words(m, 2) == "Who holds both queens of clubs? · waiting for Ben"


def test_what_others_have_announced() -> None:
    m = do(dealt("", BOTH, solo_right="anyone"), "1 ok")
    assert sentence_in_words(m, 3) == "Nobody has announced anything so far · waiting for Cleo"
    do(m, "2 call_ace S")
    assert sentence_in_words(m, 3) == "Cleo is looking for a partner · play a solo, or announce nothing"


def test_cards_have_the_names_of_the_deck() -> None:
    m = dealt(BOTH)
    assert sentence_in_words(m, 1, deck="german").startswith("Who holds both Obers of acorns? · ")
    m = playing({2: "S9 SQ HK"}, "SA")
    assert "leaves (Obers and Unters are trumps)" in sentence_in_words(m, 2, deck="german")


# -- the duty


@pytest.mark.parametrize(
    ("contract", "options", "trick", "cards", "words"),
    [
        ("normal", {}, "SA", "S9 HK", "Ben led the ace of spades · you must follow suit: spades"),
        ("normal", {}, "SA", "S9 S9", "Ben led the ace of spades · any card may be played"),
        ("normal", {}, "SA", "HK CQ", "Ben led the ace of spades · any card may be played"),
        ("normal", {}, "SA", "S9 SJ", "spades (queens and jacks are trumps)"),
        ("normal", {}, "SA", "S9 CJ", "you must follow suit: spades · "),
        ("normal", {"tollen": True}, "HA", "H9 HT", "hearts (ten, queen and jack are trumps)"),
        ("normal", {}, "HA", "H9 HT CJ", "you must follow suit: hearts · "),
        ("normal", {}, "DA", "D9 HK", "Ben led a trump: the ace of diamonds · you must play a trump"),
        ("normal", {}, "SJ", "D9 SK", "Ben led a trump: the jack of spades · you must play a trump"),
        ("solo_h", {}, "DA", "D9 HK", "Ben led the ace of diamonds · you must follow suit: diamonds · "),
        ("grossspiel", {}, "SQ", "S9 SJ CQ", "you must follow suit: spades (jacks are trumps)"),
        ("solo_queens", {}, "SJ", "S9 SQ CQ", "you must follow suit: spades (queens are trumps)"),
        ("solo_fleshless", {}, "SJ", "SQ CQ", "you must follow suit: spades · "),
    ],
)
def test_a_duty_is_named(contract: str, options: dict[str, object], trick: str, cards: str, words: str) -> None:
    m = playing({1: "", 2: cards}, trick, 1, contract, **options)
    assert words in sentence_in_words(m, 2)


# -- who is winning, and on whose side


def test_points_and_the_winner_so_far() -> None:
    m = playing({0: "D9", 1: "", 2: "", 3: "S9 HK"}, "SA SQ")
    assert sentence_in_words(m, 3).endswith(" · Cleo is winning: 14 points so far")
    assert sentence_in_words(m, 2) == "Ben led the ace of spades · waiting for Dan · you are winning: 14 points so far"
    assert m.game.prompt(state(m), SPECTATOR, 8, []).best == 1


def test_a_partner_is_named_only_to_those_who_know() -> None:
    """§4: Ben has shown one club queen, Dan holds the other."""
    m = playing({0: "HA", 1: "SJ", 2: "SK", 3: "S9 CQ"}, "SA S9")
    state(m).re = state(m).queens = 2
    assert sentence_in_words(m, 3).endswith("Ben is winning for your side: 11 points so far")
    assert sentence_in_words(m, 0).endswith("Ben is winning against you: 11 points so far")
    assert sentence_in_words(m, SPECTATOR).endswith("Ben is winning: 11 points so far")


def test_before_a_card_is_led() -> None:
    m = playing({0: "HA", 1: "SJ CQ", 2: "SK", 3: "S9 CQ"})
    assert sentence_in_words(m, 1) == "Normal game · you lead · you are Re, your partner is not known"
    assert sentence_in_words(m, 0) == "Normal game · Ben leads · you are Kontra, your partner is not known"
    assert sentence_in_words(m, SPECTATOR) == "Normal game · Ben leads"
    state(m).re, state(m).kontra = 10, 5
    assert sentence_in_words(m, 1) == "Normal game · you lead · you are Re, with Dan"
    assert sentence_in_words(m, 0) == "Normal game · Ben leads · you are Kontra, with Cleo"


def test_a_solo_and_a_partner_who_is_sought() -> None:
    m = do(dealt(BOTH), "1 solo H")
    assert sentence_in_words(m, 1) == "Hearts solo · you lead · you play alone"
    assert sentence_in_words(m, 2) == "Hearts solo · Ben leads · Ben plays alone"
    m = do(dealt(BOTH), "1 call_ace S")
    assert sentence_in_words(m, 1) == "You are looking for a partner · you lead · partner: the first ace of spades"
    m = do(dealt(BOTH, wedding="first_foreign_trick"), "1 wedding")
    words = "Ben is looking for a partner · Ben leads · partner: the first other player to take a trick"
    assert sentence_in_words(m, 2) == words


# -- §12 reservations


def test_reservations() -> None:
    m = table(BOTH)
    task = "say “healthy”, or announce a reservation"
    assert sentence_in_words(m, 1) == f"{task} · you hold the queen of clubs twice"
    do(m, "1 healthy")
    assert sentence_in_words(m, 2) == f"All are healthy so far · {task}"
    do(m, "2 reservation")
    assert sentence_in_words(m, 3).startswith(f"Reservation: Cleo · {task}")
    assert sentence_in_words(m, 2) == "Reservation: you · waiting for Dan"


def named(cards: str, **options: object) -> Match:
    return do(table(cards, **options), "1 reservation", "2 healthy", "3 healthy", "0 healthy")


def test_a_reservation_is_named() -> None:
    you = "You have a reservation"
    both = "you hold the queen of clubs twice"
    assert sentence_in_words(named(BOTH), 1) == f"{you} · announce a wedding, or play a solo · {both}"
    assert sentence_in_words(named(NINES), 1) == f"{you} · your hand allows only a solo, choose one"
    assert sentence_in_words(named(NINES, neunen=True), 1) == f"{you} · have the cards dealt again, or play a solo"
    assert sentence_in_words(named(POOR, armut=True), 1) == f"{you} · offer your trumps, or play a solo"
    assert sentence_in_words(named(NINES, neunen=True, armut=True), 1) == f"{you} · say what your reservation is"
    assert sentence_in_words(named(BOTH), 0) == "Ben has a reservation · waiting for Ben"
    m = do(table(POOR, armut=True), "1 reservation", "2 reservation", "3 healthy", "0 healthy", "1 armut")
    assert sentence_in_words(m, 2).startswith(f"{you} · play a solo, or say “healthy”")
    m = named(NINES, duty_solo=True, match_deals=24)
    assert sentence_in_words(m, 1).endswith("choose one · a solo counts as your duty solo")
    deal(m).forced = 1
    assert sentence_in_words(m, 1) == "You have to play your duty solo now · choose your duty solo"
    assert sentence_in_words(m, 0) == "Ben has to play the duty solo now · waiting for Ben"


def test_a_poverty() -> None:
    m = poverty()
    task = "take them and give as many back, or leave them"
    assert sentence_in_words(m, 2) == f"Ben offers 3 trumps · {task} · if you take them, you play together"
    assert sentence_in_words(m, 1) == "You offer 3 trumps · waiting for Cleo"
    do(m, "2 decline", "3 decline")
    assert sentence_in_words(m, 0).endswith(f"{task} · if you refuse, the cards are dealt again")
    deal(m).zones[AWAY] = b""
    assert sentence_in_words(m, 0).startswith("Ben has no trump at all · play as the partner, or refuse · ")
    m = do(poverty(), "2 accept")
    assert (
        sentence_in_words(m, 2) == "You took 3 trumps · give back 3 cards, any you like · they go to Ben, your partner"
    )
    assert sentence_in_words(m, 1) == "Cleo took 3 trumps · waiting for Cleo"
    m.act(2, m.deal.legal(2)[0])
    assert sentence_in_words(m, 1).startswith("A poverty is being played · you lead · ")
    assert sentence_in_words(m, 2).endswith(" · you are Re, with Ben")


# -- §12 announcements


def test_announcements_out_of_turn_and_in_time() -> None:
    m = normal()
    assert sentence_in_words(m, 1) == "Normal game · you lead · you can announce Re with 11 cards or more"
    side = "you are Kontra, your partner is not known"
    assert sentence_in_words(m, 3) == f"Normal game · you can announce Kontra with 11 cards or more · {side}"
    assert sentence_in_words(m, SPECTATOR) == "Normal game · Ben leads"
    do(m, "1 re")
    assert sentence_in_words(m, 1).endswith("you can announce No 90 with 10 cards or more")
    left(m, _1=10)
    assert sentence_in_words(m, 1) == "Normal game · you lead · last chance to announce No 90"
    left(m, _1=9)
    assert sentence_in_words(m, 1) == "Normal game · you lead · you are Re, your partner is not known"


def test_an_answer_has_a_limit_of_its_own() -> None:
    """6.4.4: one card less than what it answers."""
    m = do(normal(), "1 re", "1 no90")
    left(m, _3=10)
    assert "you can announce Kontra with 9 cards or more" in sentence_in_words(m, 3)
    left(m, _3=8)
    assert "Ben leads" in sentence_in_words(m, 3)


def test_the_duty_stays_while_announcements_are_possible() -> None:
    m = do(normal(), "1 play SA")
    duty = "Ben led the ace of spades · you must follow suit: spades (queens and jacks are trumps)"
    assert sentence_in_words(m, 2) == f"{duty} · Ben is winning: 11 points so far"
    deal(m).zones[HAND + EACH * 2] = hand("CQ SQ HQ DQ CJ SJ DA DT CA SA SK")
    assert sentence_in_words(m, 2) == f"{duty} · last chance to announce Re"
