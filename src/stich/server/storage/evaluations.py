"""The analyses of matches that were judged whole, so that the next reader has them at once.

Decisions are named by deal, step and seat: no name and nothing else of a person is in them.
"""

from __future__ import annotations

import logging
import zlib
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, select

from stich import __version__, build_info
from stich.analysis.evaluation import Choice, Ending, Judged, Outline, Words
from stich.analysis.judge import Unit
from stich.bots.arena import Estimate
from stich.kernel.cards import Cards, Seat
from stich.server.storage.schema import Statement, evaluation, upsert

log: Final = logging.getLogger("stich")

MOST: Final = 2_000  # analyses that are kept, of some 10 kB; of more, the oldest are deleted
METHOD: Final = 1  # one more whenever the same match gets other numbers, or they are written in another way
ENGINE: Final = f"{__version__} {METHOD} {'compiled' if build_info().compiled else 'interpreted'}"  # differs in worlds


class StoredEvaluation(NamedTuple):
    """An analysis as it is stored."""

    outline: Outline
    judged: list[Judged]


def statements(id: str, found: StoredEvaluation, at: int) -> list[Statement]:
    """Return what stores the analysis of a match. id: of the match or record; at: server time, ms."""
    data = zlib.compress(msgspec.msgpack.encode(found))
    oldest = select(evaluation.c.id).order_by(evaluation.c.at_ms.desc()).offset(MOST)
    store = upsert(evaluation, id=id, engine=ENGINE, at_ms=at, data=data)
    return [store, delete(evaluation).where(evaluation.c.id.in_(oldest))]


def stored(db: Connection, id: str) -> StoredEvaluation | None:
    """Return the analysis of a match; None if there is none of this version, or it cannot be read."""
    row = db.execute(select(evaluation.c.data).where(evaluation.c.id == id, evaluation.c.engine == ENGINE)).first()
    if row is None:
        return None
    try:
        # field by field, for msgspec reads no StoredEvaluation: an argument of a phrase is text or cards, and a union
        # of str and bytes is refused
        outline, judged = msgspec.msgpack.decode(zlib.decompress(row[0]))
        return StoredEvaluation(outline_of(*outline), [judged_of(*one) for one in judged])
    except (zlib.error, msgspec.MsgspecError, ValueError, TypeError) as error:
        log.warning("the analysis of match %s is left out: %s", id, error)
        return None


def outline_of(total: int, ends: list[Any], whole: bool, worlds: int, unit: list[Any]) -> Outline:
    """Return an outline from plain data. Raises TypeError if it is another one."""
    return Outline(total, [Ending(*one) for one in ends], whole, worlds, Unit(*unit))


def judged_of(
    deal: int,
    step: int,
    seat: Seat,
    phase: str,
    chosen: Any,
    best: Any,
    loss: Any,
    mistake: bool,
    better: float,
    worse: float,
    expected: Any,
    open_best: Any,
    open_loss: Any,
    open_values: list[float],
    why: Any,
) -> Judged:
    """Return a decision from plain data, field by field. Raises TypeError if it is another one."""
    return Judged(
        deal, step, seat, phase, choice(*chosen), choice(*best), Estimate(*loss), mistake, better, worse,
        Estimate(*expected), choice(*open_best), Estimate(*open_loss), open_values, Words(*why),
    )  # fmt: skip


def choice(label: Any, cards: Cards) -> Choice:
    """Return a choice from plain data. Raises TypeError if it is another one."""
    return Choice(Words(*label), cards)
