"""The command `stich check <game>`: checks the laws that every game obeys, in random matches."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from stich import build_info
from stich.commands import Subparsers, add_preset, say
from stich.games import find, folder, load_folder
from stich.kernel.action import Refused
from stich.kernel.game import YES_NO, Game
from stich.kernel.laws import LAWS, Report, check
from stich.kernel.zones import Layout
from stich.server.state.lessons import lesson_names, read_lesson
from stich.text.catalogue import LANGUAGES, read_texts


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "check",
        help="hold a game against the laws that every game obeys",
        description="Play random deals of a game and judge the laws L0 to L11 at their decisions. "
        "Ends with status 1 if one does not hold, and shows the shortest record found for it.",
    )
    parser.add_argument("game", help="its name")
    parser.add_argument("--deals", type=positive, default=200, metavar="N", help="random deals (%(default)s)")
    parser.add_argument("--seats", type=int, default=0, metavar="N", help="players (the game's usual number)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (%(default)s)")
    add_preset(parser, "the defaults of its rules")
    parser.add_argument(
        "--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="a rule; may be repeated"
    )
    parser.add_argument(
        "--all-options", action="store_true", help="repeat with every other value of each option, one at a time"
    )
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0 if every law holds, 1 if not, 130 if interrupted. Raises Refused for an unknown game or option."""
    for path in args.games:
        load_folder(path)
    game = find(args.game)
    given = {name: str(value) for name, value in game.with_preset(args.preset, dict(args.option), args.seats).items()}
    sets = [given, *(others(game, given, args.seats) if args.all_options else [])]
    for each in sets:
        game.rules(dict(each), args.seats)
    out = Console()
    reports: list[Report] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True) as bars:
        for each in sets:
            bar = bars.add_task(escape(f"{game.name} {words(each)}".strip()), total=args.deals)

            def advance(done: int, of: int, bar: TaskID = bar) -> None:
                bars.update(bar, completed=done, total=of)

            report = check(game, dict(each), args.seats, args.deals, args.seed, advance)
            bars.remove_task(bar)
            reports.append(report)
            if report.interrupted:
                break
    tell(out, game, sets, reports)
    tell_texts(out, game, args.seats)
    sound = tell_lessons(out, game)
    return 130 if reports[-1].interrupted else 0 if sound and all(report.ok for report in reports) else 1


def positive(text: str) -> int:
    """Read a number of at least 1, for argparse."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10**9):
        raise argparse.ArgumentTypeError(f"not a number from 1 on: {text}")
    return int(text)


def pair(text: str) -> tuple[str, str]:
    """Read NAME=VALUE, for argparse."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"not of the form NAME=VALUE: {text}")
    return name, value


def others(game: Game, given: dict[str, str], seats: int) -> list[dict[str, str]]:
    """Return the option sets that differ from `given` in one value each, without those that the game refuses."""
    sets = []
    for option in game.options:
        for value in option.values:
            if value != given.get(option.name, option.default):
                one = {**given, option.name: value}
                try:
                    game.rules(dict(one), seats)
                except Refused:
                    continue
                sets.append(one)
    return sets


