"""Snapshots of a viewer's view in kernel types, converted to messages on demand.

A snapshot has the fields of `TableView` by name, and only what has changed since the one before is written. A new field
is declared twice: in `TableView`, with its value before the first deal as default, and where it is computed here,
in `SharedState.in_match` if it is the same for all viewers, else in `snapshot_of`. `WRITERS` and `SHARED` have the
fields whose values are not messages already. Nothing is hidden here: `kernel.view` does that, and only its results are
read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

import msgspec
from msgspec import NODEFAULT
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
from stich.server.messages.view import TableView
from stich.server.views.projection import (
    NO_CHOICES,
    answer,
    barred,
    dares,
    encode,
    face_down,
    faces,
    fact,
    fact_names,
    gone,
    has_happened,
    host,
    legal,
    menu,
    prompt,
    reached,
    sheet,
    situation,
    zone_names,
)

Fields = dict[str, Any]
"""Fields of a `TableView` with values in kernel types."""

SAME: Final = b""  # written for a field whose value in kernel types has changed, and whose message has not
NO_ZONES: Final[list[Cards]] = []
NO_PLANS: Final[list[list[Cards]]] = []
NO_ACTS: Final[list[Action]] = []

read_view = msgspec.json.Decoder(TableView).decode


def default(field: FieldInfo) -> object:
    """Return the value of a field before the first deal; None if it has no default."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return None if field.default is NODEFAULT else field.default


EMPTY: Final[Fields] = {field.name: default(field) for field in fields_of(TableView)}
"""The fields before the first deal. The lists in it must not be changed."""
NAMES: Final[dict[str, bytes]] = {name: encode(name) + b":" for name in EMPTY}
"""Name of a field -> how it begins in JSON."""


# Writers: the JSON of values that `encode` cannot write, or that is only what has changed. old: the value before; None:
# the whole value is wanted.


def write_zones(layout: Layout, new: list[Cards], old: list[Cards] | None) -> bytes:
    """Return the zones that differ, as they are shown on the table."""
    parts: list[bytes] = []
    names = zone_names(layout)
    for at, cards in enumerate(new):
        if old is None or (cards is not old[at] and cards != old[at]):
            parts.append(names[at] + faces(laid(layout, at, cards)))
    return b"{%b}" % b",".join(parts)


def write_gone(layout: Layout, new: list[Cards] | str, old: list[Cards] | str | None) -> bytes:
    """Return `TableView.gone` for these zones of a view. "" stands for no zones, before the first deal; without aids
    there are none either until the deal is over."""
    if isinstance(new, str):
        return encode(new)
    if new and old and not isinstance(old, str):
        changed = False
        for at in face_down(layout):
            if new[at] is not old[at] and new[at] != old[at]:
                changed = True
        if not changed:
            return SAME
    text = gone(layout, new)
    before = "" if isinstance(old, str) else gone(layout, old or NO_ZONES)
    return SAME if old is not None and text == before else encode(text)


def write_facts(layout: Layout, new: list[object], old: list[object] | None) -> bytes:
    """Return the facts that differ, by name; SAME for none."""
    parts: list[bytes] = []
    names = fact_names(layout)
    for at, given in enumerate(new):
        if not old or given != old[at]:
            parts.append(names[at] + encode(fact(given)))
    return b"{%b}" % b",".join(parts) if parts or old is None else SAME


def write_choices(layout: Layout, new: list[bytes], old: list[bytes] | None) -> bytes:
    """Return a list of `Legal`, each given as JSON."""
    return menu(new)


def write_groups(layout: Layout, new: list[Cards], old: list[Cards] | None) -> bytes:
    """Return lists of faces."""
    return menu([faces(group) for group in new])


WRITERS: Final[dict[str, Callable[[Layout, Any, Any], bytes]]] = {
    "zones": write_zones,
    "facts": write_facts,
    "legal": write_choices,
    "host": write_choices,
    "order": write_groups,
    "plan": write_groups,
    "gone": write_gone,
}


# Values that several viewers often share are written once for all of them.


def write_plans(new: list[list[Cards]]) -> bytes:
    """Return lists of faces for each seat."""
    return encode([[list(group) for group in plan] for plan in new])


def write_answers(new: list[Action]) -> bytes:
    """Return the simultaneous answers of all seats."""
    return encode([answer(action) for action in new])


def write_prompt(new: Prompt | None) -> bytes:
    """Return the sentence of the table, null before the first deal."""
    return b"null" if new is None else prompt(new)


