"""What a viewer is shown, kept in the kernel's own terms until somebody asks for the whole of it.

Between two updates little changes, so two of these are compared and only what differs is put into messages. Hides
nothing itself: that is `kernel.view`'s, and only what it returns is read here.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat, Seats, seats_of
from stich.kernel.match import Match
from stich.kernel.view import View, laid_out, view
from stich.kernel.zones import Layout
from stich.server.messages import Chair, Legal, Pace, Sheet, Status, TableView, Window
from stich.server.projection import answer, faces, fact, gone, legal, sheet

Patch = dict[str, Any]
"""A JSON merge patch (RFC 7386) of a TableView; its parts are messages, not yet JSON."""


class Common(NamedTuple):
    """What is the same for all viewers at one moment; names as in `TableView`. facts: as the state has them."""

    status: Status
    pace: Pace
    chairs: list[Chair]
    deal: int
    dealer: Seat
    phase: str
    turn: Seat
    must: Seats
    facts: dict[str, Any]
    scores: tuple[int, ...]
    sheets: list[Sheet]
    winners: Seats
    window: Window | None
    record: bool
    acts: int

    def since(self, before: Common) -> Patch:
        """Return the patch that leads here from an earlier moment."""
        patch: Patch = {}
        for name, old, new in zip(COMMON, before, self, strict=True):
            if new is not old and new != old:
                patch[name] = new
        if "facts" in patch:  # they are the same ones all along; before the first deal there are none
            known = before.facts
            patch["facts"] = {name: fact(n) for name, n in self.facts.items() if n != known.get(name, known)}
        if "winners" in patch:
            patch["winners"] = seats_of(self.winners)
        return patch


COMMON: Final = Common._fields


class Scene(NamedTuple):
    """All that one viewer is shown: what is common, and what is his own. zones: as they may be looked at."""

    layout: Layout
    viewer: Seat
    common: Common
    may: Seats
    zones: list[Cards]
    sealed: tuple[Action, ...]
    legal: list[Legal]
    undo: bool
    gone: str

    def since(self, before: Scene, moment: Moment) -> Patch:
        """Return the patch that makes this viewer's view of an earlier one."""
        patch = moment.patch(before.common, self.common)
        zones = {
            name: faces(new)
            for name, old, new in zip(self.layout.ids, before.zones, self.zones, strict=True)
            if old != new
        }
        if zones:
            patch["zones"] = zones
        if self.may != before.may:
            patch["may"] = self.may
        if self.sealed != before.sealed:
            patch["answers"] = [answer(a) for a in self.sealed]
        if self.legal != before.legal:
            patch["legal"] = self.legal
        if self.undo is not before.undo:
            patch["undo"] = self.undo
        if self.gone != before.gone:
            patch["gone"] = self.gone
        return patch

    def whole(self) -> TableView:
        """Return all of it as a message."""
        common = self.common
        return TableView(
            you=self.viewer,
            status=common.status,
            pace=common.pace,
            chairs=common.chairs,
            deal=common.deal,
            dealer=common.dealer,
            phase=common.phase,
            turn=common.turn,
            must=common.must,
            may=self.may,
            zones={name: faces(zone) for name, zone in zip(self.layout.ids, self.zones, strict=True)},
            facts={name: fact(given) for name, given in common.facts.items()},
            answers=[answer(a) for a in self.sealed],
            legal=self.legal,
            scores=list(common.scores),
            sheets=common.sheets,
            winners=seats_of(common.winners),
            window=common.window,
            record=common.record,
            undo=self.undo,
            acts=common.acts,
            gone=self.gone,
        )


class Moment:
    """A table at one moment, as far as it is the same for all viewers: what the match does not know is given, the rest
    is made with the first scene and kept for the others. sheets: the finished deals, where they have been made."""

    def __init__(
        self,
        status: Status,
        pace: Pace,
        chairs: list[Chair],
        window: Window | None = None,
        sheets: list[Sheet] | None = None,
        acts: int = 0,
    ) -> None:
        self.status = status
        self.pace = pace
        self.chairs = chairs
        self.window = window
        self.sheets = sheets
        self.acts = acts
        self.common: Common | None = None
        self.patches: list[tuple[Common, Patch]] = []

    def before(self, layout: Layout) -> Common:
        """Return what is common before anything is dealt."""
        return Common(
            status=self.status, pace=self.pace, chairs=self.chairs, deal=0, dealer=-1, phase="", turn=-1, must=0,
            facts={}, scores=(0,) * layout.seats, sheets=[], winners=0, window=None, record=False, acts=0,
        )  # fmt: skip

    def of(self, match: Match, seen: View) -> Common:
        """Return what is common in a match; `seen` is any viewer's view of it."""
        deal = seen.seen
        return Common(
            status=self.status,
            pace=self.pace,
            chairs=self.chairs,
            deal=match.setup.number,
            dealer=match.setup.dealer,
            phase=deal.phase.name,
            turn=deal.turn,
            must=seen.must,
            facts={f.name: getattr(deal, f.name) for f in deal.layout.facts},
            scores=match.scores,
            sheets=[sheet(done) for done in match.sheets] if self.sheets is None else self.sheets,
            winners=match.winners,
            window=self.window,
            record=match.over,
            acts=self.acts,
        )

    def patch(self, before: Common, after: Common) -> Patch:
        """Return what has changed for all, to which the caller adds what is the viewer's own."""
        for old, known in self.patches:
            if old is before:
                return known.copy()
        made = after.since(before)
        self.patches.append((before, made))
        return made.copy()


def scene_of(
    match: Match | None,
    layout: Layout,
    viewer: Seat,
    moment: Moment,
    *,
    undo: bool = False,
    aids: bool = False,
    seen: View | None = None,
) -> Scene:
    """Return all that `viewer` (a seat or SPECTATOR) may know now. match None: the table still waits for friends,
    nothing is dealt.

    seen: show this instead, and nothing to choose from: the match is over, or is no match of ours.
    """
    if match is None:
        moment.common = moment.common or moment.before(layout)
        return Scene(layout, viewer, moment.common, 0, [b""] * layout.size, (), [], undo=False, gone="")
    v = view(match.deal, viewer) if seen is None else seen
    moment.common = moment.common or moment.of(match, v)
    deal = v.seen
    choices = legal(match, viewer, v.must | v.may) if seen is None else []
    away = gone(deal) if aids else ""
    return Scene(layout, viewer, moment.common, v.may, laid_out(deal), deal.sealed, choices, undo, away)
