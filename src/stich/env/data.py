"""Deals that bots have played, as data: what `stich generate` writes, and its reader.

    from stich.env import data

    for deal in data.read("deals.jsonl.gz"):
        for decision in deal.decisions:
            print(deal.deal, decision.seat, decision.move, deal.points[decision.seat])

The files are JSON lines, one for each deal, plain or compressed with gzip, or Parquet with a row for each decision.
docs/data.md describes both.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Final

import msgspec

from stich.env.actions import NO_NUMBER
from stich.env.replays import Replay
from stich.env.words import plainly
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.record import sum_of
from stich.kernel.record_reader import load

LINES: Final = ".jsonl"
PACKED: Final = ".jsonl.gz"
PARQUET: Final = ".parquet"
FORMATS: Final = (PACKED, LINES, PARQUET)
INSTALL: Final = "pip install 'stich[data]'"


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One choice of one seat, and what the seat could do.

    step: its place in the deal, from 0. legal: the numbers of the legal actions, rising; see `stich.env.actions`.
    action: the number of the chosen one, −1 if it has none. move: the same in the notation of records, "window_closed"
    if the seat declines to interrupt. observation, facts: the two rows of what the seat knew, as
    `stich.env.observation` lays them out; empty unless they were asked for.
    """

    step: int
    seat: int
    legal: list[int]
    action: int
    move: str
    observation: bytes = b""
    facts: list[int] = []


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal from the first decision to the last.

    deal: its number in the file, from 0. bots: the level in each seat. points: what the deal was worth for each seat;
    more is better, so penalties are negative. record: the text that rebuilds everything, with all hands.
    """

    deal: int
    bots: list[str]
    points: list[int]
    record: str
    decisions: list[Decision]

    def replay(self) -> Replay:
        """Return the record for going through it: each deal before a move, who moved, and the move.

        Raises Refused if the record is of a game or a version that is not there.
        """
        return Replay(load(self.record.encode(), find))


def read(path: str | PathLike[str]) -> Iterator[Played]:
    """Yield the deals of a file.

    path: of a file that ends in .jsonl.gz, .jsonl or .parquet. Raises ValueError with the line for a file that is
    damaged (of Parquet: with the deal), for another ending, and if Parquet cannot be read here; OSError if it cannot be
    opened.
    """
    file = Path(path)
    with plainly():
        ending = format_of(file)
        if ending == PARQUET:
            pyarrow()
    if ending == PARQUET:
        yield from read_parquet(file)
        return
    with gzip.open(file, "rb") if ending == PACKED else file.open("rb") as lines:
        n = 0
        for n, line in enumerate(whole_lines(lines, file), 1):
            try:
                yield checked(line, n - 1)
            except ValueError as error:
                raise damaged(file, n, str(error)) from error
        if n == 0:
            raise damaged(file, 1, "the file is empty")


def format_of(path: Path) -> str:
    """Return the ending of a file's name that says its format. Raises Refused `error.data_format` (path, allowed)."""
    for ending in FORMATS:
        if path.name.endswith(ending) and path.name != ending:
            return ending
    raise Refused("error.data_format", {"path": str(path), "allowed": " | ".join(FORMATS)})


def pyarrow() -> tuple[ModuleType, ModuleType]:
    """Return the packages for Parquet: pyarrow, pyarrow.parquet. Raises Refused `error.needs_pyarrow` (command)."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise Refused("error.needs_pyarrow", {"command": INSTALL}) from error
    return arrow, parquet


# -- lines ---------------------------------------------------------------------------------------------------------


def whole_lines(file: IO[bytes] | gzip.GzipFile, path: Path) -> Iterator[bytes]:
    """Yield the lines of an open file. Raises ValueError where it is cut off, and where it cannot be unpacked."""
    n = 1
    try:
        for line in file:
            if not line.endswith(b"\n"):
                raise damaged(path, n, "it is cut off")
            yield line
            n += 1
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise damaged(path, n, str(error)) from error


def damaged(path: Path, line: int, reason: str) -> ValueError:
    """Return what is raised for a line, from 1."""
    return ValueError(f"{path}, line {line}: {reason}")


def checked(line: bytes, number: int) -> Played:
    """Return the deal of a line. number: of the deal, from 0. Raises ValueError with what is wrong."""
    try:
        played = msgspec.json.decode(line, type=Played)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error
    check(played, number)
    return played


def check(played: Played, number: int) -> None:
    """Check what can be checked without playing the deal again. Raises ValueError with what is wrong."""
    if played.deal != number:
        raise ValueError(f"deal {number} should be here, not {played.deal}")
    body, _, last = played.record.removesuffix("\n").rpartition("\n")
    if last != f"sum {sum_of(body + chr(10))}":
        raise ValueError(f"the record of deal {number} does not have the checksum that it states")
    seats = len(played.bots)
    if len(played.points) != seats:
        raise ValueError(f"deal {number} has points for {len(played.points)} seats and bots for {seats}")
    for step, decision in enumerate(played.decisions):
        where = f"decision {step} of deal {number}"
        if decision.step != step:
            raise ValueError(f"{where} has the number {decision.step}")
        if not 0 <= decision.seat < seats:
            raise ValueError(f"{where} is of seat {decision.seat}, and there are {seats}")
        if decision.action != NO_NUMBER and decision.action not in decision.legal:
            raise ValueError(f"{where} chooses {decision.action}, which is not legal")


# -- Parquet -------------------------------------------------------------------------------------------------------


def read_parquet(path: Path) -> Iterator[Played]:
    """Yield the deals of a Parquet file; it is read one group of rows after the other. Raises as `read` does."""
    arrow, parquet = pyarrow()
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            about = msgspec.json.decode((file.schema_arrow.metadata or {})[b"stich"])
            rows: list[dict[str, Any]] = []
            for group in range(file.num_row_groups):
                for row in file.read_row_group(group).to_pylist():
                    if rows and row["deal"] != rows[0]["deal"]:
                        yield deal_of(rows, about["bots"], number)
                        number, rows = number + 1, []
                    rows.append(row)
            if rows:
                yield deal_of(rows, about["bots"], number)
    except FileNotFoundError:
        raise
    except (arrow.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}, deal {number}: {error or type(error).__name__}") from error


def deal_of(rows: list[dict[str, Any]], bots: list[str], number: int) -> Played:
    """Return the deal of some rows. bots: in all seats. Raises ValueError, KeyError, TypeError if they are damaged."""
    names = Decision.__struct_fields__
    played = Played(
        deal=msgspec.convert(rows[0]["deal"], int),
        bots=bots,
        points=msgspec.convert(rows[0]["all_points"], list[int]),
        record=msgspec.convert(rows[0]["record"], str),
        decisions=[msgspec.convert({k: row[k] for k in names if k in row}, Decision) for row in rows],
    )
    check(played, number)
    return played
