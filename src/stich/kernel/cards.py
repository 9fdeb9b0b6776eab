"""Cards, sets of cards and sets of seats.

A card is its face, an int below 255. Two cards with the same face are the same int, so copies need no identity of their
own. A zone is a `bytes`: immutable, hashable and shared by copies of a state. Ordered zones keep the order on the
table, with the top at the end; all other zones are sorted, so equal hands are equal bytes.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.kernel.faces import Faces

Card = int
Cards = bytes
Seat = int
Seats = int  # a set of seats: bit i is seat i

BACK: Final = 255  # a card whose face the viewer does not know
HOST: Final = 14  # the table itself, when it acts: it closes a window
SPECTATOR: Final = 15  # a viewer without a seat
EVERYBODY: Final = 0xFFFF

ONE: Final = [bytes([c]) for c in range(256)]  # ONE[c] is the zone that holds just c


def add(h: Cards, c: Card) -> Cards:
    """Return the sorted zone h with c added."""
    if not h:
        return ONE[c]
    face: i64 = c
    i: i64 = 0
    n: i64 = len(h)
    while i < n and h[i] < face:
        i += 1
    if i == n:  # at the ends only one copy is made
        return h + ONE[c]
    if i == 0:
        return ONE[c] + h
    return b"%b%b%b" % (h[:i], ONE[c], h[i:])


def drop(h: Cards, c: Card) -> Cards:
    """Return h without one copy of c. Raises IndexError if c is not in h."""
    face: i64 = c
    i: i64 = 0
    while h[i] != face:
        i += 1
    if i == 0:
        return h[1:]
    return h[:i] if i + 1 == len(h) else h[:i] + h[i + 1 :]


def drop_top(h: Cards, c: Card) -> Cards:
    """Return the ordered zone h without its topmost copy of c. Raises IndexError if c is not in h."""
    face: i64 = c
    top: i64 = len(h) - 1
    i = top
    while i >= 0 and h[i] != face:
        i -= 1
    if i < 0:
        raise IndexError("no such card in this zone")
    return h[:i] if i == top else h[:i] + h[i + 1 :]


def in_order(cards: Cards) -> Cards:
    """Return the cards sorted, as an unordered zone holds them."""
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
    """Tell whether the multiset `wanted` is contained in h."""
    left = h
    for c in wanted:
        if c not in left:
            return False
        left = drop(left, c)
    return True


def subsets(h: Cards, most: int) -> list[Cards]:
    """Return every different non-empty multiset of at most `most` cards of the sorted h."""
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
        # a second copy of a face only extends sets that have the first copy, so no set appears twice
        for i in range(new, hi):
            some = out[i]
            if len(some) < most:
                out.append(some + one)
        new = hi
        last = c
    return out


def has(who: Seats, seat: Seat) -> bool:
    """Tell whether a seat is in a set of seats."""
    return (who >> seat) & 1 == 1


def only(seat: Seat) -> Seats:
    """Return the set of this one seat."""
    return 1 << seat


def seats_of(who: Seats) -> list[Seat]:
    """Return the members of a set of seats, lowest first. The HOST is included if it is in the set."""
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
    """The cards of a game: the notation of each face, and how many copies there are.

    names: the notation of each face ("J7"); unique, without blanks.
    deck: the face of every physical card; a face that exists twice is listed twice.
    keys: the face key of each face; default: the face itself. Faces with the same key are interchangeable in a
    selection (in Chimera: the four families).
    art: the deck of drawings that shows the cards ("chimera", "french", "plain", …). also: other decks that can.
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
        self.faces: dict[str, int] = Faces({name: face for face, name in enumerate(names)})

    def write(self, cards: Cards) -> str:
        """Return the notation of cards, "J7 PI"; a back is "?"."""
        return " ".join(["?" if c == BACK else self.names[c] for c in cards])

    def read(self, text: str) -> Cards:
        """Return the faces written in text, in its order. Raises NoCard, a KeyError, for a word that names no card."""
        return bytes([self.faces[word] for word in text.split()])
