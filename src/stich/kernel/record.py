"""Records: a match as a small text file with options, source of the cards and actions. `docs/notation.md` describes the
format.

Only what is in the file is stored; everything else is derived by playing the match again. Reading therefore checks each
line by playing it. The first faulty line is refused with its number and the reason.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from stich.kernel.action import CLOSE, Refused
from stich.kernel.cards import HOST, seats_of
from stich.kernel.fair import commitment
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, HKDF, SIM, STREAM, Match, Move, Source
from stich.kernel.zones import Rules

FORMAT = 1
LARGEST = 4_000_000  # characters; a long match has a hundredth of this
NAMELESS = "?"  # stands for a name that is empty
HEADER = ("stich", "by", "game", "seats", "preset", "options", "source", "names", "takebacks")


@dataclass
class Record:
    """A match that was read. Its moves are legal and give the scores in the file."""

    game: Game
    rules: Rules
    source: Source
    names: list[str] = field(default_factory=list)
    """Names of the seats; empty if the file has none."""
    by: str = ""
    """The program that wrote the file; "" if it was written by hand."""
    moves: list[Move] = field(default_factory=list)
    deals: int = 1
    """Deals begun; the last one can be without moves."""
    takebacks: int = 0
    """How many times a decision was taken back. What was taken back is not in the record."""
    called_off: bool = False
    """Its players have ended the match after the last deal; nobody has won it."""


# Writing


def dump(match: Match, names: list[str] | None = None, by: str = "stich") -> str:
    """Return the record of a match in its present state; `load` reads it.

    names: of the seats, one each. by: the program that writes it, with its version.
    """
    game, rules = match.game, match.rules
    lines = [f"stich record {FORMAT}", f"by {plain(by)}", f"game {game.name} {game.version}"]
    lines.append(f"seats {rules.layout.seats}")
    defaults = {o.name: o.default for o in game.options}
    chosen = [f"{name}={value}" for name, value in rules.options.items() if value != defaults[name]]
    if chosen:
        preset = game.preset_of(rules)
        if preset:
            lines.append(f"preset {preset}")
        lines.append("options " + " ".join(chosen))
    lines.append(write_source(match.source))
    if names:
        lines.append("names " + " | ".join(plain(name) for name in names))
    if match.takebacks:
        lines.append(f"takebacks {match.takebacks}")
    setups = [sheet.setup for sheet in match.sheets]
    if len(setups) < match.setup.number:
        setups.append(match.setup)
    moves = iter(match.moves)
    move = next(moves, None)
    for at, setup in enumerate(setups):
        lines += write_agreed(match.source, at)
        deck = write_deck(match, at) if match.source.kind == GIVEN else ""
        lines.append(f"deal {setup.number} dealer {setup.dealer}{deck}")
        while move is not None and move.deal == setup.number:
            lines.append(write_move(match, move))
            move = next(moves, None)
        if at < len(match.sheets):
            lines.append(write_score(match, at))
    if match.called_off:
        lines.append("ended")
    elif match.over:
        lines.append("won " + numbers(seats_of(match.winners)))
    text = "".join(line + "\n" for line in lines)
    return f"{text}sum {sum_of(text)}\n"


def sum_of(text: str) -> str:
    """Return the checksum that the last line has for the lines above it: 16 hexadecimal digits of SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def numbers(of: list[int] | tuple[int, ...]) -> str:
    """Return numbers as a record writes them, with spaces between them."""
    return " ".join(str(n) for n in of)


def plain(name: str) -> str:
    """Return a name that fits between two bars on one line."""
    return " ".join("".join(c if c.isprintable() and c != "|" else " " for c in name).split())[:60] or NAMELESS


def write_source(source: Source) -> str:
    """Return the line that says where the cards come from: "source sim1 7"."""
    if source.kind == SIM:
        return f"source {SIM} {source.seed}"
    if source.fair is not None:
        return f"source {HKDF} {source.fair.table} {source.fair.first}"
    return f"source {STREAM} {source.secret.hex()}" if source.kind == STREAM else f"source {GIVEN}"


def write_agreed(source: Source, at: int) -> list[str]:
    """Return the lines before a deal that say how its cards were agreed on. at: the deal, from 0."""
    if source.fair is None:
        return []
    deal = source.fair.deals[at]
    promised = commitment(source.fair.table, deal.number, deal.secret)
    lines = [f"secret {deal.secret.hex()} of {promised.hex()}"]
    return lines + [f"nonce {part.seat} {part.nonce.hex() or '-'} of {part.pledge.hex()}" for part in deal.parts]


def write_deck(match: Match, at: int) -> str:
    """Return the end of a deal's line: the cut, if there was one, and the given cards. at: the deal, from 0."""
    deck = match.source.decks[at][1]
    cut = f" cut {deck.cut}" if deck.cut >= 0 else ""
    return f"{cut}: {match.rules.layout.pack.write(deck.cards)}"


def write_move(match: Match, move: Move) -> str:
    """Return one action's line: "0 bid 30", "host window_closed"."""
    if move.seat == HOST:
        closed = move.action == CLOSE
        return f"host {CLOSE.verb if closed else match.game.write(match.rules, move.action)}"
    return f"{move.seat} {match.game.write(match.rules, move.action)}"


def write_score(match: Match, at: int) -> str:
    """Return the line with the result of a deal. at: its index in `match.sheets`."""
    sheet = match.sheets[at]
    again = " again" if sheet.result.again else ""
    return f"score {numbers(sheet.result.points)} total {numbers(sheet.totals)}{again}"


# Playing again


def replay(record: Record, at: int | None = None) -> Match:
    """Return the match after its first `at` actions, or all of it. Raises Refused `error.record.at` (n, most)."""
    if at is not None and not 0 <= at <= len(record.moves):
        raise Refused("error.record.at", {"n": at, "most": len(record.moves)})
    match = Match(record.game, record.rules, record.source)
    match.takebacks = record.takebacks
    for move in record.moves[:at]:
        while match.setup.number < move.deal:
            match.next_deal()
        match.act(move.seat, move.action)
    while at is None and match.setup.number < record.deals:
        match.next_deal()
    if at is None and record.called_off:
        match.call_off()
    return match
