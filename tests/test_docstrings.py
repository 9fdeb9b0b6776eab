"""Docstrings name what there is: parameters, attributes, files and addresses; and they return what they say.

Each rule is proven on a bad sample that it must find and on good ones that it must leave alone. `test_prose.py` checks
the language of docstrings.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

import pytest

from repository import ROOT, own_files, statements

pytestmark = pytest.mark.once

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

NAMES = re.compile(r"(?:^|[.;:] |\n)((?:[a-z_][a-z0-9_]*)(?:, [a-z_][a-z0-9_]*)*): ")
"""Where a docstring explains names: at the beginning of a line or of a sentence."""
NO_NAMES = frozenset({"default", "returns", "raises"})
PATH = re.compile(
    r"`?((?:[\w.*-]+/)+[\w*-]+\.(?:py|svelte\.test\.ts|svelte\.ts|ts|md|svelte|po|toml|json|css|stich|yml))\b`?"
)
"""A path of the repository; `…/<name>/…` and patterns are no paths."""
ROOTS = ("", "src/stich", "src/stich/server", "web/src", "tests")
"""Folders from which a path is named."""
ADDRESS = re.compile(r"`(/[^`?]*)[^`]*`")
SAYS = {
    re.compile(r"(?:Tell|Return) (?:whether|if)\b"): {"bool", "BuildInfo"},
    re.compile(r"Return (?:how many|how much|the number of)\b"): {
        "int", "i64", "float", "int | None", "str", "list[int]", "list[str]",
        "Counter[str]", "Counter[int]", "dict[str, int]",
    },
    re.compile(r"Return the index\b"): {"int", "i64"},
}  # fmt: skip
"""How a docstring begins -> the types that such a function can return."""


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of a function's parameters."""
    a = node.args
    every = [*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg))]
    return {arg.arg for arg in every}


