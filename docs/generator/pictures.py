"""Says in words what the pictures of positions show, for those who do not see them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def describe(app: Sphinx, doctree: object) -> None:
    """Give each picture that a cell has made its title as its words; the arguments are those of Sphinx's event."""
    from docutils import nodes

    assert isinstance(doctree, nodes.document)
    for image in doctree.findall(nodes.image):
        file = Path(app.srcdir, image["uri"])
        if image["uri"].endswith(".svg") and not image.get("alt"):
            image["alt"] = title_of(file.read_text("utf-8"))


def title_of(svg: str) -> str:
    """Return the title of a picture; "" if it has none."""
    found = TITLE.search(svg)
    return unescape(found[1]) if found else ""
