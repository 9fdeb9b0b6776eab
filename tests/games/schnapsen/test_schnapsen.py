"""The worked examples of sheet.md, and what the rules refuse."""

from __future__ import annotations

from typing import cast

import pytest

from games.schnapsen.rules import ANSWER, FOLLOW, GAME, HAND, LEAD, PACK, STOCK, TRICK, TURNUP, WON, Schnapsen
from stich.kernel.action import Refused
from stich.kernel.deal import Deck
from stich.kernel.match import GIVEN, Match, Source
from stich.kernel.state import OVER

DECK = "CJ CQ CK  DJ DQ DK  HJ  CT CA  DT DA  SJ SQ SK ST SA HQ HK HT HA"
HANDS = (HAND, HAND + 2)


def match(deck: str = DECK, **options: object) -> Match:
    """Return a match whose first deal has this deck; seat 0 deals."""
    return Match(GAME, GAME.rules(dict(options)), Source(GIVEN, decks=[(0, Deck(PACK.read(deck)))] * 9))


def state(m: Match) -> Schnapsen:
    return cast(Schnapsen, m.deal)


def do(m: Match, *moves: str) -> None:
    """Do moves in the notation: "1 play CJ"."""
    for move in moves:
        seat, text = move.split(" ", 1)
        m.act(int(seat), GAME.read(m.rules, text))


def position(first: str, second: str, stock: str = "", turnup: str = "", closed: bool = False) -> Match:
    """Return a match in which these hands, stock and turned card lie there, hearts are trumps and seat 1 leads."""
    m = match()
    s = state(m)
    hands = PACK.read(second), PACK.read(first)
    s.zones[HANDS[0]], s.zones[HANDS[1]] = bytes(sorted(hands[0])), bytes(sorted(hands[1]))
    s.zones[STOCK], s.zones[TURNUP] = PACK.read(stock), PACK.read(turnup)
    lying = hands[0] + hands[1] + s.zones[STOCK] + s.zones[TURNUP]
    s.zones[WON], s.zones[WON + 2] = bytes(c for c in PACK.deck if c not in lying), b""
    if closed:
        s.closer = 1
    return m


def plays(m: Match, seat: int) -> str:
    return " ".join(PACK.write(a.cards) for a in m.deal.legal(seat))


def refusal(m: Match, seat: int, text: str) -> str:
    with pytest.raises(Refused) as refused:
        m.act(seat, GAME.read(m.rules, text))
    return refused.value.phrase.key


def test_example_1_the_deal() -> None:
    s = state(match())
    assert (PACK.write(s.hand(1)), PACK.write(s.hand(0))) == ("CJ CQ CK CT CA", "DJ DQ DK DT DA")
    assert PACK.write(s.zones[TURNUP]) == "HJ"
    assert PACK.write(s.zones[STOCK][-1:]) == "SJ"
    assert s.turn == 1
    assert s.phase is LEAD


def test_a_hand_begins_with_the_trumps_and_alternates_colours() -> None:
    groups = [PACK.write(group) for group in state(match()).order()]
    assert groups == ["HA HT HK HQ HJ", "CA CT CK CQ CJ", "DA DT DK DQ DJ", "SA ST SK SQ SJ"]


def test_who_sees_what() -> None:
    """§2 the stock lies face down, the trump card face up; §6 the table keeps count of what was won before all eyes."""
    layout = match().rules.layout
    seen = {layout.ids[at]: [seat for seat in (0, 1, 15) if eyes >> seat & 1] for at, eyes in enumerate(layout.eyes)}
    everybody = [0, 1, 15]
    assert seen == {
        "stock": [],
        "turnup": everybody,
        "trick": everybody,
        "hand.0": [0],
        "hand.1": [1],
        "won.0": everybody,
        "won.1": everybody,
    }


@pytest.mark.parametrize(("answer", "winner"), [("CJ", 1), ("HJ", 0)])
def test_example_2_an_open_trick(answer: str, winner: int) -> None:
    m = position("SA CQ", f"{answer} DQ", "ST SK SQ", "HT")
    do(m, "1 play SA")
    assert m.deal.phase is ANSWER
    do(m, f"0 play {answer}")
    s = state(m)
    assert (s.points[winner], s.points[1 - winner]) == (13, 0)
    assert s.turn == winner
    assert PACK.faces["SQ"] in s.hand(winner)  # the winner draws first
    assert PACK.faces["SK"] in s.hand(1 - winner)


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [("DJ DA HJ", "DA"), ("DJ DQ HJ", "DJ DQ"), ("CT HJ SA", "HJ"), ("CT SA", "CT SA")],
)
def test_example_3_following(hand: str, allowed: str) -> None:
    m = position("DK CJ CQ"[: 3 * len(hand.split())], hand, "ST SK SQ", "HT", closed=True)
    do(m, "1 play DK")
    assert m.deal.phase is FOLLOW
    assert plays(m, 0) == allowed
    for card in hand.split():
        if card not in allowed:
            assert refusal(m, 0, f"play {card}") == "error.schnapsen.follow"


