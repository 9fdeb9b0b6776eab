"""Finds puzzles: decisions near the end of a deal at which exactly one action reaches the best result.

Deals are played by Club, or come from records. Every action is valued with open cards by an exact solver: that of the
game if it has one (`Puzzling.value`), otherwise alpha-beta search through the rules. The answer must exceed every other
action by `Puzzling.gap`. Then it is counted out whether it is best for every distribution of the unseen cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stich.analysis.certain import holds_everywhere
from stich.analysis.judge import searcher
from stich.analysis.puzzles import Puzzle, Try, do, grade_of, position_of, resolved, write_move
from stich.bots import bot, policies
from stich.bots.arena import next_action
from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.bots.search import Search
from stich.bots.solver import Solver
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, Seats, has
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, SIM, Match, Source
from stich.kernel.record import Record
from stich.kernel.state import State
from stich.kernel.view import view

LEAST: Final = 3  # actions to choose from
LUCK: Final = 7  # seed of the levels that try a puzzle
LEVELS: Final = ("club", "expert")
NODES: Final = 250_000  # actions that the solver of the rules tries for one position


class TooFar(Exception):
    """Raised if the solver has tried too many actions."""


def puzzling(game: Game) -> Puzzling:
    """Return which puzzles a game wants. Raises ValueError: it wants none."""
    found = puzzling_of(game)
    if found is None:
        raise ValueError(f"{game.name} wants no puzzles")
    return found


def puzzling_of(game: Game) -> Puzzling | None:
    """Return which puzzles a game wants; None if it wants none."""
    found = getattr(policies(game), "PUZZLES", None)
    return found if isinstance(found, Puzzling) else None


class Prover:
    """Values positions of one game with all cards open, for the side of one seat."""

    def __init__(self, game: Game) -> None:
        """Raises ValueError: the game wants no puzzles."""
        self.wanted = puzzling(game)
        self.search = searcher(game)
        self.solvers: dict[tuple[Seat, Seats], Solver[State]] = {}

    def start(self) -> None:
        """Forget the positions of another deal or world."""
        self.solvers.clear()

    def value(self, s: State, seat: Seat) -> float | None:
        """Return the result of a position for the side of a seat if all play best. The state is modified."""
        if self.wanted.value is not None:
            return self.wanted.value(s, seat)
        side = self.search.side(s, seat)
        solver = self.solvers.get((seat, side))
        if solver is None:
            solver = self.solvers[seat, side] = Solver(side, lambda end: self.points(end, seat, side), self.search.key)
        try:
            return round(solver.value(s), 3)
        except TooFar:
            return None

    def points(self, end: State, seat: Seat, side: Seats) -> float:
        """Return the points of a finished deal: of the own side above the mean of the others. Raises TooFar."""
        if self.solvers[seat, side].nodes > NODES:
            raise TooFar
        return Search.utility(self.search, end, seat)

    def values(self, s: State, by: Seat, acts: list[Action], seat: Seat) -> list[float | None]:
        """Return the values of actions of a seat `by`, for the side of `seat`."""
        found: list[float | None] = []
        for action in acts:
            after = s.copy()
            after.apply(by, action)
            found.append(self.value(after, seat))
            if found[-1] is None:
                return found + [None] * (len(acts) - len(found))
        return found


def only_best(values: list[float | None], gap: float) -> int:
    """Return the one action that exceeds all others by a gap; −1 if there is none, or some value is unknown."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return -1
    at = max(range(len(known)), key=known.__getitem__)
    return at if all(known[at] - other >= gap for i, other in enumerate(known) if i != at) else -1


