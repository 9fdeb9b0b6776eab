"""`help_troubles` names what is wrong with a guest game's rules for people, and `stich check` prints it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from games.hearts.rules import GAME
from repository import ROOT
from stich.cli import main
from stich.kernel.action import Refused
from stich.testing import help as looked_at
from stich.testing.help import help_troubles
from stich.text.help import read_help

pytestmark = pytest.mark.once

OPTIONS = "".join(f"\n### {option.name} {{#option.{option.name}}}\n\nSo.\n" for option in GAME.options)
SOUND = f"Written by hand.\n\n## The aim {{#aim}}\n\nFew [points](#aim), as `cards: H2 + SQ`.\n{OPTIONS}"

DIFFERS = re.compile(r" stands where | has another level ")


@pytest.fixture
def help_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The help of Hearts lies here."""
    monkeypatch.setattr(looked_at, "folder", lambda name: tmp_path)
    (tmp_path / "help").mkdir()
    (tmp_path / "help/en.md").write_text(SOUND, "utf-8")
    return tmp_path / "help"


def test_sound_help_and_none_have_no_troubles(help_of: Path) -> None:
    (help_of / "de.md").write_text(SOUND, "utf-8")
    assert help_troubles(GAME) == []
    shutil.rmtree(help_of)
    assert help_troubles(GAME) == []


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("See <b>this</b>.", ["help/de.md:{n}: <b> is shown as", "help/de.md:{n}: </b> is shown as"]),
        ("<https://example.org>", ["help/de.md:{n}: <https://example.org> is shown as"]),
        ("[a](https://example.org)", ["help/de.md:{n}: a link to https://example.org: "]),
        ("[a](#nowhere)", ["help/de.md:{n}: a link to #nowhere, and there is no such section"]),
        ("![a](a.png)", ["help/de.md:{n}: an image: "]),
        ("## Without a name", ["help/de.md:{n}: a heading without a name: "]),
        ("## With a dash {#a-b}", ["help/de.md:{n}: a heading without a name: "]),
        ("`cards: H2 XX` `not: YY`", ["help/de.md:{n}: no card XX", "help/de.md:{n}: no card YY"]),
        ("`x < y` and `<b>` in code", []),
        ("## Again {#aim}\n\nx", ["help/de.md:{n}: a second section {{#aim}}"]),
        (
            "## Moon {#option.mond}\n\nx",
            ["help/de.md: the section {{#option.mond}} is of no option; there are option."],
        ),
        ("## Empty {#empty}", ["help/de.md: nothing is in the section {{#empty}}"]),
    ],
)
def test_what_is_wrong_is_named_with_its_line(help_of: Path, added: str, told: list[str]) -> None:
    text = f"{SOUND}\n{added}\n"
    (help_of / "de.md").write_text(text, "utf-8")
    line = SOUND.count("\n") + 2
    found = [one for one in help_troubles(GAME) if not DIFFERS.search(one)]
    assert len(found) == len(told), found
    for one, words in zip(found, told, strict=True):
        assert one.startswith(words.format(n=line)), found


def test_an_option_without_a_section_is_named(help_of: Path) -> None:
    first = GAME.options[0].name
    (help_of / "en.md").write_text(SOUND.replace(f"#option.{first}", "#other"), "utf-8")
    assert help_troubles(GAME) == [f"help/en.md: no section {{#option.{first}}}"]


def test_another_language_has_the_same_sections_and_pictures(help_of: Path) -> None:
    (help_of / "fr.md").write_text(SOUND.replace("H2 + SQ", "H2"), "utf-8")
    assert help_troubles(GAME) == ["help/fr.md: the section {#aim} has another level or other pictures than in en.md"]
    read_help.cache_clear()
    (help_of / "fr.md").write_text(f"{SOUND}\n## More {{#more}}\n\nx\n", "utf-8")
    assert help_troubles(GAME) == ["help/fr.md: {#more} stands where en.md has its end"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"# Hearts\n\nNo section.\n", "help/en.md:1: no heading with a name, like "),
        (b"## A {#a}\n\xff\n", "help/en.md:2: not UTF-8"),
    ],
)
def test_what_cannot_be_read_is_refused(help_of: Path, text: bytes, told: str) -> None:
    (help_of / "en.md").write_bytes(text)
    with pytest.raises(Refused, match=r"error\.help_file"):
        read_help.__wrapped__(help_of / "en.md")
    read_help.cache_clear()
    assert help_troubles(GAME)[0].startswith(told)


def test_check_prints_it_and_ends_with_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROOT / "tests/games/hearts"
    name = "hearts_with_help"
    shutil.copytree(text, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / name).rglob("*.*"):
        file.write_text(
            file.read_text("utf-8").replace('"hearts"', f'"{name}"').replace("hearts.", f"{name}."), "utf-8"
        )
    (tmp_path / name / "help").mkdir()
    (tmp_path / name / "help/en.md").write_text(SOUND + "`cards: XX`\n", "utf-8")
    assert main(["check", name, "--games", str(tmp_path), "--deals", "1"]) == 1
    assert f"help/en.md:{SOUND.count(chr(10)) + 1}: no card XX\n" in capsys.readouterr().out
