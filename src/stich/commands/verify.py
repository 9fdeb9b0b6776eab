"""The command `stich verify FILE`: checks how the cards of recorded matches came about, without a server."""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console

from stich.commands import Subparsers, explain, load_games
from stich.commands.replay import read_file
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.match import HKDF
from stich.kernel.record import Record
from stich.kernel.record_reader import load

FAULT, UNCHECKED = 1, 3  # exit codes
PACKED: Final = b"\x1f\x8b"  # a file of gzip begins with it


class Found(NamedTuple):
    """What was found about one record. source: of the cards. deals: about each. fault: what is wrong, "" if nothing
    is."""

    name: str
    source: str
    deals: list[dict[str, Any]]
    fault: str


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "verify",
        help="check how the cards of a recorded match came about",
        description="Compute every shuffle of a match again from what server and players had agreed on, and play the "
        "match by its rules with these cards. Exit code 0: all is as agreed; 1: something is wrong; 3: the cards come "
        "from elsewhere, and there is nothing to check. docs/fairness.md says what this proves.",
    )
    parser.add_argument("file", type=Path, help="a record, or what stich export-matches writes")
    parser.add_argument("--json", action="store_true", help="print what was found as JSON, one line for each match")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Print it. Raises Refused for a file that cannot be read."""
    load_games(args.games)
    out = Console(highlight=False, markup=False)
    codes = []
    for name, text in records(args.file):
        found = verified(name, text)
        codes.append(FAULT if found.fault else 0 if found.deals else UNCHECKED)
        for line in [json.dumps(found._asdict())] if args.json else lines(found):
            out.print(line, soft_wrap=True)
    return FAULT if FAULT in codes else max(codes)


def records(path: Path) -> Iterator[tuple[str, str | bytes]]:
    """Yield the records of a file with their names. Raises Refused `error.no_file`, `error.file` or `error.file_empty`
    for a file that cannot be read."""
    content = read_file(path)
    if not content.strip():
        raise Refused("error.file_empty", {"path": str(path)})
    if not content.startswith(PACKED) and not content.lstrip().startswith(b"{"):
        yield path.name, content
        return
    try:
        with gzip.open(path) if content.startswith(PACKED) else path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"{path.name}:{number}", member(line)
    except (OSError, EOFError) as error:
        raise Refused("error.file", {"path": str(path), "reason": str(error)}) from error


def member(line: bytes) -> str:
    """Return the record in a line of JSON, "" if it has none."""
    try:
        record = json.loads(line).get("record", "")
    except (ValueError, AttributeError):
        return ""
    return record if isinstance(record, str) else ""


def verified(name: str, text: str | bytes) -> Found:
    """Return what is found about a record. Reading it computes all hashes and shuffles, and plays it."""
    try:
        record = load(text, find)
    except Refused as refused:
        return Found(name, "", [], explain(refused))
    return Found(name, record.source.kind, list(deals_of(record)), "")


def deals_of(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the figures of each deal; none if the cards come from elsewhere."""
    fair = record.source.fair
    if fair is None:
        return
    for number, deal in enumerate(fair.deals, 1):
        yield {
            "deal": number,
            "number": deal.number,
            "key": fair.key(deal).hex(),
            "opened": [part.seat for part in deal.parts if part.nonce],
            "refused": [part.seat for part in deal.parts if not part.nonce],
        }


def lines(found: Found) -> Iterator[str]:
    """Yield what is printed about a record."""
    if found.fault:
        yield f"{found.name}: WRONG. {found.fault}"
        return
    if found.source != HKDF:
        yield f"{found.name}: nothing to check, the cards come from {found.source}"
        return
    for deal in found.deals:
        parts = f"numbers of seats {listed(deal['opened'])}" if deal["opened"] else "no number of a player"
        refused = f", not opened by seats {listed(deal['refused'])}" if deal["refused"] else ""
        yield f"round {deal['deal']}: commitment and cards as agreed, with {parts}{refused}"
    yield f"{found.name}: all is as agreed"


def listed(seats: list[int]) -> str:
    """Return seats with commas."""
    return ", ".join(str(seat) for seat in seats)
