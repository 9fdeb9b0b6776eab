"""The page's message types are those of the server."""

from collections.abc import Iterable
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

from stich.kernel.game import GAME_KINDS, POSES
from stich.kernel.verbs import TARGETS
from stich.kernel.zones import FACT_KINDS, ROLES
from stich.server import typescript
from stich.server.messages.specs import FactSpec, GameSpec, VerbSpec, ZoneSpec

pytestmark = pytest.mark.once

PROTOCOL = Path(__file__).parents[2] / "web/src/wire/protocol.ts"


def test_the_file_in_the_page_is_the_generated_one() -> None:
    assert PROTOCOL.read_text("utf-8") == typescript.typescript(), "run python -m stich.server.typescript"


def test_it_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    typescript.main(tmp_path / "protocol.ts")
    assert (tmp_path / "protocol.ts").read_text("utf-8") == typescript.typescript()


@pytest.mark.parametrize(
    ("message", "field", "kernel"),
    [
        (ZoneSpec, "role", ROLES),
        (FactSpec, "kind", FACT_KINDS),
        (GameSpec, "kind", GAME_KINDS),
        (GameSpec, "pose", POSES),
        (VerbSpec, "to", TARGETS),
    ],
    ids=["roles", "facts", "kinds", "poses", "targets"],
)
def test_the_protocol_has_the_words_of_the_kernel(message: type, field: str, kernel: Iterable[str]) -> None:
    assert get_args(get_type_hints(message)[field]) == tuple(kernel)


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
