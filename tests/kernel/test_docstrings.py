"""Whatever a game or a bot can call in the engine says what it does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

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


# -- games: what a hook is for stands in the kernel; an override says what is particular to the game

DECIDING = {
    *("audience", "breach", "can_hold", "conflict", "first", "following", "lookback", "may", "may_pair", "must"),
    *("new_cards", "only_action", "result", "stakes", "tiebreak", "why_not_asked", "winners"),
}
"""Hooks whose override settles something that a reader cannot see from the hook's name and the phase it belongs to."""
RULES = sorted((SOURCES / "games").rglob("rules*.py"))
CITES = re.compile(r"§|^\d+(?:\.\d+)+")  # a section of the sheet, or of the text of a tournament


def is_plain(node: ast.FunctionDef) -> bool:
    """Tell whether a method only returns a value, or what a function returns that says itself what it is."""
    if len(node.body) != 1 or not isinstance(node.body[0], ast.Return):
        return False
    return isinstance(node.body[0].value, ast.Attribute | ast.Call | ast.Constant | ast.Name | ast.Subscript)


def unexplained(tree: ast.Module) -> Iterator[str]:
    """Yield the overrides that decide something and do not say what, and the phases that cite no section."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        bases = " ".join(ast.unparse(base) for base in node.bases)
        if re.search(r"\b(Phase|Window|BeforeTurn)\[", bases) and not CITES.search(ast.get_docstring(node) or ""):
            yield node.name
        methods = [member for member in node.body if isinstance(member, ast.FunctionDef)]
        for method in methods:
            if method.name in DECIDING and not ast.get_docstring(method) and not is_plain(method):
                yield f"{node.name}.{method.name}"


@pytest.mark.parametrize("file", RULES, ids=[str(file.relative_to(SOURCES)) for file in RULES])
def test_what_a_game_settles_is_explained(file: Path) -> None:
    assert list(unexplained(ast.parse(file.read_text("utf-8")))) == []


def test_what_a_game_settles_silently_is_found() -> None:
    text = """
class Play(Phase[Whist]):
    def must(self, s): return s.unanswered()
    def may(self, s): return 1 if s.open else 0
    def legal(self, s, seat):
        out = []
        return out
"""
    assert list(unexplained(ast.parse(text))) == ["Play", "Play.may"]
