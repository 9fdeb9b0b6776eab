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
HOOKED = {"Game": ["kernel/game.py:Game"], "State": ["kernel/state.py:State", "kernel/placement.py:Placement"]}
HOOKED["Phase"] = ["kernel/state.py:Phase"]

# what a game is written with: the file below src/stich, and which classes and functions of it; none: all
SHOWN = {
    "kernel/game.py": ["Game"],
    "kernel/options.py": ["Option", "Need", "Preset"],
    "kernel/state.py": ["State", "Phase"],
    "kernel/placement.py": ["Placement"],
    "kernel/deal.py": ["Setup", "Deck", "Score", "Tally", "DealResult"],
    "kernel/zones.py": ["Zone", "Fact", "Layout", "Rules"],
    "kernel/cards.py": ["Pack", "holds", "subsets", "has", "only", "seats_of", "add", "drop"],
    "kernel/action.py": ["Action", "Phrase", "Prompt", "Refused"],
    "kernel/situation.py": ["Situation", "Side", "Reached"],
    "kernel/verbs.py": ["Verb"],
    "parts/plain.py": [],
    "parts/trick_phase.py": [],
    "parts/trick_prompt.py": [],
    "parts/pass_phase.py": [],
    "parts/tricks.py": [],
    "parts/suits.py": [],
    "parts/melds/singles.py": [],
    "parts/window.py": ["Window", "BeforeTurn"],
    "parts/hands.py": [],
    "parts/tuples.py": ["put", "plus", "credit"],
    "kernel/view.py": ["View"],
    "bots/player.py": ["Bot"],
    "bots/search.py": ["Search", "before"],
    "testing/__init__.py": [],
    "testing/table.py": [],
}
HEAD = """# Hooks

What a game is written with, as its docstrings say it. Made by `python tests/test_hooks.py --write`.
`docs/add-a-game.md` is the guide."""

WIDTH = 120  # columns of a line

Documented = ast.ClassDef | ast.FunctionDef


