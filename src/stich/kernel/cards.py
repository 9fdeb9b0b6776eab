"""Cards are faces, zones are bytes.

A card is its face, an int below 255; equal faces are the same int, so a second copy needs no idea of its own. A zone is
a `bytes`: immutable, hashable, shared by copies of a state. Ordered zones keep the order of the table (the end is the
top); all others are kept sorted, so equal hands are equal bytes.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

Card = int
Cards = bytes
Seat = int
Seats = int  # a set of seats: bit i is seat i

BACK: Final = 255  # a card whose face the viewer does not know
HOST: Final = 14  # the table itself, where it acts: closes a window
SPECTATOR: Final = 15  # somebody who watches
EVERYBODY: Final = 0xFFFF

ONE: Final = [bytes([c]) for c in range(256)]  # ONE[c] is the zone that holds just c


def add(h: Cards, c: Card) -> Cards:
    """Return the sorted zone h with c put in its place."""
    if not h:
        return ONE[c]
    face: i64 = c
    i: i64 = 0
    n: i64 = len(h)
    while i < n and h[i] < face:
        i += 1
    return b"%b%b%b" % (h[:i], ONE[c], h[i:])


def drop(h: Cards, c: Card) -> Cards:
    """Return h without one copy of c. IndexError: c is not there."""
    face: i64 = c
    i: i64 = 0
    while h[i] != face:
        i += 1
    return h[:i] + h[i + 1 :]


def drop_top(h: Cards, c: Card) -> Cards:
    """Return the ordered zone h without its topmost copy of c. IndexError: c is not there."""
    face: i64 = c
    top: i64 = len(h) - 1
    i = top
    while i >= 0 and h[i] != face:
        i -= 1
    if i < 0:
        raise IndexError("no such card in this zone")
    return h[:i] if i == top else h[:i] + h[i + 1 :]


def in_order(cards: Cards) -> Cards:
    """Return the cards as an unordered zone holds them: sorted."""
    a = vec[u8](cards)
    n: i64 = len(a)
    i: i64 = 1
    while i < n:
        c = a[i]
        j = i - 1
        while j >= 0 and a[j] > c:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = c
        i += 1
    return bytes(a)


def holds(h: Cards, wanted: Cards) -> bool:
    """Tell whether the multiset `wanted` lies in h."""
    left = h
    for c in wanted:
        if c not in left:
            return False
        left = drop(left, c)
    return True


def subsets(h: Cards, most: int) -> list[Cards]:
    """Return every different non-empty multiset out of the sorted h, of at most `most` cards."""
    out: list[Cards] = []
    new = 0
    last = -1
    for c in h:
        one = ONE[c]
        hi = len(out)
        if c != last:
            new = 0
            if most > 0:
                out.append(one)
        # a second copy of a face only extends what the first copy made: no set appears twice
        for i in range(new, hi):
            some = out[i]
            if len(some) < most:
                out.append(some + one)
        new = hi
        last = c
    return out


def seats_of(who: Seats) -> list[Seat]:
    """Return the members of a set of seats, lowest first (the host is among them where it is asked)."""
    out: list[Seat] = []
    seat = 0
    while who:
        if who & 1:
            out.append(seat)
        who >>= 1
        seat += 1
    return out


@final
class Pack:
    """The cards of a game: how each face is written, and how many there are of it.

    names: the notation of each face, "J7"; unique, without blanks.
    deck: every physical card, as faces (a face that exists twice stands there twice).
    keys: the match key of each face. Faces with one key do the same in a selection (Chimera: any family will do);
    default: the face.
    art: the drawings that show it ("chimera", "french", "plain", …). also: others that can, for those who like them
    better.
    """

    def __init__(
        self,
        names: list[str],
        deck: Cards,
        art: str = "plain",
        keys: list[int] | None = None,
        also: list[str] | None = None,
    ) -> None:
        if len(names) >= BACK or len(set(names)) != len(names):
            raise ValueError("a pack has at most 254 faces, each with a name of its own")
        self.names = names
        self.deck: Cards = bytes(sorted(deck))
        self.art = art
        self.decks: list[str] = [art] + (also or [])
        self.keys: list[int] = keys if keys is not None else list(range(len(names)))
        self.faces: dict[str, int] = {name: face for face, name in enumerate(names)}

    def write(self, cards: Cards) -> str:
        """Return the notation of cards, "J7 PI"; a back is written "?"."""
        return " ".join(["?" if c == BACK else self.names[c] for c in cards])

    def read(self, text: str) -> Cards:
        """Return the faces written in text, in its order. KeyError with the word that names no card."""
        return bytes([self.faces[word] for word in text.split()])
