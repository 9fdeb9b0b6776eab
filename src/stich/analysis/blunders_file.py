"""Files of judged deals, so that a study can be interrupted and continued.

The first line describes the study, each further line is one deal, in the order in which they were played; all are JSON.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from stich import __version__
from stich.analysis.blunders import Decision, Judged, Study
from stich.bots.arena import Estimate
from stich.bots.json_lines import LineWriter, read_lines

FORMAT: Final = "stich blunders 1"


def header(study: Study) -> dict[str, Any]:
    """Return the values that must agree for deals to belong together."""
    return {"format": FORMAT, "stich": __version__, **study._asdict()}


def read(path: Path, study: Study) -> list[Judged]:
    """Return the deals in a file, [] if there is none. An unfinished last line is ignored.

    Raises Refused: `error.data` (path, reason) for a file that cannot be read, is damaged, or belongs to another study.
    """
    found: list[Judged] = []
    read_lines(path, lambda data: compare(data, header(study)), lambda data: found.append(deal(data)))
    return found


def compare(data: Any, wanted: dict[str, Any]) -> None:
    """Raise ValueError unless the first line of a file describes the wanted study."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it does not begin like a file of judged deals: {FORMAT}")
    for key, value in wanted.items():
        if data.get(key) != value:
            raise ValueError(f"{key} is {data.get(key)!r} in the file, but {value!r} was given")


def deal(data: dict[str, Any]) -> Judged:
    """Return a deal from its line. Raises KeyError, TypeError or ValueError if it is not one."""
    decisions = []
    for at, seat, hand, chosen, best, loss, sure in data["decisions"]:
        again = Estimate(*map(float, sure)) if sure is not None else None
        moves = (str(hand), str(chosen), str(best))
        decisions.append(Decision(int(at), int(seat), *moves, Estimate(*map(float, loss)), again))
    brought = [float(n) for n in data["brought"]]
    return Judged(int(data["match"]), int(data["deal"]), bool(data["last"]), int(data["real"]), brought, decisions)


class Writer(LineWriter):
    """Appends to a file of judged deals."""

    def __init__(self, path: Path, study: Study) -> None:
        super().__init__(path, header(study))

    def add(self, judged: Judged) -> None:
        """Write a deal."""
        self.line(judged._asdict())
