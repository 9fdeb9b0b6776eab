"""Writes the page's message types: `python -m stich.server.typescript [FILE]`, from `stich.server.messages`.

The structs are read with `msgspec.inspect`: a struct becomes an interface, an array-like struct a labelled tuple, and a
tagged struct carries its tag. A field with a default is optional in what the browser sends (the server fills it in) and
always present in what the browser receives.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import msgspec
from msgspec import inspect as shape

from stich.server import messages

TARGET = Path(__file__).parents[3] / "web/src/wire/protocol.ts"
HEAD = "// Written by `python -m stich.server.typescript` from src/stich/server/messages.py; do not edit.\n"
WIDTH = 140

ALIASES = ("Value", "Status", "Pace")
"""Types of `messages` that keep their name."""

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
    sent: list[type[msgspec.Struct]] = [*_members(messages.ClientMessage), messages.NewTable]
    over_http: list[type[msgspec.Struct]] = [
        messages.GameSpec,
        messages.TableMade,
        messages.Invitation,
        messages.HelpSection,
        messages.Daily,
        messages.Finished,
        messages.Unfinished,
    ]
    over_http += [messages.Review, messages.RecordKept]
    received: list[type[msgspec.Struct]] = [*_members(messages.ServerMessage), *over_http]
    to_server, to_page = set(_reachable(sent)), set(_reachable(received))
    parts = [HEAD, f"export const PROTO = {messages.PROTO};\n"]
    parts += [f"export type {name} = {_written(_alias(name))};\n" for name in ALIASES]
    declared = [s for s in vars(messages).values() if isinstance(s, type) and s in to_server | to_page]
    parts += [declare(struct, optional=struct not in to_page) for struct in declared]
    for name in ("ClientMessage", "ServerMessage"):
        members = " | ".join(struct.__name__ for struct in _members(getattr(messages, name)))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


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
    return shape.type_info(getattr(messages, name))


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
