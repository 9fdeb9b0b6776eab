"""A bot's question and answer as plain data, for bots that think in another process.

Nothing but a `View` can be packed, so a bot in another process knows what its seat knows and no more.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stich.kernel.action import SEALED, SILENT, WAITING, Action, Arg, Phrase
from stich.kernel.cards import Cards, Seat, Seats
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.game import Game
from stich.kernel.state import OVER, Phase, State
from stich.kernel.view import View

PlainAction = tuple[str, Cards, int]
PlainPhrase = tuple[str, dict[str, Arg], Cards, int, Seat, str]

SIGNS: Final = {sign.verb: sign for sign in (WAITING, SILENT, SEALED)}  # rules compare them by identity
MOST_RULES: Final = 200  # whose empty states are kept


class PlainView(NamedTuple):
    """A view as plain data, with the options of its match. facts: those that the layout declares, in its order."""

    options: tuple[tuple[str, str], ...]
    seat: Seat
    must: Seats
    may: Seats
    setup: tuple[int, Seat, tuple[int, ...], tuple[int, ...], Seats]
    phase: str
    turn: Seat
    zones: list[Cards]
    marks: list[int]
    sealed: list[PlainAction]
    facts: list[object]


class Preparation(NamedTuple):
    """What a process has to know before it can be asked: the rules of a match, and a level; "": the adviser."""

    game: str
    level: str
    options: tuple[tuple[str, str], ...]
    seats: int


class Question(NamedTuple):
    """What a bot is asked.

    seed: of all its random choices; see `quick`. seconds: for thinking. advice: say what a good player would do, and
    why; `level` does not count then.
    """

    game: str
    view: PlainView
    legal: list[PlainAction]
    level: str
    seed: tuple[int, int]
    seconds: float
    advice: bool = False


class Answer(NamedTuple):
    """What a bot has answered.

    choice: the index of a legal action, −1: it has failed. cards: those that it chose for the action itself. why: the
    reason for an advice. fault: why it has failed, a traceback.
    """

    choice: int
    cards: Cards = b""
    why: PlainPhrase | None = None
    fault: str = ""


def packed(view: View, options: dict[str, str]) -> PlainView:
    """Return a view as plain data. options: of its match."""
    s = view.seen
    setup = s.setup
    return PlainView(
        tuple(options.items()),
        view.seat,
        view.must,
        view.may,
        (setup.number, setup.dealer, setup.scores, setup.carry, setup.out),
        s.phase.name,
        s.turn,
        s.zones,
        s.marks,
        [plain(action) for action in s.sealed],
        [getattr(s, fact.name) for fact in s.layout.facts],
    )


def plain(action: Action) -> PlainAction:
    """Return an action as plain data."""
    return action.verb, action.cards, action.to


def restored(given: PlainAction) -> Action:
    """Return the action that was packed by `plain`."""
    return Action(*given)


def answer_of(legal: list[Action], action: Action, why: Phrase | None = None) -> Answer:
    """Return a bot's choice as plain data; a choice that was not offered is no answer."""
    reason = (why.key, why.args, why.cards, why.n, why.seat, why.moment) if why is not None else None
    bare = Action(action.verb, b"", action.to)
    if action in legal:
        return Answer(legal.index(action), b"", reason)
    if bare in legal:
        return Answer(legal.index(bare), action.cards, reason)
    return Answer(-1, fault=f"{action} is not one of {legal[:5]}")


def chosen(legal: list[Action], answer: Answer) -> Action | None:
    """Return the action that an answer means, None if the bot has failed."""
    if not 0 <= answer.choice < len(legal):
        return None
    listed = legal[answer.choice]
    return Action(listed.verb, answer.cards, listed.to) if answer.cards else listed


class Reader:
    """Makes views from plain data. It keeps an empty state for each set of rules: making rules takes milliseconds."""

    def __init__(self) -> None:
        self.states: dict[tuple[str, tuple[tuple[str, str], ...], int], State] = {}

    def view(self, game: Game, given: PlainView) -> View:
        """Return the view that was packed by `packed`."""
        s = self.empty(game, given.options, len(given.setup[2])).public_copy()
        s.setup = Setup(*given.setup)
        s.phase = phase_of(game, given.phase)
        s.turn = given.turn
        s.zones = given.zones
        s.marks = given.marks
        s.sealed = tuple([SIGNS.get(one[0]) or restored(one) for one in given.sealed])
        for fact, value in zip(s.layout.facts, given.facts, strict=True):
            setattr(s, fact.name, value)
        return View(s, given.seat, given.must, given.may)

    def empty(self, game: Game, options: tuple[tuple[str, str], ...], seats: int) -> State:
        """Return a state of the game under these rules; what it holds is replaced."""
        key = (game.name, options, seats)
        found = self.states.get(key)
        if found is None:
            if len(self.states) >= MOST_RULES:
                self.states.clear()
            rules = game.rules(dict(options), seats)
            chance = quick(0)
            found = self.states[key] = game.deal(rules, game.first(rules, chance), game.prepare(rules, chance))
        return found


def phase_of(game: Game, name: str) -> Phase:
    """Return the phase of this name."""
    return next((phase for phase in game.phases if phase.name == name), OVER)
