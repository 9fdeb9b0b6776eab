"""What a page has to know of a game and its options before it can show a table or a review."""

from __future__ import annotations

from stich.kernel.describe import describe_table
from stich.kernel.game import Game
from stich.kernel.zones import Rules
from stich.server.messages.specs import FactSpec, TableSpec, ZoneSpec
from stich.server.views.projection import unlisted


def table_spec(game: Game, rules: Rules) -> TableSpec:
    """Return a table's description as far as it follows from the game and its options."""
    description = describe_table(game, rules)
    zones = [ZoneSpec(**zone) for zone in description.pop("zones")]
    facts = [FactSpec(**fact) for fact in description.pop("facts")]
    extra = unlisted(description.pop("unlisted"))
    return TableSpec(table="", zones=zones, facts=facts, bots=[], aids=False, unlisted=extra, **description)
