"""The examples of the rule sheet, the refusals, and what every game has to hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from stich.bots import BOTS_CHOICE, advise
from stich.bots.search import Search
from stich.kernel.action import Arg
from stich.kernel.chance import quick
from stich.kernel.view import view
from stich.testing import Table, check_bots, check_laws, check_texts, load

GAME = load(Path(__file__).resolve().parents[1])
HANDS = {"hand.0": "SA C3", "hand.1": "HA S4", "hand.2": "S9 SQ", "hand.3": "C9 D9"}
DECK = "C2 S2 H2 D2 C3 S3 H3 D3 C4 S4 H4 D4"


def position(turn: int = 0, broken: bool = False) -> Table:
    """Return a table at which two tricks are left."""
    played = {"tricks": (11, 0, 0, 0), "taken": (11, 0, 0, 0), "broken": broken}
    return Table(GAME).place(HANDS, rest="won.0", phase="play", turn=turn, **played)


def passed(*gifts: str) -> Table:
    return Table(GAME, deck=DECK).do(*gifts)


def test_advice_gives_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "budget", lambda search, s: 20)
    why = {}
    match = Table(GAME).match
    for _ in range(12):
        seat = match.deal.actor()
        action, reason = advise(GAME, view(match.deal, seat), match.legal(seat), quick(1))
        why[reason.key] = reason
        match.act(seat, action)
    assert BOTS_CHOICE.key not in why
    assert any(key.startswith("hearts.why.pass_") for key in why)
    assert "hearts.why.only" in why  # the two of clubs


def test_three_cards_go_to_the_left() -> None:
    table = passed("1 give C2 C3 C4", "2 give S2 S3 S4", "3 give H2 H3 H4")
    assert table.phase == "pass"
    assert "C2" in table["hand.1"].split()
    table.do("0 give D2 D3 D4")
    assert table["hand.2"].split()[:3] == ["C2", "C3", "C4"]
    assert (table.phase, table.turn) == ("play", 2)
    assert table.choices(2) == ["play C2"]


def test_three_cards_and_no_other_number() -> None:
    table = Table(GAME, deck=DECK)
    assert table.refused("1 give C2 C3") == "error.hearts.give"
    assert table.refused("1 give S2 C3 C4") == "error.not_held"


def test_suit_is_followed_and_the_first_trick_is_without_points() -> None:
    table = position().do("0 play SA")
    assert table.refused("1 play HA") == "error.hearts.follow"
    hands = {"hand.0": "C2", "hand.1": "HA D3", "hand.2": "C4", "hand.3": "C5"}
    table = Table(GAME).place(hands, phase="play", turn=0).do("0 play C2")
    assert table.refused("1 play HA") == "error.hearts.counts"


def test_hearts_are_not_led_before_one_has_fallen() -> None:
    assert position(turn=1).refused("1 play HA") == "error.hearts.not_broken"
    assert position(turn=1, broken=True).do("1 play HA").turn == 2


def test_the_two_of_clubs_is_led_first() -> None:
    hands = {"hand.0": "C2 D3", "hand.1": "HA", "hand.2": "C4", "hand.3": "C5"}
    assert Table(GAME).place(hands, phase="play", turn=0).refused("0 play D3") == "error.hearts.first"


@pytest.mark.parametrize(("card", "worth"), [("SQ", 13), ("S9", 0)])
def test_the_queen_of_spades_counts_thirteen(card: str, worth: int) -> None:
    table = position().do("0 play SA", "1 play S4", f"2 play {card}", "3 play C9")
    assert table.state.taken[0] == 11 + worth  # type: ignore[attr-defined]


def test_who_takes_everything_gives_it_to_the_others() -> None:
    hands = {"hand.0": "SA", "hand.1": "S2", "hand.2": "SQ", "hand.3": "S3"}
    played = {"tricks": (12, 0, 0, 0), "taken": (13, 0, 0, 0)}
    table = Table(GAME).place(hands, rest="won.0", phase="play", turn=0, **played)
    table.do("0 play SA", "1 play S2", "2 play SQ", "3 play S3")
    assert table.points == (0, 26, 26, 26)
    assert headline(table) == ("hearts.event.moon", {"seat": 0})
    assert "hearts.event.moon" in table.heard


def headline(table: Table) -> tuple[str, dict[str, Arg]]:
    phrase = table.match.sheets[-1].result.headline
    return phrase.key, phrase.args


@pytest.mark.parametrize(("taken", "worst"), [((0, 13, 10, 3), [1]), ((0, 3, 13, 10), [2]), ((0, 3, 10, 10), [2, 3])])
def test_the_headline_says_who_has_most(taken: tuple[int, ...], worst: list[int]) -> None:
    hands = {"hand.0": "SA", "hand.1": "S2", "hand.2": "S5", "hand.3": "S3"}
    table = Table(GAME).place(hands, rest="won.0", phase="play", turn=0, tricks=(3, 3, 3, 3), taken=taken)
    table.do("0 play SA", "1 play S2", "2 play S5", "3 play S3")
    assert headline(table) == ("hearts.event.most", {"seats": bytes(worst), "n": max(taken)})


def test_the_sheet_names_the_queen_apart_from_the_hearts() -> None:
    hands = {"hand.0": "SA", "hand.1": "S2", "hand.2": "SQ", "hand.3": "H3"}
    table = Table(GAME).place(hands, rest="won.0", phase="play", turn=0, tricks=(12, 0, 0, 0), taken=(11, 1, 0, 0))
    table.do("0 play SA", "1 play S2", "2 play SQ", "3 play H3")
    lines = [(line.seat, line.key, line.n) for line in table.match.sheets[-1].result.why]
    assert lines == [(0, "hearts.score.hearts", 12), (0, "hearts.score.queen", 13), (1, "hearts.score.hearts", 1)]


@pytest.mark.parametrize(("card", "n"), [("SQ", 14), ("S9", 1)])
def test_a_trick_says_what_it_is_worth(card: str, n: int) -> None:
    hands = {**HANDS, "hand.1": "HA S4", "hand.3": "HK D9"}
    table = Table(GAME).place(hands, rest="won.0", phase="play", turn=0, tricks=(11, 0, 0, 0), taken=(9, 0, 0, 0))
    table.do("0 play SA", "1 play S4", f"2 play {card}", "3 play HK")
    trick = next(e.phrase for e in table.match.events if e.kind == "trick" and e.phrase is not None)
    assert (trick.key, trick.args) == ("hearts.event.trick", {"seat": 0, "n": n})
    assert ("hearts.event.queen" in table.heard) == (card == "SQ")
    assert "hearts.event.broken" in table.heard


def test_hearts_are_broken_once() -> None:
    table = position(turn=1, broken=True).do("1 play HA", "2 play S9", "3 play C9", "0 play C3")
    assert "hearts.event.broken" not in table.heard


def test_laws() -> None:
    check_laws(GAME)


def test_texts() -> None:
    check_texts(GAME)


def test_bots() -> None:
    check_bots(GAME)
