"""HTTP endpoints for finished matches and finished deals: the list, reviews, records."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from stich import __version__
from stich.clock import clock
from stich.kernel.action import Refused
from stich.kernel.record import dump
from stich.kernel.record_lines import broken_from, broken_off, readable
from stich.kernel.record_reader import load, load_part
from stich.server.bots.evaluations import Evaluations
from stich.server.connections import limits
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import Player, RatingChanges, Ratings
from stich.server.messages.reviews import RecordKept
from stich.server.pages.deals import Finished, finished_deals, review_of_deal
from stich.server.pages.onlookers import Seen, review_of, seen
from stich.server.pages.person import identity_of
from stich.server.pages.replies import Prepared, RequestCredit, address_of, answer, body_of, refusal
from stich.server.pages.review import Played, named, played, record_of, review
from stich.server.pages.shuffles import fairness
from stich.server.state.names import NAME_LENGTH, recorded_name
from stich.server.storage.archive import LAST, Archive, Ended, Wanted, of_table
from stich.server.storage.ratings import best, changes
from stich.server.tables.registry import TableRegistry

T = TypeVar("T")

LARGEST_RECORD: Final = 64 * 1024  # bytes; a long match has a fifth of it, and replaying this much takes a second
REVIEW_WAIT: Final = 1000  # ms in which one of these is done, as a rule
REVIEW_COST: Final = 20  # additional credit for each second of work
OWN: Final = "private, no-cache"  # the answer depends on who asks
WATCHED: Final = 16  # answers for people who watch that are kept
KEPT: Final = 64  # matches that are kept in memory for further requests


class Afterwards:
    """The endpoints. Replaying a match takes some ms: it is done in one thread, beside the tables.

    evaluations: where the decisions of matches are judged; None: they are not.
    """

    def __init__(
        self,
        registry: TableRegistry,
        archive: Archive,
        signed_cookie: SignedCookie,
        evaluations: Evaluations | None = None,
    ) -> None:
        self.registry = registry
        self.archive = archive
        self.signed_cookie = signed_cookie
        self.evaluations = evaluations
        self.loads = RequestCredit(limits.RECORDS_AT_ONCE, limits.RECORDS_REFILL)
        self.looks = RequestCredit(limits.REVIEWS_AT_ONCE, limits.REVIEWS_REFILL)
        self.waiting: Counter[str] = Counter()  # reviews, by the address that has asked
        self.thread = ThreadPoolExecutor(1, "stich-review")
        self.kept: OrderedDict[str, Played] = OrderedDict()
        self.watched: OrderedDict[tuple[str, int, int, int], Prepared] = OrderedDict()  # what `make_open` returned
        self.going: OrderedDict[str, Played] = OrderedDict()  # the finished deals of matches that still run

    async def beside(self, work: Callable[..., T], *args: object) -> T:
        """Return the result of some work, done in the thread of the reviews. Raises what the work raises."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, work, *args)

    def start(self) -> None:
        """Complete the list of finished matches, in the thread."""
        self.thread.submit(self.archive.complete, self.registry.game)

    async def close(self) -> None:
        """Stop the thread once its present work is done."""
        if self.evaluations is not None:
            self.evaluations.close()
        await asyncio.to_thread(self.thread.shutdown, wait=True, cancel_futures=True)

    def forget(self) -> None:
        """Keep no review any more: somebody who is named there has had their data deleted."""
        self.kept.clear()
        self.watched.clear()
        self.going.clear()
        if self.evaluations is not None:
            self.evaluations.forget()

    def who(self, request: Request) -> str:
        """Return the identity of the person who asks, "" if they have none."""
        return identity_of(request, self.signed_cookie)

    # -- the list -----------------------------------------------------------------------------------------------------

    async def matches(self, request: Request) -> Response:
        """`/api/matches`: the finished matches of the person who asks."""
        if not self.looks.spend(request):
            return self.looks.refused(request)
        identity = self.who(request)
        query = request.query_params
        game, player = query.get("game", "")[:NAME_LENGTH], query.get("player", "")[:NAME_LENGTH].strip()
        wanted = Wanted(time_in(query.get("before", ""), sys.maxsize), time_in(query.get("since", ""), 0), game, player)
        try:
            found = await self.beside(self.archive.matches, identity, wanted) if identity else []
            return answer(found, cache_control=OWN)
        except Refused as refused:
            return refusal(refused)

    async def ratings(self, request: Request) -> Response:
        """`/api/ratings/<game>`: the ratings of a game, and that of the person who asks."""
        if not self.looks.spend(request):
            return self.looks.refused(request)
        try:
            game = self.registry.game(request.path_params["game"]).name
            return answer(await self.beside(self.best, game, self.who(request)), cache_control=OWN)
        except Refused as refused:
            return refusal(refused, 404)

    def best(self, game: str, identity: str) -> Ratings:
        """Return the ratings of a game. Raises Refused `error.archive`."""
        with self.archive.reading() as db:
            return best(db, game, identity)

    async def rating_changes(self, request: Request) -> Response:
        """`/api/reviews/<id>/ratings`: what a finished match has changed."""
        if not self.looks.spend(request):
            return self.looks.refused(request)
        try:
            return answer(await self.beside(self.changes, request.path_params["id"]), cache_control=OWN)
        except Refused as refused:
            return refusal(refused, 404)

    def changes(self, id: str) -> RatingChanges:
        """Return what a match has changed. Raises Refused: `error.not_rated`, `error.archive`."""
        table, n = of_table(id) or ("", 0)
        with self.archive.reading() as db:
            return changes(db, table, None if n == LAST else n)

    # -- a review -----------------------------------------------------------------------------------------------------

    async def review(self, request: Request) -> Response:
        """`/api/reviews/<id>`: one deal of a match as one viewer saw it."""
        number = whole_number(request.query_params.get("deal", "1"))
        return await self.looked(request, self.make, request.path_params["id"], number)

    async def deal(self, request: Request) -> Response:
        """`/api/tables/<table>/deals/<deal>`: a finished deal of the running match, as its reader may see it."""
        try:
            of = finished_deals((await self.registry.seen(request.path_params["table"])).state)
        except Refused as refused:
            return refusal(refused)
        return await self.looked(request, self.make_deal, of, whole_number(request.path_params["deal"]))

    async def open(self, request: Request) -> Response:
        """`/api/tables/<table>/open/<deal>`: all hands of the running match, as a person sees them who watches."""
        try:
            runner = await self.registry.settled(request.path_params["table"])
            of = seen(runner.table.state, self.who(request), address_of(request), runner.known, clock())
        except Refused as refused:
            return refusal(refused)
        return await self.looked(request, self.make_open, of, whole_number(request.path_params["deal"]))

    def make_open(self, of: Seen, viewer: str, deal: int, identity: str) -> Prepared:
        """Return a deal of a running match, the same for everybody who watches. Raises Refused as `review_of` does."""
        key = (of.id, deal, len(of.record.moves), of.record.deals)
        made = self.watched.get(key)
        if made is None:
            made = self.watched[key] = Prepared(review_of(of, deal))
        self.watched.move_to_end(key)
        if len(self.watched) > WATCHED:
            self.watched.popitem(last=False)
        return made

    async def looked(self, request: Request, make: Callable[[T, str, int, str], object], of: T, deal: int) -> Response:
        """Answer a request for a deal. make: called in the thread with `of`, the viewpoint, the deal and the identity
        of the person. Its cost is charged to the address."""
        if not self.looks.spend(request):
            return self.looks.refused(request)
        address = address_of(request)
        if self.waiting[address] >= limits.REVIEWS_WAITING:
            return self.looks.refused(request, REVIEW_WAIT)
        self.waiting[address] += 1
        try:
            viewer = request.query_params.get("as", "")
            made, took = await self.beside(self.timed, make, of, viewer, deal, self.who(request))
            self.looks.charge(address, took * REVIEW_COST)
            return made.answer(request) if isinstance(made, Prepared) else answer(made, cache_control=OWN)
        except Refused as refused:
            return refusal(refused)
        finally:
            self.waiting -= Counter([address])

    def timed(self, work: Callable[..., T], *args: object) -> tuple[T, float]:
        """Return the result, and the seconds that it has cost."""
        began = time.thread_time()
        return work(*args), time.thread_time() - began

    def make(self, id: str, viewer: str, deal: int, identity: str) -> object:
        """Return a review. identity: of the reader, "" if unknown. Raises Refused as `find` and `review` do."""
        of = self.kept.get(id) or self.find(id)
        self.keep_in_mind(of)
        table = of_table(of.id)
        own = self.archive.seat(identity, *table) if table is not None and identity else -1
        return review(of, viewer, deal, own)

    def make_deal(self, of: Finished, viewer: str, deal: int, identity: str) -> object:
        """Return a finished deal of a running match. Raises Refused as `review_of_deal` does."""
        self.going[of.id], made = review_of_deal(of, self.going.get(of.id), viewer, deal, identity)
        self.going.move_to_end(of.id)
        if len(self.going) > KEPT:
            self.going.popitem(last=False)
        return made

    def keep_in_mind(self, of: Played) -> None:
        """Only in the thread of the reviews: it changes data that they read."""
        self.kept[of.id] = of
        self.kept.move_to_end(of.id)
        if len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    def find(self, id: str) -> Played:
        """Return the match of this id, from the log of its table or from an uploaded record. Raises Refused if there is
        none or it cannot be read."""
        table = of_table(id)
        if table is None:
            at, text = self.archive.record(id)
            record = load(text, self.registry.game)
            return played(id, at, record, named(record))
        ended = self.archive.match(*table, self.registry.game)
        id = ended.finished.id
        return self.kept.get(id) or played(id, ended.at, record_of(ended.match), ended.finished.players, ended.sittings)

    async def shuffle(self, request: Request) -> Response:
        """`/api/reviews/<id>/shuffle`: the figures of the shuffles of a finished match."""
        return await self.looked(request, self.make_shuffles, request.path_params["id"], 0)

    def make_shuffles(self, id: str, viewer: str, deal: int, identity: str) -> object:
        """Return the figures of a match's shuffles, the same for all readers. Raises Refused as `find` does."""
        of = self.kept.get(id) or self.find(id)
        self.keep_in_mind(of)
        return fairness(of)

    # -- records ------------------------------------------------------------------------------------------------------

    async def record(self, request: Request) -> Response:
        """`/api/reviews/<id>/record`: the record of a match as a file."""
        if not self.looks.spend(request):
            return self.looks.refused(request)
        id = request.path_params["id"]
        try:
            game, text = await self.beside(self.text_of, id)
        except Refused as refused:
            return refusal(refused)
        named_so = {"content-disposition": f'attachment; filename="{game}-{id}.stich"'}
        return PlainTextResponse(text, headers={"cache-control": "no-cache", **named_so})

    def text_of(self, id: str) -> tuple[str, str]:
        """Return the name of the game and the record of the match of this id. Raises Refused as `find` does."""
        table = of_table(id)
        if table is None:
            text = self.archive.record(id)[1]
            return load(text, self.registry.game).game.name, text
        ended = self.archive.match(*table, self.registry.game)
        return ended.match.game.name, dump(ended.match, names(ended), f"stich {__version__}")

    async def keep(self, request: Request) -> Response:
        """Store a record that a person uploads; of a damaged one what can be played before the first faulty line."""
        if not self.loads.spend(request):
            return self.loads.refused(request)
        body, whole = await body_of(request, LARGEST_RECORD)
        if not whole:
            return refusal(Problem(-1, "record_large", {"n": LARGEST_RECORD // 1024}))
        try:
            record, fault = await self.beside(load_part, body, self.registry.game)
            text, line = readable(body)[0], 0
            if fault is not None:
                line = broken_from(fault)
                text = broken_off(text, line)
                if not record.moves:
                    raise fault
                await self.beside(load, text, self.registry.game)
            id, statements = self.archive.statements(text, clock())
            await self.registry.write(statements)
        except Refused as refused:
            return refusal(refused, 400)
        await self.beside(lambda: self.keep_in_mind(played(id, clock(), record, named(record))))
        return answer(RecordKept(id, f"/review/{id}?faulty={line}" if line else f"/review/{id}", line), 201)


def time_in(text: str, otherwise: int) -> int:
    """Return a time out of an address, ms."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else otherwise


def whole_number(text: str) -> int:
    """Return a number out of an address; 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def names(ended: Ended) -> list[str]:
    """Return the names of a table's seats in a record."""
    return [label(seat, player) for seat, player in enumerate(ended.finished.players)]


def label(seat: int, player: Player) -> str:
    """Return the name of a player in a record."""
    return recorded_name(seat, player.name, player.level, player.who == "bot", player.by_bot > 0)
