"""Packs of four suits: which drawings can show them, and how a hand of them is held."""

from __future__ import annotations

import pytest

from stich.games import find
from stich.kernel.cards import SPECTATOR
from stich.kernel.match import STREAM, Match, Source
from stich.kernel.view import view
from stich.parts.suits import CLUBS, DIAMONDS, HEARTS, SPADES, held, of_suit, pack
from stich.parts.tricks import NO_TRUMP, Contract

PACK = pack("9JQK")
SIZE = 4
PLAIN = [of_suit(suit, SIZE) for suit in range(4)]


@pytest.mark.parametrize(
    ("trump", "order"),
    [
        (NO_TRUMP, "C H S D"),
        (CLUBS, "C H S D"),  # two red suits are left, and the black one lies between them
        (SPADES, "S H C D"),
        (HEARTS, "H C D S"),
        (DIAMONDS, "D C H S"),
    ],
)
def test_trumps_stand_in_front_and_the_other_suits_change_colour(trump: int, order: str) -> None:
    groups = [PACK.write(group) for group in held(Contract(PLAIN, trump), SIZE)]
    assert groups == [f"{s}K {s}Q {s}J {s}9" for s in order.split()]


def test_what_is_trump_by_its_rank_stands_with_the_trumps() -> None:
    top = [PACK.read("CQ"), PACK.read("SJ HJ")]
    trumps = [*top, *of_suit(DIAMONDS, SIZE)]
    rest = [[rank for rank in suit if rank not in b"".join(top)] for suit in PLAIN]
    contract = Contract([*rest[:3], [], trumps], 4)
    groups = [PACK.write(group) for group in held(contract, SIZE)]
    assert groups == ["CQ SJ HJ DK DQ DJ D9", "CK CJ C9", "HK HQ H9", "SK SQ S9"]


@pytest.mark.parametrize(
    ("ranks", "art", "decks"),
    [
        ("789JQKTA", "french", ["french", "german"]),
        ("9JQKTA", "german", ["german", "french"]),
        ("6789TJQKA", "french", ["french", "german"]),
        ("23456789TJQKA", "french", ["french"]),  # no German pack has a three
        ("JQKTA", "spanish", ["spanish"]),
    ],
)
def test_a_pack_that_both_decks_have_can_be_shown_either_way(ranks: str, art: str, decks: list[str]) -> None:
    assert pack(ranks, art=art).decks == decks


def test_doppelkopf_holds_a_hand_as_its_contract_ranks_it() -> None:
    game = find("doppelkopf")
    match = Match(game, game.rules({"tollen": "true", "solo_right": "anyone"}), Source(STREAM, secret=bytes(32)))
    names = match.rules.layout.pack.write

    def groups() -> list[str]:
        orders = [view(match.deal, seat).seen.order() for seat in (0, 1, 2, 3, SPECTATOR)]
        assert all(order == orders[0] for order in orders)
        return [names(group) for group in orders[0]]

    assert groups()[0] == "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9"
    assert groups()[1:] == ["CA CT CK C9", "HA HK H9", "SA ST SK S9"]
    seat = match.deal.turn
    solo = next(a for a in match.legal(seat) if a.verb == "solo" and a.to == SPADES)
    match.act(seat, solo)
    for _ in range(3):
        if match.deal.phase.name == "announce":
            match.act(match.deal.turn, match.legal(match.deal.turn)[0])
    assert groups()[0].endswith("DJ SA ST SK S9")
    assert [group[:2] for group in groups()[1:]] == ["HA", "CA", "DA"]
