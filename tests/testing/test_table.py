"""`stich.testing`: what tests of a game lay out, do and read."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.hearts.rules import GAME, PLAY
from repository import ROOT
from stich.kernel.action import Refused
from stich.testing import Table, check_bots, check_laws, check_texts, heard, load

pytestmark = pytest.mark.once


def test_a_deck_decides_the_deal_and_the_rest_follows() -> None:
    table = Table(GAME, deck="C2 S2 H2 D2", dealer=3)
    assert [table[f"hand.{seat}"].split()[0] for seat in range(4)] == ["C2", "C4", "C5", "C6"]
    assert "S2" in table["hand.1"].split()
    assert Table(GAME, seed=5)["hand.0"] != Table(GAME, seed=6)["hand.0"]


def test_a_position_holds_what_is_laid_and_the_rest_where_it_belongs() -> None:
    table = Table(GAME).place({"hand.0": "SA C3", "trick": "H4 D2"}, rest="won.1", phase="play", turn=2, broken=True)
    assert (table["hand.0"], table["trick"], table["hand.1"]) == ("C3 SA", "H4 D2", "")
    assert len(table["won.1"].split()) == 48
    assert (table.phase, table.turn) == ("play", 2)
    assert vars(table.state)["broken"] is True


@pytest.mark.parametrize(
    ("zones", "more", "told"),
    [
        ({"hand.9": "SA"}, {}, "no zone 'hand.9'"),
        ({"hand.0": "SX"}, {}, "no card SX; there are C2 C3 "),
        ({"hand.0": "AS"}, {}, "no card AS; a card is written suit first: SA"),
        ({"hand.0": "SA", "hand.1": "SA"}, {}, "not so many of SA"),
        ({}, {"rest": "attic"}, "no zone 'attic'"),
        ({}, {"phase": "lunch"}, "no phase 'lunch'"),
        ({}, {"no_such_fact": 1}, "no 'no_such_fact'"),
    ],
)
def test_what_cannot_be_laid_out_is_said(zones: dict[str, str], more: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Table(GAME).place(zones, **more)  # type: ignore[arg-type]


def test_moves_choices_and_refusals() -> None:
    hands = {"hand.0": "SA C3", "hand.1": "S4 HA", "hand.2": "S9", "hand.3": "C9"}
    table = Table(GAME).place(hands, rest="won.0", phase="play", turn=0, tricks=(11, 0, 0, 0))
    assert table.choices(0) == ["play C3", "play SA"]
    assert [table.choices(seat) for seat in (1, 2, 3)] == [[], [], []]  # they are not asked
    table.do("0 play SA")
    assert table.refused("1 play HA") == "error.hearts.follow"
    with pytest.raises(AssertionError, match="is accepted"):
        table.refused("1 play S4")
    with pytest.raises(Refused):
        table.do("3 play SA")
    assert "hearts.said.play" in table.heard
    with pytest.raises(AssertionError, match="no deal"):
        _ = table.points


def test_seats_that_are_asked_at_once_can_act_in_a_position() -> None:
    hands = {f"hand.{seat}": f"C{rank} D{rank} H{rank} S{rank}" for seat, rank in enumerate("3579")}
    table = Table(GAME).place(hands, rest="won.0", phase="pass")
    assert table.refused("0 give C3 D3") == "error.hearts.give"
    table.do("0 give C3 D3 H3", "2 give C7 D7 H7", "3 give C9 D9 H9")
    assert table.choices(0) == []
    assert len(table.choices(1)) == 4


def test_a_position_in_which_nobody_has_to_act_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PLAY), "must", lambda self, s: 0)
    with pytest.raises(ValueError, match=r"nobody has to act in phase 'play': .* `turn`"):
        Table(GAME).place({"hand.0": "SA"}, rest="won.0", phase="play", turn=0)


@pytest.mark.parametrize("deck", ["", "C2 S2"])
def test_a_later_deal_is_dealt_as_its_number_says(deck: str) -> None:
    passes = {number: Table(GAME, deck=deck, number=number) for number in range(1, 6)}
    assert [table.phase for table in passes.values()] == ["pass", "pass", "pass", "play", "pass"]
    for number, to in ((1, 1), (2, 3), (3, 2)):
        table = passes[number]
        gifts = [table.choices(seat)[0] for seat in range(4)]
        table.do(*(f"{seat} {gift}" for seat, gift in enumerate(gifts)))
        assert set(gifts[0].split()[1:]) <= set(table[f"hand.{to}"].split())
    assert Table(GAME, number=4).choices(Table(GAME, number=4).turn) == ["play C2"]


def test_a_folder_is_loaded_once_and_another_of_its_name_is_refused(tmp_path: Path) -> None:
    hearts = load(ROOT / "tests/games/hearts")
    assert load(ROOT / "tests/games/hearts") is hearts
    (tmp_path / "hearts").mkdir()
    (tmp_path / "hearts/rules.py").write_text("x = 1\n")
    with pytest.raises(Refused, match=r"error\.game_twice"):
        load(tmp_path / "hearts")


def test_what_check_looks_at_holds_for_a_sound_game() -> None:
    game = load(ROOT / "tests/games/hearts")
    check_laws(game, 2)
    check_bots(game)
    check_texts(game, 2)


def test_all_that_is_said_is_heard() -> None:
    found = heard(load(ROOT / "tests/games/hearts"), 4)
    rules = ("first", "follow", "not_broken", "counts", "give")
    assert {f"error.hearts.{rule}" for rule in rules} <= set(found.always)
    assert found.always["error.hearts.give"] == {"n", "chosen"}
    assert found.always["hearts.score.hearts"] == {"seat", "n"}
    assert "hearts.event.moon" in set(found.always) | found.named  # it is too rare to be met
