"""HTTP endpoints for the analysis of a finished match: its decisions judged, and the same as one HTML file.

Only what has a review has an analysis: finished matches and loaded records. After a match all hands are open to
everybody who has its address, so the analysis hides nothing; a match that still runs has none.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from stich.analysis.evaluation import Choice, Judged, Words
from stich.analysis.summary import Tally, is_luck, tallies, turning_points
from stich.bots.arena import Estimate
from stich.clock import clock
from stich.kernel.action import Phrase, Refused
from stich.kernel.record import Record
from stich.kernel.record_reader import load
from stich.report.page import ReportPage
from stich.report.words import ReportWords
from stich.server.bots.evaluations import Evaluation
from stich.server.messages import view as wire
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import Player
from stich.server.messages.reviews import (
    Analysis,
    DealEnd,
    Estimated,
    JudgedChoice,
    JudgedDecision,
    PlayerTally,
)
from stich.server.pages.afterwards import Afterwards, whole_number
from stich.server.pages.replies import address_of, answer, refusal
from stich.server.state.folders import game_folder
from stich.server.storage.evaluations import StoredEvaluation, statements, stored
from stich.server.views.projection import phrase
from stich.text.catalogue import LANGUAGES


class Source(NamedTuple):
    """A match to analyse. id: its own, where the address says "last"."""

    id: str
    text: str
    players: list[Player]


class AnalysisEndpoints:
    """The endpoints. afterwards: finds the matches, and knows where decisions are judged."""

    def __init__(self, afterwards: Afterwards) -> None:
        self.afterwards = afterwards

    async def analysis(self, request: Request) -> Response:
        """`/api/reviews/<id>/analysis`: the decisions of a match, as far as they are judged; it goes on meanwhile."""
        looks = self.afterwards.looks
        if not looks.spend(request):
            return looks.refused(request)
        try:
            found = self.asked(request) or (await self.found(request))[1]
            await self.store(found)
        except Refused as refused:
            return refusal(refused)
        return answer(message(found, whole_number(request.query_params.get("from", "0"))))

    async def page(self, request: Request) -> Response:
        """`/api/reviews/<id>/analysis.html`: the same as one file, as far as it is."""
        looks = self.afterwards.looks
        if not looks.spend(request):
            return looks.refused(request)
        language = request.query_params.get("lang", LANGUAGES[0])
        if language not in LANGUAGES:
            return refusal(Problem(-1, "language", {"value": language[:40], "allowed": " | ".join(LANGUAGES)}))
        try:
            source, found = await self.found(request)
            html = await self.afterwards.beside(self.html, source, found, language)
        except Refused as refused:
            return refusal(refused)
        named = {"content-disposition": f'attachment; filename="stich-{source.id}-{language}.html"'}
        return Response(html, 200, {"cache-control": "no-cache", **named}, "text/html")

    def asked(self, request: Request) -> Evaluation | None:
        """Return the analysis of a match that has been begun; a page asks for it every second."""
        evaluations = self.afterwards.evaluations
        return evaluations.ask(request.path_params["id"], address_of(request)) if evaluations is not None else None

    async def found(self, request: Request) -> tuple[Source, Evaluation]:
        """Return a match and its analysis, which is begun if there is none. Raises Refused: `error.no_evaluation`, and
        as `Afterwards.find` does.
        """
        evaluations = self.afterwards.evaluations
        if evaluations is None:
            raise Refused("error.no_evaluation")
        source, before = await self.afterwards.beside(self.source, request.path_params["id"])
        address = address_of(request)
        known = evaluations.ask(source.id, address)
        if known is None:
            known = evaluations.begin(source.id, source.text, address)
            if before is not None:
                known.outline, known.judged, known.stored = before.outline, before.judged, True
        return source, known

    async def store(self, found: Evaluation) -> None:
        """Store an analysis once every decision is judged. If that fails, it is judged again after a restart."""
        if found.outline is None or not found.complete or found.stored:
            return
        found.stored = True
        before = StoredEvaluation(found.outline, found.judged)
        with contextlib.suppress(Refused):
            await self.afterwards.registry.write(statements(found.id, before, clock()))

    def source(self, id: str) -> tuple[Source, StoredEvaluation | None]:
        """Return a match and its stored analysis, in the thread of the reviews. Raises Refused as `Afterwards.find`
        does, and `error.archive`.
        """
        of = self.afterwards.kept.get(id) or self.afterwards.find(id)
        self.afterwards.keep_in_mind(of)
        with self.afterwards.archive.reading() as db:
            before = stored(db, of.id)
        return Source(of.id, self.afterwards.text_of(of.id)[1], of.players), before

    def html(self, source: Source, found: Evaluation, language: str) -> str:
        """Return the file."""
        record: Record = load(source.text, self.afterwards.registry.game)
        words = ReportWords(record, language, game_folder(record.game), [one.name for one in source.players])
        outline = found.outline
        ends = outline.ends if outline is not None else []
        whole = outline is not None and outline.whole and found.complete
        return ReportPage(words, list(found.judged), ends, whole, outline.worlds if outline is not None else 0).html()


# -- messages ------------------------------------------------------------------------------------------------------


def message(found: Evaluation, since: int) -> Analysis:
    """Return an analysis as a message. since: the number of the first decision in it."""
    outline, judged = found.outline, found.judged
    if outline is None:
        return Analysis(found.id, found.state, -1, 0, [], [], [], [], False, "points", 0.0, 100.0, 0)
    seats = len(judged[0].open_values) if judged else 0
    since = min(since, len(judged))
    return Analysis(
        found.id,
        found.state,
        outline.total,
        since,
        [decision(one) for one in judged[since:]],
        [DealEnd(*one) for one in outline.ends],
        [line(one) for one in tallies(judged, seats)],
        turning_points(judged),
        outline.whole,
        *outline.unit,
        outline.worlds,
    )


def decision(one: Judged) -> JudgedDecision:
    """Return a decision as a message."""
    return JudgedDecision(
        one.deal, one.step, one.seat, one.phase, choice(one.chosen), choice(one.best), number(one.loss), one.mistake,
        is_luck(one), one.better, one.worse, number(one.expected), choice(one.open_best), number(one.open_loss),
        one.open_values, said(one.why),
    )  # fmt: skip


def line(one: Tally) -> PlayerTally:
    """Return a player's line as a message."""
    return PlayerTally(one.seat, one.phase, one.decisions, one.mistakes, one.accuracy, one.lost, one.luck)


def choice(one: Choice) -> JudgedChoice:
    """Return an action as a message."""
    return JudgedChoice(said(one.label), list(one.cards))


def said(words: Words) -> wire.Phrase:
    """Return words as a message."""
    return phrase(Phrase(words.key, words.args))


def number(e: Estimate) -> Estimated:
    """Return an estimate as a message."""
    return Estimated(*e)
