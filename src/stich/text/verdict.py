"""The result of a match in words: who has won it, or who has lost it if a game says so."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

MANY: Final = 4  # winners are named; more are counted, and the places name them

Said = tuple[str, dict[str, object]]


def verdict(game: str, winners: Sequence[int], places: Sequence[int], seats: int, texts: Container[str]) -> Said:
    """Return the key and the parameters of the sentence that ends a match; web/src/table/verdict.ts does the same for
    the page.

    A game that has losers rather than winners has texts of its own: `<game>.over` names those who have come in last,
    `<game>.over.all` is for a match without a loser. A match without winners was ended by its players.

    game: its name. winners: seats, in their order. places: of each seat, from 1; empty if they were not kept. texts:
    the keys of the existing texts.
    """
    if not winners:
        return "table.ended", {}
    losers = [seat for seat in range(seats) if seat not in winners]
    if places:
        losers = [seat for seat in losers if places[seat] == max(places)]
    own = f"{game}.over" if losers else f"{game}.over.all"
    if f"{game}.over" in texts and own in texts:
        return own, {"seats": losers}
    if len(winners) == seats:
        return "table.won.all", {}
    if len(winners) == 1:
        return "table.won_by", {"seat": winners[0]}
    if len(winners) > MANY:
        return "table.won_n", {"n": len(winners), "of": seats}
    return "table.won", {"seats": list(winners)}