def words(options: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


def tell(out: Console, game: Game, sets: list[dict[str, str]], reports: list[Report]) -> None:
    """Print one row per law over all option sets, then what was broken."""
    checked: Counter[str] = sum((report.checked for report in reports), Counter())
    table = Table(box=None, pad_edge=False)
    table.add_column("law")
    table.add_column("judged", justify="right")
    table.add_column("")
    table.add_column("what it says")
    for law, text in LAWS.items():
        broken = any(law in report.failures for report in reports)
        notes = {report.notes[law] for report in reports if law in report.notes}
        sign = "[bold red]broken[/]" if broken else "[green]holds[/]" if checked[law] else "[yellow]not judged[/]"
        table.add_row(law, f"{checked[law]:,}", sign, text + "".join(f"\n[dim]{note}[/]" for note in sorted(notes)))
    out.print(table)
    deals, decisions = sum(report.deals for report in reports), sum(report.decisions for report in reports)
    done = f"{len(reports)} of {len(sets)} option sets, {deals:,} deals, {decisions:,} decisions"
    out.print(f"{game.name} {game.version}, {done}, engine {build_info()}", highlight=False, soft_wrap=True)
    for options, report in zip(sets, reports, strict=False):
        for failure in report.failures.values():
            under = escape(f" with {words(options)}") if options else ""
            out.print(f"\n[bold red]{failure.law} is broken[/]{under}: {escape(failure.what)}", highlight=False)
            out.print(failure.record, markup=False, highlight=False, soft_wrap=True)
    if reports[-1].interrupted:
        out.print("[yellow]interrupted before the end[/]")


def tell_lessons(out: Console, game: Game) -> bool:
    """Check the game's lessons, and report which are sound. A key without a text in English makes a lesson unsound."""
    sound = True
    file = folder(game.name) / "text" / f"{LANGUAGES[0]}.po"
    texts = read_texts(file) if file.is_file() else {}
    for name in lesson_names(game):
        try:
            steps = read_lesson(game, name).lesson.steps
        except Refused as refused:
            why = escape(say(refused.phrase.key, refused.phrase.args))
            out.print(f"[bold red]lesson {escape(name)}:[/] {why}", highlight=False)
            sound = False
            continue
        missing = [step.key for step in steps if step.key not in texts]
        sound = sound and not missing
        told = f"[bold red]no text {escape(' '.join(missing))}[/]" if missing else "[green]sound[/]"
        out.print(f"lesson {escape(name)}, {len(steps)} steps: {told}", highlight=False)
    return sound


def text_keys(game: Game, seats: int = 0) -> list[str]:
    """Return the keys of the texts that a table needs to show the game: those of the declarations, without phrases of
    the play.
    """
    there = layouts(game, seats)
    parts = ["name", *(f"phase.{phase.name}" for phase in game.phases)]
    parts += [f"zone.{name}" for name in dict.fromkeys(zone.name for layout in there for zone in layout.zones)]
    facts = dict.fromkeys(fact.name for layout in there for fact in layout.facts if fact.kind != "plain")
    parts += [f"fact.{name}" for name in facts]
    parts += [f"{use}.{verb}" for verb in game.verbs for use in ("verb", "said")]
    for option in game.options:
        parts.append(f"option.{option.name}")
        if option.kind == "choice":
            parts += [f"option.{option.name}.{value}" for value in option.values if value not in YES_NO]
        if option.order:
            parts.append(f"option.{option.name}.order")
    for preset in game.presets:
        parts += [f"preset.{preset.name}", f"preset.{preset.name}.about"]
    if game.table_events:
        parts += ["host", "host.help"]
    if takes_unlisted(game):
        parts += ["unlisted", "unlisted.help"]
    return [f"{game.name}.{part}" for part in parts]


@cache
def layouts(game: Game, seats: int) -> list[Layout]:
    """Return the fields of a table with this number of seats, under all options: an option can add facts and zones."""
    out = [game.rules({}, seats).layout]
    for option in game.options:
        for value in option.values:
            with suppress(Refused):  # it cannot be combined with the defaults
                out.append(game.rules({option.name: value}, seats).layout)
    return out


@cache
def takes_unlisted(game: Game) -> bool:
    """Tell whether the game accepts and punishes acts that it does not list, under any option."""
    for options in ({}, *({option.name: value} for option in game.options for value in option.values)):
        try:
            if game.unlisted(game.rules(dict(options))):
                return True
        except Refused:
            pass  # it cannot be combined with the defaults
    return False


def tell_texts(out: Console, game: Game, seats: int) -> None:
    """List the missing texts, language by language."""
    for language in LANGUAGES:
        file = folder(game.name) / "text" / f"{language}.po"
        there = read_texts(file) if file.is_file() else {}
        missing = [key for key in text_keys(game, seats) if key not in there]
        if missing:
            shown = " ".join(missing[:8]) + (" …" if len(missing) > 8 else "")
            out.print(f"[yellow]{len(missing)} texts are missing in {language}:[/] {escape(shown)}", highlight=False)
