"""A position as a picture, for notebooks: the cards of each place, drawn as the page draws them.

The build of the page writes the drawings. Without it, as in sources of which no page was built, cards show their
notation.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from stich.kernel.cards import BACK, Card, Cards, Pack, Seat
from stich.kernel.zones import Layout

WIDE: Final = 60  # of a card, px
HIGH: Final = 84
STEP: Final = 46  # from card to card, if there is room
BACKS: Final = 7  # from back to back
READ: Final = 28  # so many open cards can be read in a line
PILE: Final = 20  # so many backs are seen beside each other; what lies behind them is counted
ROOM: Final = 720  # a line of places
EDGE: Final = 14
GAP: Final = 26  # between places
NAMES: Final = 20  # their names
LETTER: Final = 8  # of a name, about
DRAWN: Final = 250  # width of a card where it is drawn
SVG: Final = "http://www.w3.org/2000/svg"
FONT: Final = 'font-family="system-ui, sans-serif"'
DRAWINGS: Final = "server/static/cards.json"


@cache
def drawings() -> dict[str, dict[str, str]]:
    """Return the drawings of each deck by notation, and the back; {} if no page was built."""
    file = files("stich").joinpath(DRAWINGS)
    decks: dict[str, dict[str, str]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return decks


class Place(NamedTuple):
    """Where the cards of a place lie. many: how many there are; 0: it goes on from the line above. xs: of each card,
    from the left edge of the place, px.
    """

    name: str
    cards: Cards
    many: int
    xs: list[int]
    wide: int


def picture(layout: Layout, zones: list[Cards], acting: list[Seat]) -> str:
    """Return a position as SVG. zones: the cards of each place, as a seat sees them. acting: whom the table waits for;
    the first place of each of them is marked, the hand if there is one.
    """
    lying = [(name, z) for name, z in zip(layout.ids, zones, strict=True) if z]
    lines = in_lines([one for name, z in lying for one in places(name, z)])
    wide = 2 * EDGE + max([length(line) for line in lines], default=ROOM)
    high = EDGE + max(len(lines), 1) * (NAMES + HIGH + EDGE)
    shown = sorted({c for _, z in lying for c in z})
    marked = [next((name for name, _ in lying if name.endswith(f".{seat}")), "") for seat in acting]
    out = [
        f'<svg xmlns="{SVG}" role="img" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" {FONT}>',
        f"<title>{escape('; '.join([f'{name}: {layout.pack.write(z)}' for name, z in lying]))}</title>",
        f"<defs>{''.join([drawing(layout, c) for c in shown])}</defs>",
        f'<rect width="{wide}" height="{high}" rx="10" fill="#1f5c46"/>',
    ]
    for number, line in enumerate(lines):
        x = EDGE
        for one in line:
            out += drawn(one, layout.pack, x, EDGE + number * (NAMES + HIGH + EDGE), one.name in marked)
            x += one.wide + GAP
    return "\n".join([*out, "</svg>"])


def place(name: str, z: Cards, many: int) -> Place:
    """Return how the cards of a place lie: backs close together, and cards that have too little room closer than
    usual.
    """
    gaps = [STEP if c != BACK else BACKS if k < PILE else 0 for k, c in enumerate(z[:-1])]
    close = min(1.0, (ROOM - WIDE) / max(sum(gaps), 1))
    xs = [round(sum(gaps[:k]) * close) for k in range(len(z))]
    return Place(name, z, many, xs, max(xs[-1] + WIDE, LETTER * (len(name) + 3)))


def places(name: str, z: Cards) -> list[Place]:
    """Return a place, in as many parts as its open cards need to be read."""
    if len(z) - z.count(BACK) <= READ:
        return [place(name, z, len(z))]
    return [place(name, z[k : k + READ], 0 if k else len(z)) for k in range(0, len(z), READ)]


def in_lines(places: list[Place]) -> list[list[Place]]:
    """Return the places line by line. What belongs to a seat begins a line of its own."""
    lines: list[list[Place]] = []
    owner = None
    for one in places:
        seat = one.name.partition(".")[2]
        if not lines or seat != owner or length([*lines[-1], one]) > ROOM:
            lines.append([])
        lines[-1].append(one)
        owner = seat
    return lines


def length(line: list[Place]) -> int:
    """Return how wide a line is, px."""
    return sum([one.wide for one in line]) + GAP * (len(line) - 1)


def drawn(one: Place, pack: Pack, x: int, y: int, acts: bool) -> list[str]:
    """Return a place with its name and the number of its cards. x, y: its upper left corner. acts: its seat does."""
    colour = "#f2c14e" if acts else "#fff"
    name = f'{"▸ " if acts else ""}{escape(one.name)} <tspan font-weight="400">{one.many}</tspan>' if one.many else "…"
    return [
        f'<text x="{x}" y="{y + 13}" font-size="13" font-weight="600" fill="{colour}">{name}</text>',
        *[
            f'<use href="#{key(pack, c)}" x="{x + at}" y="{y + NAMES}"/>'
            for c, at in zip(one.cards, one.xs, strict=True)
        ],
    ]


def key(pack: Pack, c: Card) -> str:
    """Return the id of a drawing. Pictures of one page share their ids, so it names the drawing and not the face,
    which is another card in another game.
    """
    return "stich-back" if c == BACK else f"stich-{pack.art}-{pack.names[c]}"


def drawing(layout: Layout, c: Card) -> str:
    """Return a card to be used at any place."""
    pack = layout.pack
    name = "back" if c == BACK else pack.names[c]
    found = drawings().get("back" if c == BACK else pack.art, {}).get(name)
    size = f"scale({WIDE / DRAWN:.2f})"
    return f'<g id={quoteattr(key(pack, c))}><g transform="{size}">{found or plain(name)}</g></g>'


def plain(name: str) -> str:
    """Return a card that shows its notation."""
    ground = "#2b564e" if name == "back" else "#fffdf8"
    text = "" if name == "back" else f'<text x="20" y="78" font-size="62" fill="#1c2421">{escape(name)}</text>'
    return f'<rect x="1" y="1" width="248" height="348" rx="19" fill="{ground}" stroke="#cdc6b6"/>{text}'
