"""Lays out what Sphinx reads: the documents of the repository and the generated pages, in one folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BESIDE = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "web/README.md")
"""Documents of the repository that do not lie in `docs`."""
PICTURES = (".csv", ".svg", ".webp")
BELOW = "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"
"""What the list of decisions ends with, so that each of them is a page below it."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


class Staging:
    """The folder that Sphinx reads. folder: where it lies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def copy_documents(self) -> None:
        """Copy every document, with its links as they have to be on the site."""
        for place, source in documents().items():
            if source.suffix == ".md":
                text = relinked(source.read_text("utf-8"), source)
                self.write(place, text + BELOW if place == "decisions/README.md" else text)
            else:
                self.write(place, source.read_bytes())

    def write(self, place: str, content: str | bytes) -> None:
        """Write one file. place: where."""
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


def documents() -> dict[str, Path]:
    """Return the files of the repository that belong to the site, by their places there."""
    docs = ROOT / "docs"
    kinds = (".md", *PICTURES)
    found = [file for file in sorted(docs.rglob("*")) if file.suffix in kinds]
    return {place_of(file): file for file in [*found, *(ROOT / name for name in BESIDE)]}


def place_of(file: Path) -> str:
    """Return where a file of the repository lies on the site: `docs` and `docs/site` are its top."""
    for top in ("docs/site", "docs", ""):
        if file.is_relative_to(ROOT / top):
            return file.relative_to(ROOT / top).as_posix()
    raise ValueError(f"{file} does not lie in the repository")


def relinked(text: str, source: Path) -> str:
    """Return a document with links that lead from page to page. A link to another file of the repository becomes plain
    text, because the site has no address of the repository. source: where the document lies.
    """
    there = documents()
    here = os.path.dirname(place_of(source)) or "."

    def link(found: re.Match[str]) -> str:
        mark, words, target, anchor = found.groups()
        file = (source.parent / target).resolve()
        if not file.exists():
            return found[0]  # an address, or nothing: Sphinx then says so
        file = file / "README.md" if file.is_dir() else file
        place = place_of(file)
        return f"{mark}[{words}]({os.path.relpath(place, here)}{anchor or ''})" if place in there else words

    return LINK.sub(link, text)
