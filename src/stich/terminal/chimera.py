"""Additions for Chimera's table in a terminal: the roles of the players, and the trick turn by turn.

Only public facts are read; nothing here decides what is legal. (`web/src/skins/chimera/round.ts` does the same.)
"""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from rich.text import Text

from stich.server.messages.view import Phrase
from stich.terminal.look import Look
from stich.terminal.pieces import Lines, chips, tiles
from stich.terminal.table import Table


def number(table: Table, name: str, otherwise: int = -1) -> int:
    """Return a fact that is a number, `otherwise` if there is none."""
    value = table.view.facts.get(name)
    return value if isinstance(value, int) else otherwise


def role(table: Table, seat: int) -> str:
    """Return a seat's role in this round."""
    words, alone = table.words, number(table, "chimera")
    if table.view.status == "gathering":
        return ""
    if alone < 0:
        return words.game("role.highest") if number(table, "high") == seat else ""
    if seat == alone:
        return words.game("role.chimera_bid", n=number(table, "bid", 0))
    partner = seat != table.me and not table.watching and table.me != alone
    return words.game("role.partner" if partner else "role.hunter")


def centre(table: Table, look: Look, width: int, height: int) -> Lines:
    """Return den, marks of the round, and the trick: a line for each turn, or only the last ones if there is too little
    room."""
    words = table.words
    out = [*top(table, look), *marks(table, look)]
    turns = trick(table)
    space = height - len(out)
    blocks = sum(3 if cards else 1 for _, _, cards in turns) < space  # whether there is room for cards as blocks
    holder = number(table, "holder")
    best = max((n for n, (seat, _, cards) in enumerate(turns) if cards and seat == holder), default=-1)
    names = max((cell_len(words.seat(seat)) for seat in table.around), default=0)
    if blocks and turns:
        out.append(Text())
    for n, (seat, wording, cards) in enumerate(turns):
        if not blocks and n < len(turns) - space:
            continue
        row = Text(f" {look.turn if n == best else ' '} ", look.style("turn"))
        row.append(words.seat(seat), look.style("turn" if n == best else "text"))
        row.pad_right(names + 5 - row.cell_len)
        words_style = look.style("text" if n == best else "soft")
        if not cards or not blocks:
            row.append_text(chips(table, look, cards)).append("  " if cards else "")
            out.append(row.append(wording, words_style))
            continue
        upper, lower = tiles(table, look, cards, width - names - 6)
        out.append(row.append_text(upper))
        out.append(Text(" " * (names + 5)).append_text(lower).append("  ").append(wording, words_style))
        out.append(Text())
    return out


def top(table: Table, look: Look) -> Lines:
    """Return the den and the card that was turned up, on a line."""
    words, den = table.words, table.view.zones["den"]
    line = Text(" ")
    if den:
        line.append(words.game("zone.den"), look.style("title")).append(" ")
        line.append_text(chips(table, look, den)).append("   ")
    if number(table, "up") >= 0:
        line.append(words.game("fact.up"), look.style("soft")).append(" ")
        line.append_text(chips(table, look, [number(table, "up")]))
        if number(table, "upholder") >= 0:
            line.append(f" {words.seat(number(table, 'upholder'))}", look.style("soft"))
    return [line] if line.plain.strip() else []


def marks(table: Table, look: Look) -> Lines:
    """Return what counts in this round so far, as one line."""
    words = table.words
    facts = [
        f"{words.game(f'fact.{name}')} {n}" for name in ("bid", "traps", "attack") if (n := number(table, name, 0)) > 0
    ]
    if number(table, "forced", 0):
        facts.append(words.game("fact.forced"))
    return [Text(" " + f" {look.dash} ".join(facts), look.style("soft"))] if facts else []


def trick(table: Table) -> list[tuple[int, str, list[int]]]:
    """Return the turns of the trick on the table: who, what in words, and its cards."""
    plays: Any = table.view.facts.get("plays") or []
    kinds = table.spec.tables["plays"]
    cards = table.view.zones["trick"]
    turns, start = [], 0
    for play in plays:
        if isinstance(play, list):
            seat, n, kind, rank, length = play[:5]
            wording = combination(table, kinds[kind], rank, length) if n else table.words.game("seat.passed")
            turns.append((seat, wording, cards[start : start + n]))
            start += n
    return turns


def combination(table: Table, kind: str, rank: int, length: int) -> str:
    """Return the name of a combination. rank: its highest."""
    return table.words.say(
        Phrase(
            f"chimera.combo.{kind}",
            {
                "rank": f"@chimera.rank.{rank}",
                "ranks": f"@chimera.ranks.{rank}",
                "low": rank - length + 1,
                "high": rank,
                "n": length,
            },
        )
    )
