"""docs/hooks.md is what the docstrings say, and the guide has a line for every hook of Game, State and Phase.

`python tests/test_hooks.py --write` renews docs/hooks.md.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.once


ROOT = Path(__file__).parents[1]
HOOKS = ROOT / "docs/hooks.md"
ADD_A_GAME = ROOT / "docs/add-a-game.md"

# what a game is written with: the file below src/stich, and which classes and functions of it; none: all
SHOWN = {
    "kernel/game.py": ["Game", "Option", "Need", "Preset", "Deck"],
    "kernel/state.py": ["State", "Phase", "Setup", "Score", "DealResult"],
    "kernel/zones.py": ["Zone", "Fact", "Layout", "Rules"],
    "kernel/cards.py": ["Pack", "holds", "subsets", "has", "only", "seats_of", "add", "drop"],
    "kernel/action.py": ["Action", "Phrase", "Prompt", "Refused"],
    "kernel/verbs.py": ["Verb"],
    "parts/plain.py": [],
    "parts/trick_phase.py": [],
    "parts/trick_prompt.py": [],
    "parts/pass_phase.py": [],
    "parts/tricks.py": [],
    "parts/suits.py": [],
    "parts/melds/singles.py": [],
    "parts/window.py": ["Window", "BeforeTurn"],
    "parts/tuples.py": ["put", "plus", "credit"],
    "bots/player.py": ["Bot"],
    "bots/search.py": ["Search", "before"],
    "testing/__init__.py": [],
    "testing/table.py": [],
}
HEAD = """# Hooks

What a game is written with, as its docstrings say it. Made by `python tests/test_hooks.py --write`.
`docs/add-a-game.md` is the guide.
"""

Documented = ast.ClassDef | ast.FunctionDef


def documented(file: str, names: list[str]) -> list[Documented]:
    tree = ast.parse((ROOT / "src/stich" / file).read_text("utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    return [node for node in found if (node.name in names if names else not node.name.startswith("_"))]


def members(of: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the public methods and properties of a class."""
    return [node for node in of.body if isinstance(node, ast.FunctionDef) and is_public(node.name)]


def is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__getitem__"


def signature(node: ast.FunctionDef, name: str = "") -> str:
    arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    returned = f" -> {ast.unparse(node.returns)}" if node.returns and ast.unparse(node.returns) != "None" else ""
    return f"`{name or node.name}({arguments}){returned}`"


def told(node: Documented) -> str:
    """Return a docstring as a paragraph; what is set apart in it stays so."""
    text = textwrap.dedent(ast.get_docstring(node) or "")
    parts = [" ".join(part.split()) if not part.startswith(" ") else part for part in text.split("\n\n")]
    return "\n\n".join(parts)


def hooks() -> str:
    """Return docs/hooks.md as the sources tell it."""
    out = [HEAD]
    for file, names in SHOWN.items():
        out.append(f"## stich.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}\n")
        for node in documented(file, names):
            if isinstance(node, ast.FunctionDef):
                out.append(f"### {signature(node)}\n\n{told(node)}\n")
                continue
            made = [m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"]
            out.append(f"### {signature(made[0], node.name) if made else f'`{node.name}`'}\n\n{told(node)}\n")
            for member in members(node):
                words = told(member)
                out.append(f"- {signature(member)}" + (f": {words}" if words else ""))
            out.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip() + "\n"


def test_the_reference_is_what_the_docstrings_say() -> None:
    assert HOOKS.read_text("utf-8") == hooks(), "python tests/test_hooks.py --write"


def test_every_hook_has_a_docstring() -> None:
    for file, names in SHOWN.items():
        for node in documented(file, names):
            assert ast.get_docstring(node), f"{file}: {node.name}"
    for file, name in (("kernel/game.py", "Game"), ("kernel/state.py", "State"), ("kernel/state.py", "Phase")):
        of = documented(file, [name])[0]
        assert isinstance(of, ast.ClassDef)
        assert not [member.name for member in members(of) if not ast.get_docstring(member)], name


def test_the_guide_has_a_line_for_every_hook() -> None:
    """In its three tables: those of Game, State and Phase, no more and no less."""
    text = ADD_A_GAME.read_text("utf-8")
    for file, name in (("kernel/game.py", "Game"), ("kernel/state.py", "State"), ("kernel/state.py", "Phase")):
        table = text.partition(f"| `{name}` |")[2].partition("\n\n")[0]
        said = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.MULTILINE)
        named = {one for row in said for one in re.findall(r"`(\w+)`", row)}
        of = documented(file, [name])[0]
        assert isinstance(of, ast.ClassDef)
        assert named == {member.name for member in members(of)}, name


if __name__ == "__main__" and "--write" in sys.argv:
    HOOKS.write_text(hooks(), "utf-8")
