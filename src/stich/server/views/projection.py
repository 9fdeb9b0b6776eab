"""Conversion of a match to messages for one viewer: the kernel's views, events and refusals. It hides nothing itself:
`kernel.view` does, and only its results are read here.

Messages are named with their module: `wire.Phrase` is what a client receives for the kernel's `Phrase`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, final

import msgspec

from stich.kernel.action import CLOSE, SEALED, SILENT, WAITING, Action, Arg, Event, Phrase, Prompt, Refused
from stich.kernel.cards import BACK, EVERYBODY, HOST, SPECTATOR, Cards, Seat, Seats, has, seats_of
from stich.kernel.game import Game
from stich.kernel.match import Match, Sheet
from stich.kernel.situation import PLAIN, Reached, Situation
from stich.kernel.state import State
from stich.kernel.view import witnessed
from stich.kernel.zones import Layout
from stich.server.messages import view as wire
from stich.server.messages.frame import Value
from stich.server.messages.from_server import Problem
from stich.server.state.counts import COUNTS
from stich.server.state.shuffles import Shuffles

NO_CARD: Final = -1  # an event without a card: 0 would be a face
EXACT: Final = 2**53 - 1
NO_CHOICES: Final[list[bytes]] = []  # callers must not change it
NOTHING_BARRED: Final[list[wire.Barred]] = []  # nor this

NUMBERS: Final = [b"%d" % n for n in range(256)]
MOST_LABELS: Final = 4096

encode = msgspec.json.Encoder().encode


def value(arg: int | str | Cards) -> Value:
    """Return a parameter of a phrase as a message has it."""
    if isinstance(arg, bytes):
        return list(arg)
    return int(arg) if isinstance(arg, bool) else arg


def phrase(words: Phrase) -> wire.Phrase:
    """Return words as a message."""
    return wire.Phrase(words.key, {name: value(arg) for name, arg in words.args.items()})


def prompt(given: Prompt) -> bytes:
    """Return what the table says to a viewer as the JSON of a message."""
    return b"[%b,%b,%b,%d]" % (
        written_words(given.scene),
        written_words(given.task),
        written_words(given.note),
        given.best,
    )


def situation(given: Situation) -> wire.Situation | None:
    """Return what the table marks for a viewer as a message; None if it is nothing."""
    if given is PLAIN or given == PLAIN:
        return None
    sides = [wire.Side(seats_of(one.seats), words(one.name), one.points) for one in given.sides]
    attacks = [[attacker, defender] for attacker, defender in given.attacks]
    trumps, contract = words(given.trumps), words(given.contract)
    return wire.Situation(
        given.trump, trumps, given.led, given.trump_led, contract, given.declarer, sides, attacks, given.direction,
        [wire.Item(given.declarer, n, phrase(why)) for why, n in given.stake],
        [wire.Note(seat, phrase(said)) for seat, said in given.notes],
    )  # fmt: skip


def reached(given: list[Reached]) -> list[wire.Reached]:
    """Return what the sides have in the running deal as messages."""
    return [
        wire.Reached(
            seats_of(one.seats), one.n, one.goal, one.added,
            wire.Phrase(one.key, amounts(one)) if one.key else None, words(one.name),
        )
        for one in given
    ]  # fmt: skip


def amounts(one: Reached) -> dict[str, Value]:
    """Return the parameters of what is said instead of a number."""
    args: dict[str, Value] = {"n": one.n, "goal": one.goal}
    if one.which:
        args["which"] = f"@{one.which}"
    return args


def words(given: Phrase | None) -> wire.Phrase | None:
    """Return words as a message, None for no words."""
    return None if given is None else phrase(given)


KEYS: Final[dict[str, bytes]] = {}  # the JSON of text keys and names of parameters, of which there are few


def written_words(given: Phrase | None) -> bytes:
    """Return words as the JSON of a message, null for no words. They are written directly, because a table says
    something to every viewer at every action."""
    if given is None:
        return b"null"
    parts = [b"%b:%b" % (key_of(name), written_value(arg)) for name, arg in given.args.items()]
    return b"[%b,{%b}]" % (key_of(given.key), b",".join(parts))


def key_of(text: str) -> bytes:
    """Return a text key as JSON."""
    known = KEYS.get(text)
    if known is None:
        if len(KEYS) >= MOST_LABELS:
            KEYS.clear()
        known = KEYS[text] = encode(text)
    return known


def written_value(arg: int | str | Cards) -> bytes:
    """Return a parameter of a phrase as JSON."""
    if isinstance(arg, int):
        return b"%d" % arg
    return faces(arg) if isinstance(arg, bytes) else encode(arg)


def problem(refused: Refused, id: int = -1) -> Problem:
    """Return a refusal as a message: the key "error.x" is the code "x"."""
    said = phrase(refused.phrase)
    code = said.key.removeprefix("error.")
    COUNTS.refused[code] += 1
    return Problem(id, code, said.args)


def said(event: Event, layout: Layout, game: Game) -> wire.Said:
    """Return the message of an event that `witnessed` returned."""
    ids = layout.ids
    src = ids[event.src] if event.src >= 0 else ""
    dst = ids[event.dst] if event.dst >= 0 else ""
    card = event.card if src or dst else NO_CARD
    if event.phrase is None:
        return wire.Said(event.kind, event.seat, card, src, dst, None)
    words = event.phrase
    seat = words.seat if words.seat >= 0 else event.seat  # the words for a deal can be about another than the dealer
    cards, stage = list(words.cards), game.moment(words)
    return wire.Said(event.kind, seat, card, src, dst, phrase(words), cards, words.n, stage, event.topic)


def seen_by(
    events: list[Event], viewer: Seat, layout: Layout, game: Game, kept: dict[int, wire.Said] | None = None
) -> list[wire.Said]:
    """Return the events as a viewer witnessed them.

    kept: messages of events that others saw in the same form, by the object's id, valid only while the events exist.
    """
    if kept is None:
        kept = {}
    out = []
    for event in events:
        seen = witnessed(event, viewer)
        if seen is event:
            told = kept.get(id(event))
            if told is None:
                told = kept[id(event)] = said(event, layout, game)
            out.append(told)
        elif seen is not None:
            out.append(said(seen, layout, game))
    return out


@final
class Report:
    """The events of a log entry: encoded as JSON once for all viewers who saw the same."""

    def __init__(self, events: list[Event], layout: Layout, game: Game) -> None:
        self.events = events
        self.layout = layout
        self.game = game
        self.kept: dict[int, wire.Said] = {}
        self.open = True  # all viewers saw all of it
        for event in events:
            if event.eyes != EVERYBODY:
                self.open = False
        self.text = b""  # of what all viewers saw

    def encoded(self, viewer: Seat) -> bytes:
        """Return the events as a viewer witnessed them, as JSON."""
        if self.open and self.text:
            return self.text
        text = encode(seen_by(self.events, viewer, self.layout, self.game, self.kept))
        if self.open:
            self.text = text
        return text


def fact(given: object) -> Any:
    """Return a fact in its JSON form. Callers must not change it, because it can be cached and shared.

    A number that JavaScript cannot represent exactly is written as text: otherwise page and server would have different
    hashes, and the whole view would be sent again and again.
    """
    if type(given) is int:
        return given if -EXACT <= given <= EXACT else str(given)
    return _fact(given)


@lru_cache(4096)
def _fact(given: object) -> Any:
    if isinstance(given, bytes):
        return list(given)
    if isinstance(given, tuple):
        return [fact(part) for part in given]
    return int(given) if isinstance(given, bool) else given


def answer(given: Action) -> wire.Answer:
    """Return a simultaneous answer as a view has it."""
    if given is WAITING:
        return wire.Answer("waiting")
    if given is SILENT:
        return wire.Answer("silent")
    if given is SEALED:
        return wire.Answer("sealed")
    return wire.Answer("own", given.verb, list(given.cards), given.to)


def faces(zone: Cards) -> bytes:
    """Return a zone as JSON."""
    return b"[%b]" % b",".join([NUMBERS[c] for c in zone])


@lru_cache(256)
def zone_names(layout: Layout) -> list[bytes]:
    """Return the names of all zones, each as it begins a member in JSON."""
    return [encode(name) + b":" for name in layout.ids]


@lru_cache(256)
def fact_names(layout: Layout) -> list[bytes]:
    """Return the names of all facts, each as it begins a member in JSON."""
    return [encode(fact.name) + b":" for fact in layout.facts]


def legal(match: Match, seat: Seat, asked: Seats) -> list[bytes]:
    """Return what a seat can do now, each choice as the JSON of a `Legal`; [] for spectators and seats that are not
    asked.

    These are the most frequent messages, so they are written directly, without creating structs."""
    if seat == SPECTATOR or not has(asked, seat):
        return []
    return written(match.game, match.deal, seat, match.legal(seat))


def dares(match: Match, seat: Seat, asked: Seats) -> list[int]:
    """Return the indexes into `TableSpec.unlisted` of the acts that the rules would accept from a seat now."""
    if seat == SPECTATOR or not has(asked, seat):
        return []
    extra = match.game.unlisted(match.rules)
    if not extra:
        return []
    s = match.deal
    listed = match.legal(seat)
    return [n for n, a in enumerate(extra) if a not in listed and s.phase.dares(s, seat, a)]


def barred(game: Game, s: State, seat: Seat, acts: list[Action]) -> list[wire.Barred]:
    """Return what belongs to a seat's choice and is not possible now. s: as the seat sees it; acts: what is."""
    if not acts:
        return NOTHING_BARRED
    found = s.phase.barred(s, seat)
    if not found:
        return NOTHING_BARRED
    return [wire.Barred(a.verb, phrase(game.label(s, seat, a)), phrase(why)) for a, why in found]


