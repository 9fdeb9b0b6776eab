"""What there is to read at the table: the keys and the rules, the score sheet, what was said."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from stich.server.messages import Phrase
from stich.terminal.cards import drawn
from stich.terminal.look import Look
from stich.terminal.pieces import cut
from stich.terminal.table import Table
from stich.text.catalogue import LANGUAGES, folders

KEYS: Final = (  # a key's name, or the text key of it, and what it does
    ("← →", "terminal.keys.move"),
    ("@terminal.keys.space", "terminal.keys.take"),
    ("1–9 A–Z", "terminal.keys.rank"),
    ("↑ ↓", "terminal.keys.through"),
    ("@terminal.key.enter", "terminal.keys.enter"),
    ("Esc", "terminal.keys.clear"),
    ("F5", "terminal.hint"),
    ("F6", "table.said.undo.you"),
    ("F10", "terminal.quit"),
)
_ANCHOR = re.compile(r" \{#[\w.]+\}$", re.M)
_LINK = re.compile(r"\[([^\]]*)\]\(#[^)]*\)")
_CARDS = re.compile(r"`(cards|not): ([^`]*)`")


def help_text(table: Table) -> tuple[str, str]:
    """Return title and Markdown of the help: the keys, then the rules of the game as far as they lie here."""
    t = table.words.t
    rows = [f"- `{t(key[1:]) if key.startswith('@') else key}` {t(told)}" for key, told in KEYS]
    keys = "\n".join([f"## {t('terminal.keys')}", "", *rows])
    if not table.shown:
        return t("terminal.help"), keys
    return f"{table.words.game('name')}: {t('terminal.help')}", f"{keys}\n\n{rules(table)}"


def rules(table: Table) -> str:
    """Return the game's rules as Markdown, its pictures of cards as signs; in English where there is no other."""
    for language in dict.fromkeys((table.words.language, LANGUAGES[0])):
        for folder in folders(table.spec.game):
            file = folder.parent / "help" / f"{language}.md"
            if file.is_file():
                text = file.read_text("utf-8")
                body = text[text.index("\n## ") + 1 :] if "\n## " in text else text
                shown = _CARDS.sub(lambda found: picture(table, found[1], found[2]), _ANCHOR.sub("", body))
                return _LINK.sub(r"\1", shown)
    return table.words.t("terminal.no_rules")


def picture(table: Table, kind: str, cards: str) -> str:
    """Return a row of cards as text: "7◆ 7†", crossed out where it shows what is none."""
    out = []
    for word in cards.split():
        one = drawn(word, table.spec.deck)
        out.append(word if word == "+" else f"{one.rank}{one.sign[:1]}")
    return f"`{'✗ ' if kind == 'not' else ''}{' '.join(out)}`"


def sheet_text(table: Table, look: Look) -> Text:
    """Return the score sheet of the match: a row for each round, then how the last one was counted."""
    words, view = table.words, table.view
    column = max(9, min(16, 54 // table.spec.seats))
    out = Text()

    def row(told: str, cells: list[str], style: str) -> None:
        line = cut(Text(told, look.style(style)), 17)
        line.pad_right(18 - line.cell_len)
        for cell in cells:
            line.append(cut(Text(cell), column - 1).plain.rjust(column), look.style(style))
        out.append_text(line).append("\n")

    row("", [words.seat(seat) for seat in table.around], "title")
    for sheet in view.sheets:
        told = words.t("sheet.deal_n" if sheet.counted else "sheet.deal_void", n=sheet.deal)
        row(told, [words.number(sheet.points[seat], signed=True) for seat in table.around], "text")
    row(words.t("sheet.totals"), [words.number(view.scores[seat]) for seat in table.around], "me")
    if view.sheets:
        last = view.sheets[-1]
        out.append(f"\n{words.t('sheet.deal_n', n=last.deal)}: {words.say(last.headline)}\n", look.style("title"))
        for item in last.items:
            points = words.number(item.n, signed=True)
            out.append(f"{words.seat(item.seat)}: {words.say(item.say)} {points}\n", look.style("text"))
    if view.winners:
        one = len(view.winners) == 1
        phrase = Phrase("table.won_by", {"seat": view.winners[0]})
        won = phrase if one else Phrase("table.won", {"seats": [*view.winners]})
        out.append(f"\n{words.say(won)}\n", look.style("turn"))
    return out


def log_text(table: Table, look: Look) -> Text:
    """Return what was said since one came."""
    told = [table.words.say(said.say) for said in table.said if said.say is not None]
    return Text("\n".join(told) or table.words.t("terminal.nothing_said"), look.style("text"))
