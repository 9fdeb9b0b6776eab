"""Events: which kinds the kernel makes, and that everybody tells them from a game's own in the same way."""

from __future__ import annotations

import re

from repository import ROOT
from stich.kernel.action import KERNEL_KINDS, Event, is_own

KERNEL = sorted((ROOT / "src/stich/kernel").glob("*.py"))


def test_the_kinds_of_the_kernel_are_those_that_it_makes() -> None:
    """Each `Event("…"` of the kernel names one, and each one is named."""
    made = {kind for path in KERNEL for kind in re.findall(r'\bEvent\("(\w+)"', path.read_text("utf-8"))}
    assert made == set(KERNEL_KINDS)


def test_all_other_kinds_are_a_games_own() -> None:
    """A trick is a game's own event, a shuffle is not."""
    assert is_own(Event("trick", 0, 0, -1, -1, 0))
    assert not any(is_own(Event(kind, 0, 0, -1, -1, 0)) for kind in KERNEL_KINDS)


def test_the_list_of_kinds_stands_once() -> None:
    """No other source lists four of them; the page gets them from the kernel (`server/typescript.py`)."""
    some = "|".join(KERNEL_KINDS)
    listed = re.compile(rf'(?:"(?:{some})",\s*){{3,}}"(?:{some})"')
    here = {ROOT / "src/stich/kernel/action.py", ROOT / "web/src/wire/protocol.ts"}
    folders = {"*.py": "src/stich", "*.ts": "web/src", "*.svelte": "web/src"}
    sources = [path for end, folder in folders.items() for path in (ROOT / folder).rglob(end)]
    assert {path for path in sources if listed.search(path.read_text("utf-8"))} == here
