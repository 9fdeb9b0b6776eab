"""The command `stich replay <file>`: shows a recorded match, move by move, or one position of it as a seat saw it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from stich.commands import Subparsers, language, load_games
from stich.games import find, folder
from stich.kernel.action import SILENT, WAITING, Action, Event, Phrase, Refused
from stich.kernel.cards import BACK, EVERYBODY, HOST, SPECTATOR, Cards, Seat, has, seats_of
from stich.kernel.match import Match
from stich.kernel.record import LARGEST, NAMELESS, Record, replay
from stich.kernel.record_reader import load
from stich.kernel.state import State
from stich.kernel.view import laid_out, view, witnessed
from stich.kernel.zones import Fact
from stich.text.catalogue import LANGUAGES
from stich.text.say import Speaker
from stich.text.verdict import verdict

ALL = -1  # a viewpoint of no seat: all cards are open


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "replay",
        help="show a recorded match",
        description="List a recorded match, or show one position of it. A file that is damaged or no record is refused "
        "with the line and the reason.",
    )
    parser.add_argument("file", type=Path, help="a record downloaded after a match")
    parser.add_argument("--at", type=int, metavar="N", help="show the position after N actions")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", type=int, metavar="S", help="as seat S saw it, the first one is 0")
    who.add_argument("--all", action="store_true", help="with all cards open (default: as a spectator sees it)")
    parser.add_argument("--lang", choices=LANGUAGES, default=language(), help="language (%(default)s)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Print it. Raises Refused for a file that cannot be read, is damaged or foreign, for a seat or place beyond it."""
    load_games(args.games)
    record = read_record(args.file)
    seats = record.rules.layout.seats
    if args.seat is not None and not 0 <= args.seat < seats:
        raise Refused("error.record.seat", {"n": args.seat, "most": seats - 1})
    eye = args.seat if args.seat is not None else ALL if args.all or args.at is None else SPECTATOR
    out = Console(highlight=False, markup=False)
    words = RecordWords(record, args.lang, eye)
    if args.at is None:
        for line in words.listing():
            out.print(line, soft_wrap=True)
    else:
        words.position(replay(record, args.at), args.at, out)
    return 0


def read_record(path: Path) -> Record:
    """Return the record in a file. Raises Refused if the file cannot be read, is damaged or is no record."""
    content = read_file(path)
    if not content.strip():
        raise Refused("error.file_empty", {"path": str(path)})
    try:
        return load(content, find)
    except Refused as refused:
        key, args = refused.phrase.key, refused.phrase.args
        if key == "error.record" and not args["text"]:  # it is about the file as a whole: there is no line to quote
            raise Refused(str(args["reason"]).removeprefix("@"), args) from None
        raise


