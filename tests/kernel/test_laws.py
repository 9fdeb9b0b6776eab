"""The laws hold for every game there is, and the suite reports what it did."""

from __future__ import annotations

import pytest

from fingerprint import GAMES
from games.schnapsen.rules import GAME as SCHNAPSEN
from games.schnapsen.rules import Schnapsen
from stich.kernel.action import Refused
from stich.kernel.anatomy import attributes, is_plain, other_than, whole
from stich.kernel.laws.check import check
from stich.kernel.laws.report import LAWS
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record_reader import load

pytestmark = pytest.mark.once

DEALS = {"chimera": 12, "cruzo": 2, "durak": 2, "frustration": 3, "rummy": 4, "schnapsen": 60}  # a second or so
USUAL = 6


@pytest.mark.parametrize("name", GAMES)
def test_every_law_holds(name: str) -> None:
    """Under the usual rules; test_grid.py tries the options."""
    deals = DEALS.get(name, USUAL)
    report = check(GAMES[name], deals=deals)
    assert report.failures == {}
    assert report.deals >= deals
    assert {law for law in LAWS if report.checked[law] > 0} == set(LAWS)


def test_a_report_says_what_was_done() -> None:
    seen: list[tuple[int, int]] = []
    report = check(SCHNAPSEN, {"target": 3}, deals=9, seed=4, progress=lambda done, of: seen.append((done, of)))
    assert (report.game, report.seats, report.options["target"], report.deals) == ("schnapsen", 2, "3", 9)
    assert seen == [(i, 9) for i in range(1, 10)]
    assert report.decisions == report.checked["L1"] == report.checked["L3"]
    assert report.ok
    assert check(SCHNAPSEN, {"target": 3}, deals=9, seed=4).checked == report.checked
    assert check(SCHNAPSEN, {"target": 3}, deals=9, seed=5).checked != report.checked


def test_it_can_be_interrupted() -> None:
    def stop(done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    report = check(SCHNAPSEN, deals=50, progress=stop)
    assert report.interrupted
    assert report.deals == 3


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Refused, match=r"error\.option"):
        check(SCHNAPSEN, {"colour": "red"})


def test_a_broken_law_comes_with_a_record_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted game, so that it can be broken here; tests/kernel/test_laws_find_faults.py breaks everything else."""

    def forgetful(self: Schnapsen) -> Schnapsen:
        new = right(self)
        new.trump = -1
        return new

    right = Schnapsen.public_copy
    try:
        monkeypatch.setattr(Schnapsen, "public_copy", forgetful)
    except TypeError:
        pytest.skip("the game is compiled, and cannot be broken from outside")
    report = check(SCHNAPSEN, deals=20)
    failure = report.failures["L0"]
    assert "trump" in failure.what
    monkeypatch.undo()
    assert len(load(failure.record, lambda name: SCHNAPSEN).moves) == failure.at


def test_what_a_state_is_made_of() -> None:
    s = Match(SCHNAPSEN, SCHNAPSEN.rules(), Source(SIM, 1)).deal
    assert {"zones", "marks", "void", "closer", "rules"} <= attributes(s)
    n = s.copy()
    assert whole(n) == whole(s)
    n.closer = 1
    assert whole(n) != whole(s)


@pytest.mark.parametrize("value", [1, "x", b"x", True, (), (1, (2, b"x"))])
def test_plain_values(value: object) -> None:
    assert is_plain(value)
    assert other_than(value) != value or value == ()


@pytest.mark.parametrize("value", [[1], {1}, {}, (1, [2]), None, 1.5])
def test_values_that_are_not_plain(value: object) -> None:
    assert not is_plain(value)


def test_table_events_are_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["cruzo"], "table_events", [])
    assert "table_events" in check(GAMES["cruzo"], {"tree": "table"}, deals=1).failures["L1"].what
