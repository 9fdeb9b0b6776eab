"""Writes the page's message types: `python -m stich.server.typescript [FILE]`, from `stich.server.messages`.

The structs are read with `msgspec.inspect`: a struct becomes an interface, an array-like struct a labelled tuple, and a
tagged struct carries its tag. A field with a default is optional in what the browser sends (the server fills it in) and
always present in what the browser receives.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from stich.kernel.action import KERNEL_KINDS
from stich.server.messages import frame, from_client, from_server, over_http, puzzles, reviews, specs, view

TARGET = Path(__file__).parents[3] / "web/src/wire/protocol.ts"
HEAD = "// Written by `python -m stich.server.typescript` from src/stich/server/messages/; do not edit.\n"
WIDTH = 140
MODULES = (frame, from_client, specs, view, from_server, over_http, reviews, puzzles)
"""Those with messages, in the order of protocol.ts."""

ALIASES = ("Value", "Status", "Pace", "Talking")
"""Types of `messages.frame` that keep their name."""

_PLAIN: dict[type[shape.Type], str] = {
    shape.IntType: "number",
    shape.FloatType: "number",
    shape.StrType: "string",
    shape.BoolType: "boolean",
    shape.NoneType: "null",
    shape.AnyType: "unknown",
}


def typescript() -> str:
    """Return the text of protocol.ts."""
    sent: list[type[msgspec.Struct]] = [*_members(from_client.ClientMessage), over_http.NewTable]
    fetched: list[type[msgspec.Struct]] = [
        specs.GameSpec,
        over_http.TableMade,
        over_http.Invitation,
        over_http.ProgramToken,
        over_http.HelpSection,
        over_http.Daily,
        over_http.Finished,
        over_http.Unfinished,
        reviews.Review,
        reviews.RecordKept,
        reviews.Analysis,
        puzzles.Puzzles,
        puzzles.Puzzle,
        over_http.RecoveryCode,
        over_http.AccountState,
        over_http.Credentials,
        over_http.NewPassword,
        over_http.SeatRecovered,
        over_http.Lobby,
        over_http.Fairness,
        over_http.Ratings,
        over_http.RatingChanges,
    ]
    received: list[type[msgspec.Struct]] = [*_members(from_server.ServerMessage), *fetched]
    to_server, to_page = set(_reachable(sent)), set(_reachable(received))
    parts = [HEAD, f"export const PROTO = {frame.PROTO};\n"]
    parts.append("/** Kinds of events that no game makes. */")
    parts.append(f"export const KERNEL_KINDS: readonly string[] = {json.dumps(KERNEL_KINDS)};\n")
    parts += [f"export type {name} = {_written(_alias(name))};\n" for name in ALIASES]
    declared = [s for module in MODULES for s in structs_of(module) if s in to_server | to_page]
    parts += [declare(struct, optional=struct not in to_page) for struct in declared]
    unions = {"ClientMessage": from_client.ClientMessage, "ServerMessage": from_server.ServerMessage}
    for name, union in unions.items():
        members = " | ".join(struct.__name__ for struct in _members(union))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """Return the structs that a module defines, in its order."""
    own = [s for s in vars(module).values() if isinstance(s, type) and issubclass(s, msgspec.Struct)]
    return [struct for struct in own if struct.__module__ == module.__name__]


def _members(union: Any) -> list[type[msgspec.Struct]]:
    assert isinstance(union, UnionType)
    return list(get_args(union))


def _reachable(roots: Iterable[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """Return the structs used in `roots`, themselves included."""
    todo: list[shape.Type] = [shape.type_info(root) for root in roots]
    seen: set[type] = set()
    while todo:
        match todo.pop():
            case shape.StructType(cls=cls, fields=fields) if cls not in seen:
                seen.add(cls)
                yield cls
                todo += [field.type for field in fields]
            case shape.UnionType(types=types):
                todo += types
            case shape.ListType(item_type=item):
                todo.append(item)
            case shape.DictType(value_type=value):
                todo.append(value)


def _alias(name: str) -> shape.Type:
    return shape.type_info(getattr(frame, name))


def declare(struct: type[msgspec.Struct], *, optional: bool) -> str:
    """Return the declaration of a struct. optional: fields with a default may be missing."""
    info = shape.type_info(struct)
    assert isinstance(info, shape.StructType)
    optional = optional or struct.__struct_config__.omit_defaults
    fields = [(f.encode_name + ("?" if optional and not f.required else ""), _type(f.type)) for f in info.fields]
    if info.array_like:
        return f"export type {struct.__name__} = [{', '.join(f'{name}: {kind}' for name, kind in fields)}];\n"
    if info.tag is not None:
        fields.insert(0, (str(info.tag_field), f'"{info.tag}"'))
    one_line = f"export interface {struct.__name__} {{ {' '.join(f'{name}: {kind};' for name, kind in fields)} }}\n"
    if len(one_line) <= WIDTH:
        return one_line
    lines = "".join(f"  {name}: {kind};\n" for name, kind in fields)
    return f"export interface {struct.__name__} {{\n{lines}}}\n"


def _type(kind: shape.Type, *, inner: bool = False) -> str:
    """Return the TypeScript of a type where it is used; `inner` if a union needs brackets."""
    named = next((name for name in ALIASES if _alias(name) == kind), None)
    if named is not None:
        return named
    text = _written(kind)
    return f"({text})" if inner and " | " in text else text


def _written(kind: shape.Type) -> str:
    match kind:
        case shape.StructType(cls=cls):
            return cls.__name__
        case shape.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case shape.UnionType(types=types):
            return " | ".join(_type(member) for member in types)
        case shape.ListType(item_type=item):
            return f"{_type(item, inner=True)}[]"
        case shape.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case _:
            return _PLAIN[type(kind)]


def main(target: Path) -> None:
    """Write protocol.ts."""
    target.write_text(typescript(), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
