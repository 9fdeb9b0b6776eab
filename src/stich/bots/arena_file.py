"""Results files: the finished deals of a contest, so that it can be interrupted and continued.

The first line describes the contest, each further line is one deal; all are JSON.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

from stich import __version__
from stich.bots.arena import Contest, Played, Result
from stich.bots.json_lines import LineWriter, read_lines

FORMAT: Final = "stich arena 1"


def header(contest: Contest) -> dict[str, Any]:
    """Return the values that must agree for results to belong together."""
    return {"format": FORMAT, "stich": __version__, **contest._asdict()}


def read(path: Path, contest: Contest) -> list[Played]:
    """Return the deals in a file, [] if there is none.

    An unfinished last line is ignored: it was being written when the process was stopped. Raises Refused: `error.data`
    (path, reason) for a file that cannot be read, is damaged, or belongs to another contest.
    """
    found: dict[int, Played] = {}

    def take(data: Any) -> None:
        one = deal(data)
        found[one.number] = one

    read_lines(path, lambda data: compare(data, header(contest)), take)
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


class Writer(LineWriter):
    """Appends to a results file."""

    def __init__(self, path: Path, contest: Contest) -> None:
        super().__init__(path, header(contest))

    def add(self, played: Played) -> None:
        """Write a played deal."""
        self.line({"deal": played.number, "results": played.results, "times": played.times, "spent": played.spent})
