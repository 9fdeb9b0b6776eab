"""The longer texts at the table: the help, the score sheet, the history."""

from __future__ import annotations

from functools import partial
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stich.terminal.draw import names_of, sides_of, tallies_of
from stich.terminal.look import Look
from stich.terminal.pieces import cut
from stich.terminal.rules import rules_file, set_rules
from stich.terminal.table import Table

KEYS: Final = (  # a key's name, or its text key, and what it does
    ("← →", "terminal.keys.move"),
    ("@terminal.keys.space", "terminal.keys.take"),
    ("1–9 A–Z", "terminal.keys.rank"),
    ("↑ ↓", "terminal.keys.through"),
    ("@terminal.key.enter", "terminal.keys.enter"),
    ("Esc", "terminal.keys.clear"),
    ("F1 ?", "terminal.help"),
    ("F2 =", "sheet.title"),
    ("F3 #", "table.log"),
    ("F4 $", "settings.title"),
    ("F5 !", "terminal.hint"),
    ("F6 Backspace", "terminal.undo"),
    ("F7 *", "table.out"),
    ('F8 "', "talk.title"),
    ("F10 Ctrl+C", "terminal.quit"),
)


def help_text(table: Table, look: Look) -> tuple[str, RenderableType]:
    """Return title and text of the help: the keys, then the rules of the game if they are on this computer."""
    t = table.words.t
    keys = Grid.grid(padding=(0, 2, 0, 0))
    for key, wording in KEYS:
        name = t(key[1:]) if key.startswith("@") else _ascii(key) if look.plain else key
        keys.add_row(Text(f" {name} ", look.style("key")), Text(t(wording), look.style("text")))
    parts: list[RenderableType] = [Text(t("terminal.keys"), look.style("turn")), keys, Text()]
    if not table.shown:
        return t("terminal.help"), Group(*parts)
    file = rules_file(table.spec.game, table.words.language)
    if file is None:
        parts.append(Text(t("terminal.no_rules"), look.style("soft")))
    else:
        parts.append(set_rules(file.read_text("utf-8"), partial(table.words.drawn, plain=look.plain), look))
    return table.words.pair(table.words.game("name"), t("terminal.help")), Group(*parts)


def _ascii(key: str) -> str:
    return key.replace("← →", "< >").replace("↑ ↓", "^ v").replace("–", "-")


def sheet_text(table: Table, look: Look) -> Text:
    """Return the score sheet of the match: a row for each round, then how the last one was counted."""
    words, view = table.words, table.view
    sides = sides_of(table)
    column = max(9, min(27, 54 // len(sides)))
    out = Text()

    def row(wording: str, cells: list[str], style: str) -> None:
        line = cut(Text(wording, look.style(style)), 17)
        line.pad_right(18 - line.cell_len)
        for cell in cells:
            line.append(cut(Text(cell), column - 1).plain.rjust(column), look.style(style))
        out.append_text(line).append("\n")

    row("", [names_of(table, side) for side in sides], "title")
    for sheet in view.sheets:
        wording = words.t("sheet.deal_n" if sheet.counted else "sheet.deal_void", n=sheet.deal)
        row(wording, [words.number(sheet.points[side[0]], signed=True) for side in sides], "text")
    row(words.t("sheet.totals"), [words.number(view.scores[side[0]]) for side in sides], "me")
    if view.sheets:
        last = view.sheets[-1]
        wording = words.pair(words.t("sheet.deal_n", n=last.deal), words.say(last.headline))
        out.append(f"\n{wording}\n", look.style("title"))
        if reached := tallies_of(table, last):
            out.append(f"{reached}\n", look.style("me"))
        for item in last.items:
            points = words.number(item.n, signed=True)
            wording = words.pair(words.seat(item.seat), words.say(item.say))
            out.append(f"{wording} {points}\n", look.style("text"))
    if view.winners:
        out.append(f"\n{words.verdict()}\n", look.style("turn"))
    return out


def log_text(table: Table, look: Look) -> Text:
    """Return the history since the user came."""
    wordings = [table.words.say(line.say, line.then) for line in table.said]
    return Text("\n".join(wordings) or table.words.t("terminal.nothing_said"), look.style("text"))
