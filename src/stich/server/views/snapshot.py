"""Snapshots of a viewer's view in kernel types, converted to messages on demand.

A snapshot has the fields of `TableView` by name, and only what has changed since the one before is converted. A new
field is written twice: in `TableView`, with its value before the first deal as default, and where its value is computed
here, in `SharedState.in_match` if it is the same for all viewers, else in `snapshot_of`. `WRITERS` has the fields whose
values are not JSON already. Nothing is hidden here: `kernel.view` does that, and only its results are read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from msgspec import NODEFAULT, Raw
from msgspec.structs import FieldInfo
from msgspec.structs import fields as fields_of
from mypy_extensions import mypyc_attr

from stich.kernel.action import Action, Prompt
from stich.kernel.cards import BACK, Cards, Seat, has, seats_of
from stich.kernel.match import Match
from stich.kernel.situation import Reached, Situation
from stich.kernel.state import NO_PLAN, OVER, State
from stich.kernel.view import View, laid, view
from stich.kernel.zones import Layout
from stich.server.messages.view import Answer, TableView
from stich.server.views.projection import (
    NO_CHOICES,
    answer,
    barred,
    dares,
    encode,
    face_down,
    faces,
    fact,
    gone,
    has_happened,
    host,
    legal,
    menu,
    prompt,
    reached,
    read_menu,
    sheet,
    situation,
)

Fields = dict[str, Any]
"""Fields of a `TableView` with values in kernel types, or of its merge patch (RFC 7386) with messages as values."""

NOTHING: Final = b"{}"  # the patch that changes nothing
NO_ZONES: Final[list[Cards]] = []
NO_PLANS: Final[list[list[Cards]]] = []
NO_ACTS: Final[list[Action]] = []
SAME: Final = object()  # written for a field whose value in kernel types has changed, and whose message has not


def default(field: FieldInfo) -> object:
    """Return the value of a field before the first deal; None if it has no default."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


EMPTY: Final[Fields] = {field.name: default(field) for field in fields_of(TableView)}
"""The fields before the first deal. The lists in it must not be changed."""


# Writers: the values that a message has in another form. old: the value before, of which only the differences are
# needed; None: the whole value is wanted.


def write_zones(layout: Layout, new: list[Cards], old: list[Cards] | None) -> dict[str, list[int]]:
    """Return the zones that differ, as they are shown on the table."""
    written = {}
    for at, cards in enumerate(new):
        if old is None or (cards is not old[at] and cards != old[at]):
            written[layout.ids[at]] = faces(laid(layout, at, cards))
    return written


def write_gone(layout: Layout, new: list[Cards] | str, old: list[Cards] | str | None) -> object:
    """Return `TableView.gone` for these zones of a view; SAME if it has not changed. "" stands for no zones, before the
    first deal; without aids there are none either until the deal is over."""
    if isinstance(new, str):
        return new
    if new and old and not isinstance(old, str):
        changed = False
        for at in face_down(layout):
            if new[at] is not old[at] and new[at] != old[at]:
                changed = True
        if not changed:
            return SAME
    text = gone(layout, new)
    before = "" if isinstance(old, str) else gone(layout, old or NO_ZONES)
    return SAME if old is not None and text == before else text


def write_facts(layout: Layout, new: list[object], old: list[object] | None) -> Fields:
    """Return the facts that differ, by name."""
    written: Fields = {}
    for at, given in enumerate(new):
        if not old or given != old[at]:
            written[layout.facts[at].name] = fact(given)
    return written


def write_choices(layout: Layout, new: list[bytes], old: list[bytes] | None) -> object:
    """Return a list of `Legal`, each given as JSON."""
    text = menu(new)
    return read_menu(text) if old is None else Raw(text)


def write_groups(layout: Layout, new: list[Cards], old: list[Cards] | None) -> list[list[int]]:
    """Return lists of faces."""
    return [faces(group) for group in new]


def write_plans(layout: Layout, new: list[list[Cards]], old: list[list[Cards]] | None) -> list[list[list[int]]]:
    """Return lists of faces for each seat."""
    return [[faces(group) for group in plan] for plan in new]


