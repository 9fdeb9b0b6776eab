"""Writes data: a file of finished deals that can be continued, and from it the files of each format.

The continued file has the name of the data with ".part". Its first line has the settings, each further line is a deal.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import msgspec

from stich import __version__
from stich.bots.json_lines import LineWriter
from stich.env.data import LINES, PACKED, PARQUET, Decision, Played, checked, format_of, pyarrow
from stich.env.self_play import Settings
from stich.kernel.action import Refused

FORMAT: Final = "stich data 1"
GROUP: Final = 256  # deals in one group of rows of Parquet


class Size(NamedTuple):
    """How much a file has: deals, and decisions in them."""

    deals: int
    decisions: int


def refused(path: Path, error: Exception) -> Refused:
    """Return `error.data` (path, reason)."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Refused("error.data", {"path": str(path), "reason": reason})


# -- the file that is continued ------------------------------------------------------------------------------------


def header(settings: Settings) -> dict[str, Any]:
    """Return the values that must agree for deals to belong together."""
    return {"format": FORMAT, "stich": __version__, **msgspec.to_builtins(settings)}


class Part(LineWriter):
    """The deals that are finished, in their order.

    done: how many there are. Raises Refused `error.data` (path, reason) for a file that cannot be written, is damaged,
    or has other settings.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.done = 0
        if path.exists():
            self.done = sum([1 for _ in deals_of(path, settings)])
        super().__init__(path, header(settings))

    def add(self, line: str) -> None:
        """Write a finished deal at once."""
        try:
            self.file.write(line + "\n")
            self.file.flush()
        except OSError as error:
            raise refused(self.path, error) from error
        self.done += 1


def deals_of(path: Path, settings: Settings) -> Iterator[tuple[bytes, Played]]:
    """Yield the deals of such a file with their lines. An unfinished last line is ignored. Raises as `Part` does."""
    n = 0
    try:
        with path.open("rb") as file:
            for n, line in enumerate(file):
                if not line.endswith(b"\n"):
                    return
                if n == 0:
                    compare(msgspec.json.decode(line), header(settings))
                else:
                    yield line, checked(line, n - 1)
    except OSError as error:
        raise refused(path, error) from error
    except ValueError as error:
        raise refused(path, ValueError(f"line {n + 1}: {error}")) from error


def compare(found: Any, wanted: dict[str, Any]) -> None:
    """Raise ValueError with the first difference of two headers."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"it does not begin like a file of unfinished data: {FORMAT}")
    for key, value in wanted.items():
        if found.get(key) != value:
            raise ValueError(f"{key} is {found.get(key)!r} in the file, but {value!r} was given")


# -- the formats ---------------------------------------------------------------------------------------------------


def check_file(path: Path) -> None:
    """Check that a file can be written, before anything is played.

    Raises Refused: `error.data_format`, `error.needs_pyarrow`, `error.data` (path, reason).
    """
    if format_of(path) == PARQUET:
        pyarrow()
    trial = beside(path)
    try:
        trial.touch()
        trial.unlink()
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
    except OSError as error:
        raise refused(path, error) from error


def beside(path: Path) -> Path:
    """Return the name under which a file is written until it is complete."""
    return path.with_name(f"{path.name}.new")


def write(path: Path, part: Path, settings: Settings, most: int) -> Size:
    """Write a file from the deals that are finished, at most `most`; until it is complete, the old one stays.

    Raises Refused `error.data` (path, reason), also if `part` is damaged.
    """
    new = beside(path)
    writers = {PACKED: write_packed, LINES: write_lines, PARQUET: write_parquet}
    writer: Callable[[Path, Iterator[tuple[bytes, Played]], Settings], Size] = writers[format_of(path)]
    try:
        size = writer(new, islice(deals_of(part, settings), most), settings)
        os.replace(new, path)
    except OSError as error:
        raise refused(path, error) from error
    finally:
        new.unlink(missing_ok=True)
    return size


def write_packed(path: Path, deals: Iterator[tuple[bytes, Played]], settings: Settings) -> Size:
    """Write JSON lines compressed with gzip. The file has no date, so that the same deals give the same bytes."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
        return copy(deals, file)


def write_lines(path: Path, deals: Iterator[tuple[bytes, Played]], settings: Settings) -> Size:
    """Write JSON lines as they are."""
    with path.open("wb") as file:
        return copy(deals, file)


def copy(deals: Iterator[tuple[bytes, Played]], file: IO[bytes] | gzip.GzipFile) -> Size:
    """Write the lines of deals."""
    size = Size(0, 0)
    for line, played in deals:
        file.write(line)
        size = Size(size.deals + 1, size.decisions + len(played.decisions))
    return size


def write_parquet(path: Path, deals: Iterator[tuple[bytes, Played]], settings: Settings) -> Size:
    """Write a row for each decision."""
    arrow, parquet = pyarrow()
    schema = schema_of(arrow, settings)
    size = Size(0, 0)
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:
        while group := list(islice(deals, GROUP)):
            rows = [row for _, played in group for row in rows_of(played)]
            file.write_table(arrow.Table.from_pylist(rows, schema=schema))
            size = Size(size.deals + len(group), size.decisions + len(rows))
    return size


def schema_of(arrow: Any, settings: Settings) -> Any:
    """Return the columns of Parquet. The file's metadata has the settings."""
    columns = [
        ("deal", arrow.int64()),
        ("step", arrow.int32()),
        ("seat", arrow.int16()),
        ("bot", arrow.string()),
        ("legal", arrow.list_(arrow.int32())),
        ("action", arrow.int32()),
        ("move", arrow.string()),
        ("points", arrow.int64()),
        ("all_points", arrow.list_(arrow.int64())),
        ("record", arrow.string()),
    ]
    if settings.observations:
        columns += [("observation", arrow.binary()), ("facts", arrow.list_(arrow.int64()))]
    return arrow.schema(columns, metadata={"stich": msgspec.json.encode(header(settings))})


def rows_of(played: Played) -> Iterator[dict[str, Any]]:
    """Yield a row for each decision; the first has the record."""
    for decision in played.decisions:
        yield {
            "deal": played.deal,
            "bot": played.bots[decision.seat],
            "points": played.points[decision.seat],
            "all_points": played.points,
            "record": None if decision.step else played.record,
            **{name: getattr(decision, name) for name in Decision.__struct_fields__},
        }
