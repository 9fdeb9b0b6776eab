"""Whatever a game or a bot can call in the engine says what it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "stich"
FILES = sorted(file for part in ("kernel", "parts", "bots") for file in (SOURCES / part).rglob("*.py"))


def undocumented(node: ast.AST, within: str = "") -> Iterator[str]:
    """Yield the public functions, classes and methods without a docstring; functions inside others are not public."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not child.name.startswith("_"):
            if not ast.get_docstring(child):
                yield within + child.name
            if isinstance(child, ast.ClassDef):
                yield from undocumented(child, f"{child.name}.")


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(SOURCES)) for file in FILES])
def test_what_is_public_has_a_docstring(file: Path) -> None:
    assert list(undocumented(ast.parse(file.read_text("utf-8")))) == []


def test_what_lacks_one_is_found() -> None:
    text = 'class A:\n    """A."""\n    def f(self): ...\n    def _g(self): ...\ndef h():\n    """H."""\n'
    assert list(undocumented(ast.parse(text))) == ["A.f"]
