"""A position as a picture, for notebooks: a row of cards for each place. The cards show their notation."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from stich.kernel.cards import BACK, Cards
from stich.kernel.zones import Layout

WIDE: Final = 38  # of a card, px
HIGH: Final = 54
STEP: Final = 30  # from card to card
NAMES: Final = 110  # room for the names of places
ROW: Final = HIGH + 12
SVG: Final = "http://www.w3.org/2000/svg"
FONT: Final = 'font-family="system-ui, sans-serif"'
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED: Final = "HD"


def picture(layout: Layout, zones: list[Cards]) -> str:
    """Return a position as SVG. zones: the cards of each place, as a seat sees them."""
    rows = [(name, z) for name, z in zip(layout.ids, zones, strict=True) if z]
    wide = NAMES + WIDE + STEP * max([len(z) - 1 for _, z in rows], default=0) + 8
    high = max(len(rows), 1) * ROW + 8
    lines = [
        f'<svg xmlns="{SVG}" role="img" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" {FONT}>',
        f"<title>{escape('; '.join([f'{name}: {layout.pack.write(z)}' for name, z in rows]))}</title>",
        f'<rect width="{wide}" height="{high}" rx="10" fill="#1f5c46"/>',
    ]
    for at, (name, z) in enumerate(rows):
        y = 8 + at * ROW
        lines.append(f'<text x="10" y="{y + HIGH / 2 + 4}" font-size="12" fill="#fff">{escape(name)}</text>')
        lines += [card(layout, c, NAMES + k * STEP, y) for k, c in enumerate(z)]
    return "\n".join([*lines, "</svg>"])


def card(layout: Layout, c: int, x: int, y: int) -> str:
    """Return one card. x, y: its upper left corner."""
    box = f'x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="5" stroke="#0008"'
    if c == BACK:
        return f'<rect {box} fill="#7d8aa5"/>'
    name = layout.pack.names[c]
    french = layout.pack.art == "french" and name[0] in SUITS and len(name) > 1
    shown = f"{SUITS[name[0]]}{'10' if name[1:] == 'T' else name[1:]}" if french else name
    colour = "#b3202c" if french and name[0] in RED else "#16202b"
    words = f'<text x="{x + 4}" y="{y + 18}" font-size="13" font-weight="600" fill="{colour}">{escape(shown)}</text>'
    return f'<rect {box} fill="#fffdf6"/>{words}'
