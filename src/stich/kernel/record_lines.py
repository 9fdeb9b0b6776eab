"""The lines of a record: what of a file can be read, how a faulty line is refused, and what is left before it."""

from __future__ import annotations

from stich.kernel.action import Arg, Refused
from stich.kernel.record import LARGEST


def readable(text: str | bytes) -> tuple[str, int]:
    """Return the lines of a file before the first with bytes that are no UTF-8, and the number of that line, from 1; 0:
    there is none.
    """
    if isinstance(text, str):
        return text, 0
    try:
        return text.decode("utf-8-sig"), 0
    except UnicodeDecodeError as error:
        sound = text[: text.rfind(b"\n", 0, error.start) + 1]
        return sound.decode("utf-8-sig"), sound.count(b"\n") + 1


def split(text: str) -> list[str]:
    """Return the lines of a file, with any kind of line ending. Raises Refused if it is far too long."""
    if len(text) > LARGEST:
        raise damaged(0, "", "error.record.huge", {"n": len(text), "most": LARGEST})
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def broken_from(fault: Refused) -> int:
    """Return the first line that is damaged or missing, from 1. fault: the refusal of a record, which names the last
    line if the end is missing.
    """
    args = fault.phrase.args
    return int(args["line"]) + (args["reason"] == "@error.record.cut_off")


def broken_off(text: str, line: int) -> str:
    """Return the part of a damaged record that `load` reads: the lines before one of them, from 1, without the line
    `by`, because what a program has written counts as cut off without a `sum` at its end.
    """
    kept = text.replace("\r\n", "\n").split("\n")[: line - 1]
    deal = next((at for at, each in enumerate(kept) if each.split()[:1] == ["deal"]), len(kept))
    return "".join(each + "\n" for at, each in enumerate(kept) if at > deal or each.split()[:1] != ["by"])


def damaged(line: int, text: str, reason: str, args: dict[str, Arg]) -> Refused:
    """Return the refusal of a record: `error.record` (line, text, reason, and what the reason names).

    line: its number, from 1. text: of the line. reason: a text key. args: the parameters of the reason.
    """
    shown = {name: shorten(value, 400) if isinstance(value, str) else value for name, value in args.items()}
    return Refused("error.record", {**shown, "line": line, "text": shorten(text, 80), "reason": f"@{reason}"})


def shorten(text: str, most: int) -> str:
    """Return the part of a text from a file that is safe to show: no control characters, and not too long."""
    shown = "".join(c if c.isprintable() else "�" for c in text[:most])
    return shown if len(text) <= most else shown[: most - 1] + "…"
