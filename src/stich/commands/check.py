"""The command `stich check <game>`: checks the laws that every game obeys, in random matches."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from stich import build_info
from stich.bots import classes
from stich.bots.search import Search
from stich.commands import Subparsers, add_preset, load_games, positive, say
from stich.games import failure, find, folder
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.kernel.laws.check import check
from stich.kernel.laws.report import LAWS, Report
from stich.server.state.lessons import lesson_names, read_lesson
from stich.testing.bots import bot_troubles
from stich.testing.help import help_troubles
from stich.testing.laws import hint_of
from stich.testing.phrases import heard
from stich.testing.texts import append_missing, optional_texts, text_troubles, unused_keys
from stich.text.catalogue import LANGUAGES, read_texts

HEARD = 8  # deals under each set of options that are listened to


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "check",
        help="hold a game against the laws that every game obeys",
        description="Play random deals of a game and judge the laws L0 to L12 at their decisions. "
        "Let every bot of the game play, compare all that is said with the game's texts, language by language, and "
        "look through its rules to read. "
        "Ends with status 1 if something is wrong; the broken law stands last, after the shortest record of it.",
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
        "--all-options",
        action="store_true",
        help="repeat with every other number of players and value of each option, one at a time",
    )
    parser.add_argument(
        "--write", action="store_true", help="append the keys of missing texts to the PO files, for you to translate"
    )
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0 if every law holds, all texts are there and every bot plays, 1 if not, 130 if interrupted.

    Raises Refused for an unknown game or option."""
    load_games(args.games)
    game = find(args.game)
    given = {name: str(value) for name, value in game.with_preset(args.preset, dict(args.option), args.seats).items()}
    every = trials(game, given, args.seats)
    sets = every if args.all_options else every[:1]
    out = Console()
    reports: list[Report] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True) as bars:
        for each, seats in sets:
            bar = bars.add_task(escape(f"{game.name} {under(game, each, seats)}".strip()), total=args.deals)

            def advance(done: int, of: int, bar: TaskID = bar) -> None:
                bars.update(bar, completed=done, total=of)

            report = check(game, dict(each), seats, args.deals, args.seed, advance)
            bars.remove_task(bar)
            reports.append(report)
            if report.interrupted:
                break
    sound = True
    if not reports[-1].interrupted:
        sound = tell_texts(out, game, args.seats, min(args.deals, HEARD), args.write)
        sound = tell_help(out, game) and sound
        sound = tell_lessons(out, game) and sound
        sound = tell_bots(out, game, given, args.seats) and sound
    print_report(out, game, sets, reports, untried(game, args, every, len(reports)))
    return 130 if reports[-1].interrupted else 0 if sound and all(report.ok for report in reports) else 1


def pair(text: str) -> tuple[str, str]:
    """Read NAME=VALUE, for argparse."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"not of the form NAME=VALUE: {text}")
    return name, value


def trials(game: Game, given: dict[str, str], seats: int) -> list[tuple[dict[str, str], int]]:
    """Return options and numbers of players to check: those given, then each other number of players, then each other
    value of each option, one at a time. A value that the game refuses with the usual number of players comes with the
    first that it goes with, and is left out if there is none.

    seats: the only number of players; 0 for every number. Raises Refused for what is given.
    """
    counts = [seats] if seats else game.seats
    game.rules(dict(given), counts[0])
    out = [(given, counts[0])]
    out += [(given, n) for n in counts[1:] if accepted(game, given, n)]
    for option in game.options:
        for value in option.values:
            if value != given.get(option.name, option.default):
                one = {**given, option.name: value}
                out += [(one, n) for n in counts if accepted(game, one, n)][:1]
    return out


def accepted(game: Game, options: dict[str, str], seats: int) -> bool:
    """Tell whether a game can be played with these options by so many."""
    try:
        game.rules(dict(options), seats)
    except Refused:
        return False
    return True


def untried(game: Game, args: argparse.Namespace, every: list[tuple[dict[str, str], int]], done: int) -> str:
    """Return which numbers of players were checked and what was not: "3 seats; not tried: 4 seats, 2 option values
    (--all-options)".

    every: all that can be checked one at a time. done: how many of them were, from the first on.
    """
    tried = {n for _, n in every[:done]}
    missing = sorted(n for n in game.seats if n not in tried)
    values = sum(options != every[0][0] for options, _ in every[done:])
    left = [f"{', '.join(map(str, missing))} seats"] if missing else []
    left += [f"{values} option value{'' if values == 1 else 's'}"] if values else []
    wording = f"{', '.join(map(str, sorted(tried)))} seats"
    if not left:
        return wording + ("; not tried: option values in combination" if len(game.options) > 1 else "")
    how = ["leave out --seats"] if args.seats and missing else []
    how += ["--all-options"] if not args.all_options else []
    return f"{wording}; not tried: {', '.join(left)}" + (f" ({', '.join(how)})" if how else "")


def words(options: dict[str, str]) -> str:
    """Return options as they are typed."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def under(game: Game, options: dict[str, str], seats: int) -> str:
    """Return what a check was done with, as far as it is not what is usual."""
    return f"{f'{seats} seats ' if seats != game.seats[0] else ''}{words(options)}".strip()


