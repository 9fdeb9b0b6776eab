"""The arrow: who may import whom, read off the import statements.

    kernel <- parts <- games/*/rules <- games/*/bot <- (found by name) server, cli
    kernel <- parts <- bots <- {games/*/bot, analysis} <- server <- cli

The engine also runs where nothing but Python is installed, and the server plays games it has never heard of. Both hold
only as long as nobody imports against the arrow, so every import statement under `src/stich` is read and judged here,
those inside functions and under TYPE_CHECKING included.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from repository import PYPROJECT, ROOT, statements

pytestmark = pytest.mark.once

ENGINE = {"kernel", "parts", "planning", "rules"}
COMPILER = {"librt", "mypy_extensions", "typing_extensions"}  # its types: all that the engine needs beyond Python

# A module's place -> the places that it may import from. "rules" are rules.py and rules_*.py of a game, "game" is what
# else lies there; both are that game's own only. Bots and analysis are handed their game. "top" is stich/__init__.py:
# version and build, and two names of "env", which it loads when they are asked for; "registry" is games/__init__.py,
# which finds games and names none. "messages" is server/messages/: what both ends of the wire share. "planning" is
# parts/climb/planning/: the bots' half of a part.
MAY_IMPORT = {
    "top": {"top", "kernel", "env"},
    "kernel": {"kernel"},
    "parts": {"kernel", "parts"},
    "planning": {"kernel", "parts", "planning"},
    "rules": {"kernel", "parts", "rules"},
    "game": {"kernel", "parts", "planning", "rules", "game", "bots"},
    "text": {"top", "kernel", "text"},
    "bots": {"top", "kernel", "parts", "planning", "bots"},
    "analysis": {"top", "kernel", "parts", "bots", "analysis"},
    "report": {"top", "kernel", "text", "bots", "analysis", "report"},
    "env": {"top", "kernel", "parts", "registry", "text", "bots", "testing", "env"},
    "training": {"kernel", "parts", "planning", "bots", "training"},
    "testing": {"top", "kernel", "parts", "registry", "rules", "text", "bots", "testing"},
    "messages": {"messages"},
    "server": {"top", "kernel", "text", "bots", "analysis", "report", "messages", "server"},
    "client": {"top", "messages", "client"},
    "terminal": {"top", "text", "messages", "client", "terminal"},
    "registry": {"kernel"},
    "cli": {
        *("top", "kernel", "parts", "registry", "text", "bots", "analysis", "report", "messages", "server", "client"),
        *("env", "training", "terminal", "testing", "cli"),
    },
}
CALLED = re.compile("import_module|__import__")
IMPORTED_AS = {
    "markdown-it-py": "markdown_it",
    "open_spiel": "pyspiel",
    "prometheus-client": "prometheus_client",
    "argon2-cffi": "argon2",
}


def place(module: str) -> tuple[str, str]:
    """Say where a dotted module name stands in the arrow, and of which game it is ("" for none)."""
    parts = module.split(".")[1:]
    if not parts or parts[0] in {"librt_stand_in", "clock"}:
        return "top", ""
    if parts[0] == "games":
        game = parts[1] if len(parts) > 1 else ""
        file = parts[2] if len(parts) > 2 else ""
        return ("registry" if not game else "rules" if file.partition("_")[0] == "rules" else "game"), game
    if parts[:2] == ["server", "messages"]:
        return "messages", ""
    if parts[:3] == ["parts", "climb", "planning"]:
        return "planning", ""
    if parts[0] == "openspiel":
        return "env", ""
    return ("cli" if parts[0] in {"__main__", "commands"} else parts[0]), ""


def name_of(file: Path, src: Path) -> str:
    parts = file.relative_to(src).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file: Path, src: Path) -> list[tuple[int, str]]:
    """Return line and dotted name of everything that a file imports."""
    return imported_by(file.read_text("utf-8"), file, src)


@cache
def imported_by(source: str, file: Path, src: Path) -> list[tuple[int, str]]:
    return list(find_imports(source, file, src))


def find_imports(source: str, file: Path, src: Path) -> Iterator[tuple[int, str]]:
    module = name_of(file, src)
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(source, str(file))
    for node in ast.walk(tree) if CALLED.search(source) else statements(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            origin = ".".join(filter(None, [base, node.module]))
            for alias in node.names:  # `from stich.kernel import cards` names a module, `from stich import x` a name
                full = f"{origin}.{alias.name}"
                yield node.lineno, full if is_module(full, src) else origin
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if CALLED.fullmatch(called) and node.args and isinstance(node.args[0], ast.Constant):
                yield node.lineno, str(node.args[0].value)


def is_module(name: str, src: Path) -> bool:
    path = src / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def judge(module: str, imported: str, declared: set[str]) -> str | None:
    """Say what is wrong with one import, None where it is in order."""
    here, game = place(module)
    if here not in MAY_IMPORT:
        return f"stich.{here} has no place in the arrow yet: give it one in tests/test_imports.py"
    top = imported.partition(".")[0]
    if top in sys.stdlib_module_names:
        return None
    if top != "stich":
        if here in ENGINE and top not in COMPILER:
            return f"{here} imports the standard library, {' and '.join(sorted(COMPILER))} only"
        return None if top in declared else f"{top} is no dependency of pyproject.toml"
    there, other = place(imported)
    if there not in MAY_IMPORT[here]:
        return f"{here} may import {', '.join(sorted(MAY_IMPORT[here]))}, not {there}"
    if other != game and other:
        return f"{module} imports the game {other} by name; a game reaches the table by the registry alone"
    return None


def breaches(src: Path, declared: set[str]) -> list[str]:
    """List every import under `src`/stich that goes against the arrow, with file and line."""
    found = []
    for file in sorted((src / "stich").rglob("*.py")):
        for line, imported in imports(file, src):
            trouble = judge(name_of(file, src), imported, declared)
            if trouble:
                found.append(f"{file.relative_to(src).as_posix()}:{line} imports {imported}: {trouble}")
    return found


def declared_dependencies() -> set[str]:
    """Return what pyproject.toml asks for, by the names under which it is imported."""
    extras = chain.from_iterable(PYPROJECT["project"]["optional-dependencies"].values())
    lines = [*PYPROJECT["project"]["dependencies"], *extras]
    asked = {line.partition(">")[0].partition("[")[0].strip() for line in lines}
    return {IMPORTED_AS.get(name, name) for name in asked}


def test_no_import_goes_against_the_arrow() -> None:
    found = breaches(ROOT / "src", declared_dependencies())
    assert not found, "\n".join(found)


def test_every_dependency_is_used() -> None:
    used = {name.partition(".")[0] for file in (ROOT / "src").rglob("*.py") for _, name in imports(file, ROOT / "src")}
    assert declared_dependencies() - {"psycopg"} <= used  # SQLAlchemy loads it by the name in an address


@pytest.mark.parametrize(
    ("file", "code", "complaint"),
    [
        ("kernel/state.py", "from stich.parts import trick", "kernel may import kernel, not parts"),
        ("kernel/state.py", "from ..server.table import Table", "kernel may import kernel, not server"),
        ("kernel/state.py", "import msgspec", "librt and mypy_extensions and typing_extensions only"),
        ("kernel/state.py", "def late():\n    import stich.cli", "kernel may import kernel, not cli"),
        ("parts/trick.py", "from stich.games.chimera.rules import Chimera", "not rules"),
        ("games/durak/rules.py", "from stich.games.chimera import rules", "imports the game chimera by name"),
        ("games/durak/rules.py", "from stich.bots import club", "not bots"),
        ("games/durak/rules_score.py", "from stich.games.durak.club import price", "not game"),
        ("games/chimera/rules.py", "from stich.parts.climb.planning import odds", "not planning"),
        ("games/durak/bot.py", "from stich.games.chimera.rules import Chimera", "imports the game chimera by name"),
        ("server/app.py", "from stich.games.chimera import rules", "not rules"),
        ("server/app.py", "import importlib\nimportlib.import_module('stich.games.chimera.rules')", "not rules"),
        ("bots/club.py", "from stich.server import table", "not server"),
        ("bots/club.py", "from stich.games import find", "not registry"),
        ("client/session.py", "from stich.server import table", "client may import client, messages, top, not server"),
        ("bots/club.py", "import numpy", "numpy is no dependency"),
        ("poker/rules.py", "import math", "stich.poker has no place in the arrow yet"),
    ],
)
def test_an_import_against_the_arrow_is_found(tmp_path: Path, file: str, code: str, complaint: str) -> None:
    for other in ("parts/trick.py", "games/chimera/rules.py", "bots/club.py", "server/tables/table.py", "cli.py", file):
        (tmp_path / "stich" / other).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "stich" / other).write_text("", "utf-8")
    assert breaches(tmp_path, {"msgspec"}) == []
    (tmp_path / "stich" / file).write_text(code, "utf-8")
    found = breaches(tmp_path, {"msgspec"})
    assert len(found) == 1
    assert found[0].startswith(f"stich/{file}:{len(code.splitlines())} ")
    assert complaint in found[0]


def test_imports_along_the_arrow_are_in_order(tmp_path: Path) -> None:
    along = {
        "kernel/state.py": "from typing import Final\nfrom mypy_extensions import i64\nfrom librt.vecs import vec",
        "kernel/view.py": "from . import state\nfrom .state import State",
        "games/durak/rules.py": "from stich.kernel.state import State\nfrom stich.parts import trick",
        "games/durak/rules_score.py": "from stich.kernel.deal import DealResult",
        "games/durak/bot.py": "from stich.games.durak import rules\nfrom stich.bots import club",
        "parts/trick.py": "import hashlib",
        "bots/club.py": "from stich.kernel.view import View",
        "server/app.py": "import msgspec\nfrom stich import build_info\nfrom stich.bots import club",
        "cli.py": "from stich.server import app",
    }
    for file, code in along.items():
        (tmp_path / "stich" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "stich" / file).write_text(code, "utf-8")
    assert breaches(tmp_path, {"msgspec", *COMPILER}) == []


SERVER = [
    "messages",
    "typescript",
    "garbage",
    "logs",
    "reload",
    "state",
    "storage",
    "views",
    "bots",
    "tables",
    "connections",
    "pages",
    "app",
    "metrics",
    "serving",
    "workers",
    "listening",
    "settings",
]  # each floor stands on those before


def floor(module: str) -> int:
    """Return on which floor of the server a module stands; −1: on none."""
    parts = module.split(".")
    name = parts[2] if parts[:2] == ["stich", "server"] and len(parts) > 2 else ""
    return SERVER.index(name) if name in SERVER else -1


def test_the_server_stands_floor_on_floor() -> None:
    src = ROOT / "src"
    wrong = []
    for file in sorted((src / "stich/server").rglob("*.py")):
        here = floor(name_of(file, src))
        for line, imported in imports(file, src):
            if 0 <= here < floor(imported):
                wrong.append(f"{file.relative_to(src)}:{line} imports {imported} from a floor above")
    assert not wrong, "\n".join(wrong)
    server = src / "stich/server"
    folders = {f.name for f in server.iterdir() if (f / "__init__.py").is_file()}
    assert folders | {f.stem for f in server.glob("[!_]*.py")} == set(SERVER), "a folder or module without a floor"


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or through others."""
    reach: dict[str, set[str]] = {}
    for one in graph:
        todo, reach[one] = [one], set()
        while todo:
            used = graph.get(todo.pop(), set()) - reach[one]
            reach[one] |= used
            todo += used
    found = {
        tuple(sorted(name for name in reach[one] if one in reach.get(name, ()))) for one in reach if one in reach[one]
    }
    return [list(group) for group in sorted(found)]


