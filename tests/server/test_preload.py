"""The names by which the server finds the page's files are those that the page's sources and build have."""

from __future__ import annotations

from repository import ROOT
from stich.server.pages.preload import START, TABLE


def test_what_is_sent_ahead_is_part_of_the_page() -> None:
    assert (ROOT / "web" / START).is_file()
    entries = '["pages/TablePage.svelte", "stage/Stage.svelte"]'
    assert f'{{ name: "{TABLE}", entries: {entries} }}' in (ROOT / "web/files.ts").read_text("utf-8")
