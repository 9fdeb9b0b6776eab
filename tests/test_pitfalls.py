"""What mypyc gets wrong and the engine therefore never writes.

mypyc 2.4.1 puts a constant left operand of `<<` into C as it stands: with a native right operand `1 << c` is a shift of
C's 32-bit int, wrong from c = 31 on, while the interpreted build is right. A plain `int` is safe, and so are a table of
bits, a parameter and a shift by a constant. The build hook refuses such C; the lint here names the Python line, and
needs no compiler.

It also compiles a `Final` tuple of floats so that no function can read it ("was not set"). A list has no such fault.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hatch_build import shifted_constants
from repository import ROOT, compiled_files

pytestmark = pytest.mark.once

NATIVE = {"i64", "i32", "i16", "u8"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_native(annotation: ast.expr | None) -> bool:
    """Tell whether an annotation speaks of a native integer: `i64`, `Final[i64]`, `vec[i64]` (its items are)."""
    return annotation is not None and any(isinstance(n, ast.Name) and n.id in NATIVE for n in ast.walk(annotation))


@dataclass
class Engine:
    """What all the modules together declare to be native, by name: attributes, what functions return, globals."""

    attributes: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=lambda: set(NATIVE))
    names: set[str] = field(default_factory=set)
    constants: set[str] = field(default_factory=set)

    def read(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, Function) and is_native(node.returns):
                self.functions.add(node.name)
            elif (
                isinstance(node, ast.AnnAssign)
                and is_native(node.annotation)
                and isinstance(node.target, ast.Attribute)
            ):
                self.attributes.add(node.target.attr)
        for statement in tree.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if is_native(statement.annotation):
                    self.names.add(statement.target.id)
                if statement.value is not None and is_constant(statement.value, set()):
                    self.constants.add(statement.target.id)

    def native(self, node: ast.expr, names: set[str]) -> bool:
        match node:
            case ast.Name(id=name):
                return name in names
            case ast.Attribute(attr=name):
                return name in self.attributes
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return name in self.functions
            case ast.Subscript(value=value):
                return self.native(value, names)
            case ast.BinOp(left=left, right=right):
                return self.native(left, names) or self.native(right, names)
            case ast.UnaryOp(operand=operand):
                return self.native(operand, names)
            case ast.IfExp(body=body, orelse=other):
                return self.native(body, names) or self.native(other, names)
        return False


def is_constant(node: ast.expr, constants: set[str]) -> bool:
    """Tell whether mypyc folds an expression to a number: literals, constants, `i64(...)` and sums of these."""
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in constants
        case ast.UnaryOp(operand=operand):
            return is_constant(operand, constants)
        case ast.BinOp(left=left, right=right):
            return is_constant(left, constants) and is_constant(right, constants)
        case ast.Call(func=ast.Name(id=name), args=[argument]) if name in NATIVE:
            return is_constant(argument, constants)
    return False


def scopes(tree: ast.Module) -> Iterator[ast.Module | Function]:
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def assignments(scope: ast.AST) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    """Yield name, annotation and value of every assignment to a name in a scope; None where there is none."""
    for node in ast.walk(scope):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.annotation, node.value
        elif isinstance(node, ast.Assign):
            yield from ((t.id, None, node.value) for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.AugAssign | ast.For) and isinstance(node.target, ast.Name):
            yield node.target.id, None, None


def wrong_shifts(tree: ast.Module, engine: Engine) -> list[int]:
    """List the lines on which a constant is shifted left by a native integer, or a native constant by anything."""
    lines: set[int] = set()
    for scope in scopes(tree):
        names, constants = set(engine.names), set(engine.constants)
        if isinstance(scope, Function):
            parameters = [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]
            given = {p.arg for p in parameters}
            names = names - given | {p.arg for p in parameters if is_native(p.annotation)}
            constants -= given
            assigned = list(assignments(scope))
            times = [name for name, _, _ in assigned]
            for name, annotation, value in assigned:
                if is_native(annotation) or (value is not None and engine.native(value, names)):
                    names.add(name)
                constants.discard(name)
                if times.count(name) == 1 and value is not None and is_constant(value, constants):
                    constants.add(name)  # mypyc carries a constant that is assigned once to where it is used
        for node in ast.walk(scope) if isinstance(scope, Function) else module_level(scope):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                by_constant = is_constant(node.right, constants)
                native = engine.native(node.left, names) or engine.native(node.right, names)
                if native and is_constant(node.left, constants) and not by_constant:
                    lines.add(node.lineno)
    return sorted(lines)


def module_level(tree: ast.Module) -> Iterator[ast.AST]:
    for statement in tree.body:
        if not isinstance(statement, Function | ast.ClassDef):
            yield from ast.walk(statement)


def test_no_compiled_module_shifts_a_constant_by_a_native_integer() -> None:
    trees = {file: ast.parse((ROOT / file).read_text("utf-8"), file) for file in compiled_files()}
    engine = Engine()
    for tree in trees.values():
        engine.read(tree)
    found = [f"{file}:{line}" for file, tree in trees.items() for line in wrong_shifts(tree, engine)]
    assert not found, f"a constant left operand of << in native code (take a table of bits): {', '.join(found)}"


SAMPLE = """
ONE: Final = 1
NATIVE: Final[i64] = 1
BIT: Final = [2**i for i in range(62)]
class Hand:
    def __init__(self) -> None:
        self.plane: i64 = 0
