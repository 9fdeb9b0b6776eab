"""The file of a network: a line of JSON that says what it is, then its numbers, compressed.

Nothing in the file is run. A file that is not whole, or that is for other inputs or other rules, is refused.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from stich.parts.climb.planning.features import ENCODING
from stich.parts.climb.planning.network import Weights, sizes

FORMAT: Final = 1
MOST_BYTES: Final = 5_000_000
MOST_NUMBERS: Final = 2_000_000  # what a damaged file may make of a few bytes is bounded


class Unfit(Exception):
    """A file of weights cannot be used; the text says why."""


def save(path: Path, header: dict[str, Any], width: int, inner: int, parts: list[list[int]]) -> None:
    """Write a network with two hidden layers of these widths; header: further entries for the line of JSON."""
    numbers = array("q", [n for part in parts for n in part])
    if sys.byteorder == "big":
        numbers.byteswap()
    packed = zlib.compress(numbers.tobytes(), 9)
    own = {"format": FORMAT, "encoding": ENCODING, "width": width, "inner": inner}
    line = json.dumps({**header, **own, "sha256": sha256(packed).hexdigest()}, sort_keys=True)
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(line.encode() + b"\n" + packed)
    part.replace(path)


def check(path: Path, game: str, version: int) -> tuple[dict[str, Any], bytes]:
    """Return the header and the packed numbers of a file.

    Raises Unfit: it is missing, damaged or for something else.
    """
    header, packed = opened(path)
    for name, wanted in (("format", FORMAT), ("encoding", ENCODING), ("game", game), ("rules", version)):
        if header.get(name) != wanted:
            raise Unfit(f"{path.name} is for {name} {header.get(name)}, not {wanted}")
    if sha256(packed).hexdigest() != header.get("sha256"):
        raise Unfit(f"{path.name} is damaged")
    return header, packed


def load(path: Path, game: str, version: int) -> Weights:
    """Return the weights in a file. Raises Unfit: it is missing, damaged or for something else."""
    header, packed = check(path, game, version)
    width, inner = header.get("width"), header.get("inner")
    if not (isinstance(width, int) and isinstance(inner, int) and width > 0 and inner > 0):
        raise Unfit(f"{path.name} names no widths")
    wanted_sizes = sizes(width, inner)
    if sum(wanted_sizes) > MOST_NUMBERS:
        raise Unfit(f"{path.name} is too large")
    try:
        numbers = array("q", zlib.decompressobj().decompress(packed, 8 * sum(wanted_sizes) + 1))
    except (zlib.error, ValueError) as error:
        raise Unfit(f"{path.name} is damaged") from error
    if len(numbers) != sum(wanted_sizes):
        raise Unfit(f"{path.name} is damaged")
    if sys.byteorder == "big":
        numbers.byteswap()
    parts: list[list[int]] = []
    at = 0
    for n in wanted_sizes:
        parts.append(numbers[at : at + n].tolist())
        at += n
    return Weights(width, inner, parts)


def opened(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the header and the packed numbers of a file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Unfit(f"{path.name} is too large")
        line, _, packed = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise Unfit(f"{path.name} is missing") from error
    try:
        header = json.loads(line)
    except ValueError as error:
        raise Unfit(f"{path.name} is damaged") from error
    if not isinstance(header, dict):
        raise Unfit(f"{path.name} is damaged")
    return header, packed
