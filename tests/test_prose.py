"""The prose of the sources is plain English: docstrings and comments are complete, and words of a list do not occur.

Each rule is proven on a bad sample that it must find and on good ones that it must leave alone. `test_docs.py` checks
documents and the page's comments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from repository import statements

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
CODE = ("src", "benchmarks", "docs/generator", "tests", "run.py", "run_tests.py", "hatch_build.py")
"""Folders and files whose Python prose is checked."""
EXEMPT = {Path(__file__).resolve()}
"""This file quotes what it forbids."""

WORDS = {
    "whoever": r"\bwho(?:m|se)?(?:so)?ever\b",
    "befall": r"\bbef[ae]ll(?:s|en|ing)?\b",
    "anew": r"\banew\b",
    "lest": r"\blest\b",
    "thereby": r"\b(?:there|where|here)(?:by|of|in|upon|with|to|tofore)\b",
    "nobody's": r"\bnobody(?:'|’)s\b",
    "is told": r"\b(?:is|are|was|were|be|been|being) (?:\w+ )?told\b",
    "he for a player": r"\b(?:he|him|his|himself)\b",
    "whichever they are": r"\bwhichever they are\b",
    "out of which": r"\bout of which\b",
    "for else": r"\b(?:for|so that) else\b",
}
"""Name of a rule -> pattern, for any case. The first eight are not technical English; players are "they"."""

SENTENCE = re.compile(r"[\"“(]*[A-Z]")
"""How a sentence begins."""
ENDS = re.compile(r"""[.!?:…][)\]"'`*”’]*$""")
STRING_OR_COMMENT = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*"""'''
    r"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|#[^\n]*",
    re.DOTALL,
)
OPENING, CLOSING = "([{", ")]}"


class Prose(NamedTuple):
    """A docstring or comment. at: file and line; own: a comment on lines of its own, and no heading."""

    at: str
    text: str
    doc: bool
    own: bool = False


def prose(source: str, name: str = "") -> Iterator[Prose]:
    """Yield the docstrings and the comments of a Python source; comments of successive lines are joined."""
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield Prose(f"{name}:{node.lineno}", node.value.value, True)
    block: list[str] = []
    first = last = 0
    lines = ["", *source.split("\n"), ""]

    def comment() -> Prose:
        alone = not lines[first][: lines[first].index("#")].strip()
        heading = first == last and not lines[first - 1].strip() and not lines[first + 1].strip()
        return Prose(f"{name}:{first}", " ".join(block), False, alone and not heading)

    for line, column, text in comments(source):
        before = lines[line][:column].strip()
        if block and (line != last + 1 or before):
            yield comment()
            block = []
        if not block:
            first = line
        block.append(text.lstrip("#").strip())
        last = -1 if before else line
    if block:
        yield comment()


def comments(source: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and text of each comment; ten times as fast as `tokenize`."""
    line = end = 0
    for match in STRING_OR_COMMENT.finditer(source):
        if match[0][0] == "#":
            line += source.count("\n", end, match.start())
            end = match.start()
            yield line + 1, end - source.rfind("\n", 0, end) - 1, match[0]


def words_found(text: str) -> list[str]:
    """Return the rules of `WORDS` that a text breaks. What stands in back-ticks is code and not looked at."""
    spoken = re.sub(r"`[^`]*`", "", text)
    return [name for name, pattern in WORDS.items() if re.search(pattern, spoken, re.IGNORECASE)]


def unbalanced(text: str) -> bool:
    """Tell whether brackets are left open or closed twice, or back-ticks are odd. Half-open intervals do not occur."""
    if text.count("`") % 2:
        return True
    spoken = re.sub(r"`[^`]*`|\"[^\"\n]{0,12}\"|'.'|(?m:^\s*(?:\d+|[a-z])\) )", "", text)
    stack: list[str] = []
    for c in spoken:
        if c in OPENING:
            stack.append(CLOSING[OPENING.index(c)])
        elif c in CLOSING and (not stack or stack.pop() != c):
            return True
    return bool(stack)


def torn(text: str) -> bool:
    """Tell whether a line ends long before the margin though its sentence goes on, as after a faulty line break."""
    lines = ["" if line.startswith("    ") else line.strip() for line in cleandoc(text).split("\n")]  # code is indented
    for line, following in pairwise(lines):
        columns = "  " in line or "  " in following or line.startswith(("- ", "|", "* ", "#")) or "=" in line
        goes_on = re.match(r"[a-z`]+[ ,.]", following) and not re.search(r"[.!?:;,]$", line)
        if line and not columns and len(line) < 60 and goes_on and not re.match(r"python3? ", following):
            return True
    return False