def write_answers(layout: Layout, new: list[Action], old: list[Action] | None) -> list[Answer]:
    """Return the simultaneous answers of all seats."""
    return [answer(action) for action in new]


def write_prompt(layout: Layout, new: Prompt | None, old: Prompt | None) -> object:
    """Return the sentence of the table, None before the first deal."""
    return None if new is None else prompt(new)


def write_situation(layout: Layout, new: Situation | None, old: Situation | None) -> object:
    """Return what the table marks, None before the first deal."""
    return None if new is None else situation(new)


def write_reached(layout: Layout, new: list[Reached], old: list[Reached] | None) -> object:
    """Return what the sides have in the running deal."""
    return reached(new)


WRITERS: Final[dict[str, Callable[[Layout, Any, Any], object]]] = {
    "zones": write_zones,
    "facts": write_facts,
    "answers": write_answers,
    "legal": write_choices,
    "host": write_choices,
    "order": write_groups,
    "plan": write_groups,
    "plans": write_plans,
    "gone": write_gone,
    "prompt": write_prompt,
    "situation": write_situation,
    "reached": write_reached,
}
"""Field -> what converts it to its message. Values of other fields are written as they are."""


def differences(layout: Layout, new: Fields, old: Fields) -> Fields:
    """Return the merge patch from `old` to `new`, which have the same fields in the same order."""
    patch: Fields = {}
    values, before = list(new.values()), list(old.values())
    names: list[str] | None = None
    for at in range(len(values)):
        value, earlier = values[at], before[at]
        if value is not earlier and value != earlier:
            if names is None:
                names = list(new.keys())
            name = names[at]
            if name in WRITERS:
                value = WRITERS[name](layout, value, earlier)
            if value is not SAME:
                patch[name] = value
    return patch


@final
@mypyc_attr(acyclic=True)
class Snapshot:
    """One viewer's view.

    common: all fields, as far as they are the same for all viewers; the viewer's own have their defaults there. facts:
    all of them with the values that this viewer sees; the list in `common` if they are the same. own: the fields that
    are the viewer's own, before the first deal only those without a default.
    """

    def __init__(self, layout: Layout, common: Fields, facts: list[object], own: Fields) -> None:
        self.layout = layout
        self.common = common
        self.facts = facts
        self.own = own

    def since(self, before: Snapshot, shared: SharedState) -> bytes:
        """Return the merge patch from an earlier view of this viewer, as JSON. shared: what this view was made from."""
        earlier = before.own
        if len(earlier) < len(self.own):  # nothing was dealt
            earlier = {name: earlier[name] if name in earlier else EMPTY[name] for name in self.own}
        own = differences(self.layout, self.own, earlier)
        if self.facts is not self.common["facts"] or before.facts is not before.common["facts"]:
            patch = differences(self.layout, self.common, before.common)
            patch.pop("facts", None)
            changed = write_facts(self.layout, self.facts, before.facts)
            return encode(patch | ({"facts": changed} if changed else {}) | own)
        common = shared.patch(before.common, self.common, self.layout)
        if not own:
            return common
        text = encode(own)
        return text if common == NOTHING else b"%b,%b" % (common[:-1], text[1:])

    def whole(self) -> TableView:
        """Return all of it as a message."""
        fields = self.common | self.own
        fields["facts"] = self.facts
        for name, write in WRITERS.items():
            fields[name] = write(self.layout, fields[name], None)
        return TableView(**fields)