class Miner:
    """Looks at the decisions of deals of one game. certain: only for puzzles that hold whatever the others have."""

    def __init__(self, game: Game, certain: bool = False) -> None:
        """Raises ValueError: the game wants no puzzles."""
        self.game = game
        self.certain = certain
        self.prover = Prover(game)
        self.wanted = self.prover.wanted
        self.players = {level: bot(game, level) for level in LEVELS}
        self.club: Bot = self.players[LEVELS[0]]

    def table(self, seed: int) -> tuple[dict[str, str], int]:
        """Return options and number of players of the deal with a seed: the recommended table."""
        seats = self.wanted.seats[seed % len(self.wanted.seats)] if self.wanted.seats else self.game.seats[0]
        given = self.game.with_preset(self.game.recommended(seats), {}, seats)
        defaults = {option.name: option.default for option in self.game.options}
        return {name: str(value) for name, value in given.items() if str(value) != defaults[name]}, seats

    def generated(self, seed: int) -> Puzzle | None:
        """Return the best puzzle of the deal that Club plays with the cards of a seed; None if it has none."""
        chosen, seats = self.table(seed)
        given: dict[str, object] = dict(chosen)
        rules = self.game.rules(given, seats)
        match = Match(self.game, rules, Source(SIM, seed))
        luck = [quick(seed, -1 - seat) for seat in range(seats)]

        def ask(s: State, seat: Seat, legal: list[Action]) -> Action:
            return self.club.choose(view(s, seat), legal, luck[seat])

        found: list[Puzzle] = []
        while match.deal.must():
            found += self.here(match, chosen, (SIM, seed))
            match.act(*next_action(match.deal, ask))
        return hardest(found)

    def played(self, record: Record) -> Puzzle | None:
        """Return the best puzzle of the first deal of a record, None if it has none."""
        start = Match(record.game, record.rules, record.source)
        pack = record.rules.layout.pack
        names = [pack.names[c] for c in start.deck.cards]
        source = (GIVEN, " ".join([str(start.setup.dealer), str(start.deck.cut), *names]))
        defaults = {option.name: option.default for option in record.game.options}
        chosen = {name: value for name, value in record.rules.options.items() if value != defaults[name]}
        found: list[Puzzle] = []
        for move in record.moves:
            if move.deal == 1:
                found += self.here(start, chosen, source)
                start.act(move.seat, move.action)
        return hardest(found)

    # -- one position --------------------------------------------------------------------------------------------------

    def here(self, match: Match, chosen: dict[str, str], source: tuple[str, int | str]) -> Iterator[Puzzle]:
        """Yield the puzzle of the position at which a match stands, if it is one."""
        s = match.deal
        seat = s.actor()
        if seat in (-1, HOST) or held(s) > self.wanted.cards or not self.wanted.ready(s):
            return
        legal = s.legal(seat)
        if not LEAST <= len(legal) <= self.wanted.choices or any(a.verb in self.game.asides for a in legal):
            return
        acts = [resolved(match, seat, a) for a in legal]
        self.prover.start()
        values = self.prover.values(s, seat, acts, seat)
        answer = only_best(values, self.wanted.gap)
        if answer < 0:
            return
        tries = [
            Try(self.game.write(match.rules, action), value, self.line(match, seat, action))
            for action, value in zip(acts, values, strict=True)
            if value is not None
        ]
        sure = self.is_sure(s, seat, acts, answer)
        if self.certain and not sure:
            return
        found = self.finders(s, seat, legal, acts[answer])
        cards = held(s)
        moves = [write_move(match, move.seat, move.action) for move in match.moves]
        yield Puzzle(
            s.layout.seats, chosen, source, moves, seat, tries, answer, sure,
            grade_of(found, len(acts), cards), found, cards,
        )  # fmt: skip

    def is_sure(self, s: State, seat: Seat, acts: list[Action], answer: int) -> bool:
        """Tell whether the answer is best for every distribution of the cards that the seat does not see."""

        def best(world: State, viewer: Seat) -> bool:
            self.prover.start()
            values = self.prover.values(world, viewer, acts, viewer)
            known = [value for value in values if value is not None]
            return len(known) == len(values) and known[answer] >= max(known)

        return holds_everywhere(view(s, seat), best, self.wanted.distributions, self.wanted.still)

    def finders(self, s: State, seat: Seat, legal: list[Action], answer: Action) -> list[str]:
        """Return the levels that choose the answer from what the seat sees."""
        seen = view(s, seat)
        right = s.phase.canon(s, seat, answer)
        chosen = {level: player.choose(seen, legal, quick(LUCK, seat)) for level, player in self.players.items()}
        return [level for level, action in chosen.items() if s.phase.canon(s, seat, action) == right]

    def line(self, match: Match, seat: Seat, action: Action) -> list[str]:
        """Return how the deal goes on after an action if both sides play best with open cards.

        Of equally good actions the one is taken that Club would choose, so that a line looks like play.
        """
        s = match.deal.copy()
        s.apply(seat, action)
        done: list[str] = []
        while True:
            at = s.actor()
            if at < 0:
                return done
            acted = CLOSE if at == HOST else self.best(s, at, seat)
            shown = acted if at == HOST else Action(acted.verb, s.phase.cards(s, at, acted), acted.to)
            done.append(write_move(match, at, shown))
            s.apply(at, shown)

    def best(self, s: State, at: Seat, seat: Seat) -> Action:
        """Return an action of seat `at` with the best value for its side. seat: whose side the values are for."""
        legal = s.legal(at)
        if len(legal) == 1:
            return legal[0]
        acts = [Action(a.verb, s.phase.cards(s, at, a), a.to) for a in legal]
        values = [value or 0.0 for value in self.prover.values(s, at, acts, seat)]
        ours = has(self.prover.search.side(s, seat), at)
        best = max(values) if ours else min(values)
        liked = s.phase.canon(s, at, self.club.choose(view(s, at), legal, quick(LUCK, at)))
        good = [a for a, value in zip(acts, values, strict=True) if value == best]
        return next((a for a in good if s.phase.canon(s, at, a) == liked), good[0])


