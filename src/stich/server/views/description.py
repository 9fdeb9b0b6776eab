"""What a page has to know of a game and its options before it can show a table or a review."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from stich.kernel.describe import describe_table
from stich.kernel.game import Game
from stich.kernel.zones import Rules
from stich.server.messages.specs import FactSpec, TableSpec, ZoneSpec
from stich.server.state.extras import Extras
from stich.server.state.phrases import phrases_of
from stich.server.state.table_state import TableState
from stich.server.views.past import lookback
from stich.server.views.projection import unlisted


def spec_of_table(state: TableState, extras: Extras) -> TableSpec:
    """Return the description of a table, which does not change as long as it exists."""
    spec = table_spec(state.game, state.rules)
    spec.table = state.table
    spec.bots = extras.levels
    spec.help = extras.help
    spec.lesson = extras.lesson
    spec.aids = state.opened.aids
    spec.seeded = state.opened.seed is not None
    spec.rated = state.opened.rated
    spec.deals = state.prepared
    spec.lookback = lookback(state.game, state.rules, state.opened.aids)
    spec.daily = state.opened.daily
    spec.phrases, spec.phrases_in_play = phrases_of(state)
    spec.reference = state.game.reference if extras.help else ""
    return spec


def table_spec(game: Game, rules: Rules) -> TableSpec:
    """Return a table's description as far as it follows from the game and its options. Its lists are shared."""
    return replace(described(game, rules))


@lru_cache(64)
def described(game: Game, rules: Rules) -> TableSpec:
    """Return the description for `table_spec`, which copies it: most tables have the options of others."""
    description = describe_table(game, rules)
    zones = [ZoneSpec(**zone) for zone in description.pop("zones")]
    facts = [FactSpec(**fact) for fact in description.pop("facts")]
    extra = unlisted(description.pop("unlisted"))
    return TableSpec(table="", zones=zones, facts=facts, bots=[], aids=False, unlisted=extra, **description)