def print_report(
    out: Console, game: Game, sets: list[tuple[dict[str, str], int]], reports: list[Report], scope: str
) -> None:
    """Print one row per law over all option sets, what was not tried, then what was broken."""
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
    out.print(scope, highlight=False, soft_wrap=True)
    for (options, seats), report in zip(sets, reports, strict=False):
        condition = under(game, options, seats)
        for one in report.failures.values():
            out.print(f"\n{escape(one.record)}", highlight=False, soft_wrap=True)
            where = escape(f" with {condition}") if condition else ""
            wording = f"[bold red]{one.law} is broken[/]{where}: {escape(one.what)}"
            out.print(wording, highlight=False, soft_wrap=True)
            hint = hint_of(game, one)
            if hint:
                out.print(escape(hint), highlight=False, soft_wrap=True)
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
        wording = f"[bold red]no text {escape(' '.join(missing))}[/]" if missing else "[green]sound[/]"
        out.print(f"lesson {escape(name)}, {len(steps)} steps: {wording}", highlight=False)
    return sound


def tell_texts(out: Console, game: Game, seats: int, deals: int, write: bool) -> bool:
    """Name every text that is missing, or asks for a parameter that is not given, file by file; write the missing keys
    into the files, if asked to. Returns whether there was nothing to name.

    Optional texts that are not there and keys that nothing uses are named, too; they are no fault.
    """
    try:
        said = heard(game, deals)
    except Exception as error:  # of the game's rules, which break a law, too
        why = escape(failure(game, error))
        out.print(f"[bold red]texts: not compared, the play fails:[/] {why}", highlight=False, soft_wrap=True)
        return False
    troubles = text_troubles(game, said, seats)
    for file in dict.fromkeys(trouble.file for trouble in troubles):
        here = [trouble for trouble in troubles if trouble.file == file]
        missing = sum(trouble.missing for trouble in here)
        counts = f"{missing} texts are missing" if missing else ""
        counts += (", " if missing and len(here) > missing else "") + (
            f"{len(here) - missing} are wrong" if len(here) > missing else ""
        )
        out.print(f"[bold red]{escape(str(file))}:[/] {counts}", highlight=False, soft_wrap=True)
        for trouble in here:
            given = " ".join(f"{{{name}}}" for name in trouble.args)
            words = f"{trouble.key} {trouble.what}".strip() + (f", is given {given}" if given else "")
            out.print(f"    {escape(words)}", highlight=False, soft_wrap=True)
    for file, keys in unused_keys(game).items():
        wording = f"[yellow]{escape(str(file))}: nothing uses[/] {escape(' '.join(keys))}"
        out.print(wording, highlight=False, soft_wrap=True)
    for file, keys in optional_texts(game).items():
        wording = f"[dim]{escape(str(file))}: could also say[/] {escape(' '.join(keys))}"
        out.print(wording, highlight=False, soft_wrap=True)
    if write:
        for file, n in append_missing(game, troubles).items():
            out.print(f"{escape(str(file))}: {n} keys appended", highlight=False, soft_wrap=True)
    return not troubles


def tell_help(out: Console, game: Game) -> bool:
    """Name what is wrong with the rules for people. Returns whether there was nothing to name."""
    troubles = help_troubles(game)
    for trouble in troubles:
        where, _, what = trouble.partition(": ")
        out.print(f"[bold red]{escape(where)}:[/] {escape(what)}", highlight=False, soft_wrap=True)
    return not troubles


def tell_bots(out: Console, game: Game, options: dict[str, str], seats: int) -> bool:
    """Let each level of bots play, and tell which cannot. Returns whether all can."""
    troubles = bot_troubles(game, options=dict(options), seats=seats)
    for trouble in troubles:
        out.print(f"[bold red]bot {escape(trouble)}[/]", highlight=False, soft_wrap=True)
    if not troubles:
        known = classes(game)
        out.print(f"bots {', '.join(known)}: [green]play[/]", highlight=False)
        if not any(issubclass(kind, Search) for kind in known.values()):
            out.print("[yellow]bot.py lists no player that searches: add Search.level: Search to BOTS[/]")
    return not troubles