def held(s: State) -> int:
    """Return the number of cards in all hands."""
    return sum([len(zone) for at, zone in enumerate(s.zones) if s.layout.zones[at].role == "hand"])


def hardest(found: list[Puzzle]) -> Puzzle | None:
    """Return the most difficult of the puzzles of a deal, the one with more cards of two."""
    return max(found, key=lambda one: (one.grade, one.sure, one.cards)) if found else None


def proved(game: Game, one: Puzzle) -> str:
    """Prove a puzzle again: its actions, their values, its answer and whether it is certain; "" or what is wrong.

    Raises Refused if the present rules reject its deal or one of its lines.
    """
    miner = Miner(game)
    match = position_of(game, one)
    s = match.deal
    acts = [resolved(match, one.seat, a) for a in s.legal(one.seat)]
    if s.actor() != one.seat or [game.write(match.rules, a) for a in acts] != [each.do for each in one.tries]:
        return "its actions are not those of the position"
    values = miner.prover.values(s, one.seat, acts, one.seat)
    if values != [each.value for each in one.tries]:
        return f"its values are {values}"
    if only_best(values, miner.wanted.gap) != one.answer:
        return "its answer is not the only best action"
    if one.sure and not miner.is_sure(s, one.seat, acts, one.answer):
        return "its answer is not best for every distribution"
    return ends(game, one)


def ends(game: Game, one: Puzzle) -> str:
    """Play every line of a puzzle; return "" or which of them does not end the deal.

    Raises Refused if one is not legal.
    """
    for each in one.tries:
        match = position_of(game, one)
        do(match, f"{one.seat} {each.do}")
        for line in each.line:
            do(match, line)
        if match.deal.must():
            return f"the line after {each.do} does not end the deal"
    return ""


def is_welcome(one: Puzzle, have: list[Puzzle], wanted: int) -> bool:
    """Tell whether a puzzle is taken: Club finds at most two thirds of those wanted; no position is taken twice."""
    easy = len([other for other in have if other.found[:1] == ["club"]])
    if one.found[:1] == ["club"] and easy >= 2 * wanted // 3:
        return False
    return all((other.source, other.moves) != (one.source, one.moves) for other in have)


def next_seed(have: list[Puzzle], first: int) -> int:
    """Return the seed with which mining goes on. first: the one that it began with."""
    return max([first, *[int(one.source[1]) + 1 for one in have if one.source[0] == SIM]])