def documented(file: str, names: list[str]) -> list[Documented]:
    tree = ast.parse((ROOT / "src/stich" / file).read_text("utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    return [node for node in found if (node.name in names if names else not node.name.startswith("_"))]


def members(of: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the public methods and properties of a class."""
    return [node for node in of.body if isinstance(node, ast.FunctionDef) and is_public(node.name)]


def hooked(name: str) -> list[ast.FunctionDef]:
    """Return what a game inherits from Game, State or Phase."""
    found: list[ast.FunctionDef] = []
    for place in HOOKED[name]:
        file, _, own = place.partition(":")
        of = documented(file, [own])[0]
        assert isinstance(of, ast.ClassDef)
        found += members(of)
    return found


def is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__getitem__"


def arguments(node: ast.FunctionDef) -> list[str]:
    """Return the arguments of a function as they are written, without `self`."""
    taken = [*node.args.posonlyargs, *node.args.args]
    gaps: list[ast.expr | None] = [None] * (len(taken) - len(node.args.defaults))
    pairs = zip(taken, [*gaps, *node.args.defaults], strict=True)
    out = [ast.unparse(a) + (f" = {ast.unparse(d)}" if d else "") for a, d in pairs if a.arg not in ("self", "cls")]
    out += [f"*{ast.unparse(node.args.vararg)}"] if node.args.vararg else []
    only = list(zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True))
    out += ["*"] if only and not node.args.vararg else []
    out += [ast.unparse(a) + (f" = {ast.unparse(d)}" if d else "") for a, d in only]
    return out + ([f"**{ast.unparse(node.args.kwarg)}"] if node.args.kwarg else [])


def signature(node: ast.FunctionDef, name: str = "") -> str:
    returned = f" -> {ast.unparse(node.returns)}" if node.returns and ast.unparse(node.returns) != "None" else ""
    return f"{name or node.name}({', '.join(arguments(node))}){returned}"


def heading(node: ast.FunctionDef, name: str = "") -> list[str]:
    """Return a signature as a block of code, with a line for each argument where one line is too short."""
    whole = signature(node, name)
    if len(whole) <= WIDTH - 4:
        return [f"    {whole}"]
    before, after = whole.split("(", 1)[0], whole[whole.rindex(")") :]
    return [f"    {before}(", *(f"        {one}," for one in arguments(node)), f"    {after}"]


def made(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"), None)


def fields(node: Documented) -> set[str]:
    """Return the names that a docstring can explain as "name: meaning": arguments, and attributes of a class."""
    if isinstance(node, ast.ClassDef):
        own = {m.target.id for m in node.body if isinstance(m, ast.AnnAssign) and isinstance(m.target, ast.Name)}
        init = made(node)
        return own | (fields(init) if init else set())
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
    return {a.arg for a in every if a}


def wrapped(text: str, first: str, indent: str) -> list[str]:
    """Return a text in lines, none of which begins like an item of a list."""
    glued = re.sub(r" (?=(?:\d+[.)]|[-+*#>|])(?: |$))", "\0", text)
    lines = textwrap.wrap(
        glued, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


def told(node: Documented, intro: str, indent: str) -> list[str]:
    """Return a docstring in Markdown. What it says of each argument or attribute is an item of a list.

    intro: what its first line begins with. indent: that of all other lines.
    """
    out: list[str] = []
    known = fields(node)
    for part in textwrap.dedent(ast.get_docstring(node) or "").split("\n\n"):
        if part.startswith(" "):
            out += ["", *(f"{indent}{line}" for line in part.split("\n"))] if out else part.split("\n")
            continue
        # what is indented in a paragraph is a list of values, a line each
        lines = re.findall(r"(?:^\S.*(?:\n(?! )|$))+|^ .*$", part, re.MULTILINE)
        plain = "\n".join(" ".join(line.split("\n")).rstrip() if line[0] != " " else line for line in lines)
        names = rf"(?:{'|'.join(sorted(known))})"
        pieces = re.split(rf"(?:^|(?<=[.;:?!)\n]) +|\n)(?=(?:{names}, )*{names}: )", plain) if known else [plain]
        for piece in pieces:
            words, *values = piece.split("\n")
            field = re.match(rf"((?:{names}, )*{names}): ", words) if known else None
            if not words:
                continue
            if field:
                named = ", ".join(f"`{name}`" for name in field[1].split(", "))
                if out and not out[-1].lstrip().startswith("- ") and not is_item(out):
                    out.append("")
                out += wrapped(f"{named}: {words[field.end() :]}", f"{indent}- ", f"{indent}  ")
            else:
                out += ["", *wrapped(words, indent, indent)] if out else wrapped(intro + words, "", indent)
            for value in values:
                name, _, meaning = value.strip().partition("  ")
                out += wrapped(f"`{name}`: {meaning.strip()}", f"{indent}  - ", f"{indent}    ")
    return out or ([intro.removesuffix(": ")] if intro else [])


def is_item(lines: list[str]) -> bool:
    """Tell whether the last paragraph of these lines is a list."""
    last = len(lines) - 1
    while last > 0 and lines[last - 1] != "":
        last -= 1
    return lines[last].lstrip().startswith("- ")


def hooks() -> str:
    """Return docs/hooks.md as the sources tell it."""
    out = [HEAD, ""]
    for file, names in SHOWN.items():
        out += [f"## stich.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}", ""]
        for node in documented(file, names):
            out += [f"### {node.name}", ""]
            if isinstance(node, ast.FunctionDef):
                out += [*heading(node), "", *told(node, "", ""), ""]
                continue
            init = made(node)
            if init:
                out += [*heading(init, node.name), ""]
            out += [*told(node, "", ""), ""]
            if members(node):
                out += ["Methods:", ""]
            for member in members(node):
                out += told(member, f"- `{signature(member)}`: ", "  ")
            out.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in out)).strip() + "\n"


def test_the_reference_is_what_the_docstrings_say() -> None:
    assert HOOKS.read_text("utf-8") == hooks(), "python tests/test_hooks.py --write"


def test_each_field_is_an_item_of_a_list() -> None:
    text = hooks()
    assert "- `points`: for each seat.\n- `why`: the lines that add up to them.\n" in text
    assert '- `to`: what the target is.\n  - `""`: there is none, `Action.to` is −1\n  - `"number"`: ' in text
    assert not [line for line in text.split("\n") if len(line) > WIDTH]


def test_every_hook_has_a_docstring() -> None:
    for file, names in SHOWN.items():
        for node in documented(file, names):
            assert ast.get_docstring(node), f"{file}: {node.name}"
    for name in HOOKED:
        assert not [member.name for member in hooked(name) if not ast.get_docstring(member)], name


def test_the_guide_has_a_line_for_every_hook() -> None:
    """In its three tables: those of Game, State and Phase, no more and no less."""
    text = ADD_A_GAME.read_text("utf-8")
    for name in HOOKED:
        table = text.partition(f"| `{name}` |")[2].partition("\n\n")[0]
        said = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.MULTILINE)
        named = {one for row in said for one in re.findall(r"`(\w+)`", row)}
        assert named == {member.name for member in hooked(name)}, name


if __name__ == "__main__" and "--write" in sys.argv:
    HOOKS.write_text(hooks(), "utf-8")
