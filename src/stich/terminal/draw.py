"""The table drawn with characters: a function of the state and the screen size, nothing else.

Every function returns lines (`rich` texts) that are at most `width` cells wide. Clickable parts have a meta entry:
`slot` is a card of the hand, `button` one of the buttons.
"""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.text import Text

from stich.server.messages.specs import FactSpec, ZoneSpec
from stich.server.messages.view import Sheet
from stich.terminal.draw_hand import answer, buttons, hand, hand_title
from stich.terminal.look import Look
from stich.terminal.pieces import Lines, chips, cut, hidden, rule, typed, wrap
from stich.terminal.table import Table
from stich.terminal.times import time_notes
from stich.terminal.turns import turn_lines, turns_in
from stich.terminal.words import Words
from stich.text.cards import BACK

NARROWEST: Final = 40
TALL: Final = 30  # from this height on cards are three lines high
WIDE: Final = 104  # from this width on the history stands beside the table, not below it
RAIL: Final = 38
FACTS: Final = 2  # lines that a trick of several turns leaves for public facts
LOG_LEAST: Final = 2  # lines for the history on a low screen, with its title
OPEN_ROLES: Final = ("trick", "table", "pile", "stock", "discard", "meld", "captured")


def board(table: Table, look: Look, width: int, height: int, foot: Text) -> Lines:
    """Return the whole screen, exactly `height` lines."""
    width = max(width, NARROWEST)
    rail = RAIL if width >= WIDE else 0
    left = width - rail - (3 if rail else 0)
    bottom = [rule(look, width, hand_title(table))]
    if table.view.status in ("gathering", "playing"):  # the score sheet of a round needs the room more
        bottom += hand(table, look, width, tall=height >= TALL)
    bottom += [*answer(table, look, width), *buttons(table, look, width)]
    space = max(0, height - 2 - len(bottom))
    above = [*seats(table, look, left), rule(look, left)]
    above += centre(table, look, left, max(1, space - len(above) - (0 if rail else LOG_LEAST)))
    above = above[:space]
    if not rail and space - len(above) > 1:
        above.append(rule(look, width, table.words.t("table.log")))
        above += log(table, look, width, space - len(above))
    above += [Text()] * (space - len(above))
    if rail:
        above = beside(above, side(table, look, rail, space), left, look)
    lines = [head(table, look, width), *above, *bottom][: max(0, height - 1)]
    lines = [*lines, *[Text()] * (height - 1 - len(lines)), cut(foot, width)]
    return [typed(line) for line in lines] if look.plain else lines


def beside(lines: Lines, rail: Lines, left: int, look: Look) -> Lines:
    """Return lines with a column on their right."""
    bar = Text(" | " if look.plain else " │ ", look.style("rule"))
    out = []
    for line, other in zip(lines, rail, strict=True):
        row = line.copy()
        row.pad_right(max(0, left - row.cell_len))
        out.append(Text.assemble(row, bar, other))
    return out


def side(table: Table, look: Look, width: int, height: int) -> Lines:
    """Return the column of a wide screen: the history."""
    t = table.words.t
    out = [Text(t("table.log"), look.style("title")), Text()]
    out += log(table, look, width, height - len(out))
    return out + [Text()] * (height - len(out))


# -- the parts ---------------------------------------------------------------------------------------------------------


def head(table: Table, look: Look, width: int) -> Text:
    """Return the top line: the game, the round, the phase, the distance to the end, and the state of the connection."""
    words, view = table.words, table.view
    parts = [words.game("name")]
    if view.deal > 0:
        parts.append(words.t("sheet.deal_n", n=view.deal))
    if view.status == "playing":
        parts.append(words.game(f"phase.{view.phase}"))
    elif view.status == "match_over":
        parts.append(words.t("sheet.match_over"))
    if table.spec.seeded:
        parts.append(words.t("daily.short" if table.spec.daily else "table.seeded_short"))
    line = Text(" " + f" {look.dash} ".join(parts), look.style("head"))
    limit = table.spec.options.get("limit", "")
    goal = words.t("table.score_to", limit=limit) if limit not in ("", "0") else ""  # 0: there is none
    note = goal if table.session.live else words.t("link.retrying")
    line = cut(line, width - cell_len(note) - 2)
    line.pad_right(max(0, width - line.cell_len - cell_len(note) - 1))
    return line.append(f"{note} ", look.style("head_note" if table.session.live else "head"))


