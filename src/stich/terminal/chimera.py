"""What makes Chimera's table easier to read in a terminal: who plays which part, and the trick turn by turn.

Only public facts are read; nothing here decides what may be done. (`web/src/skins/chimera/round.ts` does the same.)
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from stich.server.messages import Phrase
from stich.terminal.look import Look
from stich.terminal.pieces import Lines, chips, cut
from stich.terminal.table import Table

TYPES = (
    *("pass", "single", "pair", "pairs", "triple", "triples", "triple1", "triple2", "triples1", "triples2"),
    *("straight", "quad1", "quad2", "trap", "attack"),
)
"""Names of the combinations in the order of their codes in the fact "plays"."""


def number(table: Table, name: str, otherwise: int = -1) -> int:
    value = table.view.facts.get(name)
    return value if isinstance(value, int) else otherwise


def role(table: Table, seat: int) -> str:
    """Return which part somebody plays in this round."""
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
    """Return den, marks of the round, and the trick: a line for each turn, the last ones where there is no room for
    all."""
    words = table.words
    line = Text(" ").append(words.game("zone.den"), look.style("title")).append(" ")
    line.append_text(chips(table, look, table.view.zones["den"]))
    if number(table, "up") >= 0 and number(table, "upholder") >= 0:
        line.append("   ").append(words.game("fact.up"), look.style("soft")).append(" ")
        line.append_text(chips(table, look, [number(table, "up")]))
        line.append(f" {words.seat(number(table, 'upholder'))}", look.style("soft"))
    out = [line] if table.view.zones["den"] or number(table, "up") >= 0 else []
    marks = [
        f"{words.game(f'fact.{name}')} {n}" for name in ("bid", "traps", "attack") if (n := number(table, name, 0)) > 0
    ]
    if number(table, "forced", 0):
        marks.append(words.game("fact.forced"))
    if marks:
        out.append(Text(" " + f" {look.dash} ".join(marks), look.style("soft")))
    turns = trick(table)
    if not turns and table.view.phase == "play":
        lead = table.view.turn
        out.append(Text(" " + words.say(Phrase("chimera.trick.leads", {"seat": lead})), look.style("text")))
    names = max((len(words.seat(seat)) for seat in table.around), default=0)
    holder = number(table, "holder")
    hidden = max(0, len(turns) - (height - len(out)))
    last = max((n for n, (_, _, cards) in enumerate(turns) if cards), default=-1)
    for n, (seat, told, cards) in enumerate(turns):
        if n < hidden:
            continue
        best = n == last and seat == holder
        row = Text(f" {look.turn if best else ' '} ", look.style("turn"))
        row.append(f"{words.seat(seat):<{names}}  ", look.style("turn" if best else "text"))
        row.append_text(chips(table, look, cards)).append("  " if cards else "")
        row.append(told, look.style("text" if best else "soft"))
        out.append(cut(row, width))
    return out


def trick(table: Table) -> list[tuple[int, str, list[int]]]:
    """Return the turns of the trick on the table: who, what in words, and its cards."""
    plays: Any = table.view.facts.get("plays") or []
    cards = table.view.zones["trick"]
    turns, start = [], 0
    for play in plays:
        if isinstance(play, list):
            seat, n, kind, rank, length = play[:5]
            told = combination(table, TYPES[kind], rank, length) if n else table.words.game("seat.passed")
            turns.append((seat, told, cards[start : start + n]))
            start += n
    return turns


def combination(table: Table, kind: str, rank: int, length: int) -> str:
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
