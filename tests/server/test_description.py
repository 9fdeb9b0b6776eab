"""The description of a table's game: computed once for all tables with the same options."""

from __future__ import annotations

from stich.games import find
from stich.server.state.table_state import rules_of
from stich.server.views.description import table_spec


def test_tables_share_what_follows_from_the_game_and_nothing_of_their_own() -> None:
    game = find("chimera")
    one, other = (table_spec(game, rules_of(game, (), 3)) for _ in range(2))
    one.table, one.unlisted = "here", []
    assert one.zones is other.zones
    assert other.table == ""
    assert other.unlisted is not one.unlisted