def host(game: Game, s: State, asked: Seats) -> list[bytes]:
    """Return the possible table events, each as the JSON of a `Legal`, without the HOST's automatic actions.

    s: the state as any viewer sees it.
    """
    if not has(asked, HOST):
        return NO_CHOICES
    acts = [a for a in s.legal(HOST) if a != CLOSE]
    return written(game, s, HOST, acts) if acts else NO_CHOICES


def has_happened(match: Match) -> bool:
    """Tell whether a table event has just happened: it happens at most once between two acts of players."""
    for move in reversed(match.moves):
        if move.deal != match.setup.number or move.seat != HOST:
            return False
        if move.action.verb != CLOSE.verb:
            return True
    return False


def written(game: Game, s: State, seat: Seat, acts: list[Action]) -> list[bytes]:
    """Return actions as the JSON of a `Legal` each, with the cards that they would move and the game's words."""
    out = []
    verb, text = "", b""  # most actions have the verb of the one before
    groups: dict[str, int] = {}
    for listed, (cards, label) in zip(acts, game.choices(s, seat, acts), strict=True):
        held = faces(cards)
        if listed.verb != verb:
            verb, text = listed.verb, encode(listed.verb)
        group = groups.setdefault(label.key, len(groups))
        out.append(b"[%b,%b,%d,%b,%d]" % (text, held, listed.to, words_of(label), group))
    return out