def test_no_two_modules_import_each_other() -> None:
    src = ROOT / "src"
    graph = {
        name_of(file, src): {
            to
            for _, to in imports(file, src)
            if to.startswith("stich.") and (src / to.replace(".", "/")).with_suffix(".py").is_file()
        }
        for file in sorted((src / "stich").rglob("*.py"))
        if file.name != "__init__.py"
    }
    assert circles(graph) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def test_a_build_has_all_that_the_compiled_modules_import() -> None:
    """Imports are followed: what is missing in an isolated build leaves the engine uncompiled."""
    hook = PYPROJECT["tool"]["hatch"]["build"]["hooks"]["custom"]
    compiled = [file for pattern in hook["compile"] for file in ROOT.glob(pattern)]
    there = COMPILER | {IMPORTED_AS.get(name, name) for name in map(package, PYPROJECT["dependency-groups"]["mypyc"])}
    src, seen = ROOT / "src", set[Path]()
    while compiled:
        file = compiled.pop()
        if file in seen:
            continue
        seen.add(file)
        for line, name in imports(file, src):
            root = name.partition(".")[0]
            path = src / name.replace(".", "/")
            if root == "stich":
                compiled += [one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()]
            else:
                assert root in there | sys.stdlib_module_names, f"{file.name}:{line} imports {root}"
    assert len(seen) > 200


def package(requirement: object) -> str:
    """Return the name of a package, without its version."""
    return re.split(r"[\[<>=~!; ]", str(requirement))[0].lower()