def seats(table: Table, look: Look, width: int) -> Lines:
    """Return a line for each player: whose turn it is, the name, the role, the cards, the points."""
    words, view = table.words, table.view
    names = max(cell_len(words.seat(seat)) for seat in table.around)
    out = []
    for seat in table.around:
        occupant = view.occupants[seat]
        acts = table.waits_for(seat)
        line = Text(f" {look.turn if acts else ' '} ", look.style("turn"))
        name = Text(words.seat(seat), look.style("turn" if acts else "me" if seat == table.me else "text"))
        name.pad_right(names - name.cell_len)
        line.append_text(name).append("  ")
        points = words.number(view.scores[seat])
        rest = [*time_notes(table, seat), *roles(table, seat)]
        notes = [*rest, *counts(table, seat)]
        if occupant.coming is not None:
            notes.append(words.t("table.coming", name=occupant.coming or words.t("table.guest")))
        if occupant.who == "person" and not occupant.online:
            notes.append(words.t("table.offline"))
        if view.status == "deal_over" and occupant.who == "person" and occupant.ready:
            notes.append("OK" if look.plain else "✓")
        if seat < len(view.answers) and view.answers[seat].state in ("waiting", "sealed"):
            notes.append(words.t("table.choosing" if view.answers[seat].state == "waiting" else "table.has_chosen"))
        elif acts and view.status == "playing" and seat != table.me:
            notes.append(words.t("table.to_move"))
        for n, note in enumerate(notes):
            line.append(f" {look.dash} " if n else "", look.style("soft"))
            line.append(note, look.style("good" if n < len(rest) else "soft"))
        line = cut(line, width - cell_len(points) - 3)
        line.pad_right(max(0, width - line.cell_len - cell_len(points) - 2))
        out.append(line.append(points, look.style("me")).append("  "))
    return out


def roles(table: Table, seat: int) -> list[str]:
    """Return a player's side, and what they play for, in words."""
    situation = table.view.situation
    if situation is None:
        return []
    said = [side.name for side in situation.sides if side.name is not None and seat in side.seats]
    if situation.contract is not None and situation.declarer == seat:
        said.append(situation.contract)
    return [table.words.say(phrase) for phrase in said]


