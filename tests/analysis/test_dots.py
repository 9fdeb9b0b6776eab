"""Pictures of estimates: each dot where its value is, each line as long as the interval."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from stich.bots.arena import Estimate
from stich.cli import main
from stich.report.dots import LEFT, NAMED, RIGHT, WIDTH, Axis, Dots, Group, Row, axis_for

pytestmark = pytest.mark.once

SVG = "{http://www.w3.org/2000/svg}"


def drawn(dots: Dots) -> ET.Element:
    return ET.fromstring(dots.svg())


def circles(root: ET.Element) -> list[tuple[float, float]]:
    """Return the places of the dots, without those of the key."""
    first = min(float(one.get("cy", "")) for one in root.iter(f"{SVG}circle"))
    found = [(float(one.get("cx", "")), float(one.get("cy", ""))) for one in root.iter(f"{SVG}circle")]
    return [one for one in found if one[1] > first]


def bars(root: ET.Element) -> list[tuple[float, float]]:
    lines = [one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("stroke-width") == "3"]
    return [(float(a), float(b)) for a, b in (re.findall(r"M([\d.]+) [\d.]+H([\d.]+)", d)[0] for d in lines)]


def words(root: ET.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


AXIS = Axis(0.0, 1.0, 0.1, (0.5,))


def test_dots_and_intervals_are_where_their_values_are() -> None:
    root = drawn(Dots("t", [Group("Game", [Row("", "A against B", Estimate(0.5, 0.25, 1.0))])], AXIS))
    wide = WIDTH - LEFT - RIGHT
    assert [x for x, _ in circles(root)] == [LEFT + wide / 2]
    assert bars(root) == [(LEFT + wide / 4, LEFT + wide)]
    assert {"Game", "A against B", "0.0", "0.2", "1.0"} <= set(words(root))
    assert "0.1" not in words(root)


def test_rows_with_names_leave_room_for_them() -> None:
    rows = [Row("hunter", "k", Estimate(0.0, 0.0, 0.0)), Row("", "k", Estimate(1.0, 1.0, 1.0))]
    root = drawn(Dots("t", [Group("Game", rows)], AXIS))
    assert [x for x, _ in circles(root)] == [NAMED, WIDTH - RIGHT]
    assert "hunter" in words(root)
    assert len({y for _, y in circles(root)}) == 2


def test_what_is_outside_of_the_axis_is_cut_off() -> None:
    root = drawn(Dots("t", [Group("Game", [Row("", "k", Estimate(3.0, -5.0, 9.0))])], AXIS))
    assert circles(root) == []  # no dot lies where its value is not
    assert bars(root) == [(LEFT, WIDTH - RIGHT)]


def test_a_row_without_an_estimate_says_so() -> None:
    root = drawn(Dots("t", [Group("Game", [Row("re", "k", None)])], AXIS, "no scale"))
    assert "no scale" in words(root)
    assert bars(root) == []


def test_an_axis_shows_everything_within_its_limits() -> None:
    estimates = [Estimate(0.6, 0.52, 0.71)]
    assert axis_for(estimates, 0.05, (0.5,), (0.0, 1.0))[:2] == pytest.approx((0.5, 0.8))
    assert axis_for([], 0.25, (0.0, 1.0), (-1.0, 2.0))[:2] == (0.0, 1.0)
    assert axis_for([Estimate(0.0, -7.0, 7.0)], 0.25, (0.0, 1.0), (-1.0, 2.0))[:2] == (-1.0, 2.0)


def test_the_arena_draws_its_table(tmp_path: Path) -> None:
    file = tmp_path / "wins.svg"
    assert main(["arena", "chimera", "beginner", "random", "--deals", "3", "--picture", str(file)]) == 0
    root = ET.parse(file).getroot()
    assert {"Chimera", "chimera", "hunter", "mean of the roles"} <= set(words(root))
    assert len(bars(root)) == 3


def test_the_scale_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "scale.svg"
    given = ["arena", "farbe_und_wert", "ceiling", "--scale", "--deals", "3", "--picture", str(file)]
    assert main(given) == 0
    root = ET.parse(file).getroot()
    wide = WIDTH - NAMED - RIGHT
    assert len(bars(root)) == 2
    assert all(x == pytest.approx(NAMED + wide) for x, _ in circles(root))
    assert {"by points", "by share of wins"} <= set(words(root))


def test_a_picture_that_cannot_be_written_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["arena", "chimera", "club", "club", "--deals", "100000", "--picture", "/nowhere/at/all.svg"]
    assert main(given) == 2
    assert "/nowhere/at/all.svg" in capsys.readouterr().err
