"""The page's message types are those of the server."""

from pathlib import Path

import msgspec
import pytest

from stich.server import typescript

pytestmark = pytest.mark.once

PROTOCOL = Path(__file__).parents[2] / "web/src/wire/protocol.ts"


def test_the_file_in_the_page_is_the_generated_one() -> None:
    assert PROTOCOL.read_text("utf-8") == typescript.typescript(), "run python -m stich.server.typescript"


def test_it_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    typescript.main(tmp_path / "protocol.ts")
    assert (tmp_path / "protocol.ts").read_text("utf-8") == typescript.typescript()


class Inner(msgspec.Struct, array_like=True):
    name: str
    at: list[int | None]


class Outer(msgspec.Struct, tag="outer", tag_field="t"):
    inner: Inner
    many: dict[str, list[Inner]] = {}


@pytest.mark.parametrize(
    ("optional", "fields"),
    [
        (True, '{ t: "outer"; inner: Inner; many?: Record<string, Inner[]>; }'),
        (False, '{ t: "outer"; inner: Inner; many: Record<string, Inner[]>; }'),
    ],
)
def test_tags_tuples_and_defaults(optional: bool, fields: str) -> None:
    assert (
        typescript.declare(Inner, optional=optional) == "export type Inner = [name: string, at: (number | null)[]];\n"
    )
    assert typescript.declare(Outer, optional=optional) == f"export interface Outer {fields}\n"
