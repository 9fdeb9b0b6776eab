"""The user's hand drawn with characters, what is said about it, and the buttons."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stich.server.messages.view import Phrase
from stich.terminal.buttons import buttons_of
from stich.terminal.look import Look
from stich.terminal.pieces import Lines, cut, tile, wrap
from stich.terminal.table import Table


def hand_title(table: Table) -> str:
    """Return the line above the hand."""
    if table.watching:
        return table.words.t("table.watching")
    n = len(table.hand) if table.view.status == "playing" else 0
    return table.words.t("table.your_hand", n=n) if n else ""


def hand(table: Table, look: Look, width: int, *, tall: bool) -> Lines:
    """Return the user's cards: selected ones stand a line higher; below them the cursor of the arrow keys, and a dot
    for each card that can be added."""
    slots = table.hand
    height = 3 if tall else 2
    rows = [Text(" ") for _ in range(height + 2)]
    if not slots:
        return rows
    each = max(3, min(6 if tall else 5, (width - 2) // len(slots)))
    fit = max(1, (width - 2) // each)
    first = max(0, min(table.cursor - fit // 2, len(slots) - fit))
    selected, lit, free = set(table.selected), table.lit(slots), not table.turn
    for i, slot in enumerate(slots[first : first + fit], first):
        up = slot in selected
        leads = up or slot in lit
        card = tile(table, look, slot.face, each, height, lit=leads, selected=up)
        for part in card:
            part.stylize(Style(meta={"slot": i}))
        blank = Text(" " * each)
        mark = look.cursor if i == table.cursor else look.dot if leads and not free else " "
        under = Text(f" {mark}".ljust(each), look.style("turn"))
        for row, part in zip(rows, [*card, blank, under] if up else [blank, *card, under], strict=True):
            row.append_text(part)
    if first > 0:
        rows[2].plain = "<" + rows[2].plain[1:]
    if first + fit < len(slots):
        rows[2].append(">")
    return rows


def answer(table: Table, look: Look, width: int) -> Lines:
    """Return two lines, or more for the step of a lesson: a refusal or a hint if there is one, otherwise the selection
    and what it can become."""
    words = table.words
    if table.question is not None:
        out = Text(f" {words.t('table.which', what=table.question.label)}", look.style("notice"))
        return two(wrap(out, width, indent=" "))
    if table.notice is not None:
        wording = words.say(table.notice)
        if table.tip is not None:
            wording = f"{words.say(table.tip.say)} {'-' if look.plain else '–'} {wording}"
        return two(wrap(Text(f" {wording}", look.style("tip" if table.tip else "notice")), width, indent=" "))
    if table.lesson is not None and not table.selected:
        step = table.lesson.steps[table.lesson.at]
        wording = f"{table.lesson.at + 1}/{len(table.lesson.steps)}  {words.say(Phrase(step.key, step.args))}"
        lines = wrap(Text(f" {wording}", look.style("tip")), width, indent=" ")
        return [*lines, *[Text()] * (2 - len(lines))]
    if table.view.status != "playing":
        return two([])
    window = table.view.window
    if window is not None and not window.plays >> table.me & 1:
        return two([Text(f" {words.t('table.window')}", look.style("turn"))])
    line = Text(" ")
    found = table.becoming() if table.selected or table.nth >= 0 else []
    for n, (wording, _) in enumerate(found):
        line.append(f" {look.dash} " if n else "", look.style("soft"))
        line.append(wording.replace(" ", "\u00a0"), look.style("turn" if n == table.nth else "soft"))
    return two(wrap(sentence(table, look) if not found else line, width, indent=" "))


def sentence(table: Table, look: Look) -> Text:
    """Return what the table says: what lies there, what the user is asked or whom the table waits for, what helps to
    decide."""
    given = table.view.prompt
    line = Text(" ")
    if given is None:
        return line
    parts = [(given.scene, "text"), (given.task, "turn" if table.view.legal else "soft"), (given.note, "soft")]
    for part, style in parts:
        if part is not None:
            words = table.words.say(part)
            first = len(line) == 1
            line.append("" if first else f" {look.dash} ", look.style("soft"))
            line.append(words[:1].upper() + words[1:] if first else words, look.style(style))
    return line


def two(lines: Lines) -> Lines:
    """Return exactly two of these lines, filled up with empty ones."""
    return [*lines[:2], *[Text()] * (2 - len(lines))]


def buttons(table: Table, look: Look, width: int) -> Lines:
    """Return the offers, each with its key; up to two lines."""
    words = table.words
    found = buttons_of(table)
    rows = [Text(" ")]
    if table.view.status == "playing" and (table.watching or not table.turn):
        waits = [seat for seat in range(table.spec.seats) if table.waits_for(seat) and seat != table.me]
        wording = words.say(Phrase("table.waiting_for", {"seats": [*waits]})) if waits else ""
        rows = [Text(f" {wording}", look.style("soft")), Text(" ")]
    for n, button in enumerate(found):
        on = button.do is not None and not table.session.busy
        hot = words.t("terminal.key.enter") if button.hot == "enter" else button.hot.upper().replace("ESCAPE", "ESC")
        meta = Style(meta={"button": n})
        one = Text()
        if hot:
            one.append(f"[{hot}]" if look.plain else f" {hot} ", _style(look, "key" if on else "key_off") + meta)
        wording = button.say or button.label
        one.append(f" {wording} ", _style(look, "button" if on else "button_off") + meta)
        if rows[-1].cell_len + one.cell_len >= width and rows[-1].cell_len > 1:
            rows.append(Text(" "))
        rows[-1].append_text(cut(one, width - 2)).append(" ")
    return two(rows)


def _style(look: Look, name: str) -> Style:
    return Style.parse(look.style(name) or "none")
