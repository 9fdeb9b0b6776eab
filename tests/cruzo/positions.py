"""Positions of Cruzo for tests. Cards are written by rank, "K K 4", wherever a suit makes no difference, or by name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stich.games.cruzo.rules import GAME
from stich.games.cruzo.rules_cards import (
    BUNKER,
    BURNT,
    EACH,
    HAND,
    KNOWN,
    LOTS,
    OPEN,
    PILE,
    RANKS,
    ROW,
    STANDS,
    STOCK,
    CruzoRules,
    X,
)
from stich.games.cruzo.rules_end import stalls
from stich.games.cruzo.rules_phases_turn import TURN, begin_turn
from stich.games.cruzo.rules_state import NOTHING, Cruzo
from stich.kernel.action import CLOSE, Refused
from stich.kernel.cards import HOST, Seat
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import GIVEN, SIM, Match, Source


def rules(seats: int = 4, **options: object) -> CruzoRules:
    made = GAME.rules(dict(options), seats)
    assert isinstance(made, CruzoRules)
    return made


def state(m: Match) -> Cruzo:
    assert isinstance(m.deal, Cruzo)
    return m.deal


class Box:
    """The cards of a table that are not yet in any place."""

    def __init__(self, how: CruzoRules) -> None:
        self.left = bytearray(c for c in how.layout.deck if c < STANDS)

    def take(self, text: str) -> bytes:
        """Take cards out of it: of a rank that is written without a suit the first one that is left."""
        out = []
        for word in text.split():
            named = word in GAME.pack.faces
            c = GAME.pack.faces[word] if named else next(c for c in self.left if c // 4 == RANKS.index(word))
            self.left.remove(c)
            out.append(c)
        return bytes(out)

    def some(self, n: int) -> bytes:
        out = bytes(self.left[:n])
        del self.left[:n]
        return out


def table(
    *hands: str,
    pile: str = "",
    turn: Seat = 0,
    direction: int = 1,
    opened: Sequence[str] = (),
    bunkers: Sequence[str] = (),
    known: dict[Seat, str] | None = None,
    stock: int = -1,
    top: str = "",
    window: bool = False,
    **options: object,
) -> Match:
    """Return a match in the middle of a deal, with these cards in hand.

    pile: the top comes last. opened, bunkers: of each seat, any three if nothing is said; known: cards of a hand that
    all have seen, besides. stock: so many cards, the others are burnt; top: the next ones to be drawn. window: others
    have time to throw.
    """
    seats = len(hands)
    how = rules(seats, **options)
    m = Match(GAME, how, Source(SIM, 1), watched=True)
    s = state(m)
    s.clear(Setup(1, 0, (0,) * seats, tuple(range(seats))))
    box = Box(how)
    lying = box.take(pile)
    held = [box.take(hand) for hand in hands]
    seen = {seat: box.take(text) for seat, text in (known or {}).items()}
    rows = [box.take(text) for text in opened]
    blind = [box.take(text) for text in bunkers]
    next_ones = box.take(top)
    for seat in range(seats):
        at = EACH * seat
        s.zones[HAND + at] = bytes(sorted(held[seat]))
        s.zones[KNOWN + at] = bytes(sorted(seen.get(seat, b"")))
        s.zones[OPEN + at] = bytes(sorted(rows[seat] if seat < len(rows) else box.some(ROW)))
        for i, c in enumerate(blind[seat] if seat < len(blind) else box.some(ROW)):
            s.zones[BUNKER + i + at] = bytes([c])
    s.zones[PILE] = lying
    n = len(box.left) if stock < 0 else stock - len(next_ones)
    s.zones[STOCK] = box.some(n) + next_ones[::-1]
    s.zones[BURNT] = box.some(len(box.left))
    s.zones[LOTS] = bytes(c for c in how.layout.deck if c >= STANDS)
    s.direction, s.decisive, s.marks, s.entropy = direction, -1, [], b"12345678"
    s.lacks = s.fresh = NOTHING[seats]
    s.trail = b""
    if window:
        begin_turn(s, turn)
    else:
        s.turn, s.phase = turn, TURN
        assert not stalls(s)
    m.events.clear()
    return m


def dealt(
    hands: Sequence[str], rows: Sequence[str] = (), ages: Sequence[Seat] = (), fill: str = "C", **options: object
) -> Match:
    """Return a match as it is dealt: these hands, these open cards; no other diamond is dealt, and none that is lower.

    ages: the youngest first. fill: the suits of all other cards that are dealt.
    """
    seats = len(hands)
    how = rules(seats, age_order="seats", **options)
    box = Box(how)
    held = [box.take(hand) for hand in hands]
    lying = [box.take(row) for row in rows]
    others = [c for c in box.left if c < X and "CSHD"[c % 4] in fill]
    order = []
    for seat in range(seats):
        for zone in (b"", lying[seat] if seat < len(lying) else b"", held[seat]):
            rest = [others.pop() for _ in range(ROW - len(zone))]
            for c in rest:
                box.left.remove(c)
            order += [*zone, *rest]
    aside = box.some(how.removed)
    deck = aside + bytes(order) + bytes(box.left) + bytes(c for c in how.layout.deck if c >= STANDS)
    m = Match(GAME, how, Source(GIVEN, decks=[(0, Deck(deck))]), watched=True)
    if ages:
        setup = Setup(1, 0, (0,) * seats, tuple(ages))
        m.deal = m.start(setup, m.source.chance(1))
    return m


def do(m: Match, *moves: str) -> Cruzo:
    """Do moves in the notation, each behind its seat: "0 play K K"; "host" for the end of the time to throw."""
    for move in moves:
        if move == "host":
            m.act(HOST, CLOSE)
            continue
        seat, text = move.split(" ", 1)
        m.act(HOST if seat == "host" else int(seat), GAME.read(m.rules, text))
    return state(m)


def legal(m: Match, seat: Seat, verb: str = "") -> list[str]:
    """Return what a seat may do, in the notation, by ranks alone."""
    return [GAME.write(m.rules, a) for a in m.deal.legal(seat) if not verb or a.verb == verb]


def ranks(cards: bytes) -> str:
    return " ".join(RANKS[c // 4] for c in cards)


def hand(m: Match, seat: Seat) -> str:
    """Return the ranks of a seat's hand."""
    return ranks(state(m).hand(seat))


def pile(m: Match) -> str:
    return ranks(m.deal.zones[PILE])


def said(m: Match) -> list[str]:
    """Return the keys of all that has been said."""
    return [e.phrase.key for e in m.events if e.phrase is not None]


def refusal(m: Match, move: str) -> tuple[str, dict[str, object]]:
    """Return why a move in the notation is refused, with cards by their names; it changes nothing."""
    seat, text = move.split(" ", 1)
    before = (list(m.deal.zones), m.deal.turn, m.deal.phase, m.deal.sealed, len(m.moves))
    with pytest.raises(Refused) as refused:
        m.act(int(seat), GAME.read(m.rules, text))
    assert (list(m.deal.zones), m.deal.turn, m.deal.phase, m.deal.sealed, len(m.moves)) == before
    args: dict[str, object] = {}
    for name, value in refused.value.phrase.args.items():
        if name == "card" and isinstance(value, int):
            args[name] = GAME.pack.names[value]
        else:
            args[name] = GAME.pack.write(value) if isinstance(value, bytes) and name == "cards" else value
    return refused.value.phrase.key, args