def broken(text: str) -> str:
    """Return what is wrong with the form of a docstring, "" if nothing is."""
    said = text.strip()
    if not said:
        return "is empty"
    if re.match(r"[a-z]+(?:, [a-z]+)* [a-z]", said):
        return "begins in lower case"
    lines = text.rstrip().split("\n")
    listed = len(lines) > 1 and bool(
        re.search(r"\S {2,}\S|^ {4,}\S.* = |^\s*\|.*\|$", lines[-1])
    )  # a table or code, not a sentence
    if not listed and not ENDS.search(said):
        return "breaks off without a full stop"
    if unbalanced(said):
        return "has unbalanced brackets or back-ticks"
    if torn(said):
        return "has a line that breaks off"
    return ""


def faults(one: Prose) -> list[str]:
    """Return the faults of one docstring or comment, with their place."""
    found = [f"{one.at}: {rule}" for rule in words_found(one.text)]
    if one.doc and (what := broken(one.text)):
        found.append(f"{one.at}: docstring {what}")
    listed = "  " in one.text or one.text.endswith("--")  # a table, or a line drawn below a heading
    if one.own and SENTENCE.match(one.text) and not listed and not re.search(r"[.?!:…`][)\"'”’]*$", one.text):
        found.append(f"{one.at}: comment breaks off without a full stop")
    return found


def files(names: tuple[str, ...], suffix: str) -> list[Path]:
    """Return the files below these folders, or the files themselves, without `EXEMPT`."""
    found: list[Path] = []
    for name in names:
        path = ROOT / name
        found += sorted(path.rglob(f"*{suffix}")) if path.is_dir() else [path]
    return [path for path in found if path.resolve() not in EXEMPT and "__pycache__" not in path.parts]


@pytest.mark.parametrize("name", CODE)
def test_docstrings_and_comments_are_plain_and_complete(name: str) -> None:
    read = 0
    wrong: list[str] = []
    for path in files((name,), ".py"):
        for one in prose(path.read_text("utf-8"), path.relative_to(ROOT).as_posix()):
            read += 1
            wrong += faults(one)
    assert read > 5, "nothing was read"
    assert not wrong, "\n" + "\n".join(wrong)


BAD_WORDS = {
    "whoever": "Whoever leads plays.",
    "befall": "What befell the table.",
    "anew": "Write the file anew.",
    "lest": "Wait, lest it fail.",
    "thereby": "It thereby ends, whereof more below.",
    "nobody's": "A fault is nobody's end.",
    "is told": "Each seat is then told its cards.",
    "he for a player": "A player shows his hand.",
    "whichever they are": "It says nothing, whichever they are.",
    "out of which": "The pack out of which it came.",
    "for else": "It waits, for else it would show.",
}

BAD_FORMS = {
    "is empty": "  ",
    "begins in lower case": "returns the cards.",
    "breaks off without a full stop": "Return the cards of a hand that",
    "has unbalanced brackets or back-ticks": "Return the cards (of a hand.",
    "has a line that breaks off": "Cards and zones.\n\nA zone\nis a `bytes`: immutable.",
}

GOOD = (
    "Return the cards of a hand; [] if there are none.",
    'The notation, "J7 PI"; a back is "?".',
    "Raises Refused: `error.card` (card, game).\n\nseat: the viewer; `may` (0: nobody) is a set.",
    "Rows of a table:\n\n    python benchmarks/melds.py          both\n    python run.py    one\n",
    "There, here and in the heart of Switzerland: the theme is this history, retold and shorter.",
)


@pytest.mark.parametrize("rule", WORDS)
def test_each_word_is_found(rule: str) -> None:
    assert rule in words_found(BAD_WORDS[rule])
    assert faults(next(prose(f"# {BAD_WORDS[rule]}\n", "x.py")))


@pytest.mark.parametrize("rule", BAD_FORMS)
def test_each_broken_form_is_found(rule: str) -> None:
    assert broken(BAD_FORMS[rule]) == rule
    source = f'def f() -> None:\n    """{BAD_FORMS[rule]}"""\n'
    assert [rule in fault for fault in faults(next(prose(source, "x.py")))] == [True]


@pytest.mark.parametrize("text", GOOD)
def test_good_prose_is_left_alone(text: str) -> None:
    assert not faults(Prose("x.py:1", text, True))


def test_code_in_back_ticks_is_no_prose() -> None:
    assert not words_found("The column `told` and `is told` are names.")


def test_a_comment_of_several_lines_is_one() -> None:
    assert [one.text for one in prose("# is\n# told\nx = 1  # z\n# y\n")] == ["is told", "z", "y"]


@pytest.mark.parametrize(
    "cut", ["x = 1\n# Both wait until they\ny = 2\n", "# One of the\n# Two which\n", '# "Re" if the\nx = 1']
)
def test_a_comment_that_breaks_off_is_found(cut: str) -> None:
    assert ["breaks off" in fault for one in prose(cut, "x.py") for fault in faults(one)] == [True]


@pytest.mark.parametrize(
    "whole", ["\n# Writing\n\nx = 1", "x = 1  # Of a hand", "# One.\n# Two: `x`\n", "# of a hand\n", "# As in:\nx = 1"]
)
def test_a_comment_that_is_whole_is_left_alone(whole: str) -> None:
    assert [fault for one in prose(whole, "x.py") for fault in faults(one)] == []
