"""What the user likes at every table: a small file, as the page keeps it in the browser."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec


class Liked(msgspec.Struct):
    """forced: what is forced plays by itself; points: show the points so far; muted: people who are not heard, by the
    names that tables have for them (`Line.by`), and how they were called.
    """

    forced: bool = True
    points: bool = True
    muted: dict[str, str] = {}


class Preferences:
    """The file. None, or a file that cannot be read or written: they last as long as the program."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.liked = Liked()
        if file is not None:
            with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeError):
                self.liked = msgspec.json.decode(file.read_bytes(), type=Liked)

    def keep(self) -> None:
        """Write the file."""
        if self.file is not None:
            with contextlib.suppress(OSError):
                self.file.parent.mkdir(0o700, parents=True, exist_ok=True)
                self.file.write_bytes(msgspec.json.encode(self.liked))