def write_situation(new: Situation | None) -> bytes:
    """Return what the table marks, null before the first deal."""
    return encode(None if new is None else situation(new))


def write_reached(new: list[Reached]) -> bytes:
    """Return what the sides have in the running deal."""
    return encode(reached(new))


SHARED: Final[dict[str, Callable[[Any], bytes]]] = {
    "answers": write_answers,
    "plans": write_plans,
    "prompt": write_prompt,
    "situation": write_situation,
    "reached": write_reached,
}


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

    def since(self, before: Snapshot, shared: SharedState) -> tuple[bytes, bytes]:
        """Return the members of the merge patch (RFC 7386) from an earlier view of this viewer, as JSON: those that all
        viewers see alike, and the viewer's own. shared: what this view was made from.
        """
        earlier = before.own
        if len(earlier) < len(self.own):  # nothing was dealt
            earlier = {name: earlier[name] if name in earlier else EMPTY[name] for name in self.own}
        parts = shared.differences(self.layout, self.own, earlier)
        if self.facts is not self.common["facts"] or before.facts is not before.common["facts"]:
            text = write_facts(self.layout, self.facts, before.facts)
            if text:
                parts.append(NAMES["facts"] + text)
            common = shared.patch(before.common | {"facts": self.common["facts"]}, self.common, self.layout)
        else:
            common = shared.patch(before.common, self.common, self.layout)
        return common, b",".join(parts)

    def whole(self) -> TableView:
        """Return all of it as a message."""
        fields = self.common | self.own
        fields["facts"] = self.facts
        shared = SharedState({})
        parts = [NAMES[name] + shared.written(name, self.layout, value, None) for name, value in fields.items()]
        return read_view(b"{%b}" % b",".join(parts))


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
        self.text = b""  # the changes since then, for all of them, as members of an object
        self.known: dict[str, list[tuple[object, bytes]]] = {}  # values that were written, with their JSON, by field

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
        """Return the changes that all viewers see alike, as members of an object: written once for all who had the same
        view before.
        """
        if self.earlier is not before:
            self.earlier = before
            self.text = b",".join(self.differences(layout, after, before))
        return self.text

    def differences(self, layout: Layout, new: Fields, old: Fields) -> list[bytes]:
        """Return the members of the merge patch from `old` to `new`, which have the same fields in the same order."""
        parts: list[bytes] = []
        before = list(old.values())
        for at, (name, value) in enumerate(new.items()):
            earlier = before[at]
            if value is not earlier and value != earlier:
                text = self.written(name, layout, value, earlier)
                if text:
                    parts.append(NAMES[name] + text)
        return parts

    def written(self, name: str, layout: Layout, value: object, earlier: object) -> bytes:
        """Return the value of a field as JSON, or what has changed in it; SAME: nothing. earlier: the value before,
        None if the whole value is wanted."""
        if name in WRITERS:
            return WRITERS[name](layout, value, earlier)
        if name not in SHARED:
            return encode(value)
        known = self.known.get(name)
        if known is None:
            known = self.known[name] = []
        for other, text in known:
            if other == value:
                return text
        text = SHARED[name](value)
        known.append((value, text))
        return text


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
    choices: bool = False,
) -> Snapshot:
    """Return the snapshot of `viewer` (a seat or SPECTATOR) now.

    match: None while the table waits for friends, and nothing is dealt. shared: one for all snapshots of this step.
    undo: the viewer can take back their last decision; forced: their only action can be done by itself; aids: they
    are shown the cards that are gone, as after a deal everybody is. seen: show this view instead, without any choices:
    the match is over, or is not one of this server's. choices: with the choices of the viewer, as in a puzzle.
    """
    if match is None:
        common = shared.before_match(layout)
        return Snapshot(layout, common, common["facts"], {"you": viewer, "zones": [b""] * layout.size})
    v = view(match.deal, viewer) if seen is None else seen
    deal = v.seen
    live = seen is None or choices
    common = shared.in_match(match, v, live)
    facts: list[object] = common["facts"]
    special = deal.facts_for(v.seat)
    if special:
        facts = [special.get(f.name, facts[at]) for at, f in enumerate(layout.facts)]
    asked = v.must | v.may
    acts = match.legal(viewer) if live and v.seat < layout.seats and has(asked, viewer) else NO_ACTS
    own: Fields = {
        "you": viewer,
        "zones": deal.zones,
        "may": v.may,
        "answers": list(deal.sealed),
        "legal": legal(match, viewer, asked) if live else NO_CHOICES,
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
