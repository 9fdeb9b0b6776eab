"""Players never need a shell: no text of a page names a command."""

from __future__ import annotations

import argparse
import re
from functools import cache
from pathlib import Path

import pytest

from repository import ROOT
from stich.cli import parser
from stich.games import games
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

VERBS = "|".join(
    verb for action in parser()._actions if isinstance(action, argparse._SubParsersAction) for verb in action.choices
)
SHELL = re.compile(
    rf"(?<![\w–-])--[a-z]|\bstich ({VERBS})\b|\brun\.py\b|\bpython3?\b|\bpip\b|\bnpm\b|\bsudo\b|\bchmod\b|`"
)
IN_A_TERMINAL = ("src/stich/commands", "src/stich/terminal", "src/stich/cli.py")
UNBUILT = "src/stich/server/pages/unbuilt.py"  # a source tree without a page: who reads it has a terminal
BEFORE_A_PAGE = (
    "src/stich/server/settings.py",
    "src/stich/server/listening.py",
    "src/stich/server/storage/",
)  # used while a command begins, too


@cache
def for_commands_alone() -> set[str]:
    """Return the codes of which docs/protocol.md says that no page gets them."""
    told = (ROOT / "docs/protocol.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| on the command line only:", told, re.M)
    return {code for row in rows for code in re.findall(r"`(\w+)`", row)}


@cache
def elsewhere(*without: str) -> str:
    """Return the sources whose errors and texts a page can show: all but those of the commands, and these."""
    files = [
        *(ROOT / "src/stich").rglob("*.py"),
        *(ROOT / "web/src").rglob("*.ts"),
        *(ROOT / "web/src").rglob("*.svelte"),
    ]
    left_out = (*IN_A_TERMINAL, UNBUILT, *without)
    kept = [file for file in files if not file.relative_to(ROOT).as_posix().startswith(left_out)]
    return "\n".join(file.read_text("utf-8") for file in kept)


def is_for_a_page(key: str) -> bool:
    """Tell whether a page can show a text: a problem's code is its key without "error."."""
    code = key.removeprefix("error.")
    sources = elsewhere(*BEFORE_A_PAGE) if code != key and code in for_commands_alone() else elsewhere()
    return f'"{key}"' in sources or (code != key and f'"{code}"' in sources)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_page_names_a_command(language: str) -> None:
    told = []
    for key, text in catalogue(language, *games()).items():
        forms = [text] if isinstance(text, str) else [*text.values()]
        if any(SHELL.search(form) for form in forms) and is_for_a_page(key):
            told.append((key, forms))
    assert not told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rules_to_read_name_a_command(language: str) -> None:
    files = [*(ROOT / "src/stich/games").glob(f"*/help/{language}.md")]
    assert len(files) == len(games())
    assert [file for file in files if SHELL.search(file.read_text("utf-8").replace("`", ""))] == []


def test_no_page_names_a_command_by_itself() -> None:
    """The markup of the components, and the page for browsers that are too old."""
    markup = [*(ROOT / "web/src").rglob("*.svelte"), ROOT / "web/index.html"]
    assert [file for file in markup if names_one(file)] == []


def names_one(file: Path) -> bool:
    bare = re.sub(
        r"<script.*?</script>|<style.*?</style>|<!--.*?-->|\{[^{}]*\}", " ", file.read_text("utf-8"), flags=re.S
    )
    visible = re.sub(r"<[^>]*>", " ", bare)
    return bool(re.search(SHELL.pattern.removesuffix("|`"), visible))


@pytest.mark.parametrize(
    "text",
    [
        "stich serve --allow-host x",
        "stich restore x",
        "Start it with --port 80.",
        "Run `make`",
        "python3 run.py",
        "pip install stich",
    ],
)
def test_a_command_is_recognised(text: str) -> None:
    assert SHELL.search(text)


@pytest.mark.parametrize("text", ["Wort -- gedacht", "Neunundneunzig –10", "Ein Stich zählt"])
def test_a_sentence_is_none(text: str) -> None:
    assert not SHELL.search(text)
