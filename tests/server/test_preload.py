"""The names by which the server finds the page's files are those that the page's sources and build have."""

from __future__ import annotations

from repository import ROOT
from stich.server.pages.preload import START, TABLE


def test_what_is_sent_ahead_is_part_of_the_page() -> None:
    assert (ROOT / "web" / START).is_file()
    assert f'{{ name: "{TABLE}", test: TABLE }}' in (ROOT / "web/vite.config.ts").read_text("utf-8")
