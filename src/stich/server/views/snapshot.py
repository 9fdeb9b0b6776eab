"""Snapshots of a viewer's view in kernel types, converted to messages on demand.

Between two updates little changes, so two snapshots are compared and only the differences are converted. Nothing is
hidden here: `kernel.view` does that, and only its results are read.
"""

from __future__ import annotations

from typing import Any, Final, final

from msgspec import Raw
from mypy_extensions import mypyc_attr

from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat, Seats, seats_of
from stich.kernel.match import Match
from stich.kernel.state import AS_THEY_ARE, NO_ORDER, NO_PLAN
from stich.kernel.view import View, laid, view
from stich.kernel.zones import Layout
from stich.server.messages import Occupant, Pace, Sheet, Status, TableView, Window
from stich.server.views.projection import (
    NO_CHOICES,
    answer,
    dares,
    encode,
    faces,
    fact,
    gone,
    has_happened,
    host,
    legal,
    menu,
    read_menu,
    sheet,
)

Patch = dict[str, Any]
"""A JSON merge patch (RFC 7386) of a TableView; its parts are messages, not yet JSON."""

NOTHING: Final = b"{}"  # the patch that changes nothing


@final
@mypyc_attr(acyclic=True)
class SharedView:
    """The part of the view that is the same for all viewers; names as in `TableView`. facts: the values of the state,
    in the order of the layout; none before the first deal."""

    def __init__(
        self,
        status: Status,
        pace: Pace,
        occupants: list[Occupant],
        deal: int,
        dealer: Seat,
        phase: str,
        turn: Seat,
        must: Seats,
        facts: list[object],
        scores: tuple[int, ...],
        sheets: list[Sheet],
        winners: Seats,
        places: tuple[int, ...],
        stakes: tuple[int, ...],
        window: Window | None,
        record: bool,
        acts: int,
        order: list[Cards],
        host: list[bytes],
    ) -> None:
        self.status = status
        self.pace = pace
        self.occupants = occupants
        self.deal = deal
        self.dealer = dealer
        self.phase = phase
        self.turn = turn
        self.must = must
        self.facts = facts
        self.scores = scores
        self.sheets = sheets
        self.winners = winners
        self.places = places
        self.stakes = stakes
        self.window = window
        self.record = record
        self.acts = acts
        self.order = order
        self.host = host

    def since(self, before: SharedView, layout: Layout) -> Patch:
        """Return the patch from an earlier part to this one."""
        patch: Patch = {}
        if self.status != before.status:
            patch["status"] = self.status
        if self.pace != before.pace:
            patch["pace"] = self.pace
        if self.occupants is not before.occupants and self.occupants != before.occupants:
            patch["occupants"] = self.occupants
        if self.deal != before.deal:
            patch["deal"] = self.deal
        if self.dealer != before.dealer:
            patch["dealer"] = self.dealer
        if self.phase != before.phase:
            patch["phase"] = self.phase
        if self.turn != before.turn:
            patch["turn"] = self.turn
        if self.must != before.must:
            patch["must"] = self.must
        if self.facts != before.facts:
            patch["facts"] = self.facts_since(before, layout)
        if self.scores != before.scores:
            patch["scores"] = self.scores
        if self.sheets is not before.sheets and self.sheets != before.sheets:
            patch["sheets"] = self.sheets
        if self.winners != before.winners:
            patch["winners"] = seats_of(self.winners)
        if self.places != before.places:
            patch["places"] = self.places
        if self.stakes != before.stakes:
            patch["stakes"] = self.stakes
        if self.window is not before.window and self.window != before.window:
            patch["window"] = self.window
        if self.record is not before.record:
            patch["record"] = self.record
        if self.acts != before.acts:
            patch["acts"] = self.acts
        if self.order is not before.order and self.order != before.order:
            patch["order"] = [faces(group) for group in self.order]
        if self.host is not before.host and self.host != before.host:
            patch["host"] = Raw(menu(self.host))
        return patch

    def facts_since(self, before: SharedView, layout: Layout) -> Patch:
        facts: Patch = {}
        for at, given in enumerate(self.facts):
            if not before.facts or given != before.facts[at]:
                facts[layout.facts[at].name] = fact(given)
        return facts


