"""The files that a page will need, named together with its address, so that a slow connection fetches them at once and
not one after another.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

import msgspec

START: Final = "src/pages/StartPage.svelte"
TABLE: Final = "table"  # the file of what every table needs, its page and stage included: see web/files.ts


class Chunk(msgspec.Struct):
    """A part of the page, as its build lists it."""

    file: str
    name: str = ""
    imports: list[str] = []
    css: list[str] = []


class Preloads:
    """Values of the header Link (RFC 8288), by page.

    static: the folder with the built page. Without the manifest of the build, no files are named.
    """

    def __init__(self, static: Path) -> None:
        self.chunks: dict[str, Chunk] = {}
        with contextlib.suppress(OSError, msgspec.MsgspecError):  # slower, but correct
            self.chunks = msgspec.json.decode((static / "manifest.json").read_bytes(), type=dict[str, Chunk])
        self.chunks |= {chunk.name: chunk for chunk in self.chunks.values() if chunk.name == TABLE}
        self.known: dict[str, str] = {}

    def start(self) -> str:
        """Return the header for the start page."""
        return self.links(START)

    def table(self) -> str:
        """Return the header for a table."""
        return self.links(TABLE)

    def links(self, name: str) -> str:
        """Return the header that names the files of this part of the page."""
        if name not in self.known:
            found: dict[str, None] = {}
            self.gather(name, found)
            self.known[name] = ", ".join(
                f"</{file}>; rel=modulepreload"
                if file.endswith(".js")
                else f"</{file}>; rel=preload; as=style; crossorigin"
                for file in found
            )
        return self.known[name]

    def gather(self, name: str, found: dict[str, None]) -> None:
        """Add the files of a part and of everything that it imports directly or indirectly."""
        chunk = self.chunks.get(name)
        if chunk is None or chunk.file in found:
            return
        found.update(dict.fromkeys([chunk.file, *chunk.css]))
        for other in chunk.imports:
            self.gather(other, found)
