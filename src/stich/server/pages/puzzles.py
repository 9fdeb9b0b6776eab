"""HTTP endpoints for puzzles: which there are, and one of them with everything that a page needs to show it.

A puzzle is shown as a review is: the real rules replay it, and the same functions write the view and what each act
changes. The lines after each choice are in the puzzle's file, so nothing is searched here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import Response

from stich.analysis.puzzles import Puzzle, do, lost, number_of_day, pick, position_of, puzzles_in, read_move, replies
from stich.bots import explain, policies
from stich.bots.puzzling import goal_of
from stich.clock import clock
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import Match
from stich.kernel.view import View, view
from stich.server.messages import puzzles as messages
from stich.server.messages import view as wire
from stich.server.messages.frame import Status
from stich.server.messages.from_server import Skip, Update
from stich.server.pages.afterwards import Afterwards, whole_number
from stich.server.pages.replies import Prepared, answer, refusal
from stich.server.pages.review import read_step
from stich.server.state.daily import date_of, left_of
from stich.server.state.folders import game_folder
from stich.server.state.names import bot_name
from stich.server.views.description import table_spec
from stich.server.views.hands import all_hands, heard_by_any
from stich.server.views.projection import encode, phrase, said, sheet
from stich.server.views.snapshot import SharedState, Snapshot, snapshot_of
from stich.server.views.stream import Stream

Goal = Literal["win", "points"]

KEPT: Final = 64  # answers that are kept
LUCK: Final = 7  # for a reason that needs chance
REPLIES: Final = 4  # acts after a choice that are put into words


class PuzzleEndpoints:
    """The endpoints. afterwards: replays matches in a thread of its own, and limits how much one address asks for."""

    def __init__(self, afterwards: Afterwards) -> None:
        self.afterwards = afterwards
        self.registry = afterwards.registry
        self.kept: OrderedDict[tuple[str, int], Prepared] = OrderedDict()

    async def all(self, request: Request) -> Response:
        """`/api/puzzles`: how many there are of each game, and which are today's."""
        now = clock()
        date = date_of(now)
        found: list[messages.PuzzlesOf] = []
        for name, game in self.registry.games.items():
            try:
                puzzles = puzzles_in(game_folder(game))
            except Refused:
                continue  # the file of one game is damaged; the others are there
            if puzzles:
                today = number_of_day(date, name, len(puzzles))
                grades, sure = [one.grade for one in puzzles], [int(one.sure) for one in puzzles]
                found.append(messages.PuzzlesOf(name, today, grades, sure))
        return answer(messages.Puzzles(date, left_of(now), found))

    async def one(self, request: Request) -> Response:
        """`/api/puzzles/<game>/<number>`: one puzzle."""
        looks = self.afterwards.looks
        if not looks.spend(request):
            return looks.refused(request)
        name, number = request.path_params["game"], whole_number(request.path_params["number"])
        try:
            game = self.registry.game(name)
            known = self.kept.get((name, number))
            if known is None:
                known = self.kept[name, number] = Prepared(await self.afterwards.beside(message, game, number))
                if len(self.kept) > KEPT:
                    self.kept.popitem(last=False)
            return known.answer(request)
        except Refused as refused:
            return refusal(refused, 404)


def message(game: Game, number: int) -> messages.Puzzle:
    """Return a puzzle of a game. Raises Refused: `error.puzzle` (game, n, most), or what the rules refuse in it."""
    one = pick(puzzles_in(game_folder(game)), number, game.name)
    match = position_of(game, one, watched=True)
    opening = heard(match)
    start = snapshot(match, one.seat)
    spec = table_spec(game, match.rules)
    spec.unlisted = []
    spec.premoves = []
    tries = [shown(game, one, at) for at in range(len(one.tries))]
    tries[one.answer].why = reason(match, one)
    goal: Goal = "win" if goal_of(policies(game)) == "win" else "points"
    names = [bot_name(seat) for seat in range(one.seats)]
    return messages.Puzzle(
        game.name, number, one.grade, one.sure, goal, one.seat, one.cards, one.answer, spec,
        names, opening, start.whole(), tries,
    )  # fmt: skip


def shown(game: Game, one: Puzzle, at: int) -> messages.PuzzleTry:
    """Return one of the actions to choose from."""
    each = one.tries[at]
    match = position_of(game, one, watched=True)
    seat, action = listed(match, f"{one.seat} {each.do}")
    label = game.label(match.deal, seat, action)
    return messages.PuzzleTry(
        action.verb,
        list(action.cards),
        action.to,
        phrase(label),
        lost(game, one, at),
        None,
        [messages.PuzzleReply(reply.seat, phrase(reply.label)) for reply in replies(game, one, at, REPLIES)],
        list(played(match, one, [f"{seat} {each.do}", *each.line])),
    )


def reason(match: Match, one: Puzzle) -> wire.Phrase | None:
    """Return what speaks for the answer by what the seat sees; None if nothing that is certain to be true."""
    s = match.deal
    seat, action = read_move(match, f"{one.seat} {one.tries[one.answer].do}")
    legal = s.legal(seat)
    right = s.phase.canon(s, seat, action)
    meant = next((a for a in legal if s.phase.canon(s, seat, a) == right), action)
    said = explain(match.game, view(s, seat), legal, meant, quick(LUCK, seat))
    return None if said.key.startswith("table.") else phrase(said)


def played(match: Match, one: Puzzle, lines: list[str]) -> Iterator[Update | Skip]:
    """Play a line from the position, and yield what each act changes for the seat that chooses."""
    heard(match)
    stream = Stream(one.seat, 0, snapshot(match, one.seat))
    for n, line in enumerate(lines, 1):
        do(match, line)
        table = shared_of(match)
        update = stream.push(n, encode(heard(match)), snapshot(match, one.seat, table), 0, table)
        yield read_step(update)


def listed(match: Match, line: str) -> tuple[Seat, Action]:
    """Return a seat and what it does as the list of its actions has it, with the cards."""
    seat, action = read_move(match, line)
    if seat >= match.rules.layout.seats:
        return seat, action
    known = match.deal.phase.canon(match.deal, seat, action)
    return seat, Action(known.verb, action.cards or known.cards, known.to)


def heard(match: Match) -> list[wire.Said]:
    """Return the events since the last call as a person heard them who sees all hands."""
    layout = match.rules.layout
    noticed = [heard_by_any(event, layout.seats) for event in match.events]
    match.events.clear()
    return [said(event, layout, match.game) for event in noticed if event is not None]


def snapshot(match: Match, seat: Seat, table: SharedState | None = None) -> Snapshot:
    """Return what the seat is shown: all hands, and what it can do. table: made from the match if it is not given."""
    hands = all_hands(match.deal)
    seen = View(hands.seen, seat, hands.must, 0)
    over = match.deal.must() == 0
    layout = match.rules.layout
    return snapshot_of(match, layout, seat, table or shared_of(match), seen=seen, choices=not over)


def shared_of(match: Match) -> SharedState:
    """Return the table: each seat has a name, and no bot is said to sit there."""
    status: Status = "playing" if match.deal.must() else "match_over" if match.over else "deal_over"
    occupants = [
        wire.Occupant(bot_name(seat), "person", "", online=True, ready=False)
        for seat in range(match.rules.layout.seats)
    ]
    return SharedState(
        {"status": status, "pace": "normal", "occupants": occupants, "sheets": [sheet(done) for done in match.sheets]}
    )