def shift_of(c: i64) -> i64: return c
"""
WRONG = {
    "literal": "def f(c: i64) -> i64:\n    return 1 << c",
    "literal in a larger expression": "def f(x: i64, c: i64) -> bool:\n    return x & (1 << c) != 0",
    "negative": "def f(c: i64) -> i64:\n    return -1 << c",
    "sum": "def f(c: i64) -> i64:\n    return (2 - 1) << (c + 1)",
    "converted": "def f(c: i64) -> i64:\n    return i64(1) << c",
    "local": "def f(c: i64) -> i64:\n    one: i64 = 1\n    return one << c",
    "inferred local": "def f(c: i64) -> i64:\n    one = i64(1)\n    return one << c",
    "native local by an int": "def f(c: int) -> i64:\n    one: i64 = 1\n    return one << c",
    "module constant": "def f(c: i64) -> i64:\n    return ONE << c",
    "native module constant": "def f(c: i64) -> i64:\n    return NATIVE << c",
    "in place": "def f(c: i64) -> i64:\n    x: i64 = 0\n    x |= 7 << c\n    return x",
    "by an item": "def f(v: vec[i64]) -> i64:\n    return 1 << v[0]",
    "by an attribute": "def f(h: Hand) -> i64:\n    return 1 << h.plane",
    "by a result": "def f(c: i64) -> i64:\n    return 1 << shift_of(c)",
}
RIGHT = {
    "plain int": "def f(c: int) -> int:\n    return 1 << c",
    "by a constant": "def f(c: i64) -> i64:\n    return 1 << 40",
    "table": "def f(c: i64) -> i64:\n    return BIT[c]",
    "parameter": "def f(one: i64, c: i64) -> i64:\n    return one << c",
    "a parameter named as a constant": "def f(ONE: i64, c: i64) -> i64:\n    return ONE << c",
    "a variable": "def f(c: i64) -> i64:\n    x: i64 = 1\n    while c:\n        x = x << c\n    return x",
    "to the right": "def f(c: i64) -> i64:\n    return 5 >> c",
}


@pytest.mark.parametrize("code", WRONG.values(), ids=WRONG.keys())
def test_the_lint_finds(code: str) -> None:
    tree = ast.parse(SAMPLE + code)
    engine = Engine()
    engine.read(tree)
    lines = (SAMPLE + code).splitlines()
    assert [lines[n - 1].count("<<") for n in wrong_shifts(tree, engine)] == [1]


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT.keys())
def test_the_lint_lets_pass(code: str) -> None:
    tree = ast.parse(SAMPLE + code)
    engine = Engine()
    engine.read(tree)
    assert wrong_shifts(tree, engine) == []


def test_the_build_refuses_c_that_shifts_a_constant(tmp_path: Path) -> None:
    """Each sample that the lint calls wrong comes out of mypyc as C that the build hook refuses, and no other."""
    from mypyc.build import mypycify

    functions = {"wrong": list(WRONG.values()), "right": list(RIGHT.values())}
    head = "from typing import Final\nfrom librt.vecs import vec\nfrom mypy_extensions import i64\n" + SAMPLE
    for kind, samples in functions.items():
        body = "\n".join(code.replace("def f(", f"def f{n}(") for n, code in enumerate(samples))
        module = tmp_path / f"{kind}.py"
        module.write_text(head + body, "utf-8")
        options = ["--config-file=", "--cache-dir", str(tmp_path / "cache"), str(module)]
        extensions = mypycify(options, target_dir=str(tmp_path / kind))
        found = shifted_constants([Path(source) for extension in extensions for source in extension.sources])
        assert len(found) == (len(samples) if kind == "wrong" else 0), found


def final_tuples(tree: ast.Module) -> list[int]:
    """List the lines of a module's Final tuples of which all items are floats or native integers."""
    return [
        node.lineno
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Tuple) and node.value.elts
        if "Final" in ast.unparse(node.annotation) and all(is_unboxed(item) for item in node.value.elts)
    ]


def is_unboxed(item: ast.expr) -> bool:
    if isinstance(item, ast.UnaryOp):
        return is_unboxed(item.operand)
    if isinstance(item, ast.Call):
        return isinstance(item.func, ast.Name) and item.func.id in NATIVE
    return isinstance(item, ast.Constant) and isinstance(item.value, float)


def test_no_compiled_module_has_a_final_tuple_of_floats() -> None:
    trees = {file: ast.parse((ROOT / file).read_text("utf-8"), file) for file in compiled_files()}
    found = [f"{file}:{line}" for file, tree in trees.items() for line in final_tuples(tree)]
    assert not found, f"a Final tuple of floats, which no compiled function can read (take a list): {', '.join(found)}"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("TOP: Final = (12.0, 0.0)", True),
        ("TOP: Final[tuple[float, float]] = (-12.0, 0.5)", True),
        ("TOP: Final = (i64(1), i64(2))", True),
        ("TOP: Final = [12.0, 0.0]", False),
        ("TOP: Final = (1, 2)", False),  # an int knows that it was not set
        ("TOP: Final = (12.0, 1)", False),
        ("NONE: Final = ()", False),
    ],
)
def test_the_lint_knows_a_final_tuple_of_floats(line: str, wrong: bool) -> None:
    assert bool(final_tuples(ast.parse(line))) == wrong