def test_example_4_a_marriage_waits_for_a_trick() -> None:
    m = position("HQ HK SA CQ", "SJ DQ HA CK", "ST SK SQ CJ", "HT")
    do(m, "1 marry HQ")
    assert state(m).married == (0, 40)
    assert state(m).total(1) == 0
    do(m, "0 play HA", "0 play SJ")
    assert state(m).total(1) == 0
    do(m, "1 play SA")
    assert state(m).total(1) == 53


@pytest.mark.parametrize(
    ("had", "tricks", "winner", "points"),
    [
        (20, 1, 1, (0, 2)),
        (20, 1, 0, (2, 0)),
        (0, 0, 1, (0, 3)),
        (0, 0, 0, (3, 0)),
        (40, 2, 1, (0, 1)),
        (40, 2, 0, (2, 0)),
    ],
)
def test_example_5_a_closed_deal(had: int, tricks: int, winner: int, points: tuple[int, int]) -> None:
    m = position("CA CT CK", "DA DT DK", "ST SK SQ", "HT")
    s = state(m)
    s.zones[WON] = s.zones[WON][: 2 * tricks]
    s.points = (had, 0)
    do(m, "1 close")
    assert s.behind == (had, tricks)
    s.points = (50, 0)
    s.winner, s.phase = winner, OVER
    assert s.result().points == points


def test_the_jack_is_exchanged_once_and_in_time() -> None:
    m = position("HJ CQ", "CJ DQ", "ST SK", "HA")
    do(m, "1 exchange")
    s = state(m)
    assert (PACK.write(s.hand(1)), PACK.write(s.zones[TURNUP])) == ("CQ HA", "HJ")
    assert refusal(m, 1, "exchange") == "error.verb"
    m = position("HJ CQ", "CJ DQ", "ST", "HA")
    assert refusal(m, 1, "exchange") == refusal(m, 1, "close") == "error.schnapsen.too_late"


def test_nobody_draws_from_a_closed_stock() -> None:
    m = position("CA CT", "CJ DQ", "ST SK", "HA")
    do(m, "1 close", "1 play CA", "0 play CJ")
    assert len(state(m).hand(0)) == len(state(m).hand(1)) == 1
    assert refusal(m, 1, "exchange") == "error.schnapsen.too_late"


def test_the_last_draw_is_the_trump_card() -> None:
    m = position("CA CT", "CJ DQ", "ST", "HA")
    do(m, "1 play CA", "0 play CJ")
    s = state(m)
    assert (PACK.write(s.hand(1)), PACK.write(s.hand(0)), s.zones[TURNUP]) == ("CT ST", "DQ HA", b"")
    do(m, "1 play ST")
    assert s.phase is FOLLOW


@pytest.mark.parametrize(("closed", "winner"), [(False, 1), (True, 0)])
def test_without_66_the_last_trick_decides_unless_somebody_closed(closed: bool, winner: int) -> None:
    m = position("CA", "CJ", closed=closed)
    do(m, "1 play CA", "0 play CJ")
    assert state(m).winner == winner


def test_options() -> None:
    assert refusal(match(close=False), 1, "close") == "error.schnapsen.no_closing"
    m = position("HQ HK", "CJ DQ", "ST SK", "HA")
    do(m, "1 marry HK")
    assert m.deal.phase is ANSWER
    m = match("HQ HK CK  DJ DQ DK  HJ  CT CA  DT DA  SJ SQ SK ST SA CJ CQ HT HA", trump_marriage_wins=True)
    do(m, "1 marry HK")
    assert m.deal.phase is OVER
    assert m.sheets[0].result.points == (0, 3)


def test_a_marriage_needs_two() -> None:
    assert refusal(position("CQ CA", "CJ DQ", "ST SK", "HA"), 1, "marry CQ") == "error.schnapsen.no_marriage"


def test_the_table_is_cleared_into_the_winner_s_pile() -> None:
    m = match()
    do(m, "1 play CA", "0 play DJ")
    s = state(m)
    assert s.zones[TRICK] == b""
    assert PACK.write(s.zones[WON + 2]) == "CA DJ"
    assert s.tricks(1) == 1
