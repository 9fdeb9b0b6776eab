"""Help files: Markdown in, sections out, and nothing in them that a page should not show."""

from pathlib import Path

import pytest

from games.hearts.rules import GAME as HEARTS
from stich.games import find
from stich.server.state.folders import help_file
from stich.text.help import read_help

pytestmark = pytest.mark.once


def test_a_heading_begins_a_section(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_text("For writers.\n\n## The deal {#deal}\n\nEach *17*.\n\n### Who {#deal.who}\n\nAnybody.\n", "utf-8")
    assert [(s.id, s.title, s.level, s.html) for s in read_help(file)] == [
        ("deal", "The deal", 2, "<p>Each <em>17</em>.</p>"),
        ("deal.who", "Who", 3, "<p>Anybody.</p>"),
    ]


def test_a_rule_sheet_is_shown_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "sheet.md"
    file.write_text("# Hearts\n\n§1 Four *seats*.\n\n## Play {#play}\n\n<b>§2</b>\n", "utf-8")
    assert [(s.id, s.title, s.level, s.html) for s in read_help(file)] == [
        ("sheet1", "Hearts", 2, "<p>§1 Four <em>seats</em>.</p>"),
        ("sheet2", "Play", 2, "<p>&lt;b&gt;§2&lt;/b&gt;</p>"),
    ]


def test_a_game_without_rules_to_read_shows_its_sheet() -> None:
    sheet = help_file(HEARTS, "hu")
    assert sheet is not None
    assert sheet.name == "sheet.md"
    assert "two of clubs" in read_help(sheet)[0].html
    durak = help_file(find("durak"), "hu")
    assert durak is not None
    assert durak.name == "hu.md"


def test_cards_are_drawn_by_the_page(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_text('## A {#a}\n`cards: J8 S8 + P3` `not: J8 "S9` `x < y`', "utf-8")
    assert read_help(file)[0].html == (
        '<p><span class="cards" data-kind="cards" data-cards="J8 S8 + P3"></span> '
        '<span class="cards" data-kind="not" data-cards="J8 &quot;S9"></span> <code>x &lt; y</code></p>'
    )


@pytest.mark.parametrize(
    "unsafe",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "![a](https://example.org/a.png)",
        "[a](https://example.org)",
        "[a](//example.org)",
        "<https://example.org>",
    ],
)
def test_nothing_gets_through_that_could_do_harm(tmp_path: Path, unsafe: str) -> None:
    file = tmp_path / "en.md"
    file.write_text(f"## A {{#a}}\n{unsafe}\n", "utf-8")
    html = read_help(file)[0].html
    assert "<a " not in html
    assert "<img" not in html
    assert "<script" not in html
