"""A card table that knows the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stich.env.deals import game
    from stich.env.replays import replay

__all__ = ["BuildInfo", "__version__", "build_info", "game", "replay"]
__version__ = "0.1.0"

try:
    import librt.vecs  # noqa: F401
except ImportError:  # no wheel of librt for this machine: the engine then runs interpreted, on lists
    from stich import librt_stand_in

    librt_stand_in.install()


class BuildInfo(NamedTuple):
    """Which build of the engine was loaded."""

    compiled: bool
    why: str
    """A message that says why the engine is not compiled; "" if it is."""

    def __str__(self) -> str:
        return "compiled" if self.compiled else f"interpreted ({self.why})"


def build_info() -> BuildInfo:
    """Tell whether the loaded engine is compiled. Looks at a module that was really loaded, not at what was
    intended.
    """
    from stich.kernel import cards

    if not str(cards.__file__).endswith(".py"):
        return BuildInfo(True, "")
    note = Path(__file__).with_name("_build.json")  # the build hook's
    if not note.is_file():
        return BuildInfo(False, "a source tree")
    import json

    return BuildInfo(False, json.loads(note.read_text("utf-8"))["why"])


def __dir__() -> list[str]:
    """Return what is meant for others."""
    return __all__


def __getattr__(name: str) -> object:
    """Return `game` or `replay`. They are loaded when they are asked for: commands and servers do without them."""
    if name == "game":
        from stich.env.deals import game

        return game
    if name == "replay":
        from stich.env.replays import replay

        return replay
    raise AttributeError(f"module 'stich' has no attribute {name!r}")
