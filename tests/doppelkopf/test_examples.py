"""Every worked example of the rule sheet, through the rules. The section of each is named in its test."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from doppelkopf.positions import BOTH, all_ok, choices, dealt, playing, plays, state
from moves import do
from stich.games.doppelkopf.rules import GAME
from stich.games.doppelkopf.rules_cards import (
    CONTRACT_NAMES,
    EACH,
    HAND,
    PACK,
    TRICK,
    TRUMP,
    WON,
    WORTH,
    DoppelkopfRules,
)
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import Doppelkopf, parties
from stich.kernel.cards import SPECTATOR, seats_of
from stich.kernel.view import view
from stich.parts.tricks import Contract, bearing

EXAMPLES: list[dict[str, Any]] = json.loads(
    (resources.files("stich.games.doppelkopf") / "vectors/doppelkopf.json").read_text("utf-8")
)["vectors"]


def each(*kinds: str) -> list[Any]:
    return [pytest.param(x["options"], x["state"], x["expect"], id=x["id"]) for x in EXAMPLES if x["kind"] in kinds]


def test_no_kind_is_left_out() -> None:
    tested = {"trump_order", "legal_plays", "trick_winner", "legal_actions", "parties", "settlement", "fox", "deal"}
    assert {x["kind"] for x in EXAMPLES} == tested | {"view"}
    assert len(EXAMPLES) == 13


def order(how: Contract, suit: int) -> list[str]:
    """Return the cards of a suit from high to low, by what beats what."""
    cards = [c for c in range(24) if how.suit[c] == suit]
    return [PACK.names[c] for c in sorted(cards, key=lambda c: bin(how.above[c]).count("1"))]


@pytest.mark.parametrize(("options", "given", "expect"), each("trump_order"))
def test_trumps(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§2, §8: which cards are trump, and how they rank."""
    rules = GAME.rules(dict(options))
    assert isinstance(rules, DoppelkopfRules)
    how = rules.contracts[CONTRACT_NAMES.index(given["game"])]
    trumps = order(how, TRUMP)
    assert trumps == expect["order"]
    if "count" in expect:
        assert sum(PACK.names[c] in trumps for c in rules.layout.deck) == expect["count"]
    if "plain_order" in expect:
        for suit, letter in enumerate("CSHD"):
            assert order(how, suit) == [letter + rank for rank in expect["plain_order"]]


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_plays"))
def test_plays(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: the spade jack is no spade."""
    m = playing({2: " ".join(given["hand"])}, " ".join(given["trick"]), 1, given["game"], **options)
    assert plays(m, 2) == sorted(expect["legal"])


@pytest.mark.parametrize(("options", "given", "expect"), each("trick_winner"))
def test_tricks(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§5: played by the last of the four, with a card left for each."""
    *trick, last = given["trick"]
    leader = given["leader"]
    hands = dict.fromkeys(range(4), "C9")
    seat = (leader + 3) % 4
    hands.update({0: "S9", 1: "S9"} if seat > 1 else {2: "S9", 3: "S9"})
    hands[seat] += f" {last}"
    m = playing(hands, " ".join(trick), leader, given.get("game", "normal"), **options)
    s = state(m)
    s.points = (0, 0, 0, 0)
    do(m, f"{seat} play {last}")
    assert s.taker == expect["winner_seat"] == (leader + expect["winner_index"]) % 4
    assert s.points[s.taker] == expect["points"]
    assert s.turn == s.taker


@pytest.mark.parametrize(("options", "given", "expect"), each("legal_actions"))
def test_announcing(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: both club queens, and no ace."""
    assert given["hand_has_both_club_queens"]
    assert given["aces_in_hand"] == []
    m = dealt("CQ CQ SQ SQ HQ HQ DQ DQ CJ CJ SJ SJ", **options)
    assert choices(m, 1) == sorted(expect["legal"])


@pytest.mark.parametrize(("options", "given", "expect"), each("parties"))
def test_the_called_ace(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: forehand calls the spades; the aces fall in one trick, and the first one goes along."""
    caller, aces = given["caller"], given["ace_plays_in_order"]
    assert caller == 1
    m = dealt(BOTH.replace(" SA", " S9"), **options)
    do(m, f"{caller} call_ace {given['called']}")
    s = state(m)
    ace = PACK.faces[given["called"] + "A"]
    hands = {1: "S9 C9", 2: "S9 C9", 3: "SA CK", 0: "SA CK"}
    for seat, text in hands.items():
        s.zones[HAND + EACH * seat] = bytes(sorted(PACK.read(text)))
    assert parties(s, SPECTATOR) == (1 << caller, 0)
    do(m, "1 play S9", "2 play S9")
    for seat, card in aces:
        assert PACK.faces[card] == ace
        do(m, f"{seat} play {card}")
        assert (seats_of(s.re), seats_of(s.kontra)) == (expect["re"], expect["kontra"])


def settled(options: dict[str, Any], given: dict[str, Any]) -> Doppelkopf:
    """Return a finished deal with these parties and points."""
    s = state(all_ok(dealt(**options)))
    s.re = sum(1 << seat for seat in given["re"])
    s.kontra = ALL & ~s.re
    if given.get("solo"):
        s.contract, s.declarer = 1, given["re"][0]
    re, kontra = seats_of(s.re)[0], seats_of(s.kontra)[0]
    points = [0] * 4
    points[re], points[kontra] = given["re_points"], 240 - given["re_points"]
    s.points = tuple(points)
    s.zones[TRICK] = b""
    s.zones[WON + EACH * re] = bytes(4 * (12 - given["kontra_tricks"]))
    s.zones[WON + EACH * kontra] = bytes(4 * given["kontra_tricks"])
    s.foxes = tuple(4 * fox["owner"] + fox["winner_seat"] for fox in given.get("fox_captures", []))
    return s


@pytest.mark.parametrize(("options", "given", "expect"), each("settlement", "fox"))
def test_settlement(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§6, and §8 for the fox."""
    result = settled(options, given).result()
    assert list(result.points) == expect["net"]
    assert sum(result.points) == 0
    if "units" in expect:
        alone = len(given["re"]) == 1
        assert max(map(abs, result.points)) == expect["units"] * (3 if alone else 1)
        won = result.headline.key.rpartition(".")[2] in ("re_won", "alone_won")
        assert won == (expect["winner"] == "re")


@pytest.mark.parametrize(("options", "given", "expect"), each("deal"))
def test_the_pack(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§2, §3, §8."""
    assert not given
    s = state(dealt(**options))
    assert len(s.layout.deck) == expect["cards"]
    assert {len(s.hand(seat)) for seat in range(4)} == {expect["hand"]}
    assert bearing(s.layout.deck, WORTH) == expect["points"]


@pytest.mark.parametrize(("options", "given", "expect"), each("view"))
def test_what_a_club_queen_tells(options: dict[str, Any], given: dict[str, Any], expect: dict[str, Any]) -> None:
    """§4: of the parties each player knows what follows from their own cards and from the queens on the table."""
    holders = [int(seat) for seat, n in given["club_queens"].items() for _ in range(n)]
    hands = dict.fromkeys(range(4), "C9 S9")
    for seat in holders:
        hands[seat] = "CQ DJ"
    [[player, card]] = given["played"]
    m = playing(hands, leader=player, **options)
    do(m, f"{player} play {card}")
    s = state(m)
    known = {}
    for seat in range(4):
        seen = view(s, seat).seen
        assert isinstance(seen, Doppelkopf)
        re, kontra = parties(seen, seat)
        known[str(seat)] = seats_of(re | kontra)
        for other in seats_of(re):
            assert other in holders
        for other in seats_of(kontra):
            assert other not in holders
    assert known == expect["party_known"]
    assert seats_of(s.re | s.kontra) == expect["public"]