@final
@mypyc_attr(acyclic=True)
class SharedState:
    """What all snapshots of one step are made from.

    table: fields of the view that follow from the table and not from its match: `status`, `pace` and `occupants`, and
    `window`, `acts`, `sheets` where they differ from their defaults. If `sheets` is missing, it is computed.
    """

    def __init__(self, table: Fields) -> None:
        self.table = table
        self.common: Fields | None = None  # see `Snapshot`; computed for the first one
        self.earlier: Fields | None = None  # what the others showed before
        self.text = NOTHING  # the changes since then, for all of them

    def before_match(self, layout: Layout) -> Fields:
        """Return the fields before anything is dealt."""
        if self.common is None:
            self.common = EMPTY | self.table | {"facts": [], "scores": [0] * layout.seats}
        return self.common

    def in_match(self, match: Match, seen: View, live: bool) -> Fields:
        """Return the fields that all viewers see alike. seen: any viewer's view; live: actions are possible."""
        if self.common is not None:
            return self.common
        deal = seen.seen
        self.common = common = EMPTY | self.table
        common["deal"] = match.setup.number
        common["dealer"] = match.setup.dealer if match.game.dealt else -1
        common["phase"] = deal.phase.name
        common["turn"] = deal.turn
        common["must"] = seen.must
        common["facts"] = [getattr(deal, f.name) for f in deal.layout.facts]
        common["scores"] = list(match.scores)
        if "sheets" not in self.table:
            common["sheets"] = [sheet(done) for done in match.sheets]
        common["record"] = match.over
        common["order"] = deal.order()
        if match.winners:
            common["winners"] = seats_of(match.winners)
            common["stakes"] = list(match.game.stakes(match.rules, match.scores, match.winners))
        common["places"] = list(match.standings)
        if live and not has_happened(match):
            common["host"] = host(match.game, deal, seen.must | deal.may())
        return common

    def patch(self, before: Fields, after: Fields, layout: Layout) -> bytes:
        """Return the changes that all viewers see alike, as JSON: encoded once for all who had the same view before."""
        if self.earlier is not before:
            self.earlier = before
            self.text = encode(differences(layout, after, before))
        return self.text


def plans(deal: State) -> list[list[Cards]]:
    """Return what each seat has made of its hand, once the deal is over and the viewer sees all hands; [] before."""
    if deal.phase is not OVER:
        return NO_PLANS
    layout = deal.layout
    for at, zone in enumerate(layout.zones):
        if zone.role == "hand" and BACK in deal.zones[at]:
            return NO_PLANS
    made = [deal.plan(seat) for seat in range(layout.seats)]
    return made if any(made) else NO_PLANS


def snapshot_of(
    match: Match | None,
    layout: Layout,
    viewer: Seat,
    shared: SharedState,
    *,
    undo: bool = False,
    forced: bool = False,
    aids: bool = False,
    seen: View | None = None,
) -> Snapshot:
    """Return the snapshot of `viewer` (a seat or SPECTATOR) now.

    match: None while the table waits for friends, and nothing is dealt. shared: one for all snapshots of this step.
    undo: the viewer can take back their last decision; forced: their only action can be done by itself; aids: they
    are shown the cards that are gone, as after a deal everybody is. seen: show this view instead, without any choices:
    the match is over, or is not one of this server's.
    """
    if match is None:
        common = shared.before_match(layout)
        return Snapshot(layout, common, common["facts"], {"you": viewer, "zones": [b""] * layout.size})
    v = view(match.deal, viewer) if seen is None else seen
    deal = v.seen
    common = shared.in_match(match, v, seen is None)
    facts: list[object] = common["facts"]
    special = deal.facts_for(v.seat)
    if special:
        facts = [special.get(f.name, facts[at]) for at, f in enumerate(layout.facts)]
    asked = v.must | v.may
    acts = match.legal(viewer) if seen is None and v.seat < layout.seats and has(asked, viewer) else NO_ACTS
    own: Fields = {
        "you": viewer,
        "zones": deal.zones,
        "may": v.may,
        "answers": list(deal.sealed),
        "legal": legal(match, viewer, asked) if seen is None else NO_CHOICES,
        "dares": dares(match, viewer, asked) if seen is None else [],
        "barred": barred(match.game, deal, v.seat, acts),
        "undo": undo,
        "forced": forced,
        "plan": deal.plan(v.seat) if v.seat < layout.seats else NO_PLAN,
        "plans": plans(deal),
        "gone": deal.zones if aids or deal.phase is OVER else NO_ZONES,
        "prompt": match.game.prompt(deal, v.seat, v.must, acts),
        "situation": deal.situation(v.seat),
        "reached": deal.reached(v.seat),
    }
    return Snapshot(layout, common, facts, own)
