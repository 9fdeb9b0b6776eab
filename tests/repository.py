"""The repository as the tests see it: where it is, what it says of itself, which files are its own."""

from __future__ import annotations

import ast
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatch_build import modules_to_compile

ROOT = Path(__file__).parents[1]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOOK: dict[str, list[str]] = PYPROJECT["tool"]["hatch"]["build"]["hooks"]["custom"]


def compiled_files() -> list[str]:
    """List the files that a compiled build compiles, as paths below ROOT."""
    return modules_to_compile(HOOK["compile"], HOOK["interpreted"], ROOT)


def own_files() -> list[Path]:
    """List the files that belong to the repository: those that git knows, with those that it is about to know. In an
    unpacked source distribution, which has no git folder, those that git would not ignore.
    """
    with TemporaryDirectory() as empty:
        place = [] if (ROOT / ".git").exists() else [f"--git-dir={empty}", f"--work-tree={ROOT}"]
        if place:
            subprocess.run(["git", "init", "-q", "--bare", empty], check=True)
        command = ["git", *place, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.check_output(command, cwd=ROOT, text=True).split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements below a node in the order of the source: a tenth of what `ast.walk` goes through."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for part in getattr(node, field, ()):
            if isinstance(part, ast.stmt):
                yield part
            yield from statements(part)
