"""The cards that are still out, as a player knows who counts cards: from the view alone (web/src/table/out.ts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from stich.terminal.look import Look
from stich.terminal.pieces import chips
from stich.terminal.table import Table
from stich.text.cards import BACK


class Known(NamedTuple):
    """Counts. out: how many of every face are out. held: those of them that are known to be in some hand."""

    out: list[int]
    held: list[tuple[int, int]]


def faces_of(gone: str) -> list[int]:
    """Return the masks of `TableView.gone` as faces."""
    masks = [int(mask, 16) for mask in gone.split(",") if mask]
    return [face for mask in masks for face in range(mask.bit_length()) if mask >> face & 1]


def still_out(table: Table) -> Known:
    """Count the pack, minus the user's own cards, open cards, and cards that the user saw go."""
    zones = [(spec.role, spec.owner, table.view.zones[spec.id]) for spec in table.spec.zones]
    return counted(zones, table.view.gone, table.spec.copies, table.me)


def counted(zones: Sequence[tuple[str, int, Sequence[int]]], gone: str, copies: Sequence[int], me: int) -> Known:
    """Count what is out of a pack. zones: role, owner and cards of each. copies: how many cards of each face it has."""
    out = list(copies)
    held = []
    for role, owner, cards in zones:
        for face in cards:
            if face == BACK:
                continue
            if role == "hand" and owner != me:
                held.append((owner, face))
            else:
                out[face] -= 1
    for face in faces_of(gone):
        out[face] -= 1
    return Known([max(0, n) for n in out], held)


def out_text(table: Table, look: Look) -> Text:
    """Return a line for each rank: how many are out, and which."""
    words, spec = table.words, table.spec
    known = still_out(table)
    ranks: dict[str, list[int]] = {}
    for face, n in enumerate(known.out):
        notation = spec.faces[face]
        rank = words.drawn(notation).rank or notation[1:]
        ranks.setdefault(rank, []).extend([face] * n)
    text = Text()
    for rank, faces in ranks.items():
        text.append(f"{rank:>3}  ", look.style("me" if faces else "soft"))
        text.append(f"{words.t('table.out.n', n=len(faces))}  ", look.style("text" if faces else "soft"))
        text.append_text(chips(table, look, faces)).append("\n")
    for seat, face in known.held:
        wording = words.t("table.out.held", card=face, seat=seat)
        text.append(f"\n{wording}", look.style("tip"))
    return text