def attributes(node: ast.ClassDef) -> set[str]:
    """Return the names that a class has by its own source: attributes, methods, and the parameters of __init__."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(part.name)
            if part.name in ("__init__", "__new__", "__call__"):
                found |= parameters(part)
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in ("self", "cls"):
            found.add(part.attr)
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            found.add(part.target.id)
        elif isinstance(part, ast.Assign):
            found |= {target.id for target in part.targets if isinstance(target, ast.Name)}
    return found


def explained(doc: str) -> list[str]:
    """Return the names that a docstring explains."""
    found: list[str] = []
    for match in NAMES.finditer(cleandoc(doc)):
        found += match[1].split(", ")
    return [name for name in found if name not in NO_NAMES]


def strangers(source: str) -> list[str]:
    """Return "line: name" for each name that the docstring of a function or a class explains and that it has not."""
    return read(source).strangers


def wrong_returns(source: str) -> list[str]:
    """Return "line: type" for each function that returns something else than its docstring says."""
    return read(source).wrong_returns


class Read(NamedTuple):
    """What is of interest in a source; the tree of all of them would fill the memory."""

    strangers: list[str]
    wrong_returns: list[str]
    docstrings: list[str]


@cache
def read(source: str) -> Read:
    """Parse a source once for all rules."""
    tree = ast.parse(source)
    documented = [node for node in statements(tree) if isinstance(node, Documented)]
    classes = {node.name: node for node in documented if isinstance(node, ast.ClassDef)}
    found = Read([], [], [ast.get_docstring(tree) or ""])
    for node in documented:
        doc = ast.get_docstring(node) or ""
        found.docstrings.append(doc)
        if names := explained(ast.get_docstring(node, clean=False) or ""):
            has = names_of(node, classes)
            found.strangers.extend(f"{node.lineno}: {name}" for name in names if name not in has)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            for begins, types in SAYS.items():
                if begins.match(doc) and (kind := ast.unparse(node.returns)) not in types:
                    found.wrong_returns.append(f"{node.lineno}: {kind}")
    return found


def names_of(node: Documented, classes: dict[str, ast.ClassDef]) -> set[str]:
    """Return the names that a docstring can explain. classes: those of the same source, for the bases of a class."""
    if not isinstance(node, ast.ClassDef):
        return parameters(node)
    bases = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
    return set().union(*map(attributes, (node, *bases)))


def missing_paths(doc: str, beside: Path = ROOT) -> list[str]:
    """Return the paths that a docstring names and that do not exist. beside: the folder of the file."""
    places = [beside, beside.parent, *(ROOT / root for root in ROOTS)]
    named = {match[1] for match in PATH.finditer(doc)}
    return sorted(path for path in named if "*" not in path and not any((place / path).exists() for place in places))


@cache
def sources() -> list[tuple[Path, Read]]:
    """Return each source of the repository with what stands in it."""
    return [(path, read(path.read_text("utf-8"))) for path in own_files() if path.suffix == ".py"]


@pytest.mark.parametrize("what", ["strangers", "wrong_returns"])
def test_docstrings_agree_with_their_functions(what: str) -> None:
    """Names are those of parameters and attributes, and the type returned is what the first words say."""
    found = [f"{path.relative_to(ROOT)}:{line}" for path, one in sources() for line in getattr(one, what)]
    assert found == []


def test_docstrings_name_files_that_are_there() -> None:
    """Paths are those of files."""
    found = {}
    for path, one in sources():
        for doc in one.docstrings:
            if missing := missing_paths(doc, path.parent):
                found[str(path.relative_to(ROOT))] = missing
    assert found == {}


def test_docstrings_name_addresses_that_are_served() -> None:
    """An address in a docstring of the server is that of a route."""
    app = (ROOT / "src/stich/server/app.py").read_text("utf-8")
    routes = {re.sub(r"{(\w+)}", r"<\1>", route) for route in re.findall(r'Route\("([^"]+)"', app)}
    assert len(routes) > 10
    named = {
        (str(path.relative_to(ROOT)), match[1])
        for path, one in sources()
        if path.is_relative_to(ROOT / "src/stich/server")
        for doc in one.docstrings
        for match in ADDRESS.finditer(doc)
    }
    assert {where for where in named if where[1] not in routes} == set()


BAD = [
    'class A:\n    """A seat. comer: who gets it."""\n    def __init__(self) -> None:\n        self.next = 0',
    'class A:\n    """A seat.\n\n    send, give: messages.\n    """\n    def __init__(self, send: int) -> None: ...',
    'def f(a: int) -> None:\n    """Do it.\n\n    a: one; b: another.\n    """',
]
GOOD = [
    'class A:\n    """A seat. who: the person."""\n    def __init__(self, who: int) -> None: ...',
    'class A(NamedTuple):\n    """A seat. who: the person."""\n    who: int',
    'class B:\n    def f(self) -> None:\n        self.at = 1\n\nclass A(B):\n    """A. at: where."""',
    'def f(a: int, *rest: int) -> None:\n    """Do it. a, rest: numbers. Default: nothing."""',
]


@pytest.mark.parametrize("source", BAD)
def test_a_name_that_is_none_is_found(source: str) -> None:
    """Bad samples."""
    assert len(strangers(source)) == 1


@pytest.mark.parametrize("source", GOOD)
def test_good_docstrings_are_left_alone(source: str) -> None:
    """Good samples."""
    assert strangers(source) == []


def test_a_wrong_type_is_found() -> None:
    """A function that returns an action and says that it returns an index."""
    wrong = 'def f() -> Action:\n    """Return the index of the best."""'
    assert wrong_returns(wrong) == ["1: Action"]
    assert wrong_returns(wrong.replace("Action", "int")) == []


def test_a_path_that_is_gone_is_found() -> None:
    """A path with folders that does not exist; a pattern and a file beside are none."""
    assert missing_paths("See `web/src/skins/round.ts`, tests/*/a.py and `kernel/view.py`.") == [
        "web/src/skins/round.ts"
    ]
