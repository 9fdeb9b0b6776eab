"""The two matches of a pair at two real tables, side by side: what the viewer and a watcher are sent, byte by byte.

Both tables hear the same, at the same times, but for the cards that the viewer cannot see. Windows come late, go and
come back, lose frames and ask for foolish things; servers are killed and started again, on both sides in the same way.
Then every frame, and the moment at which it was sent, must be the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, get_args, get_origin
from unittest import mock

import msgspec

from server.desk import Json
from server.pairs import Pair
from server.worlds import VIEWER, Frame, Machine, World
from stich.kernel.action import Action, Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.kernel.match import GIVEN, Source
from stich.server.state import table_state
from stich.server.state.entries import Began, Opened
from stich.server.state.lessons import Script
from stich.server.state.shuffles import Shuffles
from stich.server.tables.table import Request

WATCHER, LATE = "wim", "lou"
PEOPLE = ("ann", "ben", "cid", "dora", "eli", "fay", "gus", "hal", "ina", "jan", "kim", "lea")
IDLE, BUSY = Machine(0, 40), Machine(3000, 90)
MACHINES = (Machine(0, 0), IDLE, BUSY)
PLAYING = {"act", "start", "stand", "again", "undo"}  # requests that would lead elsewhere than planned

Op = Callable[[World], None]


class Difference(NamedTuple):
    """The first frame that was not the same at both tables. first, second: None where nothing was sent."""

    pair: Pair
    window: str
    after: str
    played: int
    first: Frame | None
    second: Frame | None

    @property
    def v(self) -> int:
        """The number in the log that the frame is about, −1 where it names none."""
        frames = [msgspec.json.decode(frame[1]) for frame in (self.first, self.second) if frame is not None]
        return max(int(frame.get("v", -1)) for frame in frames)

    def __str__(self) -> str:
        viewer = "a spectator" if self.pair.viewer == SPECTATOR else f"seat {self.pair.viewer}"
        lines = [
            f"{self.pair.game.name}, seed {self.pair.seed}, options {self.pair.options}",
            f"{viewer} can tell the deals apart at v {self.v}, after {self.played} actions",
            f"{self.window}, {self.after}",
        ]
        for name, frame in (("one", self.first), ("the other", self.second)):
            lines.append(f"  {name}: {f'{frame[0]} ms {frame[1].decode()}' if frame else 'nothing'}")
        return "\n".join(lines)


class Trial:
    """One pair at its two tables. calm: nobody goes, comes late or asks for foolish things. machine: what bots think
    on; None: any of `MACHINES`. by_itself: which views the pages of people answer by themselves. timer: how long people
    may take; "": any of the limits."""

    def __init__(
        self,
        pair: Pair,
        *,
        calm: bool = False,
        machine: Machine | None = None,
        by_itself: Callable[[Json], bool] | None = None,
        timer: str = "",
    ) -> None:
        self.pair = pair
        self.calm = calm
        self.machine = machine
        self.by_itself = by_itself
        self.chance = random.Random(f"trial/{pair.game.name}/{pair.seed}")
        self.timer = timer or random.Random(f"timer/{pair.game.name}/{pair.seed}").choice(
            ["off", "20s", "match", "day"]
        )
        self.counts: Counter[str] = Counter()
        self.frames = self.size = self.played = 0
        self.worlds: list[World] = []
        self.compared: Counter[str] = Counter()
        self.difference: Difference | None = None
        self.watching = pair.viewer == SPECTATOR
        self.windows = pair.interrupts  # bots would do so at times of their own: only people sit there

    def run(self) -> Difference | None:
        """Play it and return the first difference."""
        with given_decks(self.pair):
            pace = self.chance.choice(["instant", "fast", "normal"])
            machine = self.machine or self.chance.choice(MACHINES)
            self.worlds = [World(self.pair, which, pace, machine, self.timer) for which in range(2)]
            for world in self.worlds:
                world.by_itself = self.by_itself
            for name, op in self.script():
                for world in self.worlds:
                    op(world)
                    world.settle()
                self.counts[name] += 1
                if any(world.ahead() for world in self.worlds):
                    break  # a bot without a choice did what is not planned any more
                self.compare(name)
                if self.difference is not None:
                    break
        return self.difference

    def compare(self, after: str) -> None:
        one, two = self.worlds
        for name, window in one.heard.items():
            first, second = window.kept, two.heard[name].kept
            start = self.compared[name]
            for at in range(start, max(len(first), len(second))):
                a = first[at] if at < len(first) else None
                b = second[at] if at < len(second) else None
                if a != b and self.difference is None:
                    self.difference = Difference(self.pair, name, after, self.played, a, b)
            self.compared[name] = len(first)
            self.frames += len(first) - start
            self.size += sum(len(frame) for _, frame in first[start:])

    # -- the script: the same for both --------------------------------------------------------------------------------

    def script(self) -> Iterator[tuple[str, Op]]:
        yield "coming", self.gather()
        wanted: Counter[Seat] = Counter()
        for number, deal in enumerate(self.pair.deals, 1):
            if number > 1:
                yield "the next deal", lambda world, n=number: world.go_to_deal(n)  # type: ignore[misc]
            for step in deal:
                yield from self.disturb()
                wanted[step.seat] += 1
                yield "an action", lambda world, step=step: world.step(step, wanted[step.seat])  # type: ignore[misc]
                self.played += 1
        if not self.calm:
            yield from self.disturb(True)
            yield from self.leave()

    def gather(self) -> Op:
        people = {}
        for seat in range(self.pair.seats):
            if seat != self.pair.viewer and (self.windows or self.chance.random() < 0.4):
                people[seat] = PEOPLE[seat]

        def op(world: World) -> None:
            world.tap("the watcher", WATCHER)
            world.tap("the viewer", VIEWER)
            for seat, name in people.items():
                world.person(seat, name)
                world.ask(world.people[seat], "sit", seat=seat, name=name)
            mine = world.heard["the viewer"]
            if not self.watching:
                world.ask(mine, "sit", seat=self.pair.viewer, name="Vic")
            world.ask(next(iter(world.people.values()), mine), "start")

        return op

    def disturb(self, surely: bool = False) -> Iterator[tuple[str, Op]]:
        if self.calm:
            return
        kinds = [self.foolish] * 6 + [self.resume, self.hint] * 2
        kinds += [self.late, self.away, self.lose, self.crash, self.ping]
        if self.timer == "20s" and not self.windows:
            kinds += [self.run_out] * 4
        while surely or self.chance.random() < 0.25:
            yield self.chance.choice(kinds)()
            surely = False

    def any_window(self) -> str:
        return self.chance.choice(sorted(self.worlds[0].heard))

    def late(self) -> tuple[str, Op]:
        """Somebody opens the table's link: the viewer once more, or one who only watches."""
        number = sum(name.startswith("a late") for name in self.worlds[0].heard)
        if number > 2:
            return self.resume()
        identity = self.chance.choice([VIEWER, f"{LATE}{number}"])
        name = f"a late window {number} of {'the viewer' if identity == VIEWER else 'a watcher'}"
        return "a late join", lambda world: world.tap(name, identity)

    def resume(self) -> tuple[str, Op]:
        name = self.any_window()
        return "coming back", lambda world: world.tap(name, "")

    def away(self) -> tuple[str, Op]:
        """All windows of the viewer are gone for a while; if it is long, a bot plays for them."""
        if self.worlds[0].table.state.window.open:
            return self.resume()  # it would close meanwhile
        ms = self.chance.choice([500, 4000] if self.windows or self.watching else [500, 4000, 25_000])

        def op(world: World) -> None:
            gone = [window for window in world.heard.values() if window.identity == VIEWER]
            for window in gone:
                window.close()
            world.wait(ms)
            for window in gone:
                window.open()
            world.read()

        return "being away", op

    def run_out(self) -> tuple[str, Op]:
        """Nobody decides in time: bots do, as planned. In a time to interrupt there is no limit of anybody."""
        if self.worlds[0].table.state.window.open:
            return self.resume()
        return "time runs out", lambda world: world.wait(22_000)

    def lose(self) -> tuple[str, Op]:
        """The last message to the window is lost; it asks again."""
        name, back = self.any_window(), self.chance.randrange(1, 6)

        def op(world: World) -> None:
            window = world.heard[name]
            window.have = max(-1, window.have - back)
            window.open()
            world.read()

        return "asking again", op

    def crash(self) -> tuple[str, Op]:
        return "a restart", World.again

    def ping(self) -> tuple[str, Op]:
        """A ping: the server compares what is shown."""
        name, n = self.any_window(), self.chance.randrange(1000)
        lost = self.chance.random() < 0.3

        def op(world: World) -> None:
            window = world.heard[name]
            ping: Json = {"t": "ping", "n": n}
            if window.view:
                ping |= {"v": window.have, "h": "astray" if lost else window.h}
            world.receive(window, ping)
            world.read()

        return "a ping", op

    def hint(self) -> tuple[str, Op]:
        """A hint: the advice must depend only on what the viewer sees."""
        return "advice", lambda world: world.ask(world.heard["the viewer"], "hint", v=world.heard["the viewer"].have)

    def foolish(self) -> tuple[str, Op]:
        name = self.any_window()
        kind, fields = self.wrong_request()
        if kind == "act" and self.legal(name, fields):
            return self.ping()
        twice = self.chance.random() < 0.2

        def op(world: World) -> None:
            window = world.heard[name]
            msg = window.request(kind, **fields)
            for _ in range(1 + twice):
                world.receive(window, msg)
            world.read()

        return f"a wrong request ({kind})", op

    def wrong_request(self) -> tuple[str, Json]:
        """Make a request at random, out of the types that the protocol declares."""
        faces = len(self.pair.game.pack.names)
        verb = self.chance.choice([*self.pair.game.verbs, "", "window_closed"])
        cards = sorted(self.chance.randrange(faces) for _ in range(self.chance.randrange(4)))
        if self.chance.random() < 0.6:
            to = self.chance.choice([-1, 0, 1, 2, self.chance.randrange(400), 10**6])
            return "act", {"verb": verb, "cards": cards, "to": to, "v": self.chance.choice([10**6, 10**6, 0, -1])}
        kind = self.chance.choice([t for t in get_args(Request) if tag(t) not in PLAYING])
        made: Json = {}
        for field in msgspec.structs.fields(kind):
            if field.name in ("seat", "to"):
                made[field.name] = self.chance.choice([-1, 99])
            elif field.type is int and field.name != "id":
                made[field.name] = self.chance.choice([-1, 0, 1, 10**6])
            elif field.type is str:
                made[field.name] = self.chance.choice(["", "Zoe", "x" * 99])
            elif get_origin(field.type) is list:
                made[field.name] = [self.chance.choice([-1, 0, 99])]
            elif field.name != "id":
                made[field.name] = self.chance.choice(get_args(field.type) or [True, False])
        return tag(kind), made

    def legal(self, name: str, fields: Json) -> bool:
        """Would this be a legal action after all?"""
        table = self.worlds[0].table
        viewer = table.state.seat_of(self.worlds[0].heard[name].identity)
        match = table.state.match
        if match is None or viewer == SPECTATOR:
            return False
        try:
            match.check(viewer, Action(fields["verb"], bytes(fields["cards"]), fields["to"]))
        except Refused:
            return False
        return True

    def leave(self) -> Iterator[tuple[str, Op]]:
        """What takes the table elsewhere than planned comes last."""
        last: list[tuple[str, Json]] = [("undo", {}), ("again", {}), ("start", {}), ("stand", {})]
        if not self.watching:
            if self.worlds[0].table.state.status == "playing":  # another hand is not to be had now
                last += [("sit", {"seat": seat}) for seat in range(self.pair.seats) if seat != self.pair.viewer]
            last.append(("sit", {"seat": self.pair.viewer}))
        for kind, fields in last:
            yield f"{kind} at the end", lambda world, k=kind, f=fields: world.ask(world.heard["the viewer"], k, **f)  # type: ignore[misc]
        yield "a restart at the end", World.again


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


@contextmanager
def given_decks(pair: Pair) -> Iterator[None]:
    """Deal the pair's decks at tables whose first deal has the secret 00… or 01…, and then the same ones."""

    def source(opened: Opened, began: Began, script: Script | None, shuffles: Shuffles) -> Source:
        decks = pair.decks[shuffles.secret[0]] + pair.decks[0][-1:] * 9
        return Source(GIVEN, seed=pair.seed, decks=decks)

    with mock.patch.object(table_state, "source_of", source):
        yield