def counts(table: Table, seat: int) -> list[str]:
    """Return the number of cards in each of a player's counted zones; the hand first, without its name. A stack apart
    from it has one.
    """
    words = table.words
    out: list[str] = []
    for zone in table.spec.zones:
        if zone.owner != seat or not zone.counted or (zone.role == "hand" and seat == table.me):
            continue
        n = len(table.view.zones[zone.id])
        if zone.role == "hand" and table.view.deal and not out:
            out.append(words.t("table.cards_n", n=n))
        elif n and (not zone.shown or hidden(table.view.zones[zone.id])):
            tricks = f"zone.{zone.name}.tricks"  # a pile of whole tricks, if the game has a word for it
            whole = n % table.spec.seats == 0 and words.has(f"{table.spec.game}.{tricks}")
            pile = f"{words.game(f'zone.{zone.name}')} {n}"
            out.append(words.game(tricks, n=n // table.spec.seats) if whole else pile)
    return out


def centre(table: Table, look: Look, width: int, height: int) -> Lines:
    """Return the cards on the table, or the sheet of the finished round, or the entrance."""
    view = table.view
    if view.status == "gathering":
        return gathering(table, look, width)
    if view.status in ("deal_over", "match_over") and view.sheets:
        return last_sheet(table, look, width, height)
    return generic(table, look, width, height)


def generic(table: Table, look: Look, width: int, height: int) -> Lines:
    """Return the zones of any game, then its public facts."""
    out: Lines = []
    for zone in sorted(
        table.spec.zones, key=lambda zone: OPEN_ROLES.index(zone.role) if zone.role in OPEN_ROLES else 9
    ):
        turns = turns_in(table, zone)
        if turns:
            out += [cut(line, width) for line in turn_lines(table, look, turns, width, height - len(out) - FACTS)]
        else:
            out += zone_lines(table, look, zone, width)
    known = "   ".join(wording for spec in table.spec.facts if (wording := fact(table, look, spec)))
    if known:
        out += wrap(Text(known, look.style("soft")), width - 2, indent=" ")
    return out[:height]


def zone_lines(table: Table, look: Look, zone: ZoneSpec, width: int) -> Lines:
    """Return a zone with its cards; [] if it is drawn elsewhere or empty."""
    cards = table.view.zones[zone.id]
    if not cards or (zone.role == "hand" and (zone.owner == table.me or hidden(cards))):
        return []
    if zone.owner >= 0 and (not zone.shown or hidden(cards)):
        return []  # its number stands beside the player's name
    name = table.words.game(f"zone.{zone.name}")
    if zone.owner >= 0:
        name = table.words.pair(table.words.seat(zone.owner), name)
    label = Text(f" {name} ", look.style("title"))
    if hidden(cards) or not zone.shown:
        n = f" {table.words.t('table.cards_n', n=len(cards))}" if zone.counted else ""
        return [cut(label.append(look.back, look.style("back")).append(n, look.style("soft")), width)]
    known = [face for face in cards if face != BACK]
    label.append_text(chips(table, look, known))
    if len(known) < len(cards):
        label.append(" ").append(look.back, look.style("back")).append(
            f" {len(cards) - len(known)}", look.style("soft")
        )
    return wrap(label, width, indent="   ")


def fact(table: Table, look: Look, spec: FactSpec) -> str:
    """Return a public fact in words, "" if it has nothing to say yet."""
    if (spec.kind in ("points", "tally") and not table.points) or (spec.kind == "tally" and not table.spec.aids):
        return ""
    words, value = table.words, table.view.facts.get(spec.name)
    several = value if isinstance(value, list) else [value]
    numbers = [part for part in several if isinstance(part, int)]
    wording = ""
    match spec.kind:
        case "flag" if isinstance(value, list):
            wording = words.list([words.seat(seat) for seat, on in enumerate(numbers) if on])
        case "flag":
            wording = words.t("table.yes") if value else ""
        case "seat":
            wording = words.list([words.seat(seat) for seat in numbers if 0 <= seat < table.spec.seats])
        case "seats" | "out":
            mask = value if isinstance(value, int) else sum(1 << seat for seat in numbers)
            wording = words.list([words.seat(seat) for seat in table.around if mask >> seat & 1])
        case "cards" if numbers == [] and any(several):
            by_seat = [(seat, part) for seat, part in enumerate(several) if isinstance(part, list) and part]
            wording = ", ".join(f"{words.seat(seat)} {chips(table, look, part).plain}" for seat, part in by_seat)
        case "card" | "cards":
            faces = [face for face in numbers if 0 <= face < len(table.spec.faces)]
            wording = chips(table, look, faces).plain
        case "key":
            wording = words.t(value.removeprefix("@")) if isinstance(value, str) and value else ""
        case "places":
            wording = ", ".join(f"{words.seat(seat)} {words.number(n)}" for seat, n in enumerate(numbers) if n)
        case "direction":
            wording = words.t(f"table.direction.{'on' if numbers[0] > 0 else 'back'}") if numbers and numbers[0] else ""
        case "number" | "points" | "tally" if isinstance(value, list):
            wording = (
                ", ".join(f"{words.seat(seat)} {words.number(n)}" for seat, n in enumerate(numbers))
                if any(numbers)
                else ""
            )
        case "number" | "points" | "tally":
            wording = words.number(numbers[0]) if numbers and numbers[0] else ""
    return words.pair(words.game(f"fact.{spec.name}"), wording) if wording else ""


def gathering(table: Table, look: Look, width: int) -> Lines:
    """Return the lobby: who is there, and what is missing before the match can begin."""
    words = table.words
    out = [Text(f" {words.t('lobby.title')}", look.style("title"))]
    out += wrap(Text(words.t("lobby.lede"), look.style("text")), width - 2, indent=" ")
    if table.spec.seeded:
        note = f"{words.t('table.seeded')}. {words.t('lobby.seeded')}"
        out += wrap(Text(note, look.style("soft")), width - 2, indent=" ")
    for seat, occupant in enumerate(table.view.occupants):
        state = (
            words.t("lobby.free", level=words.t(f"table.bot.{occupant.level}"))
            if occupant.who == "bot"
            else words.occupant(seat)
        )
        if seat == table.view.owner:
            state = words.pair(state, words.t("owner.host"))
        out.append(cut(Text(f" {seat + 1}  {state}", look.style("text")), width))
    if not table.session.rights.rules and not table.free_seats:
        owner = table.view.owner
        wording = words.t("owner.starts", seat=owner) if owner >= 0 else words.t("owner.starts_away")
        out += wrap(Text(wording, look.style("soft")), width - 2, indent=" ")
    return out


def last_sheet(table: Table, look: Look, width: int, height: int) -> Lines:
    """Return the sheet of the last round: its headline, then a column of points for each player."""
    words, view = table.words, table.view
    sheet = view.sheets[-1]
    out: Lines = []
    if view.status == "match_over":
        out.append(Text(f" {words.verdict()}", look.style("turn")))
        agreed = [seat for seat in table.around if view.occupants[seat].ready and view.occupants[seat].who == "person"]
        if agreed:
            wording = words.t("table.again.agreed", seats=agreed)
            out.append(cut(Text(f" {wording}", look.style("title")), width))
    out.append(cut(Text(f" {words.say(sheet.headline)}", look.style("title")), width))
    reached = tallies_of(table, sheet)
    if reached:
        out.append(cut(Text(f" {reached}", look.style("me")), width))
    rows = rows_of(sheet, words)
    last = [(words.t("sheet.this_deal"), sheet.points, True), (words.t("sheet.totals"), sheet.totals, False)]
    most = max(0, height - len(out) - 3)
    sides = sides_of(table)
    column = max(8, min(14 * table.spec.seats // len(sides), (width - 28) // len(sides)))
    wide = max(10, width - column * len(sides) - 2)
    line = Text(" " * (wide + 1))
    for side in sides:
        line.append(cut(Text(names_of(table, side)), column - 1).plain.rjust(column), look.style("soft"))
    out.append(line)
    for wording, given in list(rows.items())[:most]:
        line = Text(" ").append_text(cut(Text(wording, look.style("text")), wide))
        line.pad_right(wide + 1 - line.cell_len)
        for side in sides:
            own = next((given[seat] for seat in side if seat in given), None)
            points = "" if own is None else words.number(own, signed=True)
            line.append(points.rjust(column), look.style("text"))
        out.append(line)
    for wording, sums, signed in last:
        line = Text(" ").append_text(cut(Text(wording, look.style("me")), wide))
        line.pad_right(wide + 1 - line.cell_len)
        for side in sides:
            line.append(words.number(sums[side[0]], signed=signed).rjust(column), look.style("me"))
        out.append(line)
    return [cut(line, width) for line in out]


def rows_of(sheet: Sheet, words: Words) -> dict[str, dict[int, int]]:
    """Return the points of each player, by what they are for: what several get for the same thing is one row."""
    rows: dict[str, dict[int, int]] = {}
    for item in sheet.items:
        given = rows.setdefault(words.say(item.say), {})
        given[item.seat] = given.get(item.seat, 0) + item.n
    return rows


def sides_of(table: Table) -> list[list[int]]:
    """Return the seats that share a score: the sides of the match, otherwise each seat alone; the user's first."""
    out: list[list[int]] = []
    for seat in table.around:
        side = next((side for side in table.spec.sides if seat in side), [seat])
        if not any(seat in other for other in out):
            out.append([other for other in table.around if other in side])
    return out


def names_of(table: Table, side: list[int]) -> str:
    """Return the names of the players of a side."""
    return table.words.list([table.words.seat(seat) for seat in side])


def tallies_of(table: Table, sheet: Sheet) -> str:
    """Return what the sides have reached in a deal, "Re 115 : Kontra 125"; "" if it is not decided by that."""
    words = table.words
    if len(sheet.tallies) < 2:
        return ""
    named = [(words.t(one.name) if one.name else names_of(table, one.seats), one.n) for one in sheet.tallies]
    return " : ".join(f"{name} {words.number(n)}" for name, n in named)


def log(table: Table, look: Look, width: int, height: int) -> Lines:
    """Return the end of the history."""
    out: Lines = []
    for line in reversed(table.said):
        if len(out) >= height:
            break
        style = "text" if not out else "soft"
        words = Text(table.words.say(line.say, line.then), look.style(style))
        out = [*wrap(words, width - 2, indent=" ", hang="   "), *out]
    return out[-height:] if height > 0 else []
