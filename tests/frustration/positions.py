"""Positions of Frustration for tests, written with the names of the cards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stich.games.frustration.rules import GAME
from stich.games.frustration.rules_cards import CARDS, EACH, HAND, LOTS, MELD, MOST_MELDS, PILE, STOCK, FrustrationRules
from stich.games.frustration.rules_phases import DRAW, PLAY
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Refused
from stich.kernel.cards import Seat, Seats
from stich.kernel.deal import Deck, Setup
from stich.kernel.match import GIVEN, SIM, Match, Source

OTHERS = ["C3 C5 C7 C9", "D3 D5 D7 D9", "S4 S6 S8 ST", "D4 D6 D8 DT"]


def rules(seats: int = 3, **options: object) -> FrustrationRules:
    made = GAME.rules(dict(options), seats)
    assert isinstance(made, FrustrationRules)
    return made


def state(m: Match) -> Frustration:
    assert isinstance(m.deal, Frustration)
    return m.deal


def cards(text: str) -> bytes:
    return bytes(sorted(GAME.pack.read(text)))


def table(
    *hands: str,
    turn: Seat = 0,
    drawn: bool = True,
    pile: str = "C2",
    stock: int = -1,
    contracts: Sequence[int] = (),
    laid: Seats = 0,
    melds: dict[Seat, list[str]] | None = None,
    scores: Sequence[int] = (),
    **options: object,
) -> Match:
    """Return a match in which these hands are held; `turn` has drawn already.

    pile: the top comes last. melds: what lies before a seat. stock: so many cards, the others lie under the pile.
    contracts: from 1, in the default list. laid: who has laid them.
    """
    seats = len(hands)
    m = Match(GAME, rules(seats, **options), Source(SIM, 1), watched=True)
    s = state(m)
    done = tuple(n - 1 for n in contracts) or (0,) * seats
    s.clear(Setup(2, seats - 1, tuple(scores) or (0,) * seats, done))
    s.contracts = tuple(done[seat] + 1 for seat in range(seats))
    for seat, hand in enumerate(hands):
        s.zones[HAND + EACH * seat] = cards(hand)
    for seat, lying in (melds or {}).items():
        for i, meld in enumerate(lying):
            s.zones[MELD + EACH * seat + i] = GAME.pack.read(meld)
    left = bytearray(CARDS)
    for c in b"".join(s.zones) + GAME.pack.read(pile):
        left.remove(c)
    s.zones[LOTS] = bytes(c for c in s.layout.deck if c > 52)
    n = len(left) if stock < 0 else stock
    s.zones[STOCK], s.zones[PILE] = bytes(left[:n]), bytes(left[n:]) + GAME.pack.read(pile)
    s.laid, s.turn, s.phase, s.entropy = laid, turn, PLAY if drawn else DRAW, b"12345678"
    s.dealing, s.waiting, s.out, s.taken, s.turns, s.sealed = False, 0, -1, -1, 1, ()
    m.setup, m.scores = s.setup, s.setup.scores
    m.events.clear()
    return m


def dealt(seats: int, first: str = "", cut: int = 50, dealer: Seat = 0, **options: object) -> Match:
    """Return a match whose deals begin with these cards after the cut; the rest follows in the pack's order."""
    how = rules(seats, **options)
    left = bytearray(how.layout.deck)
    top = GAME.pack.read(first)
    for c in top:
        left.remove(c)
    naturals = bytes(c for c in left if c < 52)
    order = top + naturals + bytes(c for c in left if c == 52)  # jokers deepest, where the cut does not show one
    lots = bytes(c for c in left if c > 52)
    n = len(order)
    lower = order[n - cut :] if cut >= 0 else b""
    whole = lower + order[: n - cut] if cut >= 0 else order
    return Match(GAME, how, Source(GIVEN, decks=[(dealer, Deck(whole + lots, cut))] * 9), watched=True)


def do(m: Match, *moves: str) -> Frustration:
    """Do moves in the notation: "1 discard H7"."""
    for move in moves:
        seat, text = move.split(" ", 1)
        m.act(int(seat), GAME.read(m.rules, text))
    return state(m)


def legal(m: Match, seat: Seat, verb: str = "") -> list[str]:
    """Return what a seat may do, in the notation, with the cards that are proposed."""
    out = []
    for a in m.deal.legal(seat):
        if not verb or a.verb == verb:
            cards_ = m.deal.phase.cards(m.deal, seat, a)
            out.append(GAME.write(m.rules, type(a)(a.verb, cards_, a.to)))
    return out


def refusal(m: Match, move: str) -> tuple[str, dict[str, object]]:
    """Return why a move in the notation is refused, with cards by their names; it changes nothing."""
    seat, text = move.split(" ", 1)
    before = (list(m.deal.zones), m.deal.turn, m.deal.phase, m.deal.sealed, len(m.moves))
    with pytest.raises(Refused) as refused:
        m.act(int(seat), GAME.read(m.rules, text))
    assert (list(m.deal.zones), m.deal.turn, m.deal.phase, m.deal.sealed, len(m.moves)) == before
    args: dict[str, object] = {
        name: GAME.pack.write(value) if isinstance(value, bytes) and name.startswith("card") else value
        for name, value in refused.value.phrase.args.items()
    }
    if isinstance(args.get("card"), int):
        args["card"] = GAME.pack.names[int(str(args["card"]))]
    return refused.value.phrase.key, args


def lying(m: Match, seat: Seat) -> list[str]:
    """Return what lies before a seat."""
    at = MELD + EACH * seat
    return [GAME.pack.write(meld) for meld in m.deal.zones[at : at + MOST_MELDS] if meld]


def hand(m: Match, seat: Seat) -> str:
    return GAME.pack.write(m.deal.zones[HAND + EACH * seat])