@final
@mypyc_attr(acyclic=True)
class Snapshot:
    """One viewer's view: the shared part and the viewer's own. zones: those of the view, before `laid_out`. facts:
    those whose values differ for this viewer. plan: what they can make of their hand."""

    def __init__(
        self,
        layout: Layout,
        viewer: Seat,
        common: SharedView,
        may: Seats,
        zones: list[Cards],
        sealed: tuple[Action, ...],
        legal: list[bytes],
        dares: list[int],
        undo: bool,
        aids: bool,
        facts: dict[str, object],
        plan: list[Cards],
    ) -> None:
        self.layout = layout
        self.viewer = viewer
        self.common = common
        self.facts = facts
        self.may = may
        self.zones = zones
        self.sealed = sealed
        self.legal = legal
        self.dares = dares
        self.undo = undo
        self.aids = aids
        self.plan = plan
        self.taken: str | None = None  # the cards that are gone, computed on demand

    @property
    def gone(self) -> str:
        """See `TableView.gone`."""
        if self.taken is None:
            self.taken = gone(self.layout, self.zones) if self.aids else ""
        return self.taken

    def since(self, before: Snapshot, moment: SharedState) -> bytes:
        """Return the patch from an earlier view of this viewer, as JSON."""
        own = self.own_since(before)
        if self.facts or before.facts:
            return encode(self.told_since(before) | own)
        common = moment.patch(before.common, self.common, self.layout)
        if not own:
            return common
        text = encode(own)
        return text if common == NOTHING else b"%b,%b" % (common[:-1], text[1:])

    def told_since(self, before: Snapshot) -> Patch:
        """Return the shared part of the patch, with the facts as this viewer sees them."""
        patch = self.common.since(before.common, self.layout)
        facts = self.told()
        earlier = before.told()
        changed = {name: fact(x) for name, x in facts.items() if name not in earlier or earlier[name] != x}
        patch.pop("facts", None)
        if changed:
            patch["facts"] = changed
        return patch

    def told(self) -> dict[str, object]:
        """Return the facts as this viewer sees them."""
        facts = {self.layout.facts[at].name: given for at, given in enumerate(self.common.facts)}
        facts.update(self.facts)
        return facts

    def own_since(self, before: Snapshot) -> Patch:
        """Return the part of the patch that belongs to this viewer alone."""
        own: Patch = {}
        layout = self.layout
        zones: dict[str, list[int]] = {}
        piled = False  # only then more cards can be gone
        for at, new in enumerate(self.zones):
            old = before.zones[at]
            if new is not old and new != old:
                zones[layout.ids[at]] = faces(laid(layout, at, new))
                piled = piled or not layout.zones[at].shown
        if zones:
            own["zones"] = zones
        if self.may != before.may:
            own["may"] = self.may
        if self.sealed != before.sealed:
            own["answers"] = [answer(a) for a in self.sealed]
        if self.legal != before.legal:
            own["legal"] = Raw(menu(self.legal))
        if self.dares != before.dares:
            own["dares"] = self.dares
        if self.undo is not before.undo:
            own["undo"] = self.undo
        if self.plan is not before.plan and self.plan != before.plan:
            own["plan"] = [faces(group) for group in self.plan]
        if not piled and self.aids is before.aids:
            self.taken = before.taken
        elif self.gone != before.gone:
            own["gone"] = self.gone
        return own

    def whole(self) -> TableView:
        """Return all of it as a message."""
        common = self.common
        return TableView(
            you=self.viewer,
            status=common.status,
            pace=common.pace,
            occupants=common.occupants,
            deal=common.deal,
            dealer=common.dealer,
            phase=common.phase,
            turn=common.turn,
            must=common.must,
            may=self.may,
            zones={self.layout.ids[at]: faces(laid(self.layout, at, zone)) for at, zone in enumerate(self.zones)},
            facts={name: fact(given) for name, given in self.told().items()},
            answers=[answer(a) for a in self.sealed],
            legal=read_menu(menu(self.legal)),
            scores=list(common.scores),
            sheets=common.sheets,
            winners=seats_of(common.winners),
            places=list(common.places),
            stakes=list(common.stakes),
            window=common.window,
            record=common.record,
            undo=self.undo,
            acts=common.acts,
            gone=self.gone,
            order=[faces(group) for group in common.order],
            host=read_menu(menu(common.host)),
            dares=self.dares,
            plan=[faces(group) for group in self.plan],
        )


