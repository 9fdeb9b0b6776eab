"""The sentence of the table, phase by phase, as a player reads it."""

from __future__ import annotations

from typing import cast

import pytest

from chimera.positions import Table, match_at, play_state, rules
from moves import do
from sentences import sentence_in_words
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_score import SECOND_DEAL
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import SPECTATOR
from stich.kernel.deal import Setup
from stich.kernel.match import SIM, Match, Source

PLAYERS = ("Ada", "Ben", "Cleo")


def bidding(*calls: str, second: bool = False, **options: object) -> tuple[Match, int]:
    """Return a match after these calls, and who is to bid."""
    m = Match(GAME, rules(**options), Source(SIM, 1))
    if second:
        m.setup = Setup(1, 0, (0, 0, 0), SECOND_DEAL)
        m.deal = GAME.deal(rules(**options), m.setup, m.deck)
    for call in calls:
        do(m, f"{m.deal.turn} {call}")
    return m, m.deal.turn


def test_bidding() -> None:
    m, seat = bidding()
    assert sentence_in_words(m, seat) == "Nobody has bid so far · bid 20, 30 or 40, or pass"
    assert sentence_in_words(m, (seat + 1) % 3) == f"Nobody has bid so far · waiting for {PLAYERS[seat]}"
    m, seat = bidding("bid 20")
    high = PLAYERS[(seat - 1) % 3]
    assert sentence_in_words(m, seat) == f"{high} has bid 20 · bid more than 20, or pass"
    assert sentence_in_words(m, (seat - 1) % 3) == f"You have bid 20 · waiting for {PLAYERS[seat]}"
    do(m, f"{seat} pass")
    ends = f"if you pass, {high} is the Chimera"
    assert sentence_in_words(m, m.deal.turn) == f"{high} has bid 20 · bid more than 20, or pass · {ends}"
    m, seat = bidding("bid 30")
    assert sentence_in_words(m, seat).endswith(" has bid 30 · bid 40, or pass")
    m, seat = bidding("bid 30", "pass", "pass", bid_end_passes="3")
    assert sentence_in_words(m, seat) == "You have bid 30 · bid 40, or pass · if you pass, you are the Chimera"


def test_what_follows_when_everybody_passes() -> None:
    m, seat = bidding("pass", "pass")
    task = "bid 20, 30 or 40, or pass"
    assert sentence_in_words(m, seat) == f"Nobody has bid so far · {task} · if you pass, the cards are dealt again"
    m, seat = bidding("pass", "pass", second=True)
    forced = PLAYERS[(seat + 1) % 3]
    who = f"if you pass, {forced} has to play for 20"
    assert sentence_in_words(m, seat) == f"Dealt again, nobody has bid so far · {task} · {who}"
    m, seat = bidding("pass", "pass", forced_bid="first_passer_no_redeal")
    assert sentence_in_words(m, seat).endswith(f"if you pass, {PLAYERS[(seat + 1) % 3]} has to play for 20")
    m, seat = bidding("pass", "pass", "pass", second=True)
    assert sentence_in_words(m, seat) == f"{forced} has to play for 20 · bid more than 20, or pass"


@pytest.mark.parametrize(("bid", "cards"), [("30", "1 card"), ("40", "2 cards")])
def test_the_exchange(bid: str, cards: str) -> None:
    m, _ = bidding(f"bid {bid}", *(["pass", "pass"] if bid == "30" else []))
    alone = cast(Chimera, m.deal).chimera
    one, other = (alone + 1) % 3, (alone + 2) % 3
    scene = f"{PLAYERS[alone]} is the Chimera, bid {bid}"
    choose = f"choose {cards} for your partner"
    note = "you see the new cards when both have chosen"
    assert sentence_in_words(m, one) == f"{scene} · {choose} {PLAYERS[other]} · {note}"
    assert sentence_in_words(m, other) == f"{scene} · {choose} {PLAYERS[one]} · {note}"
    assert sentence_in_words(m, SPECTATOR) == f"{scene} · the Hunters exchange {cards} each"
    assert sentence_in_words(m, alone) == f"You are the Chimera, bid {bid} · the Hunters exchange {cards} each"
    m.act(one, m.deal.legal(one)[0])
    assert sentence_in_words(m, one) == f"{scene} · waiting for {PLAYERS[other]}"
    m.act(other, m.deal.legal(other)[0])
    assert sentence_in_words(m, alone) == f"You are the Chimera, bid {bid} · lead any combination"
    assert sentence_in_words(m, one) == f"{scene} · {PLAYERS[alone]} leads"


# -- playing


