"""The documents say what is true: examples run, commands and options are the program's, every word has its texts.

`python tests/test_docs.py --write` renews docs/commands.md.
"""

from __future__ import annotations

import argparse
import ast
import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stich.bots.search import Search
from stich.cli import parser
from stich.games import games
from stich.testing.texts import UNNAMED
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
COMMANDS = ROOT / "docs/commands.md"
ADD_A_GAME = ROOT / "docs/add-a-game.md"
ARCHITECTURE = ROOT / "ARCHITECTURE.md"


@pytest.mark.parametrize(("file", "least"), [("README.md", 7), ("docs/env.md", 20)])
def test_the_examples_run(file: str, least: int) -> None:
    tried = doctest.testfile(str(ROOT / file), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried.attempted >= least
    assert tried.failed == 0


def verbs(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all verbs, by name."""
    found = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found.choices)


def rows(of: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a line for each thing that can be given."""
    for action in of._actions:
        if isinstance(action, (argparse._HelpAction, argparse._SubParsersAction)):
            continue
        name = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        value = f" {action.metavar or action.dest.upper()}" if action.option_strings and action.nargs != 0 else ""
        told = (action.help or "") % {"default": action.default, "prog": "stich"}
        yield f"| `{name}{value}` | {told} |"


def commands() -> str:
    """Return docs/commands.md as the program itself tells it."""
    top = parser()
    out = ["# Commands", "", "Made from the program's own help: `python tests/test_docs.py --write`.", ""]
    for name, of in {"": top, **verbs(top)}.items():
        out += [
            f"## stich {name}".rstrip(),
            "",
            (of.description or "").strip(),
            "",
            "| | |",
            "|---|---|",
            *rows(of),
            "",
        ]
    out += [
        "## Settings in the environment",
        "",
        "| | |",
        "|---|---|",
        "| `STICH_LANG` | the language of the messages: en, de, fr or hu; else the system's. Help texts are English |",
        "| `STICH_DATABASE` | the same as `--database`, where others on the machine cannot read the password |",
        "| `STICH_ADMIN_TOKEN` | the token of the operator, at least 20 characters: see `stich admin-token` |",
        "| `STICH_PURE`, `STICH_WEB`, `STICH_COMPILE`, `STICH_SHIPPED` | what a build makes: see `hatch_build.py` |",
        "",
    ]
    return "\n".join(out)


def test_every_command_and_option_is_documented() -> None:
    assert COMMANDS.read_text("utf-8") == commands(), "python tests/test_docs.py --write"


def test_every_option_has_a_sentence() -> None:
    for of in (parser(), *verbs(parser()).values()):
        for action in of._actions:
            told = action.help or isinstance(action, argparse._SubParsersAction)
            assert told, f"{of.prog}: {action.dest} has no help"


def test_the_commands_of_the_readme_are_understood() -> None:
    lines = re.findall(r"^    (stich .*?)(?:  .*)?$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(lines) > 4
    for line in lines:
        parser().parse_args(line.split()[1:])


# -- files that are named

OLD_NAMES = ("0019-standard-names.md", "0024-a-file-for-each-subject.md")  # with the names of files that are gone
DOCUMENTS = sorted(
    file
    for where in (".", "docs", "docs/decisions", "docs/site", "docs/site/*", "web")
    for file in ROOT.glob(f"{where}/*.md")
    if file.name not in OLD_NAMES
)
TREES = (ROOT, ROOT / "src", ROOT / "src/stich", ROOT / "web", ROOT / "web/src", ROOT / "src/stich/games/chimera")


def gone(text: str) -> list[str]:
    """Return the files that a document names and nobody finds. `<game>` and the like stand for any name."""
    named = set(re.findall(r"`([\w<>*.-]+/[\w<>*./-]+\.(?:py|ts|svelte|md|css|json|toml))`", text))
    patterns = {name: re.sub(r"<\w+>|NAME", "*", name) for name in named}
    return sorted(name for name, like in patterns.items() if not any(any(tree.glob(like)) for tree in TREES))


def gone_from_the_page(text: str) -> list[str]:
    """Return the files of the page that its README names without a folder and nobody finds."""
    named = set(re.findall(r"`(\w[\w.-]*\.(?:ts|svelte))`", text))
    there = {file.name for file in (ROOT / "web").glob("*.*")} | {file.name for file in PAGE_FILES} | {"protocol.ts"}
    return sorted(named - there)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_files_that_a_document_names_are_there(file: Path) -> None:
    assert not gone(file.read_text("utf-8"))


def test_the_files_that_the_readme_of_the_page_names_are_there() -> None:
    assert not gone_from_the_page((ROOT / "web/README.md").read_text("utf-8"))
    assert gone_from_the_page("`ahead.ts`, `premove.ts`") == ["ahead.ts"]


def test_a_file_that_is_gone_is_noticed() -> None:
    assert gone("see `server/hall.py` and `tests/<game>/deals.py`, `kernel/view.py`") == ["server/hall.py"]


# -- what each net catches


def lengths(file: str) -> dict[str, int]:
    """Return how many elements each list or set has that a module names at its top level."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return {
        ast.unparse(node.targets[0]): len(node.value.elts)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.Set)
    }


def test_the_nets_are_as_large_as_the_table_of_trust_says() -> None:
    table = (ROOT / "docs/trust.md").read_text("utf-8").partition("| net |")[2].partition("\n\n")[0]
    faults = lengths("tests/kernel/test_laws_find_faults.py")
    often, caught, missed = faults["OFTEN"], faults["CAUGHT"], faults["NOT_CAUGHT"]
    assert f"| {often} faults for the laws, all leaks | {caught} faults for the laws; {missed} that laws" in table
    for pairs in (lengths_of_pairs("FEW"), lengths_of_pairs("MANY")):
        assert f"{min(pairs)} to {max(pairs)} pairs a game" in table


def lengths_of_pairs(name: str) -> list[int]:
    """Return how many pairs tests/server/test_leaks.py takes of each game."""
    line = re.search(rf"^{name} = (.*)$", (ROOT / "tests/server/test_leaks.py").read_text("utf-8"), re.MULTILINE)
    assert line
    return [int(number) for number in re.findall(r", (\d+)\)", line[1])]


# -- plain English

DIALECT = re.compile(
    r"\b(who(?:m|se)?(?:so)?ever|whence|bef[ae]ll(?:s|en)?|anew|thereby|lest|nought|he|his|him|himself|nobody['’]s"
    r"|(?:is|are|be|was|were|been|being) told)\b",
    re.IGNORECASE,
)
COMMENT = re.compile(r"(?<![:\"'`\w])//[^\n]*|/\*.*?\*/|<!--.*?-->", re.DOTALL)
MADE = {COMMANDS, ROOT / "web/src/wire/protocol.ts"}  # from texts that stand elsewhere
PAGE_FILES = [
    file
    for where in ("src", "tests", "dev", "pictures")
    for file in sorted((ROOT / "web" / where).rglob("*"))
    if file.suffix in (".ts", ".svelte", ".css") and file not in MADE
]


def dialect(text: str) -> list[str]:
    """Return the words of a text that these documents do not use. Code, in backticks, is not looked at."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return sorted({found[0].lower() for found in DIALECT.finditer(prose)})


@pytest.mark.parametrize("file", [file for file in DOCUMENTS if file not in MADE], ids=lambda file: file.name)
def test_a_document_is_in_plain_english(file: Path) -> None:
    assert not dialect(file.read_text("utf-8"))


def test_the_comments_of_the_page_are_in_plain_english() -> None:
    assert len(PAGE_FILES) > 200
    found = {
        str(file.relative_to(ROOT)): dialect(" ".join(COMMENT.findall(file.read_text("utf-8")))) for file in PAGE_FILES
    }
    assert not {file: words for file, words in found.items() if words}


def test_words_that_are_not_plain_are_noticed() -> None:
    assert dialect("Whoever sits is told anew; `he` is code, and the protocol told.") == ["anew", "is told", "whoever"]
    assert COMMENT.findall("a = 1; // his\n/** her\n * text */ <!-- x --> 'http://his'") == [
        "// his",
        "/** her\n * text */",
        "<!-- x -->",
    ]


# -- the walk of one action


def walk(text: str) -> list[str]:
    """Return the numbered lines of the walk in ARCHITECTURE.md."""
    section = text.partition("## A walk of one action from click to page")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. (.*)$", section, re.MULTILINE)


def lost(line: str) -> list[str]:
    """Return what a line of the walk names and no file has: files, and names that stand in none of the line's files."""
    named = re.findall(r"`([^`]+)`", line)
    files = [name for name in named if "/" in name]
    missing = [name for name in files if not (ROOT / name).is_file()]
    texts = [(ROOT / name).read_text("utf-8") for name in files if name not in missing]
    for name in named:
        word = re.escape(name.rpartition(".")[2])
        if "/" not in name and not any(re.search(rf"(?<!\w){word}(?!\w)", text) for text in texts):
            missing.append(name)
    return missing


def test_the_walk_of_one_action_names_what_there_is() -> None:
    lines = walk(ARCHITECTURE.read_text("utf-8"))
    assert 10 < len(lines) <= 15
    for line in lines:
        assert re.findall(r"`[^`]+/[^`]+`", line), line
        assert not lost(line), line


def test_a_walk_that_names_what_is_gone_is_noticed() -> None:
    line = "`web/src/table/table.svelte.ts`: `act` calls `posted` of `web/src/gone.ts`"
    assert lost(line) == ["web/src/gone.ts", "posted"]


# -- how to add a game


def test_every_file_that_a_game_is_added_with_is_there() -> None:
    text = ADD_A_GAME.read_text("utf-8")
    named = re.findall(r"`((?:tests|src|docs|stich|games|parts|bots)/[\w./]+)`", text)
    assert len(named) > 15
    folders = (ROOT, ROOT / "src", ROOT / "src/stich")
    assert not [name for name in named if not any((folder / name).exists() for folder in folders)]


def test_every_command_that_a_game_is_added_with_is_understood() -> None:
    """`stich` takes what it is given there, and each tool exists and has the options that it is given."""
    text = ADD_A_GAME.read_text("utf-8").replace("<name>", "herzblatt")
    lines = re.findall(r"^    (stich .*?)(?:   .*)?$", text, re.MULTILINE) + re.findall(r"`(stich \w+ [^`]+)`", text)
    assert len(lines) > 5
    for line in lines:
        if line.split()[1] in verbs(parser()):
            parser().parse_args(line.replace("FOLDER", ".").split()[1:])
    tools = re.findall(r"python (?:-m )?(?:tests/)?(\w+)(?:\.py)? (--\w+)", text)
    assert {tool for tool, _ in tools} == {"rounds", "golden", "fingerprint", "test_words", "test_readme"}
    for tool, option in tools:
        assert f'"{option}"' in (ROOT / f"tests/{tool}.py").read_text("utf-8"), (tool, option)


def misquoted(text: str) -> list[str]:
    """Return the files of which a document quotes what does not stand there."""
    quotes = re.findall(r"<!-- of (\S+) -->\n```\w+\n(.*?)```\n", text, re.DOTALL)
    assert quotes
    return [file for file, quote in quotes if quote.strip() not in (ROOT / file).read_text("utf-8")]


def test_the_listings_of_the_guide_are_quotes() -> None:
    text = ADD_A_GAME.read_text("utf-8")
    assert misquoted(text) == []
    assert misquoted(text.replace("class Expert(Search[MyGame])", "class Expert(Search[Ecarte])"))


def test_every_hook_of_the_search_is_documented_for_new_games() -> None:
    table = ADD_A_GAME.read_text("utf-8").partition("| hook |")[2].partition("\n\n")[0]
    told = set(re.findall(r"`(\w+)(?:\([\w, ]*\))?`", "\n".join(row.split("|")[1] for row in table.splitlines()[2:])))
    asked = {"level", "choose", "think", "budget", "given"}  # by the table, not said by a game
    hooks = {name for name in vars(Search) if not name.startswith("_")} - asked
    assert hooks - told <= {"drawn"}  # said with `weight`
    assert told <= hooks


INNER = {  # not for games: called by the kernel, or by those who play a match
    *("actor", "clear", "lay", "marked", "remember", "unanswered", "parameters", "read_cards"),
    *("with_preset", "preset_of", "complete", "check_presets"),
}


def test_no_shared_code_knows_a_game_that_was_added() -> None:
    """As the account of the sixth game says: engine, bots of all games, server, terminal and page do not name it."""
    shared = [f for f in (ROOT / "src/stich").rglob("*.py") if "games" not in f.relative_to(ROOT / "src/stich").parts]
    shared += [f for f in (ROOT / "web/src").rglob("*") if f.suffix in (".ts", ".svelte", ".css")]
    assert len(shared) > 100
    knows = re.compile(r"f(ue|ü)nfhundert", re.IGNORECASE)
    assert not [file for file in shared if knows.search(file.read_text("utf-8"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_a_game_declares_has_its_text(language: str) -> None:
    for name, game in games().items():
        texts = catalogue(language, name)
        layout = game.rules().layout
        keys = [f"{name}.name", f"{name}.about"]
        keys += [f"{name}.verb.{verb}" for verb in game.verbs] + [f"{name}.said.{verb}" for verb in game.verbs]
        keys += [f"{name}.phase.{phase.name}" for phase in game.phases]
        keys += [f"{name}.zone.{zone.name}" for zone in layout.common + layout.own]
        keys += [f"{name}.fact.{fact.name}" for fact in layout.facts if fact.kind not in UNNAMED]
        for preset in game.presets:
            keys += [f"{name}.preset.{preset.name}", f"{name}.preset.{preset.name}.about"]
        for option in game.options:
            keys.append(f"{name}.option.{option.name}")
            if option.kind == "choice" and set(option.values) != {"true", "false"}:  # a switch has no words of its own
                keys += [f"{name}.option.{option.name}.{value}" for value in option.values]
        assert not [key for key in keys if key not in texts]


def test_every_refusal_has_its_text() -> None:
    """Each text key of an error that stands in the program is in the catalogue, with the parameters it is given."""
    told = catalogue("en", *games())
    keys: set[str] = set()
    for file in (ROOT / "src/stich").rglob("*.py"):
        keys |= set(re.findall(r'Refused\(\s*"(error\.[\w.]+)"', file.read_text("utf-8")))
    assert len(keys) > 20
    assert not sorted(keys - set(told))


@pytest.mark.parametrize("file", ["docs/protocol.md", "docs/decisions/README.md"])
def test_nothing_is_listed_twice(file: str) -> None:
    """Two changes to one list are easily merged into two rows."""
    rows = re.findall(r"^\| ([`\[].+?) \|", (ROOT / file).read_text("utf-8"), re.M)
    assert len(rows) > 20
    assert [row for row in set(rows) if rows.count(row) > 1] == []


if __name__ == "__main__" and "--write" in sys.argv:
    COMMANDS.write_text(commands(), "utf-8")
