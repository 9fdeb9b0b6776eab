"""All that a game says: its phrases, collected from random deals, with the parameters that come with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from stich.bots import advise, policies
from stich.bots.player import dead_end
from stich.games import folder
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import HOST, SPECTATOR, seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

LONGEST = 2000  # actions of one deal that are listened to
ACTIONS = 12_000  # of all deals together
ADVICE = 24  # hints that are asked for: each may take an Expert's time


@dataclass
class PhraseLog:
    """The phrases of a game by their text keys.

    always: for each key the parameters that came with it every time. named: keys that stand in the game's sources and
    were not met; nothing is known of their parameters.
    """

    always: dict[str, set[str]] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def add(self, phrase: Phrase) -> None:
        given = set(phrase.args)
        self.always[phrase.key] = self.always.get(phrase.key, given) & given
        for value in phrase.args.values():
            if isinstance(value, str) and value.startswith("@"):  # another text, with the same parameters
                self.always.setdefault(value[1:], given)


def option_sets(game: Game) -> Iterator[tuple[dict[str, object], int]]:
    """Yield options and numbers of seats: the defaults for each number, then each other value of each option."""
    for seats in game.seats:
        yield {}, seats
    for option in game.options:
        for value in option.values[1:]:
            yield {option.name: value}, game.seats[0]


def heard(game: Game, deals: int = 8) -> PhraseLog:
    """Play `deals` random deals under each set of options and return all that was said.

    Refusals are met by trying what is not allowed, hints by asking for them, score lines at the end of each deal.
    """
    out = PhraseLog()
    chance = quick(1)
    try:
        hints = ADVICE if policies(game) is not None else 0
    except Exception:
        hints = 0  # `bot_troubles` says what is wrong with the bots
    done = 0
    for number, (options, seats) in enumerate(option_sets(game)):
        if done > ACTIONS:
            break
        try:
            rules = game.rules(dict(options), seats)
        except Refused:
            continue  # this value does not go with the defaults of the others
        match = Match(game, rules, Source(SIM, number), watched=True)
        for n in range(deals if number < len(game.seats) else max(1, deals // 4)):
            if n and (match.over or match.deal.must() != 0):
                break
            if n:
                match.next_deal()
            hints = listen(match, out, chance, hints)
        done += len(match.moves)
    for key in constants(game):
        if key not in out.always:
            out.named.add(key)
    return out


def listen(match: Match, out: PhraseLog, chance: Chance, hints: int) -> int:
    """Play one deal at random and add what is said. Returns how many hints may still be asked for."""
    game = match.game
    for _ in range(LONGEST):
        s = match.deal
        if s.must() == 0:
            break
        able = [(seat, acts) for seat in seats_of(s.must() | s.may()) if (acts := s.legal(seat))]
        if not able:
            raise RuntimeError(dead_end(s, s.actor()))
        seat, acts = able[int(chance.below(len(able)))]
        if seat != HOST:
            for _, label in game.choices(s, seat, acts):
                out.add(label)
            asked(match, seat, acts, out)
            refuse(match, seat, out, chance)
            if hints and len(acts) > 1 and chance.below(4) == 0:
                hints -= 1
                try:
                    out.add(advise(game, view(s, seat), acts, chance)[1])
                except Exception:
                    hints = 0  # `bot_troubles` says what is wrong with the bots
        match.act(seat, acts[int(chance.below(len(acts)))])
    for event in match.events:
        if event.phrase is not None:
            out.add(event.phrase)
    match.events.clear()
    if match.deal.must() == 0:
        for line in match.sheets[-1].result.why:
            out.add(Phrase(line.key, {**line.args, "seat": line.seat, "n": line.count}))
    return hints


def asked(match: Match, seat: int, acts: list[Action], out: PhraseLog) -> None:
    """Add what the table says to the seat, and to a spectator, before it acts."""
    for viewer, may in ((seat, acts), (SPECTATOR, [])):
        seen = view(match.deal, viewer)
        prompt = match.game.prompt(seen.seen, viewer, seen.must, may)
        for part in (prompt.scene, prompt.task, prompt.note):
            if part is not None:
                out.add(part)


def refuse(match: Match, seat: int, out: PhraseLog, chance: Chance) -> None:
    """Try things that are not allowed, with cards of the seat's own hand, and add what the refusals say."""
    s = match.deal
    held = b"".join(
        zone
        for zone, owner, place in zip(s.zones, s.layout.owner, s.layout.zones, strict=True)
        if owner == seat and place.role == "hand"
    )
    verbs = sorted(match.game.verbs)
    for verb in sorted({a.verb for a in s.legal(seat)}):  # each card, so that every rule refuses one
        for c in sorted(set(held)):
            tried(match, seat, Action(verb, bytes([c])), out)
    for _ in range(3):
        n = int(chance.below(4)) if held else 0
        some = bytes(sorted(held[int(chance.below(len(held)))] for _ in range(n)))
        to = (-1, -1, 0, 1)[int(chance.below(4))]
        tried(match, seat, Action(verbs[int(chance.below(len(verbs)))], some, to), out)


def tried(match: Match, seat: int, a: Action, out: PhraseLog) -> None:
    """Add why an action is refused, if it is."""
    try:
        match.check(seat, a)
    except Refused as refused:
        out.add(refused.phrase)


def put_together(node: ast.JoinedStr, name: str) -> str:
    """Return the key of f"{NAME}.event.win"; "" where other parts of it are not known."""
    out = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            out += str(part.value)
        elif isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name) and part.value.id == "NAME":
            out += name
        else:
            return ""
    return out


def constants(game: Game) -> set[str]:
    """Return the text keys of the game that stand as whole words in its sources."""
    whole = re.compile(rf"(error\.)?{game.name}\.\w+(\.\w+)*")
    found: set[str] = set()
    for file in sorted(folder(game.name).glob("*.py")):
        try:
            tree = ast.parse(file.read_text("utf-8"), str(file))
        except SyntaxError:
            continue  # of bot.py, which says so itself
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if id(node) in parts:
                continue  # the beginning of a key that is put together
            if isinstance(node, ast.JoinedStr):
                node = ast.Constant(put_together(node, game.name))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and whole.fullmatch(node.value):
                found.add(node.value)
    return found