def answering(
    lead: str, hand: str, *passes: int, chimera: int = 0, left: str = "1 3 10 11 12 H", **options: object
) -> Match:
    """Return a match in which seat 0 has led these cards and seat 1 holds that hand.

    passes: who has passed since. left: what seat 0 still holds.
    """
    table = Table()
    led = table.take(lead.split())
    hands = [led + table.take(left.split()), table.take(hand.split()), table.take(["2", "3", "11", "11", "12", "H"])]
    m = match_at(play_state(rules(**options), hands, chimera, turn=0))
    m.act(0, Action("play", bytes(sorted(led))))
    for seat in passes:
        do(m, f"{seat} pass")
    return m


@pytest.mark.parametrize(
    ("lead", "hand", "words"),
    [
        ("4", "5 6", "Ada: Single 4 · play a higher single card, or pass"),
        ("4 4", "5 5 6 7", "Ada: Pair of 4s · play a higher pair, or pass"),
        ("4 4 5 5 6 6", "7 7 8 8 9 9 1", "Ada: Pairs 4–6 · play a higher run of 3 pairs, or pass"),
        ("4 4 4", "5 5 5 1", "Ada: Triple of 4s · play a higher triple, or pass"),
        ("4 4 4 5 5 5", "6 6 6 7 7 7 1", "Ada: Triples 4–5 · play a higher run of 2 triples, or pass"),
        ("4 4 4 7", "5 5 5 1", "Ada: Triple of 4s with a card · play a higher triple with a card, or pass"),
        ("4 4 4 7 7", "5 5 5 8 8 1", "Ada: Triple of 4s with a pair · play a higher triple with a pair, or pass"),
        ("4 5 6 7 8", "8 9 10 11 12 1", "Ada: Straight 4–8 · play a higher straight of 5, or pass"),
        ("4 4 4 4 7 8", "5 5 5 5 9 10 1", "play a higher four with two cards, or pass · a trap of yours beats it, too"),
        ("4 4 4 4 7 7 8 8", "6 6 6 6 9 9 10 10 1", "play a higher four with two pairs, or pass · a trap of yours"),
        ("4 4 4 4", "5 5 5 5 1", "Ada: Trap of 4s · play a higher trap, or pass"),
        ("4 4", "5 5 P C", "play a higher pair, or pass · the Chimera attack beats it, too"),
        ("8 8", "5 5 5 5 1", "Ada: Pair of 8s · only a trap of yours beats it: play it, or pass"),
        ("8 8", "5 5 P C", "Ada: Pair of 8s · only the Chimera attack beats it: play it, or pass"),
        ("8 8", "5 6", "Ada: Pair of 8s · you must pass, nothing you hold beats it"),
        ("P C", "5 6", "Ada: Chimera attack · you must pass, nothing you hold beats it"),
    ],
)
def test_what_beats_it(lead: str, hand: str, words: str) -> None:
    m = answering(lead, hand)
    assert words in sentence_in_words(m, 1)
    assert sentence_in_words(m, SPECTATOR).endswith(" · waiting for Ben")


def test_the_name_of_what_lies_there() -> None:
    m = answering("4 4 4 4 7 8", "5 5 5 5 9 10 1")
    assert sentence_in_words(m, 0) == "You: Four 4s with two cards · waiting for Ben"
    assert sentence_in_words(m, 2) == "Ada: Four 4s with two cards · waiting for Ben"


def test_a_partner_holds_the_trick() -> None:
    m = answering("4", "5 6", chimera=2)
    assert (
        sentence_in_words(m, 1)
        == "Ada: Single 4 · play a higher single card, or pass · your partner Ada holds the trick"
    )
    do(m, "1 pass")
    assert sentence_in_words(m, 1) == "Ada: Single 4 · waiting for Cleo · your partner Ada holds the trick"
    assert "partner" not in sentence_in_words(m, 2)


def test_what_a_pass_gives_away() -> None:
    m = answering("4", "5 6", 1)
    assert sentence_in_words(m, 2).endswith("play a higher single card, or pass · if you pass, Ada takes the trick")
    m = answering("2 2", "5 6", 1)
    assert sentence_in_words(m, 2).endswith("play a higher pair, or pass · if you pass, Ada takes treasures worth 20")


def test_an_opponent_who_is_nearly_out() -> None:
    m = answering("4", "5 6", left="1")
    assert sentence_in_words(m, 1).endswith("or pass · Ada has 1 card left")
    m = answering("4", "5 6", left="1", show_counts=False)
    assert sentence_in_words(m, 1).endswith("play a higher single card, or pass")
    do(m, "1 pass", "2 pass")
    assert sentence_in_words(m, 0) == "You are the Chimera, bid 20 · lead any combination"
    m = answering("4", "5 6", 1, 2, left="1")
    assert sentence_in_words(m, 0) == "You are the Chimera, bid 20 · lead any combination · Ben has 2 cards left"
    assert sentence_in_words(m, 2) == "Ada is the Chimera, bid 20 · Ada leads · Ada has 1 card left"
    assert sentence_in_words(m, SPECTATOR) == "Ada is the Chimera, bid 20 · Ada leads"
