"""A trick to which each player lays several cards, turn by turn."""

from __future__ import annotations

from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from stich.server.messages.specs import ZoneSpec
from stich.terminal.look import Look
from stich.terminal.pieces import Lines, chips, tiles
from stich.terminal.table import Table


class Turn(NamedTuple):
    """What a seat has laid to the trick; no cards: it has passed."""

    seat: int
    cards: list[int]


def turns_in(table: Table, zone: ZoneSpec) -> list[Turn]:
    """Return the turns of the cards in a zone, by the fact of the kind "turns"; [] if the game has none."""
    rows: Any = next((table.view.facts.get(fact.name) for fact in table.spec.facts if fact.kind == "turns"), None)
    if zone.role != "trick" or not isinstance(rows, list):
        return []
    cards = table.view.zones[zone.id]
    out: list[Turn] = []
    start = 0
    for row in rows:
        if isinstance(row, list):
            seat, n = row[:2]
            out.append(Turn(seat, cards[start : start + n]))
            start += n
    return out


def turn_lines(table: Table, look: Look, turns: list[Turn], width: int, height: int) -> Lines:
    """Return a line for each turn, or only the last ones if there is too little room; the one to beat is marked."""
    blocks = sum(3 if cards else 1 for _, cards in turns) < height  # whether there is room for cards as blocks
    best = max((n for n, (_, cards) in enumerate(turns) if cards), default=-1)
    names = max(cell_len(table.words.seat(seat)) for seat in table.around)
    out: Lines = [Text()] if blocks else []
    for n, (seat, cards) in enumerate(turns):
        if not blocks and n < len(turns) - height:
            continue
        row = Text(f" {look.turn if n == best else ' '} ", look.style("turn"))
        row.append(table.words.seat(seat), look.style("turn" if n == best else "text"))
        row.pad_right(names + 5 - row.cell_len)
        if not cards:
            out.append(row.append(look.dash, look.style("soft")))
        elif blocks:
            upper, lower = tiles(table, look, cards, width - names - 6)
            out += [row.append_text(upper), Text(" " * (names + 5)).append_text(lower), Text()]
        else:
            out.append(row.append_text(chips(table, look, cards)))
    return out
