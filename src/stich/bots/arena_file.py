"""Results files: the finished deals of a contest, so that it can be interrupted and continued.

The first line describes the contest, each further line is one deal; all are JSON.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

from stich import __version__
from stich.bots.arena import Contest, Played, Result
from stich.kernel.action import Refused

FORMAT: Final = "stich arena 1"


def header(contest: Contest) -> dict[str, Any]:
    """Return the values that must agree for results to belong together."""
    return {"format": FORMAT, "stich": __version__, **contest._asdict()}


def read(path: Path, contest: Contest) -> list[Played]:
    """Return the deals in a file, [] if there is none.

    An unfinished last line is ignored: it was being written when the process was stopped. Raises Refused: `error.data`
    (path, reason) for a file that cannot be read, is damaged, or belongs to another contest.
    """
    if not path.exists():
        return []
    try:
        lines = path.read_text("utf-8").split("\n")[:-1]
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("error.data", {"path": str(path), "reason": str(error)}) from error
    found: dict[int, Played] = {}
    for n, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            if n == 1:
                compare(data, header(contest))
            else:
                one = deal(data)
                found[one.number] = one
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refused("error.data", {"path": str(path), "reason": f"line {n}: {error}"}) from error
    return list(found.values())


def compare(data: Any, wanted: dict[str, Any]) -> None:
    """Check that a results file is of the same contest.

    data: the first line. wanted: what was given on the command line. Raises ValueError with the first difference.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it does not begin like a results file of the arena: {FORMAT}")
    for key, value in wanted.items():
        found = data.get(key, Contest._field_defaults.get(key))
        if found != value:
            raise ValueError(f"{key} is {found!r} in the file, but {value!r} was given")


def deal(data: dict[str, Any]) -> Played:
    """Return a played deal from its line. Raises ValueError, KeyError or TypeError if the line is not one."""
    results = [Result(str(role), float(share), float(edge)) for role, share, edge in data["results"]]
    a, b = [Counter({int(at): int(n) for at, n in times.items()}) for times in data["times"]]
    if not results:
        raise ValueError("a deal without results")
    cpu, clock = data.get("spent", (0.0, 0.0))
    return Played(int(data["deal"]), results, (a, b), (float(cpu), float(clock)))


class Writer:
    """Appends to a results file. A context manager; raises Refused `error.data` if the file cannot be written."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        try:
            fresh = not path.exists() or path.stat().st_size == 0
            if not fresh:
                cut(path)
            self.file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Refused("error.data", {"path": str(path), "reason": str(error)}) from error
        if fresh:
            self.line(header(contest))

    def line(self, data: dict[str, Any]) -> None:
        """Write one line, at once."""
        self.file.write(json.dumps(data) + "\n")
        self.file.flush()

    def add(self, played: Played) -> None:
        """Write a played deal."""
        self.line({"deal": played.number, "results": played.results, "times": played.times, "spent": played.spent})

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def cut(path: Path) -> None:
    """Remove an unfinished last line."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
