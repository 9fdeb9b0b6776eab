"""The settings of Sphinx."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from generator.docstrings import process, skip
from generator.pictures import describe
from stich import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "stich"
author = "The stich developers"
copyright = "the stich developers, MIT licence"
version = release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
nb_execution_mode = "auto"
nb_execution_show_tb = True  # a cell that raises is a warning, and so fails the build
nb_merge_streams = True
nb_execution_timeout = 60
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
default_role = "code"
autodoc_mock_imports = [] if find_spec("pyspiel") else ["pyspiel"]  # there is none for Windows
smartquotes = False  # docstrings write "" for a text without characters
nitpick_ignore_regex = [("py:.*", ".*")]  # types in signatures, most of which have no page
html_theme = "furo"
pygments_dark_style = "monokai"
html_title = f"stich {version}"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False


def setup(app: Sphinx) -> None:
    """Let autodoc read the docstrings as they are written here, and describe the pictures that cells make."""
    app.connect("autodoc-process-docstring", process)
    app.connect("autodoc-skip-member", skip)
    app.connect("doctree-read", describe)