labels: Final[dict[int, tuple[Phrase, bytes]]] = {}  # by the identity of a phrase, which a game keeps; it is held here


def words_of(label: Phrase) -> bytes:
    """Return a label as JSON. A game gives an action the same label again and again, see `Game.label`."""
    known = labels.get(id(label))
    if known is None:
        if len(labels) >= MOST_LABELS:
            labels.clear()
        known = labels[id(label)] = (label, written_words(label))
    return known[1]


def unlisted(acts: list[tuple[str, list[int], int, Phrase]]) -> list[wire.Legal]:
    """Return the descriptions of acts that are accepted though not listed, see `Game.unlisted`."""
    return [wire.Legal(verb, cards, to, phrase(words)) for verb, cards, to, words in acts]


def menu(choices: list[bytes]) -> bytes:
    """Return a `TableView.legal` as JSON."""
    return b"[%b]" % b",".join(choices)


def sheet(done: Sheet) -> wire.Sheet:
    """Return a finished deal as a message."""
    result = done.result
    items = []
    for line in result.why:
        args: dict[str, Arg] = {"seat": line.seat, "n": line.count}
        items.append(wire.Item(line.seat, line.n, phrase(Phrase(line.key, args | line.args))))
    tallies = [wire.Tally(tally.key, seats_of(tally.seats), tally.n, tally.rest) for tally in result.tallies]
    points, totals, headline = list(result.points), list(done.totals), phrase(result.headline)
    return wire.Sheet(done.setup.number, points, totals, items, headline, not result.again, tallies)


def shuffle(of: Shuffles, soon: bool) -> wire.Shuffle | None:
    """Return how the next deal is being agreed on; None if it is not. soon: the table begins by itself."""
    if not of.secret:
        return None
    pledges = [of.pledges[seat].hash.hex() if seat in of.pledges else "" for seat in range(of.seats)]
    opened = sum([1 << seat for seat, one in of.pledges.items() if one.nonce])
    return wire.Shuffle(
        of.number, of.promised, pledges if of.pledges else [], of.closed_at >= 0, opened, of.running, soon
    )


@lru_cache(4096)
def masks(cards: Cards) -> str:
    """Return cards as hexadecimal masks, see `TableView.gone`; backs are left out."""
    found: list[int] = []
    copies = [0] * (BACK + 1)
    for c in cards:
        if c != BACK:
            if copies[c] == len(found):
                found.append(0)
            found[copies[c]] |= 1 << c
            copies[c] += 1
    return ",".join([f"{mask:x}" for mask in found])


@lru_cache(256)
def face_down(layout: Layout) -> list[int]:
    """Return the zones whose cards lie face down though they were seen: only what is in them can be gone."""
    return [at for at, zone in enumerate(layout.zones) if not zone.shown]


def gone(layout: Layout, zones: list[Cards]) -> str:
    """Return the cards in face-down piles that a viewer who counts cards knows.

    zones: those of the viewer's view; without any nothing is gone.
    """
    return masks(b"".join([zones[at] for at in face_down(layout)])) if zones else ""


def hash_of(shown: wire.TableView) -> str:
    """Return the hash of a view, see `view_hash`."""
    return wire.view_hash(msgspec.to_builtins(shown))