def read_file(path: Path) -> bytes:
    """Return the bytes of a file, truncated if it is far too long. Raises Refused `error.no_file` (path), `error.file`
    (path, reason)."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise Refused("error.no_file", {"path": str(path)}) from error
    except OSError as error:
        raise Refused("error.file", {"path": str(path), "reason": error.strerror or str(error)}) from error


class RecordWords:
    """Translates a record into words, from one viewpoint."""

    def __init__(self, record: Record, language: str, eye: Seat) -> None:
        self.record = record
        self.eye = eye
        self.game = record.game
        self.faces = record.rules.layout.pack.names
        self.speaker = Speaker(language, folder(self.game.name), seat=self.seat, card=self.card, me=-1)
        self.names = self.told_apart()

    def told_apart(self) -> list[str]:
        """Return the name of each seat, with the seat's number if others have the same name, or "Player 1" if it has
        none."""
        seats = self.record.rules.layout.seats
        given = self.record.names or [NAMELESS] * seats
        return [
            self.speaker.say("table.seat_n", {"n": seat + 1})
            if name == NAMELESS
            else f"{name} ({seat})"
            if given.count(name) > 1
            else name
            for seat, name in enumerate(given)
        ]

    def seat(self, seat: int) -> str:
        """Return the name of a seat, or its number."""
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def numbered(self, seat: int) -> str:
        """Return a seat's name after its number in the notation and in `--seat`."""
        return f"{seat} {self.seat(seat)}"

    def card(self, face: int) -> str:
        """Return the notation of a card, "?" for a back."""
        return self.faces[face] if 0 <= face < len(self.faces) else "?"

    def say(self, phrase: Phrase) -> str:
        """Return a sentence."""
        return self.speaker.say(phrase.key, phrase.args)

    def name(self, kind: str, name: str) -> str:
        """Return the name of a game's zone, phase or fact (`kind`)."""
        return self.speaker.say(f"{self.game.name}.{kind}.{name}")

    def named_seats(self, seats: list[Seat]) -> str:
        """Return the names of seats, without the HOST."""
        return ", ".join(self.seat(seat) for seat in seats if seat != HOST)

    # -- the listing -----------------------------------------------------------------------------------------------

    def listing(self) -> Iterator[str]:
        """Yield the match line by line: number, seat, notation, and then in words what was done and its result."""
        record = self.record
        everybody = ", ".join(self.numbered(seat) for seat in range(record.rules.layout.seats))
        yield f"{self.speaker.say(f'{self.game.name}.name')}  {everybody}"
        options = {o.name: o.default for o in self.game.options}
        chosen = {name: value for name, value in record.rules.options.items() if options[name] != value}
        preset = self.game.preset_of(record.rules)
        if preset:
            yield self.speaker.say("table.preset", {"preset": f"@{self.game.name}.preset.{preset}"})
        if chosen:
            yield "  ".join(f"{self.name('option', name)}: {value}" for name, value in chosen.items())
        match = Match(self.game, record.rules, record.source, watched=True)
        yield from self.deal(match)
        for n, move in enumerate(record.moves, 1):
            while match.setup.number < move.deal:
                match.next_deal()
                yield from self.deal(match)
            heard = EVERYBODY if move.seat == HOST else match.deal.phase.audience(match.deal, move.seat, move.action)
            open_to = self.eye == ALL or has(heard, self.eye)
            match.act(move.seat, move.action)
            texts = [text for e in match.events for text in self.texts_of(e)]
            match.events.clear()
            notation = self.game.write(record.rules, move.action) if open_to and move.seat != HOST else "…"
            yield f"{n:5}  {'-' if move.seat == HOST else move.seat} {notation:24}  {' · '.join(texts)}".rstrip()
            if match.deal.must() == 0:
                yield from self.score(match)
        while match.setup.number < record.deals:
            match.next_deal()
            yield from self.deal(match)

    def deal(self, match: Match) -> Iterator[str]:
        """Yield the lines with which a deal begins."""
        yield ""
        yield self.say(self.game.opening(match.deal, match.setup))
        match.events.clear()

    def texts_of(self, e: Event) -> list[str]:
        """Return the words of an event that this viewpoint received."""
        if e.phrase is None or (self.eye != ALL and witnessed(e, self.eye) is None):
            return []
        if self.eye == ALL and e.phrase.key == "table.said.answered":
            return []
        return [self.say(e.phrase)]

    def score(self, match: Match) -> Iterator[str]:
        """Yield the score sheet of the deal that is over, and the result of the match if it is over, too."""
        sheet = match.sheets[-1]
        for line in sheet.result.why:
            why = self.speaker.say(line.key, {"n": line.count, "seat": line.seat})
            yield f"       {self.seat(line.seat)}: {why} {line.n:+}"
        totals = zip(sheet.result.points, sheet.totals, strict=True)
        yield "       " + "   ".join(f"{self.seat(i)} {n:+} = {total}" for i, (n, total) in enumerate(totals))
        if match.over:
            yield ""
            winners = seats_of(match.winners)
            seats = match.rules.layout.seats
            yield self.speaker.say(*verdict(self.game.name, winners, match.standings, seats, self.speaker.texts))

    # -- one position ----------------------------------------------------------------------------------------------

    def position(self, match: Match, at: int, out: Console) -> None:
        """Print the position as this viewpoint saw it."""
        s = match.deal
        seen = s if self.eye == ALL else view(s, self.eye).seen
        out.print(f"{self.speaker.say(f'{self.game.name}.name')}  {at}/{len(self.record.moves)}")
        out.print(self.say(Phrase("table.said.deal", {"seat": match.setup.dealer, "n": match.setup.number})))
        out.print()
        out.print(self.zones(seen))
        special = {} if self.eye == ALL else seen.facts_for(self.eye)
        given = [(f, special.get(f.name, getattr(seen, f.name))) for f in seen.layout.facts]
        facts = [(self.name("fact", f.name), self.fact(f, value)) for f, value in given]
        grid = table()
        for name, value in facts:
            if value:
                grid.add_row(name, value)
        if grid.row_count:
            out.print()
            out.print(grid)
        out.print()
        if match.deal.must() == 0:
            for line in self.score(match):
                out.print(line)
            return
        waits = [seat for seat in seats_of(s.must()) if seat != HOST]
        whom = self.speaker.say("table.waiting_for", {"seats": waits}) if waits else ""
        out.print(f"{self.name('phase', s.phase.name)}  {whom}".rstrip())
        self.choices(s, seen, out)

    def zones(self, seen: State) -> Table:
        """Return all zones with the cards that are shown."""
        grid = table()
        layout = seen.layout
        for i, z in enumerate(seen.zones if self.eye == ALL else laid_out(seen)):
            owner = layout.owner[i]
            asked = seen.sealed and owner >= 0 and layout.zones[i].role == "hand"
            answer = seen.sealed[owner] if asked else SILENT
            waiting = "" if answer is SILENT else " …" if answer is WAITING else " ✓"
            name = self.name("zone", layout.zones[i].name)
            grid.add_row((self.numbered(owner) if owner >= 0 else "") + waiting, name, self.lying(z))
        return grid

    def lying(self, z: Cards) -> str:
        """Return the cards of a zone, those with hidden faces as a number."""
        faces = " ".join(self.card(c) for c in z if c != BACK)
        hidden = z.count(BACK)
        return " ".join(part for part in (faces, f"{hidden} × ?" if hidden else "") if part) or "-"

    def fact(self, fact: Fact, value: Any) -> str:
        """Return a fact in words; "" for one without a value yet or for programs only."""
        several = isinstance(value, tuple)
        values = list(value) if isinstance(value, tuple | bytes) else [value]
        if fact.kind == "number":
            numbers = [str(n) for n in values]
            whose = several and len(values) == self.record.rules.layout.seats
            return ", ".join(f"{self.seat(i)} {n}" for i, n in enumerate(numbers)) if whose else " ".join(numbers)
        if fact.kind in ("card", "cards"):
            return " ".join(self.card(c) for c in values if c >= 0)
        if fact.kind == "seat":
            return self.named_seats([seat for seat in values if seat >= 0])
        if fact.kind in ("seats", "flag"):
            of = [i for i, n in enumerate(values) if n] if several else seats_of(int(value))
            return self.named_seats(of) if several or fact.kind == "seats" else "+" if value else ""
        return self.speaker.say(str(value).removeprefix("@")) if fact.kind == "key" and value else ""

    def choices(self, s: State, seen: State, out: Console) -> None:
        """Print what the viewer can do, or what each seat can do if all hands are open."""
        for seat in range(s.layout.seats):
            if self.eye in (ALL, seat) and has(s.must() | s.may(), seat):
                acts = seen.phase.legal(seen, seat)
                out.print(f"{self.numbered(seat)}:" if self.eye == ALL else "")
                for a in acts:
                    done = Action(a.verb, seen.phase.cards(seen, seat, a), a.to)
                    out.print(f"  {self.game.write(self.record.rules, done)}")


def table() -> Table:
    """Return an empty table without lines."""
    return Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
