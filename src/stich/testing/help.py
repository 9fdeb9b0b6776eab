"""What is wrong with the rules for people, `help/<language>.md`, file by file and line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from stich.games import folder
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.text.catalogue import LANGUAGES
from stich.text.help import HEADING, PICTURE, Section, read_help

CODE: Final = re.compile(r"`([^`]*)`")
TITLE: Final = re.compile(r"##+ ")
TAG: Final = re.compile(r"</?[A-Za-z][^>]*>")
LINK: Final = re.compile(r"(!?)\[[^\]]*\]\(([^)]*)\)")
SHOWN: Final = re.compile(r'data-kind="(\w+)" data-cards="([^"]*)"')


def help_troubles(game: Game) -> list[str]:
    """Return what is wrong with the help of a game, a line each: file, line and what. A game without help has
    no troubles. The file of the first language decides which sections and pictures the others have.
    """
    out: list[str] = []
    first: list[tuple[object, ...]] = []
    model = ""
    for language in LANGUAGES:
        file = folder(game.name) / "help" / f"{language}.md"
        if not file.is_file():
            continue
        try:
            sections = read_help(file)
        except Refused as refused:
            out.append("help/" + str(refused.phrase.args["reason"]))
            continue
        out += [f"help/{file.name}:{line}: {what}" for line, what in in_lines(game, file, sections)]
        out += [f"help/{file.name}: {what}" for what in in_sections(game, sections)]
        shape: list[tuple[object, ...]] = [(s.id, s.level, SHOWN.findall(s.html)) for s in sections]
        if not model:
            first, model = shape, file.name
        elif shape != first:
            out.append(f"help/{file.name}: {difference(shape, first, model)}")
    return out


def difference(shape: list[tuple[object, ...]], first: list[tuple[object, ...]], model: str) -> str:
    """Return in words where two files first differ. shape, first: name, level and pictures of each section."""
    at = next((i for i, (a, b) in enumerate(zip(first, shape, strict=False)) if a != b), min(len(first), len(shape)))
    here, there = (f"{{#{s[at][0]}}}" if at < len(s) else "its end" for s in (shape, first))
    if here == there:
        return f"the section {here} has another level or other pictures than in {model}"
    return f"{here} stands where {model} has {there}"


def in_lines(game: Game, file: Path, sections: tuple[Section, ...]) -> Iterator[tuple[int, str]]:
    """Yield what is wrong in a line, with its number from 1. Lines above the first heading are for writers only."""
    names = {section.id for section in sections}
    met: set[str] = set()
    begun = False
    for number, line in enumerate(file.read_text("utf-8").split("\n"), 1):
        heading = HEADING.fullmatch(line)
        begun = begun or heading is not None
        if heading:
            if heading[3] in met:
                yield number, f"a second section {{#{heading[3]}}}"
            met.add(heading[3])
        elif TITLE.match(line):
            yield number, "a heading without a name: end it with {#name}, of letters, digits, _ and dots"
        if not begun:
            continue
        for code in CODE.findall(line):
            picture = PICTURE.fullmatch(code)
            for card in picture[2].replace("+", "").split() if picture else []:
                if card not in game.pack.faces:
                    yield number, f"no card {card}"
        plain = CODE.sub("", line)
        for image, to in LINK.findall(plain):
            if image:
                yield number, "an image: cards are drawn with `cards: …`"
            elif not to.startswith("#"):
                yield number, f"a link to {to}: links lead to sections, (#name)"
            elif to[1:] not in names:
                yield number, f"a link to {to}, and there is no such section"
        for tag in TAG.findall(plain):
            yield number, f"{tag} is shown as it is written: help has no HTML"


def in_sections(game: Game, sections: tuple[Section, ...]) -> Iterator[str]:
    """Yield what is wrong with the sections as a whole."""
    names = [section.id for section in sections]
    for at, section in enumerate(sections):
        deeper = at + 1 < len(sections) and sections[at + 1].level > section.level
        if not section.html and not deeper:
            yield f"nothing is in the section {{#{section.id}}}"
    due = [f"option.{option.name}" for option in game.options]
    for name in names:
        if name.startswith("option.") and name not in due:
            yield f"the section {{#{name}}} is of no option; there are {', '.join(due)}"
    for name in due:
        if name not in names:
            yield f"no section {{#{name}}}"
    if game.reference and game.reference not in names:
        yield f"no section {{#{game.reference}}}, which is the game's reference"
