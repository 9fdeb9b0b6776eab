"""Puzzles: positions of real deals in which exactly one action reaches the best result.

`games/<name>/puzzles.jsonl` has one puzzle in each line, found and proved by `analysis/mining.py`. A puzzle is a deal
from its first action to the position, every action to choose from, and how the deal goes on after each of them if both
sides play best with open cards. So showing a puzzle needs the rules and no solver.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from stich.kernel.action import CLOSE, Action, Phrase, Refused
from stich.kernel.cards import HOST, Seat
from stich.kernel.deal import Deck
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, SIM, Match, Source

FILE: Final = "puzzles.jsonl"
SALT: Final = "stich puzzle 1"
BETWEEN: Final = "|"  # the actions of a line
GRADES: Final = (1, 2, 3, 4, 5)


class Try(NamedTuple):
    """One action to choose from. do: in the notation of the game. value: of the deal for the side that chooses, with
    open cards. line: what follows until the deal is over, each with its seat: "2 pass".
    """

    do: str
    value: float
    line: list[str]


class Puzzle(NamedTuple):
    """One puzzle.

    seats: number of players. options: those that differ from the defaults. source: where the cards come from, `SIM` and
    a seed, or `GIVEN` and the line of the deal as in a record. moves: from the first action to the position, as in
    `Try.line`. seat: who chooses. tries: in the order of the legal actions. answer: which of them. sure: it is best for
    every distribution of the cards that the seat does not see, not only for this one. grade: one of GRADES. found: the
    levels that choose the answer from what the seat sees. cards: in all hands.
    """

    seats: int
    options: dict[str, str]
    source: tuple[str, int | str]
    moves: list[str]
    seat: Seat
    tries: list[Try]
    answer: int
    sure: bool
    grade: int
    found: list[str]
    cards: int


def grade_of(found: Sequence[str], choices: int, cards: int) -> int:
    """Return how difficult a puzzle is, from 1 to 5: whether Club and Expert find it from what the seat sees, the
    number of actions, and the number of cards in all hands.
    """
    if "club" in found:
        return 1 if choices <= 4 else 2
    if "expert" in found:
        return 3
    return 4 if choices <= 4 or cards <= 8 else 5


# -- the file ----------------------------------------------------------------------------------------------------------


def write(one: Puzzle) -> str:
    """Return a puzzle as a line of the file, without its end."""
    data = {
        "seats": one.seats,
        "options": one.options,
        "from": one.source,
        "moves": BETWEEN.join(one.moves),
        "seat": one.seat,
        "tries": [[each.do, each.value, BETWEEN.join(each.line)] for each in one.tries],
        "answer": one.answer,
        "sure": one.sure,
        "grade": one.grade,
        "found": one.found,
        "cards": one.cards,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def parse(line: str) -> Puzzle:
    """Return the puzzle that a line describes. Raises ValueError, KeyError or TypeError for any other line."""
    data: dict[str, Any] = json.loads(line)
    tries = [Try(do, value, split(after)) for do, value, after in data["tries"]]
    kind, source = data["from"]
    if kind not in (SIM, GIVEN) or data["grade"] not in GRADES or not 0 <= data["answer"] < len(tries):
        raise ValueError(line[:60])
    return Puzzle(
        data["seats"],
        data["options"],
        (kind, source),
        split(data["moves"]),
        data["seat"],
        tries,
        data["answer"],
        data["sure"],
        data["grade"],
        data["found"],
        data["cards"],
    )


def split(actions: str) -> list[str]:
    """Return the actions of a line."""
    return actions.split(BETWEEN) if actions else []


def read(path: Path) -> list[Puzzle]:
    """Return the puzzles in a file, [] if there is none. An unfinished last line is left out.

    Raises Refused `error.data` (path, reason) for a line that is no puzzle, and for a file that cannot be read.
    """
    try:
        lines = path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("error.data", {"path": str(path), "reason": str(error)}) from error
    found: list[Puzzle] = []
    for n, line in enumerate(lines, 1):
        try:
            found.append(parse(line))
        except (ValueError, KeyError, TypeError) as error:
            raise Refused("error.data", {"path": str(path), "reason": f"line {n}: {error}"}) from error
    return found


@lru_cache(maxsize=32)
def puzzles_in(folder: Path) -> list[Puzzle]:
    """Return the puzzles of the game in a folder; they are read once. Raises Refused as `read` does."""
    return read(folder / FILE)


def pick(puzzles: list[Puzzle], number: int, game: str) -> Puzzle:
    """Return a puzzle by its number, from 1. Raises Refused `error.puzzle` (game, n, most)."""
    if not 1 <= number <= len(puzzles):
        raise Refused("error.puzzle", {"game": game, "n": number, "most": len(puzzles)})
    return puzzles[number - 1]


def number_of_day(date: str, game: str, many: int) -> int:
    """Return the number of the puzzle of a date, "2026-11-23", the same for everybody; 0 if there are none.

    It is the first 7 bytes, most significant first, of the SHA-256 of three lines of ASCII without a line end after the
    last ("stich puzzle 1", the date, the game) modulo the number of puzzles, counted from 1.
    """
    digest = hashlib.sha256(f"{SALT}\n{date}\n{game}".encode()).digest()
    return int.from_bytes(digest[:7], "big") % many + 1 if many else 0


# -- the position ------------------------------------------------------------------------------------------------------


def position_of(game: Game, one: Puzzle, watched: bool = False) -> Match:
    """Return a match that stands at the position. watched: it keeps its events.

    Raises Refused if the present rules reject the deal: then the puzzle is of other rules.
    """
    rules = game.rules(dict(one.options), one.seats)
    match = Match(game, rules, source_of(game, rules, one), watched)
    for line in one.moves:
        do(match, line)
    return match


def source_of(game: Game, rules: Any, one: Puzzle) -> Source:
    """Return where the cards of a puzzle come from."""
    kind, given = one.source
    if kind == SIM:
        return Source(SIM, int(given))
    dealer, cut, *cards = str(given).split()
    return Source(GIVEN, decks=[(int(dealer), Deck(unsorted(rules, cards), int(cut)))])


def unsorted(rules: Any, cards: list[str]) -> bytes:
    """Return the faces of written cards in their order."""
    return bytes([rules.layout.pack.faces[card] for card in cards])


def do(match: Match, line: str) -> tuple[Seat, Action]:
    """Do an action as `Try.line` writes it, and return it. Raises Refused if it is not legal."""
    seat, action = read_move(match, line)
    return seat, match.act(seat, action)


def read_move(match: Match, line: str) -> tuple[Seat, Action]:
    """Return a seat and an action from a line: "2 play H9". Raises Refused for any other text."""
    seat, _, text = line.partition(" ")
    if seat == str(HOST):
        return HOST, CLOSE
    if not seat.isdigit():
        raise Refused("error.notation", {"text": line, "allowed": "0 …"})
    return int(seat), match.game.read(match.rules, text)


def write_move(match: Match, seat: Seat, action: Action) -> str:
    """Return an action as a line."""
    return f"{seat} " if seat == HOST else f"{seat} {match.game.write(match.rules, action)}"


def resolved(match: Match, seat: Seat, action: Action) -> Action:
    """Return a listed action with its cards."""
    s = match.deal
    return Action(action.verb, s.phase.cards(s, seat, action), action.to)


class Reply(NamedTuple):
    """What a seat does after a try: its name as a choice."""

    seat: Seat
    label: Phrase


def named(match: Match, seat: Seat, action: Action) -> Phrase:
    """Return the name as a choice of an action that was read from a line."""
    known = match.deal.phase.canon(match.deal, seat, action)
    return match.game.label(match.deal, seat, Action(known.verb, action.cards or known.cards, known.to))


def replies(game: Game, one: Puzzle, at: int, most: int = 0) -> list[Reply]:
    """Return how the deal goes on after one of the tries if both sides play best: what refutes it, if it is wrong.

    most: of these acts, from the first one; 0: all. Passing is left out. Raises Refused as `position_of` does.
    """
    match = position_of(game, one)
    do(match, f"{one.seat} {one.tries[at].do}")
    found: list[Reply] = []
    for line in one.tries[at].line:
        seat, action = read_move(match, line)
        if seat != HOST and not game.verbs[action.verb].idle:
            found.append(Reply(seat, named(match, seat, action)))
        if most and len(found) == most:
            break
        do(match, line)
    return found


def ended(game: Game, one: Puzzle, at: int) -> tuple[int, ...]:
    """Return the points of the deal after one of the tries and its line. Raises Refused as `position_of` does."""
    match = position_of(game, one)
    for line in [f"{one.seat} {one.tries[at].do}", *one.tries[at].line]:
        do(match, line)
    return match.sheets[-1].result.points


def lost(game: Game, one: Puzzle, at: int) -> float:
    """Return what a try costs against the answer: points of the seat, or what its side gains less on the others where
    the points of a deal do not add up to zero. Raises Refused as `position_of` does.
    """
    best, other = ended(game, one, one.answer), ended(game, one, at)
    if sum(best) == 0 and sum(other) == 0:
        return float(best[one.seat] - other[one.seat])
    return one.tries[one.answer].value - one.tries[at].value
