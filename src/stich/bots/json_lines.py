"""Files of JSON lines that can be continued: a header that says what they are of, then a line for each result."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

from stich.kernel.action import Refused

BLOCK: Final = 1 << 16


def read_lines(path: Path, head: Callable[[Any], None], take: Callable[[Any], None]) -> None:
    """Read a file, if there is one. An unfinished last line is ignored: the process was stopped while it wrote it.

    head: gets the first line. take: gets each of the others. Both raise ValueError, KeyError, TypeError or
    AttributeError for a line that they do not accept. Raises Refused: `error.data` (path, reason) for such a line, and
    for a file that cannot be read.
    """
    if not path.exists():
        return
    try:
        lines = path.read_text("utf-8").split("\n")[:-1]
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("error.data", {"path": str(path), "reason": str(error)}) from error
    for n, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            (take if n > 1 else head)(data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refused("error.data", {"path": str(path), "reason": f"line {n}: {error}"}) from error


class LineWriter:
    """Appends to a file. A context manager; raises Refused `error.data` if the file cannot be written.

    header: the first line of a new file.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        try:
            fresh = not path.exists() or path.stat().st_size == 0
            if not fresh:
                cut(path)
            self.file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Refused("error.data", {"path": str(path), "reason": str(error)}) from error
        if fresh:
            self.line(header)

    def line(self, data: dict[str, Any]) -> None:
        """Write one line, at once."""
        self.file.write(json.dumps(data) + "\n")
        self.file.flush()

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def cut(path: Path) -> None:
    """Remove an unfinished last line."""
    with path.open("r+b") as file:
        end = at = file.seek(0, 2)
        whole = 0
        while at > 0 and whole == 0:  # from the end: the file may be larger than the memory
            start = max(0, at - BLOCK)
            file.seek(start)
            whole = start + found if (found := file.read(at - start).rfind(b"\n") + 1) else 0
            at = start
        if whole < end:
            file.truncate(whole)
