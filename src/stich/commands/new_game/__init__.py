"""`stich new-game NAME --like KIND`: the skeleton of a game that runs, to be changed into another one.

The skeletons are the folders beside this file: real games called "mygame", which are checked with all other sources.
"""

from __future__ import annotations

import argparse
import keyword
from pathlib import Path
from typing import Final

from stich.commands import Subparsers, say
from stich.games import RESERVED as REGISTRY
from stich.games import games
from stich.kernel.action import Refused

KINDS: Final = ("tricks", "melds", "climbing")
TOKEN: Final = "mygame"  # the name of a skeleton: of its folder, its keys and its tests
CLASS: Final = "MyGame"
TITLE: Final = "My game"
COPIED: Final = (".py", ".po", ".md")
MOST: Final = 40  # characters of a name: it stands in keys, addresses and records


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "new-game",
        help="write the skeleton of a new game",
        description="Write a folder with a game that runs: rules, texts in English and German, bots and tests. "
        "Change it into the game you mean; docs/add-a-game.md says how.",
    )
    parser.add_argument("name", help="its name: a Python identifier in lower case, as hearts")
    parser.add_argument(
        "--like",
        required=True,
        metavar="KIND",
        help="the kind of game: tricks (follow suit, win tricks), melds (draw, discard, sets and runs) or climbing "
        "(beat the last combination, get rid of the cards)",
    )
    parser.add_argument(
        "--into", type=Path, default=Path(), metavar="DIR", help="the folder in which its folder is made (.)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the skeleton and say what to do next. Raises Refused where it cannot be written."""
    folder = write(args.name, args.like, args.into)
    print(say("cli.new_game", {"path": str(folder), "game": args.name}))
    into = str(folder.parent)
    for command in (
        f"stich check {args.name} --games {into}",
        f"pytest {folder}",
        f"stich serve --games {into}",
    ):
        print(f"    {command}")
    return 0


def write(name: str, kind: str, into: Path) -> Path:
    """Write a game like one of the skeletons, and return its folder.

    Raises Refused: `error.new_game.kind` (kind, allowed), `error.new_game.name` (name), `error.game_twice` (game),
    `error.new_game.folder` (path): it is there already; `error.new_game.write` (path, reason).
    """
    if kind not in KINDS:
        raise Refused("error.new_game.kind", {"kind": kind, "allowed": " | ".join(KINDS)})
    fits = name.isidentifier() and name.isascii() and name == name.lower() and len(name) <= MOST
    if not fits or name.startswith("_") or keyword.iskeyword(name) or name in RESERVED | REGISTRY:
        raise Refused("error.new_game.name", {"name": name[:MOST]})
    if name in games():
        raise Refused("error.game_twice", {"game": name})
    folder = into / name
    if folder.exists():
        raise Refused("error.new_game.folder", {"path": str(folder)})
    try:
        for source, text in sources(kind):
            file = folder / renamed(str(source), name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(renamed(text, name), "utf-8")
    except OSError as error:
        raise Refused("error.new_game.write", {"path": str(folder), "reason": error.strerror or str(error)}) from error
    return folder


RESERVED: Final = frozenset({"table", "error", "form", "cli", "review", TOKEN})  # keys that begin so are the table's


def sources(kind: str) -> list[tuple[Path, str]]:
    """Return the files of a skeleton, by their paths within it, with their contents."""
    root = Path(__file__).with_name(kind)
    found = [file for file in sorted(root.rglob("*")) if file.suffix in COPIED]
    return [(file.relative_to(root), file.read_text("utf-8")) for file in found]


def renamed(text: str, name: str) -> str:
    """Return a text of a skeleton with the name of the new game: in keys, in classes, and as people read it."""
    words = name.split("_")
    title = " ".join(words)
    return (
        text.replace(TOKEN, name)
        .replace(CLASS, "".join(word.capitalize() for word in words))
        .replace(TITLE, title[:1].upper() + title[1:])
    )