@final
@mypyc_attr(acyclic=True)
class SharedState:
    """A table at one moment, for all viewers: data from outside the match is passed in; the rest is computed with the
    first snapshot and reused. sheets: the finished deals, if they have been computed."""

    def __init__(
        self,
        status: Status,
        pace: Pace,
        occupants: list[Occupant],
        window: Window | None = None,
        sheets: list[Sheet] | None = None,
        acts: int = 0,
    ) -> None:
        self.status = status
        self.pace = pace
        self.occupants = occupants
        self.window = window
        self.sheets = sheets
        self.acts = acts
        self.common: SharedView | None = None
        self.earlier: SharedView | None = None  # what the others showed before
        self.text = NOTHING  # the changes since then, for all of them

    def before(self, layout: Layout) -> SharedView:
        """Return the shared part before anything is dealt."""
        return SharedView(
            status=self.status, pace=self.pace, occupants=self.occupants, deal=0, dealer=-1, phase="", turn=-1, must=0,
            facts=[], scores=(0,) * layout.seats, sheets=[], winners=0, places=(), stakes=(), window=None, record=False,
            acts=0, order=NO_ORDER, host=NO_CHOICES,
        )  # fmt: skip

    def of(self, match: Match, seen: View, live: bool) -> SharedView:
        """Return the shared part in a match; `seen` is any viewer's view of it. live: actions are possible."""
        deal = seen.seen
        return SharedView(
            status=self.status,
            pace=self.pace,
            occupants=self.occupants,
            deal=match.setup.number,
            dealer=match.setup.dealer,
            phase=deal.phase.name,
            turn=deal.turn,
            must=seen.must,
            facts=[getattr(deal, f.name) for f in deal.layout.facts],
            scores=match.scores,
            sheets=[sheet(done) for done in match.sheets] if self.sheets is None else self.sheets,
            winners=match.winners,
            places=match.standings,
            stakes=match.game.stakes(match.rules, match.scores, match.winners) if match.winners else (),
            window=self.window,
            record=match.over,
            acts=self.acts,
            order=deal.order(),
            host=host(match.game, deal, seen.must | deal.may()) if live and not has_happened(match) else NO_CHOICES,
        )

    def patch(self, before: SharedView, after: SharedView, layout: Layout) -> bytes:
        """Return the shared changes, as JSON: encoded once for all who had the same view before."""
        if self.earlier is not before:
            self.earlier = before
            self.text = encode(after.since(before, layout))
        return self.text


def snapshot_of(
    match: Match | None,
    layout: Layout,
    viewer: Seat,
    moment: SharedState,
    *,
    undo: bool = False,
    aids: bool = False,
    seen: View | None = None,
) -> Snapshot:
    """Return the snapshot of `viewer` (a seat or SPECTATOR) now. match None: the table still waits for friends, and
    nothing is dealt.

    seen: show this view instead, without any choices: the match is over, or is not one of this server's.
    """
    if match is None:
        moment.common = moment.common or moment.before(layout)
        nothing = [b""] * layout.size
        return Snapshot(layout, viewer, moment.common, 0, nothing, (), [], [], False, False, AS_THEY_ARE, NO_PLAN)
    v = view(match.deal, viewer) if seen is None else seen
    moment.common = moment.common or moment.of(match, v, seen is None)
    deal = v.seen
    choices = legal(match, viewer, v.must | v.may) if seen is None else []
    daring = dares(match, viewer, v.must | v.may) if seen is None else []
    told = deal.facts_for(v.seat)
    plan = deal.plan(v.seat) if v.seat < layout.seats else NO_PLAN
    return Snapshot(
        layout, viewer, moment.common, v.may, deal.zones, deal.sealed, choices, daring, undo, aids, told, plan
    )
